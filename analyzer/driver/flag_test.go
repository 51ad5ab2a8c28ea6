package driver

import "testing"

const ops = "static void t(struct ieee80211_hw *hw, struct sk_buff *skb) {}\n" +
	"static const struct ieee80211_ops demo_ops = { .tx = t };\n"

// TestFlags reads function bodies: A, B, C ... are set in the order of the text; ? marks conditional ones.
func TestFlags(t *testing.T) {
	tests := []struct {
		name, before, body, want, cleared string
	}{
		{name: "call", body: "ieee80211_hw_set(hw, A); ieee80211_hw_set(dev->hw, B);", want: "A B"},
		{name: "call on several lines", body: "ieee80211_hw_set(dev->hw,\n\t\tA);", want: "A"},
		{name: "inner call", body: "_ieee80211_hw_set(hw, IEEE80211_HW_A);", want: "A"},
		{name: "bits", body: "__set_bit(IEEE80211_HW_A, hw->flags); set_bit(IEEE80211_HW_B, wl->hw->flags);", want: "A B"},
		{name: "other bits", body: "__set_bit(A, hw->flags); set_bit(WIPHY_A, wl->flags);"},
		{name: "assigned bit", body: "__assign_bit(IEEE80211_HW_A, hw->flags, on);", want: "A?"},
		{name: "or", body: "hw->flags |= IEEE80211_HW_A;", want: "A"},
		{name: "assignment", body: "hw->flags = IEEE80211_HW_A |\n\t\tIEEE80211_HW_B /* why */ |\n\t\tIEEE80211_HW_C;", want: "A B C"},
		{name: "parentheses", body: "hw->flags |= (IEEE80211_HW_A | IEEE80211_HW_B);", want: "A B"},
		{name: "other flags", body: "hw->wiphy->flags |= WIPHY_FLAG_A; x = hw->flags & IEEE80211_HW_A; hw->queues = IEEE80211_HW_A;"},
		{name: "comment", body: "/* ieee80211_hw_set(hw, A); */ // IEEE80211_HW_B\n;"},
		{name: "mask macro", before: "#define COMMON (IEEE80211_HW_A | \\\n IEEE80211_HW_B)\n", body: "hw->flags = COMMON | IEEE80211_HW_C;", want: "A B C"},
		{name: "call macro", before: "#define SET(h, f) ieee80211_hw_set(h, f)\n", body: "SET(hw, A);", want: "A"},
		{name: "statement macro", before: "#define SET(h) do { ieee80211_hw_set(h, A); if (x) ieee80211_hw_set(h, B); } while (0)\n", body: "SET(hw);", want: "A B?"},
		{name: "or of ?:", body: "hw->flags |= IEEE80211_HW_A | (x ? IEEE80211_HW_B : 0);", want: "A B?"},
		{name: "local", body: "u32 mine = IEEE80211_HW_A | IEEE80211_HW_B; hw->flags |= mine | IEEE80211_HW_C;", want: "A B C"},
		{name: "local with two values", body: "u32 mine = IEEE80211_HW_A; if (x) mine = IEEE80211_HW_B; hw->flags = mine;", want: "A? B?"},
		{name: "bitmap word", body: "hw->flags[0] |= BIT(IEEE80211_HW_A);", want: "A"},
		{name: "cleared", body: "__clear_bit(IEEE80211_HW_A, hw->flags); hw->flags &= ~(IEEE80211_HW_B | IEEE80211_HW_C); if (x) clear_bit(IEEE80211_HW_D, hw->flags);", cleared: "A B C D?"},

		{name: "if", body: "if (x) ieee80211_hw_set(hw, A); else { ieee80211_hw_set(hw, B); } ieee80211_hw_set(hw, C);", want: "A? B? C"},
		{name: "both branches", body: "if (x) { ieee80211_hw_set(hw, A); ieee80211_hw_set(hw, B); } else ieee80211_hw_set(hw, A);", want: "A B? A"},
		{name: "both branches, one nested", body: "if (x) { if (y) ieee80211_hw_set(hw, A); } else ieee80211_hw_set(hw, A);", want: "A? A?"},
		{name: "loops", body: "while (x) ieee80211_hw_set(hw, A); for (;;) { ieee80211_hw_set(hw, B); } do { ieee80211_hw_set(hw, C); } while (x);", want: "A? B? C"},
		{name: "switch", body: "switch (x) { case 1: ieee80211_hw_set(hw, A); break; default: ieee80211_hw_set(hw, B); }", want: "A? B?"},
		{name: "operators", body: "x && (ieee80211_hw_set(hw, A), 1); x ? ieee80211_hw_set(hw, B) : 0;", want: "A? B?"},
		{name: "block", body: "{ ieee80211_hw_set(hw, A); }", want: "A"},
		{name: "#if", body: "\n#ifdef CONFIG_X\nieee80211_hw_set(hw, A);\n#endif\nieee80211_hw_set(hw, B);", want: "A? B"},
		{name: "#if by version", body: "\n#if LINUX_VERSION_CODE >= KERNEL_VERSION(4, 2, 0)\nieee80211_hw_set(hw, A);\n#else\nhw->flags = IEEE80211_HW_A |\n\tIEEE80211_HW_B;\n#endif\n", want: "A A B?"},

		{name: "return", body: "if (x) return 0; ieee80211_hw_set(hw, A);", want: "A?"},
		{name: "return of a void function", body: "ieee80211_hw_set(hw, A); if (x) return; ieee80211_hw_set(hw, B);", want: "A B?"},
		{name: "complaint", body: "if (!x) { dev_err(dev, \"no x\"); return; } ieee80211_hw_set(hw, A);", want: "A"},
		{name: "errors", body: "if (a) return -EINVAL; if (b) return NULL; if (IS_ERR(c)) return PTR_ERR(c); if (d) return dev_err_probe(dev, d, \"d\"); ieee80211_hw_set(hw, A);", want: "A"},
		{name: "tested error", body: "err = f(); if (err) return err; x = g(); if (x < 0) return x; ieee80211_hw_set(hw, A);", want: "A"},
		{name: "assigned error", body: "if (!p) { y = -ENOMEM; return y; } ieee80211_hw_set(hw, A);", want: "A"},
		{name: "assigned success", body: "if (!p) { ret = 0; return ret; } ieee80211_hw_set(hw, A);", want: "A?"},
		{name: "goto error", body: "if (x) goto err_free; ieee80211_hw_set(hw, A); return 0; err_free: return -EIO;", want: "A"},
		{name: "goto out with error", body: "if (!x) { ret = -EIO; goto out; } ieee80211_hw_set(hw, A); out: return ret;", want: "A"},
		{name: "goto past", body: "if (x) goto skip; ieee80211_hw_set(hw, A); skip: ieee80211_hw_set(hw, B); return 0;", want: "A? B"},
		{name: "goto back", body: "again: ieee80211_hw_set(hw, A); if (x) goto again; ieee80211_hw_set(hw, B);", want: "A B"},
		{name: "before registering", body: "if (!x) return; ieee80211_hw_set(hw, A); ieee80211_register_hw(hw); if (y) return; ieee80211_hw_set(hw, B);", want: "A B?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := one(t, ops+tt.before+"int probe(struct ieee80211_hw *hw)\n{\n\tint err, ret;\n\t"+tt.body+"\n}\n")
			if got := flags(d.Flags); got != tt.want {
				t.Errorf("flags %q, want %q; %v", got, tt.want, reasons(d))
			}
			if got := flags(d.Cleared); got != tt.cleared {
				t.Errorf("cleared %q, want %q", got, tt.cleared)
			}
		})
	}
}

