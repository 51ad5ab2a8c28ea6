package driver

import (
	"strings"
	"testing"
)

const functions = "static void f(void) {}\nstatic void g(void) {}\nvoid h(void) {}\n"

func TestTable(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"static const", "static const struct ieee80211_ops o = { .tx = f, .start = g };", "start=g tx=f"},
		{"section", "static struct ieee80211_ops o __ro_after_init = { .tx = f };", "tx=f"},
		{"const behind", "struct ieee80211_ops const o = {\n\t.tx = &f,\n};", "tx=f"},
		{"casts", "struct ieee80211_ops o = { .tx = (void *)f, .start = (int (*)(struct ieee80211_hw *))g };", "start=g tx=f"},
		{"unknown function", "struct ieee80211_ops o = { .tx = f, .wake_tx_queue = ieee80211_handle_wake_tx_queue, .flush = NULL };", "tx=f wake_tx_queue=ieee80211_handle_wake_tx_queue!"},
		{"#if", "struct ieee80211_ops o = {\n#ifdef A\n\t.tx = f,\n#else\n\t.tx = g,\n#endif\n\t.start = h\n};", "start=h tx=f tx=g"},
		{"choice", "struct ieee80211_ops o = { .tx = X ? f : g, .suspend = pm_ptr(h) };", "suspend=h tx=f tx=g"},
		{"macro for elements", "#define COMMON .tx = f, \\\n\t.start = g,\nstruct ieee80211_ops o = { COMMON .stop = h };", "start=g stop=h tx=f"},
		{"macro in macro", "#define A .tx = f,\n#define B A .start = g,\nstruct ieee80211_ops o = {\n\tB\n\t.stop = h,\n};", "start=g stop=h tx=f"},
		{"variants of a macro", "#ifdef X\n#define A .tx = f,\n#else\n#define A\n#endif\nstruct ieee80211_ops o = { A .stop = h };", "stop=h tx=f"},
		{"macro with parameters", "#define OP(n, v) .n = (v),\nstruct ieee80211_ops o = { OP(tx, f) .stop = h };", "stop=h tx=f"},
		{"unknown macro", "struct ieee80211_ops o = { CFG80211_TESTMODE_CMD(g) .tx = f };", "tx=f"},
		{"macro for a value", "#define my_tx f\nstruct ieee80211_ops o = { .tx = my_tx };", "tx=f"},
		{"macro that calls itself", "#define A A .tx = f,\nstruct ieee80211_ops o = { A };", "tx=f"},

		{"patched", "struct ieee80211_ops o = { .tx = f };\nvoid init(void) { o.tx = g; o.start = NULL; o.stop = h; }", "stop=h tx=f tx=g"},
		{"patched copy", "static const struct ieee80211_ops o = { .tx = f };\nint probe(void)\n{\n\tstruct ieee80211_ops *ops;\n" +
			"\tops = devm_kmemdup(dev, &o, sizeof(o), GFP_KERNEL);\n\tif (!ops)\n\t\treturn -ENOMEM;\n\tops->tx = g;\n}", "tx=f tx=g"},
		{"patched through a parameter", "static const struct ieee80211_ops o = { .tx = f };\nvoid patch(struct ieee80211_ops *p) { p->tx = g; }", "tx=f tx=g"},
		{"patched through a field", "struct dev { struct ieee80211_ops *ops; };\nstatic const struct ieee80211_ops o = { .tx = f };\n" +
			"void patch(struct dev *d) { d->ops->tx = g; }", "tx=f tx=g"},
		{"patched through a variable", "static struct ieee80211_ops *copy;\nstatic const struct ieee80211_ops o = { .tx = f };\nvoid patch(void) { copy->tx = g; }", "tx=f tx=g"},
		{"other ops", "struct other { void (*tx)(void); };\nstatic const struct ieee80211_ops o = { .tx = f };\nvoid patch(struct other *p) { p->tx = g; }", "tx=f"},
		{"filled", "static struct ieee80211_ops o;\nvoid init(void) { o.tx = f; }", "tx=f"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := one(t, functions+tt.code+"\n").table(); got != tt.want {
				t.Errorf("table %q, want %q", got, tt.want)
			}
		})
	}
}

// TestTables has two tables in one program: what is stored in one of them or in its copy does not count for the other.
func TestTables(t *testing.T) {
	const two = functions + "static const struct ieee80211_ops a = { .tx = f };\nstatic struct ieee80211_ops b = { .start = g };\n"
	tests := []struct{ name, code, a, b string }{
		{"nothing", "", "tx=f", "start=g"},
		{"by name", "void i(void) { b.tx = h; }", "tx=f", "start=g tx=h"},
		{"by copy", "void i(void) { struct ieee80211_ops *p = kmemdup(&a, sizeof(a), 0); p->tx = h; }", "tx=f tx=h", "start=g"},
		{"assigned", "void i(void) { b = a; b.stop = h; }", "tx=f", "start=g stop=h tx=f"},
		{"memcpy", "void i(void) { memcpy(&b, &a, sizeof(b)); }", "tx=f", "start=g tx=f"},
		{"either", "void i(struct ieee80211_ops *p) { p->tx = h; }", "tx=f tx=h", "start=g tx=h"},
		{"hidden name", "void i(struct ieee80211_ops *b) { b->tx = h; }", "tx=f tx=h", "start=g tx=h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := newFixture(map[string]string{"demo/demo.c": two + tt.code + "\n"}).find(t)
			if len(all) != 2 || all[0].table() != tt.a || all[1].table() != tt.b {
				t.Errorf("tables %q and %q, want %q and %q", all[0].table(), all[1].table(), tt.a, tt.b)
			}
		})
	}
}

func TestNoTables(t *testing.T) {
	for _, code := range []string{
		"extern const struct ieee80211_ops o;",
		"static const struct ieee80211_ops *o = &x;",
		"static const struct ieee80211_ops *list[] = { &x };",
		"struct dev { struct ieee80211_ops ops; };",
		"struct ieee80211_ops *get(void) { return 0; }",
		"void f(void) { const struct ieee80211_ops *o = &x; }",
		"static const struct cfg80211_ops o = { .start = f };",
		"struct ieee80211_ops *get(void);",
	} {
		if all := newFixture(map[string]string{"demo/demo.c": code + "\n"}).find(t); len(all) != 0 {
			t.Errorf("%s: found %s", code, all[0].Ops)
		}
	}
}

func TestTentative(t *testing.T) {
	d := one(t, functions+"static struct ieee80211_ops o;\nvoid i(void) { use(&o); }\nstatic struct ieee80211_ops o = { .tx = f };\n")
	if got := line(d.Pos, "/fixture"); d.table() != "tx=f" || got != "demo/demo.c:6" {
		t.Errorf("%s at %s", d.table(), got)
	}
}

func TestOpPlaces(t *testing.T) {
	const code = functions + "#define COMMON .start = g,\nstatic struct ieee80211_ops o = { COMMON .tx = f, };\nvoid i(void) { o.tx = h; }\n"
	want := []string{"COMMON", ".tx = f", "o.tx = h"}
	d := one(t, code)
	for i, op := range d.Table {
		if got := code[op.Pos.Span.Pos:op.Pos.Span.End]; got != want[i] {
			t.Errorf("%s=%s at %q, want %q", op.Member, op.Name, got, want[i])
		}
	}
	if at := code[d.Pos.Span.Pos:]; !strings.HasPrefix(at, "o = {") {
		t.Errorf("variable at %.10q", at)
	}
}
