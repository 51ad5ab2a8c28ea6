package absint

import (
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

func (x *interp) evalBinary(st *State, fr *frame, e *syntax.Binary) []res {
	switch e.Op {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
		t, f := x.cond(st, fr, e)
		return x.truth(t, f)
	}
	var out []res
	for _, a := range x.eval(st, fr, e.X) {
		for _, b := range x.eval(a.st, fr, e.Y) {
			out = append(out, x.arith(b.st, fr, e, e.Op, a, b))
		}
	}
	return out
}

// arith is a op b for arithmetic and bitwise operators.
func (x *interp) arith(st *State, fr *frame, at syntax.Node, op string, a, b res) res {
	switch op {
	case "+", "-":
		return x.addSub(st, fr, at, op, a, b)
	}
	if a.v.Kind == Data || a.v.Kind == Skb || a.v.Kind == Frag {
		return res{st, x.pointerBits(st, fr, at, op, a.v, b.v), sizeType}
	}
	if a.v.Kind != Int || b.v.Kind != Int {
		return res{st, x.fresh(fr, at, "op", nil), a.t}
	}
	t := a.t
	if t == nil || t.Kind == ctypes.Int && b.t != nil && b.t.Size > t.Size {
		t = b.t
	}
	if t != nil && t.Kind == ctypes.Int && t.Size < 4 {
		t = intType
	}
	return res{st, intv(x.number(st, fr, at, op, a.v.N, b.v.N)), t}
}

// pointerBits is what drivers do to addresses as numbers: (unsigned long)skb->data & 3 and its like.
func (x *interp) pointerBits(st *State, fr *frame, at syntax.Node, op string, a, b Value) Value {
	if op == "&" && b.Kind == Int {
		if r := st.facts.Eval(b.N); r.Lo >= 0 && r.Hi < lattice.Inf {
			return intv(lattice.Var(lattice.NewSym("align", a.Obj, 0, r.Hi, a.N, b.N)))
		}
		if r := st.facts.Eval(b.N); r.Hi < 0 && r.Lo > -lattice.Inf && a.Kind == Data {
			// Rounding a pointer down: at most -mask-1 bytes in front of it.
			s := lattice.NewSym("align", a.Obj, 0, -r.Lo-1, a.N, b.N)
			v := a
			v.N = a.N.Sub(lattice.Var(s))
			return v
		}
	}
	if op == "%" && b.Kind == Int {
		if r := st.facts.Eval(b.N); r.Lo > 0 && r.Hi < lattice.Inf {
			return intv(lattice.Var(lattice.NewSym("align%", a.Obj, 0, r.Hi-1, a.N, b.N)))
		}
	}
	return x.fresh(fr, at, "ptrop", sizeType)
}

func (x *interp) addSub(st *State, fr *frame, at syntax.Node, op string, a, b res) res {
	sign := int64(1)
	if op == "-" {
		sign = -1
	}
	ptrA, ptrB := pointerish(a), pointerish(b)
	switch {
	case ptrA && ptrB && op == "-":
		return res{st, x.pointerDiff(st, fr, at, a, b), sizeTypeSigned}
	case ptrB && !ptrA && op == "+":
		return x.addSub(st, fr, at, op, b, a)
	case a.v.Kind == Data || a.v.Kind == Frag:
		v := a.v
		v.N = x.scaled(st, fr, at, v.N, b.v, stepElem(a.t), sign)
		if a.v.Cls == InHeader {
			if c, ok := b.v.N.Const(); !ok || b.v.Kind != Int || c < 0 || c > 1 {
				v.Cls = ByOffset
			}
		}
		if a.v.Cls == InUpper {
			v.Cls = ByOffset
		}
		return res{st, v, a.t}
	case a.v.Kind == Addr:
		v := a.v
		if b.v.Kind == Int && b.v.null() {
			return a
		}
		if stepElem(a.t) != nil && !manyLoc(v.Loc) {
			v.Loc += "[]"
		}
		return res{st, v, a.t}
	case a.v.Kind == Int && b.v.Kind == Int:
		n := b.v.N
		if ptrA {
			n = x.scaled(st, fr, at, lattice.Lin{}, b.v, stepElem(a.t), 1)
		}
		t := a.t
		if t == nil || t.Kind == ctypes.Int && t.Size < 4 {
			t = b.t
		}
		if t == nil || t.Kind == ctypes.Int && t.Size < 4 {
			t = intType
		}
		return res{st, intv(a.v.N.Add(n.Scale(sign))), t}
	}
	return res{st, x.fresh(fr, at, "add", nil), a.t}
}

var sizeTypeSigned = &ctypes.Type{Kind: ctypes.Int, Name: "ptrdiff_t", Size: 8, Align: 8, Signed: true}

func pointerish(r res) bool {
	return r.v.Kind != Int || r.t != nil && (r.t.Kind == ctypes.Ptr || r.t.Kind == ctypes.Array)
}

func (x *interp) pointerDiff(st *State, fr *frame, at syntax.Node, a, b res) Value {
	same := a.v.Kind == b.v.Kind && a.v.Obj == b.v.Obj && (a.v.Kind == Data && a.v.Buf == b.v.Buf || a.v.Kind == Int)
	if !same {
		return x.fresh(fr, at, "diff", sizeTypeSigned)
	}
	d := a.v.N.Sub(b.v.N)
	if t := stepElem(a.t); t != nil && t.Size > 1 {
		return intv(x.number(st, fr, at, "/", d, lattice.Num(t.Size)))
	}
	return intv(d)
}

// number is the arithmetic of unknown numbers: exact where linear, else a structural symbol with bounds.
func (x *interp) number(st *State, fr *frame, at syntax.Node, op string, a, b lattice.Lin) lattice.Lin {
	av, aok := st.facts.Value(a)
	bv, bok := st.facts.Value(b)
	if aok && bok {
		if v, ok := fold(op, av, bv); ok {
			return lattice.Num(v)
		}
	}
	switch {
	case op == "*" && bok:
		return a.Scale(bv)
	case op == "*" && aok:
		return b.Scale(av)
	case op == "<<" && bok && bv >= 0 && bv < 32:
		return a.Scale(1 << uint(bv))
	case op == "/" && bok && bv == 1, op == ">>" && bok && bv == 0, op == "|" && bok && bv == 0, op == "^" && bok && bv == 0:
		return a
	case op == "&" && bok && bv == 0:
		return lattice.Num(0)
	}
	lo, hi := numberBounds(st.facts, op, a, b)
	if lo == hi {
		return lattice.Num(lo)
	}
	s := lattice.NewSym(op, 0, lo, hi, a, b)
	if len(s.Key) > maxKey {
		return lattice.Var(lattice.NewSym("?op"+fr.site(at), 0, lo, hi))
	}
	return lattice.Var(s)
}

// maxKey bounds the text that names a value; beyond, the value is just unknown.
const maxKey = 240

func fold(op string, a, b int64) (int64, bool) {
	switch op {
	case "*":
		return a * b, true
	case "/", "%":
		if b == 0 {
			return 0, false
		}
		if op == "/" {
			return a / b, true
		}
		return a % b, true
	case "<<":
		return a << uint(b&63), b >= 0 && b < 63
	case ">>":
		return a >> uint(b&63), b >= 0
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	}
	return 0, false
}

func numberBounds(f *lattice.Facts, op string, a, b lattice.Lin) (lo, hi int64) {
	p, q := f.Eval(a), f.Eval(b)
	neg := p.Lo < 0 || q.Lo < 0
	switch op {
	case "&":
		switch {
		case p.Lo >= 0 && q.Lo >= 0:
			return 0, min(p.Hi, q.Hi)
		case q.Lo >= 0:
			return 0, q.Hi
		case p.Lo >= 0:
			return 0, p.Hi
		}
	case "%":
		if q.Lo > 0 && q.Hi < lattice.Inf {
			if p.Lo >= 0 {
				return 0, min(q.Hi-1, p.Hi)
			}
			return -(q.Hi - 1), q.Hi - 1
		}
	case "/":
		if !neg && q.Lo > 0 {
			if p.Hi >= lattice.Inf {
				return div(p.Lo, q.Hi), lattice.Inf
			}
			return div(p.Lo, q.Hi), p.Hi / q.Lo
		}
	case ">>":
		if !neg && q.Lo < 63 {
			if p.Hi >= lattice.Inf {
				return 0, lattice.Inf
			}
			return 0, p.Hi >> uint(q.Lo)
		}
	case "|", "^":
		if !neg {
			lo := int64(0)
			if op == "|" {
				lo = max(p.Lo, q.Lo)
			}
			if p.Hi >= lattice.Inf || q.Hi >= lattice.Inf {
				return lo, lattice.Inf
			}
			return lo, p.Hi + q.Hi
		}
	case "*", "<<":
		if !neg {
			return 0, lattice.Inf
		}
	}
	return -lattice.Inf, lattice.Inf
}

func div(a, b int64) int64 {
	if b >= lattice.Inf {
		return 0
	}
	return a / b
}
