package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// CallSite is a call, and the function it stands in.
type CallSite struct {
	In    *index.Func
	Call  *syntax.Call
	Scope *Scope        // where the arguments are read
	Under []syntax.Expr // the conditions of the ifs around it; those of an else as a Unary "!"
}

// Callers returns the calls of fn by name, those in macros of the driver included.
func (p *Program) Callers(fn *index.Func) []CallSite {
	if list, ok := p.callers[fn]; ok {
		return list
	}
	var out []CallSite
	for _, in := range p.users(fn.Name) {
		if p.means(fn, in.File) {
			out = append(out, p.callsIn(in, fn.Name, func(c *syntax.Call, s *Scope) bool {
				return callee(c) == fn.Name && s.local(fn.Name, c.Pos) == nil
			})...)
		}
	}
	p.callers[fn] = out
	return out
}

// means reports whether fn's name can mean fn in a file.
func (p *Program) means(fn *index.Func, from *index.File) bool {
	for _, g := range p.Funcs(fn.Name, from) {
		if g == fn {
			return true
		}
	}
	return false
}

// callsIn returns the calls in one function that is accepts. Macros that can mention name are looked into.
func (p *Program) callsIn(in *index.Func, name string, is func(*syntax.Call, *Scope) bool) []CallSite {
	var out []CallSite
	macros := p.macrosNaming(name)
	see := func(n syntax.Node, s *Scope, under []syntax.Expr) bool {
		if c, ok := n.(*syntax.Call); ok && is(c, s) {
			out = append(out, CallSite{in, c, s, under})
		}
		return true
	}
	into := func(_ *syntax.Call, m string) bool { return m != name && has(macros, m) }
	(&visitor{p: p, see: see, into: into}).visit(in)
	return out
}

// CallsThrough returns the calls through a function pointer in a field.
func (p *Program) CallsThrough(tag, field string) []CallSite {
	c := Cell{canonical(tag), field}
	if list, ok := p.through[c]; ok {
		return list
	}
	var out []CallSite
	for _, in := range p.users(field) {
		out = append(out, p.callsIn(in, field, func(call *syntax.Call, s *Scope) bool {
			fun := call.Fun
			if u, ok := fun.(*syntax.Unary); ok && u.Op == "*" {
				fun = u.X
			}
			m := fieldOf(fun)
			if m == nil || m.Name != field {
				return false
			}
			got := p.cellOf(m, s)
			return got == c || got.Tag == unknownTag
		})...)
	}
	p.through[c] = out
	return out
}

// indirectCallers returns the calls of fn through pointers. closed is false when somebody else may call it: the kernel,
// through a struct of its own or after a registration, or code that copied the pointer.
func (p *Program) indirectCallers(fn *index.Func) (calls []CallSite, closed bool) {
	closed = true
	for _, use := range p.AddressTaken(fn) {
		switch {
		case use.Field != "" && use.FieldTag != unknownTag && p.ownTag(use.FieldTag):
			calls = append(calls, p.CallsThrough(use.FieldTag, use.Field)...)
			closed = closed && !p.copied(use.FieldTag, use.Field)
		case use.Callee != "":
			list, ok := p.throughParam(use)
			calls = append(calls, list...)
			closed = closed && ok
		default:
			closed = false
		}
	}
	return calls, closed
}

// copied reports whether a function pointer field is read other than to be called or tested.
func (p *Program) copied(tag, field string) bool {
	for _, fn := range p.FieldLoads(tag, field) {
		found := false
		see := func(n syntax.Node, s *Scope, _ []syntax.Expr) bool {
			var v syntax.Expr
			switch n := n.(type) {
			case *syntax.Assign:
				v = n.Y
			case *syntax.VarDecl:
				v = n.Init
			case *syntax.Return:
				v = n.X
			case *syntax.Call:
				for _, a := range n.Args {
					found = found || isField(a, field)
				}
			}
			found = found || isField(v, field)
			return !found
		}
		(&visitor{p: p, see: see}).visit(fn)
		if found {
			return true
		}
	}
	return false
}

func isField(e syntax.Expr, field string) bool {
	m, ok := e.(*syntax.Member)
	return ok && m.Name == field
}

// ownTag reports whether a struct is defined by the driver, and not by a header of the kernel.
func (p *Program) ownTag(tag string) bool {
	for _, d := range p.tree.names.get(outermost(tag)).types {
		if p.ownFile(d.File) {
			return true
		}
	}
	for _, d := range p.tree.names.get(outermost(tag)).typedefs {
		if p.ownFile(d.File) {
			return true
		}
	}
	return false
}

// throughParam returns the calls that a function makes through the parameter that use gives a function to.
func (p *Program) throughParam(use Use) (calls []CallSite, closed bool) {
	from := use.file()
	fns := p.Funcs(use.Callee, from)
	for _, fn := range fns {
		d, err := p.tree.Func(fn)
		if err != nil || use.Arg >= len(d.Params) || !p.IsDriver(fn) {
			return calls, false
		}
		name := d.Params[use.Arg].Name
		list := p.callsIn(fn, name, func(c *syntax.Call, _ *Scope) bool { return callee(c) == name })
		if len(list) == 0 {
			return calls, false // stored or passed on
		}
		calls = append(calls, list...)
	}
	return calls, len(fns) > 0
}
