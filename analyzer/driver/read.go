package driver

import (
	"fmt"
	"slices"
	"sort"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// Read reads the driver behind one ops variable. prog is the code of mods, the modules that the driver can consist of:
// the one that defines ops first, then the nearest, so that a further flag goes into a module that few others share.
func Read(prog *callgraph.Program, ops *index.Var, mods []*kbuild.Module) (*Driver, error) {
	if len(mods) == 0 {
		return nil, fmt.Errorf("reading driver %s: no module defines it", ops.Name)
	}
	d := &Driver{Name: name(mods[0]), Ops: ops.Name, Pos: namePlace(ops), Modules: names(mods)}
	t := &table{prog: prog, seen: make(map[opKey]bool)}
	t.initialiser(ops)
	t.patches(ops)
	d.Table = t.ops
	all := setters(prog)
	for i := range all {
		set, cleared := all[i].flags()
		d.Flags, d.Cleared = append(d.Flags, set...), append(d.Cleared, cleared...)
	}
	sortFlags(d.Flags)
	sortFlags(d.Cleared)
	d.Insert = insertIn(all, mods)
	return d, nil
}

// names are the modules' names, the first first, then sorted.
func names(mods []*kbuild.Module) []string {
	var list []string
	for _, m := range mods {
		list = append(list, m.Name)
	}
	slices.Sort(list[1:])
	return append(list[:1], slices.DeleteFunc(slices.Compact(list[1:]), func(n string) bool { return n == list[0] })...)
}

func sortFlags(list []Flag) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Pos.before(list[j].Pos) })
}

// insertIn picks the place for a further flag: in the first of the modules that sets any in every case.
func insertIn(all []setter, mods []*kbuild.Module) *Insertion {
	var best *Insertion
	most, rank := 0, 0
	for _, s := range all {
		if s.why != "" {
			continue
		}
		r := bestRun(s.sites)
		if len(r.sites) == 0 {
			continue
		}
		n := home(mods, s.fn.File.Src.Path)
		if best == nil || n < rank || n == rank && len(r.sites) > most {
			best, most, rank = insertion(s.fn, r), len(r.sites), n
		}
	}
	return best
}

// home is the index of the first module that a file belongs to; headers come last.
func home(mods []*kbuild.Module, path string) int {
	for i, m := range mods {
		if slices.Contains(m.Files, path) {
			return i
		}
	}
	return len(mods)
}
