package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// expr converts an expression and gives back the cast that dialect hid in front of it.
func (u *unit) expr(n *node) syntax.Expr {
	if n == nil {
		return nil
	}
	switch n.kind {
	case "binary_expression", "assignment_expression", "conditional_expression", "comma_expression":
		return u.operand(n)
	}
	x := u.operand(n)
	for pos := n.pos; ; {
		t, open := u.castBefore(pos)
		if t == nil {
			return x
		}
		x = &syntax.Cast{Span: u.spanOf(open, n.end), Type: t, X: x}
		pos = open
	}
}

// operand converts an expression, the hidden cast in front excepted: it binds weaker than a postfix operator.
func (u *unit) operand(n *node) syntax.Expr {
	if u.depth++; u.depth > maxDepth {
		panic(ErrTooDeep)
	}
	defer func() { u.depth-- }()
	if n.missing {
		u.fail(n)
		return u.bad(n)
	}
	switch n.kind {
	case "identifier", "field_identifier", "type_identifier", "statement_identifier", "true", "false", "null", "primitive_type":
		return u.ident(n)
	case "number_literal":
		return u.number(n)
	case "char_literal":
		return u.char(n)
	case "string_literal", "concatenated_string", "string_content":
		return u.str(n)
	case "parenthesized_expression":
		return u.paren(n)
	case "unary_expression", "pointer_expression":
		return &syntax.Unary{Span: u.span(n), Op: n.first().kind, X: u.expr(n.last())}
	case "update_expression":
		return u.update(n)
	case "binary_expression":
		return u.binary(n)
	case "assignment_expression":
		return u.assign(n)
	case "conditional_expression":
		return u.cond(n)
	case "comma_expression":
		return &syntax.Comma{Span: u.span(n), X: u.expr(n.first()), Y: u.expr(n.last())}
	}
	return u.postfix(n)
}

func (u *unit) postfix(n *node) syntax.Expr {
	switch n.kind {
	case "call_expression":
		return u.call(n)
	case "subscript_expression":
		return u.subscript(n)
	case "field_expression":
		return u.member(n)
	case "cast_expression":
		return &syntax.Cast{Span: u.span(n), Type: u.descriptor(n.kid("type_descriptor")), X: u.expr(n.last())}
	case "sizeof_expression", "alignof_expression":
		return u.sizeof(n)
	case "compound_literal_expression":
		list, _ := u.initList(n.last()).(*syntax.InitList)
		return &syntax.CompoundLit{Span: u.span(n), Type: u.descriptor(n.kid("type_descriptor")), Init: list}
	case "initializer_list":
		return u.initList(n)
	case "gnu_asm_expression":
		return &syntax.Call{Span: u.span(n), Fun: &syntax.Ident{Span: u.span(n), Name: "asm"}}
	case "type_descriptor":
		return &syntax.TypeExpr{Span: u.span(n), Type: u.descriptor(n)}
	}
	u.fail(n)
	return u.bad(n)
}

func (u *unit) bad(n *node) syntax.Expr { return &syntax.BadExpr{Span: u.span(n), Text: u.text(n)} }

func (u *unit) paren(n *node) syntax.Expr {
	if len(n.kids) != 3 {
		u.fail(n)
		return u.bad(n)
	}
	return u.expr(n.kids[1])
}

func (u *unit) update(n *node) syntax.Expr {
	if op := n.first().kind; op == "++" || op == "--" {
		return &syntax.Unary{Span: u.span(n), Op: op, X: u.expr(n.last())}
	}
	x := u.operand(n.first())
	if n.first().kind == "parenthesized_expression" {
		return &syntax.Postfix{Span: u.span(n), Op: n.last().kind, X: x}
	}
	return u.step(n, x)
}

// step puts a postfix operator where it binds: the grammar reads "!x--" as (!x)--.
func (u *unit) step(n *node, x syntax.Expr) syntax.Expr {
	switch y := x.(type) {
	case *syntax.Unary:
		y.X = u.step(n, y.X)
		return y
	case *syntax.Cast:
		y.X = u.step(n, y.X)
		return y
	}
	span := u.span(n)
	if u.at == nil {
		span.Pos = x.Range().Pos
	}
	return &syntax.Postfix{Span: span, Op: n.last().kind, X: x}
}

func (u *unit) binary(n *node) syntax.Expr {
	x, op, y, ok := u.three(n)
	if !ok {
		return u.bad(n)
	}
	return &syntax.Binary{Span: u.span(n), Op: op, X: u.expr(x), Y: u.expr(y)}
}

func (u *unit) assign(n *node) syntax.Expr {
	x, op, y, ok := u.three(n)
	if !ok {
		return u.bad(n)
	}
	return &syntax.Assign{Span: u.span(n), Op: op, X: u.expr(x), Y: u.expr(y)}
}

// three returns the parts of a node that must have three children; the grammar slips ERROR nodes between them.
func (u *unit) three(n *node) (x *node, op string, y *node, ok bool) {
	var parts []*node
	for _, k := range n.kids {
		if k.bad {
			u.fail(k)
			continue
		}
		parts = append(parts, k)
	}
	if len(parts) != 3 {
		u.fail(n)
		return nil, "", nil, false
	}
	return parts[0], parts[1].kind, parts[2], true
}

