package callgraph

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Type resolves a type as written in from, outside of functions. The type, and what it points to, is laid out; what
// lies further away is after TypeOf, Field or Complete.
func (p *Program) Type(t *syntax.Type, from *index.File) *ctypes.Type {
	return p.fileScope(from).resolve(t)
}

// Complete lays out a type that was reached through pointers.
func (p *Program) Complete(t *ctypes.Type) *ctypes.Type { return p.complete(t) }

func (p *Program) complete(t *ctypes.Type) *ctypes.Type {
	p.types.Complete(t)
	if t != nil && t.Elem != nil {
		p.types.Complete(t.Elem)
	}
	return t
}

// TypeOf returns the type "struct x", "union x", "enum x", or x alone: a typedef name, struct or union, in this order,
// as seen from a file; nil when there is no definition.
func (p *Program) TypeOf(tag string, from *index.File) *ctypes.Type {
	word, name, tagged := strings.Cut(tag, " ")
	if !tagged {
		if def := p.typedefDef(tag, from); def != nil {
			return p.complete(p.types.Resolve(def.Syn, def.Scope))
		}
		if t := p.TypeOf("struct "+tag, from); t != nil {
			return t
		}
		return p.TypeOf("union "+tag, from)
	}
	kind := map[string]syntax.Kind{"struct": syntax.Struct, "union": syntax.Union, "enum": syntax.Enum}[word]
	if def := p.tagDef(kind, name, from); def != nil {
		return p.complete(p.types.Resolve(def.Syn, def.Scope))
	}
	return nil
}

// tagDef finds the definition of a struct, union or enum; the longest one where #if variants differ.
func (p *Program) tagDef(kind syntax.Kind, tag string, from *index.File) *ctypes.Def {
	key := nameAt{string(rune('0'+int(kind))) + tag, from}
	if def, ok := p.typeNames[key]; ok {
		return def
	}
	list := keep(p.tree.names.get(tag).types, func(d *index.TypeDef) bool { return d.Kind == kind })
	list = p.visibleTag(from, list)
	var def *ctypes.Def
	if d, variants := longest(list); d != nil {
		if syn := p.tagIn(d); syn != nil {
			def = &ctypes.Def{Syn: syn, Scope: p.fileScope(d.File), Variants: variants}
		}
	}
	p.typeNames[key] = def
	return def
}

// visibleTag is visible for tags. A header may name a struct that one .c file alone defines: for what points to it in
// that file, it is the one.
func (p *Program) visibleTag(from *index.File, list []*index.TypeDef) []*index.TypeDef {
	if out := visible(p, from, list, fileOfType); len(out) > 0 {
		return out
	}
	private := keep(list, func(d *index.TypeDef) bool { return p.isFile[d.File] })
	for _, d := range private {
		if p.isFile[from] || d.File != private[0].File {
			return nil
		}
	}
	return private
}

// defined gives the struct or union that t is or leads to, as s's file knows it, when t itself came from a place that
// knows its tag alone.
func (p *Program) defined(t *ctypes.Type, s *Scope) *ctypes.Type {
	r := t.Record()
	if r == nil || r.Syn == nil || r.Syn.Defined || r.Syn.Name == "" {
		return t
	}
	if def := p.tagDef(r.Syn.Kind, r.Syn.Name, s.file); def != nil {
		return p.complete(p.types.Resolve(def.Syn, def.Scope))
	}
	return t
}

// longest picks among the definitions of the nearest file.
func longest(list []*index.TypeDef) (best *index.TypeDef, variants bool) {
	for _, d := range list {
		switch {
		case best == nil:
			best = d
		case d.File != best.File:
			return best, variants
		default:
			variants = true
			if d.Span.End-d.Span.Pos > best.Span.End-best.Span.Pos {
				best = d
			}
		}
	}
	return best, variants
}

// tagIn finds the body of d in the declaration that holds it.
func (p *Program) tagIn(d *index.TypeDef) *syntax.Type {
	decl, err := p.tree.Decl(d.File, d.Span)
	if err != nil {
		return nil
	}
	want := &syntax.Type{Kind: d.Kind, Name: d.Name}
	if t := bodyOf(decl.Type, want, 0); t != nil {
		return t
	}
	for _, list := range [...][]*syntax.VarDecl{decl.Typedefs, decl.Vars} {
		for _, v := range list {
			if t := bodyOf(v.Type, want, 0); t != nil {
				return t
			}
		}
	}
	return nil
}

// bodyOf looks for the definition of want's tag in t and the types of its members.
func bodyOf(t, want *syntax.Type, depth int) *syntax.Type {
	if t == nil || depth > 30 {
		return nil
	}
	if t.Kind == want.Kind && t.Name == want.Name && t.Defined {
		return t
	}
	if found := bodyOf(t.Elem, want, depth+1); found != nil {
		return found
	}
	for _, f := range t.Fields {
		if found := bodyOf(f.Type, want, depth+1); found != nil {
			return found
		}
	}
	return nil
}

func (p *Program) typedefDef(name string, from *index.File) *ctypes.Def {
	key := nameAt{name, from}
	if def, ok := p.typeNames[key]; ok {
		return def
	}
	var def *ctypes.Def
	for _, d := range visible(p, from, p.tree.names.get(name).typedefs, fileOfType) {
		if def = p.typedefIn(d); def != nil {
			break
		}
	}
	p.typeNames[key] = def
	return def
}

func (p *Program) typedefIn(d *index.TypeDef) *ctypes.Def {
	decl, err := p.tree.Decl(d.File, d.Span)
	if err != nil {
		return nil
	}
	for _, v := range decl.Typedefs {
		if v.Name == d.Name {
			return &ctypes.Def{Syn: v.Type, Scope: p.fileScope(d.File)}
		}
	}
	return nil
}

// Field returns the member name of the struct or union t, or of what t points to. Members of anonymous members count,
// with their offset from the start of t.
func (p *Program) Field(t *ctypes.Type, name string) (ctypes.Field, bool) {
	return p.field(t.Record(), name, 0)
}

func (p *Program) field(t *ctypes.Type, name string, depth int) (ctypes.Field, bool) {
	if t == nil || depth > 20 {
		return ctypes.Field{}, false
	}
	p.types.Complete(t)
	for _, f := range t.Fields {
		if f.Name == name {
			p.complete(f.Type)
			return f, true
		}
	}
	for _, f := range t.Fields {
		if f.Name != "" {
			continue
		}
		if inner, ok := p.field(f.Type.Record(), name, depth+1); ok {
			return shifted(inner, f.Offset), true
		}
	}
	return ctypes.Field{}, false
}

func shifted(f ctypes.Field, by int64) ctypes.Field {
	if f.Offset < 0 || by < 0 {
		f.Offset, f.Bit = -1, -1
		return f
	}
	f.Offset += by
	if f.BitSize > 0 {
		f.Bit += 8 * by
	}
	return f
}
