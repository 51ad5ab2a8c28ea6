package kbuild

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/capcheck/capcheck/analyzer/source"
)

// hostile makefiles each come with a text that one of the problems must contain, or "" for none.
var hostile = map[string]struct{ makefile, problem string }{
	"binary":         {"obj-m += a.o\x00\xff\n", "binary"},
	"no end":         {"obj-m += $(if $(A\n", ""},
	"unbalanced":     {"endif\nendif\nobj-m += a.o)\nifeq (\n}}}\n", ""},
	"self reference": {"A = $(A) $(B)\nB = $(A)\nobj-m += $(A).o a.o\n", ""},
	"includes itself": {
		"include $(src)/Makefile\nobj-m += a.o\n", "circle"},
	"includes a directory": {"include $(src)/.\n", "not found"},
	"doubling":             {"A0 := xxxxxxxxxxxxxxxx y\n" + doubling(64, ":=") + "obj-m += $(A64)\n", "too long"},
	"lazy doubling":        {"A0 = xxxxxxxxxxxxxxxx y\n" + doubling(64, "=") + "B := $(A60)\nobj-m += a.o\n", "too long"},
	"many alternatives":    {alternatives(40) + "obj-m += $(A)$(A)$(A)$(A)$(A)$(A).o\n", ""},
	"deep nesting":         {"obj-m += " + strings.Repeat("$(A", 100000) + "\n", ""},
	"huge line":            {"obj-m += a.o " + strings.Repeat("x.h \\\n", 200000) + "\n", ""},
	"many continuations":   {strings.Repeat("\\\n", 500000) + "obj-m += a.o\n", ""},
	"comment continued":    {"# a comment \\\nobj-m += not.o\nobj-m += a.o\n", ""},
	"carriage returns":     {"obj-m += a.o\r\na-y := \\\r\n\ta.o\r\n", ""},
	"too large":            {strings.Repeat("#\n", 3<<20), "too large"},
	"endless define":       {"define x\n", ""},
	"foreach over much":    {"L := " + strings.Repeat("w ", 50000) + "\nobj-m += $(foreach a,$(L),$(foreach b,$(L),$(a)$(b)))\n", "too long"},
}

func doubling(n int, op string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "A%d %s $(A%d) $(A%d)\n", i+1, op, i, i)
	}
	return b.String()
}

func alternatives(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "ifeq ($(CONFIG_A),%d)\nA := a%d\nendif\n", i, i)
	}
	return b.String()
}

// TestHostile wants an end within seconds, and a word on what could not be read.
func TestHostile(t *testing.T) {
	for name, tt := range hostile {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "Makefile"), tt.makefile)
			write(t, filepath.Join(dir, "a.c"), "")
			start := time.Now()
			res, err := Read(source.NewSet(nil), []string{dir})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if got := fmt.Sprint(res.Problems); !strings.Contains(got, tt.problem) || (tt.problem == "") != (len(res.Problems) == 0) {
				t.Errorf("problems %v, want one with %q", res.Problems, tt.problem)
			}
			if len(res.Modules) == 0 && len(res.Unowned) == 0 {
				t.Error("a.c is neither in a module nor unowned")
			}
		})
	}
}

func TestSymlinkCycle(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "Makefile"), "obj-m := a.o loop/ sub/\n")
	write(t, filepath.Join(dir, "a.c"), "")
	write(t, filepath.Join(dir, "sub", "Makefile"), "obj-m := up/ b.o\n")
	write(t, filepath.Join(dir, "sub", "b.c"), "")
	for link, to := range map[string]string{"loop": ".", "sub/up": "..", "dangling.c": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	res, err := Read(source.NewSet(nil), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	want := "module a in .\n\ta.c\nmodule b in sub\n\tsub/b.c\n"
	if got := show(dir, res); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestUnreadableDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.c"), "")
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(closed); err == nil {
		t.Skip("this user may read everything")
	}
	res, err := Read(source.NewSet(nil), []string{dir})
	if err != nil || len(res.Problems) != 1 || !strings.HasSuffix(res.Problems[0].Path, "closed") {
		t.Errorf("problems %v, error %v, want one about the closed directory", res.Problems, err)
	}
	if _, err := Read(source.NewSet(nil), []string{closed}); err == nil {
		t.Error("no error for a given directory that cannot be read")
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "notes.txt"), "")
	for _, paths := range [][]string{nil, {filepath.Join(dir, "absent")}, {filepath.Join(dir, "notes.txt")}} {
		if res, err := Read(source.NewSet(nil), paths); err == nil {
			t.Errorf("Read(%v) = %v, want an error", paths, res)
		}
	}
}

// TestOverlay reads a makefile and a source that exist in an editor alone.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "Makefile"), "obj-m := old.o\n")
	set := source.NewSet(map[string][]byte{
		filepath.Join(dir, "Makefile"): []byte("obj-m := new.o\n"),
		filepath.Join(dir, "new.c"):    nil,
	})
	for _, path := range []string{dir, filepath.Join(dir, "new.c")} {
		res, err := Read(set, []string{path})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := show(dir, res), "module new in .\n\tnew.c\n"; got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestRelative wants paths spelled the way they were given.
func TestRelative(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "drv", "Makefile"), "obj-m := a.o\na-y := ../lib/l.o a.o\nccflags-y := -I$(src)/../lib\n")
	write(t, filepath.Join(dir, "drv", "a.c"), "")
	write(t, filepath.Join(dir, "lib", "l.c"), "")
	t.Chdir(filepath.Join(dir, "drv"))
	for path, want := range map[string][]string{".": {"../lib/l.c", "a.c"}, "../drv": {"../lib/l.c", "a.c"}, "a.c": {"../lib/l.c", "a.c"}} {
		res, err := Read(source.NewSet(nil), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Modules) != 1 || !slices.Equal(res.Modules[0].Files, want) || !slices.Equal(res.IncludeDirs["."], []string{"../lib"}) {
			t.Errorf("Read(%s): modules %+v, include directories %v, want files %v", path, res.Modules, res.IncludeDirs, want)
		}
	}
}

// FuzzMakefile feeds makefiles of any content; nothing may panic or run away.
func FuzzMakefile(f *testing.F) {
	for _, tt := range hostile {
		if len(tt.makefile) < 4096 {
			f.Add(tt.makefile)
		}
	}
	f.Add("obj-$(A) += $(B:.c=.o) ${C}/x.o\nB := $(wildcard *.c)\ninclude $(src)/*.mk\n$(B)-y ?= $(call f,1)\n")
	f.Fuzz(func(t *testing.T, makefile string) {
		set := source.NewSet(map[string][]byte{"/no/such/dir/Makefile": []byte(makefile), "/no/such/dir/a.c": nil})
		start := time.Now()
		res, err := Read(set, []string{"/no/such/dir/a.c"})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		if err != nil || len(res.Modules) == 0 {
			t.Errorf("modules %v, error %v, want the one of a.c", res.Modules, err)
		}
	})
}
