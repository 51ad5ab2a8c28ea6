package parser

import (
	"errors"
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

func TestStatements(t *testing.T) {
	p := newParser(t)
	for _, c := range []struct{ src, want string }{
		{"int a, *b = &c, d[3] = { [0 ... 1] = 2, .x.y = 3 };", "int a; int *b = &c; int d[3] = { [0 ... 1] = 2, .x.y = 3 };"},
		{"unsigned a; long unsigned int b; const u8 *const c;", "unsigned int a; unsigned long b; const u8 *const c;"},
		{"static struct a { int b; } *c;", "static struct a { int b; } *c;"},
		{"int (*f)(int, struct a *b, ...);", "int (*f)(int, struct a *b, ...);"},
		{"u32 (*f)(struct a *b, u8 c) = g;", "u32 (*f)(struct a *b, u8 c) = g;"},
		{"typeof(*p) *q = p;", "typeof(*p) *q = p;"},
		{"DECLARE_BITMAP(map, N) = {};", "unsigned long map[BITS_TO_LONGS(N)] = { };"},
		{"x = a ?: b, y = -1, z = !n--;", "x = a ?: b, y = -1, z = !n--;"},
		{"x = (u8)-1 * (u32)(y)->z + sizeof(u8) + sizeof(struct a) + sizeof *p;", "x = (u8)-1 * (u32)y->z + sizeof(u8) + sizeof(struct a) + sizeof(*p);"},
		{"x = (u32)(s32)-y;", "x = (u32)(s32)-y;"},
		{"x = (a) - (b) * 2; y = (a) && ((u8)b) & 7; z = (f)(x); w = (u8)(f)(x) + (u32)(a) * (b);", "x = a - b * 2; y = a && (u8)b & 7; z = f(x); w = (u8)f(x) + (u32)a * b;"},
		{"x = *p++ + (*p)++ + ~y--;", "x = *p++ + (*p)++ + ~y--;"},
		{"x = offsetof(struct a, b.c[1]) + offsetof(a_t, d);", "x = offsetof(struct a, b.c[1]) + offsetof(a_t, d);"},
		{"x = container_of(p, struct a, b.c);", "x = container_of(p, struct a, b.c);"},
		{"x = f(struct a *, const u8 *, unsigned int, typeof(*p), u8, int (*)(void));", "x = f(struct a *, const u8 *, unsigned int, typeof(*p), u8, int (*)(void));"},
		{"x = (struct a){ .b = 1 }; y = &(struct a){ 2 };", "x = (struct a){ .b = 1 }; y = &(struct a){ 2 };"},
		{"x = ({ int y = 1; y; });", "x = ({ int y = 1; y; });"},
		{`f("a" "b" C "d", KERN_ERR PFX "e");`, `f("abd", "e");`},
		{"f(a, return -1, <=, 10baseT, );", ""},
		{"if (a) b; else if (c) d; else { e; }", "if (a) { b; } else { if (c) { d; } else { e; } }"},
		{"for (int i = 0, j; i < 3; i++, j--) continue;", "for (int i = 0; int j; i < 3; i++, j--) { continue; }"},
		{"for (;;) break;", "for (;;) { break; }"},
		{"do { a; } while (b);", "do { a; } while (b);"},
		{"switch (x) { case 1 ... 3: int y; break; case 4: default: }", "switch (x) { case 1 ... 3: int y; break; case 4: default: }"},
		{"goto out; out: int a; b: c: ;", "goto out; out: ; int a; b: c: ;"},
		{"list_for_each_entry(a, &b, c) d; my_loop(a, 1) { e; } all(x) { f; }", "list_for_each_entry(a, &b, c) { d; } my_loop(a, 1) { e; } all(x) { f; }"},
		{"unrolled_for(i = 0; i < N; i++) { a; }", "for (i = 0; i < N; i++) { a; }"},
		{"if_locked(x) { a; } else { b; }", "if (if_locked(x)) { a; } else { b; }"},
		{`asm volatile("nop" : "=r"(x) : : "memory");`, `asm volatile("nop" : "=r"(x) : : "memory");`},
		{"struct a { int b; }; enum { A = 1, B };", "struct a { int b; }; enum { A = 1, B };"},
		{"guard(mutex)(&lock); return;", "guard(mutex)(&lock); return;"},
		{"MACRO(a)\n\tb;", "MACRO(a); b;"},
		{"#ifdef A\na;\n#elif B > 1\nb;\n#else\nc;\n#endif\n", "#if defined(A) a; #elif B > 1 b; #else c; #endif"},
		{"#if A\na;\n#endif\n", "#if A a; #else #endif"},
		{"#ifndef A\n#define X 1\na;\n#endif\n", "#if !defined(A) a; #else #endif"},
	} {
		if c.want == "" {
			continue
		}
		b := parseBody(t, p, c.src)
		got := flat(syntax.Print(b))
		if want := flat("{ " + c.want + " }"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.src, got, want)
		}
	}
}

