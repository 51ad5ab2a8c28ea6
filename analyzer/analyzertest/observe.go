package analyzertest

import (
	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/report"
)

// observation is something that a report says about a line.
type observation struct {
	file   string
	line   int
	kind   string
	text   string
	breach bool // a write that must be expected
}

// observations are what the report says, each once.
func observations(r *report.Report) []observation {
	o := &observer{seen: make(map[observation]bool)}
	for _, d := range r.Drivers {
		for _, c := range d.Claims {
			o.claim(d, c)
		}
	}
	for _, f := range r.Findings {
		p := r.Fset.Position(f.Pos)
		o.add(observation{file: p.Filename, line: p.Line, kind: finding, text: f.Severity.String() + ": " + f.Message})
	}
	return o.list
}

type observer struct {
	seen map[observation]bool
	list []observation
}

func (o *observer) add(x observation) {
	if !o.seen[x] {
		o.seen[x] = true
		o.list = append(o.list, x)
	}
}

func (o *observer) at(p absint.Pos, kind, text string, breach bool) {
	x := observation{kind: kind, text: text, breach: breach}
	if p.File != nil {
		at := p.File.Position(p.Start)
		x.file, x.line = at.Filename, at.Line
	}
	o.add(x)
}

func (o *observer) claim(d *passes.Driver, c *absint.Claim) {
	kind := verdict
	if c.Flag == passes.EncapOffload {
		kind = encap
	}
	o.at(passes.Pos(d.Pos), kind, string(c.Verdict), false)
	for _, w := range c.Writes {
		text := string(w.Region)
		if w.Guard != "" {
			text += " guarded by " + w.Guard
		}
		o.at(w.Pos, write, text, breach(w))
	}
	for _, b := range c.Obstacles {
		o.at(b.Pos, obstacle, b.Text, false)
	}
}

func breach(w absint.Write) bool {
	return w.Guard == "" && w.Region != absint.Headroom && w.Region != absint.Header
}
