package report

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/absint"
)

// place spells a position FILE:LINE:COL with FILE relative to dir where it lies below, and absolute elsewhere.
func place(p token.Position, dir string) string {
	if !p.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", relative(p.Filename, dir), p.Line, p.Column)
}

func relative(path, dir string) string {
	if dir != "" {
		if rel, err := filepath.Rel(dir, path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

func position(p absint.Pos) token.Position {
	if p.File == nil {
		return token.Position{}
	}
	return p.File.Position(p.Start)
}

func comparePos(a, b absint.Pos) int {
	pa, pb := position(a), position(b)
	return cmp.Or(cmp.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset))
}

// sortedWrites is the list in order of place.
func sortedWrites(list []absint.Write) []absint.Write {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b absint.Write) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Region, b.Region), cmp.Compare(a.Guard, b.Guard),
			cmp.Compare(a.Frames, b.Frames), cmp.Compare(a.Why, b.Why))
	})
	return list
}

func sortedObstacles(list []absint.Obstacle) []absint.Obstacle {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b absint.Obstacle) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Text, b.Text))
	})
	return list
}

func sortedAssumptions(list []absint.Assumption) []absint.Assumption {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b absint.Assumption) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), comparePos(a.Pos, b.Pos), cmp.Compare(a.Text, b.Text))
	})
	return list
}
