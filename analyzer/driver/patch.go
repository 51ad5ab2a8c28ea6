package driver

import (
	"bytes"
	"slices"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Tables are changed before the hw is registered: the variable itself where it is not const, else a copy made by
// kmemdup(), devm_kmemdup() or memcpy(). A pointer to a table may point to this variable or its copy unless the
// function says that it comes from another one.

// patches adds what the program's code stores in the table v or in a copy of it.
func (t *table) patches(v *index.Var) {
	carriers := t.carriers()
	carriers[v.Name], carriers[opsTag] = true, true
	for _, file := range sources(t.prog) {
		for _, fn := range file.Funcs {
			if mentionsAny(fn, carriers) {
				t.patchesIn(fn, v)
			}
		}
	}
}

// carriers are the names of struct fields and file-scope variables through which a table can be reached.
func (t *table) carriers() map[string]bool {
	names := make(map[string]bool)
	for _, file := range sources(t.prog) {
		for _, def := range file.Types {
			carried(file, def.Span, names)
		}
		for _, v := range file.Vars {
			if v.TypeTag == "struct "+opsTag {
				names[v.Name] = true
			}
		}
	}
	return names
}

// carried finds the fields "struct ieee80211_ops *name" in a type definition.
func carried(file *index.File, at syntax.Span, names map[string]bool) {
	src := file.Src.Content[at.Pos:at.End]
	if !bytes.Contains(src, []byte(opsTag)) {
		return
	}
	t := scan(src, at.Pos)
	for i := range t.toks {
		if t.word(i) != opsTag {
			continue
		}
		for i++; t.kind(i) == '*' || t.word(i) == "const"; i++ {
		}
		if w := t.word(i); w != "" {
			names[w] = true
		}
	}
}

// sources are the .c files and headers of a program.
func sources(prog *callgraph.Program) []*index.File {
	return slices.Concat(prog.Files(), prog.Headers())
}

func mentionsAny(fn *index.Func, names map[string]bool) bool {
	return slices.ContainsFunc(fn.Mentions, func(n string) bool { return names[n] })
}

func (t *table) patchesIn(fn *index.Func, v *index.Var) {
	decl, err := t.prog.Parse(fn)
	if err != nil {
		return
	}
	p := patcher{table: t, fn: fn, decl: decl, of: v}
	syntax.Walk(decl.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			p.assign(n)
		case *syntax.Call:
			p.copied(n)
		}
		return true
	})
}

// patcher reads the stores of one function.
type patcher struct {
	*table
	fn   *index.Func
	decl *syntax.FuncDecl
	of   *index.Var
}

func (p *patcher) assign(a *syntax.Assign) {
	if a.Op != "=" {
		return
	}
	if m, ok := a.X.(*syntax.Member); ok && p.holds(m.X) {
		p.hold(m.Name, identsOf(a.Y), Place{p.fn.File, a.Span})
		return
	}
	if p.isVar(a.X) { // ops = base_ops
		p.copy(a.Y)
	}
}

// copied reads memcpy(&ops, &base_ops, sizeof(ops)).
func (p *patcher) copied(c *syntax.Call) {
	if isIdent(c.Fun, "memcpy") && len(c.Args) == 3 && p.isVar(c.Args[0]) {
		p.copy(c.Args[1])
	}
}

func (p *patcher) copy(from syntax.Expr) {
	for _, v := range p.tablesIn(from) {
		if v != p.of {
			p.initialiser(v)
		}
	}
}

// isVar says whether x is the variable or its address.
func (p *patcher) isVar(x syntax.Expr) bool {
	if u, ok := x.(*syntax.Unary); ok && u.Op == "&" {
		x = u.X
	}
	if !isIdent(x, p.of.Name) {
		return false
	}
	info := p.prog.Var(p.of.Name, p.fn.File)
	return info != nil && info.Var == p.of
}

// holds says whether x may be the table v or a copy of it.
func (p *patcher) holds(x syntax.Expr) bool {
	t := p.prog.ExprType(x, p.prog.Scope(p.fn))
	if r := t.Record(); r == nil || r.Tag != opsTag {
		return false
	}
	if id, ok := x.(*syntax.Ident); ok {
		if v := p.prog.Var(id.Name, p.fn.File); v != nil && isOps(v.Var) && !declares(p.decl, id.Name) {
			return v.Var == p.of
		}
		return p.mayPoint(id.Name)
	}
	return true
}

// mayPoint says whether what the function assigns to the local pointer leaves it open, or names this table.
func (p *patcher) mayPoint(name string) bool {
	named := false
	for _, value := range valuesOf(p.decl, name) {
		for _, v := range p.tablesIn(value) {
			if v == p.of {
				return true
			}
			named = true
		}
	}
	return !named
}

// tablesIn are the ops variables that an expression names.
func (p *patcher) tablesIn(x syntax.Expr) (list []*index.Var) {
	for _, name := range identsOf(x) {
		if v := p.prog.Var(name, p.fn.File); v != nil && isOps(v.Var) {
			list = append(list, v.Var)
		}
	}
	return list
}

// identsOf are the names in an expression, in order.
func identsOf(x syntax.Expr) (names []string) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

// declares says whether the function has a parameter or local of that name.
func declares(fn *syntax.FuncDecl, name string) (found bool) {
	for _, v := range fn.Params {
		found = found || v.Name == name
	}
	syntax.Walk(fn.Body, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.VarDecl); ok {
			found = found || v.Name == name
		}
		return !found
	})
	return found
}

// valuesOf are the initialisers and values that the function gives to a local.
func valuesOf(fn *syntax.FuncDecl, name string) (values []syntax.Expr) {
	syntax.Walk(fn.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.VarDecl:
			if n.Name == name && n.Init != nil {
				values = append(values, n.Init)
			}
		case *syntax.Assign:
			if isIdent(n.X, name) {
				values = append(values, n.Y)
			}
		}
		return true
	})
	return values
}
