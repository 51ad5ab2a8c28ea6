package driver

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// Found is an ops variable with the module that defines it.
type Found struct {
	Var    *index.Var
	Module *kbuild.Module
}

// Tables finds the ops variables that the modules define: every variable of type struct ieee80211_ops, const or not,
// with an initialiser or filled at run time. A file that several modules contain gives one for each of them. They come
// in order of the modules, then of place.
func Tables(tree *callgraph.Tree, mods []*kbuild.Module) ([]Found, error) {
	var list []Found
	for _, m := range mods {
		for _, path := range m.Files {
			f, err := tree.Index(path)
			if err != nil {
				return nil, fmt.Errorf("looking for ops variables in module %s: %w", m.Name, err)
			}
			for _, v := range f.Vars {
				if isOps(v) && !redeclared(list, m, v) {
					list = append(list, Found{v, m})
				}
			}
		}
	}
	return list, nil
}

// redeclared says whether v is a second, tentative declaration of a variable in the list, or is the definition with
// the initialiser of one that was declared so: then it takes that one's place.
func redeclared(list []Found, m *kbuild.Module, v *index.Var) bool {
	for i, f := range list {
		if f.Module == m && f.Var.Name == v.Name && f.Var.File == v.File && !(f.Var.Init && v.Init) {
			if v.Init {
				list[i].Var = v
			}
			return true
		}
	}
	return false
}

// Find reads all drivers that the modules define. The modules a driver consists of are those that graph says.
func Find(tree *callgraph.Tree, mods []*kbuild.Module, graph *kbuild.Graph) ([]*Driver, error) {
	found, err := Tables(tree, mods)
	if err != nil {
		return nil, err
	}
	programs := programs(found, graph)
	all := make([]*Driver, len(found))
	errs := make([]error, len(found))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, f := range found {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			all[i], errs[i] = readIn(tree, f, programs[i])
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	uniqueNames(all)
	share(all)
	return all, nil
}

func readIn(tree *callgraph.Tree, f Found, mods []*kbuild.Module) (*Driver, error) {
	prog, err := callgraph.NewProgram(tree, files(mods), includeDirs(mods))
	if err != nil {
		return nil, fmt.Errorf("reading driver %s: %w", f.Var.Name, err)
	}
	return Read(prog, f.Var, mods)
}

// programs gives the modules of each driver: the defining one, then those that the fewest drivers share.
func programs(found []Found, graph *kbuild.Graph) [][]*kbuild.Module {
	list := make([][]*kbuild.Module, len(found))
	sharers := make(map[*kbuild.Module]int)
	for i, f := range found {
		list[i] = graph.Program(f.Module)
		for _, m := range list[i] {
			sharers[m]++
		}
	}
	for i, f := range found {
		slices.SortStableFunc(list[i], func(a, b *kbuild.Module) int {
			return cmp.Compare(nearness(a, f.Module, sharers), nearness(b, f.Module, sharers))
		})
	}
	return list
}

// nearness is 0 for a driver's own module, else how many drivers share it.
func nearness(m, own *kbuild.Module, sharers map[*kbuild.Module]int) int {
	if m == own {
		return 0
	}
	return sharers[m]
}

// share notes which insertions are into functions that set flags for several drivers.
func share(all []*Driver) {
	users := make(map[*index.Func]map[*Driver]bool)
	for _, d := range all {
		for _, f := range d.Flags {
			if users[f.Func] == nil {
				users[f.Func] = make(map[*Driver]bool)
			}
			users[f.Func][d] = true
		}
	}
	for _, d := range all {
		if d.Insert != nil {
			d.Insert.Shared = len(users[d.Insert.Func]) > 1
		}
	}
}

func files(mods []*kbuild.Module) (list []string) {
	for _, m := range mods {
		list = append(list, m.Files...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func includeDirs(mods []*kbuild.Module) (list []string) {
	for _, m := range mods {
		for _, dir := range m.IncludeDirs {
			if dir = filepath.Clean(dir); !slices.Contains(list, dir) {
				list = append(list, dir)
			}
		}
	}
	return list
}
