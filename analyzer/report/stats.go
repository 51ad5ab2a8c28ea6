package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/capcheck/capcheck/analyzer/stats"
)

// Stats prints what the front end made of the sources; with Verbose every function with a syntax error, by place.
// unowned are the C files that no module names.
func (t Text) Stats(w io.Writer, s *stats.Stats, unowned []string) error {
	out := bufio.NewWriter(w)
	if t.Verbose {
		for _, e := range s.Errors {
			fmt.Fprintf(out, "%s: syntax error in %s()\n", place(e.File.Position(e.At), t.Dir), e.Function)
		}
	}
	fmt.Fprintf(out, "files                         %d\n", s.Files)
	fmt.Fprintf(out, "bytes                         %d\n", s.Bytes)
	fmt.Fprintf(out, "functions                     %d\n", s.Functions)
	fmt.Fprintf(out, "functions with syntax errors  %d%s\n", len(s.Errors), perMille(len(s.Errors), s.Functions))
	fmt.Fprintf(out, "files that no module names    %d\n", len(unowned))
	for _, f := range unowned {
		fmt.Fprintf(out, "  %s\n", relative(f, t.Dir))
	}
	return out.Flush()
}

func perMille(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf(" (%.2f in 1000)", 1000*float64(n)/float64(of))
}
