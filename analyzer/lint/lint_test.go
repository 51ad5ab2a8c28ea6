package lint

import (
	"errors"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestNew(t *testing.T) {
	want := errors.New("no")
	for _, test := range []struct {
		name     string
		run      RunFunc
		reported int
		err      string
	}{
		{"findings become diagnostics", func(*analysis.Pass) ([]Finding, error) {
			return []Finding{{Severity: Error, Message: "a"}, {Severity: Note, Message: "b"}}, nil
		}, 2, ""},
		{"an error reports nothing", func(*analysis.Pass) ([]Finding, error) {
			return []Finding{{Message: "a"}}, want
		}, 0, "no"},
		{"a panic is an error", func(*analysis.Pass) ([]Finding, error) { panic("boom") }, 0, "boom"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rule := New("test", Documentation{Title: "tests"}, test.run)
			if err := analysis.Validate([]*analysis.Analyzer{rule.Analyzer}); err != nil {
				t.Fatal(err)
			}
			var reported []analysis.Diagnostic
			result, err := rule.Analyzer.Run(&analysis.Pass{
				Analyzer: rule.Analyzer, Pkg: types.NewPackage("p", "p"), Fset: token.NewFileSet(),
				Report: func(d analysis.Diagnostic) { reported = append(reported, d) },
			})
			if len(reported) != test.reported {
				t.Errorf("reported %v", reported)
			}
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			for i, f := range result.([]Finding) {
				if f.Rule != "test" || reported[i].Category != f.Severity.String() || reported[i].Message != f.Message {
					t.Errorf("%+v was reported as %+v", f, reported[i])
				}
			}
		})
	}
}

func TestDocumentation(t *testing.T) {
	doc := Documentation{
		Title: "title", Text: "\ntext\n", Before: "\nold();\n", After: "new();", Since: "0.1.0",
		Severity: Warning, Kernel: "file.h",
	}
	want := `title

text

Before:

    old();

After:

    new();

Severity: up to warning
Kernel: file.h
Since: 0.1.0
`
	if got := doc.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSeverity(t *testing.T) {
	for name, want := range map[string]Severity{"error": Error, "warning": Warning, "recommendation": Recommendation, "never": Never} {
		if got, err := ParseSeverity(name); err != nil || got != want || got.String() != name {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	for _, name := range []string{"", "note", "Error"} {
		if _, err := ParseSeverity(name); err == nil {
			t.Errorf("%q is a level", name)
		}
	}
	if !(Note < Recommendation && Recommendation < Warning && Warning < Error && Error < Never) {
		t.Error("the order is wrong")
	}
}
