package driver

import (
	"testing"

	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// FuzzFind feeds any text through all of the package: it must neither panic nor give places outside of the file.
func FuzzFind(f *testing.F) {
	f.Add(ops + "#define A .tx = t,\nint p(void) { ieee80211_hw_set(hw, A); hw->flags |= IEEE80211_HW_B; if (x) goto e; e: return 0; }\n")
	f.Add("#define OPS(f) .tx = f, OPS(f)\nstruct ieee80211_ops o = { OPS(x) .a = { . } , [1] = , .b")
	f.Add("struct ieee80211_ops o = { A(")
	f.Add("struct ieee80211_ops o;\nint p(struct ieee80211_ops *q) { q->tx = o; o = *q; ieee80211_hw_set(hw); __set_bit(IEEE80211_HW_A, ")
	f.Add(ops + "#define S(h) S(h); ieee80211_hw_set(h, A)\nint p(void) { S(hw); int IEEE80211_HW_A = a; a = a | IEEE80211_HW_B; hw->flags = a;")
	f.Fuzz(func(t *testing.T, code string) {
		fix := newFixture(map[string]string{"demo/demo.c": code})
		all, err := Find(fix.tree, fix.mods, kbuild.Depend(fix.mods, symbols(fix.tree)))
		if err != nil {
			return
		}
		for _, d := range all {
			places := []Place{d.Pos}
			for _, fl := range append(d.Flags, d.Cleared...) {
				places = append(places, fl.Pos)
			}
			for _, op := range d.Table {
				places = append(places, op.Pos)
			}
			for _, e := range Entries(program(t, fix.tree, fix.mods), d) {
				places = append(places, e.Pos)
			}
			if d.Insert != nil {
				places = append(places, d.Insert.After, Place{d.Pos.File, span(d.Insert.At, d.Insert.At)})
			}
			for _, p := range places {
				if p.Span.Pos < 0 || p.Span.Pos > p.Span.End || p.Span.End > len(code) {
					t.Errorf("place %v in %d bytes", p.Span, len(code))
				}
			}
		}
	})
}
