package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// specifiers is what stands in front of the declarators.
type specifiers struct {
	base                            *syntax.Type
	static, extern, inline, typedef bool
	defined                         *syntax.Type // a struct, union or enum with its body
}

// specifiers reads the children of a declaration up to the first declarator, whose index it returns.
func (u *unit) specifiers(kids []*node) (s specifiers, rest int) {
	konst := false
	for i, k := range kids {
		switch k.kind {
		case "storage_class_specifier":
			switch u.read(k) {
			case "static":
				s.static = true
			case "extern":
				s.extern = true
			case "inline", "__inline", "__inline__":
				s.inline = true
			}
		case "typedef":
			s.typedef = true
		case "type_qualifier":
			konst = konst || strings.Contains(u.read(k), "const")
		case "attribute_specifier", "attribute_declaration", "ms_call_modifier", "ms_declspec_modifier", "__extension__":
		case errorKind:
			u.fail(k)
		default:
			if s.base != nil || !isTypeNode(k) {
				return u.finish(s, konst, k), i
			}
			s.base = u.typeNode(k)
			if s.base.Defined {
				s.defined = s.base
			}
		}
	}
	return u.finish(s, konst, nil), len(kids)
}

func (u *unit) finish(s specifiers, konst bool, at *node) specifiers {
	if s.base == nil {
		s.base = &syntax.Type{Kind: syntax.Basic, Name: "int"}
		if at != nil {
			s.base.Span = u.span(at)
		}
	}
	s.base.Const = s.base.Const || konst
	return s
}

func isTypeNode(n *node) bool {
	switch n.kind {
	case "primitive_type", "type_identifier", "sized_type_specifier", "struct_specifier", "union_specifier", "enum_specifier", "macro_type_specifier":
		return true
	}
	return false
}

func (u *unit) typeNode(n *node) *syntax.Type {
	switch n.kind {
	case "primitive_type", "sized_type_specifier":
		if w := u.respelled(n); w != "" {
			return &syntax.Type{Span: u.span(n), Kind: syntax.Typedef, Name: w}
		}
		return u.basic(n, u.read(n))
	case "type_identifier":
		return u.typeName(n)
	case "struct_specifier", "union_specifier", "enum_specifier":
		return u.tagged(n)
	}
	return &syntax.Type{Span: u.span(n), Kind: syntax.Typedef, Name: u.text(n)}
}

// basic normalises the words of a basic type.
func (u *unit) basic(n *node, text string) *syntax.Type {
	t := &syntax.Type{Span: u.span(n)}
	count := make(map[string]int)
	for _, w := range strings.Fields(text) {
		if w == "const" {
			t.Const = true
		}
		count[strings.Trim(w, "_")]++
	}
	t.Name = basicName(count)
	if t.Name == "" {
		t.Kind, t.Name = syntax.Typedef, typedefWord(text)
	}
	return t
}

// respelled returns the type name for which dialect wrote int, or "".
func (u *unit) respelled(n *node) string {
	w := firstWord(string(u.orig[n.pos:]))
	if w == "" || u.read(n) != "int" || strings.HasPrefix(w, "int") && isBasicWord(w) || isBasicWord(w) {
		return ""
	}
	return w
}

// typedefWord picks the name out of words such as "unsigned u8" or "uint8_t const".
func typedefWord(text string) string {
	name := ""
	for _, w := range strings.Fields(text) {
		if !isBasicWord(w) && w != "const" && w != "volatile" {
			name = w
		}
	}
	if name == "" {
		return "int"
	}
	return name
}

func isBasicWord(w string) bool {
	switch w {
	case "int", "char", "short", "long", "float", "double", "void", "signed", "unsigned", "bool", "_Bool", "__signed__":
		return true
	}
	return false
}

// basicName returns the spelling in syntax.Basics for the counted words, "" if they are no basic type.
func basicName(count map[string]int) string {
	name := "int"
	switch {
	case count["void"] > 0:
		return "void"
	case count["bool"] > 0 || count["Bool"] > 0:
		return "bool"
	case count["float"] > 0:
		return "float"
	case count["double"] > 0 && count["long"] > 0:
		return "long double"
	case count["double"] > 0:
		return "double"
	case count["int128"] > 0:
		return "__int128"
	case count["char"] > 0:
		if count["signed"] > 0 {
			return "signed char"
		}
		name = "char"
	case count["short"] > 0:
		name = "short"
	case count["long"] > 1:
		name = "long long"
	case count["long"] == 1:
		name = "long"
	case count["int"] == 0 && count["unsigned"] == 0 && count["signed"] == 0:
		return ""
	}
	if count["unsigned"] > 0 {
		return "unsigned " + name
	}
	return name
}

// descriptor converts a type name: specifiers and an abstract declarator.
func (u *unit) descriptor(n *node) *syntax.Type {
	if n == nil {
		return &syntax.Type{Kind: syntax.Basic, Name: "int"}
	}
	s, rest := u.specifiers(n.kids)
	if rest >= len(n.kids) {
		return s.base
	}
	_, t := u.declarator(n.kids[rest], s.base)
	return t
}

