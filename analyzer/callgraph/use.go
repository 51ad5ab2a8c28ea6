package callgraph

import (
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Use is a place where the name of a function stands for its address.
type Use struct {
	In       *index.Func // the function it stands in, or
	Var      *index.Var  // the variable whose initialiser it stands in
	FieldTag string      // the field it is stored in; "" for other places
	Field    string
	Callee   string // the function or macro that gets it as an argument; "" for other places
	Arg      int    // which argument
	Pos      syntax.Span
}

func (u Use) file() *index.File {
	if u.In != nil {
		return u.In.File
	}
	return u.Var.File
}

// AddressTaken returns the places where fn's name is used other than to call it.
func (p *Program) AddressTaken(fn *index.Func) []Use {
	if list, ok := p.uses[fn]; ok {
		return list
	}
	var out []Use
	for _, v := range p.varUsers(fn.Name) {
		if v.Init && p.means(fn, v.File) {
			out = append(out, p.usesInVar(fn, v)...)
		}
	}
	out = append(out, p.usesInMacros(fn)...)
	for _, in := range p.users(fn.Name) {
		if p.means(fn, in.File) {
			out = append(out, p.usesIn(fn, in)...)
		}
	}
	p.uses[fn] = out
	return out
}

// varUsers returns the variables whose declarations mention name themselves or in a macro of the driver.
func (p *Program) varUsers(name string) []*index.Var {
	macros := p.macrosNaming(name)
	return keep(p.ownVars, func(v *index.Var) bool {
		return has(v.Mentions, name) || slices.ContainsFunc(macros, func(m string) bool { return has(v.Mentions, m) })
	})
}

// usesInMacros finds macros that take fn's address and that no function or variable mentions: such a macro may declare
// a variable, at file scope, where nothing else sees it. Var is made up for the macro.
func (p *Program) usesInMacros(fn *index.Func) []Use {
	var out []Use
	for _, name := range p.macrosNaming(fn.Name) {
		if len(p.users(name)) > 0 || len(p.varUsers(name)) > 0 {
			continue
		}
		for _, m := range p.Macro(name, fn.File) {
			if namesAddress(m.Body, fn.Name) {
				v := &index.Var{File: m.File, Name: m.Name, Init: true, Span: m.Span}
				out = append(out, Use{Var: v, Pos: m.Span})
			}
		}
	}
	return out
}

// namesAddress reports whether name stands in text without a parenthesis behind it.
func namesAddress(text, name string) bool {
	for _, at := range identRE.FindAllStringIndex(text, -1) {
		if text[at[0]:at[1]] == name && !strings.HasPrefix(strings.TrimLeft(text[at[1]:], " \t"), "(") {
			return true
		}
	}
	return false
}

func (p *Program) usesInVar(fn *index.Func, v *index.Var) []Use {
	var out []Use
	for _, s := range p.table(v) {
		if mentions(s.Value, fn.Name) {
			out = append(out, Use{Var: v, FieldTag: s.cell.Tag, Field: s.cell.Field, Pos: s.Pos})
		}
	}
	return out
}

// mentions reports whether name stands in e other than as what is called.
func mentions(e syntax.Expr, name string) bool {
	found := false
	if e == nil {
		return false
	}
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			found = found || n.Name == name
		case *syntax.Call:
			for _, a := range n.Args {
				found = found || mentions(a, name)
			}
			return callee(n) == ""
		case *syntax.Sizeof:
			return false
		}
		return !found
	})
	return found
}

// usesIn finds the uses in one function: each is looked at where its context is known, and once only.
func (p *Program) usesIn(fn, in *index.Func) []Use {
	c := &useCollector{p: p, name: fn.Name, in: in, done: map[syntax.Node]bool{}}
	macros := p.macrosNaming(fn.Name)
	into := func(_ *syntax.Call, m string) bool { return m != fn.Name && has(macros, m) }
	(&visitor{p: p, see: c.see, into: into}).visit(in)
	for _, s := range p.storesIn(in) {
		if s.Op == "=" && !s.zero && mentions(s.Value, fn.Name) {
			c.out = append(c.out, Use{In: in, FieldTag: s.cell.Tag, Field: s.cell.Field, Pos: s.Pos})
		}
	}
	return c.out
}

type useCollector struct {
	p    *Program
	name string
	in   *index.Func
	done map[syntax.Node]bool // identifiers that were dealt with, seen from the node around them
	out  []Use
}

func (c *useCollector) see(n syntax.Node, s *Scope, _ []syntax.Expr) bool {
	switch n := n.(type) {
	case *syntax.Call:
		c.done[n.Fun] = true
		for i, a := range n.Args {
			if id := c.bare(a); id != nil && s.local(c.name, id.Pos) == nil {
				c.done[id] = true
				c.out = append(c.out, Use{In: c.in, Callee: callee(n), Arg: i, Pos: a.Range()})
			}
		}
	case *syntax.Assign:
		if fieldOf(n.X) != nil { // storesIn has it
			c.skip(n.Y)
		}
	case *syntax.InitList:
		c.skip(n)
	case *syntax.Binary:
		if n.Op == "==" || n.Op == "!=" {
			c.skip(n)
		}
	case *syntax.Ident:
		if n.Name == c.name && !c.done[n] && s.local(c.name, n.Pos) == nil {
			c.out = append(c.out, Use{In: c.in, Pos: n.Span})
		}
	case *syntax.Sizeof:
		return false
	}
	return true
}

// bare returns the identifier if e is the function's name, with & and casts around it.
func (c *useCollector) bare(e syntax.Expr) *syntax.Ident {
	if id, ok := stripAddress(e).(*syntax.Ident); ok && id.Name == c.name {
		return id
	}
	return nil
}

func (c *useCollector) skip(n syntax.Node) {
	syntax.Walk(n, func(m syntax.Node) bool {
		if id, ok := m.(*syntax.Ident); ok {
			c.done[id] = true
		}
		return true
	})
}

// FieldLoads returns the functions that read a field of a struct; one whose type is not found may be any.
func (p *Program) FieldLoads(tag, field string) []*index.Func {
	want := Cell{canonical(tag), field}
	if list, ok := p.loads[want]; ok {
		return list
	}
	macros := p.macrosNaming(field)
	into := func(_ *syntax.Call, m string) bool { return has(macros, m) }
	var out []*index.Func
	for _, fn := range p.users(field) {
		found := false
		target := map[syntax.Node]bool{} // fields that are only assigned
		see := func(n syntax.Node, s *Scope, _ []syntax.Expr) bool {
			switch n := n.(type) {
			case *syntax.Assign:
				if m, ok := n.X.(*syntax.Member); ok && n.Op == "=" {
					target[m] = true
				}
			case *syntax.Member:
				if n.Name == field && !target[n] && !found {
					got := p.cellOf(n, s)
					found = got == want || got.Tag == unknownTag
				}
			}
			return !found
		}
		(&visitor{p: p, see: see, into: into}).visit(fn)
		if found {
			out = append(out, fn)
		}
	}
	p.loads[want] = out
	return out
}

// outermost is the tag of the struct with a name that an anonymous one stands in.
func outermost(tag string) string {
	name, _, _ := strings.Cut(tag, ".")
	return name
}
