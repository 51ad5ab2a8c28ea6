package clonedskbs

import (
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// flagsOf makes flags of the parts of code between [ and ], which the code is read without. NAME: in front of a part
// says which flag it sets; * in front of that makes it conditional.
func flagsOf(t *testing.T, style driver.Style, code string) (src []byte, flags []driver.Flag) {
	t.Helper()
	var plain strings.Builder
	for {
		before, rest, found := strings.Cut(code, "[")
		plain.WriteString(before)
		if !found {
			break
		}
		part, behind, _ := strings.Cut(rest, "]")
		names, text, _ := strings.Cut(part, ":")
		start := plain.Len()
		plain.WriteString(text)
		for name := range strings.SplitSeq(names, ",") {
			bare := strings.TrimPrefix(name, "*")
			flags = append(flags, driver.Flag{
				Name: bare, Conditional: bare != name, Style: style, HW: "hw",
				Pos: driver.Place{Span: syntax.Span{Pos: start, End: plain.Len()}},
			})
		}
		code = behind
	}
	file, err := source.NewSet(map[string][]byte{"/x.c": []byte(plain.String())}).Read("/x.c")
	if err != nil {
		t.Fatal(err)
	}
	indexed := &index.File{Src: file}
	for i := range flags {
		flags[i].Pos.File = indexed
	}
	return file.Content, flags
}

func TestInsert(t *testing.T) {
	for _, test := range []struct {
		name       string
		style      driver.Style
		code, want string
	}{
		{"call", driver.HwSet,
			"\t[A:ieee80211_hw_set(hw, A);]\n\tfoo();\n",
			"\tieee80211_hw_set(hw, A);\n\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);\n\tfoo();\n"},
		{"span without semicolon", driver.HwSet,
			"\t[A:ieee80211_hw_set(hw, A)] ;\n}",
			"\tieee80211_hw_set(hw, A) ;\n\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);\n}"},
		{"crlf, blanks, other variable", driver.HwSet,
			"    [A:ieee80211_hw_set(dev->hw, A);]\r\n}\r\n",
			"    ieee80211_hw_set(dev->hw, A);\r\n    ieee80211_hw_set(dev->hw, SUPPORTS_CLONED_SKBS);\r\n}\r\n"},
		{"comments behind", driver.HwSet,
			"\t[A:ieee80211_hw_set(hw, A);] /* we can,\n\t * or so */ // yes\n}",
			"\tieee80211_hw_set(hw, A); /* we can,\n\t * or so */ // yes\n\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);\n}"},
		{"one line", driver.HwSet,
			"static void f(struct ieee80211_hw *hw) { [A:ieee80211_hw_set(hw, A);] }\n",
			"static void f(struct ieee80211_hw *hw) { ieee80211_hw_set(hw, A); ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS); }\n"},
		{"underscored", driver.HwSet,
			"\t[A:_ieee80211_hw_set(hw, IEEE80211_HW_A);]\n",
			"\t_ieee80211_hw_set(hw, IEEE80211_HW_A);\n\t_ieee80211_hw_set(hw, IEEE80211_HW_SUPPORTS_CLONED_SKBS);\n"},
		{"set_bit", driver.SetBit,
			"\t[A:__set_bit(IEEE80211_HW_A, hw->flags);]\n",
			"\t__set_bit(IEEE80211_HW_A, hw->flags);\n\t__set_bit(IEEE80211_HW_SUPPORTS_CLONED_SKBS, hw->flags);\n"},
		{"or, one line", driver.FlagsOr,
			"\t[A,B:hw->flags |= IEEE80211_HW_A | IEEE80211_HW_B;]\n",
			"\thw->flags |= IEEE80211_HW_A | IEEE80211_HW_B | IEEE80211_HW_SUPPORTS_CLONED_SKBS;\n"},
		{"or, lines", driver.FlagsOr,
			"\t[A,B:hw->flags = IEEE80211_HW_A |\r\n\t\t    IEEE80211_HW_B;]\r\n",
			"\thw->flags = IEEE80211_HW_A |\r\n\t\t    IEEE80211_HW_B |\r\n\t\t    IEEE80211_HW_SUPPORTS_CLONED_SKBS;\r\n"},
		{"or, a condition behind", driver.FlagsOr,
			"\t[A,*B:hw->flags = (IEEE80211_HW_A | (x ? IEEE80211_HW_B : 0));]\n",
			"\thw->flags = (IEEE80211_HW_A | IEEE80211_HW_SUPPORTS_CLONED_SKBS | (x ? IEEE80211_HW_B : 0));\n"},
		{"or, names that begin alike", driver.FlagsOr,
			"\t[AB,A:hw->flags = IEEE80211_HW_AB | IEEE80211_HW_A;]\n",
			"\thw->flags = IEEE80211_HW_AB | IEEE80211_HW_A | IEEE80211_HW_SUPPORTS_CLONED_SKBS;\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src, flags := flagsOf(t, test.style, test.code)
			all := blocks(flags)
			site := all[len(all)-1].last()
			e, err := insert(site)
			if err != nil {
				t.Fatal(err)
			}
			at := site.Pos.File.Src.Tok.Offset(e.Pos)
			if got := string(src[:at]) + string(e.NewText) + string(src[at:]); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestInsertRefusesWhatItDoesNotSee(t *testing.T) {
	_, flags := flagsOf(t, driver.HwSet, "\t[A:SET_FLAG(hw);]\n")
	if e, err := insert(flags[0]); err == nil {
		t.Errorf("made %q of a statement that does not name the flag", e.NewText)
	}
}

func TestBlocks(t *testing.T) {
	_, flags := flagsOf(t, driver.HwSet, `
	[A:ieee80211_hw_set(hw, A);]
	/* because; */
	[B:ieee80211_hw_set(hw, B);]
	if (x)
		[*C:ieee80211_hw_set(hw, C);]
	[D:ieee80211_hw_set(hw, D);]
	hw->queues = 4;
	[E:ieee80211_hw_set(hw, E);] // and
	[F:ieee80211_hw_set(hw, F);]
`)
	var got []string
	for _, b := range blocks(flags) {
		names := ""
		for _, f := range b.flags {
			names += f.Name
		}
		got = append(got, names)
	}
	if want := "AB D EF"; strings.Join(got, " ") != want {
		t.Errorf("blocks %q, want %q", got, want)
	}
}
