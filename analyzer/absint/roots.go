package absint

import (
	"sort"
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// root is a function that is interpreted by itself, with arguments of which nothing is known but what cells say.
type root struct {
	fn    *index.Func
	tx    bool // its skb argument is a TX skb from mac80211
	reads map[Cell]bool
	ran   bool
}

// maxRounds bounds how often the roots are run again because a cell they read has grown.
const maxRounds = 40

// solve runs the roots until no cell changes: the entries first, then every function that takes TX skbs out of memory
// and is not only called by functions that were seen to call it.
func (x *interp) solve(entries []*index.Func) {
	roots := map[*index.Func]*root{}
	for _, fn := range entries {
		roots[fn] = &root{fn: fn, tx: true}
	}
	for _, fn := range x.dequeuers() {
		if roots[fn] == nil {
			roots[fn] = &root{fn: fn}
		}
	}
	for round := 0; round < maxRounds; round++ {
		x.reach = x.newReach()
		if !x.runStale(roots) && !x.addLoaders(roots) {
			return
		}
	}
	for _, r := range sortedRoots(roots) {
		if x.stale(r) {
			x.out.obstacle(Obstacle{Pos: Pos{r.fn.File.Src, r.fn.Span.Pos, r.fn.BodyPos}, Text: r.fn.Name +
				": the states of the TX skbs it takes from memory did not settle; simpler bookkeeping of offsets would lift this"})
		}
	}
}

func sortedRoots(m map[*index.Func]*root) []*root {
	out := make([]*root, 0, len(m))
	for _, r := range m {
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].fn, out[j].fn
		if a.File.Src.Path != b.File.Src.Path {
			return a.File.Src.Path < b.File.Src.Path
		}
		return a.Span.Pos < b.Span.Pos
	})
	return out
}

func (x *interp) stale(r *root) bool {
	if !r.ran {
		return true
	}
	for c := range r.reads {
		if x.dirty[c] {
			return true
		}
	}
	return false
}

// runStale runs the roots that have not run, or that read a cell that grew since.
func (x *interp) runStale(roots map[*index.Func]*root) bool {
	var todo []*root
	for _, r := range sortedRoots(roots) {
		if x.stale(r) {
			todo = append(todo, r)
		}
	}
	x.dirty = map[Cell]bool{}
	for _, r := range todo {
		x.runRoot(r)
	}
	return len(todo) > 0
}

// runRoot interprets one root.
func (x *interp) runRoot(r *root) {
	x.reads, x.steps, x.inRoot = map[Cell]bool{}, 0, r.fn.Name
	defer func() { r.reads, r.ran = x.reads, true }()
	info := x.info(r.fn)
	at := Pos{r.fn.File.Src, r.fn.Span.Pos, r.fn.BodyPos}
	if info == nil {
		x.out.obstacle(Obstacle{Pos: at, Text: r.fn.Name + ": TX skbs reach this function, which could not be parsed; fixing its syntax would lift this"})
		return
	}
	fr := &frame{fn: r.fn, info: info, graph: info.graph, prefix: "L1:", depth: 1, path: r.fn.Name, at: at}
	fr.ret = x.p.Type(info.decl.Result, r.fn.File)
	x.enter(r.fn)
	x.bad(fr, argList{})
	st := newState()
	states := []*State{st}
	for i, p := range info.decl.Params {
		var next []*State
		for _, s := range states {
			next = append(next, x.rootArg(s, fr, r, i, p)...)
		}
		states = next
	}
	for _, s := range states {
		for _, out := range x.flow(fr, s) {
			x.publishAll(out.st)
		}
	}
	x.spent += x.steps
	if x.budget != "" {
		x.budget = ""
		x.out.obstacle(Obstacle{Pos: at, Text: r.fn.Name + ": the budget of " + strconv.Itoa(maxSteps) +
			" steps a function was spent; a simpler function, or a larger budget, would lift this"})
	}
	if len(x.untyped) > 0 {
		x.untyped = nil
		x.out.obstacle(Obstacle{Pos: at, Text: r.fn.Name + ": a TX skb is stored in memory whose type is not known; a typed struct field would lift this"})
	}
}

