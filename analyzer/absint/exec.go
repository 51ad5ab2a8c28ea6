package absint

import (
	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// info parses a function and makes its graph, once; nil if it cannot be parsed at all.
func (x *interp) info(fn *index.Func) *funcInfo {
	if i, ok := x.funcs[fn]; ok {
		return i
	}
	x.funcs[fn] = nil
	decl, err := x.p.Parse(fn)
	if err != nil || decl == nil || decl.Body == nil {
		return nil
	}
	g := cfg.Build(decl.Body, decl.Params, &expander{x, fn.File})
	i := &funcInfo{decl: decl, graph: g, types: map[string]*ctypes.Type{}, blocks: map[*syntax.Block]*cfg.Graph{}}
	i.bad = append(append(i.bad, decl.Errors...), g.Problems...)
	for _, p := range decl.Params {
		i.types[p.Name] = decay(x.p.Type(p.Type, fn.File))
	}
	x.declare(i, g, fn.File)
	x.funcs[fn] = i
	return i
}

// decay turns an array parameter into the pointer it is.
func decay(t *ctypes.Type) *ctypes.Type {
	if t != nil && t.Kind == ctypes.Array {
		return ptrTo(t.Elem)
	}
	return t
}

// declare enters the types of a graph's locals.
func (x *interp) declare(i *funcInfo, g *cfg.Graph, file *index.File) {
	for _, n := range g.Nodes {
		if n.Kind == cfg.Decl {
			t := x.p.Type(n.Var.Type, file)
			if (t == nil || t.Kind == ctypes.Unknown) && n.Var.Type != nil && n.Var.Type.Kind == syntax.Typeof {
				t = x.typeOfIn(i, g, file, n.Var.Type.X)
			}
			if t == nil {
				t = &ctypes.Type{Kind: ctypes.Unknown, Size: -1}
			}
			i.types[g.DeclName(n.Var)] = t
		}
	}
}

// flow interprets a graph from some states and gives the outcomes of its returns.
func (x *interp) flow(fr *frame, states ...*State) []res {
	if !x.push(fr) {
		return []res{{states[0], num(0), fr.ret}}
	}
	defer x.pop()
	w := &work{x: x, fr: fr, pending: map[int][]*State{}, heads: map[int]*head{}}
	w.add(fr.graph.Entry, states...)
	for {
		n := w.next()
		if n == nil {
			break
		}
		w.node(n, w.take(n))
	}
	return w.done
}

// work is the work list of one activation.
type work struct {
	x       *interp
	fr      *frame
	pending map[int][]*State
	heads   map[int]*head
	done    []res
}

func (w *work) add(n *cfg.Node, states ...*State) {
	if len(states) > 0 {
		w.pending[n.ID] = append(w.pending[n.ID], states...)
	}
}

// next gives the pending node with the lowest number.
func (w *work) next() *cfg.Node {
	best := -1
	for id := range w.pending {
		if best < 0 || id < best {
			best = id
		}
	}
	if best < 0 {
		return nil
	}
	return w.fr.graph.Nodes[best]
}

// take gives the states waiting at a node, joined where that loses nothing, widened at loop heads.
func (w *work) take(n *cfg.Node) []*State {
	states := w.pending[n.ID]
	delete(w.pending, n.ID)
	w.x.steps += len(states)
	if n.Join || n.Head {
		for _, s := range states {
			w.tidy(n, s)
		}
		states = w.x.dedupe(w.x.align(states))
	}
	if n.Head {
		states = w.widen(n, states)
	}
	if len(states) > fewStates && (n.Join || n.Head) || len(states) > maxStates {
		states = w.x.squeeze(w.fr, n, states, maxStates)
	}
	return states
}

// tidy drops dead locals and what only they held.
func (w *work) tidy(n *cfg.Node, s *State) {
	if n != w.fr.graph.Exit {
		if w.fr.outer == nil {
			w.x.dropLocals(s, w.fr, n.Live)
		}
	}
	s.sweep()
	w.x.canon(s)
}

// aggregate reports whether a local is used by its address even where no & is written.
func aggregate(t *ctypes.Type) bool {
	return t != nil && (t.Kind == ctypes.Array || t.Kind == ctypes.Struct || t.Kind == ctypes.Union)
}

// dedupe joins states that differ only in what they assume of numbers.
func (x *interp) dedupe(states []*State) []*State {
	byKey := map[lattice.Hash]int{}
	var out []*State
	for _, s := range states {
		k := s.key(false)
		if i, ok := byKey[k]; ok {
			out[i].facts = lattice.Join(out[i].facts, s.facts)
			out[i].joinKinds(s)
			for k, sl := range s.mem {
				if sl.lost {
					out[i].mem[k] = sl
				}
			}
			continue
		}
		byKey[k] = len(out)
		out = append(out, s)
	}
	return out
}

// align lets states that differ only in how they write the same offsets write them alike: where one knows that a
// padding is 0, -hdrlen is -hdrlen-padding.
func (x *interp) align(states []*State) []*State {
	if len(states) < 2 || len(states) > 4*maxStates {
		return states
	}
	byKey := map[lattice.Hash][]*State{}
	for _, s := range states {
		k := s.coarseKey()
		for _, t := range byKey[k] {
			if s.adopt(t) || t.adopt(s) {
				break
			}
		}
		byKey[k] = append(byKey[k], s)
	}
	return states
}

// adopt writes the offsets of s as t does, if what s knows makes all of them equal.
func (s *State) adopt(t *State) bool {
	same := func(a, b lattice.Lin) bool {
		if a.Equal(b) {
			return true
		}
		r := s.facts.Eval(a.Sub(b))
		return r.Lo == 0 && r.Hi == 0
	}
	changed := false
	for id, o := range s.objs {
		p := t.objs[id]
		if p == nil || strip(o) != strip(&Obj{Guard: p.Guard, Private: p.Private, Frags: p.Frags, Gone: p.Gone, Buf: p.Buf,
			Stale: p.Stale, Mgmt: o.Mgmt, Encap: p.Encap, Cloned: o.Cloned, Part: o.Part}) ||
			!same(o.Data, p.Data) || !same(o.Tail, p.Tail) || !same(o.Len, p.Len) || !same(o.Hdr, p.Hdr) {
			return false
		}
		changed = changed || !o.Data.Equal(p.Data) || !o.Hdr.Equal(p.Hdr) || !o.Len.Equal(p.Len) || !o.Tail.Equal(p.Tail)
	}
	for k, sl := range s.mem {
		u, ok := t.mem[k]
		if !hotSlot(sl) {
			continue
		}
		if !ok || len(u.v) != len(sl.v) {
			return false
		}
		for i, v := range sl.v {
			w := u.v[i]
			w.N = v.N
			if !w.equal(v) || !same(v.N, u.v[i].N) {
				return false
			}
			changed = changed || !v.N.Equal(u.v[i].N)
		}
	}
	if !changed {
		return false
	}
	for id, o := range s.objs {
		p := t.objs[id]
		n := *o
		n.Data, n.Tail, n.Len, n.Hdr = p.Data, p.Tail, p.Len, p.Hdr
		s.objs[id] = &n
	}
	for k, sl := range s.mem {
		if hotSlot(sl) {
			sl.v = t.mem[k].v
			s.mem[k] = sl
		}
	}
	return true
}

// joinKinds keeps what both states know of the kinds of their frames.
func (s *State) joinKinds(t *State) {
	for id, o := range s.objs {
		if p := t.objs[id]; p != nil && (p.Mgmt != o.Mgmt || p.Cloned != o.Cloned) {
			s.edit(id, func(o *Obj) { o.Mgmt, o.Cloned = o.Mgmt.join(p.Mgmt), o.Cloned.join(p.Cloned) })
		}
	}
}

// squeeze joins states until at most limit are left: first those that agree on every buffer, then those that agree on
// which buffers there are.
func (x *interp) squeeze(fr *frame, n *cfg.Node, states []*State, limit int) []*State {
	keep := 1
	if n == fr.graph.Exit {
		keep = 4 // what a function returns often depends on why it returned
	}
	out := x.group(fr, n, states, (*State).skbKey, keep, false)
	if len(out) > limit {
		out = x.group(fr, n, out, (*State).skbKey, 1, false)
	}
	if len(out) > limit {
		out = x.group(fr, n, out, (*State).coarseKey, 4, false)
	}
	if len(out) > limit {
		out = x.group(fr, n, out, (*State).coarseKey, 1, false)
	}
	if len(out) > manyStates {
		x.obstacle(fr, n.Span, "%s: too many different TX skbs meet here; simpler bookkeeping would lift this", fr.fn.Name)
		out = out[:manyStates]
	}
	return out
}

// group joins the states with equal keys down to at most keep each.
func (x *interp) group(fr *frame, n *cfg.Node, states []*State, key func(*State) lattice.Hash, keep int, widen bool) []*State {
	groups := map[lattice.Hash][]*State{}
	var order []lattice.Hash
	for _, s := range states {
		k := key(s)
		if groups[k] == nil {
			order = append(order, k)
		}
		if g := groups[k]; len(g) >= keep {
			g[keep-1] = x.join(fr, n, g[keep-1], s, widen)
			continue
		}
		groups[k] = append(groups[k], s)
	}
	var out []*State
	for _, k := range order {
		out = append(out, groups[k]...)
	}
	return out
}

// coarseKey tells which locations hold pointers to which buffers, offsets apart.
func (s *State) coarseKey() lattice.Hash {
	h := lattice.HashOf("coarse")
	for k, sl := range s.mem {
		for _, v := range sl.v {
			if v.hot() {
				h = h.Add(lattice.HashOf(k).Mix(int64(v.Kind)).Mix(int64(v.Obj)))
			}
		}
	}
	for id, o := range s.objs {
		flags := int64(0)
		if o.Private {
			flags |= 16
		}
		if o.Gone {
			flags |= 32
		}
		h = h.Add(lattice.Hash{}.Mix(int64(id)).Mix(flags))
	}
	return h
}

// node interprets one node for every state that reached it.
func (w *work) node(n *cfg.Node, states []*State) {
	if n == w.fr.graph.Exit {
		for _, s := range states {
			w.exit(s)
		}
		return
	}
	for _, s := range w.x.callsFirst(w.fr, n, states) {
		if w.x.exhausted(w.fr, n) {
			return
		}
		w.one(n, s)
	}
}

func (w *work) exit(s *State) {
	v := num(0)
	if sl, ok := s.mem[w.fr.prefix+returned]; ok && len(sl.v) == 1 {
		v = sl.v[0]
	}
	delete(s.mem, w.fr.prefix+returned)
	w.done = append(w.done, res{s, v, w.fr.ret})
}

// returned is the name of the local that holds a function's result.
const returned = "return"

func (w *work) one(n *cfg.Node, s *State) {
	x, fr := w.x, w.fr
	switch n.Kind {
	case cfg.Eval:
		for _, r := range x.eval(s, fr, n.X) {
			if n.Value && fr.outer != nil {
				r.st.mem[fr.prefix+lastValue] = slot{v: []Value{r.v}}
			}
			w.all(n, r.st)
		}
	case cfg.Decl:
		for _, t := range x.declared(s, fr, n.Var) {
			w.all(n, t)
		}
	case cfg.Test:
		t, f := x.cond(s, fr, n.X)
		w.add(n.Succ[0], t...)
		w.add(n.Succ[1], f...)
	case cfg.Switch:
		w.switchOn(n, s)
	case cfg.Choice:
		for _, to := range n.Succ {
			w.add(to, s.clone())
		}
	case cfg.Iter:
		w.iterate(n, s)
	case cfg.Return:
		w.returns(n, s)
	case cfg.Asm:
		w.all(n, s)
	case cfg.Bad:
		if !fr.cold {
			x.obstacle(fr, n.Span, "%s: this statement could not be parsed; plainer C here would lift this", fr.fn.Name)
		}
		w.all(n, s)
	default:
		w.all(n, s)
	}
}

func (w *work) all(n *cfg.Node, s *State) {
	for i, to := range n.Succ {
		if i < len(n.Succ)-1 {
			w.add(to, s.clone())
		} else {
			w.add(to, s)
		}
	}
}

func (w *work) returns(n *cfg.Node, s *State) {
	if n.X == nil {
		w.all(n, s)
		return
	}
	fr := w.fr
	for fr.outer != nil {
		fr = fr.outer
	}
	for _, r := range w.x.eval(s, w.fr, n.X) {
		r.st.mem[fr.prefix+returned] = slot{v: []Value{r.v}}
		w.all(n, r.st)
	}
}

func (x *interp) declared(s *State, fr *frame, v *syntax.VarDecl) []*State {
	name := fr.graph.DeclName(v)
	t := fr.info.types[name]
	l := lref{st: s, kind: memory, key: fr.prefix + name, t: t}
	delete(s.mem, l.key)
	x.forgetUnder(s, l.key)
	switch init := v.Init.(type) {
	case nil:
		return []*State{s}
	case *syntax.InitList:
		return x.initList(s, fr, l, init)
	}
	var out []*State
	for _, r := range x.eval(s, fr, v.Init) {
		l.st = r.st
		for _, a := range x.assign(fr, v, l, r.v, r.t) {
			out = append(out, a.st)
		}
	}
	return out
}

func (w *work) switchOn(n *cfg.Node, s *State) {
	for _, r := range w.x.eval(s, w.fr, n.X) {
		rest := []*State{r.st}
		def := -1
		for i, c := range n.Cases {
			if c.Default {
				def = i
				continue
			}
			var next []*State
			for _, st := range rest {
				t, f := w.inCase(st, r.v, c)
				w.add(n.Succ[i], t...)
				next = append(next, f...)
			}
			rest = next
		}
		if def >= 0 {
			w.add(n.Succ[def], rest...)
		}
	}
}

func (w *work) inCase(st *State, v Value, c cfg.Case) (t, f []*State) {
	lo := w.x.eval(st, w.fr, c.Lo)
	if len(lo) != 1 || c.Hi == nil {
		if len(lo) != 1 {
			return []*State{st.clone()}, []*State{st}
		}
		return w.x.relate(lo[0].st, w.fr, c.Lo, "==", v, lo[0].v)
	}
	hi := w.x.eval(lo[0].st, w.fr, c.Hi)
	if len(hi) != 1 {
		return []*State{st.clone()}, []*State{st}
	}
	t1, f1 := w.x.relate(hi[0].st, w.fr, c.Lo, ">=", v, lo[0].v)
	for _, s := range t1 {
		t2, f2 := w.x.relate(s, w.fr, c.Hi, "<=", v, hi[0].v)
		t, f1 = append(t, t2...), append(f1, f2...)
	}
	return t, f1
}

// exhausted reports, once for a root, that the budget is spent.
func (x *interp) exhausted(fr *frame, n *cfg.Node) bool {
	if x.steps <= maxSteps && x.spent+x.steps <= maxTotal {
		return false
	}
	x.budget = x.inRoot // one obstacle a root: where it ran out says little
	return true
}

// push enters an activation; it refuses beyond a depth that only runaway expansion can reach.
func (x *interp) push(fr *frame) bool {
	if len(x.stack) > 4*maxDepth {
		return false
	}
	x.stack = append(x.stack, fr)
	return true
}

func (x *interp) pop() { x.stack = x.stack[:len(x.stack)-1] }
