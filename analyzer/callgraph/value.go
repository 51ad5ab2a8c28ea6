package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// value adds what the expression e can be: constants, functions, addresses of variables, and the nodes it is read from.
func (p *Program) value(e syntax.Expr, s *Scope, f *flow, depth int) {
	if depth <= 0 || e == nil || !p.enter() {
		f.open = true
		return
	}
	defer p.leave()
	if v, ok := p.eval(e, s, evalDepth); ok {
		f.ints = append(f.ints, v)
		return
	}
	switch e := e.(type) {
	case *syntax.Ident:
		p.identValue(e, s, f, depth)
	case *syntax.Cast:
		p.value(e.X, s, f, depth-1)
	case *syntax.Unary:
		p.unaryValue(e, s, f, depth)
	case *syntax.Binary:
		p.binaryValue(e, f)
	case *syntax.Cond:
		p.condValue(e, s, f, depth)
	case *syntax.Comma:
		p.value(e.Y, s, f, depth-1)
	case *syntax.Assign:
		if e.Op == "=" {
			p.value(e.Y, s, f, depth-1)
		} else {
			f.open = true
		}
	case *syntax.StmtExpr:
		p.value(lastExpr(e.Body), s.With(e), f, depth-1)
	case *syntax.Call:
		p.callValue(e, s, f, depth)
	case *syntax.Member:
		p.memberValue(e, s, f)
	case *syntax.Index:
		p.indexValue(e, s, f)
	default:
		f.open = true
	}
}

func (p *Program) identValue(e *syntax.Ident, s *Scope, f *flow, depth int) {
	if l := s.local(e.Name, e.Pos); l != nil {
		p.localValue(l, e, s, f)
		return
	}
	if v := p.Var(e.Name, s.file); v != nil && v.Var != nil {
		if v.Type.Kind == ctypes.Array {
			f.objs = append(f.objs, v)
		} else {
			f.from = append(f.from, node{kind: varNode, v: v.Var})
		}
		return
	}
	fns := p.Funcs(e.Name, s.file)
	f.funcs = append(f.funcs, fns...)
	macros := p.macrosOf(e.Name, e.Pos, false, s)
	f.open = f.open || len(macros) == 0 && len(fns) == 0
	for _, m := range macros {
		if x := p.expand(m, nil, e.Span); x != nil && x.expr != nil && !isName(x.expr, e.Name) {
			p.value(x.expr, s, f, depth-1)
		} else {
			f.open = true
		}
	}
}

// localValue adds a parameter or local. What the expansion of a macro declares is only its initial value.
func (p *Program) localValue(l *local, e *syntax.Ident, s *Scope, f *flow) {
	switch {
	case l.param >= 0:
		f.from = append(f.from, node{kind: paramNode, fn: s.fn, param: l.param})
		p.reassigned(l, s, f)
	case s.fn == nil || s.made(l):
		if l.v.Init == nil {
			f.open = true
		} else {
			p.value(l.v.Init, s.without(l), f, valueDepth/2)
		}
	case l.v.Static && s.resolve(l.v.Type).Kind == ctypes.Array:
		f.objs = append(f.objs, p.staticLocal(l.v, s))
	default:
		f.from = append(f.from, node{kind: localNode, fn: s.fn, local: l.v})
	}
}

// reassigned adds what a function assigns to its own parameter.
func (p *Program) reassigned(l *local, s *Scope, f *flow) {
	f.from = append(f.from, node{kind: localNode, fn: s.fn, local: l.v})
}

// made reports whether the expansion of a macro declared l.
func (s *Scope) made(l *local) bool {
	for _, m := range s.locals {
		if m == l {
			return true
		}
	}
	return false
}

// without is s as it was before l was declared.
func (s *Scope) without(l *local) *Scope {
	for i, m := range s.locals {
		if m == l {
			r := *s
			r.locals = s.locals[:i:i]
			return &r
		}
	}
	return s
}

// staticLocal describes a static local like a variable of the file.
func (p *Program) staticLocal(d *syntax.VarDecl, s *Scope) *VarInfo {
	if info := p.statics[d]; info != nil {
		return info
	}
	info := &VarInfo{Decl: d, File: s.file, In: s.fn, Type: p.sized(s.resolve(d.Type), d, s)}
	info.Var = &index.Var{File: s.file, Name: d.Name, Static: true, Init: d.Init != nil, Span: d.Span}
	if r := info.Type.Record(); r != nil {
		info.Var.TypeTag = "struct " + r.Tag
	}
	p.statics[d] = info
	return info
}

