package callgraph

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// names is every file-scope name of the indexed files of a tree. It only grows: slices that were handed out stay valid.
type names struct {
	mu    sync.RWMutex
	table map[string]entry
}

// entry is what one name means somewhere in the tree.
type entry struct {
	funcs    []*index.Func
	macros   []*index.Macro
	types    []*index.TypeDef
	typedefs []*index.TypeDef
	enums    []*index.EnumConst
	vars     []*index.Var
	protos   []declKey // where it may be declared; see Tree.scan
}

func (n *names) get(name string) entry {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.table[name]
}

func (n *names) add(f *index.File) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, x := range f.Funcs {
		n.edit(x.Name, func(e *entry) { e.funcs = append(e.funcs, x) })
	}
	for _, x := range f.Macros {
		n.edit(x.Name, func(e *entry) { e.macros = append(e.macros, x) })
	}
	for _, x := range f.Types {
		n.edit(x.Name, func(e *entry) { e.types = append(e.types, x) })
	}
	for _, x := range groupTags(f) {
		n.edit(x.Name, func(e *entry) { e.types = append(e.types, x) })
	}
	for _, x := range f.Typedefs {
		n.edit(x.Name, func(e *entry) { e.typedefs = append(e.typedefs, x) })
	}
	for _, x := range f.Enums {
		n.edit(x.Name, func(e *entry) { e.enums = append(e.enums, x) })
	}
	for _, x := range f.Vars {
		n.edit(x.Name, func(e *entry) { e.vars = append(e.vars, x) })
	}
}

// declare adds the prototypes of f.
func (n *names) declare(f *index.File, protos map[string][]syntax.Span) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, spans := range protos {
		n.edit(name, func(e *entry) {
			for _, span := range spans {
				e.protos = append(e.protos, declKey{f, span})
			}
		})
	}
}

func (n *names) edit(name string, f func(*entry)) {
	e := n.table[name]
	f(&e)
	n.table[name] = e
}

// Where a definition stands.
func fileOfMacro(x *index.Macro) *index.File    { return x.File }
func fileOfType(x *index.TypeDef) *index.File   { return x.File }
func fileOfEnum(x *index.EnumConst) *index.File { return x.Enum.File }
func fileOfVar(x *index.Var) *index.File        { return x.File }

var groupTagRE = regexp.MustCompile(`\b(?:struct_group_tagged|__struct_group)\s*\(\s*(\w+)\s*,`)

// groupTags returns the structs that are the tagged groups of members of others (include/linux/stddef.h).
func groupTags(f *index.File) []*index.TypeDef {
	if !bytes.Contains(f.Src.Content, []byte("struct_group")) {
		return nil
	}
	var out []*index.TypeDef
	for _, m := range groupTagRE.FindAllSubmatchIndex(f.Src.Content, -1) {
		tag := string(f.Src.Content[m[2]:m[3]])
		if slices.ContainsFunc(f.Types, func(d *index.TypeDef) bool { return d.Name == tag }) {
			continue
		}
		for _, d := range f.Types {
			if d.Span.Pos <= m[0] && m[0] < d.Span.End {
				out = append(out, &index.TypeDef{File: f, Kind: syntax.Struct, Name: tag, Span: d.Span})
				break
			}
		}
	}
	return out
}
