package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// containerOf is container_of(ptr, type, member) and its kin.
func containerOf(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) != 3 {
		return opaque(x, st, fr, e)
	}
	t := ptrTo(x.typeArg(fr, e.Args[1]))
	var out []res
	for _, r := range x.eval(st, fr, e.Args[0]) {
		out = append(out, x.containing(r.st, fr, e, r.v, t, syntax.Print(e.Args[2]))...)
	}
	return out
}

// typeArg is a type given as a macro argument, or the type of an expression given instead.
func (x *interp) typeArg(fr *frame, e syntax.Expr) *ctypes.Type {
	switch e := e.(type) {
	case *syntax.TypeExpr:
		return x.p.Type(e.Type, fr.fn.File)
	case *syntax.Unary:
		if e.Op == "*" {
			return elem(x.typeOf(fr, e.X))
		}
	}
	return x.typeOf(fr, e)
}

// containing is the struct of type t (a pointer to it) around its member that v points to.
func (x *interp) containing(st *State, fr *frame, e syntax.Node, v Value, t *ctypes.Type, member string) []res {
	tag := tagOf(elem(t))
	switch v.Kind {
	case Addr:
		if base, ok := strings.CutSuffix(v.Loc, "."+member); ok {
			if v.Obj != 0 && base == objKey(v.Obj) {
				return []res{{st, Value{Kind: Skb, Obj: v.Obj}, t}}
			}
			return []res{{st, Value{Kind: Addr, Loc: base, Obj: locObj(base)}, t}}
		}
		if tag == "sk_buff" && v.Obj != 0 {
			return []res{{st, Value{Kind: Skb, Obj: v.Obj}, t}}
		}
		s := lattice.NewSym("container:"+tag+"."+member+" of "+v.Loc, 0, 1, lattice.Inf)
		return []res{{st, intv(lattice.Var(s)), t}}
	case Data:
		if f, ok := x.path(elem(t), member); ok && f.Offset >= 0 { // a struct laid over the frame's bytes
			v.N = v.N.AddC(-f.Offset)
		} else {
			v.N = v.N.Add(x.unknownOffset(v.Obj, fr.site(e)))
		}
		return []res{{st, v, t}}
	case Int:
		s := lattice.NewSym("container:"+tag+"."+member, 0, 1, lattice.Inf, v.N)
		first := intv(lattice.Var(s))
		if len(s.Key) > maxKey {
			first = x.fresh(fr, e, "container", t)
		}
		if tag == "sk_buff" {
			return x.loadCell(fr, e, res{st, first, t}, Cell{"sk_buff", member})
		}
		return []res{{st, first, t}}
	}
	return []res{{st, v, t}}
}

// fromMember is from_timer(var, callback_argument, member): the type is that of var.
func fromMember(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) != 3 {
		return opaque(x, st, fr, e)
	}
	t := x.typeOf(fr, e.Args[0])
	var out []res
	for _, r := range x.eval(st, fr, e.Args[1]) {
		out = append(out, x.containing(r.st, fr, e, r.v, t, syntax.Print(e.Args[2]))...)
	}
	return out
}

func delayedWork(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	t := ptrTo(x.p.TypeOf("delayed_work", fr.fn.File))
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		out = append(out, x.containing(l.st, fr, e, l.args[0].v, t, "work")...)
	}
	return out
}

// listEntry is list_first_entry(head, type, member) and its kin: anything that is on the list.
func listEntry(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) != 3 {
		return opaque(x, st, fr, e)
	}
	t := ptrTo(x.typeArg(fr, e.Args[1]))
	var out []res
	for _, h := range x.eval(st, fr, e.Args[0]) {
		out = append(out, x.onList(h.st, fr, e, h.v, t, syntax.Print(e.Args[2]))...)
	}
	if strings.HasSuffix(macroName(e), "_or_null") {
		if len(out) > 0 {
			out = append(out, res{out[len(out)-1].st.clone(), num(0), t})
		}
	}
	return out
}

