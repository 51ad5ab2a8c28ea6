package cfg

import (
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/parser"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// parse reads the one function of src.
func parse(t *testing.T, src string) *syntax.FuncDecl {
	t.Helper()
	f, err := source.NewSet(map[string][]byte{"a.c": []byte(src)}).Read("a.c")
	if err != nil {
		t.Fatal(err)
	}
	p := parser.New()
	defer p.Close()
	fns := index.New(f).Funcs
	if len(fns) != 1 {
		t.Fatalf("%d functions in\n%s", len(fns), src)
	}
	d, err := p.Func(fns[0])
	if err != nil || len(d.Errors) > 0 {
		t.Fatalf("%v, errors %v in\n%s", err, d.Errors, src)
	}
	return d
}

// graph builds the graph of "int f(int a, int b) { body }", with some macros, and checks its invariants.
func graph(t *testing.T, body string, x Expander) *Graph {
	t.Helper()
	d := parse(t, "int f(int a, int b)\n{\n"+body+"\n}\n")
	g := Build(d.Body, d.Params, x)
	sane(t, g)
	return g
}

// sane holds a graph against what Graph and Node promise.
func sane(t *testing.T, g *Graph) {
	t.Helper()
	for i, n := range g.Nodes {
		if n.ID != i {
			t.Errorf("node %d has the number %d", i, n.ID)
		}
		if n == g.Exit != (len(n.Succ) == 0) {
			t.Errorf("node %d leads to %d nodes", i, len(n.Succ))
		}
		want := map[Kind]int{Test: 2, Iter: 2, Eval: 1, Decl: 1, Return: 1, Asm: 1, Bad: 1, Switch: len(n.Cases)}[n.Kind]
		if want > 0 && len(n.Succ) != want {
			t.Errorf("node %d (%s) leads to %d nodes", i, n.Kind, len(n.Succ))
		}
		if n.Kind == Return && n.Succ[0] != g.Exit {
			t.Errorf("return %d leads to %d", i, n.Succ[0].ID)
		}
		saneEdges(t, g, n)
	}
}

func saneEdges(t *testing.T, g *Graph, n *Node) {
	t.Helper()
	for _, s := range n.Succ {
		if s.ID < 0 || s.ID >= len(g.Nodes) || g.Nodes[s.ID] != s {
			t.Fatalf("node %d leads to a node that is not listed", n.ID)
		}
		if s.ID <= n.ID && !s.Head {
			t.Errorf("the edge from %d back to %d makes no loop head", n.ID, s.ID)
		}
		for v := range s.Live {
			if (n.Var == nil || g.DeclName(n.Var) != v) && n.Kind != Eval && !n.Live[v] {
				t.Errorf("%s is live at %d, not at %d before it", v, s.ID, n.ID)
			}
		}
	}
}

// flow lists what every step of a graph leads to, the steps without text left out: "a: b | c".
func flow(g *Graph) []string {
	var out []string
	for _, n := range g.Nodes {
		if text := label(g, n); text != "" && n != g.Exit {
			out = append(out, text+": "+strings.Join(exits(g, n), " | "))
		}
	}
	return out
}

func exits(g *Graph, n *Node) []string {
	var out []string
	for i, s := range n.Succ {
		to := strings.Join(next(g, s, map[*Node]bool{}), " / ")
		if n.Kind == Switch {
			to = n.Cases[i].String() + " " + to
		}
		out = append(out, to)
	}
	return out
}

// label is the text of a step, "" for one that only joins.
func label(g *Graph, n *Node) string {
	switch {
	case n == g.Exit:
		return "exit"
	case n.Kind == Return:
		return strings.TrimSpace("return " + g.what(n))
	case n.Kind == Asm || n.Kind == Bad:
		return n.Kind.String()
	}
	return g.what(n)
}

// next gives the first steps with text from n on.
func next(g *Graph, n *Node, seen map[*Node]bool) []string {
	if text := label(g, n); text != "" {
		return []string{text}
	}
	if seen[n] {
		return nil
	}
	seen[n] = true
	var out []string
	for _, s := range n.Succ {
		out = append(out, next(g, s, seen)...)
	}
	return out
}

// macros opens the calls and loops it has a body for.
type macros struct {
	t     *testing.T
	stmts map[string]string
	loops map[string]func(*syntax.MacroLoop) syntax.Stmt
}

func (m macros) ExpandStmt(c *syntax.Call) ([]syntax.Stmt, bool) {
	body, ok := m.stmts[c.Fun.(*syntax.Ident).Name]
	if !ok {
		return nil, false
	}
	return parse(m.t, "void m(void)\n{\n"+body+"\n}\n").Body.Stmts, true
}

// Mentions knows one macro that reads a variable.
func (m macros) Mentions(name string) []string {
	return map[string][]string{"FIRST_OF_C": {"c", "jiffies"}}[name]
}

func (m macros) ExpandLoop(l *syntax.MacroLoop) (syntax.Stmt, bool) {
	open, ok := m.loops[l.Name]
	if !ok {
		return nil, false
	}
	return open(l), true
}
