package callgraph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// odd is C that no compiler takes, or none should have to.
var odd = map[string]string{
	"recursive struct": "struct s { struct s inner; int a; }; struct s v = { { { 1 } }, 2 };",
	"mutual structs":   "struct a { struct b b; }; struct b { struct a a; int x; }; struct a v = { 1, 2 };",
	"recursive macro":  "#define F(x) G(x)\n#define G(x) F(x)\nstruct s { int a; }; int f(struct s *p) { p->a = F(1); F(p->a) = 2; return F(G(1)); }",
	"doubling macro":   "#define A(x) B(x) + B(x)\n#define B(x) C(x) + C(x)\n#define C(x) D(x) + D(x)\n#define D(x) E(x) + E(x)\n#define E(x) A(x) + A(x)\nstruct s { int a; }; void f(struct s *p) { p->a = A(A(A(1))); }",
	"object macros":    "#define X Y\n#define Y X\n#define Z Z\nstruct s { int a; } v = { X }; int f(struct s *p) { p->a = Z + X; return X; }",
	"list macros":      "#define L M, 1\n#define M L, 2\nstruct s { int a, b; } v = { L, M };",
	"typedef loop":     "typedef a b; typedef b a; struct s { a x; b *y; }; struct s v = { 1 };",
	"typeof itself":    "void f(void) { typeof(x) x = x; x->a = 1; }",
	"result loop":      "typeof(g()) f(void) { return g(); } typeof(f()) g(void) { return f(); } struct s { int a; }; void h(struct s *p) { p->a = f(); }",
	"array of itself":  "int n[sizeof(n)]; struct s { int a[sizeof(struct s)]; } v;",
	"enum loop":        "enum { A = B, B = A }; struct s { int a; }; void f(struct s *p) { p->a = A; }",
	"broken":           "struct s { int a; ; void f(struct s *p) { p->a = ; if ( } struct s v = { .a = ",
	"deep braces":      "struct s { int a; } v = " + strings.Repeat("{", 200) + "1" + strings.Repeat("}", 200) + ";",
	"deep parens":      "struct s { int a; }; void f(struct s *p) { p->a = " + strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300) + "; }",
	"deep pointers":    "struct s { int " + strings.Repeat("*", 300) + "a; }; void f(struct s *p) { " + strings.Repeat("*", 100) + "p->a = 1; }",
	"long chain":       "struct s { struct s *n; int a; }; void f(struct s *p) { p" + strings.Repeat("->n", 500) + "->a = 1; }",
	"call loop":        "struct s { int a; }; static void f(struct s *p, int x) { f(p, x); p->a = x; } void g(struct s *p) { f(p, 1); }",
	"field loop":       "struct s { int a, b; }; void f(struct s *p) { p->a = p->b; p->b = p->a; p->a = 3; }",
	"negative":         "struct s { int a[-3]; int b:99; int c:-1; int d[1 << 62][1 << 62]; } v = { {1}, 2 };",
	"nameless":         "struct { int a; } v = { 1 }; union { int; struct { int; }; } w; struct s { struct { struct { int a; }; }; } x = { 1, 2, 3 };",
	"empty":            "",
	"bad designators":  "struct s { int a; } v = { .nope = 1, [3] = 2, .a.b.c = 3, .a[1 ... 0] = 4 };",
	"member macro":     "#define a a.b\n#define b a\nstruct s { int c; }; void f(struct s *p) { p->a = 1; p->b = 2; }",
	"shift":            "#define S (1 << 64) \n#define T (1 >> -1)\nint x[S]; struct s { int a:T; };",
}

// TestOdd runs everything over code that must neither hang nor fall over.
func TestOdd(t *testing.T) {
	for name, text := range odd {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			p, _ := one(t, text)
			everything(p)
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// everything asks all there is to ask about a program's names.
func everything(p *callgraph.Program) string {
	var out strings.Builder
	for _, f := range p.Files() {
		for _, d := range f.Types {
			if typ := p.TypeOf("struct "+d.Name, f); typ != nil {
				fmt.Fprintln(&out, d.Name, typ.Size)
			}
			for _, field := range []string{"a", "b", "n", "fn", "tx"} {
				fns, c1 := p.FieldFuncs(d.Name, field)
				vals, c2 := p.FieldInts(d.Name, field)
				objs, c3 := p.FieldObjs(d.Name, field)
				fmt.Fprintln(&out, d.Name, field, join(fns, funcName, c1), join(vals, number, c2), join(objs, objName, c3))
				fmt.Fprintln(&out, len(p.BitsSet(d.Name, field)), len(p.FieldLoads(d.Name, field)), len(p.FieldStores(d.Name, field)))
			}
		}
		for _, m := range f.Macros {
			v, ok := p.Const(m.Name, f)
			fmt.Fprintln(&out, m.Name, v, ok)
		}
		for _, v := range f.Vars {
			p.Var(v.Name, f)
			p.VarInts(v)
		}
		for _, fn := range f.Funcs {
			fmt.Fprintln(&out, fn.Name, len(p.Callers(fn)), len(p.AddressTaken(fn)))
			if d, err := p.Parse(fn); err == nil {
				s := p.Scope(fn)
				syntax.Walk(d.Body, func(n syntax.Node) bool {
					if e, ok := n.(syntax.Expr); ok {
						p.ExprType(e, s)
					}
					return true
				})
			}
		}
	}
	return out.String()
}

// TestParallel analyses several programs over one tree at once; the answers are those of one at a time.
func TestParallel(t *testing.T) {
	overlay := map[string][]byte{
		"k/include/linux/x.h": []byte("struct list { struct list *n; };\n#define K 3\nstatic inline int k(void) { return K; }\n"),
		"d/h.h":               []byte("#include <linux/x.h>\nstruct s { struct list l; int a; void (*fn)(int); };\nstatic inline void set(struct s *p, int v) { p->a = v; }\n"),
	}
	for i := range 8 {
		overlay[fmt.Sprintf("d/f%d.c", i)] = fmt.Appendf(nil, "#include \"h.h\"\nstatic void cb%d(int x) {}\nvoid init%d(struct s *p) { set(p, K + %d); p->fn = cb%d; }\n", i, i, i, i)
	}
	tree := callgraph.NewTree(source.NewSet(overlay), "k")
	answer := func(tree *callgraph.Tree, i int) string {
		p, err := callgraph.NewProgram(tree, []string{fmt.Sprintf("d/f%d.c", i), fmt.Sprintf("d/f%d.c", (i+1)%8)}, nil)
		if err != nil {
			return err.Error()
		}
		vals, _ := p.FieldInts("s", "a")
		fns, _ := p.FieldFuncs("s", "fn")
		return join(vals, number, true) + join(fns, place, true) + everything(p)
	}
	got := make([]string, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = answer(tree, i) })
	}
	wg.Wait()
	for i := range got {
		equal(t, fmt.Sprint("program ", i), got[i], answer(callgraph.NewTree(source.NewSet(overlay), "k"), i))
	}
}
