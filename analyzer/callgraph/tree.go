package callgraph

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/parser"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Tree is what all programs of one run share: indexes and parsed declarations. Its methods may be called from several
// goroutines. What it returns is never changed again.
type Tree struct {
	set     *source.Set
	kernel  string // cleaned; "" when there is none
	names   names
	parsers sync.Pool

	files  sync.Map // path -> *fileEntry
	exists sync.Map // path -> bool
	edges  sync.Map // *index.File of a kernel header -> []*index.File
	funcs  sync.Map // *index.Func -> *funcEntry
	decls  sync.Map // declKey -> *declEntry
	protos sync.Map // *index.File -> *sync.Once
}

type fileEntry struct {
	once sync.Once
	file *index.File
	err  error
}

type funcEntry struct {
	once sync.Once
	decl *syntax.FuncDecl
	err  error
}

type declKey struct {
	file *index.File
	span syntax.Span
}

type declEntry struct {
	once sync.Once
	decl *syntax.Decl
	err  error
}

// NewTree returns a tree over the files of set. kernelRoot is the directory that holds include/; "" says that there
// are no kernel headers.
func NewTree(set *source.Set, kernelRoot string) *Tree {
	if kernelRoot != "" {
		kernelRoot = filepath.Clean(kernelRoot)
	}
	t := &Tree{set: set, kernel: kernelRoot, parsers: sync.Pool{New: func() any { return parser.New() }}}
	t.names.table = map[string]entry{}
	return t
}

// Index returns the index of the file at path, made on the first call. The error says why the file cannot be read.
func (t *Tree) Index(path string) (*index.File, error) {
	path = filepath.Clean(path)
	v, _ := t.files.LoadOrStore(path, new(fileEntry))
	e := v.(*fileEntry)
	e.once.Do(func() { e.file, e.err = t.load(path) })
	return e.file, e.err
}

func (t *Tree) load(path string) (f *index.File, err error) {
	defer recovered("indexing "+path, &err)
	src, err := t.set.Read(path)
	if err != nil {
		return nil, err
	}
	f = index.New(src)
	t.names.add(f)
	return f, nil
}

// Func returns the parsed definition of fn. It is parsed once; the error says that there is no tree at all.
func (t *Tree) Func(fn *index.Func) (*syntax.FuncDecl, error) {
	v, ok := t.funcs.Load(fn)
	if !ok {
		v, _ = t.funcs.LoadOrStore(fn, new(funcEntry))
	}
	e := v.(*funcEntry)
	e.once.Do(func() { e.decl, e.err = t.parseFunc(fn) })
	return e.decl, e.err
}

func (t *Tree) parseFunc(fn *index.Func) (d *syntax.FuncDecl, err error) {
	defer recovered("parsing "+fn.Name, &err)
	p := t.parsers.Get().(*parser.Parser)
	defer t.parsers.Put(p)
	d, err = p.Func(fn)
	if err == nil && (d == nil || d.Body == nil) {
		err = fmt.Errorf("parsing %s: no body", fn.Name)
	}
	return d, err
}

// Decl returns the parsed declaration at span of f. One span has one tree, so its nodes may be compared by pointer.
func (t *Tree) Decl(f *index.File, span syntax.Span) (*syntax.Decl, error) {
	v, _ := t.decls.LoadOrStore(declKey{f, span}, new(declEntry))
	e := v.(*declEntry)
	e.once.Do(func() { e.decl, e.err = t.parseDecl(f, span) })
	return e.decl, e.err
}

func (t *Tree) parseDecl(f *index.File, span syntax.Span) (d *syntax.Decl, err error) {
	defer recovered("parsing a declaration of "+f.Src.Path, &err)
	p := t.parsers.Get().(*parser.Parser)
	defer t.parsers.Put(p)
	d, err = p.Decl(f, span)
	if err == nil && d == nil {
		err = fmt.Errorf("parsing a declaration of %s: no tree", f.Src.Path)
	}
	return d, err
}

// expand returns the expansion of a call of m; statements are wrapped so that one result stands for both.
func (t *Tree) expand(m *index.Macro, call *syntax.Call) (e syntax.Expr, body []syntax.Stmt, err error) {
	defer recovered("expanding "+m.Name, &err)
	p := t.parsers.Get().(*parser.Parser)
	defer t.parsers.Put(p)
	return p.Expand(m, call)
}

func (t *Tree) expandObject(m *index.Macro, span syntax.Span) (e syntax.Expr, err error) {
	defer recovered("expanding "+m.Name, &err)
	p := t.parsers.Get().(*parser.Parser)
	defer t.parsers.Put(p)
	return p.ExpandObject(m, span)
}

// recovered turns a panic into an error: one odd declaration must not end the run.
func recovered(doing string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: %v", doing, r)
	}
}

// kernelHeader reports whether path is one of the kernel's own headers, which no driver defines.
func (t *Tree) kernelHeader(path string) bool {
	return t.kernel != "" && strings.HasPrefix(path, filepath.Join(t.kernel, "include")+string(filepath.Separator))
}
