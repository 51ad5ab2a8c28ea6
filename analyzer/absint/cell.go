package absint

import (
	"sort"
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// cell is what the program stores in one struct field, over all objects of the type and all time: the TX skbs, and
// pointers into them, in the states in which transmit and completion paths leave them there.
type cell struct {
	alts    []*alt
	keys    map[string]bool
	general bool // the states were joined because there were too many
	joined  bool // absorbs changed an alternative
}

// absorbs joins a into an alternative for the same kind of skb in the same place of its buffer.
func (cl *cell) absorbs(a *alt) bool {
	for _, b := range cl.alts {
		if !b.v.equal(a.v) || !b.obj.covers(a.obj) {
			continue
		}
		facts := lattice.Join(b.facts, a.facts)
		if facts.Hash() != b.facts.Hash() {
			b.facts, cl.joined = facts, true
		}
		for k, sl := range b.cb {
			if o, ok := a.cb[k]; !ok || !o.v[0].equal(sl.v[0]) {
				delete(b.cb, k)
				cl.joined = true
			}
		}
		return true
	}
	return false
}

// covers reports whether what is known of o holds for p, too.
func (o *Obj) covers(p *Obj) bool {
	q := *p
	if o.Mgmt != open && o.Mgmt != p.Mgmt || o.Cloned != open && o.Cloned != p.Cloned {
		return false
	}
	if q.Part != nil && o.Part == nil {
		q.Part = nil
	}
	return o.hash() == q.hash()
}

// alt is one skb in a cell, with buffer number self standing for the skb.
type alt struct {
	v     Value
	obj   *Obj
	cb    map[string]slot // what is known of its cb
	facts *lattice.Facts
	trace *trace
}

// self is the buffer number used inside an alt.
const self = -1

// hotCell reports whether a TX skb was found to be stored in a field.
func (x *interp) hotCell(c Cell) bool {
	cl := x.cells[c]
	return cl != nil && len(cl.alts) > 0
}

// publish puts a value that leads to a TX skb into a cell, in the state the skb is in now.
func (x *interp) publish(st *State, c Cell, v Value) {
	o := st.objs[v.Obj]
	if o == nil || o.Gone {
		return
	}
	if c == (Cell{}) {
		x.untyped = append(x.untyped, v)
		return
	}
	a := x.snapshot(st, v, o)
	cl := x.cells[c]
	if cl == nil {
		cl = &cell{keys: map[string]bool{}}
		x.cells[c] = cl
	}
	if cl.absorbs(a) {
		if cl.joined {
			x.dirty[c], cl.joined = true, false
		}
		return
	}
	k := a.key()
	if cl.keys[k] {
		return
	}
	cl.keys[k] = true
	if len(cl.alts) >= maxAlts {
		if !cl.general {
			cl.general = true
			x.generalise(c, cl)
		}
		a.forget()
		if k := a.key(); cl.keys[k] {
			return
		} else {
			cl.keys[k] = true
		}
	}
	cl.alts = append(cl.alts, a)
	x.dirty[c] = true
}

// snapshot describes one skb by itself, its number replaced by self and everything that only this activation knows
// replaced by unknowns.
func (x *interp) snapshot(st *State, v Value, o *Obj) *alt {
	id := v.Obj
	known := map[string]*lattice.Sym{}
	stable := func(s *lattice.Sym) lattice.Lin {
		if s.Mentions(id) && ownOnly(s, id) {
			return lattice.Var(s.Rebase(id, self))
		}
		if c, ok := st.facts.Value(lattice.Var(s)); ok {
			return lattice.Num(c)
		}
		if n := known[s.Key]; n != nil {
			return lattice.Var(n)
		}
		r := st.facts.Bounds(s)
		if s.Obj == 0 && strings.HasPrefix(s.Op, "?") {
			r = lattice.Range{Lo: outwards(r.Lo), Hi: outwards(r.Hi)}
		}
		n := lattice.NewSym("?kept"+strconv.Itoa(len(known))+"#"+lattice.Num(r.Lo).String()+".."+lattice.Num(r.Hi).String(), self, r.Lo, r.Hi)
		if s.Op == loaded && s.Tag != "" {
			n = lattice.NewSym("config:"+s.Tag+"."+s.Field, 0, s.Lo, s.Hi)
			n.Tag, n.Field = s.Tag, s.Field
		}
		if s.Op[0] == 'c' && strings.HasPrefix(s.Op, "config:") {
			n = s
		}
		known[s.Key] = n
		return lattice.Var(n)
	}
	re := func(l lattice.Lin) lattice.Lin { return l.Map(stable) }
	o = o.mapLin(re)
	o.From = ""
	a := &alt{obj: o, cb: map[string]slot{}, trace: st.trace}
	a.v = v.mapLin(re)
	a.v.Obj = self
	if v.Kind == Addr {
		a.v.Loc = objKey(self) + strings.TrimPrefix(v.Loc, objKey(id))
	}
	a.snapshotCB(st, id, re)
	placed := a.placed()
	a.facts = st.facts.Map(func(s *lattice.Sym) *lattice.Sym {
		if s.Mentions(id) && ownOnly(s, id) {
			if r := s.Rebase(id, self); placed[r.Key] {
				return r
			}
		}
		return nil
	})
	return a
}

// placed are the symbols that say where the skb's ends and header are: facts about others are not worth keeping apart.
func (a *alt) placed() map[string]bool {
	out := map[string]bool{hdrlen(self).Key: true, bodylen(self).Key: true}
	for _, l := range [...]lattice.Lin{a.obj.Data, a.obj.Tail, a.obj.Len, a.obj.Hdr, a.v.N} {
		for _, s := range l.Symbols() {
			out[s.Key] = true
		}
	}
	return out
}

func (a *alt) snapshotCB(st *State, id int, re func(lattice.Lin) lattice.Lin) {
	prefix := objKey(id) + "."
	for k, sl := range st.mem {
		if rest, ok := strings.CutPrefix(k, prefix); ok && len(sl.v) == 1 && sl.v[0].Kind == Int {
			n := re(sl.v[0].N)
			if len(n.T) == 0 || n.Mentions(self) || !strings.Contains(n.String(), "?") {
				a.cb[rest] = slot{v: []Value{intv(n)}, cell: sl.cell}
			}
		}
	}
}

// ownOnly reports whether a symbol is made from attributes of buffer id and nothing else.
func ownOnly(s *lattice.Sym, id int) bool {
	if s.Obj != 0 && s.Obj != id {
		return false
	}
	if s.Obj == 0 && len(s.Args) == 0 {
		return false
	}
	for _, a := range s.Args {
		for _, t := range a.T {
			if !ownOnly(t.S, id) {
				return false
			}
		}
	}
	return true
}

func (a *alt) key() string {
	var cb []string
	for k, sl := range a.cb {
		cb = append(cb, k+"="+sl.v[0].String())
	}
	sort.Strings(cb)
	return a.v.String() + "|" + a.obj.String() + "|" + strings.Join(cb, ",") + "|" + a.facts.String()
}

// generalise lets a cell that holds too many different states forget the offsets of all.
func (x *interp) generalise(c Cell, cl *cell) {
	for _, a := range cl.alts {
		a.forget()
	}
	cl.keys = map[string]bool{}
	var out []*alt
	for _, a := range cl.alts {
		if k := a.key(); !cl.keys[k] {
			cl.keys[k] = true
			out = append(out, a)
		}
	}
	cl.alts = out
}

func (a *alt) forget() {
	unknown := func(what string) lattice.Lin {
		return lattice.Var(lattice.NewSym("?general-"+what, self, -lattice.Inf, lattice.Inf))
	}
	o := *a.obj
	o.Data, o.Tail, o.Len, o.Hdr = unknown("data"), unknown("tail"), unknown("len"), unknown("hdr")
	if !o.Private {
		o.Guard = ""
	}
	a.obj = &o
	a.v.N = lattice.Lin{}
	if a.v.Kind == Data {
		a.v.N = unknown("ptr")
	}
	a.cb, a.facts = map[string]slot{}, nil
}

// loadCell gives what a location whose content this path does not know can hold: something that is no TX skb, or any
// of the TX skbs stored in its cell.
func (x *interp) loadCell(fr *frame, at syntax.Node, first res, c Cell) []res {
	if c == (Cell{}) {
		return []res{first}
	}
	x.reads[c] = true
	cl := x.cells[c]
	if cl == nil {
		return []res{first}
	}
	if x.received(first.st, first.v) {
		x.out.assume(Assumption{ID: "rx-ring", Pos: x.pos(fr, at), Text: "an skb whose ring entry is synchronised from the device is a received frame"})
		return []res{first}
	}
	var out []res
	for _, a := range cl.alts {
		st := first.st.clone()
		out = append(out, res{st, x.instantiate(st, fr, at, c, a, entryOf(first.v)), first.t})
	}
	return append(out, first)
}

// received reports whether the ring entry that a value was loaded from was synchronised from the device on this path:
// then it holds a received frame.
func (x *interp) received(st *State, v Value) bool {
	base := entryOf(v)
	if base == "" {
		return false
	}
	for k := range st.mem {
		if addr, ok := strings.CutPrefix(k, rxMark); ok && strings.Contains(addr, base+".") {
			return true
		}
	}
	return false
}

// entryOf is the location of the struct that a value was loaded from.
func entryOf(v Value) string {
	s, _, ok := v.N.Single()
	if !ok || s.Op != loaded {
		return ""
	}
	base := s.Key[:max(0, strings.LastIndexByte(s.Key, '.'))]
	base = strings.TrimPrefix(base, loaded+":")
	if !strings.HasPrefix(base, "*") {
		return ""
	}
	return base
}

// rxMark begins the locations that remember addresses synchronised from the device.
const rxMark = "Lrx:"

// fromDevice notes that an address was unmapped or synchronised from the device: what its ring entry holds was
// received.
func (x *interp) fromDevice(st *State, addr Value) {
	if addr.Kind != Int || len(addr.N.T) == 0 {
		return
	}
	st.mem[rxMark+addr.N.String()] = slot{v: []Value{num(1)}, lost: true}
	for _, o := range st.objs {
		if o.From != "" && strings.Contains(addr.N.String(), o.From+".") {
			for id, p := range st.objs {
				if p == o {
					st.free(id)
				}
			}
		}
	}
}

func (x *interp) instantiate(st *State, fr *frame, at syntax.Node, c Cell, a *alt, from string) Value {
	key := c.Tag + "." + c.Field + fr.site(at)
	id := x.newObj(st, key, func(id int) *Obj {
		o := a.obj.mapLin(func(l lattice.Lin) lattice.Lin { return l.Rebase(self, id) })
		o.From = from
		return o
	})
	for k, sl := range a.cb {
		st.mem[objKey(id)+"."+k] = slot{v: []Value{sl.v[0].rebase(self, id)}, cell: sl.cell}
	}
	st.facts = lattice.Merge(st.facts, a.facts.Rebase(self, id))
	up := a.trace
	if up != nil {
		up = up.push(Step{Pos: x.pos(fr, at), Text: fr.fn.Name + " takes the skb from " + cellName(c)})
	}
	st.trace = up
	return a.v.rebase(self, id)
}

func cellName(c Cell) string {
	tag, field := c.Tag, strings.TrimRight(c.Field, "#[]*")
	if strings.HasPrefix(field, "g:") {
		name, _, _ := strings.Cut(strings.TrimPrefix(field, "g:"), "@")
		return name
	}
	if tag == "" {
		return field
	}
	return tag + "." + field
}

// publishAll puts every TX skb that outlives an activation into the cells of the memory it lies in.
func (x *interp) publishAll(st *State) {
	keys := make([]string, 0, len(st.mem))
	for k := range st.mem {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		if strings.HasPrefix(k, "L") {
			continue
		}
		for _, v := range st.mem[k].v {
			if v.hot() && !(v.Obj == locObj(k)) {
				x.publish(st, st.mem[k].cell, v)
			}
		}
	}
}

// settle moves TX skbs that only memory still holds, under names that no local leads to, from the path to their cells.
func (x *interp) settle(st *State) {
	var hot []string
	for k, sl := range st.mem {
		if !strings.HasPrefix(k, "L") && locObj(k) == 0 && hotSlot(sl) {
			hot = append(hot, k)
		}
	}
	if len(hot) == 0 {
		return
	}
	held := map[int]bool{}
	var names []string
	for k, sl := range st.mem {
		if !strings.HasPrefix(k, "L") {
			continue
		}
		for _, v := range sl.v {
			held[v.Obj] = true
			if v.Kind == Addr {
				names = append(names, v.Loc)
			} else if v.Kind == Int && len(v.N.T) > 0 {
				names = append(names, "*"+v.N.String())
			}
		}
	}
	sort.Strings(hot)
	for _, k := range hot {
		if sl := st.mem[k]; !sl.heldBy(held) && !reachable(k, names) {
			for _, v := range sl.v {
				if v.hot() {
					x.publish(st, sl.cell, v)
				}
			}
			delete(st.mem, k)
		}
	}
}

func (sl slot) heldBy(held map[int]bool) bool {
	for _, v := range sl.v {
		if v.Obj != 0 && held[v.Obj] {
			return true
		}
	}
	return false
}

func reachable(key string, names []string) bool {
	for _, n := range names {
		if strings.HasPrefix(key, n) {
			return true
		}
	}
	return false
}

// fieldFuncs lists the functions stored in a field of the program.
func (x *interp) fieldFuncs(c Cell) ([]*index.Func, bool) { return x.p.FieldFuncs(c.Tag, c.Field) }

// fieldInts lists the constants a field can hold. It answers only for fields that nothing but initialisers of
// file-scope variables set: the tables of chips and buses.
func (x *interp) fieldInts(c Cell) ([]int64, bool) {
	if r, ok := x.ints[c]; ok {
		return r.vals, r.closed
	}
	r := intSet{}
	if len(x.p.Mentioning(c.Field)) <= maxMentions {
		stores := x.p.FieldStores(c.Tag, c.Field)
		table := len(stores) > 0
		for _, s := range stores {
			table = table && s.Var != nil
		}
		if table {
			r.vals, r.closed = x.p.FieldInts(c.Tag, c.Field)
			r.closed = r.closed && len(r.vals) > 0
		}
	}
	x.ints[c] = r
	return r.vals, r.closed
}

type intSet struct {
	vals   []int64
	closed bool
}

// maxMentions bounds how many functions are searched for stores to a field.
const maxMentions = 80
