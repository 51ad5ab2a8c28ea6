package analyzertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// recorder is a TB that keeps the errors.
type recorder struct {
	*testing.T
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// claimer takes /*REGION*/ for a write to that region, guarded if it is /*REGION!*/, and finds everything refuted.
func claimer(d *driver.Driver) (func(string) *absint.Claim, error) {
	return func(flag string) *absint.Claim {
		c := &absint.Claim{Flag: flag, Verdict: absint.Refuted}
		src := d.Pos.File.Src
		for _, region := range []absint.Region{absint.Header, absint.Payload} {
			for _, guard := range []string{"", "!"} {
				if i := strings.Index(string(src.Content), "/*"+string(region)+guard+"*/"); i >= 0 {
					c.Writes = append(c.Writes, absint.Write{Pos: absint.Pos{File: src, Start: i, End: i}, Region: region, Guard: guard})
				}
			}
		}
		return c
	}, nil
}

// rule finds the word "fixme" and would have it gone.
var rule = lint.New("fixme", lint.Documentation{Title: "test"}, func(pass *analysis.Pass) ([]lint.Finding, error) {
	var list []lint.Finding
	for _, d := range pass.ResultOf[passes.Flow].(*passes.Claims).Drivers {
		src := d.Pos.File.Src
		if i := strings.Index(string(src.Content), "fixme"); i >= 0 {
			pos, end := src.Tok.Pos(i), src.Tok.Pos(i+len("fixme"))
			list = append(list, lint.Finding{
				Pos: pos, End: end, Severity: lint.Warning, Message: "fix it",
				Fixes: []analysis.SuggestedFix{{Message: "go", TextEdits: []analysis.TextEdit{{Pos: pos, End: end}}}},
			})
		}
	}
	return list, nil
}, passes.Flow)

func TestRun(t *testing.T) {
	const ops = "static const struct ieee80211_ops x_ops = { 0 };"
	for _, test := range []struct {
		name, code, golden string
		want               []string // in order; empty if the fixture is as it says
	}{
		{"all is said", ops + ` // want verdict:"refuted"
int a; /*payload*/ // want write:"payload"
int b; /*header*/ // ok: allowed
`, "", nil},
		{"nothing is said", ops + "\nint a; /*payload*/\nint b; /*header*/ int c; /*payload!*/\n", "",
			[]string{"x.c:1: unexpected verdict: refuted", "x.c:2: unexpected write: payload"}},
		{"wrong things are said", ops + ` // want verdict:"proved"
int a; /*header*/ // want write:"pay" write:"payload|header"
`, "", []string{"x.c:1: unexpected verdict: refuted", `x.c:1: missing verdict "^(?:proved)$"`, `x.c:2: missing write "^(?:pay)$"`}},
		{"ok is not", ops + ` // want verdict:"refuted"
int a; /*payload*/ // ok: it is not
`, "", []string{"x.c:2: unexpected write: payload", "x.c:2: nothing may be here, but: write: payload"}},
		{"guarded", ops + ` // want verdict:"refuted"
int a; /*payload!*/ // want write:"payload guarded by !"
`, "", nil},
		{"finding and fix", ops + " // want verdict:\"refuted\"\nint fixme; // want `warning: fix`\n",
			ops + " // want verdict:\"refuted\"\nint ; // want `warning: fix`\n", nil},
		{"findings are strict if any is expected", ops + " // want verdict:\"refuted\" \"no\"\nint fixme;\n", "",
			[]string{"x.c:2: unexpected finding: warning: fix it", `x.c:1: missing finding "no"`}},
		{"golden differs", ops + " // want verdict:\"refuted\"\nint fixme;\n", "x", []string{"x.c: after the fix:"}},
		{"golden without fix", ops + " // want verdict:\"refuted\"\n", "x", []string{"x.c: no fix, but there is a golden file"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.c")
			put(t, path, test.code)
			if test.golden != "" {
				put(t, path+".golden", test.golden)
			}
			r := &recorder{T: t}
			Run(r, path, []*lint.Rule{rule}, Config{Config: load.Config{Claimer: claimer}})
			for i, got := range r.errors {
				if i >= len(test.want) || !strings.HasPrefix(got, test.want[i]) {
					t.Errorf("error %d is %q, want %q", i, got, test.want)
				}
			}
			if len(r.errors) < len(test.want) {
				t.Errorf("errors %q, want %q", r.errors, test.want)
			}
		})
	}
}

func TestBadComments(t *testing.T) {
	for _, comment := range []string{"want nothing", `want wrote:"x"`, `want "("`, `want "x`} {
		if _, err := expectations("x.c", []byte("int x; // "+comment+"\n")); err == nil {
			t.Errorf("no error for %s", comment)
		}
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
