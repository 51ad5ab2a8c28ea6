package callgraph

import (
	"regexp"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Cell names a struct field over all objects of the struct.
type Cell struct{ Tag, Field string }

// Site is a place that stores to a field.
type Site struct {
	In    *index.Func // the function, nil for the initialiser of a file-scope variable
	Var   *index.Var  // the file-scope variable, nil in functions
	Value syntax.Expr // what is stored; nil for ++ and --
	Op    string      // "=" also for initialisers, "|=" and its like, "++", "--", "&" where the address is taken
	Pos   syntax.Span
	Scope *Scope // where Value is read

	cell Cell
	zero bool // the field is left out by an initialiser, which makes it 0; such sites are not given out
}

// unknownTag is the tag of a store through an expression whose type was not found: it may be any struct.
const unknownTag = "?"

// FieldStores returns the assignments and initialisers of a field, stores through a pointer of unknown type included.
func (p *Program) FieldStores(tag, field string) []Site {
	return keep(p.sites(Cell{canonical(tag), field}), func(s Site) bool { return !s.zero })
}

// sites returns all stores to a cell, implicit zeros included.
func (p *Program) sites(c Cell) []Site {
	if list, ok := p.cells[c]; ok {
		return list
	}
	var out []Site
	for _, v := range p.ownVars {
		if v.Init && (p.contains(v, c.Tag) || has(v.Mentions, c.Field)) {
			out = append(out, keep(p.table(v), c.stored)...)
		}
	}
	for _, fn := range p.storersOf(c) {
		out = append(out, keep(p.storesIn(fn), c.stored)...)
	}
	p.cells[c] = out
	return out
}

// stored reports whether s stores to c, or may.
func (c Cell) stored(s Site) bool {
	return s.cell == c || s.cell.Tag == unknownTag && s.cell.Field == c.Field && !s.zero
}

// storersOf returns the functions that may store to c: by the field's name, by a macro with the field's name in it, or
// by an initialiser that names the struct alone.
func (p *Program) storersOf(c Cell) []*index.Func {
	macros := keep(p.macrosNaming(c.Field), func(m string) bool { return p.notes()[m].stores })
	list := p.union(p.storing(c.Field), macros)
	seen := map[*index.Func]bool{}
	for _, fn := range list {
		seen[fn] = true
	}
	out := append([]*index.Func(nil), list...)
	for _, fn := range p.Mentioning(c.Tag) {
		if !seen[fn] && p.hasBraces(fn) {
			out = append(out, fn)
		}
	}
	return out
}

var bracesRE = regexp.MustCompile(`=\s*\{|\(\s*(?:const\s+)?(?:struct|union)\s+\w+\s*(?:\[\w*\])?\s*\)\s*\{`)

// hasBraces reports whether fn holds a brace-enclosed initialiser or a compound literal.
func (p *Program) hasBraces(fn *index.Func) bool {
	b, ok := p.braces[fn]
	if !ok {
		b = bracesRE.Match(fn.File.Src.Content[fn.Span.Pos:fn.Span.End])
		p.braces[fn] = b
	}
	return b
}

// storesIn returns the stores of one function to fields of any struct, those made by its macros included.
func (p *Program) storesIn(fn *index.Func) []Site {
	if list, ok := p.stores[fn]; ok {
		return list
	}
	p.stores[fn] = nil
	c := &storeCollector{p: p, fn: fn, reads: map[*syntax.Unary]bool{}}
	notes := p.notes()
	v := &visitor{p: p, see: c.see, into: func(_ *syntax.Call, name string) bool { return notes[name].stores }}
	v.visit(fn)
	p.stores[fn] = c.out
	return c.out
}

type storeCollector struct {
	p     *Program
	fn    *index.Func
	out   []Site
	reads map[*syntax.Unary]bool // addresses given to functions that only read through them
}

func (c *storeCollector) see(n syntax.Node, s *Scope, _ []syntax.Expr) bool {
	switch n := n.(type) {
	case *syntax.Assign:
		c.store(n.X, n.Op, n.Y, n.Span, s)
	case *syntax.Postfix:
		c.store(n.X, n.Op, nil, n.Span, s)
	case *syntax.Unary:
		if n.Op == "++" || n.Op == "--" {
			c.store(n.X, n.Op, nil, n.Span, s)
		} else if n.Op == "&" && !c.reads[n] {
			c.address(n.X, n.Span, s)
		}
	case *syntax.Call:
		c.arguments(n, s)
		return callee(n) != "typeof"
	case *syntax.CompoundLit:
		c.out = append(c.out, c.p.fill(n.Init, s.resolve(n.Type), Site{In: c.fn, Scope: s})...)
	case *syntax.VarDecl:
		if list, ok := n.Init.(*syntax.InitList); ok {
			c.out = append(c.out, c.p.fill(list, s.resolve(n.Type), Site{In: c.fn, Scope: s})...)
		}
	case *syntax.Sizeof, *syntax.Type:
		return false
	}
	return true
}

// store notes a store through the lvalue x, if that is a field or an element of one.
func (c *storeCollector) store(x syntax.Expr, op string, value syntax.Expr, at syntax.Span, s *Scope) {
	m := fieldOf(x)
	if m == nil {
		return
	}
	c.out = append(c.out, Site{In: c.fn, Value: value, Op: op, Pos: at, Scope: s, cell: c.p.cellOf(m, s)})
}

// address notes that the address of a field is taken. That of a whole struct is none: stores through it name a field
// of their own.
func (c *storeCollector) address(x syntax.Expr, at syntax.Span, s *Scope) {
	m := fieldOf(x)
	if m == nil || c.p.exprType(x, s, typeDepth).IsRecord() {
		return
	}
	c.store(x, "&", nil, at, s)
}

// arguments looks at the addresses given to a function: those it only reads through are no stores, and an array is an
// address by itself.
func (c *storeCollector) arguments(n *syntax.Call, s *Scope) {
	name := callee(n)
	for i, arg := range n.Args {
		switch x := stripCasts(arg).(type) {
		case *syntax.Unary:
			if x.Op == "&" && fieldOf(x.X) != nil && c.p.readsOnly(name, i, s) {
				c.reads[x] = true // seen later: nodes come from the outside in
			}
		case *syntax.Member:
			if c.p.exprType(x, s, typeDepth).Kind == ctypes.Array && !c.p.readsOnly(name, i, s) {
				c.store(x, "&", nil, arg.Range(), s)
			}
		}
	}
}

// fieldOf returns the member access that the lvalue x stores to, through array elements.
func fieldOf(x syntax.Expr) *syntax.Member {
	for {
		switch e := x.(type) {
		case *syntax.Member:
			return e
		case *syntax.Index:
			x = e.X
		default:
			return nil
		}
	}
}

// cellOf returns the cell of a member access.
func (p *Program) cellOf(m *syntax.Member, s *Scope) Cell {
	x := p.exprType(m.X, s, typeDepth)
	if real := p.renamed(m, x, s); real != nil {
		m, x = real, p.exprType(real.X, s, typeDepth)
	}
	if t := x.Record(); t != nil && t.Tag != "" {
		return Cell{canonical(t.Tag), m.Name}
	}
	return Cell{unknownTag, m.Name}
}

func stripCasts(e syntax.Expr) syntax.Expr {
	for {
		c, ok := e.(*syntax.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}
