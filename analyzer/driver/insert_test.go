package driver

import (
	"strings"
	"testing"
)

// TestInsert inserts the flag X; ^ in want marks what was inserted.
func TestInsert(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"behind the last", "\tieee80211_hw_set(hw, A);\n\tieee80211_hw_set(hw, B);\n\tif (x)\n\t\tieee80211_hw_set(hw, C);\n",
			"\tieee80211_hw_set(hw, A);\n\tieee80211_hw_set(hw, B);\n^\tieee80211_hw_set(hw, X);\n^\tif (x)\n\t\tieee80211_hw_set(hw, C);\n"},
		{"largest block", "\tieee80211_hw_set(hw, A);\n\tf();\n\tieee80211_hw_set(hw, B);\n\tieee80211_hw_set(hw, C);\n\tf();\n\tieee80211_hw_set(hw, D);\n\tieee80211_hw_set(hw, E);\n",
			"\tieee80211_hw_set(hw, A);\n\tf();\n\tieee80211_hw_set(hw, B);\n\tieee80211_hw_set(hw, C);\n^\tieee80211_hw_set(hw, X);\n^\tf();\n\tieee80211_hw_set(hw, D);\n\tieee80211_hw_set(hw, E);\n"},
		{"comment on the line", "\tieee80211_hw_set(hw, A); /* so\n\t* it is */\n\tf();\n", "\tieee80211_hw_set(hw, A); /* so\n\t* it is */\n^\tieee80211_hw_set(hw, X);\n^\tf();\n"},
		{"comment in the block", "\tieee80211_hw_set(hw, A);\n\n\t/* why */\n\tieee80211_hw_set(hw, B);\n\tf();\n", "\tieee80211_hw_set(hw, A);\n\n\t/* why */\n\tieee80211_hw_set(hw, B);\n^\tieee80211_hw_set(hw, X);\n^\tf();\n"},
		{"line comment", "\tieee80211_hw_set(hw, A); // so\n\tf();\n", "\tieee80211_hw_set(hw, A); // so\n^\tieee80211_hw_set(hw, X);\n^\tf();\n"},
		{"spaces", "    ieee80211_hw_set(dev->hw, A);\n", "    ieee80211_hw_set(dev->hw, A);\n^    ieee80211_hw_set(dev->hw, X);\n^"},
		{"CRLF", "\tieee80211_hw_set(hw, A);\r\n\tf();\r\n", "\tieee80211_hw_set(hw, A);\r\n^\tieee80211_hw_set(hw, X);\r\n^\tf();\r\n"},
		{"more on the line", "\tieee80211_hw_set(hw, A); f();\n", "\tieee80211_hw_set(hw, A);^ ieee80211_hw_set(hw, X);^ f();\n"},
		{"several lines", "\tieee80211_hw_set(priv->wl->hw,\n\t\t\t A);\n\tf();\n", "\tieee80211_hw_set(priv->wl->hw,\n\t\t\t A);\n^\tieee80211_hw_set(priv->wl->hw,\n\t\t\t X);\n^\tf();\n"},
		{"inner call", "\t_ieee80211_hw_set(hw, IEEE80211_HW_A);\n", "\t_ieee80211_hw_set(hw, IEEE80211_HW_A);\n^\t_ieee80211_hw_set(hw, IEEE80211_HW_X);\n^"},
		{"bit", "\t__set_bit(IEEE80211_HW_A, wl->hw->flags);\n", "\t__set_bit(IEEE80211_HW_A, wl->hw->flags);\n^\t__set_bit(IEEE80211_HW_X, wl->hw->flags);\n^"},
		{"or", "\thw->flags |= IEEE80211_HW_A;\n", "\thw->flags |= IEEE80211_HW_A^ |\n\t\t     IEEE80211_HW_X^;\n"},
		{"or with spaces", "  hw->flags |= IEEE80211_HW_A;\n", "  hw->flags |= IEEE80211_HW_A^ |\n               IEEE80211_HW_X^;\n"},
		{"or on several lines", "\thw->flags = IEEE80211_HW_A |\n\t\t    IEEE80211_HW_B;\n", "\thw->flags = IEEE80211_HW_A |\n\t\t    IEEE80211_HW_B^ |\n\t\t    IEEE80211_HW_X^;\n"},
		{"or with CRLF", "\thw->flags =\r\n\t\tIEEE80211_HW_A |\r\n\t\tIEEE80211_HW_B;\r\n", "\thw->flags =\r\n\t\tIEEE80211_HW_A |\r\n\t\tIEEE80211_HW_B^ |\r\n\t\tIEEE80211_HW_X^;\r\n"},
		{"parentheses", "\thw->flags |= (IEEE80211_HW_A | IEEE80211_HW_B) ;\n", "\thw->flags |= (IEEE80211_HW_A | IEEE80211_HW_B)^ |\n\t\t     IEEE80211_HW_X^ ;\n"},
		{"not into #if", "\tieee80211_hw_set(hw, A);\n#ifdef Q\n\tieee80211_hw_set(hw, B);\n\tieee80211_hw_set(hw, C);\n#endif\n", "\tieee80211_hw_set(hw, A);\n^\tieee80211_hw_set(hw, X);\n^#ifdef Q\n\tieee80211_hw_set(hw, B);\n\tieee80211_hw_set(hw, C);\n#endif\n"},
		{"only conditional", "\tif (x)\n\t\tieee80211_hw_set(hw, A);\n", ""},
		{"both branches", "\tif (x) {\n\t\tieee80211_hw_set(hw, A);\n\t} else {\n\t\tieee80211_hw_set(hw, A);\n\t}\n", ""},
		{"none", "\tf();\n", ""},
		{"only cleared", "\t__clear_bit(IEEE80211_HW_A, hw->flags);\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const head = ops + "int probe(struct ieee80211_hw *hw)\n{\n"
			code := head + tt.body + "}\n"
			in := one(t, code).Insert
			if in == nil {
				if tt.want != "" {
					t.Error("no place found")
				}
				return
			}
			got := code[len(head):in.At] + "^" + in.Text("X") + "^" + code[in.At:len(code)-2]
			if got != tt.want {
				t.Errorf("got\n%q, want\n%q", got, tt.want)
			}
		})
	}
}