func (p *Program) unaryValue(e *syntax.Unary, s *Scope, f *flow, depth int) {
	switch e.Op {
	case "&":
		p.addressValue(e.X, s, f)
	case "!":
		f.ints = append(f.ints, 0, 1)
	case "*":
		if p.exprType(e.X, s, typeDepth).Kind == ctypes.Func {
			p.value(e.X, s, f, depth-1)
			return
		}
		f.open = true
	default:
		f.open = true
	}
}

// addressValue adds the address of a function, a variable, or an element of one.
func (p *Program) addressValue(x syntax.Expr, s *Scope, f *flow) {
	for {
		i, ok := x.(*syntax.Index)
		if !ok {
			break
		}
		x = i.X
	}
	id, ok := x.(*syntax.Ident)
	if !ok {
		f.open = true
		return
	}
	if l := s.local(id.Name, id.Pos); l != nil {
		if l.v.Static && s.fn != nil {
			f.objs = append(f.objs, p.staticLocal(l.v, s))
			return
		}
		f.open = true
		return
	}
	if v := p.Var(id.Name, s.file); v != nil {
		f.objs = append(f.objs, v)
		return
	}
	fns := p.Funcs(id.Name, s.file)
	f.funcs = append(f.funcs, fns...)
	f.open = f.open || len(fns) == 0
}

func (p *Program) binaryValue(e *syntax.Binary, f *flow) {
	switch e.Op {
	case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		f.ints = append(f.ints, 0, 1)
	default:
		f.open = true
	}
}

func (p *Program) condValue(e *syntax.Cond, s *Scope, f *flow, depth int) {
	c, known := p.eval(e.C, s, evalDepth)
	if !known || c != 0 {
		then := e.T
		if then == nil {
			then = e.C
		}
		p.value(then, s, f, depth-1)
	}
	if !known || c == 0 {
		p.value(e.F, s, f, depth-1)
	}
}

// passing are functions and macros whose value is their first argument.
var passing = map[string]bool{
	"READ_ONCE": true, "ACCESS_ONCE": true, "rcu_dereference": true, "rcu_dereference_protected": true,
	"rcu_access_pointer": true, "rcu_dereference_raw": true, "likely": true, "unlikely": true,
}

func (p *Program) callValue(e *syntax.Call, s *Scope, f *flow, depth int) {
	name := callee(e)
	if passing[name] && len(e.Args) > 0 {
		p.value(e.Args[0], s, f, depth-1)
		return
	}
	if macros := p.macrosOf(name, e.Pos, true, s); len(macros) > 0 {
		for _, m := range macros {
			if x := p.expand(m, e, e.Span); x != nil && x.expr != nil && !isCallOf(x.expr, name) {
				p.value(x.expr, s, f, depth-1)
			} else {
				f.open = true
			}
		}
		return
	}
	var fns []*index.Func
	if name != "" && s.local(name, e.Pos) == nil {
		fns = p.Funcs(name, s.file)
	}
	f.open = f.open || len(fns) == 0
	for _, fn := range fns {
		f.from = append(f.from, node{kind: resultNode, fn: fn})
	}
}

func (p *Program) memberValue(e *syntax.Member, s *Scope, f *flow) {
	c := p.cellOf(e, s)
	if c.Tag == unknownTag {
		f.open = true
		return
	}
	f.from = append(f.from, node{kind: cellNode, cell: c})
}

// indexValue adds an element of an array: of a field, or of a variable.
func (p *Program) indexValue(e *syntax.Index, s *Scope, f *flow) {
	x := e.X
	for {
		i, ok := x.(*syntax.Index)
		if !ok {
			break
		}
		x = i.X
	}
	if m := fieldOf(x); m != nil && p.exprType(m, s, typeDepth).Kind == ctypes.Array {
		p.memberValue(m, s, f)
		return
	}
	id, ok := x.(*syntax.Ident)
	if !ok {
		f.open = true
		return
	}
	if l := s.local(id.Name, id.Pos); l != nil {
		if l.param < 0 && s.fn != nil && l.v.Type != nil && l.v.Type.Kind == syntax.Array && !s.made(l) {
			f.from = append(f.from, node{kind: localNode, fn: s.fn, local: l.v})
			return
		}
		f.open = true
		return
	}
	if v := p.Var(id.Name, s.file); v != nil && v.Type.Kind == ctypes.Array {
		f.from = append(f.from, node{kind: varNode, v: v.Var})
		return
	}
	f.open = true
}