func TestLiterals(t *testing.T) {
	p := newParser(t)
	b := parseBody(t, p, `f(0x10UL, 010, 0b101, 12, 0xffffffffffffffffULL, '\n', 'a', '\x41', '\0', '\377');`)
	call := b.Stmts[0].(*syntax.ExprStmt).X.(*syntax.Call)
	want := []int64{16, 8, 5, 12, -1, '\n', 'a', 'A', 0, -1}
	for i, arg := range call.Args {
		var got int64
		switch x := arg.(type) {
		case *syntax.Number:
			got = x.Value
			if !x.OK {
				t.Errorf("%s is not OK", x.Text)
			}
		case *syntax.Char:
			got = x.Value
		}
		if got != want[i] {
			t.Errorf("argument %d: %d, want %d", i, got, want[i])
		}
	}
}

func TestArgumentsThatAreNoExpressions(t *testing.T) {
	p := newParser(t)
	call := parseBody(t, p, "f(return -1, <=, 10baseT, , u8);").Stmts[0].(*syntax.ExprStmt).X.(*syntax.Call)
	if x, ok := call.Args[0].(*syntax.BadExpr); !ok || x.Text != "return -1" {
		t.Errorf("statement: %#v", call.Args[0])
	}
	if x, ok := call.Args[1].(*syntax.BadExpr); !ok || x.Text != "<=" {
		t.Errorf("operator: %#v", call.Args[1])
	}
	if x, ok := call.Args[2].(*syntax.Ident); !ok || x.Name != "10baseT" {
		t.Errorf("pasted number: %#v", call.Args[2])
	}
	if x, ok := call.Args[3].(*syntax.BadExpr); !ok || x.Text != "" {
		t.Errorf("empty: %#v", call.Args[3])
	}
	if x, ok := call.Args[4].(*syntax.TypeExpr); !ok || x.Type.Name != "u8" {
		t.Errorf("type: %#v", call.Args[4])
	}
}

func TestSpans(t *testing.T) {
	p := newParser(t)
	src := "/* c */\nstatic int f(struct a *p)\n{\n\tx = container_of(p, struct a, b);\n\tlist_for_each_entry(p, q, r) {\n\t\tg(p->d);\n\t}\n}\n"
	d := parseFunc(t, p, src)
	texts := make(map[string]bool)
	syntax.Walk(d, func(n syntax.Node) bool {
		s := n.Range()
		if s.Pos < 0 || s.End > len(src) || s.Pos > s.End {
			t.Fatalf("%T at %v", n, s)
		}
		texts[src[s.Pos:s.End]] = true
		return true
	})
	for _, want := range []string{"struct a", "container_of(p, struct a, b)", "p->d", "g(p->d)", "list_for_each_entry(p, q, r) {\n\t\tg(p->d);\n\t}"} {
		if !texts[want] {
			t.Errorf("no node at %q", want)
		}
	}
}

