// Package report shows what a run found: as text for people and editors, as JSON for machines, and as an explanation
// that a maintainer can check by hand.
//
// A Report is the sorted essence of a checker graph. It depends on nothing but the sources: not on the order in which
// packages were analysed, nor on the number of threads.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// Report is the outcome of a run.
type Report struct {
	Root     string // kernel root, or the directory given where there is no kernel
	Fset     *token.FileSet
	Files    int   // files read for the analysis
	Bytes    int64 // their size
	Drivers  []*passes.Driver
	Findings []lint.Finding
}

// Collect fills in drivers and findings from the roots of a graph. Errors of analyzers are joined.
func (r *Report) Collect(graph *checker.Graph) error {
	var errs []error
	for _, act := range graph.Roots {
		if act.Err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", act, act.Err))
			continue
		}
		switch result := act.Result.(type) {
		case *passes.Claims:
			r.Drivers = append(r.Drivers, result.Drivers...)
		case []lint.Finding:
			r.Findings = append(r.Findings, result...)
		}
	}
	r.sort()
	slices.SortFunc(errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

func (r *Report) sort() {
	slices.SortStableFunc(r.Drivers, func(a, b *passes.Driver) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File.Src.Path, b.Pos.File.Src.Path),
			cmp.Compare(a.Pos.Span.Pos, b.Pos.Span.Pos),
			cmp.Compare(a.Ops, b.Ops))
	})
	slices.SortStableFunc(r.Findings, func(a, b lint.Finding) int {
		pa, pb := r.Fset.Position(a.Pos), r.Fset.Position(b.Pos)
		return cmp.Or(
			cmp.Compare(pa.Filename, pb.Filename),
			cmp.Compare(pa.Offset, pb.Offset),
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Driver, b.Driver),
			cmp.Compare(a.Message, b.Message))
	})
}

// Count is the number of findings at or above a severity.
func (r *Report) Count(atLeast lint.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity >= atLeast {
			n++
		}
	}
	return n
}

// Fixes lists the first fix of every finding that has one, in the order of the findings.
func (r *Report) Fixes() []analysis.SuggestedFix {
	var fixes []analysis.SuggestedFix
	for _, f := range r.Findings {
		if len(f.Fixes) > 0 {
			fixes = append(fixes, f.Fixes[0])
		}
	}
	return fixes
}

// DropFixed forgets the findings that have a fix, after the fixes were applied.
func (r *Report) DropFixed() {
	r.Findings = slices.DeleteFunc(r.Findings, func(f lint.Finding) bool { return len(f.Fixes) > 0 })
}
