package ctypes

import (
	"bytes"
	"regexp"
)

// memberMacro is a macro call that declares a member. Readers of the dialect spell it as a plain member (struct_group
// as an anonymous struct, DECLARE_BITMAP as an array of bits longs, DECLARE_FLEX_ARRAY without brackets); what they
// leave out is read from the text. See include/linux/stddef.h and include/linux/types.h.
type memberMacro struct {
	group  string // the name of a struct_group
	attrs  attrs  // of a struct_group
	bitmap bool   // the array length counts bits
	flex   bool   // a flexible array
}

var (
	memberRE = regexp.MustCompile(`^(\w*struct_group\w*|DECLARE_BITMAP|_*DECLARE_FLEX_ARRAY)\s*\(`)
	groupRE  = regexp.MustCompile(`^(\w*struct_group\w*)\s*\(([^,]*),([^,]*),([^,]*)`)
)

// readMacro looks at the text of a member or of its type.
func readMacro(text []byte, pos int) memberMacro {
	var m memberMacro
	if pos < 0 || pos >= len(text) {
		return m
	}
	rest := text[pos:min(len(text), pos+400)]
	if c := rest[0]; c != 's' && c != '_' && c != 'D' || !memberRE.Match(rest) {
		return m
	}
	switch {
	case bytes.HasPrefix(rest, []byte("DECLARE_BITMAP")):
		m.bitmap = true
	case bytes.Contains(rest[:min(len(rest), 24)], []byte("FLEX_ARRAY")):
		m.flex = true
	default:
		m.readGroup(rest)
	}
	return m
}

func (m *memberMacro) readGroup(rest []byte) {
	g := groupRE.FindSubmatch(commentRE.ReplaceAll(rest, nil))
	if g == nil {
		return
	}
	name, attr := g[2], []byte(nil)
	switch string(g[1]) {
	case "struct_group":
	case "struct_group_attr":
		attr = g[3]
	case "struct_group_tagged":
		name = g[3]
	case "__struct_group":
		name, attr = g[3], g[4]
	default:
		return
	}
	m.group, m.attrs = string(bytes.TrimSpace(name)), readAttrs(attr)
}

// adjust gives the member the type that the macro means.
func (m memberMacro) adjust(t *Type) *Type {
	switch {
	case m.bitmap && t.Kind == Array && t.Len >= 0:
		r := *t
		r.Len = (t.Len + 63) / 64
		r.Size = 8 * r.Len
		return &r
	case m.flex && t.Kind != Array:
		return &Type{Kind: Array, Size: 0, Align: t.Align, Elem: t, Syn: t.Syn}
	}
	return t
}
