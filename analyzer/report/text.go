package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// Text is the report as people and editors read it.
type Text struct {
	Dir     string // files below are named relative to it: the working directory
	Verbose bool   // also the reasons behind notes
}

// Write prints the findings, a line each with the witness behind it, and the summary.
func (t Text) Write(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		t.finding(out, r, f)
	}
	if len(r.Findings) > 0 && len(r.Drivers) > 0 {
		fmt.Fprintln(out)
	}
	for _, flag := range []string{passes.ClonedSKBs, passes.EncapOffload} {
		if err := summary(out, r.Drivers, flag); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (t Text) finding(w io.Writer, r *Report, f lint.Finding) {
	fmt.Fprintf(w, "%s: %s: %s [%s]\n", place(r.Fset.Position(f.Pos), t.Dir), f.Severity, f.Message, f.Rule)
	if f.Severity == lint.Note && !t.Verbose {
		return
	}
	for _, rel := range f.Related {
		at := place(r.Fset.Position(rel.Pos), t.Dir)
		if at != "" {
			at += ": "
		}
		fmt.Fprintf(w, "\t%s%s\n", at, rel.Message)
	}
}

// columns are the regions in the order of the table.
var columns = [...]absint.Region{absint.Headroom, absint.Header, absint.Upper, absint.Payload, absint.Tailroom, absint.Unknown}

func summary(w io.Writer, drivers []*passes.Driver, flag string) error {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	rows := 0
	for _, d := range drivers {
		c := d.Claim(flag)
		if c == nil {
			continue
		}
		if rows++; rows == 1 {
			fmt.Fprintf(w, "%s: writes to TX skbs by region\n", flag)
			fmt.Fprintf(tw, "driver\tops\tverdict\tdeclared\t%s\tguarded\tfunctions\tobstacles\n", header())
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%d\t%d\n", d.Name, d.Ops, c.Verdict, yes(c.Declared), cells(c), len(c.Functions), len(c.Obstacles))
	}
	return tw.Flush()
}

func header() string {
	names := make([]string, len(columns))
	for i, region := range columns {
		names[i] = string(region)
	}
	return strings.Join(names, "\t")
}

// cells counts the unguarded writes of each region, and the guarded ones of all.
func cells(c *absint.Claim) string {
	count := make(map[absint.Region]int)
	guarded := 0
	for _, w := range c.Writes {
		if w.Guard != "" {
			guarded++
			continue
		}
		count[w.Region]++
	}
	var b strings.Builder
	for _, region := range columns {
		fmt.Fprintf(&b, "%d\t", count[region])
	}
	fmt.Fprintf(&b, "%d", guarded)
	return b.String()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
