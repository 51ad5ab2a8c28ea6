package driver

import (
	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
)

const opsTag = "ieee80211_ops"

// isOps recognises the definition of a table.
func isOps(v *index.Var) bool {
	return v.TypeTag == "struct "+opsTag && !v.Extern && !isPointer(v)
}

// isPointer looks for a * in front of the name or a [ behind it: neither is a table.
func isPointer(v *index.Var) bool {
	t := scan(v.File.Src.Content[v.Span.Pos:v.Span.End], v.Span.Pos)
	for i := range t.toks {
		if t.word(i) == v.Name {
			return t.kind(i-1) == '*' || t.kind(i+1) == '['
		}
	}
	return false
}

// namePlace is the place of a variable's name in its declaration.
func namePlace(v *index.Var) Place {
	t := scan(v.File.Src.Content[v.Span.Pos:v.Span.End], v.Span.Pos)
	for i := range t.toks {
		if t.word(i) == v.Name {
			return Place{v.File, t.span(i, i+1)}
		}
	}
	return Place{v.File, v.Span}
}

// table collects what the members of one ops variable can hold.
type table struct {
	prog *callgraph.Program
	ops  []Op
	seen map[opKey]bool
}

type opKey struct {
	member, name string
	fn           *index.Func
}

// initialiser adds the elements of v's initialiser.
func (t *table) initialiser(v *index.Var) {
	m := members{macros: func(name string) []*index.Macro { return t.prog.Macro(name, v.File) }}
	m.read(scan(v.File.Src.Content[v.Span.Pos:v.Span.End], v.Span.Pos).braces())
	for _, e := range m.out {
		t.hold(e.name, e.names, Place{v.File, e.at})
	}
}

// hold adds the functions that a value names: usually the value is just the name of one. Where none of the names
// means anything here, the last is taken for a function defined elsewhere.
func (t *table) hold(member string, names []string, at Place) {
	known := false
	for _, n := range names {
		known = t.name(member, n, at, 0) || known
	}
	if known || len(names) == 0 {
		return
	}
	if last := names[len(names)-1]; last != "NULL" {
		t.add(Op{Member: member, Name: last, Pos: at})
	}
}

// name adds what a name can mean as a value, and says whether it means anything.
func (t *table) name(member, name string, at Place, depth int) bool {
	fns := t.prog.Funcs(name, at.File)
	for _, fn := range fns {
		t.add(Op{Member: member, Name: name, Func: fn, Pos: at})
	}
	if len(fns) > 0 || name == "NULL" || depth == maxDepth {
		return len(fns) > 0 || name == "NULL"
	}
	known := false
	for _, mac := range t.prog.Macro(name, at.File) {
		known = true
		body := scan([]byte(mac.Body), 0)
		for i := range body.toks {
			if w := body.word(i); w != "" && w != name {
				t.name(member, w, at, depth+1)
			}
		}
	}
	return known
}

func (t *table) add(op Op) {
	key := opKey{op.Member, op.Name, op.Func}
	if !t.seen[key] {
		t.seen[key] = true
		t.ops = append(t.ops, op)
	}
}