func reasons(d *Driver) (list []string) {
	for _, f := range d.Flags {
		if f.Why != "" {
			list = append(list, f.Name+" "+f.Why)
		}
	}
	return list
}

// TestHelpers is about flags in functions that may not be called.
func TestHelpers(t *testing.T) {
	const helper = "static void helper(struct ieee80211_hw *hw)\n{\n\tieee80211_hw_set(hw, A);\n}\n"
	tests := []struct{ name, code, want string }{
		{"called", helper + "int f(void) { helper(hw); }", "A"},
		{"not called", helper, "A"},
		{"called in if", helper + "int f(void) { if (x) helper(hw); }", "A?"},
		{"called behind a return", helper + "int f(void) { if (x) return 0; helper(hw); }", "A?"},
		{"called in a condition", helper + "int f(void) { if (helper(hw)) return -1; }", "A"},
		{"called in a loop", helper + "int f(void) { for (i = 0; i < n; i++) helper(hw); }", "A"},
		{"called twice", helper + "int f(void) { if (x) helper(hw); } int g(void) { helper(hw); }", "A"},
		{"through a pointer", helper + "struct o o = { .init = helper }; int f(void) { if (x) helper(hw); }", "A"},
		{"address taken", helper + "int f(void) { o->init = helper; }", "A"},
		{"inside #if", "#ifdef X\n" + helper + "#else\nstatic void helper(struct ieee80211_hw *hw) {}\n#endif\nint f(void) { helper(hw); }", "A?"},
		{"allocates", "static int make(void)\n{\n\thw = ieee80211_alloc_hw(0, &demo_ops);\n\tieee80211_hw_set(hw, A);\n}\nint f(void) { if (!hw) make(); }", "A"},
		{"registers", "static int reg(struct ieee80211_hw *hw)\n{\n\tieee80211_hw_set(hw, A);\n\treturn ieee80211_register_hw(hw);\n}\n" +
			"int f(void) { if (done) return 0; reg(hw); }", "A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := one(t, ops+tt.code)
			if got := flags(d.Flags); got != tt.want {
				t.Errorf("flags %q, want %q; %v", got, tt.want, reasons(d))
			}
		})
	}
}

