package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// argList is one outcome of evaluating the arguments of a call.
type argList struct {
	st   *State
	args []res
}

func (x *interp) evalArgs(st *State, fr *frame, args []syntax.Expr) []argList {
	lists := []argList{{st: st}}
	for _, a := range args {
		var next []argList
		for _, l := range lists {
			for _, r := range x.eval(l.st, fr, a) {
				args := append(append([]res(nil), l.args...), r)
				next = append(next, argList{r.st, args})
			}
		}
		lists = next
	}
	return lists
}

func (x *interp) evalCall(st *State, fr *frame, e *syntax.Call) []res {
	if key := early(fr, e); len(st.mem[key].v) == 1 { // was called for all states of the node at once
		v := st.mem[key].v[0]
		delete(st.mem, key)
		return []res{{st, v, x.typeOf(fr, e)}}
	}
	id, named := e.Fun.(*syntax.Ident)
	if named && x.localType(fr, id) == nil {
		if b, ok := x.builtins[id.Name]; ok && !x.driverDefines(fr, id.Name) {
			return b(x, st, fr, e)
		}
		return x.callNamed(st, fr, e, id.Name)
	}
	var out []res
	for _, f := range x.eval(st, fr, e.Fun) {
		for _, l := range x.evalArgs(f.st, fr, e.Args) {
			out = append(out, x.callValue(fr, e, f.v, l)...)
		}
	}
	return out
}

func (x *interp) localType(fr *frame, id *syntax.Ident) *ctypes.Type {
	name := fr.graph.Name(id)
	for f := fr; f != nil; f = f.outer {
		if t, ok := f.info.types[name]; ok {
			return t
		}
	}
	return nil
}

func (x *interp) driverDefines(fr *frame, name string) bool {
	for _, f := range x.p.Funcs(name, fr.fn.File) {
		if x.p.IsDriver(f) {
			return true
		}
	}
	return false
}

// callNamed calls a function or opens a macro by its name: the driver's own definition first, then what the table
// says of the kernel's, then a macro or an inline function of a header.
func (x *interp) callNamed(st *State, fr *frame, e *syntax.Call, name string) []res {
	fns := x.p.Funcs(name, fr.fn.File)
	own := len(fns) > 0 && x.p.IsDriver(fns[0])
	if own {
		var out []res
		for _, l := range x.evalArgs(st, fr, e.Args) {
			out = append(out, x.callFuncs(fr, e, fns, l)...)
		}
		return out
	}
	macros := x.p.Macro(name, fr.fn.File)
	ownMacro := len(macros) > 0 && x.ownFile(macros[0].File)
	if eff, ok := x.table.Lookup(name); ok && !ownMacro {
		var out []res
		for _, l := range x.evalArgs(st, fr, e.Args) {
			out = append(out, x.applyEffect(fr, e, eff, l)...)
		}
		return out
	}
	if len(macros) > 0 && macros[0].FuncLike {
		return x.openMacro(st, fr, e, macros)
	}
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		if len(fns) > 0 {
			out = append(out, x.callFuncs(fr, e, fns, l)...)
			continue
		}
		if x.anyHot(l) {
			x.obstacle(fr, e, "%s: a TX skb is passed to %s(), whose body and effect are not known; a row in the table of kernel functions or its source would lift this", fr.fn.Name, name)
		}
		out = append(out, res{l.st, x.result(l.st, fr, e, name), x.typeOf(fr, e)})
	}
	return out
}

// result is the unknown value of a call.
func (x *interp) result(st *State, fr *frame, e syntax.Expr, name string) Value {
	v := x.fresh(fr, e, name, x.typeOf(fr, e))
	x.renew(st, v)
	return v
}

// renew forgets memory behind an opaque pointer whose name is about to be given to a new value.
func (x *interp) renew(st *State, v Value) {
	key := "*" + v.N.String()
	for k, sl := range st.mem {
		if strings.HasPrefix(k, key) && (len(k) == len(key) || strings.ContainsAny(k[len(key):len(key)+1], ".[#")) {
			for _, w := range sl.v {
				if w.hot() {
					x.publish(st, sl.cell, w)
				}
			}
			delete(st.mem, k)
		}
	}
	if s, _, ok := v.N.Single(); ok {
		st.facts = st.facts.Keep(func(t *lattice.Sym) bool { return t.Key != s.Key })
	}
}