// declarator wraps base in what the declarator n adds, from the outside in, and finds the declared name.
func (u *unit) declarator(n *node, base *syntax.Type) (name *node, t *syntax.Type) {
	if u.depth++; u.depth > maxDepth {
		panic(ErrTooDeep)
	}
	defer func() { u.depth-- }()
	switch n.kind {
	case "pointer_declarator", "abstract_pointer_declarator":
		return u.pointer(n, base)
	case "array_declarator", "abstract_array_declarator":
		t = &syntax.Type{Span: u.span(n), Kind: syntax.Array, Elem: base}
		for i, k := range n.kids {
			if k.kind == "[" && i+1 < len(n.kids) {
				t.Len = u.arrayLen(n.kids[i+1 : len(n.kids)-1])
			}
		}
		return u.inner(n, "[", t)
	case "function_declarator", "abstract_function_declarator":
		t = &syntax.Type{Span: u.span(n), Kind: syntax.Func, Elem: base}
		if list := n.kid("parameter_list"); list != nil {
			t.Params, t.Variadic = u.params(list)
		}
		return u.inner(n, "parameter_list", t)
	case "parenthesized_declarator", "abstract_parenthesized_declarator":
		for _, k := range n.kids[1:] {
			if k.kind != ")" && !strings.HasPrefix(k.kind, "ms_") && !k.bad {
				return u.declarator(k, base)
			}
		}
		return nil, base
	case "attributed_declarator":
		return u.declarator(n.first(), base)
	case errorKind:
		u.fail(n)
		return nil, base
	}
	return n, base
}

// inner goes on with the declarator in front of the child of the given kind, if there is one.
func (u *unit) inner(n *node, kind string, t *syntax.Type) (*node, *syntax.Type) {
	if first := n.first(); first.kind != kind {
		return u.declarator(first, t)
	}
	return nil, t
}

func (u *unit) arrayLen(kids []*node) syntax.Expr {
	for _, k := range kids {
		if k.kind != "type_qualifier" && k.kind != "static" && k.kind != "*" && k.kind != "]" {
			return u.expr(k)
		}
	}
	return nil
}

func (u *unit) pointer(n *node, base *syntax.Type) (*node, *syntax.Type) {
	t := &syntax.Type{Span: u.span(n), Kind: syntax.Pointer, Elem: base}
	var inner *node
	for _, k := range n.kids {
		switch {
		case k.kind == "*" || strings.HasPrefix(k.kind, "ms_"):
		case k.kind == "type_qualifier":
			t.Const = t.Const || strings.Contains(u.read(k), "const")
		case k.bad:
			u.fail(k)
		default:
			inner = k
		}
	}
	if inner == nil {
		return nil, t
	}
	return u.declarator(inner, t)
}

// params converts a parameter list; (void) is none.
func (u *unit) params(list *node) (params []*syntax.VarDecl, variadic bool) {
	for _, k := range list.kids {
		switch k.kind {
		case "parameter_declaration":
			params = append(params, u.param(k))
		case "variadic_parameter", "...":
			variadic = true
		case "identifier", "type_identifier":
			params = append(params, &syntax.VarDecl{Span: u.span(k), Type: u.typeName(k)})
		case errorKind:
			u.fail(k)
		}
	}
	if len(params) == 1 && params[0].Name == "" && params[0].Type.Kind == syntax.Basic && params[0].Type.Name == "void" {
		params = nil
	}
	return params, variadic
}

func (u *unit) param(n *node) *syntax.VarDecl {
	s, rest := u.specifiers(n.kids)
	v := &syntax.VarDecl{Span: u.span(n), Type: s.base}
	if rest < len(n.kids) {
		name, t := u.declarator(n.kids[rest], s.base)
		v.Type = t
		if name != nil {
			v.Name = u.read(name)
		}
		for _, k := range n.kids[rest+1:] {
			if k.bad {
				u.fail(k)
			}
		}
	}
	return v
}

// declStmt converts a declaration inside a function.
func (u *unit) declStmt(n *node) syntax.Stmt {
	vars, s := u.vars(n)
	if len(vars) == 1 && strings.HasPrefix(string(u.orig[n.pos:]), "DECLARE_BITMAP") {
		u.bitmap(vars[0].Type)
	}
	return &syntax.DeclStmt{Span: u.span(n), Vars: vars, Struct: s.defined}
}

// vars converts the declarators of a declaration.
func (u *unit) vars(n *node) ([]*syntax.VarDecl, specifiers) {
	s, rest := u.specifiers(n.kids)
	var list []*syntax.VarDecl
	for _, k := range n.kids[rest:] {
		switch k.kind {
		case ",", "attribute_specifier", "gnu_asm_expression":
		case ";":
			if k.missing {
				u.fail(k)
			}
		case errorKind:
			u.fail(k)
		default:
			if v := u.variable(k, s); v != nil {
				list = append(list, v)
			}
		}
	}
	return list, s
}

func (u *unit) variable(n *node, s specifiers) *syntax.VarDecl {
	v := &syntax.VarDecl{Span: u.span(n), Static: s.static, Extern: s.extern}
	d := n
	if n.kind == "init_declarator" {
		d = n.first()
		for _, k := range n.kids {
			if k.bad {
				u.fail(k)
			}
		}
		v.Init = u.initList(n.last())
	}
	name, t := u.declarator(d, s.base)
	if name == nil || name.missing {
		u.fail(n)
		return nil
	}
	if u.read(name) == "X" && u.orig[name.pos] != 'X' {
		return nil // see dialect: a local type without variables
	}
	v.Name, v.Type = u.read(name), t
	if name.kind != "identifier" && name.kind != "type_identifier" && name.kind != "field_identifier" {
		if name.kind != "primitive_type" {
			u.fail(name)
			return nil
		}
	}
	if t.Kind == syntax.Typeof && t.X == nil {
		t.X = v.Init
	}
	return v
}