// rootArg makes argument i of a root.
func (x *interp) rootArg(st *State, fr *frame, r *root, i int, p *syntax.VarDecl) []*State {
	t := fr.info.types[p.Name]
	key := fr.prefix + fr.graph.DeclName(p)
	if r.tx && tagOf(elem(t)) == "sk_buff" {
		v := Value{Kind: Skb, Obj: x.newTX(st, fr, p, "ops.tx")}
		st.mem[key] = slot{v: []Value{v}}
		st.trace = st.trace.push(Step{Pos: x.pos(fr, p), Text: r.fn.Name + " gets a TX skb from mac80211"})
		return []*State{st}
	}
	lo, hi := bounds(t)
	s := lattice.NewSym("arg:"+r.fn.Name+":"+strconv.Itoa(i), 0, lo, hi)
	s.Tag, s.Field = "fn:"+r.fn.Name, argName(i)
	var out []*State
	for _, v := range x.loadCell(fr, p, res{st, intv(lattice.Var(s)), t}, Cell{s.Tag, s.Field}) {
		v.st.mem[key] = slot{v: []Value{v.v}}
		out = append(out, v.st)
	}
	return out
}

func argName(i int) string { return "arg" + strconv.Itoa(i) }

// newTX makes a TX skb as mac80211 delivers it.
func (x *interp) newTX(st *State, fr *frame, at syntax.Node, source string) int {
	x.out.entries[posKey(x.pos(fr, at))] = Entry{Function: fr.fn.Name, Pos: x.pos(fr, at), Source: source}
	return x.newObj(st, "tx"+fr.site(at), func(id int) *Obj {
		o := delivered(id, source)
		o.Encap = no
		if x.encap() {
			o.Encap = yes
			o.Data, o.Hdr = lattice.Num(-etherHeader), x.unknownOffset(id, "no802.11")
			o.Len = o.Tail.AddC(etherHeader)
		}
		return o
	})
}

// etherHeader is ETH_HLEN (include/uapi/linux/if_ether.h).
const etherHeader = 14

// encap reports whether the claim is about frames that mac80211 hands over as Ethernet frames.
func (x *interp) encap() bool { return x.flag == "SUPPORTS_TX_ENCAP_OFFLOAD" }

// deferred notes a function that the kernel calls back later.
func (x *interp) deferred(fn *index.Func) { x.defers[fn] = true }

// enter notes a function that a TX skb reached.
func (x *interp) enter(fn *index.Func) {
	x.entered[fn] = true
	if x.p.IsDriver(fn) {
		p := fn.File.Src.Position(fn.Span.Pos)
		x.out.functions[fn.Name+" "+fn.File.Src.Path+":"+strconv.Itoa(p.Line)] = true
	}
}

// dequeuers lists the driver's functions that fetch TX skbs from mac80211.
func (x *interp) dequeuers() []*index.Func {
	var out []*index.Func
	for _, name := range x.table.Names() {
		if eff, ok := x.table.Lookup(name); ok && eff.Ret.Kind == skb.RetTX {
			for _, fn := range x.p.Mentioning(name) {
				if x.p.IsDriver(fn) {
					out = append(out, fn)
				}
			}
		}
	}
	return out
}

// reach knows which functions can hand a TX skb to a caller that gave them none.
type reach struct {
	x      *interp
	giving map[*index.Func]bool
}

// newReach starts from the functions that take TX skbs from mac80211 or out of memory, and follows those that hand
// them to their callers.
func (x *interp) newReach() *reach {
	r := &reach{x: x, giving: map[*index.Func]bool{}}
	queue := x.dequeuers()
	for _, c := range x.hotCells() {
		queue = append(queue, x.loaders(c)...)
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		if r.giving[fn] {
			continue
		}
		r.giving[fn] = true
		if x.handsOut(fn) {
			queue = append(queue, x.callersOf(fn)...)
		}
	}
	return r
}

func (r *reach) touches(fn *index.Func) bool { return r != nil && r.giving[fn] }

// callersOf lists the functions that call fn by name or that call through a field it is stored in.
func (x *interp) callersOf(fn *index.Func) []*index.Func {
	var out []*index.Func
	for _, c := range x.p.Callers(fn) {
		out = append(out, c.In)
	}
	for _, u := range x.p.AddressTaken(fn) {
		if u.Field != "" {
			out = append(out, x.p.FieldLoads(u.FieldTag, u.Field)...)
		}
	}
	return out
}

// handsOut reports whether a function's type lets it give a TX skb to its caller.
func (x *interp) handsOut(fn *index.Func) bool {
	info := x.info(fn)
	if info == nil {
		return true
	}
	if t := info.decl.Result; t != nil && t.Kind == syntax.Pointer {
		return true
	}
	for _, p := range info.decl.Params {
		t := elem(info.types[p.Name])
		if t == nil {
			continue
		}
		if t.Kind == ctypes.Ptr || tagOf(t) == "sk_buff_head" || tagOf(t) == "list_head" {
			return true
		}
	}
	return false
}

func (x *interp) hotCells() []Cell {
	var out []Cell
	for c := range x.cells {
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Tag+"."+out[i].Field < out[j].Tag+"."+out[j].Field })
	return out
}

