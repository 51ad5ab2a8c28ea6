package load

import (
	"cmp"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/kbuild"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// packages makes a package of each group of modules that use each other, with imports along the symbols they use.
func (p *Program) packages(uses func(*kbuild.Module) []*kbuild.Module) []*packages.Package {
	groups := circles(p.Modules, uses)
	pkgs := make([]*packages.Package, len(groups))
	owner := make(map[*kbuild.Module]*packages.Package)
	for i, mods := range groups {
		pkgs[i] = p.newPackage(mods)
		for _, m := range mods {
			owner[m] = pkgs[i]
		}
	}
	for i, mods := range groups {
		for _, m := range mods {
			for _, used := range uses(m) {
				if dep := owner[used]; dep != pkgs[i] {
					pkgs[i].Imports[dep.PkgPath] = dep
				}
			}
		}
	}
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	return pkgs
}

func (p *Program) newPackage(mods []*kbuild.Module) *packages.Package {
	path, name := p.pkgPath(mods), mods[0].Name
	pkg := &packages.Package{
		ID: path, PkgPath: path, Name: name,
		Fset:       p.Set.FileSet(),
		Types:      types.NewPackage(path, name),
		TypesSizes: types.SizesFor("gc", "amd64"),
		Imports:    make(map[string]*packages.Package),
	}
	for _, m := range mods {
		pkg.OtherFiles = append(pkg.OtherFiles, m.Files...)
		pkg.IgnoredFiles = append(pkg.IgnoredFiles, p.headers(m)...)
	}
	pkg.OtherFiles = sortedUnique(pkg.OtherFiles)
	pkg.IgnoredFiles = sortedUnique(pkg.IgnoredFiles)
	(&passes.Unit{Modules: mods, Drivers: p.driversIn(mods), Run: p.Run}).Declare(pkg.Types)
	return pkg
}

// pkgPath is where the modules are and what they are called. It is unique: two modules of one directory have two names.
func (p *Program) pkgPath(mods []*kbuild.Module) string {
	names := make([]string, len(mods))
	for i, m := range mods {
		names[i] = m.Name
	}
	dir := mods[0].Dir
	if rel, err := filepath.Rel(p.Root, dir); err == nil {
		dir = rel
	}
	return filepath.ToSlash(dir) + "/" + strings.Join(names, "+")
}

// driversIn are the drivers to report on whose own module is among mods, in order of place.
func (p *Program) driversIn(mods []*kbuild.Module) []*driver.Driver {
	var list []*driver.Driver
	for _, d := range p.Drivers {
		if slices.Contains(mods, p.home(d)) {
			list = append(list, d)
		}
	}
	return list
}

// headers are the headers in the directories of a module's files.
func (s *Sources) headers(m *kbuild.Module) []string {
	var list []string
	seen := make(map[string]bool)
	for _, f := range m.Files {
		dir := filepath.Dir(f)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		entries, _ := os.ReadDir(dir) // the C file itself was read from there
		for _, e := range entries {
			if path := filepath.Join(dir, e.Name()); filepath.Ext(path) == ".h" && s.Set.Exists(path) {
				list = append(list, path)
			}
		}
	}
	return list
}

func sortedUnique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
