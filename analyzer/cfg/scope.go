package cfg

import (
	"strconv"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

func (b *builder) push() { b.scopes = append(b.scopes, map[string]string{}) }
func (b *builder) pop()  { b.scopes = b.scopes[:len(b.scopes)-1] }

// declare names a variable: x the first time, then x'2, x'3. A second declaration in one scope is that of another #if
// branch, and the same variable to what follows behind #endif.
func (b *builder) declare(v *syntax.VarDecl) {
	scope := b.scopes[len(b.scopes)-1]
	name, again := scope[v.Name]
	if !again {
		b.g.used[v.Name]++
		name = numbered(v.Name, b.g.used[v.Name])
		scope[v.Name] = name
	}
	if name != v.Name {
		b.g.DeclNames[v] = name
	}
}

// numbered is the name of the n-th variable called name.
func numbered(name string, n int) string {
	if n == 1 {
		return name
	}
	return name + "'" + strconv.Itoa(n)
}

// uses tells which variables the names inside of n mean.
func (b *builder) uses(n syntax.Node) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			b.use(id)
		}
		return true
	})
}

func (b *builder) use(id *syntax.Ident) {
	for i := len(b.scopes) - 1; i >= 0; i-- {
		if name, ok := b.scopes[i][id.Name]; ok {
			if name != id.Name || b.g.outer != nil {
				b.g.Names[id] = name
			}
			return
		}
	}
}

// Name is the variable an identifier means, told apart from those it shadows.
func (g *Graph) Name(id *syntax.Ident) string {
	for ; g != nil; g = g.outer {
		if n, ok := g.Names[id]; ok {
			return n
		}
	}
	return id.Name
}

// DeclName is the name under which a declared variable is known.
func (g *Graph) DeclName(v *syntax.VarDecl) string {
	if n, ok := g.DeclNames[v]; ok {
		return n
	}
	return v.Name
}
