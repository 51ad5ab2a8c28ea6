package ctypes

import (
	"fmt"
	"path/filepath"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Scope is what Types asks about names. Nodes given to a Scope are from the text that it speaks for.
type Scope interface {
	// Tag finds the definition of a struct, union or enum; nil when the sources hold none.
	Tag(kind syntax.Kind, tag string) *Def
	// Typedef finds the type that a typedef name stands for.
	Typedef(name string) *Def
	// Const evaluates an array length, an enumerator or the width of a bit-field.
	Const(e syntax.Expr) (int64, bool)
	// TypeOf gives the type of typeof's operand.
	TypeOf(e syntax.Expr) *Type
	// Path and Text are the file that spans refer to.
	Path() string
	Text() []byte
}

// Def is the definition of a name, and where the names inside it are looked up.
type Def struct {
	Syn      *syntax.Type
	Scope    Scope
	Variants bool // there are others, under another #if
}

// Types resolves types and keeps what it resolved. It is for one goroutine.
type Types struct {
	seen   map[*syntax.Type]*Type
	opaque map[string]*Type
}

// New returns an empty Types.
func New() *Types {
	return &Types{seen: map[*syntax.Type]*Type{}, opaque: map[string]*Type{}}
}

// maxDepth bounds chains of typedefs, pointers and arrays, which no driver nests deeply.
const maxDepth = 40

// Resolve gives the type t as written in s. Structs, unions and arrays in it are shells until Complete.
func (ts *Types) Resolve(t *syntax.Type, s Scope) *Type { return ts.resolve(t, s, "", maxDepth) }

// resolve resolves t; hint is the tag of an anonymous struct or union found in it.
func (ts *Types) resolve(t *syntax.Type, s Scope, hint string, depth int) *Type {
	if t == nil || depth == 0 {
		return NewUnknown()
	}
	if r := ts.seen[t]; r != nil {
		return r
	}
	switch t.Kind {
	case syntax.Struct, syntax.Union:
		return ts.record(t, s, hint)
	case syntax.Typeof:
		return s.TypeOf(t.X)
	}
	r := ts.derived(t, s, hint, depth)
	ts.seen[t] = r
	return r
}

// derived resolves all but records and typeof, whose meaning may depend on more than the node.
func (ts *Types) derived(t *syntax.Type, s Scope, hint string, depth int) *Type {
	switch t.Kind {
	case syntax.Basic:
		return basic(t.Name)
	case syntax.Enum:
		return ts.enum(t, s)
	case syntax.Typedef:
		return ts.typedef(t, s, depth)
	case syntax.Pointer:
		r := PointerTo(nil)
		r.Syn = t
		r.Elem = ts.resolve(t.Elem, s, hint, depth-1)
		return r
	case syntax.Array:
		return &Type{Kind: Array, Size: -1, Align: 1, Len: -1, Syn: t, Elem: ts.resolve(t.Elem, s, hint, depth-1), phase: shell, scope: s}
	case syntax.Func:
		r := &Type{Kind: Func, Size: 1, Align: 1, Syn: t, Elem: ts.resolve(t.Elem, s, hint, depth-1)}
		for _, p := range t.Params {
			r.Params = append(r.Params, ts.resolve(p.Type, s, "", depth-1))
		}
		return r
	}
	return NewUnknown()
}

func (ts *Types) typedef(t *syntax.Type, s Scope, depth int) *Type {
	if r := wellKnown(t.Name); r != nil {
		r.Syn = t
		return r
	}
	def := s.Typedef(t.Name)
	if def == nil || def.Syn == t {
		return NewUnknown()
	}
	r := ts.resolve(def.Syn, def.Scope, t.Name, depth-1)
	if r.Kind != Int {
		return r
	}
	named := *r
	named.Name = t.Name
	return &named
}

// enum gives an enumeration the size gcc gives it: that of int, unless packed or with larger values.
func (ts *Types) enum(t *syntax.Type, s Scope) *Type {
	r := &Type{Kind: Int, Name: "enum " + t.Name, Size: 4, Align: 4, Syn: t}
	syn, scope := t, s
	if def := s.Tag(syntax.Enum, t.Name); t.Name != "" && def != nil {
		syn, scope = def.Syn, def.Scope
	}
	if syn.Defined && (syn.Packed || trailing(scope.Text(), syn).packed) {
		r.Size = enumSize(syn, scope)
		r.Align = max(1, r.Size)
	}
	return r
}

func enumSize(syn *syntax.Type, s Scope) int64 {
	next, low, high := int64(0), int64(0), int64(0)
	for _, e := range syn.Enumerators {
		if e.Value != nil {
			v, ok := s.Const(e.Value)
			if !ok {
				return -1
			}
			next = v
		}
		low, high = min(low, next), max(high, next)
		next++
	}
	for size := int64(1); size < 8; size *= 2 {
		bits := uint(8 * size)
		if low >= 0 && high < 1<<bits || low >= -1<<(bits-1) && high < 1<<(bits-1) {
			return size
		}
	}
	return 8
}

// record gives the shell of a struct or union, one for each definition.
func (ts *Types) record(t *syntax.Type, s Scope, hint string) *Type {
	def := &Def{Syn: t, Scope: s}
	if t.Name != "" {
		if found := s.Tag(t.Kind, t.Name); found != nil {
			def = found
		} else if !t.Defined {
			return ts.incomplete(t)
		}
	}
	if r := ts.seen[def.Syn]; r != nil {
		return r
	}
	r := &Type{Kind: Struct, Tag: t.Name, Size: -1, Align: 1, Syn: def.Syn, Variants: def.Variants, phase: shell, scope: def.Scope}
	if t.Kind == syntax.Union {
		r.Kind = Union
	}
	if r.Tag == "" {
		r.Tag = hint
	}
	if r.Tag == "" {
		r.Tag = fmt.Sprintf("anonymous %s:%d", filepath.Base(s.Path()), t.Pos)
	}
	ts.seen[def.Syn] = r
	return r
}

// incomplete gives the type of a tag without a definition, the same each time.
func (ts *Types) incomplete(t *syntax.Type) *Type {
	kind, key := Struct, "struct "+t.Name
	if t.Kind == syntax.Union {
		kind, key = Union, "union "+t.Name
	}
	r := ts.opaque[key]
	if r == nil {
		r = &Type{Kind: kind, Tag: t.Name, Size: -1, Align: 1, Syn: t}
		ts.opaque[key] = r
	}
	return r
}

// Complete lays t out: the fields of a struct or union, the size of an array. What t only points to stays a shell.
func (ts *Types) Complete(t *Type) *Type {
	if t == nil || t.phase != shell {
		return t
	}
	t.phase = running
	if t.Kind == Array {
		ts.completeArray(t)
	} else {
		ts.completeRecord(t)
	}
	t.phase, t.scope = done, nil
	return t
}

func (ts *Types) completeArray(t *Type) {
	elem := ts.Complete(t.Elem)
	t.Align = elem.Align
	if t.Syn.Len == nil {
		t.Len = 0
	} else if n, ok := t.scope.Const(t.Syn.Len); ok && n >= 0 {
		t.Len = n
	}
	if t.Len == 0 {
		t.Size = 0
	} else if t.Len > 0 && elem.Size >= 0 {
		t.Size = t.Len * elem.Size
	}
}
