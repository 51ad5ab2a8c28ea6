package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// capcheck runs the command line and gives the status and what was printed.
func capcheck(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = command{&out, &err}.run(args)
	return status, out.String(), err.String()
}

func TestHelpFitsAScreen(t *testing.T) {
	status, out, _ := capcheck("-h")
	if status != clean {
		t.Errorf("status %d", status)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) > 24 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		if utf8.RuneCountInString(l) > 80 {
			t.Errorf("more than 80 columns: %s", l)
		}
	}
	for _, name := range []string{"-format", "-diff", "-fix", "-explain", "-stats", "-v ", "-kernel", "-fail-on", "-version"} {
		if !strings.Contains(out, "  "+name) {
			t.Errorf("%s is not explained", name)
		}
	}
}

func TestNoValidRun(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "readme.txt"), "")
	for _, args := range [][]string{
		{}, {filepath.Join(dir, "missing")}, {dir}, {filepath.Join(dir, "readme.txt")}, {""},
		{"-nonsense", dir}, {"-format", "xml", dir}, {"-fail-on", "note", dir}, {"-fail-on", "sometimes", dir},
		{"-diff", "-fix", dir}, {"-stats", "-explain", "x", dir}, {"-kernel", dir, dir}, {"-stats", dir},
	} {
		status, out, stderr := capcheck(args...)
		if status != failed || out != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "capcheck: ") {
			t.Errorf("%q: status %d, stdout %q, stderr %q", args, status, out, stderr)
		}
	}
}

func TestFlagsBehindPaths(t *testing.T) {
	o, err := parse([]string{"a", "-v", "b", "-fail-on=warning", "--", "-c"})
	if err != nil || !o.verbose || o.failOn.String() != "warning" || strings.Join(o.paths, " ") != "a b -c" {
		t.Errorf("%+v %v", o, err)
	}
}

func TestVersion(t *testing.T) {
	if status, out, _ := capcheck("-version"); status != clean || !strings.HasPrefix(out, "capcheck ") {
		t.Errorf("%d %q", status, out)
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
