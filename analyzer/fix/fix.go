// Package fix merges suggested fixes, shows them as a patch and writes them to files.
//
// A fix is accepted whole or not at all: one that overlaps with an earlier one is rejected with a Conflict. The same
// edit suggested twice counts once. Edits are byte ranges and everything else of a file stays as it is, line endings
// and mode included.
package fix

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/go/analysis"
)

// Patch is the outcome of a merge: the files that change, by path.
type Patch struct {
	Files []*File
}

// File is one changed file.
type File struct {
	Path     string
	Old, New []byte
	edits    []udiff.Edit
}

// Conflict is a fix that could not be merged because it overlaps with one before it.
type Conflict struct {
	Message string // of the rejected fix
	Pos     token.Position
}

// Error describes the conflict in one line.
func (c Conflict) Error() string {
	return fmt.Sprintf("%s: fix %q overlaps with another one and was left out", c.Pos, c.Message)
}

// Merge puts the fixes together, in order. read returns a file as the positions in fset mean it.
func Merge(fset *token.FileSet, read func(path string) ([]byte, error), fixes []analysis.SuggestedFix) (*Patch, []Conflict, error) {
	merged := make(map[string][]udiff.Edit)
	var conflicts []Conflict
	for _, f := range fixes {
		edits, err := byFile(fset, f)
		if err != nil {
			return nil, nil, err
		}
		if !add(merged, edits) {
			conflicts = append(conflicts, Conflict{f.Message, fset.Position(f.TextEdits[0].Pos)})
		}
	}
	patch, err := apply(merged, read)
	return patch, conflicts, err
}

// byFile sorts the edits of one fix by file.
func byFile(fset *token.FileSet, f analysis.SuggestedFix) (map[string][]udiff.Edit, error) {
	edits := make(map[string][]udiff.Edit)
	for _, e := range f.TextEdits {
		file := fset.File(e.Pos)
		if file == nil {
			return nil, fmt.Errorf("fix %q: edit at no place", f.Message)
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		if fset.File(end) != file || end < e.Pos {
			return nil, fmt.Errorf("fix %q: edit at %s has a bad end", f.Message, file.Position(e.Pos))
		}
		edits[file.Name()] = append(edits[file.Name()], udiff.Edit{
			Start: file.Offset(e.Pos), End: file.Offset(end), New: string(e.NewText),
		})
	}
	return edits, nil
}

// add merges one fix into all, unless it collides in any file.
func add(all, one map[string][]udiff.Edit) bool {
	next := make(map[string][]udiff.Edit, len(one))
	for path, edits := range one {
		udiff.SortEdits(edits)
		sum, ok := udiff.Merge(all[path], edits)
		if !ok {
			return false
		}
		next[path] = sum
	}
	for path, sum := range next {
		all[path] = sum
	}
	return true
}

func apply(merged map[string][]udiff.Edit, read func(string) ([]byte, error)) (*Patch, error) {
	patch := new(Patch)
	for path, edits := range merged {
		old, err := read(path)
		if err != nil {
			return nil, fmt.Errorf("fixing %s: %w", path, err)
		}
		changed, err := udiff.ApplyBytes(old, edits)
		if err != nil {
			return nil, fmt.Errorf("fixing %s: %w", path, err)
		}
		patch.Files = append(patch.Files, &File{Path: path, Old: old, New: changed, edits: edits})
	}
	slices.SortFunc(patch.Files, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	return patch, nil
}
