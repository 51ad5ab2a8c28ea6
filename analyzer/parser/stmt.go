package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// block converts a compound statement.
func (u *unit) block(n *node) *syntax.Block {
	b := &syntax.Block{Span: u.span(n)}
	if len(n.kids) > 0 {
		b.Stmts = u.stmts(n.kids)
	}
	return b
}

// stmts converts a sequence; labels and what they label come out flat.
func (u *unit) stmts(kids []*node) []syntax.Stmt {
	var list []syntax.Stmt
	for _, k := range kids {
		switch k.kind {
		case "{", "}", "\n":
			if k.missing {
				u.fail(k)
			}
		default:
			list = u.appendStmt(list, k)
		}
	}
	return list
}

func (u *unit) appendStmt(list []syntax.Stmt, n *node) []syntax.Stmt {
	switch n.kind {
	case "case_statement":
		list = append(list, u.caseLabel(n))
		return append(list, u.stmts(afterColon(n))...)
	case "labeled_statement":
		list = append(list, &syntax.Label{Span: u.span(n.first()), Name: u.read(n.first())})
		return append(list, u.stmts(afterColon(n))...)
	case "attributed_statement":
		return u.appendStmt(list, n.last())
	case "preproc_call", "preproc_def", "preproc_function_def", "preproc_include":
		return list
	}
	return append(list, u.stmt(n))
}

func afterColon(n *node) []*node {
	for i, k := range n.kids {
		if k.kind == ":" {
			return n.kids[i+1:]
		}
	}
	return nil
}

// caseLabel undoes what dialect made of "case a ... b".
func (u *unit) caseLabel(n *node) *syntax.Case {
	c := &syntax.Case{Span: u.span(n.first())}
	if n.first().kind != "case" || len(n.kids) < 2 {
		return c
	}
	x := n.kids[1]
	if u.at == nil {
		c.Span.End = u.base + x.end
	}
	if x.kind == "binary_expression" && len(x.kids) == 3 && strings.HasPrefix(string(u.orig[x.kids[1].pos:]), "...") {
		c.Lo, c.Hi = u.expr(x.kids[0]), u.expr(x.kids[2])
		return c
	}
	c.Lo = u.expr(x)
	return c
}

// one converts what stands where the language wants one statement.
func (u *unit) one(n *node) syntax.Stmt {
	if n == nil {
		return nil
	}
	list := u.appendStmt(nil, n)
	switch len(list) {
	case 0:
		return &syntax.ExprStmt{Span: u.span(n)}
	case 1:
		return list[0]
	}
	return &syntax.Block{Span: u.span(n), Stmts: list}
}

func (u *unit) stmt(n *node) syntax.Stmt {
	if u.depth++; u.depth > maxDepth {
		panic(ErrTooDeep)
	}
	defer func() { u.depth-- }()
	span := u.span(n)
	switch n.kind {
	case "compound_statement":
		return u.block(n)
	case "expression_statement":
		return u.exprStmt(n)
	case "declaration":
		return u.declStmt(n)
	case "struct_specifier", "union_specifier", "enum_specifier":
		return &syntax.DeclStmt{Span: span, Struct: u.tagged(n)}
	case "type_definition", ";":
		return &syntax.DeclStmt{Span: span}
	case "return_statement":
		r := &syntax.Return{Span: span}
		if len(n.kids) == 3 {
			r.X = u.expr(n.kids[1])
		}
		return r
	case "goto_statement":
		return &syntax.Goto{Span: span, Label: u.read(n.kids[1])}
	case "break_statement":
		return &syntax.Break{Span: span}
	case "continue_statement":
		return &syntax.Continue{Span: span}
	case "preproc_if", "preproc_ifdef":
		return u.ppIf(n)
	}
	return u.control(n)
}

// control converts the statements with a body.
func (u *unit) control(n *node) syntax.Stmt {
	span := u.span(n)
	switch n.kind {
	case "if_statement":
		return u.ifStmt(n)
	case "while_statement":
		return u.while(n)
	case "do_statement":
		return &syntax.DoWhile{Span: span, Body: u.one(n.kids[1]), C: u.head(n)}
	case "for_statement":
		return u.forStmt(n)
	case "switch_statement":
		return &syntax.Switch{Span: span, X: u.head(n), Body: u.one(n.last())}
	}
	u.fail(n)
	return &syntax.BadStmt{Span: span, Text: u.text(n)}
}

// head converts the parenthesised controlling expression.
func (u *unit) head(n *node) syntax.Expr {
	if p := n.kid("parenthesized_expression"); p != nil {
		return u.expr(p)
	}
	u.fail(n)
	return u.bad(n)
}

func (u *unit) exprStmt(n *node) syntax.Stmt {
	if u.orig[n.end-1] == ':' { // a label, see dialect
		return &syntax.Label{Span: u.span(n), Name: strings.TrimSpace(u.read(n.first()))}
	}
	x := n.first()
	if x == nil || x.kind == ";" {
		return &syntax.ExprStmt{Span: u.span(n)}
	}
	s := &syntax.ExprStmt{Span: u.span(n), X: u.expr(x)}
	if call, ok := s.X.(*syntax.Call); ok {
		if id, ok := call.Fun.(*syntax.Ident); ok && id.Name == "asm" {
			return &syntax.Asm{Span: s.Span, Text: u.text(n)}
		}
	}
	return s
}