// loaders lists the functions that read a cell.
func (x *interp) loaders(c Cell) []*index.Func {
	field := strings.TrimRight(c.Field, "#[]")
	switch {
	case strings.HasPrefix(c.Tag, "fn:"):
		var out []*index.Func
		for fn := range x.defers {
			if "fn:"+fn.Name == c.Tag {
				out = append(out, fn)
			}
		}
		return out
	case c.Tag == "" && strings.HasPrefix(field, "g:"):
		name, _, _ := strings.Cut(strings.TrimPrefix(field, "g:"), "@")
		return x.p.Mentioning(name)
	case field == "*":
		return x.unionLoaders(c.Tag, x.unions[c.Tag], 0)
	}
	fns := x.p.FieldLoads(c.Tag, field)
	if !strings.HasSuffix(c.Field, "#") {
		return fns
	}
	var out []*index.Func
	for _, fn := range fns {
		if x.takesFrom(fn, field) {
			out = append(out, fn)
		}
	}
	return out
}

// takesFrom reports whether a function uses a container in any other way than to set it up or to look how long it is.
func (x *interp) takesFrom(fn *index.Func, field string) bool {
	decl, err := x.p.Parse(fn)
	if err != nil {
		return true
	}
	uses, harmless := 0, 0
	syntax.Walk(decl.Body, func(n syntax.Node) bool {
		if m, ok := n.(*syntax.Member); ok && m.Name == field {
			uses++
		}
		if c, ok := n.(*syntax.Call); ok && setsUp(macroName(c)) {
			for _, a := range c.Args {
				syntax.Walk(a, func(n syntax.Node) bool {
					if m, ok := n.(*syntax.Member); ok && m.Name == field {
						harmless++
					}
					return true
				})
			}
		}
		return true
	})
	return uses == 0 || uses > harmless
}

// setsUp names the kernel functions that give nothing out of a queue or list.
func setsUp(name string) bool {
	switch name {
	case "skb_queue_head_init", "__skb_queue_head_init", "INIT_LIST_HEAD", "skb_queue_len", "skb_queue_empty",
		"skb_queue_purge", "list_empty", "idr_init", "idr_destroy", "xa_init", "xa_destroy", "skb_queue_len_lockless",
		"skb_queue_empty_lockless", "__skb_queue_purge", "spin_lock_init", "init_llist_head",
		"skb_queue_tail", "__skb_queue_tail", "skb_queue_head", "__skb_queue_head":
		return true
	}
	return false
}

func (x *interp) unionLoaders(tag string, t *ctypes.Type, depth int) []*index.Func {
	var out []*index.Func
	if t == nil || depth > 4 {
		return nil
	}
	for _, f := range t.Fields {
		if f.Name != "" {
			out = append(out, x.p.FieldLoads(tag, f.Name)...)
		} else if f.Type != nil {
			out = append(out, x.unionLoaders(f.Type.Tag, f.Type, depth+1)...)
		}
	}
	return out
}

// addLoaders makes roots of the functions that can take a TX skb out of memory in a call nobody was seen to make.
func (x *interp) addLoaders(roots map[*index.Func]*root) bool {
	x.reach = x.newReach()
	more := false
	open := map[*index.Func]bool{}
	for fn := range x.reach.giving {
		if roots[fn] == nil && x.p.IsDriver(fn) && !x.covered(fn) {
			open[fn] = true
		}
	}
	// Callers first: what they call is then interpreted where it is called.
	for fn := range open {
		if !x.calledBy(fn, open) {
			roots[fn] = &root{fn: fn}
			more = true
		}
	}
	if !more {
		for fn := range open {
			roots[fn] = &root{fn: fn}
			more = true
		}
	}
	return more
}

func (x *interp) calledBy(fn *index.Func, set map[*index.Func]bool) bool {
	for _, c := range x.callersOf(fn) {
		if c != fn && set[c] {
			return true
		}
	}
	return false
}

// covered reports whether every call of fn was seen from a function that was interpreted.
func (x *interp) covered(fn *index.Func) bool {
	if x.defers[fn] {
		return false
	}
	if !x.entered[fn] {
		return x.dead(fn)
	}
	for _, c := range x.p.Callers(fn) {
		if !x.hotCall[callSite{c.In, fn}] {
			return false
		}
	}
	for _, u := range x.p.AddressTaken(fn) {
		if u.Field == "" || len(x.p.FieldLoads(u.FieldTag, u.Field)) == 0 {
			return false // given to the kernel
		}
	}
	return true
}

// dead reports whether nothing refers to a static function.
func (x *interp) dead(fn *index.Func) bool {
	return fn.Static && len(x.p.Callers(fn)) == 0 && len(x.p.AddressTaken(fn)) == 0
}
