package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// cond evaluates a test and gives the states in which it holds and those in which it does not.
func (x *interp) cond(st *State, fr *frame, e syntax.Expr) (t, f []*State) {
	switch e := e.(type) {
	case *syntax.Unary:
		if e.Op == "!" {
			f, t = x.cond(st, fr, e.X)
			return t, f
		}
	case *syntax.Binary:
		switch e.Op {
		case "&&":
			t1, f1 := x.cond(st, fr, e.X)
			for _, s := range t1 {
				t2, f2 := x.cond(s, fr, e.Y)
				t, f1 = append(t, t2...), append(f1, f2...)
			}
			return t, f1
		case "||":
			t1, f1 := x.cond(st, fr, e.X)
			for _, s := range f1 {
				t2, f2 := x.cond(s, fr, e.Y)
				t1, f = append(t1, t2...), append(f, f2...)
			}
			return t1, f
		case "==", "!=", "<", ">", "<=", ">=":
			return x.compare(st, fr, e)
		}
	case *syntax.Call:
		if t, f, ok := x.condCall(st, fr, e); ok {
			return t, f
		}
	}
	for _, r := range x.eval(st, fr, e) {
		t1, f1 := x.split(r.st, fr, e, r.v)
		t, f = append(t, t1...), append(f, f1...)
	}
	return t, f
}

// split divides a state by the truth of a value.
func (x *interp) split(st *State, fr *frame, at syntax.Node, v Value) (t, f []*State) {
	if v.Kind != Int {
		return []*State{st}, nil
	}
	if c, ok := st.facts.Value(v.N); ok {
		if c != 0 {
			return []*State{st}, nil
		}
		return nil, []*State{st}
	}
	if st.facts.NonZero(v.N) {
		return []*State{st}, nil
	}
	canBe := x.configured(v.N, lattice.Num(0), "!=")
	cannot := x.configured(v.N, lattice.Num(0), "==")
	if canBe && cannot {
		other := st.clone()
		if other.assume(other.facts.AssumeNE(v.N)) {
			if x.learn(other, v.N, true) {
				t = append(t, other)
			}
		}
		if st.assume(st.facts.AssumeEQ(v.N)) && x.learn(st, v.N, false) {
			f = append(f, st)
		}
		return t, f
	}
	if canBe {
		return []*State{st}, nil
	}
	return nil, []*State{st}
}

// learn puts the outcome of a predicate about a frame into its buffer; false if no frame is like that.
func (x *interp) learn(st *State, n lattice.Lin, truth bool) bool {
	s, c, ok := n.Single()
	if !ok || c != 0 || s.Obj == 0 && len(s.Args) == 0 {
		return true
	}
	id := s.Obj
	for _, a := range s.Args {
		for _, t := range a.T {
			if t.S.Obj != 0 {
				id = t.S.Obj
			}
		}
	}
	if id == 0 || st.objs[id] == nil {
		return true
	}
	switch s.Op {
	case "cloned":
		st.edit(id, func(o *Obj) {
			o.Cloned = yes
			if !truth {
				o.Cloned = no
				if !o.Private {
					o.Private, o.Guard = true, "!skb_cloned()"
				}
			}
		})
	case "encap":
		st.edit(id, func(o *Obj) { o.Encap = triOf(truth) })
	}
	if s.Op == "ieee80211_is_data_qos" || s.Op == "ieee80211_is_qos_nullfunc" {
		return learnQoS(st, id, s.Op, truth)
	}
	if k, ok := skb.FramePredicate(s.Op); ok {
		if k == skb.FrameMgmt && truth {
			st.edit(id, func(o *Obj) { o.Mgmt = yes })
		}
		if (k == skb.FrameData || k == skb.FrameCtl) && truth || k == skb.FrameMgmt && s.Op == "ieee80211_is_mgmt" && !truth {
			st.edit(id, func(o *Obj) { o.Mgmt = no })
		}
	}
	return true
}

// learnQoS bounds the header's length: 24 or 30 bytes without QoS control, 26 or 32 with it.
func learnQoS(st *State, id int, op string, truth bool) bool {
	h := lattice.Var(hdrlen(id))
	if truth {
		st.edit(id, func(o *Obj) { o.Mgmt = no })
		return st.assume(st.facts.AssumeGE(h.AddC(-26)))
	}
	return op != "ieee80211_is_data_qos" || st.assume(st.facts.AssumeGE(h.Scale(-1).AddC(30)))
}

