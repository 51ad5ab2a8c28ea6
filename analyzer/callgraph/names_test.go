package callgraph_test

import (
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
)

var linkage = map[string]string{
	"d/a.c": `
#include "a.h"
#include <linux/list.h>
static int both(void) { return 1; }
#ifdef X
static int twice(void) { return 1; }
#else
static int twice(void) { return 2; }
#endif
int api(void) { return both() + option() + shared(); }
`,
	"d/b.c": `
#include "a.h"
static int both(void) { return 2; }
static int hidden(void) { return 3; }
int option(void) { return hidden(); }
int shared(void) { return 4; }
`,
	"d/a.h": `
#include "cycle.h"
#define SIZE 12
#ifdef CONFIG_OPTION
int option(void);
#else
static inline int option(void) { return 0; }
#endif
extern int table[];
int shared(void);
`,
	"d/cycle.h":                   "#include \"a.h\"\n#define SIZE2 (SIZE * 2)\n",
	"inc/extra.h":                 "#define EXTRA 1\n",
	"k/include/linux/list.h":      "#include <asm/foo.h>\n#include <linux/missing.h>\n#define SIZE 99\n#define KERNEL_SIZE 7\nstatic inline void list_init(void) {}\n",
	"k/include/asm-generic/foo.h": "#define FOO 3\n",
	"d/c.c":                       "#include <extra.h>\nint table[] = { 1, EXTRA };\n",
}

func TestFuncs(t *testing.T) {
	p := program(t, linkage)
	a, b := file(t, p, "d/a.c"), file(t, p, "d/b.c")
	for _, c := range []struct {
		name string
		from *index.File
		want string
	}{
		{"both", a, "both@d/a.c"},
		{"both", b, "both@d/b.c"},
		{"twice", a, "twice@d/a.c twice@d/a.c"},
		{"twice", b, ""},
		{"hidden", a, ""},
		{"hidden", b, "hidden@d/b.c"},
		{"option", a, "option@d/a.h option@d/b.c"},
		{"option", b, "option@d/b.c"},
		{"shared", a, "shared@d/b.c"},
		{"list_init", a, "list_init@k/include/linux/list.h"},
		{"list_init", b, ""},
		{"nowhere", a, ""},
	} {
		equal(t, c.name+" from "+c.from.Src.Path, join(p.Funcs(c.name, c.from), place, true), c.want)
	}
	if p.IsDriver(p.Funcs("list_init", a)[0]) || !p.IsDriver(p.Funcs("option", a)[0]) {
		t.Error("IsDriver: a kernel header is none of the driver's, and its own header is")
	}
}

func TestMacrosAndVars(t *testing.T) {
	p := program(t, linkage)
	a := file(t, p, "d/a.c")
	name := func(m *index.Macro) string { return m.File.Src.Path }
	equal(t, "SIZE", join(p.Macro("SIZE", a), name, true), "d/a.h")
	equal(t, "KERNEL_SIZE", join(p.Macro("KERNEL_SIZE", a), name, true), "k/include/linux/list.h")
	equal(t, "FOO", join(p.Macro("FOO", a), name, true), "k/include/asm-generic/foo.h")
	equal(t, "EXTRA", join(p.Macro("EXTRA", file(t, p, "d/c.c")), name, true), "inc/extra.h")
	v := p.Var("table", a)
	if v == nil || v.File.Src.Path != "d/c.c" || show(v.Type) != "[2]int" {
		t.Errorf("table: %+v", v)
	}
	if p.Var("nothing", a) != nil {
		t.Error("nothing: found")
	}
}

func TestConst(t *testing.T) {
	p, f := one(t, `
enum e { A, B = 5, C, D = sizeof(struct s), E = D << 1 };
enum { LAST = C | 0x10 };
struct s { char a[3]; int b; };
struct s objs[] = { {}, {}, [4] = {} };
#define PLAIN 10
#define SUM (PLAIN + B)
#define SHIFTED (1 << PLAIN)
#define NEG (-3)
#define MASK GENMASK(7, 4)
#define FLAG BIT(31)
#define OWN(x) ((x) * 2 + PLAIN)
#define USES OWN(3)
#define PREP FIELD_PREP(MASK, 3)
#define LOOP LOOP2
#define LOOP2 LOOP
#define SELF SELF
#define CAST ((u8)~0)
#define COUNT ARRAY_SIZE(objs)
#define OFF offsetof(struct s, b)
#define UP DIV_ROUND_UP(17, 8)
#define TERN (PLAIN > 3 ? 7 : 8)
#define SHORT (0 && UNKNOWN)
#define LE cpu_to_le16(0x1234)
#define BE cpu_to_be16(0x1234)
#define CHARS ('A' + '\n')
#define STRSZ sizeof("abc")
#define MEMB sizeof(((struct s *)0)->a)
#define DIV0 (1 / 0)
#ifdef ONE
#define VARIES 1
#define SAME 4
#else
#define VARIES 2
#define SAME (2 + 2)
#endif
#define OPTION CONFIG_VALUE
#define ENABLED IS_ENABLED(CONFIG_X)
`)
	for name, want := range map[string]int64{
		"A": 0, "B": 5, "C": 6, "D": 8, "E": 16, "LAST": 22, "PLAIN": 10, "SUM": 15, "SHIFTED": 1024, "NEG": -3,
		"MASK": 0xf0, "FLAG": 1 << 31, "USES": 16, "PREP": 0x30, "CAST": 255, "COUNT": 5, "OFF": 4, "UP": 3, "TERN": 7,
		"SHORT": 0, "LE": 0x1234, "CHARS": 'A' + '\n', "STRSZ": 4, "MEMB": 3, "SAME": 4, "NULL": 0, "true": 1,
	} {
		if v, ok := p.Const(name, f); !ok || v != want {
			t.Errorf("%s = %d, %v; want %d", name, v, ok, want)
		}
	}
	for _, name := range []string{"LOOP", "SELF", "VARIES", "OPTION", "ENABLED", "BE", "DIV0", "objs", "nothing", "OWN"} {
		if v, ok := p.Const(name, f); ok {
			t.Errorf("%s = %d, want no constant", name, v)
		}
	}
}

func TestMissingFile(t *testing.T) {
	tree := callgraph.NewTree(source.NewSet(nil), "")
	if _, err := callgraph.NewProgram(tree, []string{"/no/such/file.c"}, nil); err == nil {
		t.Error("no error for a file that is not there")
	}
}
