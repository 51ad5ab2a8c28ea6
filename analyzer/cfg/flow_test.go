package cfg

import (
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

func TestFlow(t *testing.T) {
	tests := []struct {
		name, body string
		want       []string
	}{
		{"nothing", "", nil},
		{"sequence", "x(); int c = a; return c;", []string{"x(): c = a", "c = a: return c", "return c: exit"}},
		{"if", "if (a) x(); y();", []string{"a: x() | y()", "x(): y()", "y(): exit"}},
		{"else", "if (a) x(); else y(); z();", []string{"a: x() | y()", "y(): z()", "x(): z()", "z(): exit"}},
		{"both return", "if (a) return 1; else return 2; z();", []string{"a: return 1 | return 2", "return 2: exit", "return 1: exit"}},
		{"short circuit", "if (a && b) x();", []string{"a && b: x() | exit", "x(): exit"}},
		{"dead code", "return 1; x();", []string{"return 1: exit"}},
		{"dead label", "return 1; l: x();", []string{"return 1: exit"}},
		{"goto", "goto l; x(); l: y();", []string{"y(): exit"}},
		{"goto back", "l: x(); if (a) goto l; y();", []string{"x(): a", "a: x() | y()", "y(): exit"}},
		{"goto into a block", "if (a) goto l; if (b) { x(); l: y(); }", []string{"a: y() | b", "b: x() | exit", "x(): y()", "y(): exit"}},
		{"goto out of loops", "while (a) while (b) { x(); goto out; } y(); out: z();", []string{
			"a: b | y()", "y(): z()", "b: x() | a", "x(): z()", "z(): exit"}},
		{"while", "while (a) x(); y();", []string{"a: x() | y()", "y(): exit", "x(): a"}},
		{"break", "while (a) { if (b) break; x(); } y();", []string{"a: b | y()", "b: y() | x()", "x(): a", "y(): exit"}},
		{"continue", "while (a) { if (b) continue; x(); } y();", []string{"a: b | y()", "y(): exit", "b: a | x()", "x(): a"}},
		{"for", "for (a = 0; a < b; a++) { if (b) continue; x(); }", []string{
			"a = 0: a < b", "a < b: b | exit", "b: a++ | x()", "x(): a++", "a++: a < b"}},
		{"for ever", "for (;;) x();", []string{"x(): x()"}},
		{"for until", "for (;;) { if (a) break; } y();", []string{"a: y() | a", "y(): exit"}},
		{"do", "do { x(); if (a) continue; y(); } while (b); z();", []string{
			"x(): a", "a: b | y()", "y(): b", "b: x() | z()", "z(): exit"}},
		{"do once", "do { x(); if (a) break; if (b) continue; y(); } while (0); z();", []string{
			"x(): a", "a: z() | b", "b: z() | y()", "y(): z()", "z(): exit"}},
		{"macro loop", "list_for_each(a, b) { if (a) break; x(); } y();", []string{
			"list_for_each(a, b): a | y()", "a: y() | x()", "x(): list_for_each(a, b)", "y(): exit"}},
		{"asm", `asm volatile("nop"); x();`, []string{"asm: x()", "x(): exit"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantFlow(t, graph(t, tt.body, nil), tt.want) })
	}
}

// wantFlow compares steps; their order is that of the work list and not part of the table.
func wantFlow(t *testing.T, g *Graph, want []string) {
	t.Helper()
	got := flow(g)
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s\n%s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), g)
	}
	if len(g.Problems) > 0 {
		t.Errorf("problems %v", g.Problems)
	}
}

func TestSwitch(t *testing.T) {
	tests := []struct {
		name, body string
		want       []string
	}{
		{"fall-through", "switch (a) { case 1: x(); case 2: y(); break; default: z(); }", []string{
			"a: 1 x() | 2 y() | default z()", "x(): y()", "y(): exit", "z(): exit"}},
		{"no default", "switch (a) { case 1: x(); } y();", []string{"a: 1 x() | default y()", "x(): y()", "y(): exit"}},
		{"default first", "switch (a) { default: x(); case 1: y(); }", []string{"a: default x() | 1 y()", "x(): y()", "y(): exit"}},
		{"range", "switch (a) { case 1 ... 3: x(); }", []string{"a: 1...3 x() | default exit", "x(): exit"}},
		{"several labels", "switch (a) { case 1: case 2: x(); }", []string{"a: 1 x() | 2 x() | default exit", "x(): exit"}},
		{"code in front of the labels", "switch (a) { x(); case 1: y(); }", []string{"a: 1 y() | default exit", "y(): exit"}},
		{"all return", "switch (a) { case 1: return 1; default: return 2; } y();", []string{
			"a: 1 return 1 | default return 2", "return 1: exit", "return 2: exit"}},
		{"label inside a loop", "switch (a) { case 1: while (b) { x(); case 2: y(); } }", []string{
			"a: 1 b | 2 y() | default exit", "b: x() | exit", "x(): y()", "y(): b"}},
		{"inner switch", "switch (a) { case 1: switch (b) { case 2: x(); break; } y(); break; case 3: z(); }", []string{
			"a: 1 b | 3 z() | default exit", "b: 2 x() | default y()", "x(): y()", "y(): exit", "z(): exit"}},
		{"continue", "while (b) { switch (a) { case 1: continue; case 2: break; } y(); }", []string{
			"b: a | exit", "a: 1 b | 2 y() | default y()", "y(): b"}},
		{"alternative labels", "switch (a) {\n#ifdef C\ncase 1: x(); break;\n#else\ncase 1: y(); break;\n#endif\ncase 2: z(); }", []string{
			"a: 1 x() | 2 z() | default exit", "a: 1 y() | 2 z() | default exit", "x(): exit", "y(): exit", "z(): exit"}},
		{"optional label", "switch (a) {\n#ifdef C\ncase 1: x(); break;\n#endif\ndefault: y(); }", []string{
			"a: 1 x() | default y()", "a: default y()", "x(): exit", "y(): exit"}},
		{"#if around", "\n#ifdef C\nswitch (a) { case 1: x(); }\n#endif\ny();", []string{
			"a: 1 x() | default y()", "x(): y()", "y(): exit"}},
		{"#if without labels", "switch (a) { case 1:\n#ifdef C\nx();\n#endif\ny(); }", []string{
			"a: 1 x() / y() | default exit", "x(): y()", "y(): exit"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantFlow(t, graph(t, tt.body, nil), tt.want) })
	}
}

