package kbuild

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/capcheck/capcheck/analyzer/source"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata")

// unpack writes an archive's files below a new directory, all but want, and returns the directory.
func unpack(t *testing.T, ar *txtar.Archive) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range ar.Files {
		if f.Name != "want" {
			write(t, filepath.Join(dir, f.Name), string(f.Data))
		}
	}
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// show prints a result, with paths relative to dir.
func show(dir string, res *Result) string {
	var b strings.Builder
	for _, m := range res.Modules {
		kind := "module"
		if m.Builtin {
			kind = "builtin"
		}
		fmt.Fprintf(&b, "%s %s in %s\n", kind, m.Name, m.Dir)
		for _, a := range m.Aliases {
			fmt.Fprintf(&b, "\tor %s\n", a)
		}
		for _, f := range m.Files {
			fmt.Fprintf(&b, "\t%s\n", f)
		}
		for _, f := range m.Missing {
			fmt.Fprintf(&b, "\tmissing %s\n", f)
		}
		for _, d := range m.IncludeDirs {
			fmt.Fprintf(&b, "\t-I %s\n", d)
		}
	}
	for _, f := range res.Unowned {
		fmt.Fprintf(&b, "unowned %s\n", f)
	}
	for _, p := range res.Problems {
		fmt.Fprintf(&b, "problem %s\n", p)
	}
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), dir+"/", ""), dir, ".")
}

// TestGolden reads the trees in testdata. The first line of an archive's comment names the paths to read.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := unpack(t, ar)
	first, _, _ := strings.Cut(string(ar.Comment), "\n")
	var paths []string
	for _, p := range strings.Fields(strings.TrimPrefix(first, "paths:")) {
		paths = append(paths, filepath.Join(dir, p))
	}
	res, err := Read(source.NewSet(nil), paths)
	if err != nil {
		t.Fatal(err)
	}
	got := show(dir, res)
	want := &ar.Files[len(ar.Files)-1]
	if *update {
		want.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(want.Data) != got {
		t.Errorf("got:\n%s\nwant:\n%s", got, want.Data)
	}
}
