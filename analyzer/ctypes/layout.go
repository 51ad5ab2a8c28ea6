package ctypes

import (
	"strconv"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// item is what stands in the body of a struct or union: a field, or a preprocessor conditional between fields.
type item struct {
	field *syntax.Field
	index int
	attrs attrs
	macro memberMacro
	cond  string // "if", "elif", "else", "endif", "error"; "" for a field
	arg   string // the rest of the line
}

// cursor is a place while a body is laid out.
type cursor struct {
	bit int64 // the next free bit; -1 unknown
	end int64 // the end of the longest member, of a union
}

// layout lays one record out.
type layout struct {
	ts     *Types
	t      *Type
	union  bool
	packed bool
	items  []item
	pos    int
}

func (ts *Types) completeRecord(t *Type) {
	text := t.scope.Text()
	own := trailing(text, t.Syn)
	if m := readMacro(text, t.Syn.Pos); m.group != "" {
		own = m.attrs
	}
	l := &layout{ts: ts, t: t, union: t.Kind == Union, packed: t.Syn.Packed || own.packed, items: items(text, t.Syn)}
	c := l.run(cursor{}, true)
	if own.align > 0 {
		t.Align = max(t.Align, own.align)
	}
	end := c.bit
	if l.union && end >= 0 {
		end = c.end
	}
	t.Size = -1
	if end >= 0 && own.align >= 0 && !t.Variants {
		t.Size = roundUp((end+7)/8, t.Align)
	}
}

// run lays items out until the conditional that it stands in ends. keep is false in a branch that is never compiled.
func (l *layout) run(c cursor, keep bool) cursor {
	for l.pos < len(l.items) {
		it := l.items[l.pos]
		switch it.cond {
		case "elif", "else", "endif":
			return c
		case "if":
			c = l.conditional(c, keep)
			continue
		case "":
			if keep {
				c = l.place(c, it)
			}
		}
		l.pos++
	}
	return c
}

// conditional lays out each branch of an #if chain from c. Branches that end in different places make the end unknown.
func (l *layout) conditional(c cursor, keep bool) cursor {
	var ends []cursor
	open := true // no branch so far is known to be taken
	for l.pos < len(l.items) {
		it := l.items[l.pos]
		l.pos++
		if it.cond == "endif" {
			break
		}
		taken := known(it)
		start := l.pos
		end := l.run(c, keep && open && taken != never)
		if open && taken != never && !l.failed(start) {
			ends = append(ends, end)
		}
		open = open && taken != always
	}
	if open {
		ends = append(ends, c) // no #else
	}
	return join(ends)
}

// failed reports whether the branch from start to here ends in #error.
func (l *layout) failed(start int) bool {
	nested := 0
	for _, it := range l.items[start:l.pos] {
		switch it.cond {
		case "if":
			nested++
		case "endif":
			nested--
		case "error":
			if nested == 0 {
				return true
			}
		}
	}
	return false
}

func join(ends []cursor) cursor {
	if len(ends) == 0 {
		return cursor{bit: -1, end: -1}
	}
	c := ends[0]
	for _, e := range ends[1:] {
		if e != c {
			return cursor{bit: -1, end: -1}
		}
	}
	return c
}

// place puts one field at c and returns where the next one may start.
func (l *layout) place(c cursor, it item) cursor {
	f := it.field
	typ := l.ts.resolve(f.Type, l.t.scope, l.hint(it), maxDepth)
	if typ.phase == running { // a struct that contains itself: no C, but no reason to fall over
		typ = NewUnknown()
	}
	typ = it.macro.adjust(l.ts.Complete(typ))
	align := typ.Align
	if l.packed || it.attrs.packed {
		align = 1
	}
	align = max(align, it.attrs.align)
	if it.attrs.align < 0 {
		c.bit = -1
	}
	if f.Bits != nil {
		return l.bitField(c, it, typ)
	}
	l.t.Align = max(l.t.Align, align)
	at := int64(0)
	if !l.union {
		at = c.bit
		if at >= 0 {
			at = roundUp(at, 8*align)
		}
	}
	off := int64(-1)
	if at >= 0 {
		off = at / 8
	}
	l.t.Fields = append(l.t.Fields, Field{Name: f.Name, Type: typ, Offset: off})
	if it.macro.group != "" {
		l.t.Fields = append(l.t.Fields, Field{Name: it.macro.group, Type: typ, Offset: off, Alias: true})
	}
	return l.advance(c, at, 8*typ.Size)
}

// advance moves c behind a member of bits bits at place at.
func (l *layout) advance(c cursor, at, bits int64) cursor {
	if at < 0 || bits < 0 || c.bit < 0 {
		return cursor{bit: -1, end: -1}
	}
	if l.union {
		return cursor{end: max(c.end, bits)}
	}
	return cursor{bit: at + bits}
}

// bitField puts a bit-field: where the declared type's storage units would be straddled, a new unit begins, unless the
// record is packed. Width 0 ends the unit.
func (l *layout) bitField(c cursor, it item, typ *Type) cursor {
	width, ok := l.t.scope.Const(it.field.Bits)
	unit := 8 * typ.Size
	if !ok || unit <= 0 || width < 0 {
		c = cursor{bit: -1, end: -1}
	}
	packed := l.packed || it.attrs.packed
	at := c.bit
	if l.union {
		at = min(at, 0)
	}
	if at >= 0 && (width == 0 || !packed && at/unit != (at+width-1)/unit) {
		at = roundUp(at, unit)
	}
	if width == 0 && at >= 0 {
		return l.advance(c, at, 0)
	}
	if it.field.Name != "" {
		if !packed {
			l.t.Align = max(l.t.Align, typ.Align)
		}
		l.t.Fields = append(l.t.Fields, bitMember(it.field.Name, typ, at, width, unit, packed))
	}
	return l.advance(c, at, width)
}

func bitMember(name string, typ *Type, at, width, unit int64, packed bool) Field {
	f := Field{Name: name, Type: typ, Offset: -1, BitSize: int(max(1, width)), Bit: at}
	switch {
	case at < 0:
	case packed:
		f.Offset = at / 8
	default:
		f.Offset = at / unit * unit / 8
	}
	return f
}

// hint is the tag of an anonymous struct or union that is the type of a member.
func (l *layout) hint(it item) string {
	if it.field.Name != "" {
		return l.t.Tag + "." + it.field.Name
	}
	return l.t.Tag + "." + strconv.Itoa(it.index)
}

func roundUp(n, unit int64) int64 {
	if unit <= 1 {
		return n
	}
	return (n + unit - 1) / unit * unit
}
