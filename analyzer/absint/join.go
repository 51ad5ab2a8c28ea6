package absint

import (
	"sort"
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/lattice"
)

// head remembers what has arrived at a loop head.
type head struct {
	seen   map[lattice.Hash]*State // by skbKey: the join of all that arrived
	rounds map[lattice.Hash]int
	coarse map[lattice.Hash]int
	first  map[string]bool // symbols of the states that entered the loop
}

// Rounds after which a loop head stops telling states apart.
const (
	roundsExact  = 1 // then numbers are widened
	roundsCoarse = 2 // then offsets of pointers are, too
)

// widen keeps a loop finite: of the states that arrive it passes on those that tell something new, joined with what
// was there before. Numbers that change from round to round become a symbol of the head.
func (w *work) widen(n *cfg.Node, states []*State) []*State {
	h := w.heads[n.ID]
	if h == nil {
		h = &head{seen: map[lattice.Hash]*State{}, rounds: map[lattice.Hash]int{}, coarse: map[lattice.Hash]int{}, first: map[string]bool{}}
		w.heads[n.ID] = h
		for _, s := range states {
			for k := range s.symbols() {
				h.first[k] = true
			}
		}
	} else {
		for _, s := range states {
			w.age(n, h, s)
		}
	}
	states = w.x.group(w.fr, n, states, (*State).skbKey, 1, len(h.seen) > 0)
	var out []*State
	for _, s := range states {
		if j := w.arrive(n, h, s); j != nil {
			out = append(out, j)
		}
	}
	return out
}

// arrive joins a state into its partition; nil if it brought nothing new.
func (w *work) arrive(n *cfg.Node, h *head, s *State) *State {
	key := s.skbKey()
	coarse := s.coarseKey()
	h.coarse[coarse]++
	if h.coarse[coarse] > roundsCoarse*4 {
		key = coarse
	}
	old := h.seen[key]
	if old == nil {
		h.seen[key] = s.clone()
		h.rounds[key] = 1
		return s
	}
	h.rounds[key]++
	j := w.x.join(w.fr, n, old.clone(), s, h.rounds[key] > roundsExact)
	j.sweep()
	if j.key(true) == old.key(true) {
		return nil
	}
	h.seen[key] = j.clone()
	return j
}

// age renames values that the last round made, so that the next round's are not taken for the same.
func (w *work) age(n *cfg.Node, h *head, s *State) {
	old := map[string]*lattice.Sym{}
	re := func(sym *lattice.Sym) *lattice.Sym {
		if r, ok := old[sym.Key]; ok {
			return r
		}
		r := sym
		if strings.HasPrefix(sym.Op, "?") && sym.Obj == 0 && !h.first[sym.Key] && !strings.HasPrefix(sym.Op, "?old:") {
			r = lattice.NewSym("?old:"+strconv.Itoa(n.ID)+sym.Op, sym.Obj, sym.Lo, sym.Hi)
		}
		old[sym.Key] = r
		return r
	}
	s.mapLin(func(l lattice.Lin) lattice.Lin {
		return l.Map(func(y *lattice.Sym) lattice.Lin { return lattice.Var(re(y)) })
	})
	s.facts = s.facts.Map(re)
	for k, sl := range s.mem {
		if strings.HasPrefix(k, "L") || locObj(k) != 0 || !hotSlot(sl) && !strings.Contains(k, "?") {
			continue
		}
		// What a round leaves in memory, the next finds there as everybody else does: through the cell.
		for _, v := range sl.v {
			if v.hot() {
				w.x.publish(s, sl.cell, v)
			}
		}
		delete(s.mem, k)
	}
}

// join is the least state above two, within what the domain can say; widen makes bounds that still grow infinite.
func (x *interp) join(fr *frame, n *cfg.Node, a, b *State, widen bool) *State {
	out := newState()
	out.trace = a.trace
	phi := func(what string, p, q lattice.Lin) lattice.Lin {
		lo, hi := joinBounds(a.facts.Eval(p), b.facts.Eval(q), widen)
		name := "?phi:" + fr.path + "/" + strconv.Itoa(n.ID) + ":" + what + "#" + lattice.Num(lo).String() + ".." + lattice.Num(hi).String()
		return lattice.Var(lattice.NewSym(name, 0, lo, hi))
	}
	for _, k := range keysOf(a.mem, b.mem) {
		p, inA := a.mem[k]
		q, inB := b.mem[k]
		switch {
		case inA && p.lost || inB && q.lost:
			if !inA || !p.lost {
				p, q = q, p
			}
			if hotSlot(q) {
				p = slot{v: q.v, many: true, cell: q.cell}
			}
			out.mem[k] = p
		case inA && inB:
			out.mem[k] = x.joinSlot(k, p, q, phi)
		case strings.HasPrefix(k, "L"):
			// A local that one path has not set: what it holds there is no TX skb.
			if inB {
				p = q
			}
			out.mem[k] = p
		default:
			if inB {
				p = q
			}
			if hotSlot(p) {
				out.mem[k] = slot{v: p.v, many: true, cell: p.cell}
			}
		}
	}
	for id, o := range a.objs {
		if p := b.objs[id]; p != nil {
			o = joinObj(o, p, func(what string, l, m lattice.Lin) lattice.Lin {
				return joinOffset(id, what, l, m, func(d lattice.Lin) lattice.Range { return hull(a.facts.Eval(d), b.facts.Eval(d)) })
			})
		}
		out.objs[id] = o
	}
	for id, o := range b.objs {
		if out.objs[id] == nil {
			out.objs[id] = o
		}
	}
	out.facts = lattice.Join(a.facts, b.facts)
	return out
}

