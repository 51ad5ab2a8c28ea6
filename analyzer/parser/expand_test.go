package parser

import (
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func macro(t *testing.T, def string) *index.Macro {
	t.Helper()
	f := indexed(t, "#define "+def+"\n")
	if len(f.Macros) != 1 {
		t.Fatalf("%s: %d macros", def, len(f.Macros))
	}
	return f.Macros[0]
}

func TestExpand(t *testing.T) {
	for _, c := range []struct{ def, call, want string }{
		{"ADD(a, b) ((a) + (b))", "ADD(x * 2, y | z)", "x * 2 + (y | z)"},
		{"M(p, f) ((p)->f)", "M(q, a.b[1])", "q->a.b[1]"},
		{"C(type, x) ((type)(x))", "C(struct foo *, y + 1)", "(struct foo *)(y + 1)"},
		{"C(type, x) ((type)-(x))", "C(unsigned int, y)", "(unsigned int)-y"},
		{"S(type) sizeof(type)", "S(struct foo)", "sizeof(struct foo)"},
		{"S(x) sizeof(x)", "S(*p)", "sizeof(*p)"},
		{"OWNER(p) container_of(p, struct outer, in)", "OWNER(q)", "container_of(q, struct outer, in)"},
		{"FIRST(p, t, m) list_entry((p)->next, t, m)", "FIRST(&h, struct foo, list)", "list_entry((&h)->next, struct foo, list)"},
		{"OFF(t, m) offsetof(t, m.x)", "OFF(struct foo, a)", "offsetof(struct foo, a.x)"},
		{"LOG(dev, fmt, ...) printk(dev, fmt, ##__VA_ARGS__)", `LOG(d, "x")`, `printk(d, "x")`},
		{"LOG(dev, fmt, args...) printk(dev, fmt, ## args)", `LOG(d, "x", 1, 2)`, `printk(d, "x", 1, 2)`},
		{"READ(x, reg) rd(x, REG_##reg)", "READ(a + b, FOO)", "rd(a + b, REG_FOO)"},
		{"NAME(x) #x", "NAME(a->b)", `"a->b"`},
		{"CALL(fn, x) fn(x)", "CALL(do_it, 3)", "do_it(3)"},
		{"OPS(p, op, args...) ((p)->ops->op(p, ##args))", "OPS(h, start, 1)", "h->ops->start(h, 1)"},
		{"T(x) ({ typeof(x) _t = (x); _t + 1; })", "T(y)", "({ typeof(y) _t = y; _t + 1; })"},
		{"SWAP(a, b) do { int t = a; a = b; b = t; } while (0)", "SWAP(x, y[0])", "{ int t = x; x = y[0]; y[0] = t; }"},
		{"SET(x, v) if (x) *(x) = v", "SET(p, 1)", "if (p) { *p = 1; }"},
		{"TRY(e, on) do { if (e) on; } while (0)", "TRY(x(), return -EIO)", "{ if (x()) { return -EIO; } }"},
		{"DECL(type, name) type *name = NULL", "DECL(struct a, b)", "struct a *b = NULL;"},
		{"OUT(l) goto l", "OUT(err)", "goto err;"},
		{"BOTH(a, b) (a)(b)", "BOTH(u8, x)", "(u8)x"},
		{"NOP(x)", "NOP(1)", ""},
		{"W(a) \\\n\tdo {\t/* c */ \\\n\t\tf(a); \\\n\t} while (0)", "W(1)", "{ f(1); }"},
	} {
		p := newParser(t)
		m := macro(t, c.def)
		body := parseBody(t, p, c.call+";")
		call, ok := body.Stmts[0].(*syntax.ExprStmt).X.(*syntax.Call)
		if !ok {
			t.Fatalf("%s: no call", c.call)
		}
		x, stmts, err := p.Expand(m, call)
		if err != nil {
			t.Errorf("%s: %s: %v", c.def, c.call, err)
			continue
		}
		got := ""
		if x != nil {
			got = syntax.Print(x)
		}
		for _, s := range stmts {
			got += syntax.Print(s) + " "
		}
		if flat(got) != c.want {
			t.Errorf("%s: %s: got %q, want %q", c.def, c.call, flat(got), c.want)
		}
	}
}

func TestExpandSpans(t *testing.T) {
	p := newParser(t)
	call := parseBody(t, p, "ADD(x, 1);").Stmts[0].(*syntax.ExprStmt).X.(*syntax.Call)
	x, _, err := p.Expand(macro(t, "ADD(a, b) ((a) + (b) + 2)"), call)
	if err != nil {
		t.Fatal(err)
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		want := call.Span
		if n == call.Args[0] || n == call.Args[1] {
			want = call.Args[map[bool]int{true: 0, false: 1}[n == call.Args[0]]].Range()
		}
		if n.Range() != want {
			t.Errorf("%T at %v, want %v", n, n.Range(), want)
		}
		return true
	})
}

func TestExpandObject(t *testing.T) {
	p := newParser(t)
	for def, want := range map[string]string{
		"A (1 << 3)": "1 << 3",
		"B BIT(2)":   "BIT(2)",
		"S struct x": "struct x",
		"E { 1, 2 }": "{ 1, 2 }",
	} {
		x, err := p.ExpandObject(macro(t, def), syntax.Span{Pos: 5, End: 6})
		if err != nil {
			t.Errorf("%s: %v", def, err)
			continue
		}
		if got := flat(syntax.Print(x)); got != want {
			t.Errorf("%s: got %q, want %q", def, got, want)
		}
	}
	if _, err := p.ExpandObject(macro(t, "X"), syntax.Span{}); err == nil {
		t.Error("an empty macro expanded to an expression")
	}
}

func TestExpandLoop(t *testing.T) {
	for _, c := range []struct{ def, loop, want string }{
		{"all(i, n) for (i = 0; i < n; i++)", "all(k, 4) { use(k); }", "for (k = 0; k < 4; k++) { use(k); }"},
		{"each(p, h) list_for_each_entry(p, &(h)->list, node)", "each(q, x) { use(q); }", "list_for_each_entry(q, &x->list, node) { use(q); }"},
		{"each(p, h) if (!(h)) {} else for (p = h; p; p = p->next)", "each(q, x) { use(q); }", "if (!x) { } else { for (q = x; q; q = q->next) { use(q); } }"},
		{"each(p, h) while ((p = pop(h)))", "each(q, x) { use(q); }", "while (q = pop(x)) { use(q); }"},
	} {
		p := newParser(t)
		loop, ok := parseBody(t, p, c.loop).Stmts[0].(*syntax.MacroLoop)
		if !ok {
			t.Fatalf("%s: no loop", c.loop)
		}
		s, err := p.ExpandLoop(macro(t, c.def), loop)
		if err != nil {
			t.Errorf("%s: %v", c.def, err)
			continue
		}
		if got := flat(syntax.Print(s)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.def, got, c.want)
		}
	}
}

func TestExpandErrors(t *testing.T) {
	p := newParser(t)
	call := parseBody(t, p, "F(1);").Stmts[0].(*syntax.ExprStmt).X.(*syntax.Call)
	for _, def := range []string{"F(a, b) a + b", "F() 1", "F(a) } else {", "F(a) (a"} {
		if _, _, err := p.Expand(macro(t, def), call); err == nil {
			t.Errorf("%s: no error", def)
		}
	}
}