// onList gives the entries of a list as pointers of type t.
func (x *interp) onList(st *State, fr *frame, e syntax.Node, head Value, t *ctypes.Type, member string) []res {
	var out []res
	for _, r := range x.take(fr, e, st, head) {
		if r.v.hot() {
			out = append(out, x.containing(r.st, fr, e, r.v, t, member)...)
		} else {
			out = append(out, res{r.st, r.v, t})
		}
	}
	return out
}

// nextEntry is list_next_entry(pos, member): another entry of the list pos is on.
func nextEntry(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	t := x.typeOf(fr, e.Args[0])
	v := x.fresh(fr, e, "next", t)
	x.renew(st, v)
	if tagOf(elem(t)) == "sk_buff" && len(e.Args) > 1 {
		return x.loadCell(fr, e, res{st, v, t}, Cell{"sk_buff", syntax.Print(e.Args[1])})
	}
	return []res{{st, v, t}}
}

// loop says how a loop macro of the kernel sets its variable: argument pos becomes an element of container src.
type loop struct {
	pos, src int
	member   int // of the list member, or -1
	rest     []int
}

var loops = map[string]loop{
	"list_for_each_entry": {0, 1, 2, nil}, "list_for_each_entry_rcu": {0, 1, 2, nil},
	"list_for_each_entry_reverse": {0, 1, 2, nil}, "list_for_each_entry_continue": {0, 1, 2, nil},
	"list_for_each_entry_continue_reverse": {0, 1, 2, nil}, "list_for_each_entry_from": {0, 1, 2, nil},
	"list_for_each_entry_continue_rcu": {0, 1, 2, nil}, "list_for_each_entry_lockless": {0, 1, 2, nil},
	"list_for_each_entry_safe": {0, 2, 3, []int{1}}, "list_for_each_entry_safe_reverse": {0, 2, 3, []int{1}},
	"list_for_each_entry_safe_from": {0, 2, 3, []int{1}}, "list_for_each_entry_safe_continue": {0, 2, 3, []int{1}},
	"hlist_for_each_entry": {0, 1, 2, nil}, "hlist_for_each_entry_rcu": {0, 1, 2, nil},
	"hlist_for_each_entry_safe": {0, 2, 3, []int{1}}, "llist_for_each_entry": {0, 1, 2, nil},
	"llist_for_each_entry_safe": {0, 2, 3, []int{1}},
	"list_for_each":             {0, 1, -1, nil}, "list_for_each_safe": {0, 2, -1, []int{1}}, "list_for_each_prev": {0, 1, -1, nil},
	"llist_for_each": {0, 1, -1, nil}, "llist_for_each_safe": {0, 2, -1, []int{1}},
	"skb_queue_walk": {1, 0, -1, nil}, "skb_queue_walk_safe": {1, 0, -1, []int{2}},
	"skb_queue_walk_from": {1, 0, -1, nil}, "skb_queue_walk_from_safe": {1, 0, -1, []int{2}},
	"skb_queue_reverse_walk": {1, 0, -1, nil}, "skb_queue_reverse_walk_safe": {1, 0, -1, []int{2}},
	"skb_queue_reverse_walk_from_safe": {1, 0, -1, []int{2}},
	"idr_for_each_entry":               {1, 0, -1, []int{2}}, "idr_for_each_entry_continue": {1, 0, -1, []int{2}},
	"xa_for_each": {2, 0, -1, []int{1}}, "xa_for_each_range": {2, 0, -1, []int{1}}, "xa_for_each_marked": {2, 0, -1, []int{1}},
	"skb_walk_frags": {1, 0, -1, nil}, "skb_list_walk_safe": {1, 0, -1, []int{2}},
}

