package cfg

import (
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// names lists the variables that the arguments of the calls in g are, call by call in the order of the source:
// "x(c'2)".
func names(g *Graph, body syntax.Node) []string {
	var out []string
	syntax.Walk(body, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.Call); ok && len(call.Args) > 0 {
			syntax.Walk(call.Args[0], func(n syntax.Node) bool {
				if id, ok := n.(*syntax.Ident); ok {
					out = append(out, call.Fun.(*syntax.Ident).Name+"("+g.Name(id)+")")
				}
				return true
			})
		}
		return true
	})
	return out
}

func TestNames(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"parameter", "x(a);", "x(a)"},
		{"of another file", "x(jiffies);", "x(jiffies)"},
		{"shadowed", "int c; x(c); { int c; y(c); { int c; z(c); } y(c); } x(c);", "x(c) y(c'2) z(c'3) y(c'2) x(c)"},
		{"shadowed parameter", "x(a); { int a; y(a); } x(a);", "x(a) y(a'2) x(a)"},
		{"side by side", "{ int c; x(c); } { int c; y(c); } x(c);", "x(c) y(c'2) x(c)"},
		{"for", "for (int i = 0; p(i); q(i)) x(i); for (int i = r(i); p(i); q(i)) y(i);",
			"p(i) q(i) x(i) r(i'2) p(i'2) q(i'2) y(i'2)"},
		{"own initialiser", "{ int *c = x(sizeof(*c)); } { long *c = y(sizeof(*c)); }", "x(c) y(c'2)"},
		{"typeof", "int c; { long c; typeof(c) d = x(d); }", "x(d)"},
		{"before the declaration", "int c; { x(c); int c; y(c); }", "x(c) y(c'2)"},
		{"#if alternatives", "\n#ifdef C\nint c = 1; x(c);\n#else\nlong c = 2; y(c);\n#endif\nz(c);", "x(c) y(c) z(c)"},
		{"#if alternatives of a shadow", "int c; {\n#ifdef C\nint c = 1; x(c);\n#else\nlong c = 2; y(c);\n#endif\nz(c); }",
			"x(c'2) y(c'2) z(c'2)"},
		{"macro loop", "int c; { int c; list_for_each(c, b) x(c); }", "x(c'2)"},
		{"switch", "int c; { int c; switch (p(c)) { case 1: x(c); } }", "p(c'2) x(c'2)"},
		{"return", "int c; { int c; return x(c); }", "x(c'2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := parse(t, "int f(int a, int b)\n{\n"+tt.body+"\n}\n")
			g := Build(d.Body, d.Params, nil)
			sane(t, g)
			if got := strings.Join(names(g, d.Body), " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestTypeofNames wants the variable inside of a typeof told apart too.
func TestTypeofNames(t *testing.T) {
	d := parse(t, "int f(int a)\n{\nint c; { long c; typeof(c) d; }\n}\n")
	g := Build(d.Body, d.Params, nil)
	for _, n := range g.Nodes {
		if n.Var != nil && n.Var.Name == "d" {
			if got := g.Name(n.Var.Type.X.(*syntax.Ident)); got != "c'2" {
				t.Errorf("got %s, want c'2", got)
			}
			return
		}
	}
	t.Errorf("no declaration of d in\n%s", g)
}

// TestManyNames declares one name more often than there are digits.
func TestManyNames(t *testing.T) {
	g := graph(t, strings.Repeat("{ int c; x(c); }\n", 100), nil)
	seen := map[string]bool{}
	for _, n := range g.Nodes {
		if n.Var != nil {
			seen[g.DeclName(n.Var)] = true
		}
	}
	if len(seen) != 100 || !seen["c'100"] {
		t.Errorf("%d names", len(seen))
	}
}

// inner gives the graph of the statement expression that outer returns or evaluates last.
func inner(t *testing.T, outer *Graph, x Expander) (*Graph, *syntax.Block) {
	t.Helper()
	var body *syntax.Block
	for _, n := range outer.Nodes {
		if n.X == nil {
			continue
		}
		syntax.Walk(n.X, func(m syntax.Node) bool {
			if e, ok := m.(*syntax.StmtExpr); ok && body == nil {
				body = e.Body
			}
			return true
		})
	}
	if body == nil {
		t.Fatalf("no statement expression in\n%s", outer)
	}
	g := outer.Inner(body, x)
	sane(t, g)
	return g, body
}

func TestInnerNames(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"of the function", "int c; return ({ x(c); });", "x(c)"},
		{"of a block", "int c; { int c; return ({ x(c); }); }", "x(c'2)"},
		{"of its own", "int c; { int c; return ({ x(c); int c; y(c); }); }", "x(c'2) y(c'3)"},
		{"of its own only", "return ({ int c; x(c); });", "x(c)"},
		{"hides one", "int c; return ({ int c; x(c); });", "x(c'2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, body := inner(t, graph(t, tt.body, nil), nil)
			if got := strings.Join(names(g, body), " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestValue(t *testing.T) {
	x := macros{t: t, stmts: map[string]string{"GET": "x(); y();"}}
	tests := []struct{ name, body, want string }{
		{"last", "return ({ x(); y(); });", "y()"},
		{"block", "return ({ x(); { y(); z(); } });", "z()"},
		{"behind a label", "return ({ if (a) goto out; x(); out: y(); });", "y()"},
		{"macro", "return ({ z(); GET(); });", "y()"},
		{"alternatives", "return ({ z();\n#ifdef C\nx();\n#else\ny();\n#endif\n});", "x() y()"},
		{"if", "return ({ x(); if (a) y(); });", ""},
		{"loop", "return ({ x(); while (a) y(); });", ""},
		{"declaration", "return ({ x(); int c; });", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, _ := inner(t, graph(t, tt.body, nil), x)
			var got []string
			for _, n := range g.Nodes {
				if n.Value {
					got = append(got, g.what(n))
				}
			}
			slices.Sort(got)
			if strings.Join(got, " ") != tt.want || (g.Last != nil) != (tt.want != "") {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

func TestLive(t *testing.T) {
	tests := []struct{ name, body, at, want string }{
		{"parameter", "x(a); y(b);", "y(b)", "b y"},
		{"assigned later", "int c; x(); c = a; y(c);", "x()", "a x y"},
		{"read later", "int c = 1; x(); y(c);", "x()", "c x y"},
		{"read in the assignment", "int c = 1; x(); c = c + 1; y(c);", "x()", "c x y"},
		{"added to", "int c = 1; x(); c += 1; y(c);", "x()", "c x y"},
		{"in one branch", "int c = 1; x(); if (a) y(c);", "x()", "a c x y"},
		{"around a loop", "int c = 1; while (a) { x(); y(c); z(); }", "z()", "a c x y z"},
		{"declared in a loop", "while (a) { int c = b; y(c); z(); }", "z()", "a b y z"},
		{"address taken", "int c; y(&c); z();", "z()", "c z"},
		{"address of a part", "struct s c; y(&c.f[1].g); z();", "z()", "c z"},
		{"address behind a pointer", "y(&a->f); z();", "z()", "z"},
		{"address taken later", "int c; z(); y(&c);", "z()", "c y z"},
		{"shadow", "int c = 1; { int c = 2; z(); y(c); }", "z()", "c'2 y z"},
		{"returned", "int c = 1; z(); return c;", "z()", "c z"},
		{"not returned", "int c = 1; z(); return 0; x(c);", "z()", "z"},
		{"switched on", "int c = 1; z(); switch (c) { case 1 ... 2: y(a); }", "z()", "a c y z"},
		{"loop macro", "z(); list_for_each(a, b) y();", "z()", "a b y z"},
		{"in a macro", "int c = 1; z(); y(FIRST_OF_C);", "z()", "FIRST_OF_C c y z"},
		{"in a macro, which block's", "int c = 1; { int c = 2; z(); y(FIRST_OF_C); }", "z()", "FIRST_OF_C c c'2 y z"},
		{"statement expression", "int c = 1; z(); y(({ c; }));", "z()", "c y z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := graph(t, tt.body, macros{t: t})
			for _, n := range g.Nodes {
				if g.what(n) != tt.at {
					continue
				}
				var live []string
				for v := range n.Live {
					live = append(live, v)
				}
				slices.Sort(live)
				if got := strings.Join(live, " "); got != tt.want {
					t.Errorf("live at %s: %s, want %s\n%s", tt.at, got, tt.want, g)
				}
				return
			}
			t.Errorf("no %s in\n%s", tt.at, g)
		})
	}
}
