package kbuild

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/capcheck/capcheck/internal/kernel"
)

// maxParents bounds how far up an out-of-tree driver's makefile is sought.
const maxParents = 6

// reader holds the state of one Read.
type reader struct {
	set      Reader
	cwd      string // paths are spelled relative to it; "" if they are absolute
	dirs     map[string]*directory
	reached  map[string]bool // resolved directories whose modules are in the result
	modules  []*Module
	owned    map[string]bool // .c files of modules, as spelled in them
	unowned  []string
	problems []Problem
}

// Read gives the modules that are defined or have files below paths. A path is a directory, which is searched with all
// directories below, or a C file, for which the modules that contain it are given. The makefiles of the directories
// above are consulted too, up to the kernel tree's root: they may name files further down.
//
// The results' paths are absolute if paths are, and relative to the working directory otherwise.
func Read(set Reader, paths []string) (*Result, error) {
	if len(paths) == 0 {
		return nil, fmt.Errorf("reading makefiles: no directory given")
	}
	r := &reader{set: set, dirs: map[string]*directory{}, reached: map[string]bool{}, owned: map[string]bool{}}
	if slices.ContainsFunc(paths, func(p string) bool { return !filepath.IsAbs(p) }) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("reading makefiles: %w", err)
		}
		r.cwd = cwd
	}
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err == nil {
			err = r.path(abs)
		}
		if err != nil {
			return nil, fmt.Errorf("reading makefiles: %w", err)
		}
	}
	return r.result(paths[0]), nil
}

// name spells an absolute path as the caller spells paths.
func (r *reader) name(abs string) string {
	if r.cwd == "" {
		return abs
	}
	if rel, err := filepath.Rel(r.cwd, abs); err == nil {
		return rel
	}
	return abs
}

func (r *reader) path(abs string) error {
	info, err := os.Stat(abs)
	switch {
	case err == nil && info.IsDir():
		return r.tree(abs)
	case r.set.Exists(r.name(abs)):
		if filepath.Ext(abs) != ".c" {
			return fmt.Errorf("%s is neither a directory nor a C file", r.name(abs))
		}
		r.file(abs)
		return nil
	case err == nil:
		return fmt.Errorf("%s is neither a directory nor a regular file", r.name(abs))
	}
	return err
}

// parents gives the directories above dir whose makefiles may name what lies in it, the nearest first.
func parents(dir string) []string {
	root, inTree := kernel.Find(dir)
	var out []string
	for dir != root && (inTree || len(out) < maxParents) {
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		out = append(out, up)
		dir = up
	}
	return out
}

// eval evaluates a directory's makefile, once. A directory without one builds nothing.
func (r *reader) eval(dir string) *directory {
	if d := r.dirs[dir]; d != nil {
		return d
	}
	root, _ := kernel.Find(dir)
	m := &makefile{env: newEnv(root, dir), set: r.set, name: r.name}
	for _, name := range []string{"Kbuild", "Makefile"} { // the order in which kbuild looks
		if path := filepath.Join(dir, name); r.set.Exists(r.name(path)) {
			m.vars["MAKEFILE_LIST"] = &variable{alts: []string{escape(path)}, simple: true}
			m.read(path)
			break
		}
	}
	d := m.collect(r.inherited(dir))
	for _, mod := range d.modules {
		mod.Dir = r.name(mod.Dir)
	}
	r.dirs[dir] = d
	return d
}

// inherited gives what the makefiles above pass on with subdir-ccflags.
func (r *reader) inherited(dir string) []string {
	var out []string
	for _, up := range parents(dir) {
		out = append(out, r.eval(up).passedOn...)
	}
	return out
}

// take adds a directory's modules and those of the directories it names.
func (r *reader) take(dir string) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || r.reached[real] {
		return
	}
	r.reached[real] = true
	d := r.eval(dir)
	r.problems = append(r.problems, d.problems...)
	for _, mod := range d.modules {
		r.add(mod)
	}
	for _, sub := range d.subdirs {
		r.take(sub)
	}
}

func (r *reader) add(mod *Module) {
	if slices.Contains(r.modules, mod) {
		return
	}
	r.modules = append(r.modules, mod)
	for _, f := range mod.Files {
		r.owned[f] = true
	}
}

// takeAbove adds the modules that makefiles above dir define and that have files which want accepts.
func (r *reader) takeAbove(dir string, want func(file string) bool) {
	for _, up := range parents(dir) {
		found := false
		d := r.eval(up)
		for _, mod := range d.modules {
			if slices.ContainsFunc(mod.Files, want) {
				r.add(mod)
				found = true
			}
		}
		if found {
			r.problems = append(r.problems, d.problems...)
		}
	}
}

// file adds the modules that contain one C file.
func (r *reader) file(abs string) {
	name, dir := r.name(abs), filepath.Dir(abs)
	is := func(f string) bool { return f == name }
	d := r.eval(dir)
	r.problems = append(r.problems, d.problems...)
	for _, mod := range d.modules {
		if slices.ContainsFunc(mod.Files, is) {
			r.add(mod)
		}
	}
	r.takeAbove(dir, is)
	switch {
	case r.owned[name]:
	case d.builds() || r.anyOwnedAbove(dir):
		stem := strings.TrimSuffix(filepath.Base(abs), ".c")
		r.add(&Module{Name: stem, Dir: r.name(dir), Files: []string{name}, IncludeDirs: d.flags})
	default:
		files, _ := r.list(dir)
		r.addDirectory(dir, unique(append(files, name)))
	}
}

// anyOwnedAbove reports whether a makefile above names files of dir.
func (r *reader) anyOwnedAbove(dir string) bool {
	for _, up := range parents(dir) {
		for _, mod := range r.eval(up).modules {
			if slices.ContainsFunc(mod.Files, func(f string) bool { return filepath.Dir(f) == r.name(dir) }) {
				return true
			}
		}
	}
	return false
}

// addDirectory makes a directory without a makefile one module.
func (r *reader) addDirectory(dir string, files []string) {
	r.add(&Module{Name: filepath.Base(dir), Dir: r.name(dir), Files: sortedUnique(files), IncludeDirs: r.eval(dir).flags})
}

func (r *reader) result(first string) *Result {
	sortModules(r.modules)
	slices.SortFunc(r.problems, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	res := &Result{
		Modules: r.modules, Unowned: sortedUnique(r.unowned),
		IncludeDirs: map[string][]string{}, Problems: slices.Compact(r.problems),
	}
	res.Root, _ = kernel.Find(first)
	for _, mod := range r.modules {
		for _, f := range mod.Files {
			dir := filepath.Dir(f)
			res.IncludeDirs[dir] = unique(append(res.IncludeDirs[dir], mod.IncludeDirs...))
		}
	}
	return res
}
