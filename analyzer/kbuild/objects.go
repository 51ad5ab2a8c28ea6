package kbuild

import (
	"path/filepath"
	"slices"
	"strings"
)

// directory is what one directory's makefiles say.
type directory struct {
	path     string // absolute
	modules  []*Module
	subdirs  []string // absolute, named by obj-y += sub/
	flags    []string // -I directories that hold for every object of path
	passedOn []string // those from subdir-ccflags, which hold below path as well
	problems []Problem
}

// builds reports whether kbuild finds anything to do here; a makefile for user space names no objects.
func (d *directory) builds() bool { return len(d.modules) > 0 || len(d.subdirs) > 0 }

// collect turns the evaluated variables into modules. inherited are the -I directories from above.
func (m *makefile) collect(inherited []string) *directory {
	d := &directory{path: m.dir}
	d.passedOn = m.includeDirs("subdir-ccflags-y", "subdir-ccflags-m", "subdir-ccflags-"+unknown)
	d.flags = unique(append(slices.Clone(inherited), m.moduleFlags(d.passedOn)...))
	always := m.objects("obj-y", "lib-y")
	optional := m.objects("obj-m", "obj-"+unknown, "lib-m", "lib-"+unknown)
	for _, w := range unique(append(slices.Clone(always), optional...)) {
		if sub, ok := strings.CutSuffix(w, "/"); ok {
			d.subdirs = append(d.subdirs, m.abs(sub))
		} else if stem, ok := strings.CutSuffix(w, ".o"); ok {
			mod := m.module(stem)
			mod.IncludeDirs = d.flags
			mod.Builtin = !slices.Contains(optional, w)
			d.add(mod)
		}
	}
	for _, w := range m.objects("subdir-y", "subdir-m", "subdir-"+unknown) {
		d.subdirs = append(d.subdirs, m.abs(w))
	}
	if m.spent {
		m.reportSpent(m.dir, 0)
	}
	d.problems = m.problems
	return d
}

// add adds a module, or its name to the module that has the same files: where a variable gives the name,
// every value of it makes a module.
func (d *directory) add(mod *Module) {
	for _, old := range d.modules {
		if len(mod.Files) > 0 && slices.Equal(old.Files, mod.Files) {
			old.Aliases = sortedUnique(append(old.Aliases, mod.Name))
			old.Builtin = old.Builtin && mod.Builtin
			return
		}
	}
	d.modules = append(d.modules, mod)
}

// objects gives the words of lists, without those that depend on something unknown, and relative to the directory.
func (m *makefile) objects(lists ...string) []string {
	var out []string
	for _, name := range lists {
		v := m.vars[name]
		if v == nil {
			continue
		}
		for _, w := range strings.Fields(strings.Join(m.values(name, v), " ")) {
			if !strings.Contains(w, unknown) {
				out = append(out, strings.TrimPrefix(w, m.dir+"/"))
			}
		}
	}
	return unique(out)
}

// module resolves an object to the C files it is linked from.
func (m *makefile) module(stem string) *Module {
	mod := &Module{Name: filepath.Base(stem), Dir: m.dir}
	m.addObject(mod, stem, map[string]bool{})
	mod.Files = sortedUnique(mod.Files)
	mod.Missing = sortedUnique(mod.Missing)
	return mod
}

// addObject adds stem.o: the members of its composite lists, or its own source.
func (m *makefile) addObject(mod *Module, stem string, seen map[string]bool) {
	if seen[stem] {
		return
	}
	seen[stem] = true
	sure := m.objects(stem+"-objs", stem+"-y")
	maybe := m.objects(stem+"-m", stem+"-"+unknown)
	if len(sure) == 0 {
		// In a configuration without any of the optional members the object comes from its own source.
		m.addSource(mod, stem, len(maybe) == 0)
	}
	for _, w := range append(sure, maybe...) {
		member, ok := strings.CutSuffix(w, ".o")
		switch {
		case !ok:
		case member == stem: // kbuild refuses it, but the author's intent is plain
			m.addSource(mod, stem, true)
		default:
			m.addObject(mod, member, seen)
		}
	}
}

// sourceSuffixes are the other sources an object can be made from; they hold no C that could be read.
var sourceSuffixes = []string{".S", ".rs", ".c_shipped", ".o_shipped", ".asn1", ".dts", ".s"}

// addSource adds stem.c. Where there is none and the makefile leaves no doubt that there should be, it is missing.
func (m *makefile) addSource(mod *Module, stem string, sure bool) {
	base := m.abs(stem)
	if m.set.Exists(m.name(base + ".c")) {
		mod.Files = append(mod.Files, m.name(base+".c"))
		return
	}
	for _, s := range sourceSuffixes {
		if m.set.Exists(m.name(base + s)) {
			return
		}
	}
	if sure {
		mod.Missing = append(mod.Missing, m.name(base+".o"))
	}
}

func sortedUnique(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}

// unique keeps the first of equal words and the order.
func unique(words []string) []string {
	seen := make(map[string]bool, len(words))
	var out []string
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}
