package cfg

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// String prints the graph, one node a line: its number, * if it heads a loop, what it does, and where it leads.
func (g *Graph) String() string {
	var b strings.Builder
	for _, n := range g.Nodes {
		b.WriteString(g.line(n) + "\n")
	}
	return b.String()
}

func (g *Graph) line(n *Node) string {
	parts := []string{strconv.Itoa(n.ID)}
	if n.Head {
		parts[0] += "*"
	}
	switch {
	case n == g.Exit:
		return strings.Join(append(parts, "exit"), " ")
	case n.Kind != Nop:
		parts = append(parts, n.Kind.String())
	}
	if what := g.what(n); what != "" {
		parts = append(parts, what)
	}
	parts = append(parts, "->")
	for i, s := range n.Succ {
		to := strconv.Itoa(s.ID)
		if n.Kind == Switch {
			to = n.Cases[i].String() + ":" + to
		}
		parts = append(parts, to)
	}
	return strings.Join(parts, " ")
}

// what is the C text of a node, on one line.
func (g *Graph) what(n *Node) string {
	var text string
	switch {
	case n.Var != nil:
		text = g.DeclName(n.Var)
		if n.Var.Init != nil {
			text += " = " + syntax.Print(n.Var.Init)
		}
	case n.Loop != nil:
		var args []string
		for _, a := range n.Loop.Args {
			args = append(args, syntax.Print(a))
		}
		text = n.Loop.Name + "(" + strings.Join(args, ", ") + ")"
	case n.X != nil:
		text = syntax.Print(n.X)
	}
	return strings.Join(strings.Fields(text), " ")
}

// String is the guard as C writes it.
func (c Case) String() string {
	switch {
	case c.Default:
		return "default"
	case c.Hi != nil:
		return syntax.Print(c.Lo) + "..." + syntax.Print(c.Hi)
	}
	return syntax.Print(c.Lo)
}

// String is the name of the kind.
func (k Kind) String() string {
	names := [...]string{"nop", "eval", "decl", "test", "switch", "choice", "iter", "return", "asm", "bad"}
	if k < 0 || int(k) >= len(names) {
		return "kind " + strconv.Itoa(int(k))
	}
	return names[k]
}
