package syntax

import "fmt"

// Walk calls f for n and, where f returns true, for the nodes inside n in source order. Nil nodes are left out.
func Walk(n Node, f func(Node) bool) { walker(f).node(n) }

type walker func(Node) bool

func (w walker) node(n Node) {
	if n == nil || !w(n) {
		return
	}
	switch n := n.(type) {
	case Expr:
		w.exprKids(n)
	case Stmt:
		w.stmtKids(n)
	default:
		w.otherKids(n)
	}
}

// expr, stmt and typ take nil.
func (w walker) expr(x Expr) {
	if x != nil {
		w.node(x)
	}
}

func (w walker) stmt(s Stmt) {
	if s != nil {
		w.node(s)
	}
}

func (w walker) typ(t *Type) {
	if t != nil {
		w.node(t)
	}
}

func (w walker) exprs(list []Expr) {
	for _, x := range list {
		w.expr(x)
	}
}

func (w walker) vars(list []*VarDecl) {
	for _, v := range list {
		w.node(v)
	}
}

func (w walker) exprKids(x Expr) {
	switch x := x.(type) {
	case *Ident, *Number, *Char, *String, *BadExpr:
	case *Unary:
		w.expr(x.X)
	case *Postfix:
		w.expr(x.X)
	case *Binary:
		w.expr(x.X)
		w.expr(x.Y)
	case *Assign:
		w.expr(x.X)
		w.expr(x.Y)
	case *Cond:
		w.expr(x.C)
		w.expr(x.T)
		w.expr(x.F)
	case *Call:
		w.expr(x.Fun)
		w.exprs(x.Args)
	case *Index:
		w.expr(x.X)
		w.expr(x.I)
	case *Member:
		w.expr(x.X)
	case *Comma:
		w.expr(x.X)
		w.expr(x.Y)
	default:
		w.typedExprKids(x)
	}
}

// typedExprKids is for the expressions that hold a type, a list or a block.
func (w walker) typedExprKids(x Expr) {
	switch x := x.(type) {
	case *Cast:
		w.typ(x.Type)
		w.expr(x.X)
	case *Sizeof:
		w.typ(x.Type)
		w.expr(x.X)
	case *Offsetof:
		w.typ(x.Type)
	case *CompoundLit:
		w.typ(x.Type)
		if x.Init != nil {
			w.node(x.Init)
		}
	case *InitList:
		for _, e := range x.Elems {
			w.node(e)
		}
	case *StmtExpr:
		if x.Body != nil {
			w.node(x.Body)
		}
	case *TypeExpr:
		w.typ(x.Type)
	default:
		panic(fmt.Sprintf("syntax.Walk: unknown expression %T", x))
	}
}

func (w walker) stmtKids(s Stmt) {
	switch s := s.(type) {
	case *Label, *Goto, *Break, *Continue, *Asm, *BadStmt:
	case *Block:
		for _, s := range s.Stmts {
			w.stmt(s)
		}
	case *DeclStmt:
		w.typ(s.Struct)
		w.vars(s.Vars)
	case *ExprStmt:
		w.expr(s.X)
	case *Case:
		w.expr(s.Lo)
		w.expr(s.Hi)
	case *Return:
		w.expr(s.X)
	case *PPIf:
		for _, b := range s.Branches {
			w.node(b)
		}
	default:
		w.controlKids(s)
	}
}

func (w walker) controlKids(s Stmt) {
	switch s := s.(type) {
	case *If:
		w.expr(s.C)
		w.stmt(s.Then)
		w.stmt(s.Else)
	case *While:
		w.expr(s.C)
		w.stmt(s.Body)
	case *DoWhile:
		w.stmt(s.Body)
		w.expr(s.C)
	case *For:
		w.stmt(s.Init)
		w.expr(s.C)
		w.expr(s.Post)
		w.stmt(s.Body)
	case *MacroLoop:
		w.exprs(s.Args)
		w.stmt(s.Body)
	case *Switch:
		w.expr(s.X)
		w.stmt(s.Body)
	default:
		panic(fmt.Sprintf("syntax.Walk: unknown statement %T", s))
	}
}

func (w walker) otherKids(n Node) {
	switch n := n.(type) {
	case *InitElem:
		for _, d := range n.Path {
			w.expr(d.Lo)
			w.expr(d.Hi)
		}
		w.expr(n.Value)
	case *VarDecl:
		w.typ(n.Type)
		w.expr(n.Init)
	case *Field:
		w.typ(n.Type)
		w.expr(n.Bits)
	case *Enumerator:
		w.expr(n.Value)
	case *Type:
		w.typeKids(n)
	case *FuncDecl:
		w.typ(n.Result)
		w.vars(n.Params)
		if n.Body != nil {
			w.node(n.Body)
		}
	case *Decl:
		w.typ(n.Type)
		w.vars(n.Typedefs)
		w.vars(n.Vars)
	default:
		panic(fmt.Sprintf("syntax.Walk: unknown node %T", n))
	}
}

func (w walker) typeKids(t *Type) {
	w.typ(t.Elem)
	w.expr(t.Len)
	w.vars(t.Params)
	for _, f := range t.Fields {
		w.node(f)
	}
	for _, e := range t.Enumerators {
		w.node(e)
	}
	w.expr(t.X)
}
