package kbuild

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// flagLists are the variables whose -I options hold for every file of a directory.
var flagLists = []string{
	"ccflags-y", "ccflags-m", "ccflags-" + unknown,
	"EXTRA_CFLAGS", "KBUILD_CFLAGS", "KBUILD_CPPFLAGS", "LINUXINCLUDE", "NOSTDINC_FLAGS", "CFLAGS",
}

// moduleFlags gives the -I directories of a directory's objects: what holds for all, then what CFLAGS_x.o adds for one.
func (m *makefile) moduleFlags(passedOn []string) []string {
	var single []string
	for name, v := range m.vars {
		if v != nil && strings.HasPrefix(name, "CFLAGS_") && strings.HasSuffix(name, ".o") {
			single = append(single, name)
		}
	}
	slices.Sort(single)
	dirs := append(m.includeDirs(flagLists...), passedOn...)
	return unique(append(dirs, m.includeDirs(single...)...))
}

// includeDirs gives the existing -I directories that variables name.
func (m *makefile) includeDirs(lists ...string) []string {
	var out []string
	for _, name := range lists {
		v := m.vars[name]
		if v == nil {
			continue
		}
		words := strings.Fields(strings.Join(m.values(name, v), " "))
		for i, w := range words {
			dir, ok := includeOption(w, words[i+1:])
			if !ok || strings.Contains(dir, unknown) {
				continue
			}
			if abs, ok := m.includeDir(strings.Trim(dir, `"'`)); ok {
				out = append(out, m.name(abs))
			}
		}
	}
	return unique(out)
}

// includeOption recognises -Idir, -I dir and the options like it.
func includeOption(word string, next []string) (string, bool) {
	for _, opt := range []string{"-isystem", "-iquote", "-idirafter", "-I"} {
		dir, ok := strings.CutPrefix(word, opt)
		switch {
		case !ok:
		case dir != "":
			return dir, true
		case len(next) > 0:
			return next[0], true
		}
	}
	return "", false
}

// includeDir resolves a directory. The compiler runs at the tree's root, so that is where a relative one counts from;
// out-of-tree makefiles mean their own directory.
func (m *makefile) includeDir(dir string) (string, bool) {
	for _, base := range []string{m.root, m.dir} {
		p := dir
		if !filepath.IsAbs(dir) {
			if base == "" {
				continue
			}
			p = filepath.Join(base, dir)
		}
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			return filepath.Clean(p), true
		}
	}
	return "", false
}
