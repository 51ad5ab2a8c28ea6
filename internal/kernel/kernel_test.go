package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes a directory that looks like the root of a kernel tree.
func tree(t *testing.T, makefile string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "linux")
	for path, content := range map[string]string{"include/linux/x.h": "", "MAINTAINERS": "", "drivers/net/x.c": "", "Makefile": makefile} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	root := tree(t, "")
	for _, path := range []string{"", "drivers/net", "drivers/net/x.c", "drivers/not/there.c"} {
		if got, ok := Find(filepath.Join(root, path)); !ok || got != root {
			t.Errorf("Find(%q) = %q, %v, want %q", path, got, ok, root)
		}
	}
	if got, ok := Find(filepath.Dir(root)); ok {
		t.Errorf("a tree at %s above the tree", got)
	}
	if err := os.Remove(filepath.Join(root, "MAINTAINERS")); err != nil {
		t.Fatal(err)
	}
	if IsRoot(root) {
		t.Error("include/linux alone, which installed headers have too, makes a root")
	}
}

func TestVersion(t *testing.T) {
	for makefile, want := range map[string]string{
		"# SPDX\nVERSION = 6\nPATCHLEVEL = 12\nSUBLEVEL = 117\nEXTRAVERSION =\n": "6.12",
		"VERSION = 6\n": "",
		"all:\n":        "",
	} {
		if got := Version(tree(t, makefile)); got != want {
			t.Errorf("Version of %q = %q, want %q", makefile, got, want)
		}
	}
}

func TestCached(t *testing.T) {
	root := tree(t, "VERSION = 6\nPATCHLEVEL = 12\n")
	cache := t.TempDir()
	if err := os.Mkdir(filepath.Join(cache, "capcheck"), 0o755); err != nil {
		t.Fatal(err)
	}
	unpacked := filepath.Join(cache, "capcheck", "linux-source-6.1")
	if err := os.Rename(tree(t, ""), unpacked); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", cache)
	for _, tt := range []struct{ env, version, want, err string }{
		{env: root, version: "6.12", want: root},
		{env: root, version: "6.1", want: unpacked},
		{env: "", version: "6.1", want: unpacked},
		{env: "", version: "5.10", err: "scripts/kernel.sh 5.10"},
		{env: cache, version: "6.1", err: "not the root"},
	} {
		t.Setenv(TreeEnv, tt.env)
		got, err := Cached(tt.version)
		if got != tt.want || (err == nil) != (tt.err == "") {
			t.Errorf("Cached(%s) with %s=%s is %q, %v, want %q", tt.version, TreeEnv, tt.env, got, err, tt.want)
		}
		if err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("error %q does not say %q", err, tt.err)
		}
	}
}

// recorder stands for a test, to see what ForTest does to it.
type recorder struct{ skipped, failed bool }

func (r *recorder) Helper()               {}
func (r *recorder) Skipf(string, ...any)  { r.skipped = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true }

func TestForTest(t *testing.T) {
	t.Setenv(TreeEnv, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for require, want := range map[string]recorder{
		"": {skipped: true}, "1": {failed: true}, "6.1": {skipped: true}, "6.1 6.12": {failed: true},
	} {
		t.Setenv(RequireEnv, require)
		var r recorder
		if got := ForTest(&r, "6.12"); got != "" || r != want {
			t.Errorf("without a tree, %s=%q: %q, %+v, want %+v", RequireEnv, require, got, r, want)
		}
	}
}
