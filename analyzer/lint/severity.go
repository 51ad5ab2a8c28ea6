package lint

import "fmt"

// Severity says how much a finding matters. Higher is graver.
type Severity int

// The severities. A note never fails a run.
const (
	Note           Severity = iota // background: why a flag cannot be set
	Recommendation                 // the driver is fine and could be better
	Warning                        // a promise that could be neither proved nor refuted
	Error                          // a broken promise, with a witness
	Never                          // above every finding: the threshold that nothing reaches
)

var severityNames = [...]string{"note", "recommendation", "warning", "error", "never"}

// String is the severity as reports spell it.
func (s Severity) String() string {
	if s < 0 || int(s) >= len(severityNames) {
		return fmt.Sprintf("severity(%d)", int(s))
	}
	return severityNames[s]
}

// ParseSeverity reads a threshold: error, warning, recommendation or never.
func ParseSeverity(s string) (Severity, error) {
	for i, name := range severityNames {
		if s == name && Severity(i) != Note {
			return Severity(i), nil
		}
	}
	return Never, fmt.Errorf("unknown level %q: want error, warning, recommendation or never", s)
}
