package cfg

import "github.com/capcheck/capcheck/analyzer/syntax"

// order numbers the reachable nodes in reverse postorder and marks loop heads. It is iterative: a generated function
// may be long enough to exhaust a recursion.
func (g *Graph) order() {
	const white, grey, black = 0, 1, 2
	state := map[*Node]int{}
	type frame struct {
		n *Node
		i int
	}
	var post []*Node
	stack := []frame{{g.Entry, 0}}
	state[g.Entry] = grey
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.i == len(f.n.Succ) {
			state[f.n] = black
			post = append(post, f.n)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.n.Succ[f.i]
		f.i++
		s.Join = s.Join || state[s] != white
		switch state[s] {
		case white:
			state[s] = grey
			stack = append(stack, frame{s, 0})
		case grey:
			s.Head = true
		}
	}
	g.Exit.ID = -1
	for i := len(post) - 1; i >= 0; i-- {
		post[i].ID = len(g.Nodes)
		g.Nodes = append(g.Nodes, post[i])
	}
}

// liveness finds the variables that may be read after each node. A variable whose address is taken is live throughout.
func (g *Graph) liveness() {
	use, def := make([][]string, len(g.Nodes)), make([]string, len(g.Nodes))
	taken := map[string]bool{}
	for i, n := range g.Nodes {
		use[i], def[i] = g.useDef(n, taken)
		n.Live = map[string]bool{}
		for t := range taken {
			n.Live[t] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(g.Nodes) - 1; i >= 0; i-- {
			if g.flow(g.Nodes[i], use[i], def[i], taken) {
				changed = true
			}
		}
	}
}

func (g *Graph) flow(n *Node, use []string, def string, taken map[string]bool) bool {
	before := len(n.Live)
	for t := range taken {
		n.Live[t] = true
	}
	for _, s := range n.Succ {
		for v := range s.Live {
			if v != def {
				n.Live[v] = true
			}
		}
	}
	for _, v := range use {
		n.Live[v] = true
	}
	return len(n.Live) != before
}

// useDef lists what a node reads and the one variable it surely overwrites.
func (g *Graph) useDef(n *Node, taken map[string]bool) (use []string, def string) {
	walk := func(e syntax.Node) {
		syntax.Walk(e, func(m syntax.Node) bool {
			switch m := m.(type) {
			case *syntax.Ident:
				use = append(append(use, g.Name(m)), g.mentioned(m)...)
			case *syntax.Unary:
				if base := root(m.X); m.Op == "&" && base != nil {
					taken[g.Name(base)] = true
				}
			}
			return true
		})
	}
	switch {
	case n.Var != nil:
		def = g.DeclName(n.Var)
		if n.Var.Init != nil {
			walk(n.Var.Init)
		}
	case n.Loop != nil:
		for _, a := range n.Loop.Args {
			walk(a)
		}
	case n.X != nil:
		if a, ok := n.X.(*syntax.Assign); ok && a.Op == "=" {
			if id, ok := a.X.(*syntax.Ident); ok {
				def = g.Name(id)
				walk(a.Y)
				return use, def
			}
		}
		walk(n.X)
	}
	for _, c := range n.Cases {
		if c.Lo != nil {
			walk(c.Lo)
		}
		if c.Hi != nil {
			walk(c.Hi)
		}
	}
	return use, def
}

// mentioned gives the variables that a macro's text may mean: it does not say in which block they are declared.
func (g *Graph) mentioned(id *syntax.Ident) []string {
	if g.macros == nil || g.used[id.Name] > 0 {
		return nil
	}
	var out []string
	for _, name := range g.macros.Mentions(id.Name) {
		for i := range g.used[name] {
			out = append(out, numbered(name, i+1))
		}
	}
	return out
}

// root is the variable at the bottom of x.f[i].g, nil behind a pointer.
func root(e syntax.Expr) *syntax.Ident {
	for {
		switch x := e.(type) {
		case *syntax.Ident:
			return x
		case *syntax.Member:
			if x.Arrow {
				return nil
			}
			e = x.X
		case *syntax.Index:
			e = x.X
		default:
			return nil
		}
	}
}
