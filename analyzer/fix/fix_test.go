package fix

import (
	"bytes"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// tree is a directory with files whose edits are given by text: insert after, or replace.
type tree struct {
	t    *testing.T
	dir  string
	fset *token.FileSet
	toks map[string]*token.File
}

func newTree(t *testing.T, files map[string]string) *tree {
	tr := &tree{t: t, dir: t.TempDir(), fset: token.NewFileSet(), toks: map[string]*token.File{}}
	for name, content := range files {
		path := filepath.Join(tr.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		tok := tr.fset.AddFile(path, -1, len(content))
		tok.SetLinesForContent([]byte(content))
		tr.toks[name] = tok
	}
	return tr
}

func (tr *tree) replace(message, name, old, text string) analysis.SuggestedFix {
	i := strings.Index(tr.read(name), old)
	if i < 0 {
		tr.t.Fatalf("%s: no %q", name, old)
	}
	tok := tr.toks[name]
	return analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{{
		Pos: tok.Pos(i), End: tok.Pos(i + len(old)), NewText: []byte(text),
	}}}
}

func (tr *tree) read(name string) string {
	b, err := os.ReadFile(filepath.Join(tr.dir, name))
	if err != nil {
		tr.t.Fatal(err)
	}
	return string(b)
}

func (tr *tree) merge(fixes ...analysis.SuggestedFix) (*Patch, []Conflict) {
	p, c, err := Merge(tr.fset, os.ReadFile, fixes)
	if err != nil {
		tr.t.Fatal(err)
	}
	return p, c
}

// TestPatchTools gives the diff to git apply and patch, then applies it with both and compares with Apply.
func TestPatchTools(t *testing.T) {
	const eleven = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
	files := map[string]string{
		"drivers/net/a.c":  "one\ntwo\n" + eleven + "three\n",
		"drivers/net/crlf": "one\r\ntwo\r\nthree\r\n",
		"a b.c":            "no newline\nat the end",
	}
	tr := newTree(t, files)
	patch, conflicts := tr.merge(
		tr.replace("a", "drivers/net/a.c", "two\n", "two\nTWO\n"),
		tr.replace("b", "drivers/net/a.c", "three\n", "3\n"),
		tr.replace("c", "drivers/net/crlf", "two\r\n", "two\r\nTWO\r\n"),
		tr.replace("d", "a b.c", "end", "END"),
	)
	if len(conflicts) > 0 {
		t.Fatal(conflicts)
	}
	var diff bytes.Buffer
	if err := patch.Diff(&diff, tr.dir); err != nil {
		t.Fatal(err)
	}
	tools := [][]string{{"git", "apply", "--check", "-"}, {"patch", "-p1", "--dry-run", "--binary"}}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		cmd := exec.Command(tool[0], tool[1:]...)
		cmd.Dir, cmd.Stdin = tr.dir, bytes.NewReader(diff.Bytes())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s\n%s", tool, err, out, diff.String())
		}
	}
	if err := patch.Apply(); err != nil {
		t.Fatal(err)
	}
	if got, want := tr.read("drivers/net/a.c"), "one\ntwo\nTWO\n"+eleven+"3\n"; got != want {
		t.Errorf("a.c: %q, want %q", got, want)
	}
	if got, want := tr.read("drivers/net/crlf"), "one\r\ntwo\r\nTWO\r\nthree\r\n"; got != want {
		t.Errorf("crlf: %q, want %q", got, want)
	}
	if got, want := tr.read("a b.c"), "no newline\nat the END"; got != want {
		t.Errorf("a b.c: %q, want %q", got, want)
	}
}

func TestMerge(t *testing.T) {
	for _, test := range []struct {
		name, want string
		conflicts  int
		fixes      func(*tree) []analysis.SuggestedFix
	}{
		{"same edit twice", "abXc", 0, func(tr *tree) []analysis.SuggestedFix {
			return []analysis.SuggestedFix{tr.replace("1", "f", "b", "bX"), tr.replace("2", "f", "b", "bX")}
		}},
		{"overlap is rejected", "aYc", 1, func(tr *tree) []analysis.SuggestedFix {
			return []analysis.SuggestedFix{tr.replace("1", "f", "b", "Y"), tr.replace("2", "f", "bc", "Z")}
		}},
		{"neighbours", "YZc", 0, func(tr *tree) []analysis.SuggestedFix {
			return []analysis.SuggestedFix{tr.replace("1", "f", "b", "Z"), tr.replace("2", "f", "a", "Y")}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tr := newTree(t, map[string]string{"f": "abc"})
			patch, conflicts := tr.merge(test.fixes(tr)...)
			if len(conflicts) != test.conflicts {
				t.Errorf("conflicts %v, want %d", conflicts, test.conflicts)
			}
			if got := string(patch.Files[0].New); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestApplyKeepsModeAndLink(t *testing.T) {
	tr := newTree(t, map[string]string{"real.c": "abc"})
	path, link := filepath.Join(tr.dir, "real.c"), filepath.Join(tr.dir, "link.c")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.c", link); err != nil {
		t.Skip(err)
	}
	patch, _ := tr.merge(tr.replace("x", "real.c", "b", "B"))
	patch.Files[0].Path = link
	if err := patch.Apply(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info, err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if got := tr.read("real.c"); got != "aBc" {
		t.Errorf("got %q", got)
	}
}

func TestApplyRefusesChangedFile(t *testing.T) {
	tr := newTree(t, map[string]string{"f": "abc", "g": "abc"})
	patch, _ := tr.merge(tr.replace("x", "f", "b", "B"), tr.replace("y", "g", "b", "B"))
	if err := os.WriteFile(filepath.Join(tr.dir, "g"), []byte("else"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := patch.Apply(); err == nil {
		t.Error("no error for a file that changed")
	}
	if got := tr.read("f"); got != "abc" {
		t.Errorf("f was written all the same: %q", got)
	}
	entries, _ := os.ReadDir(tr.dir)
	if len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}
