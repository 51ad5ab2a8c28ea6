package analyzertest

import (
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/capcheck/capcheck/analyzer/fix"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/report"
)

// TB is the part of testing.TB that a run needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Config says how to run.
type Config struct {
	load.Config
	Update bool // rewrite golden files that are there
}

// Run loads the fixture at path, runs the rules and reports every difference to what the fixture expects. It returns
// the report for further questions.
func Run(t TB, path string, rules []*lint.Rule, cfg Config) *report.Report {
	t.Helper()
	program, err := load.Load([]string{path}, cfg.Config)
	if err != nil {
		t.Fatalf("loading: %v", err)
	}
	analyzers := append([]*analysis.Analyzer{passes.Flow}, lint.Analyzers(rules)...)
	graph, err := checker.Analyze(analyzers, program.Packages, nil)
	if err != nil {
		t.Fatalf("analysing: %v", err)
	}
	r := &report.Report{Root: program.Root, Fset: program.Set.FileSet()}
	if err := r.Collect(graph); err != nil {
		t.Fatalf("analysing: %v", err)
	}
	files, err := program.Asked()
	if err != nil {
		t.Fatalf("listing: %v", err)
	}
	read := func(path string) ([]byte, error) {
		f, err := program.Set.Read(path)
		if err != nil {
			return nil, err
		}
		return f.Content, nil
	}
	var expected []*expectation
	for _, f := range files {
		content, err := read(f)
		if err != nil {
			t.Fatalf("reading: %v", err)
		}
		list, err := expectations(f, content)
		if err != nil {
			t.Fatalf("%v", err)
		}
		expected = append(expected, list...)
	}
	compare(t, expected, observations(r))
	golden(t, files, r, read, cfg.Update)
	return r
}

// golden compares the fixed files with the golden ones beside them.
func golden(t TB, files []string, r *report.Report, read func(string) ([]byte, error), update bool) {
	t.Helper()
	patch, conflicts, err := fix.Merge(r.Fset, read, r.Fixes())
	if err != nil {
		t.Fatalf("fixing: %v", err)
	}
	for _, c := range conflicts {
		t.Errorf("%v", c)
	}
	fixed := make(map[string]string)
	for _, f := range patch.Files {
		fixed[f.Path] = string(f.New)
	}
	for _, f := range files {
		want, err := os.ReadFile(f + ".golden")
		if err != nil {
			continue // most fixtures are not about fixes
		}
		got, ok := fixed[f]
		switch {
		case !ok:
			t.Errorf("%s: no fix, but there is a golden file", filepath.Base(f))
		case update:
			if err := os.WriteFile(f+".golden", []byte(got), 0o644); err != nil {
				t.Fatalf("%v", err)
			}
		case got != string(want):
			t.Errorf("%s: after the fix:\n%s\nwant:\n%s", filepath.Base(f), got, want)
		}
	}
}
