package lint

import (
	"fmt"
	"strings"
)

// Documentation is the manual page of a rule, by its parts.
type Documentation struct {
	Title    string   // one line, no full stop
	Text     string   // paragraphs, plain text
	Before   string   // C that the rule speaks about
	After    string   // the same as the rule would have it
	Since    string   // version of capcheck that first had the rule
	Severity Severity // the gravest finding it makes
	Kernel   string   // kernel source that the rule rests on: file, and the comment or function in it
}

// String is the page as plain text; go/analysis takes its first line for the summary.
func (d Documentation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.Title)
	if d.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(d.Text))
	}
	example(&b, "Before", d.Before)
	example(&b, "After", d.After)
	fmt.Fprintf(&b, "\nSeverity: up to %s\n", d.Severity)
	if d.Kernel != "" {
		fmt.Fprintf(&b, "Kernel: %s\n", d.Kernel)
	}
	if d.Since != "" {
		fmt.Fprintf(&b, "Since: %s\n", d.Since)
	}
	return b.String()
}

func example(b *strings.Builder, title, code string) {
	if code == "" {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n", title)
	for line := range strings.SplitSeq(strings.Trim(code, "\n"), "\n") {
		fmt.Fprintf(b, "    %s\n", line)
	}
}