// callValue calls what a function pointer holds.
func (x *interp) callValue(fr *frame, e *syntax.Call, f Value, l argList) []res {
	if f.Kind == Fun {
		return x.callFuncs(fr, e, f.Fns, l)
	}
	var fns []*index.Func
	closed := false
	where := "a function pointer"
	if s, _, ok := f.N.Single(); ok && f.Kind == Int && s.Tag != "" {
		fns, closed = x.fieldFuncs(Cell{s.Tag, s.Field})
		where = s.Tag + "." + s.Field
	} else if v := x.tableOf(fr, e.Fun); v != nil {
		fns, closed = x.p.VarFuncs(v.Var)
		where = v.Var.Name
	} else if m, ok := e.Fun.(*syntax.Member); ok {
		if c := x.staticCell(fr, m); c.Tag != "" {
			fns, closed = x.fieldFuncs(c)
			where = c.Tag + "." + c.Field
		}
	}
	if x.anyHot(l) && (len(fns) == 0 || !closed) {
		x.obstacle(fr, e, "%s: a TX skb is passed through %s, and not every function stored there was found; an initialiser or assignment with a function's name would lift this", fr.fn.Name, where)
	}
	if len(fns) == 0 {
		return []res{{l.st, x.result(l.st, fr, e, "call"), x.typeOf(fr, e)}}
	}
	return x.callFuncs(fr, e, fns, l)
}

// tableOf is the file-scope variable, or table of functions, that a call goes through; nil if it is another call.
func (x *interp) tableOf(fr *frame, e syntax.Expr) *callgraph.VarInfo {
	for {
		switch f := e.(type) {
		case *syntax.Index:
			e = f.X
			continue
		case *syntax.Unary:
			if f.Op == "*" {
				e = f.X
				continue
			}
		case *syntax.Ident:
			if v := x.p.Var(f.Name, fr.fn.File); v != nil && v.Var != nil && x.localType(fr, f) == nil {
				return v
			}
		}
		return nil
	}
}

// callFuncs calls each of several functions that a call can mean, each on a copy of the state.
func (x *interp) callFuncs(fr *frame, e *syntax.Call, fns []*index.Func, l argList) []res {
	return x.callAll(fr, e, fns, []argList{l})
}

// callAll calls functions for many states at once, so that a callee is interpreted once for all of them.
func (x *interp) callAll(fr *frame, e *syntax.Call, fns []*index.Func, lists []argList) []res {
	var out []res
	for i, fn := range fns {
		var batch, quiet []argList
		for _, l := range lists {
			if i < len(fns)-1 {
				l.st = l.st.clone()
			}
			r, done, cold := x.callCheap(fr, e, fn, l)
			switch {
			case done:
				out = append(out, r...)
			case cold:
				quiet = append(quiet, l)
			default:
				batch = append(batch, l)
			}
		}
		if len(quiet) > 0 {
			x.hotCall[callSite{fr.fn, fn}] = true
			out = append(out, x.run(fr, e, fn, x.info(fn), quiet, true)...)
		}
		if len(batch) > 0 {
			x.hotCall[callSite{fr.fn, fn}] = true
			out = append(out, x.run(fr, e, fn, x.info(fn), batch, false)...)
		}
	}
	return out
}

func (x *interp) anyHot(l argList) bool {
	for _, a := range l.args {
		if x.hotArg(l.st, a.v) {
			return true
		}
	}
	return false
}

// hotArg reports whether a TX skb, its bytes, or memory that holds one can be reached through an argument.
func (x *interp) hotArg(st *State, v Value) bool {
	v = decayed(v)
	switch v.Kind {
	case Skb, Data, Frag:
		return st.objs[v.Obj] != nil && !st.objs[v.Obj].Gone
	case Addr:
		queue := v.Cell
		queue.Field += "#"
		return v.Obj != 0 || st.hotUnder(v.Loc) || st.mem[v.Loc+"#"].v != nil || x.hotCell(v.Cell) || x.hotCell(queue)
	case Int:
		return len(v.N.T) > 0 && (st.hotUnder("*"+v.N.String()) || st.mem["*"+v.N.String()+"#"].v != nil)
	}
	return false
}

