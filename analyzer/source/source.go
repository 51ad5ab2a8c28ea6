// Package source holds the C files of a run: their content, read once, and the places in them.
package source

import "go/token"

// File is one source file. Content never changes after the file was read.
type File struct {
	Path    string // as given to Read, cleaned
	Content []byte
	Tok     *token.File // in the Set's FileSet, same size, lines set
}

// Position returns line and column (both from 1, column in bytes) of a byte offset, clamped to the file.
func (f *File) Position(offset int) token.Position {
	return f.Tok.Position(f.Tok.Pos(max(0, min(offset, len(f.Content)))))
}