func TestFlagDetails(t *testing.T) {
	const code = ops + "#define SET(f) _ieee80211_hw_set(priv->hw, IEEE80211_HW_##f)\nint probe(void)\n{\n\tieee80211_hw_set(wl->hw, A) ;\n\tset_bit(IEEE80211_HW_B, dev->flags);\n" +
		"\thw->flags = IEEE80211_HW_C |\n\t\tIEEE80211_HW_D;\n\tx && (ieee80211_hw_set(hw, E), 1);\n\tSET(F);\n}\n"
	want := []struct {
		text, hw string
		style    Style
	}{
		{"ieee80211_hw_set(wl->hw, A) ;", "wl->hw", HwSet},
		{"set_bit(IEEE80211_HW_B, dev->flags);", "dev", SetBit},
		{"hw->flags = IEEE80211_HW_C |\n\t\tIEEE80211_HW_D;", "hw", FlagsOr},
		{"hw->flags = IEEE80211_HW_C |\n\t\tIEEE80211_HW_D;", "hw", FlagsOr},
		{"ieee80211_hw_set(hw, E)", "hw", HwSet},
		{"SET(F)", "priv->hw", HwSet},
	}
	d := one(t, code)
	if len(d.Flags) != len(want) {
		t.Fatalf("flags %s", flags(d.Flags))
	}
	for i, w := range want {
		f := d.Flags[i]
		if got := code[f.Pos.Span.Pos:f.Pos.Span.End]; got != w.text || f.HW != w.hw || f.Style != w.style {
			t.Errorf("%s: %q hw %q style %d, want %q, %q, %d", f.Name, got, f.HW, f.Style, w.text, w.hw, w.style)
		}
		if f.Func == nil || f.Func.Name != "probe" {
			t.Errorf("%s: function %v", f.Name, f.Func)
		}
	}
}

// TestFlagInBadCode checks that a flag in a statement that cannot be parsed is seen, and never taken for certain.
func TestFlagInBadCode(t *testing.T) {
	d := one(t, ops+"int probe(void)\n{\n\tieee80211_hw_set(hw, A);\n\tFOO(a b c, ieee80211_hw_set(dev->hw, B) } ) ;\n}\n")
	if got := flags(d.Flags); got != "A B?" || d.Flags[1].HW != "dev->hw" {
		t.Errorf("flags %q of %q, want A B? of dev->hw", got, d.Flags[len(d.Flags)-1].HW)
	}
}
