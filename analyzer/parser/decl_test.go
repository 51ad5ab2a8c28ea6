package parser

import (
	"slices"
	"testing"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

func parseDecl(t *testing.T, src string) *syntax.Decl {
	t.Helper()
	p := newParser(t)
	d, err := p.Decl(indexed(t, src), syntax.Span{Pos: 0, End: len(src)})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	if len(d.Errors) > 0 {
		t.Fatalf("%s: errors %v", src, d.Errors)
	}
	return d
}

func TestStructs(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"struct a { u8 b : 3, c : 5; int : 0; u32 *d, e[2]; } __packed;", "struct a { u8 b : 3; u8 c : 5; int : 0; u32 *d; u32 e[2]; } __packed;"},
		{"struct __packed a { u8 b; };", "struct a { u8 b; } __packed;"},
		{"struct a { union { u8 b; struct { u8 c; }; }; struct d e; };", "struct a { union { u8 b; struct { u8 c; }; }; struct d e; };"},
		{"struct a { int (*f)(struct a *, int); u32 (*g)(u8 x); ssize_t(*h) (void); };", "struct a { int (*f)(struct a *, int); u32 (*g)(u8 x); ssize_t (*h)(void); };"},
		{"struct a { struct_group(b, u8 c; u8 d;); };", "struct a { union { struct { u8 c; u8 d; }; struct { u8 c; u8 d; } b; }; };"},
		{"struct a { struct_group_tagged(t, b, u8 c;); };", "struct a { union { struct { u8 c; }; struct t { u8 c; } b; }; };"},
		{"struct a { struct_group_attr(b, __packed, u8 c;); };", "struct a { union { struct { u8 c; } __packed; struct { u8 c; } __packed b; }; };"},
		{"struct a { __struct_group(t, b, , u8 c;); };", "struct a { union { struct { u8 c; }; struct t { u8 c; } b; }; };"},
		{"struct a { DECLARE_BITMAP(b, N); DECLARE_FLEX_ARRAY(struct c, d); };", "struct a { unsigned long b[BITS_TO_LONGS(N)]; struct c d[]; };"},
		{"struct a { DECLARE_KFIFO(b, struct c, 4); PAD(2); u8 d; };", "struct a { DECLARE_KFIFO b; PAD; u8 d; };"},
		{"struct a {\n#ifdef X\n\tu8 b;\n#else\n\tu16 b;\n#endif\n};", "struct a { u8 b; u16 b; };"},
		{"struct a {\n#ifdef X\n\tstruct {\n#else\n\tunion {\n#endif\n\t\tu8 b;\n\t};\n};", "struct a { struct { u8 b; }; };"},
		{"enum a { A, B = 1 << 2, C };", "enum a { A, B = 1 << 2, C };"},
		{"typedef struct { u8 b; } a_t, *a_p;", "typedef struct { u8 b; } a_t; typedef struct { u8 b; } *a_p;"},
		{"typedef u32 (*fn_t)(u8);", "typedef u32 (*fn_t)(u8);"},
	} {
		if got := flat(syntax.Print(parseDecl(t, c.src))); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestMacroMember(t *testing.T) {
	d := parseDecl(t, "struct a { DECLARE_KFIFO(b, struct c, 4); };")
	call, ok := d.Type.Fields[0].Type.X.(*syntax.Call)
	if !ok || len(call.Args) != 3 {
		t.Fatalf("the macro call is lost: %s", syntax.Print(d))
	}
}

func TestInitialisers(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"static const struct ops a = { .tx = f, .b = { .c = g, }, [A] = h, };", "static const struct ops a = { .tx = f, .b = { .c = g }, [A] = h };"},
		{"struct ops a = {\n\tSET(f, g)\n\t.b = 1,\n\tFOO(2),\n};", "struct ops a = { SET(f, g), .b = 1, FOO(2) };"},
		{"struct ops a = {\n#ifdef X\n\t.b = f,\n#else\n\t.b = g,\n#endif\n};", "struct ops a = { .b = f, .b = g };"},
		{"u8 a[] = { IDX(1) = 2, [0 ... 3] = -1, };", "u8 a[] = { [IDX(1)] = 2, [0 ... 3] = -1 };"},
		{"int (*f)(int) = g, *h;", "int (*f)(int) = g; int *h;"},
		{"void f(struct a *b, int);", "void f(struct a *b, int);"},
		{"u32 (*f)(u8, u16);", "u32 (*f)(u8, u16);"},
		{"struct a *b = &(struct a){ .c = 1 };", "struct a *b = &(struct a){ .c = 1 };"},
		{"static struct list l = LIST_INIT(l);", "static struct list l = LIST_INIT(l);"},
	} {
		if got := flat(syntax.Print(parseDecl(t, c.src))); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestBasicTypes(t *testing.T) {
	for src, want := range map[string]string{
		"unsigned": "unsigned int", "long int": "long", "short unsigned int": "unsigned short", "signed char": "signed char",
		"long long unsigned": "unsigned long long", "_Bool": "bool", "unsigned char": "unsigned char", "long double": "long double",
	} {
		v := parseDecl(t, src+" x;").Vars[0]
		if v.Type.Kind != syntax.Basic || v.Type.Name != want || !slices.Contains(syntax.Basics(), v.Type.Name) {
			t.Errorf("%s: kind %d, name %q, want %q", src, v.Type.Kind, v.Type.Name, want)
		}
	}
}
