package rules

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/lint"
)

func TestAll(t *testing.T) {
	if err := analysis.Validate(lint.Analyzers(All)); err != nil {
		t.Error(err)
	}
	if !slices.IsSortedFunc(All, func(a, b *lint.Rule) int {
		if a.Analyzer.Name < b.Analyzer.Name {
			return -1
		}
		return 1
	}) {
		t.Error("the rules are not in alphabetical order")
	}
	for _, r := range All {
		if d := r.Doc; d.Title == "" || d.Text == "" || d.Since == "" || d.Kernel == "" {
			t.Errorf("%s: the documentation is incomplete", r.Analyzer.Name)
		}
	}
}
