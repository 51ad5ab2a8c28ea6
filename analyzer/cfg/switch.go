package cfg

import "github.com/capcheck/capcheck/analyzer/syntax"

// switching is a switch whose body is being built. Where #if branches hold case labels, it has a node for each way to
// compile it: a label is in none of the others, and what it names goes to default there.
type switching struct {
	nodes []*Node
	depth int // how many #if branches stand around the switch
}

func (b *builder) switchStmt(s *syntax.Switch, cur *Node) *Node {
	b.uses(s.X)
	sw := switching{depth: len(b.branches)}
	n := configurations(s.Body)
	if n > 1 {
		cur = b.after(cur, Choice, s.X.Range())
	}
	for range n {
		node := b.after(cur, Switch, s.X.Range())
		node.X = s.X
		sw.nodes = append(sw.nodes, node)
	}
	out := b.node(Nop, s.Span)
	b.switches, b.brk = append(b.switches, sw), append(b.brk, out)
	edge(b.stmt(s.Body, nil), out)
	b.switches, b.brk = b.switches[:len(b.switches)-1], b.brk[:len(b.brk)-1]
	for _, node := range sw.nodes {
		node.close(out)
	}
	return out
}

// close lets a Switch without default go to out.
func (n *Node) close(out *Node) {
	for _, c := range n.Cases {
		if c.Default {
			return
		}
	}
	n.Cases = append(n.Cases, Case{Default: true})
	edge(n, out)
}

func (b *builder) caseLabel(s *syntax.Case, cur *Node) *Node {
	n := b.after(cur, Nop, s.Span)
	if len(b.switches) == 0 {
		b.g.Problems = append(b.g.Problems, s.Span)
		return n
	}
	sw := b.switches[len(b.switches)-1]
	guard := Case{Lo: s.Lo, Hi: s.Hi, Default: s.Lo == nil}
	found := false
	for i, node := range sw.nodes {
		if b.compiled(sw, i) {
			node.add(guard, n)
			found = true
		}
	}
	if !found { // in an #if that only an opened macro shows
		for _, node := range sw.nodes {
			node.add(guard, n)
		}
	}
	return n
}

func (n *Node) add(guard Case, to *Node) {
	n.Cases = append(n.Cases, guard)
	edge(n, to)
}

// compiled reports whether the i-th way to compile sw has what is being built.
func (b *builder) compiled(sw switching, i int) bool {
	if len(b.branches) == sw.depth {
		return true
	}
	in := b.branches[len(b.branches)-1]
	return in.i == min(i, ways(in.of)-1)
}

// configurations is the number of ways to compile the body of a switch that show every branch with a case label once.
func configurations(body syntax.Stmt) int {
	n := 1
	inSwitch(body, func(s syntax.Node) {
		if pp, ok := s.(*syntax.PPIf); ok && hasCase(pp) {
			n = max(n, ways(pp))
		}
	})
	return n
}

func hasCase(pp *syntax.PPIf) bool {
	found := false
	inSwitch(pp, func(s syntax.Node) {
		_, ok := s.(*syntax.Case)
		found = found || ok
	})
	return found
}

// inSwitch visits the statements of a switch, those of inner ones left out.
func inSwitch(s syntax.Stmt, visit func(syntax.Node)) {
	syntax.Walk(s, func(n syntax.Node) bool {
		visit(n)
		_, inner := n.(*syntax.Switch)
		_, expr := n.(syntax.Expr)
		return !inner && !expr
	})
}

// ways is the number of ways through an #if, that around it included.
func ways(pp *syntax.PPIf) int {
	if hasElse(pp) {
		return len(pp.Branches)
	}
	return len(pp.Branches) + 1
}

func hasElse(pp *syntax.PPIf) bool {
	for i := range pp.Branches {
		if i < len(pp.Conds) && pp.Conds[i] == "" {
			return true
		}
	}
	return false
}
