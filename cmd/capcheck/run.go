package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/capcheck/capcheck/analyzer/fix"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/report"
	"github.com/capcheck/capcheck/analyzer/stats"
	"github.com/capcheck/capcheck/rules"
)

// The exit statuses.
const (
	clean  = 0
	found  = 1
	failed = 2
)

// command is the program without the process around it.
type command struct{ stdout, stderr io.Writer }

// run runs the command line and gives the exit status.
func (c command) run(args []string) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, usage)
		return clean
	}
	if err != nil {
		return c.fail(err)
	}
	if o.version {
		fmt.Fprintln(c.stdout, version())
		return clean
	}
	if o.stats {
		return c.stats(o)
	}
	program, r, err := c.analyse(o)
	if err != nil {
		return c.fail(err)
	}
	if err := c.output(o, program, r); err != nil {
		return c.fail(err)
	}
	if r.Count(o.failOn) > 0 {
		return found
	}
	return clean
}

// fail prints an error on one line.
func (c command) fail(err error) int {
	fmt.Fprintf(c.stderr, "capcheck: %s\n", strings.Join(strings.Fields(err.Error()), " "))
	return failed
}

// analyse runs the rules over the packages of the paths.
func (c command) analyse(o *options) (*load.Program, *report.Report, error) {
	program, err := load.Load(o.paths, load.Config{Kernel: o.kernel})
	if err != nil {
		return nil, nil, err
	}
	defer progress(c.stderr, program.Run)()
	analyzers := append([]*analysis.Analyzer{passes.Flow}, lint.Analyzers(rules.All)...)
	graph, err := checker.Analyze(analyzers, program.Packages, nil)
	if err != nil {
		return nil, nil, err
	}
	r := &report.Report{Root: program.Root, Fset: program.Set.FileSet(), Files: program.Files, Bytes: program.Bytes}
	return program, r, r.Collect(graph)
}

func (c command) stats(o *options) int {
	if err := c.count(o); err != nil {
		return c.fail(err)
	}
	return clean
}

func (c command) count(o *options) error {
	sources, err := load.Read(o.paths, load.Config{Kernel: o.kernel})
	if err != nil {
		return err
	}
	files, err := sources.Asked()
	if err != nil {
		return err
	}
	s, err := stats.Count(sources.Set, files)
	if err != nil {
		return err
	}
	return c.text(o).Stats(c.stdout, s, sources.Unowned)
}

// output writes what was asked for.
func (c command) output(o *options, program *load.Program, r *report.Report) error {
	switch {
	case o.diff, o.fix:
		return c.patch(o, program, r)
	case o.explain != "":
		return c.explain(o, r)
	case o.format == "json":
		return r.JSON(c.stdout)
	}
	return c.text(o).Write(c.stdout, r)
}

func (c command) explain(o *options, r *report.Report) error {
	ok, err := c.text(o).Explain(c.stdout, r, o.explain)
	if err != nil || ok {
		return err
	}
	var names []string
	for _, d := range r.Drivers {
		names = append(names, d.Name+" ("+d.Ops+")")
	}
	return fmt.Errorf("no driver is called %q; there are %s", o.explain, strings.Join(names, ", "))
}

// patch prints or applies the fixes of the findings.
func (c command) patch(o *options, program *load.Program, r *report.Report) error {
	read := func(path string) ([]byte, error) {
		f, err := program.Set.Read(path)
		if err != nil {
			return nil, err
		}
		return f.Content, nil
	}
	p, conflicts, err := fix.Merge(r.Fset, read, r.Fixes())
	if err != nil {
		return err
	}
	for _, conflict := range conflicts {
		fmt.Fprintf(c.stderr, "capcheck: %s\n", conflict)
	}
	if o.diff {
		return p.Diff(c.stdout, program.Root)
	}
	if err := p.Apply(); err != nil {
		return err
	}
	if len(conflicts) == 0 {
		r.DropFixed()
	}
	for _, f := range p.Files {
		fmt.Fprintf(c.stderr, "capcheck: fixed %s\n", f.Path)
	}
	if o.format == "json" {
		return r.JSON(c.stdout)
	}
	return c.text(o).Write(c.stdout, r)
}

func (c command) text(o *options) report.Text {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // absolute names will do
	}
	return report.Text{Dir: dir, Verbose: o.verbose}
}
