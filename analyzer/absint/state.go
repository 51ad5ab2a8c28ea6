package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/lattice"
)

// slot is the content of one memory location: one value, or several where the location stands for many (an array
// element, a queue) or where paths with different values met.
type slot struct {
	v    []Value
	many bool // stands for several locations: a store adds, a load may find something unknown
	cell Cell // the struct field, for memory that outlives the activation
	lost bool // a number was stored here, and which does not matter to any frame
}

// State is what is known at one point of one path. A State has one owner, which may change it; clone before sharing.
type State struct {
	mem   map[string]slot
	objs  map[int]*Obj
	facts *lattice.Facts
	trace *trace
}

// trace is the path of a witness, newest step first.
type trace struct {
	step Step
	up   *trace
	n    int
	call int // depth of the activation this step entered, 0 if it is no call
}

// unwind gives the path as it was before the activation of a depth was entered.
func (t *trace) unwind(depth int) *trace {
	for ; t != nil; t = t.up {
		if t.call == depth {
			return t.up
		}
	}
	return nil
}

func (t *trace) push(s Step) *trace {
	n := 1
	if t != nil {
		n = t.n + 1
	}
	return &trace{step: s, up: t, n: n}
}

func (t *trace) steps() []Step {
	if t == nil {
		return nil
	}
	out := make([]Step, t.n)
	for i := t.n - 1; t != nil; i, t = i-1, t.up {
		out[i] = t.step
	}
	return out
}

func newState() *State { return &State{mem: map[string]slot{}, objs: map[int]*Obj{}} }

func (s *State) clone() *State {
	n := &State{mem: make(map[string]slot, len(s.mem)), objs: make(map[int]*Obj, len(s.objs)), facts: s.facts, trace: s.trace}
	for k, v := range s.mem {
		n.mem[k] = v
	}
	for k, v := range s.objs {
		n.objs[k] = v
	}
	return n
}

// edit replaces buffer id by a changed copy.
func (s *State) edit(id int, f func(*Obj)) {
	if o := s.objs[id]; o != nil {
		n := *o
		f(&n)
		s.objs[id] = &n
	}
}

// assume adds e >= 0; false: the path is impossible.
func (s *State) assume(f *lattice.Facts, ok bool) bool {
	s.facts = f
	return ok
}

// mapLin applies f to every number of the state but the facts.
func (s *State) mapLin(f func(lattice.Lin) lattice.Lin) {
	for k, sl := range s.mem {
		v := make([]Value, len(sl.v))
		for i := range sl.v {
			v[i] = sl.v[i].mapLin(f)
		}
		sl.v = v
		s.mem[k] = sl
	}
	for id, o := range s.objs {
		s.objs[id] = o.mapLin(f)
	}
}

// symbols lists every symbol that occurs outside the facts.
func (s *State) symbols() map[string]*lattice.Sym {
	seen := map[string]*lattice.Sym{}
	add := func(l lattice.Lin) {
		for _, x := range l.T {
			if seen[x.S.Key] == nil {
				for _, y := range lattice.Var(x.S).Symbols() {
					seen[y.Key] = y
				}
			}
		}
	}
	for _, sl := range s.mem {
		for _, v := range sl.v {
			add(v.N)
		}
	}
	for _, o := range s.objs {
		add(o.Data)
		add(o.Tail)
		add(o.Len)
		add(o.Hdr)
	}
	return seen
}

// renameObj makes buffer from buffer to everywhere.
func (s *State) renameObj(from, to int) {
	o := s.objs[from]
	if o == nil {
		return
	}
	s.facts = s.facts.Rebase(from, to)
	delete(s.objs, from)
	s.objs[to] = o.mapLin(func(l lattice.Lin) lattice.Lin { return l.Rebase(from, to) })
	old, now := objKey(from)+".", objKey(to)+"."
	mem := make(map[string]slot, len(s.mem))
	for k, sl := range s.mem {
		var v []Value
		for i := range sl.v {
			v = addValue(v, sl.v[i].rebase(from, to))
		}
		sl.v = v
		if strings.HasPrefix(k, old) {
			k = now + k[len(old):]
		}
		mem[k] = sl
	}
	s.mem = mem
	for id, p := range s.objs {
		s.objs[id] = p.mapLin(func(l lattice.Lin) lattice.Lin { return l.Rebase(from, to) })
	}
}

