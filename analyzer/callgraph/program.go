package callgraph

import (
	"fmt"
	"path/filepath"
	"sort"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Program is the code that one ops variable can run: its modules' files and their headers. It is for one goroutine;
// several programs may share a Tree.
type Program struct {
	tree    *Tree
	files   []*index.File
	isFile  map[*index.File]bool
	dirs    []string
	types   *ctypes.Types
	own     []*index.Func // functions of the .c files and of the driver's own headers
	ownVars []*index.Var
	headers []*index.File // the driver's own headers
	world   *view         // all files of the program and their headers
	level   int           // nesting of expressions being read
	fuel    int           // steps left for the outermost one
	memo
}

// Limits on one outermost expression: typeof and macros can lead back to where they came from, and macros in macros
// multiply.
const (
	maxLevel = 250
	maxFuel  = 10000
)

// enter counts a step into an expression; false says that it must not be read.
func (p *Program) enter() bool {
	if p.level == 0 {
		p.fuel = maxFuel
	}
	if p.level >= maxLevel || p.fuel <= 0 {
		return false
	}
	p.level++
	p.fuel--
	return true
}

func (p *Program) leave() { p.level-- }

// memo is what was computed before. All maps are filled on demand.
type memo struct {
	views      map[*index.File]*view
	edges      map[*index.File][]*index.File
	vars       map[*index.Var]*VarInfo
	consts     map[nameAt]constant
	scopes     map[*index.Func]*Scope
	fileScopes map[*index.File]*Scope
	expansions map[expansionKey]*expansion
	mentions   map[string][]*index.Func // nil until Mentioning
	storers    map[string][]*index.Func // nil until storing
	lists      map[expansionKey]*syntax.InitList
	listArgs   map[*syntax.Call][]string // the arguments of calls in lists, as text
	contained  map[string]map[string]bool
	tables     map[*index.Var][]Site
	stores     map[*index.Func][]Site
	cells      map[Cell][]Site
	flows      map[node]*flow
	answers    map[question]*answer
	macros     map[string]macroNote // nil until first use
	modparams  map[*index.File]map[string]bool
	callers    map[*index.Func][]CallSite
	through    map[Cell][]CallSite
	braces     map[*index.Func]bool
	uses       map[*index.Func][]Use
	loads      map[Cell][]*index.Func
	statics    map[*syntax.VarDecl]*VarInfo
	results    map[nameAt]*ctypes.Type
	typeNames  map[nameAt]*ctypes.Def
}

// nameAt is a name as it is seen from a file.
type nameAt struct {
	name string
	from *index.File
}

// view is what one file can see: its own file and the headers it includes, by nearness.
type view struct {
	rank    map[*index.File]int
	scanned bool // prototypes of all its files are among the tree's names
}

func (v *view) sees(f *index.File) bool { _, ok := v.rank[f]; return ok }

// NewProgram returns the program made of files, the .c files of all its modules. includeDirs are the -I directories of
// the modules. A file that cannot be read is an error.
func NewProgram(t *Tree, files []string, includeDirs []string) (*Program, error) {
	p := &Program{tree: t, isFile: map[*index.File]bool{}, types: ctypes.New(), memo: newMemo()}
	for _, dir := range includeDirs {
		p.dirs = append(p.dirs, filepath.Clean(dir))
	}
	for _, path := range files {
		f, err := t.Index(path)
		if err != nil {
			return nil, fmt.Errorf("program: %w", err)
		}
		if !p.isFile[f] {
			p.isFile[f] = true
			p.files = append(p.files, f)
		}
	}
	sort.Slice(p.files, func(i, j int) bool { return p.files[i].Src.Path < p.files[j].Src.Path })
	p.collect()
	return p, nil
}

func newMemo() memo {
	return memo{
		views: map[*index.File]*view{}, edges: map[*index.File][]*index.File{}, vars: map[*index.Var]*VarInfo{},
		consts: map[nameAt]constant{}, scopes: map[*index.Func]*Scope{}, fileScopes: map[*index.File]*Scope{},
		expansions: map[expansionKey]*expansion{},
		contained:  map[string]map[string]bool{}, lists: map[expansionKey]*syntax.InitList{},
		listArgs: map[*syntax.Call][]string{}, tables: map[*index.Var][]Site{}, stores: map[*index.Func][]Site{},
		cells: map[Cell][]Site{}, flows: map[node]*flow{}, answers: map[question]*answer{},
		modparams: map[*index.File]map[string]bool{},
		callers:   map[*index.Func][]CallSite{}, through: map[Cell][]CallSite{}, braces: map[*index.Func]bool{}, uses: map[*index.Func][]Use{},
		loads: map[Cell][]*index.Func{}, statics: map[*syntax.VarDecl]*VarInfo{}, results: map[nameAt]*ctypes.Type{},
		typeNames: map[nameAt]*ctypes.Def{},
	}
}

// collect walks the include graph of all files at once: it is the last resort for names, and finds the own headers.
func (p *Program) collect() {
	p.world = &view{rank: map[*index.File]int{}}
	queue := append([]*index.File(nil), p.files...)
	for _, f := range queue {
		p.world.rank[f] = len(p.world.rank)
	}
	queue = append(queue, p.unseen(p.tree.forced(nil))...)
	for i := 0; i < len(queue) && i < maxIncludes; i++ {
		queue = append(queue, p.unseen(p.direct(queue[i]))...)
	}
	for _, f := range queue {
		if p.tree.kernelHeader(f.Src.Path) {
			continue
		}
		if !p.isFile[f] {
			p.headers = append(p.headers, f)
		}
		p.own = append(p.own, f.Funcs...)
		p.ownVars = append(p.ownVars, f.Vars...)
	}
}

// unseen returns the files of list that world has not ranked yet, and ranks them.
func (p *Program) unseen(list []*index.File) []*index.File {
	var out []*index.File
	for _, f := range list {
		if !p.world.sees(f) {
			p.world.rank[f] = len(p.world.rank)
			out = append(out, f)
		}
	}
	return out
}

func (p *Program) direct(f *index.File) []*index.File {
	if p.tree.kernelHeader(f.Src.Path) {
		return p.tree.direct(f, nil)
	}
	list, ok := p.edges[f]
	if !ok {
		list = p.tree.direct(f, p.dirs)
		p.edges[f] = list
	}
	return list
}

// view returns what can be seen from f.
func (p *Program) view(f *index.File) *view {
	if f == nil {
		return p.world
	}
	v := p.views[f]
	if v == nil {
		v = &view{rank: map[*index.File]int{f: 0}}
		for i, h := range p.tree.closure(f, p.direct) {
			v.rank[h] = i + 1
		}
		p.views[f] = v
	}
	return v
}

// Tree returns the tree that the program is part of.
func (p *Program) Tree() *Tree { return p.tree }

// Files returns the .c files of the program, by path.
func (p *Program) Files() []*index.File { return p.files }

// Headers returns the headers that the program's files include and that are the driver's own.
func (p *Program) Headers() []*index.File { return p.headers }

// Parse returns the tree of fn.
func (p *Program) Parse(fn *index.Func) (*syntax.FuncDecl, error) { return p.tree.Func(fn) }

// IsDriver reports whether fn is defined in the program's own files or headers, not in a kernel header.
func (p *Program) IsDriver(fn *index.Func) bool { return p.ownFile(fn.File) }

func (p *Program) ownFile(f *index.File) bool {
	return p.isFile[f] || !p.tree.kernelHeader(f.Src.Path) && p.world.sees(f)
}
