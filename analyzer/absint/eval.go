package absint

import (
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// eval evaluates an expression. It takes the state over and gives one outcome for every path through the expression.
func (x *interp) eval(st *State, fr *frame, e syntax.Expr) []res {
	switch e := e.(type) {
	case nil:
		return []res{{st: st, v: num(0)}}
	case *syntax.Number:
		if e.OK {
			return []res{{st, num(e.Value), intType}}
		}
		return []res{{st, x.fresh(fr, e, "number", nil), nil}}
	case *syntax.Char:
		return []res{{st, num(e.Value), intType}}
	case *syntax.Ident:
		return x.evalIdent(st, fr, e)
	case *syntax.Member, *syntax.Index:
		return x.loadAll(fr, e, x.lval(st, fr, e))
	case *syntax.Unary:
		return x.evalUnary(st, fr, e)
	case *syntax.Postfix:
		return x.step(st, fr, e, e.X, e.Op, true)
	case *syntax.Binary:
		return x.evalBinary(st, fr, e)
	case *syntax.Assign:
		return x.evalAssign(st, fr, e)
	case *syntax.Cond:
		return x.evalCond(st, fr, e)
	case *syntax.Call:
		return x.evalCall(st, fr, e)
	case *syntax.Cast:
		return x.evalCast(st, fr, e)
	case *syntax.Comma:
		var out []res
		for _, r := range x.eval(st, fr, e.X) {
			out = append(out, x.eval(r.st, fr, e.Y)...)
		}
		return out
	default:
		return x.evalRare(st, fr, e)
	}
}

var (
	intType  = &ctypes.Type{Kind: ctypes.Int, Name: "int", Size: 4, Align: 4, Signed: true}
	sizeType = &ctypes.Type{Kind: ctypes.Int, Name: "size_t", Size: 8, Align: 8}
	boolType = &ctypes.Type{Kind: ctypes.Int, Name: "bool", Size: 1, Align: 1}
)

func (x *interp) evalRare(st *State, fr *frame, e syntax.Expr) []res {
	switch e := e.(type) {
	case *syntax.Sizeof:
		t := x.sizeofType(fr, e)
		return []res{{st, intv(x.sizeofSym(t)), sizeType}}
	case *syntax.Offsetof:
		return []res{{st, intv(x.offsetof(fr, e)), sizeType}}
	case *syntax.StmtExpr:
		return x.stmtExpr(st, fr, e)
	case *syntax.CompoundLit:
		t := x.p.Type(e.Type, fr.fn.File)
		key := "L" + fr.site(e)
		var out []res
		for _, s := range x.initList(st, fr, lref{kind: memory, key: key, t: t}, e.Init) {
			out = append(out, res{s, Value{Kind: Addr, Loc: key}, t})
		}
		return out
	case *syntax.String:
		return []res{{st, x.fresh(fr, e, "string", ptrTo(nil)), ptrTo(nil)}}
	case *syntax.BadExpr:
		x.obstacle(fr, e, "%s: this expression could not be parsed; rewriting it in plain C would lift this", fr.fn.Name)
	}
	return []res{{st, x.fresh(fr, e, "expr", nil), nil}}
}

func ptrTo(t *ctypes.Type) *ctypes.Type {
	return &ctypes.Type{Kind: ctypes.Ptr, Size: 8, Align: 8, Elem: t}
}

func (x *interp) sizeofType(fr *frame, e *syntax.Sizeof) *ctypes.Type {
	if e.Type != nil {
		// sizeof(x) of a variable may have been read as a type name.
		if e.Type.Kind == syntax.Typedef {
			for f := fr; f != nil; f = f.outer {
				if t, ok := f.info.types[e.Type.Name]; ok {
					return t
				}
			}
		}
		return x.p.Type(e.Type, fr.fn.File)
	}
	return x.typeOf(fr, e.X)
}

func (x *interp) evalIdent(st *State, fr *frame, e *syntax.Ident) []res {
	name := fr.graph.Name(e)
	for f := fr; f != nil; f = f.outer {
		if _, ok := f.info.types[name]; ok {
			return x.loadAll(fr, e, x.identRef(st, fr, e))
		}
	}
	switch e.Name {
	case "NULL", "false":
		return []res{{st, num(0), nil}}
	case "true":
		return []res{{st, num(1), boolType}}
	}
	if fns := x.p.Funcs(e.Name, fr.fn.File); len(fns) > 0 {
		return []res{{st, Value{Kind: Fun, Fns: fns}, nil}}
	}
	if c, ok := x.p.Const(e.Name, fr.fn.File); ok {
		return []res{{st, num(c), intType}}
	}
	if x.p.Var(e.Name, fr.fn.File) != nil {
		return x.loadAll(fr, e, x.identRef(st, fr, e))
	}
	if m := x.macroExpr(fr, e); m != nil {
		return x.eval(st, fr, m)
	}
	if c, ok := kernelConst(e.Name); ok {
		return []res{{st, num(c), intType}}
	}
	return []res{{st, intv(lattice.Var(lattice.NewSym("name:"+e.Name, 0, -lattice.Inf, lattice.Inf))), nil}}
}

func (x *interp) evalUnary(st *State, fr *frame, e *syntax.Unary) []res {
	switch e.Op {
	case "&":
		return x.evalAddr(st, fr, e)
	case "*":
		return x.loadAll(fr, e, x.lval(st, fr, e))
	case "++", "--":
		return x.step(st, fr, e, e.X, e.Op, false)
	case "!":
		t, f := x.cond(st, fr, e.X)
		return x.truth(f, t)
	}
	var out []res
	for _, r := range x.eval(st, fr, e.X) {
		v := r.v
		switch {
		case v.Kind != Int:
			v = x.fresh(fr, e, "neg", nil)
		case e.Op == "-":
			v = intv(v.N.Scale(-1))
		case e.Op == "~":
			v = intv(v.N.Scale(-1).AddC(-1))
		}
		out = append(out, res{r.st, v, r.t})
	}
	return out
}

func (x *interp) evalAddr(st *State, fr *frame, e *syntax.Unary) []res {
	if id, ok := e.X.(*syntax.Ident); ok {
		if fns := x.p.Funcs(id.Name, fr.fn.File); len(fns) > 0 && fr.info.types[fr.graph.Name(id)] == nil {
			return []res{{st, Value{Kind: Fun, Fns: fns}, nil}}
		}
	}
	var out []res
	for _, r := range x.lval(st, fr, e.X) {
		out = append(out, res{r.st, x.addrOf(r), ptrTo(r.t)})
	}
	return out
}

// truth gives 1 on the first states and 0 on the second.
func (x *interp) truth(t, f []*State) []res {
	var out []res
	for _, s := range t {
		out = append(out, res{s, num(1), boolType})
	}
	for _, s := range f {
		out = append(out, res{s, num(0), boolType})
	}
	return out
}

// step is ++ and --.
func (x *interp) step(st *State, fr *frame, at, e syntax.Expr, op string, post bool) []res {
	sign := int64(1)
	if op == "--" {
		sign = -1
	}
	var out []res
	for _, l := range x.lval(st, fr, e) {
		for _, r := range x.load(fr, at, l) {
			l := l
			l.st = r.st
			v := r.v
			n := x.scaled(r.st, fr, at, v.N, num(1), stepElem(r.t), sign)
			v.N = n
			if r.v.Kind == Skb || r.v.Kind == Fun {
				v = r.v
			}
			for _, s := range x.store(fr, at, l, v) {
				if post {
					v = r.v
				}
				out = append(out, res{s, v, r.t})
			}
		}
	}
	return out
}

func stepElem(t *ctypes.Type) *ctypes.Type {
	if t == nil || t.Kind != ctypes.Ptr {
		return nil
	}
	return t.Elem
}

func (x *interp) evalCast(st *State, fr *frame, e *syntax.Cast) []res {
	t := x.p.Type(e.Type, fr.fn.File)
	rs := x.eval(st, fr, e.X)
	for i := range rs {
		rs[i].v = x.convert(rs[i].st, fr, e, rs[i].v, t)
		rs[i].t = t
	}
	return rs
}

// convert narrows a number to a type. A value that may not fit becomes unknown within the type's bounds.
func (x *interp) convert(st *State, fr *frame, at syntax.Node, v Value, t *ctypes.Type) Value {
	if v.Kind != Int || t == nil || t.Kind != ctypes.Int {
		return v
	}
	lo, hi := bounds(t)
	r := st.facts.Eval(v.N)
	if r.Lo >= lo && r.Hi <= hi || t.Size >= 4 || t.Size <= 0 {
		// 32-bit arithmetic on lengths and offsets of a frame does not overflow; 8 and 16 bit fields may.
		return v
	}
	if c, ok := v.N.Const(); ok {
		m := c & (1<<uint(t.Size*8) - 1)
		if t.Signed && m > hi {
			m -= 1 << uint(t.Size*8)
		}
		return num(m)
	}
	if _, _, ok := v.N.Single(); ok && len(v.N.T) == 1 && v.N.C == 0 && r.Lo >= lo {
		return v // a frame's own lengths: stored in a field that the driver's author sized for them
	}
	return intv(lattice.Var(lattice.NewSym("cast:"+t.Name, 0, lo, hi, v.N)))
}

func (x *interp) evalCond(st *State, fr *frame, e *syntax.Cond) []res {
	var out []res
	if e.T == nil { // C ?: F
		for _, r := range x.eval(st, fr, e.C) {
			t, f := x.split(r.st, fr, e, r.v)
			for _, s := range t {
				out = append(out, res{s, r.v, r.t})
			}
			for _, s := range f {
				out = append(out, x.eval(s, fr, e.F)...)
			}
		}
		return out
	}
	t, f := x.cond(st, fr, e.C)
	for _, s := range t {
		out = append(out, x.eval(s, fr, e.T)...)
	}
	for _, s := range f {
		out = append(out, x.eval(s, fr, e.F)...)
	}
	return out
}

func (x *interp) evalAssign(st *State, fr *frame, e *syntax.Assign) []res {
	var out []res
	for _, r := range x.eval(st, fr, e.Y) {
		for _, l := range x.lval(r.st, fr, e.X) {
			if e.Op == "=" {
				out = append(out, x.assign(fr, e, l, r.v, r.t)...)
				continue
			}
			for _, old := range x.load(fr, e, l) {
				l := l
				l.st = old.st
				v := x.arith(old.st, fr, e, e.Op[:len(e.Op)-1], old, res{old.st, r.v, r.t})
				out = append(out, x.assign(fr, e, l, v.v, v.t)...)
			}
		}
	}
	return out
}

// assign stores a value, whole structs by their parts.
func (x *interp) assign(fr *frame, at syntax.Node, l lref, v Value, t *ctypes.Type) []res {
	if l.t != nil && (l.t.Kind == ctypes.Struct || l.t.Kind == ctypes.Union) {
		x.copyStruct(fr, at, l, v)
		return []res{{l.st, v, l.t}}
	}
	if l.t != nil {
		v = x.convert(l.st, fr, at, v, l.t)
	}
	var out []res
	for _, s := range x.store(fr, at, l, v) {
		out = append(out, res{s, v, l.t})
	}
	return out
}
