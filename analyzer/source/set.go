package source

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// ErrBinary says that a file holds NUL bytes and is no text.
var ErrBinary = errors.New("binary file")

// Set reads files once and keeps them. Its methods may be called from several goroutines.
type Set struct {
	overlay map[string][]byte
	fset    *token.FileSet

	mu    sync.Mutex
	files map[string]*entry
}

// entry is one file of a Set; once guards the reading, so that two readers of different files do not wait for each other.
type entry struct {
	once sync.Once
	file *File
	err  error
}

// NewSet returns an empty set. Paths in overlay stand for their content, whether they exist on disk or not.
func NewSet(overlay map[string][]byte) *Set {
	s := &Set{overlay: make(map[string][]byte, len(overlay)), fset: token.NewFileSet(), files: make(map[string]*entry)}
	for path, content := range overlay {
		s.overlay[filepath.Clean(path)] = content
	}
	return s
}

// FileSet returns the file set that all files of s are in.
func (s *Set) FileSet() *token.FileSet { return s.fset }

// Exists reports whether Read could find path: as an overlay or as a regular file.
func (s *Set) Exists(path string) bool {
	path = filepath.Clean(path)
	if _, ok := s.overlay[path]; ok {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Read returns the file at path. The content is kept byte for byte, carriage returns included.
// Errors are remembered as well; they wrap fs errors or ErrBinary.
func (s *Set) Read(path string) (*File, error) {
	path = filepath.Clean(path)
	s.mu.Lock()
	e := s.files[path]
	if e == nil {
		e = new(entry)
		s.files[path] = e
	}
	s.mu.Unlock()
	e.once.Do(func() { e.file, e.err = s.read(path) })
	return e.file, e.err
}

func (s *Set) read(path string) (*File, error) {
	content, ok := s.overlay[path]
	if !ok {
		var err error
		if content, err = readRegular(path); err != nil {
			return nil, fmt.Errorf("reading source: %w", err)
		}
	}
	if bytes.IndexByte(content, 0) >= 0 {
		return nil, fmt.Errorf("reading source %s: %w", path, ErrBinary)
	}
	tok := s.fset.AddFile(path, -1, len(content))
	tok.SetLinesForContent(content)
	return &File{Path: path, Content: content, Tok: tok}, nil
}

// readRegular refuses directories and devices before it opens them: a fifo would never end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	return os.ReadFile(path)
}