// warmArg reports whether a number made from a frame is passed.
func warm(l argList) bool {
	for _, a := range l.args {
		if a.v.Kind == Int && a.v.N.HasObj() {
			return true
		}
	}
	return false
}

// Bodies up to these sizes (bytes of source) are interpreted although no TX skb reaches them: accessors and the
// functions that compute header lengths and descriptor sizes.
const (
	coldBody = 800
	warmBody = 6000
)

// worth decides whether a call has to be interpreted.
func (x *interp) worth(fr *frame, fn *index.Func, l argList) (yes, cold bool) {
	if x.anyHot(l) {
		return true, false
	}
	size := fn.Span.End - fn.BodyPos
	if x.reach.touches(fn) { // takes TX skbs out of memory: followed if it can hand them over, else a root of its own
		return x.givesBack(fn, l) && x.depthCold(fr) < maxDepth/4, true
	}
	if warm(l) && size <= warmBody && x.depthCold(fr) < 2*maxCold {
		return true, true
	}
	return size <= coldBody && x.depthCold(fr) < maxCold, true
}

// givesBack reports whether a function can hand a TX skb to its caller: by its result or through a pointer argument
// to the caller's locals.
func (x *interp) givesBack(fn *index.Func, l argList) bool {
	info := x.info(fn)
	if info == nil {
		return false
	}
	if t := info.decl.Result; t != nil && t.Kind == syntax.Pointer {
		return true
	}
	for _, a := range l.args {
		if a.v.Kind == Addr && strings.HasPrefix(a.v.Loc, "L") && x.holdsSkb(elem(a.t), 0) {
			return true
		}
	}
	return false
}

// holdsSkb reports whether memory of a type can hold a pointer to an skb.
func (x *interp) holdsSkb(t *ctypes.Type, depth int) bool {
	if t == nil {
		return true
	}
	switch t.Kind {
	case ctypes.Ptr:
		return t.Elem == nil || t.Elem.Kind == ctypes.Void || t.Elem.Kind == ctypes.Unknown || tagOf(t.Elem) == "sk_buff" ||
			t.Elem.Kind == ctypes.Int && t.Elem.Size == 1
	case ctypes.Array:
		return x.holdsSkb(t.Elem, depth)
	case ctypes.Struct, ctypes.Union:
		if t.Tag == "sk_buff_head" {
			return true
		}
		if t.Tag == "list_head" { // of skbs by their own list member
			return x.hotTag("sk_buff")
		}
		if depth > 3 {
			return true
		}
		for _, f := range t.Fields {
			if x.holdsSkb(f.Type, depth+1) {
				return true
			}
		}
		return len(t.Fields) == 0
	case ctypes.Unknown:
		return true
	}
	return false
}

// hotTag reports whether any cell of a struct type holds a TX skb.
func (x *interp) hotTag(tag string) bool {
	for c := range x.cells {
		if c.Tag == tag {
			return true
		}
	}
	return false
}

func (x *interp) depthCold(fr *frame) int {
	n := 0
	for f := fr; f != nil && f.cold; f = f.caller {
		n++
	}
	return n
}

// callCheap deals with the calls that need no run of the callee for a TX skb; done is false for those that do.
func (x *interp) callCheap(fr *frame, e *syntax.Call, fn *index.Func, l argList) (out []res, done, cold bool) {
	do, cold := x.worth(fr, fn, l)
	if do && (x.onStack(fr, fn) >= 3 || fr.depth >= maxDepth) {
		do = false
		if !cold {
			x.obstacle(fr, e, "%s: %s() is called too deep, or recursively, with a TX skb; a loop instead would lift this", fr.fn.Name, fn.Name)
		}
	}
	info := (*funcInfo)(nil)
	if do {
		if info = x.info(fn); info == nil {
			do = false
			if !cold {
				x.obstacle(fr, e, "%s: a TX skb reaches %s(), which could not be parsed; fixing its syntax would lift this", fr.fn.Name, fn.Name)
			}
		}
	}
	switch {
	case !do:
		return x.skip(fr, e, fn, l), true, cold
	case cold && !warm(l) && !x.reach.touches(fn):
		if givesLocal(l) {
			return x.skip(fr, e, fn, l), true, true
		}
		return x.callCold(fr, e, fn, info, l), true, true
	}
	return nil, false, cold
}