func triOf(b bool) tri {
	if b {
		return yes
	}
	return no
}

// compare is a relational operator.
func (x *interp) compare(st *State, fr *frame, e *syntax.Binary) (t, f []*State) {
	for _, a := range x.eval(st, fr, e.X) {
		for _, b := range x.eval(a.st, fr, e.Y) {
			t1, f1 := x.relate(b.st, fr, e, e.Op, a.v, b.v)
			t, f = append(t, t1...), append(f, f1...)
		}
	}
	return t, f
}

func (x *interp) relate(st *State, fr *frame, at syntax.Node, op string, a, b Value) (t, f []*State) {
	d, ok := difference(a, b)
	if !ok {
		switch { // a pointer to a TX skb is never NULL; otherwise nothing is known
		case (op == "==" || op == "!=") && (a.null() || b.null()):
			if op == "==" {
				return nil, []*State{st}
			}
			return []*State{st}, nil
		default:
			return []*State{st.clone()}, []*State{st}
		}
	}
	yesOK, noOK := x.configured(a.N, b.N, op), x.configured(a.N, b.N, negated[op])
	if a.Kind == Int && b.Kind == Int && (!yesOK || !noOK) {
		if yesOK {
			return []*State{st}, nil
		}
		return nil, []*State{st}
	}
	other := st.clone()
	if other.assume(assume(other.facts, op, d)) {
		if op != "!=" || !b.null() || x.learn(other, a.N, true) {
			t = append(t, other)
		}
	}
	if st.assume(assume(st.facts, negated[op], d)) {
		if op != "!=" || !b.null() || x.learn(st, a.N, false) {
			f = append(f, st)
		}
	}
	return t, f
}

// difference is a - b where both are numbers or pointers into one buffer.
func difference(a, b Value) (lattice.Lin, bool) {
	if a.Kind == Int && b.Kind == Int || a.Kind == Data && b.Kind == Data && a.Obj == b.Obj && a.Buf == b.Buf {
		return a.N.Sub(b.N), true
	}
	return lattice.Lin{}, false
}

var negated = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// assume adds d op 0.
func assume(f *lattice.Facts, op string, d lattice.Lin) (*lattice.Facts, bool) {
	switch op {
	case "==":
		return f.AssumeEQ(d)
	case "!=":
		return f.AssumeNE(d)
	case "<":
		return f.AssumeGE(d.Scale(-1).AddC(-1))
	case "<=":
		return f.AssumeGE(d.Scale(-1))
	case ">":
		return f.AssumeGE(d.AddC(-1))
	default:
		return f.AssumeGE(d)
	}
}

// configured reports whether a op b can hold given the constants that the program stores in the fields the two were
// loaded from: the test of a chip's or a bus's own configuration.
func (x *interp) configured(a, b lattice.Lin, op string) bool {
	if s, c, ok := a.Single(); ok {
		if k, isConst := b.Const(); isConst {
			return x.anyValue(s, func(v int64) bool { return holds(op, v+c, k) })
		}
	}
	if s, c, ok := b.Single(); ok {
		if k, isConst := a.Const(); isConst {
			return x.anyValue(s, func(v int64) bool { return holds(op, k, v+c) })
		}
	}
	return true
}

func holds(op string, a, b int64) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	default:
		return a >= b
	}
}

// anyValue reports whether ok holds for some value the symbol can have.
func (x *interp) anyValue(s *lattice.Sym, ok func(int64) bool) bool {
	vals, closed := x.symValues(s)
	if !closed {
		return true
	}
	for _, v := range vals {
		if ok(v) {
			return true
		}
	}
	return false
}

// symValues lists the constants a symbol can be: those stored in the field it was loaded from, and what follows for
// masks of them.
func (x *interp) symValues(s *lattice.Sym) ([]int64, bool) {
	if (s.Op == loaded || strings.HasPrefix(s.Op, "config:")) && s.Tag != "" {
		return x.fieldInts(Cell{s.Tag, s.Field})
	}
	if s.Op == "&" && len(s.Args) == 2 {
		mask, ok := s.Args[1].Const()
		in, c, single := s.Args[0].Single()
		if !ok || !single || c != 0 {
			return nil, false
		}
		vals, closed := x.symValues(in)
		out := make([]int64, len(vals))
		for i, v := range vals {
			out[i] = v & mask
		}
		return out, closed
	}
	return nil, false
}