// iterate is one round of a macro loop: the variable gets some element, or the loop ends.
func (w *work) iterate(n *cfg.Node, s *State) {
	x, fr, m := w.x, w.fr, n.Loop
	w.add(n.Succ[1], s.clone())
	spec, ok := loops[m.Name]
	if !ok || spec.pos >= len(m.Args) || spec.src >= len(m.Args) {
		for _, t := range w.anyLoop(m, s) {
			w.add(n.Succ[0], t)
		}
		return
	}
	t := x.typeOf(fr, m.Args[spec.pos])
	for _, r := range x.eval(s, fr, m.Args[spec.src]) {
		for _, v := range w.elements(r, m, spec, t) {
			for _, st := range w.setVar(v.st, m, spec.pos, v.v) {
				for _, i := range spec.rest {
					st = w.forgetVar(st, m, i)
				}
				w.add(n.Succ[0], st)
			}
		}
	}
}

func (w *work) elements(r res, m *syntax.MacroLoop, spec loop, t *ctypes.Type) []res {
	x := w.x
	switch {
	case m.Name == "skb_walk_frags" && r.v.Kind == Skb:
		return []res{{r.st, x.fragList(r.st, r.v.Obj, w.fr.site(m)), t}}
	case m.Name == "skb_list_walk_safe":
		rest := x.loadCell(w.fr, m, res{r.st.clone(), x.fresh(w.fr, m, "next", t), t}, Cell{"sk_buff", "next"})
		return append(rest, r)
	case spec.member >= 0 && spec.member < len(m.Args):
		return x.onList(r.st, w.fr, m, r.v, t, syntax.Print(m.Args[spec.member]))
	case t != nil && tagOf(elem(t)) != "list_head":
		return x.onList(r.st, w.fr, m, r.v, t, "list")
	}
	return x.take(w.fr, m, r.st, r.v)
}

// fragList is an skb on another's frag_list: all of it is payload, behind where LLC and SNAP may be.
func (x *interp) fragList(st *State, from int, site string) Value {
	id := x.newObj(st, "fraglist"+site, func(id int) *Obj {
		body := lattice.Var(bodylen(id))
		if f, ok := st.facts.AssumeGE(body.AddC(-snapBytes - 1)); ok {
			st.facts = f
		}
		n := *st.objs[from]
		n.Data, n.Tail, n.Len, n.Hdr = lattice.Num(snapBytes), body, body.AddC(-snapBytes), x.unknownOffset(id, "hdr")
		n.Private, n.Guard, n.Part, n.Gone = false, "", nil, false
		return &n
	})
	return Value{Kind: Skb, Obj: id}
}

func (w *work) setVar(st *State, m *syntax.MacroLoop, i int, v Value) []*State {
	var out []*State
	for _, l := range w.x.lval(st, w.fr, m.Args[i]) {
		out = append(out, w.x.store(w.fr, m, l, v)...)
	}
	return out
}

// forgetVar gives a loop's helper variable an unknown value.
func (w *work) forgetVar(st *State, m *syntax.MacroLoop, i int) *State {
	if i >= len(m.Args) {
		return st
	}
	v := w.x.fresh(w.fr, m, "loop"+string(rune('0'+i)), w.x.typeOf(w.fr, m.Args[i]))
	for _, s := range w.setVar(st, m, i, v) {
		return s
	}
	return st
}

// anyLoop is a loop macro nothing is known of: its local variables get unknown values.
func (w *work) anyLoop(m *syntax.MacroLoop, s *State) []*State {
	for i, a := range m.Args {
		id, ok := a.(*syntax.Ident)
		if !ok || w.x.localType(w.fr, id) == nil {
			continue
		}
		for _, r := range w.x.eval(s.clone(), w.fr, a) {
			if w.x.hotArg(r.st, r.v) {
				w.x.obstacle(w.fr, m, "%s: a TX skb reaches the loop macro %s, which is not known; a row for it would lift this", w.fr.fn.Name, m.Name)
			}
		}
		if i < 3 {
			s = w.forgetVar(s, m, i)
		}
	}
	return []*State{s}
}

// maySet reports whether the program ever sets bit n of a field; where that cannot be told, it may.
func (x *interp) maySet(c Cell, n int64) bool {
	sites := x.p.BitsSet(c.Tag, c.Field)
	if len(sites) == 0 {
		return true
	}
	for _, s := range sites {
		if !s.OK || s.Bit == n {
			return true
		}
	}
	return false
}
