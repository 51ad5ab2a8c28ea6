package dialect

import (
	"strings"
	"testing"
)

// squeeze makes runs of blanks one blank.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// inBody puts text into a function's body, where most rules apply.
func inBody(text string) string { return "void f(void)\n{\n\t" + text + "\n}\n" }

func TestNormalizeInBody(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// annotations
		{"u8 __user *p;", "u8 *p;"},
		{"x = (__force u32)y;", "x = ( u32)y;"},
		{"struct a *p __free(kfree) = NULL;", "struct a *p = NULL;"},
		{"int x __maybe_unused;", "int x ;"},
		{"x = (const struct a __mine *)y;", "x = (const struct a *)y;"},
		// types as arguments
		{"x = container_of(p, struct foo, list);", "x = container_of(p, _truct , list);"},
		{"x = min_t(unsigned int, a, b);", "x = min_t(_nsigned , a, b);"},
		{"x = f(u8 *, a);", "x = f(u8 , a);"},
		{"x = f(const struct a *const, b);", "x = f(_onst , b);"},
		{"x = f(typeof(*p), b);", "x = f(_ypeof , b);"},
		{"x = f(int (*)(struct a *), b);", "x = f(_nt , b);"},
		{"x = f(a * b, c);", "x = f(a * b, c);"},
		{"x = sizeof(struct foo);", "x = sizeof(struct foo);"},
		{"x = __alignof__(struct foo);", "x = X_alignof__(_truct );"},
		{"x = offsetof(struct a, b.c);", "x = _ffsetof(_truct , b.c);"},
		{"int (*f)(struct a *x, u8 y);", "int (*f)(struct a *x, u8 y);"},
		{"ssize_t (*f)(u8 y);", "int (*f)(u8 y);"},
		// other arguments that are no expressions
		{"scoped(a, return -1, &b) {", "while (a, _eturn , &b) {"},
		{"x = cmp(a, <=, b);", "x = cmp(a, X , b);"},
		{"x = has(10baseT_Full);", "x = has(_0baseT_Full);"},
		{"x = f(0x1e, 12UL, 1e3, 0b11);", "x = f(0x1e, 12UL, 1e3, 0b11);"},
		{"f(a, , b);", "f(a,0, b);"},
		// loops
		{"list_for_each_entry(a, b, c) {", "while (a, b, c) {"},
		{"for_each_x(a, b) c(a);", "while (a, b) c(a);"},
		{"for_each_x(a, b);", "for_each_x(a, b);"},
		{"all(a) {", "if (a) {"},
		{"unrolled_for(i = 0; i < 3; i++) {", "for (i = 0; i < 3; i++) {"},
		{"while_each(a) { } else { }", "if (a) { } else { }"},
		// statements
		{"switch (x) { case 1 ... 2: ; }", "switch (x) { case 1 || 2: ; }"},
		{"MACRO(x)\n\treturn;", "MACRO(x) ;return;"},
		{"LIST\n\tdefault: ;", "LIST ;default: ;"},
		{"out:\n\treturn;", "out; return;"},
		{"x = a ? b : c;", "x = a ? b : c;"},
		{"x = a ? b > 1 ? C : D : e;", "x = a ? b > 1 ? C : D : e;"},
		{"x = ({ a; b; });", "x = (X );"},
		{`asm volatile("nop" : : "r"(x));`, `_sm ( );`},
		{`register u32 x asm("r0") = 1;`, `register u32 x = 1;`},
		{"struct a { int b; } __packed;", "struct a { int b; }X ;"},
		{"enum { A, B };", "enum { A, B}X;"},
		{"struct a;", ";"},
		{"DECLARE_BITMAP(a, 3);", "long a[ 3];"},
		{"DECLARE_IT(u64, x) = { 1 };", "DECLARE_IT x = { 1 };"},
		{"auto_t x = (u8)-1;", "auto_t x = -1;"},
		{"x = (u8 *)y + (u32)(z) + sizeof(u8) * 2;", "x = (u8 *)y + z + sizeof(u8) * 2;"},
		{"x = (a) - (b) * c && (d)(e) && (f) && g((h) & i);", "x = a - b * c && d (e) && f && g( h & i);"},
		{"if (a) *b = (c) + sizeof(d) * 2;", "if (a) *b = c + sizeof(d) * 2;"},
		// strings
		{`pr(KERN_ERR PFX "a" "b");`, `pr(KERN_ERR "a" "b");`},
		{`pr("a" NAME(b) "c");`, `pr("a" "c");`},
		{`pr(NAME(a) "b", c);`, `pr( "b", c);`},
		{`pr("struct foo *", 'a', "__user");`, `pr("struct foo *", 'a', "__user");`},
	} {
		got := squeeze(string(Normalize([]byte(inBody(c.in)))))
		if want := squeeze(inBody(c.want)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, want)
		}
	}
}

