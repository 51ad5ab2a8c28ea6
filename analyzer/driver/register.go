package driver

import (
	"slices"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// makers are the calls that a hw comes into being by (include/net/mac80211.h).
var makers = [...]string{"ieee80211_alloc_hw", "ieee80211_alloc_hw_nm", "ieee80211_register_hw"}

// registrars are the functions of a program that allocate or register a hw, themselves or through functions that they
// call by name, and the names to call them by. An exit in front of such a call is a failure as far as flags are
// concerned: either no hw comes into being, or another call makes it.
type registrars struct {
	prog  *callgraph.Program
	names map[string]bool
	funcs map[*index.Func]bool
}

func newRegistrars(prog *callgraph.Program) *registrars {
	r := &registrars{prog: prog, names: map[string]bool{}, funcs: map[*index.Func]bool{}}
	for _, name := range makers {
		r.names[name] = true
	}
	for todo := makers[:]; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		for _, fn := range r.callersOf(name) {
			r.funcs[fn] = true
			if !r.names[fn.Name] {
				r.names[fn.Name] = true
				todo = append(todo, fn.Name)
			}
		}
	}
	return r
}

// callersOf are the functions that call the registrar of that name.
func (r *registrars) callersOf(name string) (list []*index.Func) {
	for _, fn := range r.prog.Mentioning(name) {
		if r.funcs[fn] || !slices.Contains(makers[:], name) && !r.reaches(fn, name) {
			continue
		}
		decl, err := r.prog.Parse(fn)
		if err == nil && lastCall(decl, map[string]bool{name: true}) >= 0 {
			list = append(list, fn)
		}
	}
	return list
}

// reaches says whether the name means one of the registrars in fn's file: static functions may share it.
func (r *registrars) reaches(fn *index.Func, name string) bool {
	return slices.ContainsFunc(r.prog.Funcs(name, fn.File), func(f *index.Func) bool { return r.funcs[f] })
}

// lastCall is the place of the last call of one of the functions, -1 if there is none.
func lastCall(fn *syntax.FuncDecl, names map[string]bool) int {
	at := -1
	syntax.Walk(fn.Body, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok && names[callee(c)] {
			at = max(at, c.Pos)
		}
		return true
	})
	return at
}

func callee(c *syntax.Call) string {
	if id, ok := c.Fun.(*syntax.Ident); ok {
		return id.Name
	}
	return ""
}