func TestFunctionHeads(t *testing.T) {
	p := newParser(t)
	for _, c := range []struct{ src, want string }{
		{"static noinline_for_stack struct a *f(int x, u8 *y) { }", "static struct a *f(int x, u8 *y) { }"},
		{"static __always_inline __printf(1, 2) int f(const char *fmt, ...) { }", "static inline int f(const char *fmt, ...) { }"},
		{"int __must_check f(void) __acquires(x) { }", "int f(void) { }"},
		{"unsigned long long f(int a[3], void (*g)(int)) { }", "unsigned long long f(int a[3], void (*g)(int)) { }"},
		{"static DECLARE_IT(x) { return 1; }", "static int DECLARE_IT(void) { return 1; }"},
		{"#if A\nint f(int a)\n#else\nint f(long a)\n#endif\n{\n}", "int f(long a) { }"},
	} {
		d := parseFunc(t, p, c.src)
		if len(d.Errors) > 0 {
			t.Errorf("%s: errors %v", c.src, d.Errors)
		}
		if got := flat(syntax.Print(d)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
	}
}

func TestVariants(t *testing.T) {
	p := newParser(t)
	d := parseFunc(t, p, "void f(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t\tc;\n\t}\n#ifdef A\n\td;\n#endif\n}\n")
	if len(d.Errors) > 0 {
		t.Fatalf("errors %v", d.Errors)
	}
	pp, ok := d.Body.Stmts[0].(*syntax.PPIf)
	if !ok || len(pp.Branches) != len(pp.Conds) {
		t.Fatalf("body is %s", syntax.Print(d.Body))
	}
	text := flat(syntax.Print(d.Body))
	for _, want := range []string{"if (a) { c; }", "if (b) { c; }", "d;", "defined(A)", "!(defined(A))"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

func TestPicksCoverEveryBranch(t *testing.T) {
	var chains []*chain
	for _, c := range []string{"A", "B", "C", "D", "E"} {
		chains = append(chains, &chain{conds: []string{c, ""}})
	}
	list := picks(chains)
	if len(list) == 0 || len(list) > maxVariants {
		t.Fatalf("%d picks", len(list))
	}
	for i := range chains {
		for b := range 2 {
			if !slices.ContainsFunc(list, func(p []int) bool { return p[i] == b }) {
				t.Errorf("branch %d of chain %d is never taken", b, i)
			}
		}
	}
}

func TestErrorsAreKept(t *testing.T) {
	p := newParser(t)
	d := parseFunc(t, p, "void f(void)\n{\n\ta(1);\n\tx = = ;\n\tb(2);\n}\n")
	if len(d.Errors) == 0 {
		t.Fatal("no errors")
	}
	text := syntax.Print(d)
	if !strings.Contains(text, "a(1)") || !strings.Contains(text, "b(2)") {
		t.Errorf("statements around the error are lost: %s", text)
	}
}

func TestHostileInput(t *testing.T) {
	p := newParser(t)
	for name, src := range map[string]string{
		"parentheses": "void f(void) { x = " + strings.Repeat("(", 1e6) + strings.Repeat(")", 1e6) + "; }",
		"unary":       "void f(void) { x = " + strings.Repeat("!", 1e5) + "y; }",
		"binary":      "void f(void) { x = a" + strings.Repeat(" + a", 1e5) + "; }",
		"blocks":      "void f(void) " + strings.Repeat("{", 1e5) + strings.Repeat("}", 1e5),
		"stmt exprs":  "void f(void) { x = " + strings.Repeat("({ ", 300) + "1;" + strings.Repeat(" });", 300) + " }",
		"else if":     "void f(void) { " + strings.Repeat("if (a) b; else ", 1e5) + "c; }",
	} {
		f := indexed(t, src)
		if len(f.Funcs) == 0 {
			t.Errorf("%s: no function", name)
			continue
		}
		d, err := p.Func(f.Funcs[0])
		if err == nil && len(d.Errors) == 0 {
			t.Errorf("%s: neither error nor Errors", name)
		}
	}
	f := indexed(t, "int f(void) { }")
	if _, err := p.Decl(f, syntax.Span{Pos: 3, End: 100}); err == nil {
		t.Error("a span outside of the file gave no error")
	}
	if _, err := p.parse([]byte(strings.Repeat("(", 1e6))); !errors.Is(err, ErrTooDeep) {
		t.Errorf("deep nesting: %v", err)
	}
}

func FuzzFunc(f *testing.F) {
	for _, s := range []string{"int f(void) { a(struct b *, return, ({ c; })); }", "f() {\n#if A\n{\n#else\n}\n#endif\n}", "int f(int a[], int (*b)(int)) { for_each(x) y: ; }", "a(b) { case 1 ... 2: asm(\"\"); typeof(x) y; }"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if strings.Contains(src, "\x00") {
			return
		}
		p := newParser(t)
		x := indexed(t, src)
		for _, fn := range x.Funcs {
			d, err := p.Func(fn)
			if err != nil && strings.Contains(err.Error(), "internal error") && !strings.Contains(err.Error(), "too deep") {
				t.Fatal(err)
			}
			if err == nil {
				syntax.Print(d)
			}
		}
		for _, d := range x.Types {
			if _, err := p.Decl(x, d.Span); err != nil && strings.Contains(err.Error(), "internal error") {
				t.Fatal(err)
			}
		}
	})
}

// TestOnlyImporter keeps the grammar's library out of all other packages.
func TestOnlyImporter(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		pkg, err := build.ImportDir(path, 0)
		if err != nil {
			return nil // a directory without Go files
		}
		for _, imp := range slices.Concat(pkg.Imports, pkg.TestImports, pkg.XTestImports) {
			if strings.Contains(imp, "go-tree-sitter") && filepath.Base(path) != "parser" {
				t.Errorf("%s imports %s", path, imp)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
