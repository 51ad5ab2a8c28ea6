package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// The types of the JSON report, schema 1. The order of the fields is the order in the output.
type (
	jsonReport struct {
		Schema   int           `json:"schema"`
		Root     string        `json:"root"`
		Files    int           `json:"files"`
		Bytes    int64         `json:"bytes"`
		Drivers  []jsonDriver  `json:"drivers"`
		Findings []jsonFinding `json:"findings"`
	}
	jsonDriver struct {
		Driver  string      `json:"driver"`
		Ops     string      `json:"ops"`
		Pos     string      `json:"pos"`
		Modules []string    `json:"modules"`
		Flags   []jsonFlag  `json:"flags"`
		Claims  []jsonClaim `json:"claims"`
	}
	jsonFlag struct {
		Flag        string `json:"flag"`
		Pos         string `json:"pos"`
		Conditional bool   `json:"conditional"`
	}
	jsonClaim struct {
		Flag        string           `json:"flag"`
		Declared    bool             `json:"declared"`
		Verdict     absint.Verdict   `json:"verdict"`
		Entries     []jsonEntry      `json:"entries"`
		Functions   int              `json:"functions"`
		Writes      []jsonWrite      `json:"writes"`
		Assumptions []jsonAssumption `json:"assumptions"`
		Obstacles   []jsonStep       `json:"obstacles"`
		Witness     []jsonStep       `json:"witness"`
	}
	jsonEntry struct {
		Function string `json:"function"`
		Pos      string `json:"pos"`
		Source   string `json:"source"`
	}
	jsonWrite struct {
		Pos      string        `json:"pos"`
		Function string        `json:"function"`
		Region   absint.Region `json:"region"`
		Guard    string        `json:"guard"`
		Frames   string        `json:"frames"`
		Code     string        `json:"code"`
	}
	jsonAssumption struct {
		ID   string `json:"id"`
		Pos  string `json:"pos"`
		Text string `json:"text"`
	}
	jsonStep struct {
		Pos  string `json:"pos"`
		Text string `json:"text"`
	}
	jsonFinding struct {
		Rule     string   `json:"rule"`
		Severity string   `json:"severity"`
		Pos      string   `json:"pos"`
		End      string   `json:"end"`
		Driver   string   `json:"driver"`
		Message  string   `json:"message"`
		Fix      *jsonFix `json:"fix,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Pos string `json:"pos"`
		End string `json:"end"`
		New string `json:"new"`
	}
)

// JSON writes the report of DESIGN.md section 7. Lists are never null and always in the same order.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(jsonReport{
		Schema:   1,
		Root:     filepath.ToSlash(r.Root),
		Files:    r.Files,
		Bytes:    r.Bytes,
		Drivers:  list(r.Drivers, r.jsonDriver),
		Findings: list(r.Findings, r.jsonFinding),
	})
}

// list converts a slice; the result is never nil.
func list[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, x := range in {
		out[i] = f(x)
	}
	return out
}

func (r *Report) pos(p absint.Pos) string { return place(position(p), r.Root) }

func (r *Report) jsonDriver(d *passes.Driver) jsonDriver {
	j := jsonDriver{
		Driver:  d.Name,
		Ops:     d.Ops,
		Pos:     r.pos(passes.Pos(d.Pos)),
		Modules: list(d.Modules, func(s string) string { return s }),
		Flags:   []jsonFlag{},
		Claims:  list(d.Claims, r.jsonClaim),
	}
	for _, f := range d.Flags {
		j.Flags = append(j.Flags, jsonFlag{f.Name, r.pos(passes.Pos(f.Pos)), f.Conditional})
	}
	return j
}

func (r *Report) jsonClaim(c *absint.Claim) jsonClaim {
	step := func(s absint.Step) jsonStep { return jsonStep{r.pos(s.Pos), s.Text} }
	return jsonClaim{
		Flag:      c.Flag,
		Declared:  c.Declared,
		Verdict:   c.Verdict,
		Functions: len(c.Functions),
		Entries: list(c.Entries, func(e absint.Entry) jsonEntry {
			return jsonEntry{e.Function, r.pos(e.Pos), e.Source}
		}),
		Writes: list(sortedWrites(c.Writes), func(w absint.Write) jsonWrite {
			return jsonWrite{r.pos(w.Pos), w.Function, w.Region, w.Guard, w.Frames, w.Code}
		}),
		Assumptions: list(sortedAssumptions(c.Assumptions), func(a absint.Assumption) jsonAssumption {
			return jsonAssumption{a.ID, r.pos(a.Pos), a.Text}
		}),
		Obstacles: list(sortedObstacles(c.Obstacles), func(o absint.Obstacle) jsonStep {
			return jsonStep{r.pos(o.Pos), o.Text}
		}),
		Witness: list(c.Witness, step),
	}
}

func (r *Report) jsonFinding(f lint.Finding) jsonFinding {
	at := r.Fset.Position
	j := jsonFinding{
		Rule:     f.Rule,
		Severity: f.Severity.String(),
		Pos:      place(at(f.Pos), r.Root),
		End:      place(at(max(f.Pos, f.End)), r.Root),
		Driver:   f.Driver,
		Message:  f.Message,
	}
	if len(f.Fixes) > 0 {
		j.Fix = &jsonFix{Message: f.Fixes[0].Message, Edits: []jsonEdit{}}
		for _, e := range f.Fixes[0].TextEdits {
			j.Fix.Edits = append(j.Fix.Edits, jsonEdit{
				place(at(e.Pos), r.Root), place(at(max(e.Pos, e.End)), r.Root), string(e.NewText),
			})
		}
	}
	return j
}
