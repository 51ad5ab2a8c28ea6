package passes

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
)

// Pos is a place of the driver facts as a place of the analysis.
func Pos(p driver.Place) absint.Pos {
	if p.File == nil {
		return absint.Pos{}
	}
	return absint.Pos{File: p.File.Src, Start: p.Span.Pos, End: p.Span.End}
}

// Range is a place as go/analysis has it; invalid if the place is no place.
func Range(p absint.Pos) (pos, end token.Pos) {
	if p.File == nil {
		return token.NoPos, token.NoPos
	}
	return p.File.Tok.Pos(p.Start), p.File.Tok.Pos(max(p.Start, p.End))
}

// Witness is the way from an entry to the first refuting write, for Diagnostic.Related.
func Witness(c *absint.Claim) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, s := range c.Witness {
		list = append(list, related(s.Pos, s.Text))
	}
	return list
}

// Obstacles is what stands in the way of a proof, for Diagnostic.Related.
func Obstacles(c *absint.Claim) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, o := range c.Obstacles {
		list = append(list, related(o.Pos, o.Text))
	}
	return list
}

func related(p absint.Pos, text string) analysis.RelatedInformation {
	pos, end := Range(p)
	return analysis.RelatedInformation{Pos: pos, End: end, Message: text}
}
