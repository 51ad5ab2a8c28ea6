package load

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/kbuild"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/internal/kernel"
)

// Config says how to load.
type Config struct {
	Kernel  string            // root of the kernel tree; found from the paths if empty
	Overlay map[string][]byte // content by path, instead of what is on disk
	Claimer passes.Claimer    // the analysis; the abstract interpreter if nil
}

// ErrNoDriver says that the paths were readable, but no driver runs any code there.
var ErrNoDriver = errors.New("nothing to analyse: no struct ieee80211_ops variable belongs to what was asked for")

// Sources is what was found below the paths, before any analysis.
type Sources struct {
	Root    string // kernel root if all paths lie in it; otherwise the directory that holds them all
	Kernel  string // kernel root, "" if there is none
	Set     *source.Set
	Scopes  []string         // what was read
	Modules []*kbuild.Module // of the scopes
	Unowned []string         // C files below the paths that no module names

	targets []target
}

// Program is a loaded run.
type Program struct {
	*Sources
	Packages []*packages.Package // every package of the scopes, in order of path
	Run      *passes.Run
	Drivers  []*driver.Driver // those that reports are about
	Files    int              // C files and headers beside them that the drivers consist of
	Bytes    int64            // their size

	graph *kbuild.Graph
}

// Read finds the modules for the paths. It fails if anything there cannot be read as text.
func Read(paths []string, cfg Config) (*Sources, error) {
	overlay := absolute(cfg.Overlay)
	list, err := targets(paths, cfg.Kernel, overlay)
	if err != nil {
		return nil, err
	}
	if err := sound(list); err != nil {
		return nil, err
	}
	s := &Sources{Set: source.NewSet(overlay), targets: list}
	if err := s.roots(cfg.Kernel); err != nil {
		return nil, err
	}
	s.Scopes = scopes(list, s.Kernel)
	build, err := kbuild.Read(s.Set, s.Scopes)
	if err != nil {
		return nil, err
	}
	s.Modules = build.Modules
	s.Unowned = slices.DeleteFunc(build.Unowned, func(f string) bool { return !s.asked(f) })
	return s, s.readable()
}

func absolute(overlay map[string][]byte) map[string][]byte {
	out := make(map[string][]byte, len(overlay))
	for path, content := range overlay {
		if abs, err := filepath.Abs(path); err == nil {
			out[abs] = content
		}
	}
	return out
}

// roots finds the kernel and what positions are relative to.
func (s *Sources) roots(given string) error {
	if given != "" {
		abs, err := filepath.Abs(given)
		if err != nil {
			return err
		}
		if !kernel.IsRoot(abs) {
			return fmt.Errorf("%s is not the root of a kernel tree: no include/linux with Kbuild or MAINTAINERS", given)
		}
		s.Kernel = abs
	} else if root, ok := kernel.Find(s.targets[0].path); ok {
		s.Kernel = root
	}
	s.Root = s.Kernel
	if !slices.ContainsFunc(s.targets, func(t target) bool { return s.Kernel == "" || !below(t.path, s.Kernel) }) {
		return nil
	}
	s.Root = s.targets[0].base()
	for _, t := range s.targets {
		for !below(t.path, s.Root) {
			s.Root = filepath.Dir(s.Root)
		}
	}
	return nil
}

// asked says whether a file lies below the paths.
func (s *Sources) asked(file string) bool {
	return slices.ContainsFunc(s.targets, func(t target) bool { return t.holds(file) })
}

// readable reads every C file of the modules, so that one that is binary or gone stops the run instead of being
// taken for empty.
func (s *Sources) readable() error {
	files := slices.Clone(s.Unowned)
	for _, m := range s.Modules {
		files = append(files, m.Files...)
	}
	if len(files) == 0 {
		return fmt.Errorf("nothing to analyse: no C file in %s", strings.Join(s.Scopes, ", "))
	}
	for _, f := range files {
		if _, err := s.Set.Read(f); err != nil {
			return err
		}
	}
	return nil
}

// Load makes packages of the sources and finds the drivers in them.
func Load(paths []string, cfg Config) (*Program, error) {
	s, err := Read(paths, cfg)
	if err != nil {
		return nil, err
	}
	tree := callgraph.NewTree(s.Set, s.Kernel)
	p := &Program{Sources: s, graph: kbuild.Depend(s.Modules, symbols(tree))}
	all, err := driver.Find(tree, s.Modules, p.graph)
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		if p.wants(d) {
			p.Drivers = append(p.Drivers, d)
		}
	}
	if len(p.Drivers) == 0 {
		return nil, ErrNoDriver
	}
	claimer := cfg.Claimer
	if claimer == nil {
		claimer = p.interpreter(tree)
	}
	p.Run = passes.NewRun(claimer, all, p.Drivers)
	p.Packages = p.packages(p.graph.Uses)
	return p, p.measure()
}

// home is the module that a driver's ops variable belongs to.
func (p *Program) home(d *driver.Driver) *kbuild.Module {
	file := d.Pos.File.Src.Path
	for _, m := range p.Modules {
		if m.Name == d.Modules[0] && (slices.Contains(m.Files, file) || filepath.Dir(file) == m.Dir) {
			return m
		}
	}
	return nil
}

// modulesOf are the modules whose code the driver can run. Names alone would not do: two vendors may use one name.
func (p *Program) modulesOf(d *driver.Driver) []*kbuild.Module {
	var mods []*kbuild.Module
	if home := p.home(d); home != nil {
		mods = p.graph.Program(home)
	}
	return slices.DeleteFunc(mods, func(m *kbuild.Module) bool { return !slices.Contains(d.Modules, m.Name) })
}

// wants says whether a report is about the driver: its ops variable or a file of its modules was asked for.
func (p *Program) wants(d *driver.Driver) bool {
	return p.asked(d.Pos.File.Src.Path) || slices.ContainsFunc(p.modulesOf(d), func(m *kbuild.Module) bool {
		return slices.ContainsFunc(m.Files, p.asked)
	})
}

// measure counts the files that the drivers consist of.
func (p *Program) measure() error {
	var files []string
	for _, d := range p.Drivers {
		for _, m := range p.modulesOf(d) {
			files = append(append(files, m.Files...), p.headers(m)...)
		}
	}
	files = sortedUnique(files)
	for _, f := range files {
		file, err := p.Set.Read(f)
		if err != nil {
			return err
		}
		p.Bytes += int64(len(file.Content))
	}
	p.Files = len(files)
	return nil
}
