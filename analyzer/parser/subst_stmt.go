package parser

import "github.com/capcheck/capcheck/analyzer/syntax"

func (e *expander) stmts(list []syntax.Stmt) []syntax.Stmt {
	out := make([]syntax.Stmt, 0, len(list))
	for _, s := range list {
		out = append(out, e.stmt(s))
	}
	return out
}

func (e *expander) block(b *syntax.Block) *syntax.Block {
	if b == nil {
		return nil
	}
	return &syntax.Block{Span: e.at, Stmts: e.stmts(b.Stmts)}
}

func (e *expander) stmt(s syntax.Stmt) syntax.Stmt {
	at := e.at
	switch s := s.(type) {
	case nil:
		return nil
	case *syntax.Block:
		if e.isLoopBody(s) {
			return e.body
		}
		return e.block(s)
	case *syntax.DeclStmt:
		return &syntax.DeclStmt{Span: at, Vars: e.vars(s.Vars), Struct: e.typ(s.Struct)}
	case *syntax.ExprStmt:
		return e.exprStmt(s)
	case *syntax.Case:
		return &syntax.Case{Span: at, Lo: e.expr(s.Lo), Hi: e.expr(s.Hi)}
	case *syntax.Label:
		return &syntax.Label{Span: at, Name: e.name(s.Name)}
	case *syntax.Goto:
		return &syntax.Goto{Span: at, Label: e.name(s.Label)}
	case *syntax.Break:
		return &syntax.Break{Span: at}
	case *syntax.Continue:
		return &syntax.Continue{Span: at}
	case *syntax.Return:
		return &syntax.Return{Span: at, X: e.expr(s.X)}
	case *syntax.Asm:
		return &syntax.Asm{Span: at, Text: s.Text}
	case *syntax.BadStmt:
		return &syntax.BadStmt{Span: at, Text: s.Text}
	}
	return e.control(s)
}

func (e *expander) control(s syntax.Stmt) syntax.Stmt {
	at := e.at
	switch s := s.(type) {
	case *syntax.If:
		return &syntax.If{Span: at, C: e.expr(s.C), Then: e.stmt(s.Then), Else: e.stmt(s.Else)}
	case *syntax.While:
		return &syntax.While{Span: at, C: e.expr(s.C), Body: e.stmt(s.Body)}
	case *syntax.DoWhile:
		return &syntax.DoWhile{Span: at, Body: e.stmt(s.Body), C: e.expr(s.C)}
	case *syntax.For:
		return &syntax.For{Span: at, Init: e.stmt(s.Init), C: e.expr(s.C), Post: e.expr(s.Post), Body: e.stmt(s.Body)}
	case *syntax.MacroLoop:
		return &syntax.MacroLoop{Span: at, Name: e.name(s.Name), Args: e.exprs(s.Args), Body: e.stmt(s.Body)}
	case *syntax.Switch:
		return &syntax.Switch{Span: at, X: e.expr(s.X), Body: e.stmt(s.Body)}
	case *syntax.PPIf:
		pp := &syntax.PPIf{Span: at, Conds: s.Conds}
		for _, b := range s.Branches {
			pp.Branches = append(pp.Branches, e.block(b))
		}
		return pp
	}
	return &syntax.BadStmt{Span: at}
}

func (e *expander) isLoopBody(b *syntax.Block) bool {
	if e.body == nil || len(b.Stmts) != 1 {
		return false
	}
	s, ok := b.Stmts[0].(*syntax.ExprStmt)
	if !ok {
		return false
	}
	id, ok := s.X.(*syntax.Ident)
	return ok && id.Name == loopBody
}

// exprStmt sees an argument that is a statement, such as "return -EINTR", where the body has the parameter alone.
func (e *expander) exprStmt(s *syntax.ExprStmt) syntax.Stmt {
	if id, ok := s.X.(*syntax.Ident); ok {
		if arg, ok := e.args[id.Name].(*syntax.BadExpr); ok {
			return e.argStmt(arg)
		}
	}
	return &syntax.ExprStmt{Span: e.at, X: e.expr(s.X)}
}

func (e *expander) argStmt(arg *syntax.BadExpr) syntax.Stmt {
	b := e.p.fragment("void f(){", arg.Text, ";}")
	if b == nil {
		return &syntax.BadStmt{Span: arg.Span, Text: arg.Text}
	}
	plain := expander{p: e.p, at: arg.Span}
	if list := plain.stmts(unwrap(b.Stmts)); len(list) == 1 {
		return list[0]
	} else {
		return &syntax.Block{Span: arg.Span, Stmts: list}
	}
}

func (e *expander) vars(list []*syntax.VarDecl) []*syntax.VarDecl {
	if list == nil {
		return nil
	}
	out := make([]*syntax.VarDecl, 0, len(list))
	for _, v := range list {
		out = append(out, &syntax.VarDecl{Span: e.at, Name: e.name(v.Name), Type: e.typ(v.Type), Init: e.expr(v.Init), Static: v.Static, Extern: v.Extern})
	}
	return out
}

// typ copies a type; a typedef name, a tag or an operand of typeof may be a parameter.
func (e *expander) typ(t *syntax.Type) *syntax.Type {
	if t == nil {
		return nil
	}
	if arg, ok := e.args[t.Name]; ok && t.Kind == syntax.Typedef {
		if a := asType(arg); a != nil {
			c := *a
			c.Const = c.Const || t.Const
			return &c
		}
	}
	c := *t
	c.Span = e.at
	if t.Kind != syntax.Basic {
		c.Name = e.name(t.Name)
	}
	c.Elem, c.Len, c.X, c.Params = e.typ(t.Elem), e.expr(t.Len), e.expr(t.X), e.vars(t.Params)
	c.Fields, c.Enumerators = nil, nil
	for _, f := range t.Fields {
		c.Fields = append(c.Fields, &syntax.Field{Span: e.at, Name: e.name(f.Name), Type: e.typ(f.Type), Bits: e.expr(f.Bits)})
	}
	for _, n := range t.Enumerators {
		c.Enumerators = append(c.Enumerators, &syntax.Enumerator{Span: e.at, Name: e.name(n.Name), Value: e.expr(n.Value)})
	}
	return &c
}
