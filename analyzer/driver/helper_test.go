package driver

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/kbuild"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// fixture is a tree of made-up modules: "module/file.c" -> code.
type fixture struct {
	tree *callgraph.Tree
	mods []*kbuild.Module
}

func newFixture(files map[string]string) *fixture {
	overlay := make(map[string][]byte)
	byName := make(map[string]*kbuild.Module)
	for path, code := range files {
		abs := "/fixture/" + path
		overlay[abs] = []byte(code)
		name := filepath.Base(filepath.Dir(abs))
		if byName[name] == nil {
			byName[name] = &kbuild.Module{Name: name, Dir: filepath.Dir(abs)}
		}
		if filepath.Ext(abs) == ".c" {
			byName[name].Files = append(byName[name].Files, abs)
		}
	}
	f := &fixture{tree: callgraph.NewTree(source.NewSet(overlay), "")}
	for _, m := range byName {
		slices.Sort(m.Files)
		f.mods = append(f.mods, m)
	}
	slices.SortFunc(f.mods, func(a, b *kbuild.Module) int { return strings.Compare(a.Name, b.Name) })
	return f
}

func (f *fixture) find(t *testing.T) []*Driver {
	t.Helper()
	all, err := Find(f.tree, f.mods, kbuild.Depend(f.mods, symbols(f.tree)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// one reads the driver in a single file.
func one(t *testing.T, code string) *Driver {
	t.Helper()
	all := newFixture(map[string]string{"demo/demo.c": code}).find(t)
	if len(all) != 1 {
		t.Fatalf("%d drivers found, want 1", len(all))
	}
	return all[0]
}

// symbols is what package load gives to kbuild.Depend.
func symbols(tree *callgraph.Tree) func(string) kbuild.Symbols {
	return func(path string) (s kbuild.Symbols) {
		f, err := tree.Index(path)
		if err != nil {
			return s
		}
		s.Exports = f.Exports
		define := func(static bool, name string) {
			if static {
				s.Statics = append(s.Statics, name)
			} else {
				s.Defines = append(s.Defines, name)
			}
		}
		for _, fn := range f.Funcs {
			define(fn.Static, fn.Name)
			s.Mentions = append(s.Mentions, fn.Mentions...)
		}
		for _, v := range f.Vars {
			if !v.Extern {
				define(v.Static, v.Name)
			}
			s.Mentions = append(s.Mentions, v.Mentions...)
		}
		return s
	}
}

// line is "path:line" of a place, with the path relative to root.
func line(p Place, root string) string {
	rel, err := filepath.Rel(root, p.File.Src.Path)
	if err != nil {
		rel = p.File.Src.Path
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(rel), p.File.Src.Position(p.Span.Pos).Line)
}

// table lists "member=function" of a driver, sorted; ! marks functions without a definition.
func (d *Driver) table() string {
	var list []string
	for _, op := range d.Table {
		entry := op.Member + "=" + op.Name
		if op.Func == nil {
			entry += "!"
		}
		list = append(list, entry)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// flags lists names, in order; ? marks conditional ones.
func flags(list []Flag) string {
	var names []string
	for _, f := range list {
		n := f.Name
		if f.Conditional {
			n += "?"
		}
		names = append(names, n)
	}
	return strings.Join(names, " ")
}

func span(pos, end int) syntax.Span { return syntax.Span{Pos: pos, End: end} }
