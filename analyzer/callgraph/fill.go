package callgraph

import (
	"slices"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// filler reads brace-enclosed initialisers: designated or by position, with inner braces left out, with members of
// anonymous members, with macros that stand for several elements (C11 6.7.9).
type filler struct {
	p     *Program
	base  Site // In, Var and Scope of every site
	out   []Site
	zeros map[Cell]bool
	left  int // how many more elements are read
}

// maxElems bounds one initialiser: firmware tables have tens of thousands of numbers.
const maxElems = 400000

// stream is the rest of an initialiser list.
type stream struct {
	elems []*syntax.InitElem
}

func (st *stream) peek() *syntax.InitElem {
	if len(st.elems) == 0 {
		return nil
	}
	return st.elems[0]
}

// fill returns what list stores when it initialises an object of type t; sites have Op "=", and those of elements of
// an array outside of any struct have no cell.
func (p *Program) fill(list *syntax.InitList, t *ctypes.Type, base Site) []Site {
	f := &filler{p: p, base: base, zeros: map[Cell]bool{}, left: maxElems}
	f.braced(Cell{}, list, t, 0)
	for c := range f.zeros {
		s := base
		s.Op, s.Pos, s.cell, s.zero = "=", list.Span, c, true
		f.out = append(f.out, s)
	}
	return f.out
}

// fillDepth bounds nested braces and types.
const fillDepth = 40

// braced reads a list that belongs to an object of type t, which is the field owner.
func (f *filler) braced(owner Cell, list *syntax.InitList, t *ctypes.Type, depth int) {
	if list == nil || t == nil || depth > fillDepth {
		return
	}
	st := &stream{list.Elems}
	f.p.complete(t)
	switch {
	case t.IsRecord():
		f.record(t, t.Tag, st, true, depth)
	case t.Kind == ctypes.Array:
		f.array(owner, t, st, true, depth)
	case t.Kind == ctypes.Unknown || len(list.Elems) > 1 || len(list.Elems) == 1 && len(list.Elems[0].Path) > 0:
		for e := f.head(st); e != nil; e = f.head(st) {
			st.elems = st.elems[1:]
			f.unknown(e, owner.Field, depth+1)
		}
	default: // { x } for a scalar
		if e := st.peek(); e != nil {
			f.emit(owner, e.Value, e.Span)
		}
	}
}

// unknown reads an element whose place is not known: its designators name the field, but the struct may be any.
func (f *filler) unknown(e *syntax.InitElem, field string, depth int) {
	for _, d := range e.Path {
		if d.Field != "" {
			field = d.Field
		}
	}
	list, ok := e.Value.(*syntax.InitList)
	if !ok || depth > fillDepth {
		f.emit(Cell{unknownTag, field}, e.Value, e.Span)
		return
	}
	for st := (&stream{list.Elems}); ; {
		inner := f.head(st)
		if inner == nil {
			return
		}
		st.elems = st.elems[1:]
		f.unknown(inner, field, depth+1)
	}
}

// record reads elements into the members of t. tag is the tag that cells of the members go by.
func (f *filler) record(t *ctypes.Type, tag string, st *stream, braced bool, depth int) {
	set := make([]bool, len(t.Fields))
	for i := 0; ; {
		e := f.head(st)
		if e == nil {
			break
		}
		if len(e.Path) > 0 {
			at := f.designated(t, e)
			if !braced || at < 0 && e.Path[0].Field == "" {
				break
			}
			st.elems = st.elems[1:]
			if at >= 0 {
				set[at] = true
				f.path(tag, t.Fields[at], e, depth)
				i = at + 1
			} else {
				f.unknown(e, "", depth)
			}
			continue
		}
		for i < len(t.Fields) && t.Fields[i].Alias {
			i++
		}
		if i >= len(t.Fields) || t.Kind == ctypes.Union && i > 0 {
			if !braced {
				break
			}
			st.elems = st.elems[1:]
			f.unknown(e, "", depth)
			continue
		}
		set[i] = true
		f.object(memberCell(tag, t.Fields[i]), tag, t.Fields[i].Type, st, depth+1)
		i++
	}
	f.omitted(t, tag, set, depth)
}

// memberCell is the cell of a member; an anonymous one has none of its own.
func memberCell(tag string, m ctypes.Field) Cell { return Cell{canonical(tag), m.Name} }

// memberTag is the tag that the members of a member of type t go by.
func memberTag(outer string, m string, t *ctypes.Type) string {
	if m == "" {
		return outer
	}
	return t.Tag
}

// designated finds the member that e's first designator names, directly or in an anonymous member; -1 for none.
func (f *filler) designated(t *ctypes.Type, e *syntax.InitElem) int {
	name := e.Path[0].Field
	if name == "" {
		return -1
	}
	for i, m := range t.Fields {
		if m.Name == name {
			return i
		}
	}
	for i, m := range t.Fields {
		if m.Name == "" && m.Type.IsRecord() {
			if _, ok := f.p.Field(m.Type, name); ok {
				return i
			}
		}
	}
	return -1
}

// path reads e, whose first designator leads to or through the member m of tag.
func (f *filler) path(tag string, m ctypes.Field, e *syntax.InitElem, depth int) {
	rest := e.Path
	if m.Name != "" {
		rest = rest[1:]
	}
	f.follow(memberCell(tag, m), memberTag(tag, m.Name, m.Type), m.Type, rest, e, depth+1)
}

// follow reads e into the object that rest designates inside of t.
func (f *filler) follow(owner Cell, tag string, t *ctypes.Type, rest []syntax.Designator, e *syntax.InitElem, depth int) {
	f.p.complete(t)
	switch {
	case depth > fillDepth:
	case len(rest) == 0:
		f.object(owner, tag, t, &stream{[]*syntax.InitElem{{Span: e.Span, Value: e.Value}}}, depth)
	case rest[0].Field == "" && t.Kind == ctypes.Array:
		f.follow(owner, t.Elem.Tag, t.Elem, rest[1:], e, depth+1)
	case t.IsRecord():
		inner := &syntax.InitElem{Span: e.Span, Path: rest, Value: e.Value}
		if at := f.designated(t, inner); at >= 0 {
			f.path(tag, t.Fields[at], inner, depth)
		}
	}
}

// object reads one object of type t from st: a braced list, an expression of that type, or, braces being left out, as
// many elements as it has members.
func (f *filler) object(owner Cell, tag string, t *ctypes.Type, st *stream, depth int) {
	e := f.head(st)
	if e == nil || depth > fillDepth {
		st.elems = nil
		return
	}
	f.p.complete(t)
	if owner.Field != "" || t.Tag != "" && !t.IsRecord() {
		tag = t.Tag
	}
	switch v := e.Value.(type) {
	case *syntax.InitList:
		st.elems = st.elems[1:]
		if t.IsRecord() {
			f.record(t, tag, &stream{v.Elems}, true, depth+1)
		} else {
			f.braced(owner, v, t, depth+1)
		}
		return
	case *syntax.CompoundLit:
		if t.IsRecord() {
			st.elems = st.elems[1:]
			f.braced(owner, v.Init, t, depth+1)
			return
		}
	}
	switch {
	case t.IsRecord() && !f.isRecord(e.Value):
		f.record(t, tag, st, false, depth+1)
	case t.Kind == ctypes.Array && !isString(e.Value):
		f.array(owner, t, st, false, depth+1)
	default:
		st.elems = st.elems[1:]
		f.emit(owner, e.Value, e.Span)
	}
}

// array reads elements into an array.
func (f *filler) array(owner Cell, t *ctypes.Type, st *stream, braced bool, depth int) {
	if depth > fillDepth || t.Elem == nil {
		st.elems = nil
		return
	}
	for n := int64(0); braced || n < t.Len; n++ {
		e := f.head(st)
		if e == nil {
			return
		}
		if len(e.Path) > 0 {
			if !braced {
				return
			}
			st.elems = st.elems[1:]
			if e.Path[0].Field == "" {
				f.follow(owner, t.Elem.Tag, t.Elem, e.Path[1:], e, depth+1)
			}
			continue
		}
		before := len(st.elems)
		f.object(owner, t.Elem.Tag, t.Elem, st, depth+1)
		if len(st.elems) == before { // an element type without members takes none
			st.elems = st.elems[1:]
		}
	}
}

// isRecord reports whether an initialiser is a struct by itself, such as another variable.
func (f *filler) isRecord(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Number, *syntax.String, *syntax.Char, *syntax.Unary, *syntax.Binary, *syntax.Cast:
		return false
	}
	return f.p.exprType(e, f.base.Scope, typeDepth).IsRecord()
}