func (x *interp) resultType(fn *index.Func) *ctypes.Type {
	if info := x.info(fn); info != nil {
		return x.p.Type(info.decl.Result, fn.File)
	}
	return nil
}

func (x *interp) onStack(fr *frame, fn *index.Func) int {
	n := 0
	for f := fr; f != nil; f = f.caller {
		if f.fn == fn && f.outer == nil {
			n++
		}
	}
	return n
}

// run interprets a call for one or more states.
func (x *interp) run(fr *frame, e *syntax.Call, fn *index.Func, info *funcInfo, lists []argList, cold bool) []res {
	sub := &frame{fn: fn, info: info, graph: info.graph, depth: fr.depth + 1, caller: fr, cold: cold, at: x.pos(fr, e)}
	sub.prefix = "L" + strconv.Itoa(sub.depth) + ":"
	sub.path = shorten(fr.path + "/" + strconv.Itoa(e.Range().Pos) + fn.Name)
	sub.ret = x.p.Type(info.decl.Result, fn.File)
	if !cold {
		x.enter(fn)
		x.bad(sub, lists[0])
	}
	step := Step{Pos: sub.at, Text: fr.fn.Name + " calls " + fn.Name}
	states := make([]*State, len(lists))
	for i, l := range lists {
		states[i] = l.st
		l.st.trace = l.st.trace.push(step)
		l.st.trace.call = sub.depth
		for i, p := range info.decl.Params {
			if i < len(l.args) {
				l.st.mem[sub.prefix+info.graph.DeclName(p)] = slot{v: []Value{x.convert(l.st, fr, e, l.args[i].v, info.types[p.Name])}}
			}
		}
	}
	out := x.flow(sub, states...)
	for i := range out {
		out[i].v = x.structResult(out[i].st, fr, e, sub, out[i].v)
		x.leave(out[i].st, sub.prefix)
		x.settle(out[i].st)
		out[i].st.trace = out[i].st.trace.unwind(sub.depth)
		out[i].t = sub.ret
		if out[i].v.Kind == Int && sub.ret != nil {
			out[i].v = x.convert(out[i].st, fr, e, out[i].v, sub.ret)
		}
	}
	return out
}

// structResult keeps a struct that a function returns beyond the locals it is made of.
func (x *interp) structResult(st *State, fr *frame, e *syntax.Call, sub *frame, v Value) Value {
	if v.Kind != Addr || !sub.ret.IsRecord() || !strings.HasPrefix(v.Loc, sub.prefix) {
		return v
	}
	kept := fr.prefix + "result" + fr.site(e)
	x.forgetUnder(st, kept)
	for k, sl := range st.mem {
		if rest, ok := strings.CutPrefix(k, v.Loc); ok && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			st.mem[kept+rest] = sl
		}
	}
	v.Loc = kept
	return v
}

// bad reports syntax errors of a function that a TX skb reaches.
func (x *interp) bad(fr *frame, l argList) {
	if fr.cold {
		return
	}
	for _, s := range fr.info.bad {
		x.out.obstacle(Obstacle{Pos: Pos{fr.fn.File.Src, s.Pos, s.End}, Text: fr.fn.Name +
			": a TX skb reaches this function, and this part of it could not be parsed; plainer C here would lift this"})
	}
}

// leave drops the locals of a finished activation.
func (x *interp) leave(st *State, prefix string) {
	for k := range st.mem {
		if strings.HasPrefix(k, prefix) {
			delete(st.mem, k)
		}
	}
}

// shorten bounds the text of a call chain; it must stay different for different chains.
func shorten(s string) string {
	if len(s) <= 160 {
		return s
	}
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return "~" + strconv.FormatUint(h, 36)
}
