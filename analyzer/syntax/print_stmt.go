package syntax

import "fmt"

func (p *printer) block(b *Block) {
	p.put("{")
	p.indent++
	if b != nil {
		p.stmts(b.Stmts)
	}
	p.indent--
	p.line()
	p.put("}")
}

// stmts writes a sequence. A label wants a statement behind it, which a declaration and the end are not.
func (p *printer) stmts(list []Stmt) {
	for i, s := range list {
		p.line()
		p.stmt(s)
		if _, ok := s.(*Label); ok {
			if i+1 == len(list) {
				p.put(" ;")
			} else if _, ok := list[i+1].(*DeclStmt); ok {
				p.put(" ;")
			}
		}
	}
}

// nested writes the body of a control statement.
func (p *printer) nested(s Stmt) {
	p.put(" ")
	if b, ok := s.(*Block); ok {
		p.block(b)
		return
	}
	if s == nil {
		p.put(";")
		return
	}
	p.block(&Block{Stmts: []Stmt{s}})
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		p.block(s)
	case *DeclStmt:
		p.declStmt(s)
	case *ExprStmt:
		p.expr(s.X, precComma)
		p.put(";")
	case *Case:
		p.caseLabel(s)
	case *Label:
		p.put(s.Name, ":")
	case *Goto:
		p.put("goto ", s.Label, ";")
	case *Break:
		p.put("break;")
	case *Continue:
		p.put("continue;")
	case *Return:
		p.put("return")
		if s.X != nil {
			p.put(" ")
			p.expr(s.X, precComma)
		}
		p.put(";")
	case *Asm:
		p.put(s.Text)
	case *BadStmt:
		p.put(s.Text)
	default:
		p.control(s)
	}
}

func (p *printer) caseLabel(s *Case) {
	if s.Lo == nil {
		p.put("default:")
		return
	}
	p.put("case ")
	p.expr(s.Lo, precCond)
	if s.Hi != nil {
		p.put(" ... ")
		p.expr(s.Hi, precCond)
	}
	p.put(":")
}

func (p *printer) head(word string, x Expr) {
	p.put(word, " (")
	p.expr(x, precComma)
	p.put(")")
}

func (p *printer) control(s Stmt) {
	switch s := s.(type) {
	case *If:
		p.head("if", s.C)
		p.nested(s.Then)
		if s.Else != nil {
			p.put(" else")
			p.nested(s.Else)
		}
	case *While:
		p.head("while", s.C)
		p.nested(s.Body)
	case *DoWhile:
		p.put("do")
		p.nested(s.Body)
		p.head(" while", s.C)
		p.put(";")
	case *For:
		p.forStmt(s)
	case *MacroLoop:
		p.put(s.Name, "(")
		p.list(s.Args)
		p.put(")")
		p.nested(s.Body)
	case *Switch:
		p.head("switch", s.X)
		p.nested(s.Body)
	case *PPIf:
		p.ppIf(s)
	default:
		panic(fmt.Sprintf("syntax.Print: unknown statement %T", s))
	}
}

func (p *printer) forStmt(s *For) {
	p.put("for (")
	if s.Init != nil {
		p.stmt(s.Init)
	} else {
		p.put(";")
	}
	if s.C != nil {
		p.put(" ")
		p.expr(s.C, precComma)
	}
	p.put(";")
	if s.Post != nil {
		p.put(" ")
		p.expr(s.Post, precComma)
	}
	p.put(")")
	p.nested(s.Body)
}

func (p *printer) ppIf(s *PPIf) {
	for i, b := range s.Branches {
		switch {
		case i == 0:
			p.put("\n#if ", s.Conds[i])
		case s.Conds[i] == "":
			p.put("\n#else")
		default:
			p.put("\n#elif ", s.Conds[i])
		}
		p.stmts(b.Stmts)
	}
	p.put("\n#endif")
}

func (p *printer) declStmt(s *DeclStmt) {
	if len(s.Vars) == 0 {
		if s.Struct != nil {
			p.put(typeText(s.Struct, ""))
		}
		p.put(";")
		return
	}
	for i, v := range s.Vars {
		if i > 0 {
			p.line()
		}
		p.varDecl(v)
		p.put(";")
	}
}

func (p *printer) varDecl(v *VarDecl) {
	if v.Static {
		p.put("static ")
	}
	if v.Extern {
		p.put("extern ")
	}
	p.put(typeText(v.Type, v.Name))
	if v.Init != nil {
		p.put(" = ")
		p.expr(v.Init, precAssign)
	}
}

func (p *printer) function(f *FuncDecl) {
	if f.Static {
		p.put("static ")
	}
	if f.Inline {
		p.put("inline ")
	}
	p.put(typeText(&Type{Kind: Func, Elem: f.Result, Params: f.Params, Variadic: f.Variadic}, f.Name))
	p.put("\n")
	p.block(f.Body)
}

func (p *printer) decl(d *Decl) {
	for _, t := range d.Typedefs {
		p.put("typedef ")
		p.varDecl(t)
		p.put(";\n")
	}
	for _, v := range d.Vars {
		p.varDecl(v)
		p.put(";\n")
	}
	if d.Type != nil && len(d.Typedefs) == 0 && len(d.Vars) == 0 {
		p.put(typeText(d.Type, ""), ";\n")
	}
}
