// Package promise puts verdicts about a driver's promises into words and findings. The rules share it.
package promise

import (
	"fmt"
	"slices"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// Declared is what there is to say about a flag that a driver sets: an error with the witness if the promise behind it
// is refuted, a warning with the obstacles if it is unproven, and nothing otherwise.
func Declared(d *passes.Driver, c *absint.Claim) []lint.Finding {
	at := passes.Pos(d.Pos)
	if flag, ok := passes.Declaration(d.Driver, c.Flag); ok {
		at = passes.Pos(flag.Pos)
	}
	switch c.Verdict {
	case absint.Refuted:
		f := Finding(d, lint.Error, at, fmt.Sprintf("%s sets %s, but %s", d.Name, c.Flag, Reason(c)))
		f.Related = passes.Witness(c)
		return []lint.Finding{f}
	case absint.Unproven:
		f := Finding(d, lint.Warning, at, fmt.Sprintf("%s sets %s, and %s", d.Name, c.Flag, Reason(c)))
		f.Related = passes.Obstacles(c)
		return []lint.Finding{f}
	}
	return nil
}

// Undeclarable says why a driver cannot set a flag. It stands at the write that decides, or at the ops variable.
func Undeclarable(d *passes.Driver, c *absint.Claim) lint.Finding {
	at, related := passes.Pos(d.Pos), passes.Obstacles(c)
	if w := decisive(c); c.Verdict == absint.Refuted && w != nil {
		at, related = w.Pos, passes.Witness(c)
	}
	f := Finding(d, lint.Note, at, fmt.Sprintf("%s cannot set %s: %s", d.Name, c.Flag, Reason(c)))
	f.Related = related
	return f
}

// Finding is a finding about a driver at a place.
func Finding(d *passes.Driver, severity lint.Severity, at absint.Pos, message string) lint.Finding {
	pos, end := passes.Range(at)
	return lint.Finding{Severity: severity, Driver: d.Name, Pos: pos, End: end, Message: message}
}

// Reason is the verdict of a claim in a few words.
func Reason(c *absint.Claim) string {
	switch c.Verdict {
	case absint.Proved:
		return fmt.Sprintf("it never writes payload or tailroom of a TX skb (proved over %s)", count(len(c.Functions), "function"))
	case absint.Tolerated:
		return fmt.Sprintf("it never writes payload or tailroom that a clone shares (proved over %s, %s tolerated)",
			count(len(c.Functions), "function"), count(breaches(c), "formal breach"))
	case absint.Refuted:
		if w := decisive(c); w != nil {
			return fmt.Sprintf("%s() writes the %s of a TX skb that it has not copied: %s", w.Function, w.Region, w.Code)
		}
		return "it writes payload or tailroom of a TX skb that it has not copied"
	default:
		return fmt.Sprintf("the promise is unproven: %s", count(len(c.Obstacles), "obstacle"))
	}
}

// decisive is the write that the witness of a refuted claim ends in.
func decisive(c *absint.Claim) *absint.Write {
	i := -1
	if n := len(c.Witness); n > 0 {
		i = slices.IndexFunc(c.Writes, func(w absint.Write) bool { return refuting(w) && w.Pos == c.Witness[n-1].Pos })
	}
	if i < 0 {
		i = slices.IndexFunc(c.Writes, refuting)
	}
	if i < 0 {
		return nil
	}
	return &c.Writes[i]
}

// refuting says whether a write breaks the promise. Management frames alone are never header-released clones.
func refuting(w absint.Write) bool {
	return w.Guard == "" && w.Frames != "mgmt" && (w.Region == absint.Payload || w.Region == absint.Tailroom)
}

// breaches counts the writes behind the header that are tolerated.
func breaches(c *absint.Claim) int {
	n := 0
	for _, w := range c.Writes {
		if w.Guard == "" && (w.Region == absint.Upper || w.Region == absint.Payload || w.Region == absint.Tailroom) {
			n++
		}
	}
	return n
}

func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "formal breach":
		return fmt.Sprintf("%d formal breaches", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