func TestAlternatives(t *testing.T) {
	tests := []struct {
		name, body string
		want       []string
	}{
		{"#if", "a();\n#ifdef C\nx();\n#endif\ny();", []string{"a(): x() / y()", "x(): y()", "y(): exit"}},
		{"#else", "a();\n#if C\nx();\n#elif D\ny();\n#else\nz();\n#endif\nb();", []string{
			"a(): x() / y() / z()", "x(): b()", "y(): b()", "z(): b()", "b(): exit"}},
		{"return in one", "a();\n#ifdef C\nreturn 1;\n#endif\ny();", []string{"a(): return 1 / y()", "return 1: exit", "y(): exit"}},
		{"return in both", "a();\n#ifdef C\nreturn 1;\n#else\nreturn 2;\n#endif\ny();", []string{
			"a(): return 1 / return 2", "return 1: exit", "return 2: exit"}},
		{"nested", "a();\n#ifdef C\n#ifdef D\nx();\n#endif\ny();\n#endif\nz();", []string{
			"a(): x() / y() / z()", "x(): y()", "y(): z()", "z(): exit"}},
		{"label in both", "if (b) goto l;\n#ifdef C\nl: x();\n#else\nl: y();\n#endif\nz();", []string{
			"b: x() / y() | x() / y()", "x(): z()", "y(): z()", "z(): exit"}},
		{"goto stays in its branch", "a();\n#ifdef C\nif (b) goto l; x(); l: y();\n#else\nif (a) goto l; l: z();\n#endif\n", []string{
			"a(): b / a", "b: y() | x()", "x(): y()", "y(): exit", "a: z() | z()", "z(): exit"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantFlow(t, graph(t, tt.body, nil), tt.want) })
	}
}

func TestMacros(t *testing.T) {
	x := macros{t, map[string]string{
		"CHECK": "if (c) return 9;",
		"TWICE": "CHECK(); CHECK();",
		"AGAIN": "AGAIN(); x();",
		"TRY":   "goto retry; retry: x();",
	}, map[string]func(*syntax.MacroLoop) syntax.Stmt{
		"for_each_own": func(l *syntax.MacroLoop) syntax.Stmt { return &syntax.While{Span: l.Span, C: l.Args[0], Body: l.Body} },
	}}
	tests := []struct {
		name, body string
		want       []string
	}{
		{"return", "CHECK(a); y();", []string{"c: return 9 | y()", "return 9: exit", "y(): exit"}},
		{"in macros", "TWICE(); y();", []string{"c: return 9 | c", "c: return 9 | y()", "return 9: exit", "return 9: exit", "y(): exit"}},
		{"own loop", "for_each_own(a, b) { if (b) break; x(); } y();", []string{
			"a: b | y()", "b: y() | x()", "x(): a", "y(): exit"}},
		{"label twice", "TRY(); TRY();", []string{"x(): x()", "x(): exit"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantFlow(t, graph(t, tt.body, x), tt.want)
		})
	}
	if g := graph(t, "AGAIN(); y();", x); len(g.Nodes) > 4*maxMacroDepth {
		t.Errorf("a macro in itself makes %d nodes", len(g.Nodes))
	}
}

func TestProblems(t *testing.T) {
	for body, want := range map[string]int{
		"goto nowhere; x();":  1,
		"break;":              1,
		"continue;":           1,
		"x(); case 1: y();":   1,
		"if (a) goto l; l: ;": 0,
	} {
		if g := graph(t, body, nil); len(g.Problems) != want {
			t.Errorf("%s: problems %v, want %d", body, g.Problems, want)
		}
	}
}

// TestEndless wants an Exit that nothing reaches to be out of the list.
func TestEndless(t *testing.T) {
	g := graph(t, "for (;;) x();", nil)
	if slices.Contains(g.Nodes, g.Exit) || g.Exit.ID != -1 {
		t.Errorf("Exit has the number %d in\n%s", g.Exit.ID, g)
	}
}

// TestLong wants a long function to need no deep stack.
func TestLong(t *testing.T) {
	g := graph(t, strings.Repeat("if (a) x();\n", 5000), nil)
	if n := len(flow(g)); n != 10000 {
		t.Errorf("%d steps", n)
	}
}

func TestPrint(t *testing.T) {
	got := graph(t, "int c = a;\nwhile (c) { int c = b; switch (c) { case 1 ... 2: return c; } }\n", nil).String()
	want := `0 -> 1
1 decl c = a -> 2
2* test c -> 4 3
3 -> 11
4 -> 5
5 decl c'2 = b -> 6
6 switch c -> 1...2:9 default:7
7 -> 8
8 -> 2
9 -> 10
10 return c -> 11
11 exit
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := Kind(99).String(); got != "kind 99" {
		t.Error(got)
	}
}