func isString(e syntax.Expr) bool { _, ok := e.(*syntax.String); return ok }

// emit notes that owner gets value, and reads the compound literals inside of it.
func (f *filler) emit(owner Cell, value syntax.Expr, at syntax.Span) {
	s := f.base
	s.Value, s.Op, s.Pos, s.cell = value, "=", at, owner
	f.out = append(f.out, s)
	if f.base.In != nil {
		return // the walk over the function meets them
	}
	syntax.Walk(value, func(n syntax.Node) bool {
		if lit, ok := n.(*syntax.CompoundLit); ok {
			f.out = append(f.out, f.p.fill(lit.Init, f.base.Scope.resolve(lit.Type), f.base)...)
			return false
		}
		return true
	})
}

// omitted notes the members that an initialiser leaves out, and with them all that they contain. Members of a union
// that has one set overlap it.
func (f *filler) omitted(t *ctypes.Type, tag string, set []bool, depth int) {
	if t.Kind == ctypes.Union && slices.Contains(set, true) {
		return
	}
	for i, m := range t.Fields {
		if !set[i] && !m.Alias {
			f.zero(memberCell(tag, m), memberTag(tag, m.Name, m.Type), m.Type, depth+1)
		}
	}
}

func (f *filler) zero(c Cell, tag string, t *ctypes.Type, depth int) {
	for t.Kind == ctypes.Array && t.Elem != nil {
		t, tag = t.Elem, t.Elem.Tag
	}
	if !t.IsRecord() {
		f.zeros[c] = true
		return
	}
	if depth > fillDepth || c.Field != "" && f.zeros[c] {
		return
	}
	f.zeros[c] = true
	f.p.complete(t)
	for _, m := range t.Fields {
		if !m.Alias {
			f.zero(memberCell(tag, m), memberTag(tag, m.Name, m.Type), m.Type, depth+1)
		}
	}
}

// head returns the next element of st with macros that stand for elements replaced by them; nil at the end.
func (f *filler) head(st *stream) *syntax.InitElem {
	for depth := 0; ; depth++ {
		e := st.peek()
		if f.left--; e == nil || f.left < 0 {
			st.elems = nil
			return nil
		}
		elems, ok := f.p.initMacro(e, f.base.Scope)
		if !ok || depth > visitDepth {
			return e
		}
		st.elems = append(append([]*syntax.InitElem(nil), elems...), st.elems[1:]...)
	}
}
