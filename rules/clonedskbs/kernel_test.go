package clonedskbs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/report"
	"github.com/capcheck/capcheck/internal/kernel"
	"github.com/capcheck/capcheck/rules/clonedskbs"
)

// edit is a change of one file: old occurs in it, new takes the place of its first occurrence.
type edit struct{ file, old, new string }

// mutants are changes of a driver that keeps the promise. Where a line is given, the witness has to end there.
var mutants = []struct {
	name    string
	edits   []edit
	verdict absint.Verdict
	line    string
}{
	{name: "as it is", verdict: absint.Proved},
	{
		name: "payload byte", verdict: absint.Refuted, line: "skb->data[skb->len - 1] ^= 1;",
		edits: []edit{{"xmit.c", "\tq = skb_get_queue_mapping(skb);\n\n\tif (ps_resp)", "\tskb->data[skb->len - 1] ^= 1;\n\tq = skb_get_queue_mapping(skb);\n\n\tif (ps_resp)"}},
	},
	{
		name: "tailroom", verdict: absint.Refuted, line: "memset(skb_put(skb, 4), 0, 4);",
		edits: []edit{{"main.c", "\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211", "\tmemset(skb_put(skb, 4), 0, 4);\n\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211"}},
	},
	{
		name: "completion", verdict: absint.Refuted, line: "bf->bf_mpdu->data[bf->bf_mpdu->len - 1] = 0;",
		edits: []edit{{"xmit.c", "\tif (!txok)\n\t\ttx_flags |= ATH_TX_ERROR;", "\tbf->bf_mpdu->data[bf->bf_mpdu->len - 1] = 0;\n\tif (!txok)\n\t\ttx_flags |= ATH_TX_ERROR;"}},
	},
	{
		name: "function pointer", verdict: absint.Refuted, line: "s->data[s->len - 1] = 0;",
		edits: []edit{
			{"main.c", "static void ath9k_tx(struct", "static void hidden(struct sk_buff *s)\n{\n\ts->data[s->len - 1] = 0;\n}\n\nstatic const struct { void (*f)(struct sk_buff *s); } hidden_ops = { .f = hidden };\n\nstatic void ath9k_tx(struct"},
			{"main.c", "\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211", "\thidden_ops.f(skb);\n\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211"},
		},
	},
	{
		name: "header field", verdict: absint.Proved,
		edits: []edit{{"main.c", "\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211", "\thdr->duration_id = 0;\n\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211"}},
	},
	{
		name: "copied first", verdict: absint.Proved,
		edits: []edit{{"main.c", "\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211", "\tskb = skb_copy(skb, GFP_ATOMIC);\n\tif (!skb)\n\t\treturn;\n\tskb->data[skb->len - 1] ^= 1;\n\thdr = (struct ieee80211_hdr *)skb->data;\n\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211"}},
	},
	{
		name: "syntax error", verdict: absint.Unproven,
		edits: []edit{{"main.c", "\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211", "\tskb->data[) = 0 $ 1;\n\tif (sc->ps_enabled) {\n\t\t/*\n\t\t * mac80211"}},
	},
}

func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets whole drivers")
	}
	root := kernel.ForTest(t, "6.12")
	dir := filepath.Join(root, "drivers/net/wireless/ath/ath9k")
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			claim := claimOf(t, dir, overlay(t, dir, m.edits), "ath9k_ops")
			if claim.Verdict != m.verdict {
				t.Fatalf("%s, want %s\n%s", claim.Verdict, m.verdict, details(claim))
			}
			if m.verdict == absint.Unproven && len(claim.Obstacles) == 0 {
				t.Error("unproven without an obstacle")
			}
			if m.line == "" {
				return
			}
			if len(claim.Witness) == 0 {
				t.Fatal("refuted without a witness")
			}
			last := claim.Witness[len(claim.Witness)-1].Pos
			if got := lineAt(last); got != m.line {
				t.Errorf("the witness ends at %q, want %q", got, m.line)
			}
		})
	}
}

func overlay(t *testing.T, dir string, edits []edit) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for _, e := range edits {
		path := filepath.Join(dir, e.file)
		if files[path] == nil {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[path] = content
		}
		if !strings.Contains(string(files[path]), e.old) {
			t.Fatalf("%s: no %q", e.file, e.old)
		}
		files[path] = []byte(strings.Replace(string(files[path]), e.old, e.new, 1))
	}
	return files
}

// claimOf analyses what lies below dir and gives the claim of one ops variable.
func claimOf(t *testing.T, dir string, overlay map[string][]byte, ops string) *absint.Claim {
	t.Helper()
	program, err := load.Load([]string{dir}, load.Config{Overlay: overlay})
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{passes.Flow, clonedskbs.Analyzer}, program.Packages, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &report.Report{Root: program.Root, Fset: program.Set.FileSet()}
	if err := r.Collect(graph); err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Drivers {
		if d.Ops != ops {
			continue
		}
		c := d.Claim(passes.ClonedSKBs)
		if c.Verdict == absint.Refuted && c.Declared && r.Count(lint.Error) == 0 {
			t.Error("a broken promise is no error")
		}
		return c
	}
	t.Fatalf("no %s in %s", ops, dir)
	return nil
}

func lineAt(p absint.Pos) string {
	src := string(p.File.Content)
	start := strings.LastIndexByte(src[:p.Start], '\n') + 1
	line, _, _ := strings.Cut(src[start:], "\n")
	return strings.TrimSpace(line)
}

func details(c *absint.Claim) string {
	var b strings.Builder
	for _, o := range c.Obstacles {
		fmt.Fprintf(&b, "obstacle: %s: %s\n", lineAt(o.Pos), o.Text)
	}
	for _, w := range c.Writes {
		if w.Guard == "" && w.Region != absint.Header && w.Region != absint.Headroom {
			fmt.Fprintf(&b, "%s: %s\n", w.Region, lineAt(w.Pos))
		}
	}
	return b.String()
}
