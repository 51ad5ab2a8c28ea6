package clonedskbs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/analyzertest"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/rules/clonedskbs"
)

// byName gives every driver the verdict that its ops variable's name begins with.
func byName(d *driver.Driver) (func(string) *absint.Claim, error) {
	return func(flag string) *absint.Claim {
		verdict, _, _ := strings.Cut(d.Ops, "_")
		c := &absint.Claim{Flag: flag, Verdict: absint.Verdict(verdict)}
		at := absint.Pos{File: d.Pos.File.Src, Start: d.Pos.Span.Pos, End: d.Pos.Span.End}
		switch c.Verdict {
		case absint.Refuted:
			c.Writes = []absint.Write{{Pos: at, Function: "x_tx", Region: absint.Payload, Frames: "all", Code: "*p = 0;"}}
			c.Witness = []absint.Step{{Pos: at, Text: "here"}}
		case absint.Unproven:
			c.Obstacles = []absint.Obstacle{{Pos: at, Text: "too hard"}}
		}
		return c
	}, nil
}

// verdictRE accepts any verdict: these tests are about what the rule makes of them.
const verdictRE = ` // want verdict:".*"`

func TestFindings(t *testing.T) {
	const (
		proved    = "static const struct ieee80211_ops proved_ops = { .tx = x_tx };" + verdictRE
		proved2   = "static const struct ieee80211_ops proved_more_ops = { .tx = x_tx };" + verdictRE
		tolerated = "static const struct ieee80211_ops tolerated_ops = { .tx = x_tx };" + verdictRE
		unproven  = "static const struct ieee80211_ops unproven_ops = { .tx = x_tx };" + verdictRE
		refuted   = "static const struct ieee80211_ops refuted_ops = { .tx = x_tx };" + verdictRE + ` write:"payload"`
		tx        = "static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *c, struct sk_buff *skb) { }\n"
		probe     = "int x_probe(struct ieee80211_hw *hw)\n{\n"
		end       = "\treturn ieee80211_register_hw(hw);\n}\n"
		signal    = "\tieee80211_hw_set(hw, SIGNAL_DBM);"
		cloned    = "\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);"
		inserted  = cloned + "\n"
	)
	for _, test := range []struct {
		name, code string
		fixes      int
	}{
		{"recommended", proved + "\n" + tx + probe + signal + ` // want "recommendation: x can set .*proved over"` + "\n" + end, 1},
		{"tolerated", tolerated + "\n" + tx + probe + signal + ` // want "recommendation: x can set .*tolerated"` + "\n" + end, 1},
		{"by hand", proved + ` "recommendation: .*by hand"` + "\n" + tx, 0},
		{"kept", proved + "\n" + tx + probe + signal + "\n" + cloned + " // ok: kept\n" + end, 0},
		{"broken", refuted + "\n" + tx + probe + cloned + ` // want "error: x sets SUPPORTS_CLONED_SKBS, but x_tx.. writes the payload .*: .p = 0;"` + "\n" + end, 0},
		{"doubtful", unproven + ` obstacle:"too hard"` + "\n" + tx + probe + cloned + ` // want "warning: x sets .*unproven: 1 obstacle"` + "\n" + end, 0},
		{"cannot", refuted + ` "note: x cannot set"` + "\n" + tx + probe + signal + " // ok: no place\n" + end, 0},
		{"unknown", unproven + ` obstacle:"too hard" "note: x cannot set .*unproven"` + "\n" + tx + probe + signal + " // ok: no place\n" + end, 0},
		{"shared", proved + "\n" + proved2 + "\n" + tx + probe + signal + ` // want "recommendation: .*proved_ops.*proved_more_ops.*can set"` + "\n" + end, 1},
		{"shared with a breaker", proved + "\n" + refuted + ` "note: x cannot set"` + "\n" + tx + probe + signal + ` // want "note: .*proved_ops. keeps .*refuted_ops.*refuted"` + "\n" + end, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x", "x.c")
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(test.code), 0o644); err != nil {
				t.Fatal(err)
			}
			if test.fixes > 0 {
				i := strings.Index(test.code, signal)
				line := i + strings.Index(test.code[i:], "\n") + 1
				golden := test.code[:line] + inserted + test.code[line:]
				if err := os.WriteFile(path+".golden", []byte(golden), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			r := analyzertest.Run(t, path, []*lint.Rule{clonedskbs.Rule}, analyzertest.Config{Config: load.Config{Claimer: byName}})
			if got := len(r.Fixes()); got != test.fixes {
				t.Errorf("%d fixes, want %d", got, test.fixes)
			}
		})
	}
}

func TestDocumentation(t *testing.T) {
	doc := clonedskbs.Rule.Doc
	if doc.Title == "" || doc.Text == "" || doc.Kernel == "" || doc.Before == doc.After {
		t.Errorf("incomplete: %+v", doc)
	}
	if !strings.HasPrefix(clonedskbs.Analyzer.Doc, doc.Title+"\n") {
		t.Errorf("the analyzer's documentation does not start with the title: %q", clonedskbs.Analyzer.Doc)
	}
}