func TestNormalizeAtFileScope(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"static noinline_for_stack int f(int a) { }", "static int f(int a) { }"},
		{"static __must_check __printf(1, 2) int f(int a) { }", "static int f(int a) { }"},
		{"LINKAGE static MINE struct a *f(void) { }", "static struct a *f(void) { }"},
		{"MINE u8 f(void) { }", "u8 f(void) { }"},
		{"int f(int a) __acquires(a) { }", "int f(int a) { }"},
		{"u32 (*f)(struct a *);", "int (*f)(struct a *);"},
		{"DEFINE(x)\nMINE int f(void) { }", "DEFINE(x) int f(void) { }"},
		{"struct a { DECLARE_BITMAP(b, 3); };", "struct a { long b[ 3]; };"},
		{"struct a { DECLARE_FLEX_ARRAY(u8, b); };", "struct a { u8 b ; };"},
		{"struct a { struct_group(b, u8 c; u8 d;); };", "struct a { struct { u8 c; u8 d;}; };"},
		{"struct a { struct_group_tagged(t, b, u8 c;); };", "struct a { struct t{ u8 c;}; };"},
		{"struct a { DECLARE_KFIFO(b, struct c, 4); };", "struct a { DECLARE_KFIFO b ; };"},
		{"struct a { PAD(2); u8 b; };", "struct a { PAD ; u8 b; };"},
		{"struct a { u32 (*f)(u8 x); };", "struct a { u32 (*f)(u8 x); };"},
		{"struct a { void *p[] MINE; };", "struct a { void *p[] ; };"},
		{"union MINE a { u8 b; };", "union a { u8 b; };"},
		{"enum a { A(1), B };", "enum a { A , B };"},
		{"enum a { LIST\n\tB };", "enum a { LIST ,B };"},
		{"struct a b = { SET(x)\n\t.c = 1, };", "struct a b = { SET(x) ,.c = 1, };"},
		{"int a[] = { IDX( 1) = 2 };", "int a[] = { [ 1] = 2 };"},
		{"int a[] = { [0 ... 3] = 2 };", "int a[] = { [0 ... 3] = 2 };"},
		{"int f(struct a *, int);", "int f(struct a *, int);"},
		{"#define X __user struct foo\nint a;", "#define X __user struct foo int a;"},
	} {
		got := squeeze(string(Normalize([]byte(c.in))))
		if want := squeeze(c.want); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, want)
		}
	}
}

func TestScan(t *testing.T) {
	src := "a->b...+=++ 0x1e+1 1e+1 'x' \"a\\\"b\" /* c */ x // y\n#define A \\\n 1 /* c\n*/ 2\nz"
	want := []string{"a", "->", "b", "...", "+=", "++", "0x1e", "+", "1", "1e+1", "'x'", `"a\"b"`, "x", "#define A \\\n 1 /* c\n*/ 2", "z"}
	toks := Scan([]byte(src))
	for i, tok := range toks {
		if got := src[tok.Pos:tok.End]; i >= len(want) || got != want[i] {
			t.Errorf("token %d: %q", i, got)
		}
	}
	if len(toks) != len(want) {
		t.Errorf("%d tokens, want %d", len(toks), len(want))
	}
}

func TestStrip(t *testing.T) {
	if got, want := string(Strip([]byte("a /* x\n*/ \"/*\" \\\n b // c"))), "a         \"/*\"    b     "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
