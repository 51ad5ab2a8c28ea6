package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

func indexed(t *testing.T, src string) *File {
	t.Helper()
	f, err := source.NewSet(map[string][]byte{"a.c": []byte(src)}).Read("a.c")
	if err != nil {
		t.Fatal(err)
	}
	return New(f)
}

func text(f *File, s syntax.Span) string { return string(f.Src.Content[s.Pos:s.End]) }

func TestFuncs(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int f(void)\n{\n}\n", "f"},
		{"static inline int f(int a) { return a; }", "f/static/inline"},
		{"static __always_inline int __must_check f(int a) __acquires(a) { }", "f/static/inline"},
		{"int (*f(int a))(void)\n{\n}\n", "f"},
		{"int f(void);\nint g(void) { }", "g"},
		{"DEFINE_X(a)\n\nstatic int f(void)\n{\n}\n", "f/static"},
		{"DEFINE_X(a)\n#if A\nint f(void)\n{\n}\n#endif\n", "f"},
		{"struct a b = { .c = 1 };\nint f(void) { }", "f"},
		{"struct a f(void) { }\nenum e { A };\n", "f"},
		{"#if A\nint f(int a)\n#else\nint f(int b)\n#endif\n{\n}\nint g(void) { }", "f g"},
		{"#if A\nint f(void) {\n#else\nint g(void) {\n#endif\n}\nint h(void) { }\n", "f g h"},
		{"int f(void)\n{\n#if A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}\n}\nint g(void) { }", "f g"},
		{"int f(void)\n{\n\tif (a) {\n\t\tb();\n\nint g(void)\n{\n}\n", "f g"},
		{"int f(void)\n{\n\tif (a) {\n}\nint g(void)\n{\n}\n", "f g"},
		{"int f(void)\n{\n\ta();\n", "f"},
		{"extern \"C\" {\nint f(void) { }\n}\nint g(void) { }", "f g"},
		{"static DECLARE_IT(x)\n{\n}\n", "DECLARE_IT/static"},
		{"const char *f(void) { return \"}\"; } /* } */ int g(void) { return '}'; }", "f g"},
		{"\x01\x02}}}} )( int f(void) { }", "f"},
	} {
		var got []string
		for _, fn := range indexed(t, c.src).Funcs {
			s := fn.Name
			if fn.Static {
				s += "/static"
			}
			if fn.Inline {
				s += "/inline"
			}
			got = append(got, s)
			if fn.File.Src.Content[fn.BodyPos] != '{' {
				t.Errorf("%q: BodyPos of %s is no brace", c.src, fn.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestMentionsAndStores(t *testing.T) {
	f := indexed(t, `int f(struct a *p)
{
	struct b *q = container_of(p, struct b __user, inner);
	p->set = 1; q->arr[i].el += 2; q->step++; --q->pre; x = &p->addr.of; y = a & q->masked;
	q->read == 1; g(p->arg); *p->ptr = 3; z = (struct list *)&p->cast; w = (struct s){ .init = 1 };
}`)
	fn := f.Funcs[0]
	if want := []string{"addr", "cast", "el", "init", "of", "pre", "ptr", "set", "step"}; !slices.Equal(fn.Stores, want) {
		t.Errorf("stores %v, want %v", fn.Stores, want)
	}
	for _, name := range []string{"a", "b", "container_of", "inner", "masked", "arg", "g", "init"} {
		if !slices.Contains(fn.Mentions, name) {
			t.Errorf("mentions %v lack %s", fn.Mentions, name)
		}
	}
	for _, name := range []string{"struct", "int", "__user"} {
		if slices.Contains(fn.Mentions, name) {
			t.Errorf("mentions have %s", name)
		}
	}
	if !slices.IsSorted(fn.Mentions) {
		t.Error("mentions are not sorted")
	}
}

func TestMacros(t *testing.T) {
	f := indexed(t, "#define A\n# define B(x, y...) \\\n\tx /* c */ \\\n\ty\n#define C(...) __VA_ARGS__ // d\n#define D (1)\n#define E() 2\n#define F \"/*\"\n")
	var got []string
	for _, m := range f.Macros {
		got = append(got, fmt.Sprintf("%s %v %v %v %q %q", m.Name, m.FuncLike, m.Params, m.Variadic, m.VarName, squeeze(m.Body)))
	}
	want := []string{
		`A false [] false "" ""`, `B true [x] true "y" "x y"`, `C true [] true "__VA_ARGS__" "__VA_ARGS__"`,
		`D false [] false "" "(1)"`, `E true [] false "" "2"`, `F false [] false "" "\"/*\""`,
	}
	for i := range want {
		if i >= len(got) || squeeze(got[i]) != squeeze(want[i]) {
			t.Errorf("got %q, want %q", got, want[i])
		}
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestTypes(t *testing.T) {
	f := indexed(t, `struct a { int x; struct b { int y; } z; union { int q; }; };
typedef struct c { int x; } c_t;
typedef int (*fn_t)(int);
typedef bool (pred_t)(int);
enum e { A, B = 2, C };
enum { D };
struct a;
struct g { struct_group_tagged(h, i, int j;); } __packed v = { 1 };
`)
	var types []string
	for _, d := range f.Types {
		types = append(types, d.Name)
		if s := text(f, d.Span); !strings.HasSuffix(s, ";") || !strings.Contains(s, d.Name) {
			t.Errorf("%s: span %q", d.Name, s)
		}
	}
	if want := []string{"a", "b", "c", "e", "g"}; !slices.Equal(types, want) {
		t.Errorf("types %v, want %v", types, want)
	}
	var typedefs, enums []string
	for _, d := range f.Typedefs {
		typedefs = append(typedefs, d.Name)
	}
	for _, e := range f.Enums {
		enums = append(enums, e.Enum.Name+"."+e.Name)
	}
	if want := []string{"c_t", "fn_t", "pred_t"}; !slices.Equal(typedefs, want) {
		t.Errorf("typedefs %v, want %v", typedefs, want)
	}
	if want := []string{"e.A", "e.B", "e.C", ".D"}; !slices.Equal(enums, want) {
		t.Errorf("enumerators %v, want %v", enums, want)
	}
}

func TestVars(t *testing.T) {
	f := indexed(t, `static const struct ops a = { .tx = do_tx };
extern int b, *c;
u8 d[3][4] = { 0 }, e;
int (*f)(int) = g;
static int (*h[2])(void);
int proto(int);
MODULE_LICENSE("GPL");
static DEFINE_MUTEX(m);
unsigned long i __read_mostly = 1;
struct s { int x; } j;
`)
	var got []string
	for _, v := range f.Vars {
		got = append(got, fmt.Sprintf("%s:%s:%v%v%v", v.Name, v.TypeTag, v.Static, v.Extern, v.Init))
	}
	want := []string{
		"a:struct ops:truefalsetrue", "b:int:falsetruefalse", "c:int:falsetruefalse", "d:u8:falsefalsetrue", "e:u8:falsefalsefalse",
		"f:int:falsefalsetrue", "h:int:truefalsefalse", "i:unsigned long:falsefalsetrue", "j:struct s:falsefalsefalse",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if !slices.Contains(f.Vars[0].Mentions, "do_tx") {
		t.Error("mentions of an initialiser are missing")
	}
}

func TestIncludesAndExports(t *testing.T) {
	f := indexed(t, "#include <linux/a.h>\n#include \"b.h\"\n#include MACRO\nint f(void) { }\nEXPORT_SYMBOL_GPL(f);\nMY_EXPORT_SYMBOL(a)\nEXPORT_SYMBOL_NS(g, \"X\");\n")
	if len(f.Includes) != 2 || !f.Includes[0].System || f.Includes[0].Path != "linux/a.h" || f.Includes[1].System || f.Includes[1].Path != "b.h" {
		t.Errorf("includes %+v", f.Includes)
	}
	if want := []string{"a", "f", "g"}; !slices.Equal(f.Exports, want) {
		t.Errorf("exports %v, want %v", f.Exports, want)
	}
}

func TestFuncAt(t *testing.T) {
	src := "int a;\nint f(void) { x; }\nint b;\nint g(void) { y; }\n"
	f := indexed(t, src)
	for at, want := range map[string]string{"int a": "", "int f": "f", "x;": "f", "int b": "", "y;": "g"} {
		got := ""
		if fn := f.FuncAt(strings.Index(src, at)); fn != nil {
			got = fn.Name
		}
		if got != want {
			t.Errorf("at %q: %q, want %q", at, got, want)
		}
	}
}

func FuzzNew(f *testing.F) {
	for _, s := range []string{"int f(void) { }", "#if A\n{\n#else\n{\n#endif\n}", "}}}((", "typedef", "struct a { enum {", "EXPORT_SYMBOL(", "#define", "#", "static x(", "int a[", "int (*"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, err := source.NewSet(map[string][]byte{"a.c": src}).Read("a.c")
		if err != nil {
			return
		}
		x := New(file)
		last := 0
		for _, fn := range x.Funcs {
			if fn.Span.Pos < last && fn.Span.End != last || fn.Span.End <= fn.BodyPos || fn.BodyPos < fn.Span.Pos || fn.Span.End > len(src) {
				t.Fatalf("function %s at %v, body %d, behind %d", fn.Name, fn.Span, fn.BodyPos, last)
			}
			last = fn.Span.End
		}
		for _, d := range x.Types {
			if d.Span.Pos < 0 || d.Span.End > len(src) || d.Span.Pos >= d.Span.End {
				t.Fatalf("type %s at %v", d.Name, d.Span)
			}
		}
	})
}
