// Package lint turns analyzers into rules: an analysis.Analyzer with structured documentation and findings that know
// their severity and the driver they are about.
//
// A rule is data (name, documentation, what it requires) and one function from a pass to findings. The findings become
// both the pass's diagnostics, so that any go/analysis tool can show them, and the analyzer's result, because
// analysis.Diagnostic has no field for a severity or a driver. The severity rides in Diagnostic.Category.
package lint

import (
	"fmt"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Rule is one check: an analyzer whose result is []Finding, with its manual page.
type Rule struct {
	Doc      Documentation
	Analyzer *analysis.Analyzer
}

// Finding is one statement of a rule about a driver.
type Finding struct {
	Rule     string // set by New's analyzer
	Severity Severity
	Driver   string // name of the driver as in driver.Driver.Name
	Pos, End token.Pos
	Message  string
	Related  []analysis.RelatedInformation // the witness, in order
	Fixes    []analysis.SuggestedFix
}

// RunFunc finds what a rule has to say about one package.
type RunFunc func(*analysis.Pass) ([]Finding, error)

// New makes a rule of a function. A panic of run becomes an error of the pass that names the rule and the package.
func New(name string, doc Documentation, run RunFunc, requires ...*analysis.Analyzer) *Rule {
	return &Rule{
		Doc: doc,
		Analyzer: &analysis.Analyzer{
			Name:       name,
			Doc:        doc.String(),
			Requires:   requires,
			ResultType: reflect.TypeFor[[]Finding](),
			Run: func(pass *analysis.Pass) (any, error) {
				return report(pass, run)
			},
		},
	}
}

func report(pass *analysis.Pass, run RunFunc) (findings []Finding, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("rule %s on %s: internal error: %v", pass.Analyzer.Name, pass.Pkg.Path(), p)
		}
	}()
	if findings, err = run(pass); err != nil {
		return nil, err
	}
	for i := range findings {
		findings[i].Rule = pass.Analyzer.Name
		pass.Report(findings[i].Diagnostic())
	}
	return findings, nil
}

// Diagnostic is the finding as go/analysis knows it.
func (f Finding) Diagnostic() analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Category:       f.Severity.String(),
		Message:        f.Message,
		Related:        slices.Clone(f.Related),
		SuggestedFixes: slices.Clone(f.Fixes),
	}
}

// Analyzers lists the analyzers of rules.
func Analyzers(rules []*Rule) []*analysis.Analyzer {
	list := make([]*analysis.Analyzer, len(rules))
	for i, r := range rules {
		list[i] = r.Analyzer
	}
	return list
}
