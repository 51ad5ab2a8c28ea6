package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// table returns what the initialiser of v stores.
func (p *Program) table(v *index.Var) []Site {
	if list, ok := p.tables[v]; ok {
		return list
	}
	p.tables[v] = nil
	info := p.varInfo(v)
	if info == nil || info.Decl.Init == nil {
		return nil
	}
	base := Site{Var: v, Scope: p.fileScope(v.File), Op: "=", Pos: info.Decl.Init.Range()}
	var out []Site
	switch init := info.Decl.Init.(type) {
	case *syntax.InitList:
		out = p.fill(init, info.Type, base)
	default:
		base.Value = init
		out = []Site{base}
		if lit, ok := stripAddress(init).(*syntax.CompoundLit); ok {
			out = append(out, p.fill(lit.Init, base.Scope.resolve(lit.Type), base)...)
		}
	}
	p.tables[v] = out
	return out
}

// stripAddress removes casts and one address operator.
func stripAddress(e syntax.Expr) syntax.Expr {
	e = stripCasts(e)
	if u, ok := e.(*syntax.Unary); ok && u.Op == "&" {
		e = stripCasts(u.X)
	}
	return e
}

// contains reports whether the initialiser of v can set members of a struct: whether the type of v holds one by value,
// or the variable's declaration mentions the tag in a compound literal.
func (p *Program) contains(v *index.Var, tag string) bool {
	if has(v.Mentions, tag) {
		return true
	}
	if v.TypeTag == "" {
		info := p.varInfo(v)
		if info == nil {
			return false
		}
		set := map[string]bool{}
		p.gather(info.Type, set, 0)
		return set[tag]
	}
	return p.containedIn(v.TypeTag, v.File)[tag]
}

// containedIn returns the canonical tags of all structs and unions that a type holds by value, its own included.
func (p *Program) containedIn(typeTag string, from *index.File) map[string]bool {
	set, ok := p.contained[typeTag]
	if !ok {
		set = map[string]bool{}
		p.gather(p.TypeOf(typeTag, from), set, 0)
		p.contained[typeTag] = set
	}
	return set
}

func (p *Program) gather(t *ctypes.Type, set map[string]bool, depth int) {
	for t != nil && t.Kind == ctypes.Array {
		t = t.Elem
	}
	if !t.IsRecord() || depth > fillDepth || t.Tag != "" && set[t.Tag] && canonical(t.Tag) != t.Tag {
		return
	}
	p.complete(t)
	set[t.Tag], set[canonical(t.Tag)] = true, true
	for _, m := range t.Fields {
		p.gather(m.Type, set, depth+1)
	}
}
