package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.c")
	if err := os.WriteFile(path, []byte("int a;\r\nint b;\r\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := NewSet(nil)
	f, err := s.Read(filepath.Join(dir, ".", "a.c"))
	if err != nil {
		t.Fatal(err)
	}
	if string(f.Content) != "int a;\r\nint b;\r\n" {
		t.Errorf("content %q: carriage returns must stay", f.Content)
	}
	if p := f.Position(12); p.Line != 2 || p.Column != 5 {
		t.Errorf("position %v, want 2:5", p)
	}
	if p := f.Position(1000); p.Line != 2 {
		t.Errorf("position behind the end is %v", p)
	}
	again, _ := s.Read(path)
	if again != f {
		t.Error("a file was read twice")
	}
	if s.FileSet().File(f.Tok.Pos(0)) != f.Tok {
		t.Error("file is not in the set's FileSet")
	}
}

func TestOverlay(t *testing.T) {
	s := NewSet(map[string][]byte{"no/./such.c": []byte("x")})
	if f, err := s.Read("no/such.c"); err != nil || string(f.Content) != "x" {
		t.Errorf("overlay: %v, %v", f, err)
	}
	if !s.Exists("no/such.c") || s.Exists("no/other.c") {
		t.Error("Exists does not follow the overlay")
	}
}

func TestReadErrors(t *testing.T) {
	dir := t.TempDir()
	s := NewSet(map[string][]byte{"bin.c": {'a', 0, 'b'}})
	if _, err := s.Read(filepath.Join(dir, "none.c")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := s.Read(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("directory: %v", err)
	}
	if _, err := s.Read("bin.c"); !errors.Is(err, ErrBinary) {
		t.Errorf("binary: %v", err)
	}
	if s.Exists(dir) {
		t.Error("a directory exists as a file")
	}
}

func TestConcurrentRead(t *testing.T) {
	s := NewSet(map[string][]byte{"a.c": []byte("int a;\n")})
	var wg sync.WaitGroup
	files := make([]*File, 16)
	for i := range files {
		wg.Go(func() { files[i], _ = s.Read("a.c") })
	}
	wg.Wait()
	for _, f := range files {
		if f == nil || f != files[0] {
			t.Fatal("readers got different files")
		}
	}
}
