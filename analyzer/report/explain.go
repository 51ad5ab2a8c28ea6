package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// Explain prints the proof about each driver that name means (a module's name or an ops variable), in words that can
// be checked by hand against the sources. It returns false if no driver has the name.
func (t Text) Explain(w io.Writer, r *Report, name string) (bool, error) {
	out := bufio.NewWriter(w)
	found := false
	for _, d := range named(r.Drivers, name) {
		for _, c := range d.Claims {
			if found {
				fmt.Fprintln(out)
			}
			found = true
			(&explanation{out, t}).claim(d, c)
		}
	}
	return found, out.Flush()
}

// named picks the drivers by ops variable or driver name, and only if there are none by any module of theirs.
func named(drivers []*passes.Driver, name string) []*passes.Driver {
	pick := func(ok func(*passes.Driver) bool) (list []*passes.Driver) {
		for _, d := range drivers {
			if ok(d) {
				list = append(list, d)
			}
		}
		return list
	}
	if exact := pick(func(d *passes.Driver) bool { return d.Ops == name || d.Name == name }); len(exact) > 0 {
		return exact
	}
	return pick(func(d *passes.Driver) bool { return slices.Contains(d.Modules, name) })
}

type explanation struct {
	w io.Writer
	t Text
}

func (e *explanation) printf(format string, args ...any) { fmt.Fprintf(e.w, format, args...) }

func (e *explanation) at(p absint.Pos) string {
	if s := place(position(p), e.t.Dir); s != "" {
		return s
	}
	return "(no single place)"
}

// heading starts a part and says whether there is anything in it.
func (e *explanation) heading(n int, title, none string) bool {
	if n == 0 {
		e.printf("\n%s: %s.\n", title, none)
		return false
	}
	e.printf("\n%s (%d):\n", title, n)
	return true
}

func (e *explanation) claim(d *passes.Driver, c *absint.Claim) {
	e.printf("%s: %s\n", d.Name, sentence(c))
	e.printf("  ops variable %s at %s, modules %s\n", d.Ops, e.at(passes.Pos(d.Pos)), strings.Join(d.Modules, ", "))
	if f, ok := passes.Declaration(d.Driver, c.Flag); ok {
		e.printf("  %s is set at %s%s\n", c.Flag, e.at(passes.Pos(f.Pos)), conditionally(f.Conditional))
	} else {
		e.printf("  %s is not set\n", c.Flag)
	}
	e.witness(c)
	e.obstacles(c)
	e.entries(c)
	e.functions(c)
	e.writes(c)
	e.dma(c)
	e.relied(c)
}

func conditionally(yes bool) string {
	if yes {
		return ", under a condition"
	}
	return ""
}

// sentence is the verdict in words.
func sentence(c *absint.Claim) string {
	switch c.Verdict {
	case absint.Proved:
		return c.Flag + " is proved. On no path from the entries below does the driver write payload or tailroom of a TX " +
			"skb that it has not copied first: each write below lies in front of the payload or is guarded."
	case absint.Tolerated:
		return c.Flag + " is tolerated. The writes behind the header are formal breaches that a header-released clone does " +
			"not feel: upper-layer headers, or frames of management alone; each is listed below."
	case absint.Refuted:
		return c.Flag + " is refuted. The write that ends the witness below reaches bytes that the skb shares with the " +
			"socket that sent it."
	default:
		return c.Flag + " is unproven. Each obstacle below would have to be lifted for a proof."
	}
}

func (e *explanation) witness(c *absint.Claim) {
	if len(c.Witness) == 0 {
		return
	}
	e.heading(len(c.Witness), "Witness, from the entry to the write", "")
	for i, s := range c.Witness {
		e.printf("  %2d. %s: %s\n", i+1, e.at(s.Pos), s.Text)
	}
}

func (e *explanation) obstacles(c *absint.Claim) {
	if !e.heading(len(c.Obstacles), "Obstacles", "none") {
		return
	}
	for _, o := range sortedObstacles(c.Obstacles) {
		e.printf("  %s: %s\n", e.at(o.Pos), o.Text)
	}
}

func (e *explanation) entries(c *absint.Claim) {
	if !e.heading(len(c.Entries), "Entries, where a TX skb comes in", "none was found") {
		return
	}
	for _, in := range c.Entries {
		e.printf("  %s: %s (%s)\n", e.at(in.Pos), in.Function, in.Source)
	}
}

func (e *explanation) functions(c *absint.Claim) {
	if !e.heading(len(c.Functions), "Functions that a TX skb reaches", "none") {
		return
	}
	for _, f := range c.Functions {
		name, at, _ := strings.Cut(f, " ")
		e.printf("  %s  %s\n", name, relative(at, e.t.Dir))
	}
}
