package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// tagged converts a struct, union or enum specifier.
func (u *unit) tagged(n *node) *syntax.Type {
	t := &syntax.Type{Span: u.span(n), Kind: syntax.Struct}
	switch n.kind {
	case "union_specifier":
		t.Kind = syntax.Union
	case "enum_specifier":
		t.Kind = syntax.Enum
	}
	for _, k := range n.kids {
		switch k.kind {
		case "type_identifier":
			t.Name = u.read(k)
		case "field_declaration_list":
			t.Defined = true
			t.Fields = u.fields(k)
		case "enumerator_list":
			t.Defined = true
			t.Enumerators = u.enumerators(k)
		case errorKind:
			u.fail(k)
		}
	}
	t.Packed = t.Defined && u.packed(n)
	return t
}

// packed looks at the original text in front of and behind the body: dialect blanks the attribute.
func (u *unit) packed(n *node) bool {
	body := n.kid("field_declaration_list", "enumerator_list")
	if isPacked(string(u.orig[n.pos:body.pos])) {
		return true
	}
	end := body.end
	for end < len(u.norm) && isBlank(u.norm[end]) {
		end++
	}
	return isPacked(string(u.orig[body.end:end]))
}

func isPacked(s string) bool { return strings.Contains(s, "packed") }

func (u *unit) enumerators(n *node) []*syntax.Enumerator {
	var list []*syntax.Enumerator
	for _, k := range n.kids {
		switch k.kind {
		case "enumerator":
			e := &syntax.Enumerator{Span: u.span(k), Name: u.read(k.first())}
			if len(k.kids) == 3 {
				e.Value = u.expr(k.last())
			}
			list = append(list, e)
		case errorKind:
			u.fail(k)
		}
	}
	return list
}

func (u *unit) fields(n *node) []*syntax.Field {
	var list []*syntax.Field
	for _, k := range n.kids {
		switch k.kind {
		case "field_declaration":
			list = append(list, u.field(k)...)
		case "preproc_if", "preproc_ifdef", "preproc_elif", "preproc_else":
			list = append(list, u.fields(k)...)
		case errorKind:
			u.fail(k)
		}
	}
	return list
}

// field converts one declaration of members, which may declare several.
func (u *unit) field(n *node) []*syntax.Field {
	if g := u.group(n); g != nil {
		return []*syntax.Field{g}
	}
	s, rest := u.specifiers(n.kids)
	var list []*syntax.Field
	for _, k := range n.kids[rest:] {
		switch {
		case k.kind == "," || k.kind == ";" || k.kind == "attribute_specifier":
		case k.kind == "bitfield_clause":
			if len(list) == 0 {
				list = append(list, &syntax.Field{Span: u.span(n), Type: s.base})
			}
			list[len(list)-1].Bits = u.expr(k.last())
		case k.bad:
			u.fail(k)
		case k.missing:
			list = append(list, &syntax.Field{Span: u.span(n), Type: s.base}) // an unnamed bit-field
		default:
			if name, t := u.declarator(k, s.base); name != nil {
				list = append(list, &syntax.Field{Span: u.span(k), Name: u.read(name), Type: t})
			}
		}
	}
	if len(list) == 0 && s.base.Kind != syntax.Basic {
		list = append(list, &syntax.Field{Span: u.span(n), Type: s.base})
	}
	if len(list) == 1 {
		u.declared(n, list[0])
	}
	return list
}

// declared corrects the type of a member that a macro declares. The macro of a member that is not known here is its
// type's name, and the call is the type's X.
func (u *unit) declared(n *node, f *syntax.Field) {
	word := u.macroBefore(n)
	switch {
	case word == "DECLARE_BITMAP":
		u.bitmap(f.Type)
	case strings.HasSuffix(word, "DECLARE_FLEX_ARRAY"):
		f.Type = &syntax.Type{Span: f.Span, Kind: syntax.Array, Elem: f.Type}
	case f.Type.Kind == syntax.Typedef && f.Type.Name == word:
		u.macroMember(n, f)
	}
}

func (u *unit) macroMember(n *node, f *syntax.Field) {
	end := n.pos + len(f.Type.Name)
	for end < len(u.orig) && isBlank(u.orig[end]) {
		end++
	}
	if end >= len(u.orig) || u.orig[end] != '(' || u.norm[end] == '(' {
		return
	}
	close := end + closeIndex(string(u.orig[end:]))
	if close < len(u.orig) {
		f.Type.X = u.exprText(n.pos, close+1)
	}
}

// bitmap corrects the type that dialect could only call "long [bits]".
func (u *unit) bitmap(t *syntax.Type) {
	if t.Kind != syntax.Array {
		return
	}
	t.Elem = &syntax.Type{Span: t.Span, Kind: syntax.Basic, Name: "unsigned long"}
	t.Len = &syntax.Call{Span: t.Span, Fun: &syntax.Ident{Span: t.Span, Name: "BITS_TO_LONGS"}, Args: []syntax.Expr{t.Len}}
}

// macroBefore returns the word in the original text at or, blanked, in front of n.
func (u *unit) macroBefore(n *node) string {
	i := n.pos
	for i > 0 && isBlank(u.norm[i-1]) {
		i--
	}
	return firstWord(strings.TrimLeft(string(u.orig[i:n.end]), " \t\r\n"))
}

// group converts struct_group(NAME, members): an anonymous union of the members and of a struct NAME with the same.
func (u *unit) group(n *node) *syntax.Field {
	s := n.first()
	if s == nil || s.kind != "struct_specifier" {
		return nil
	}
	word := firstWord(u.text(s))
	lead, tag, ok := dialect.Group(word)
	if !ok {
		return nil
	}
	inner := u.tagged(s)
	args := strings.SplitN(u.text(s)[len(word):], ",", lead+1)
	arg := func(i int) string { return strings.Trim(args[i], " \t\r\n(") }
	for i := range min(lead, len(args)) {
		inner.Packed = inner.Packed || isPacked(args[i])
	}
	nameAt := 0
	if tag >= 0 {
		nameAt = 1
	}
	anonymous := &syntax.Type{Span: inner.Span, Kind: syntax.Struct, Defined: true, Fields: inner.Fields, Packed: inner.Packed}
	span := u.span(n)
	fields := []*syntax.Field{{Span: span, Type: anonymous}}
	if len(args) > nameAt && arg(nameAt) != "" {
		named := *anonymous
		named.Name = inner.Name
		fields = append(fields, &syntax.Field{Span: span, Name: arg(nameAt), Type: &named})
	}
	return &syntax.Field{Span: span, Type: &syntax.Type{Span: span, Kind: syntax.Union, Defined: true, Fields: fields}}
}