func (u *unit) cond(n *node) syntax.Expr {
	c := &syntax.Cond{Span: u.span(n), C: u.expr(n.first()), F: u.expr(n.last())}
	for i, k := range n.kids {
		if k.kind == "?" && i+1 < len(n.kids) && n.kids[i+1].kind != ":" {
			c.T = u.expr(n.kids[i+1])
		}
	}
	return c
}

func (u *unit) subscript(n *node) syntax.Expr {
	x := &syntax.Index{Span: u.span(n), X: u.operand(n.first())}
	for i, k := range n.kids {
		if k.kind == "[" && i+1 < len(n.kids) {
			x.I = u.expr(n.kids[i+1])
		}
	}
	return x
}

func (u *unit) member(n *node) syntax.Expr {
	x := &syntax.Member{Span: u.span(n), X: u.operand(n.first()), Arrow: n.kid("->") != nil}
	if n.last().missing {
		u.fail(n.last())
	}
	x.Name = u.read(n.last())
	return x
}

func (u *unit) call(n *node) syntax.Expr {
	args := n.kid("argument_list")
	if args == nil {
		u.fail(n)
		return u.bad(n)
	}
	call := &syntax.Call{Span: u.span(n), Fun: u.operand(n.first()), Args: u.args(args)}
	if id, ok := call.Fun.(*syntax.Ident); ok {
		return u.special(call, id, args)
	}
	if t, ok := call.Fun.(*syntax.TypeExpr); ok && len(call.Args) == 1 {
		return &syntax.Cast{Span: call.Span, Type: t.Type, X: call.Args[0]}
	}
	return call
}

func (u *unit) args(n *node) []syntax.Expr {
	var list []syntax.Expr
	for _, k := range n.kids {
		switch {
		case k.kind == "(" || k.kind == ")" || k.kind == ",":
			if k.missing {
				u.fail(k)
			}
		case k.kind == "compound_statement":
			list = append(list, &syntax.StmtExpr{Span: u.span(k), Body: u.block(k)})
		default:
			list = append(list, u.expr(k))
		}
	}
	return list
}

// special gives the calls a node of their own that the language, not a function, defines.
func (u *unit) special(call *syntax.Call, id *syntax.Ident, args *node) syntax.Expr {
	if id.Name != "offsetof" || len(call.Args) != 2 {
		return call
	}
	t := asType(call.Args[0])
	if t == nil {
		return call
	}
	path := strings.TrimSpace(string(u.orig[args.kids[2].end:args.last().pos]))
	return &syntax.Offsetof{Span: call.Span, Type: t, Path: path}
}

// asType reads an argument as a type name.
func asType(x syntax.Expr) *syntax.Type {
	switch x := x.(type) {
	case *syntax.TypeExpr:
		return x.Type
	case *syntax.Ident:
		return &syntax.Type{Span: x.Span, Kind: syntax.Typedef, Name: x.Name}
	}
	return nil
}

func (u *unit) sizeof(n *node) syntax.Expr {
	if n.kind == "alignof_expression" {
		t := u.descriptor(n.kid("type_descriptor"))
		return &syntax.Call{Span: u.span(n), Fun: &syntax.Ident{Span: u.span(n), Name: "__alignof__"}, Args: []syntax.Expr{&syntax.TypeExpr{Span: u.span(n), Type: t}}}
	}
	s := &syntax.Sizeof{Span: u.span(n)}
	if d := n.kid("type_descriptor"); d != nil {
		s.Type = u.descriptor(d)
		return s
	}
	switch x := u.expr(n.last()).(type) {
	case *syntax.TypeExpr:
		s.Type = x.Type
	default:
		s.X = x
	}
	return s
}

// initList converts { ... }; a plain expression is itself.
func (u *unit) initList(n *node) syntax.Expr {
	if n.kind != "initializer_list" {
		return u.expr(n)
	}
	list := &syntax.InitList{Span: u.span(n)}
	for _, k := range n.kids {
		switch k.kind {
		case "{", "}", ",":
		case "initializer_pair":
			list.Elems = append(list.Elems, u.initPair(k))
		default:
			list.Elems = append(list.Elems, &syntax.InitElem{Span: u.span(k), Value: u.initList(k)})
		}
	}
	return list
}

// index converts the index of a designator; where the source has a macro call, it is the call.
func (u *unit) index(n *node) syntax.Expr {
	if u.orig[n.pos] != '[' {
		if x := u.exprText(n.pos, n.end); x != nil {
			return x
		}
	}
	return u.expr(n.kids[1])
}

func (u *unit) initPair(n *node) *syntax.InitElem {
	e := &syntax.InitElem{Span: u.span(n)}
	for _, k := range n.kids {
		switch k.kind {
		case "=", ":":
		case "field_designator":
			e.Path = append(e.Path, syntax.Designator{Field: u.read(k.last())})
		case "field_identifier":
			e.Path = append(e.Path, syntax.Designator{Field: u.read(k)})
		case "subscript_designator", "subscript_range_designator":
			d := syntax.Designator{Lo: u.index(k)}
			if k.kind == "subscript_range_designator" {
				d.Hi = u.expr(k.kids[3])
			}
			e.Path = append(e.Path, d)
		default:
			e.Value = u.initList(k)
		}
	}
	return e
}