// addValue adds a value to a set.
func addValue(vs []Value, v Value) []Value {
	for _, w := range vs {
		if w.equal(v) {
			return vs
		}
	}
	return append(vs, v)
}

// sweep forgets buffers nothing points to and facts about symbols nothing holds.
func (s *State) sweep() {
	used := map[int]bool{}
	for _, sl := range s.mem {
		for _, v := range sl.v {
			used[v.Obj] = true
		}
	}
	for id := range s.objs {
		if !used[id] {
			s.dropObj(id)
		}
	}
	if s.facts == nil {
		return
	}
	syms := s.symbols()
	s.facts = s.facts.Keep(func(x *lattice.Sym) bool { return s.holds(x, syms) })
}

// holds reports whether a fact about x may still matter: every value x is made from is in memory, in a buffer's
// offsets, or can be loaded again.
func (s *State) holds(x *lattice.Sym, held map[string]*lattice.Sym) bool {
	if held[x.Key] != nil || x.Op == loaded || x.Obj != 0 && s.objs[x.Obj] != nil {
		return true
	}
	if len(x.Args) == 0 {
		return false
	}
	for _, a := range x.Args {
		for _, t := range a.T {
			if !s.holds(t.S, held) {
				return false
			}
		}
	}
	return true
}

// free forgets a buffer that was given up: whatever still points to it is no TX skb any more.
func (s *State) free(id int) {
	for k, sl := range s.mem {
		if !sl.refersTo(id) {
			continue
		}
		var vs []Value
		for _, v := range sl.v {
			if v.Obj != id {
				vs = append(vs, v)
			}
		}
		if !sl.many {
			vs = append(vs, intv(lattice.Var(lattice.NewSym("freed", 0, 1, lattice.Inf))))
		}
		if len(vs) == 0 {
			delete(s.mem, k)
			continue
		}
		sl.v = vs
		s.mem[k] = sl
	}
	s.dropObj(id)
}

func (sl slot) refersTo(id int) bool {
	for _, v := range sl.v {
		if v.Obj == id {
			return true
		}
	}
	return false
}

func (s *State) dropObj(id int) {
	delete(s.objs, id)
	p := objKey(id) + "."
	for k := range s.mem {
		if strings.HasPrefix(k, p) {
			delete(s.mem, k)
		}
	}
}

// key is the fingerprint of the state; exact: two states with one key are the same but for their traces. Otherwise they
// may differ in what they assume of numbers and of the kind of a frame.
func (s *State) key(exact bool) lattice.Hash {
	h := s.fingerprint(func(Value) bool { return true })
	if exact {
		h = h.Add(s.facts.Hash().Mix(11))
		for id, o := range s.objs {
			h = h.Add(lattice.Hash{}.Mix(int64(id)).Mix(int64(o.Mgmt)<<4 | int64(o.Cloned)))
		}
	}
	return h
}

// skbKey is the fingerprint of what is known of buffers and of pointers to them: the partition within which states are
// joined.
func (s *State) skbKey() lattice.Hash { return s.fingerprint(Value.hot) }

func (s *State) fingerprint(keep func(Value) bool) lattice.Hash {
	var h lattice.Hash
	for k, sl := range s.mem {
		if sl.lost {
			continue
		}
		var v lattice.Hash
		some := false
		for _, w := range sl.v {
			if keep(w) {
				v = v.Add(w.hash())
				some = true
			}
		}
		if some {
			a, b := int64(v[0]), int64(v[1])
			h = h.Add(lattice.HashOf(k).Mix(a).Mix(b))
		}
	}
	for id, o := range s.objs {
		h = h.Add(o.hash().Mix(int64(id)))
	}
	return h
}

// hotUnder reports whether memory at or below a location holds a pointer to a TX skb. The queues of a struct that
// outlives the activation do not count: who takes skbs from them does so for everybody, as a root of its own.
func (s *State) hotUnder(loc string) bool {
	local := strings.HasPrefix(loc, "L")
	for k, sl := range s.mem {
		if sl.many && !local || !strings.HasPrefix(k, loc) || len(k) > len(loc) && k[len(loc)] != '.' && k[len(loc)] != '[' {
			continue
		}
		if hotSlot(sl) {
			return true
		}
	}
	return false
}