func (u *unit) ifStmt(n *node) syntax.Stmt {
	s := &syntax.If{Span: u.span(n)}
	if name := u.macroName(n, "if"); name != "" {
		if n.kid("else_clause") == nil {
			return u.macroLoop(n, name)
		}
		head := n.kid("parenthesized_expression")
		s.C = &syntax.Call{Span: u.span(head), Fun: &syntax.Ident{Span: u.span(n.first()), Name: name}, Args: u.loopArgs(head)}
	} else {
		s.C = u.head(n)
	}
	for i, k := range n.kids {
		switch {
		case k.kind == "else_clause":
			s.Else = u.one(k.last())
		case k.bad:
			u.fail(k)
		case i > 0 && n.kids[i-1].kind == "parenthesized_expression":
			s.Then = u.one(k)
		}
	}
	if s.Then == nil {
		s.Then = &syntax.ExprStmt{Span: s.Span}
	}
	return s
}

// macroName returns the macro that the source has where the grammar was given a keyword, "" if it has the keyword.
func (u *unit) macroName(n *node, keyword string) string {
	if name := firstWord(string(u.orig[n.pos:n.kids[1].pos])); name != keyword {
		return name
	}
	return ""
}

func (u *unit) while(n *node) syntax.Stmt {
	name := u.macroName(n, "while")
	if name == "" {
		return &syntax.While{Span: u.span(n), C: u.head(n), Body: u.one(n.last())}
	}
	return u.macroLoop(n, name)
}

func (u *unit) macroLoop(n *node, name string) syntax.Stmt {
	loop := &syntax.MacroLoop{Span: u.span(n), Name: name, Body: u.one(n.last())}
	if head := n.kid("parenthesized_expression"); head != nil {
		loop.Args = u.loopArgs(head)
	}
	return loop
}

// loopArgs makes arguments of the comma expression that a loop macro's head was read as.
func (u *unit) loopArgs(head *node) []syntax.Expr {
	var list []syntax.Expr
	if len(head.kids) != 3 {
		u.fail(head)
		return nil
	}
	x := head.kids[1]
	for x.kind == "comma_expression" {
		list = append(list, u.expr(x.first()))
		x = x.last()
	}
	return append(list, u.expr(x))
}

// forStmt reads the head by its semicolons: "for (init; cond; post)"; a declaration brings its own semicolon.
func (u *unit) forStmt(n *node) syntax.Stmt {
	s := &syntax.For{Span: u.span(n), Body: u.one(n.last())}
	part := 0
	for _, k := range n.kids[:len(n.kids)-1] {
		switch {
		case k.kind == "for" || k.kind == "(" || k.kind == ")":
		case k.kind == ";":
			part++
		case k.bad:
			u.fail(k)
		case k.kind == "declaration":
			s.Init = u.declStmt(k)
			part++
		case part == 0:
			s.Init = &syntax.ExprStmt{Span: u.span(k), X: u.expr(k)}
		case part == 1:
			s.C = u.expr(k)
		default:
			s.Post = u.expr(k)
		}
	}
	return s
}

// ppIf converts an #if chain; the grammar nests each #elif and #else in the branch before.
func (u *unit) ppIf(n *node) syntax.Stmt {
	s := &syntax.PPIf{Span: u.span(n)}
	hasElse := false
	for n != nil {
		cond := u.condition(n)
		body := n.kids[1:]
		if n.kind != "preproc_else" && len(body) > 0 {
			body = body[1:]
		}
		var next *node
		block := &syntax.Block{Span: u.span(n)}
		for _, k := range body {
			switch k.kind {
			case "preproc_else", "preproc_elif", "preproc_elifdef":
				next = k
			case "#endif", "\n":
			default:
				block.Stmts = u.appendStmt(block.Stmts, k)
			}
		}
		if len(block.Stmts) > 0 && u.at == nil {
			block.Span = syntax.Span{Pos: block.Stmts[0].Range().Pos, End: block.Stmts[len(block.Stmts)-1].Range().End}
		}
		hasElse = hasElse || n.kind == "preproc_else"
		s.Conds, s.Branches = append(s.Conds, cond), append(s.Branches, block)
		n = next
	}
	if !hasElse {
		s.Conds, s.Branches = append(s.Conds, ""), append(s.Branches, &syntax.Block{Span: s.Span})
	}
	return s
}

// condition returns the text of the condition of the branch that starts at n, from the source.
func (u *unit) condition(n *node) string {
	line := u.orig[n.pos:]
	end := 0
	for end < len(line) && (line[end] != '\n' || end > 0 && line[end-1] == '\\') {
		end++
	}
	return conditionText(string(line[:end]))
}