func TestInsertAtEndOfFile(t *testing.T) {
	code := ops + "int probe(struct ieee80211_hw *hw)\n{\n\tieee80211_hw_set(hw, A);}"
	in := one(t, code).Insert
	if in == nil || in.At != len(code)-1 || in.Text("X") != " ieee80211_hw_set(hw, X);" {
		t.Errorf("%+v", in)
	}
}

// TestInsertModules has a library for two drivers, one of which sets flags of its own.
func TestInsertModules(t *testing.T) {
	all := newFixture(map[string]string{
		"lib/lib.h": "void lib_init(struct ieee80211_hw *hw);\n",
		"lib/lib.c": "#include \"lib.h\"\nvoid lib_init(struct ieee80211_hw *hw)\n{\n\tieee80211_hw_set(hw, A);\n\tieee80211_hw_set(hw, B);\n}\nEXPORT_SYMBOL_GPL(lib_init);\n",
		"one/one.c": "#include \"../lib/lib.h\"\n" + ops + "int probe(void)\n{\n\tlib_init(hw);\n}\n",
		"two/two.c": "#include \"../lib/lib.h\"\n" + ops + "int probe(void)\n{\n\tlib_init(hw);\n\tieee80211_hw_set(hw, C);\n}\n",
		"bus/bus.c": "void core_start(struct ieee80211_hw *hw);\nint probe(void)\n{\n\tieee80211_hw_set(hw, D);\n\tcore_start(hw);\n}\n",
		"core/x.c":  ops + "void core_start(struct ieee80211_hw *hw) {}\nEXPORT_SYMBOL(core_start);\n",
	}).find(t)
	want := map[string]string{ // module: flags, modules, insertion
		"core": "D, core bus, bus/bus.c:4",
		"one":  "A B, one lib, lib/lib.c:5 shared",
		"two":  "A B C, two lib, two/two.c:7",
	}
	if len(all) != len(want) {
		t.Fatalf("%d drivers, want %d", len(all), len(want))
	}
	for _, d := range all {
		got := flags(d.Flags) + ", " + strings.Join(d.Modules, " ") + ", " + line(d.Insert.After, "/fixture")
		if d.Insert.Shared {
			got += " shared"
		}
		if got != want[d.Modules[0]] {
			t.Errorf("%s: %s, want %s", d.Modules[0], got, want[d.Modules[0]])
		}
	}
}