// joinOffset keeps a common base where two offsets differ: the base plus an unknown number of bytes between the two
// differences, rounded outwards to powers of two so that a loop soon has no more to add.
func joinOffset(id int, what string, l, m lattice.Lin, eval func(lattice.Lin) lattice.Range) lattice.Lin {
	base, lo, hi := l, int64(0), int64(0)
	if old := apart(l, id, what); old != nil {
		base, lo, hi = l.Sub(lattice.Var(old)), old.Lo, old.Hi
	}
	d := eval(m.Sub(base))
	lo, hi = outwards(min(lo, d.Lo)), outwards(max(hi, d.Hi))
	name := "?w-" + what + "#" + lattice.Num(lo).String() + ".." + lattice.Num(hi).String()
	return base.Add(lattice.Var(lattice.NewSym(name, id, lo, hi)))
}

// apart finds the symbol that an earlier join put into an offset.
func apart(l lattice.Lin, id int, what string) *lattice.Sym {
	for _, t := range l.T {
		if t.K == 1 && t.S.Obj == id && strings.HasPrefix(t.S.Op, "?w-"+what+"#") {
			return t.S
		}
	}
	return nil
}

// maxApart is the greatest difference of two joined offsets that is remembered.
const maxApart = 4096

func outwards(v int64) int64 {
	switch {
	case v == 0:
		return 0
	case v > maxApart:
		return lattice.Inf
	case v < -maxApart:
		return -lattice.Inf
	}
	p := int64(1)
	for p < max(v, -v) {
		p *= 2
	}
	if v < 0 {
		return -p
	}
	return p
}

func joinBounds(p, q lattice.Range, widen bool) (lo, hi int64) {
	lo, hi = min(p.Lo, q.Lo), max(p.Hi, q.Hi)
	if widen {
		if q.Lo < p.Lo {
			lo = widenDown(q.Lo)
		}
		if q.Hi > p.Hi {
			hi = lattice.Inf
		}
	}
	return lo, hi
}

func hull(p, q lattice.Range) lattice.Range {
	return lattice.Range{Lo: min(p.Lo, q.Lo), Hi: max(p.Hi, q.Hi)}
}

// widenDown stops at 0 on the way down: most counters do.
func widenDown(v int64) int64 {
	if v >= 0 {
		return 0
	}
	return -lattice.Inf
}

func (x *interp) joinSlot(key string, p, q slot, phi func(string, lattice.Lin, lattice.Lin) lattice.Lin) slot {
	if len(p.v) == 1 && len(q.v) == 1 {
		return slot{v: x.joinValue(key, p.v[0], q.v[0], phi), many: p.many || q.many, cell: p.cell}
	}
	out := slot{v: append([]Value(nil), p.v...), many: p.many || q.many, cell: p.cell}
	for _, v := range q.v {
		known := false
		for i, w := range out.v {
			if v.Kind == Int && w.Kind == Int {
				out.v[i] = x.joinValue(key, w, v, phi)[0]
				known = true
				break
			}
			known = known || w.equal(v)
		}
		if !known {
			out.v = append(out.v, v)
		}
	}
	return out
}

func (x *interp) joinValue(key string, v, w Value, phi func(string, lattice.Lin, lattice.Lin) lattice.Lin) []Value {
	switch {
	case v.equal(w):
		return []Value{v}
	case v.Kind == Int && w.Kind == Int:
		return []Value{intv(phi(key, v.N, w.N))}
	case v.Kind == Data && w.Kind == Data && v.Obj == w.Obj && v.Buf == w.Buf:
		v.N = joinOffset(v.Obj, key, v.N, w.N, (*lattice.Facts)(nil).Eval)
		if v.Cls != w.Cls {
			v.Cls = ByOffset
		}
		return []Value{v}
	}
	return []Value{v, w}
}

func hotSlot(s slot) bool {
	for _, v := range s.v {
		if v.hot() {
			return true
		}
	}
	return false
}

func keysOf(a, b map[string]slot) []string {
	var out []string
	for k := range a {
		out = append(out, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}
