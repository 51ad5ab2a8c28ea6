package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// expander copies a macro's template and puts the arguments in.
type expander struct {
	p        *Parser
	at       syntax.Span
	args     map[string]syntax.Expr
	variadic bool
	varName  string
	rest     []syntax.Expr // the variadic arguments
	body     syntax.Stmt   // of a loop
}

func (e *expander) exprs(list []syntax.Expr) []syntax.Expr {
	out := make([]syntax.Expr, 0, len(list))
	for _, x := range list {
		if id, ok := x.(*syntax.Ident); ok && e.variadic && id.Name == e.varName {
			out = append(out, e.rest...)
			continue
		}
		out = append(out, e.expr(x))
	}
	return out
}

func (e *expander) expr(x syntax.Expr) syntax.Expr {
	at := e.at
	switch x := x.(type) {
	case nil:
		return nil
	case *syntax.Ident:
		return e.ident(x)
	case *syntax.Number:
		return &syntax.Number{Span: at, Text: x.Text, Value: x.Value, OK: x.OK}
	case *syntax.Char:
		return &syntax.Char{Span: at, Value: x.Value}
	case *syntax.String:
		return &syntax.String{Span: at, Text: x.Text}
	case *syntax.BadExpr:
		return &syntax.BadExpr{Span: at, Text: x.Text}
	case *syntax.Unary:
		return &syntax.Unary{Span: at, Op: x.Op, X: e.expr(x.X)}
	case *syntax.Postfix:
		return &syntax.Postfix{Span: at, Op: x.Op, X: e.expr(x.X)}
	case *syntax.Binary:
		return e.binary(x)
	case *syntax.Assign:
		return &syntax.Assign{Span: at, Op: x.Op, X: e.expr(x.X), Y: e.expr(x.Y)}
	case *syntax.Cond:
		return &syntax.Cond{Span: at, C: e.expr(x.C), T: e.expr(x.T), F: e.expr(x.F)}
	case *syntax.Comma:
		return &syntax.Comma{Span: at, X: e.expr(x.X), Y: e.expr(x.Y)}
	case *syntax.Index:
		return &syntax.Index{Span: at, X: e.expr(x.X), I: e.expr(x.I)}
	case *syntax.Member:
		return e.member(x)
	case *syntax.Call:
		return e.call(x)
	}
	return e.typed(x)
}

// typed copies the expressions that hold a type or a block.
func (e *expander) typed(x syntax.Expr) syntax.Expr {
	at := e.at
	switch x := x.(type) {
	case *syntax.Cast:
		return &syntax.Cast{Span: at, Type: e.typ(x.Type), X: e.expr(x.X)}
	case *syntax.Sizeof:
		return e.sizeof(x)
	case *syntax.Offsetof:
		return &syntax.Offsetof{Span: at, Type: e.typ(x.Type), Path: e.path(x.Path)}
	case *syntax.CompoundLit:
		return &syntax.CompoundLit{Span: at, Type: e.typ(x.Type), Init: e.initList(x.Init)}
	case *syntax.InitList:
		return e.initList(x)
	case *syntax.StmtExpr:
		return &syntax.StmtExpr{Span: at, Body: e.block(x.Body)}
	case *syntax.TypeExpr:
		return &syntax.TypeExpr{Span: at, Type: e.typ(x.Type)}
	}
	return &syntax.BadExpr{Span: at}
}

func (e *expander) ident(x *syntax.Ident) syntax.Expr {
	if arg, ok := e.args[x.Name]; ok {
		return arg
	}
	if e.variadic && x.Name == e.varName && len(e.rest) > 0 {
		list := e.rest[0]
		for _, y := range e.rest[1:] {
			list = &syntax.Comma{Span: e.at, X: list, Y: y}
		}
		return list
	}
	return &syntax.Ident{Span: e.at, Name: x.Name}
}

// name is the name that x stands for in a place where only a name can be.
func (e *expander) name(s string) string {
	switch arg := e.args[s].(type) {
	case *syntax.Ident:
		return arg.Name
	case *syntax.TypeExpr:
		return arg.Type.Name
	}
	return s
}

// binary sees the cast in "(type)-x", which the grammar can not know for one.
func (e *expander) binary(x *syntax.Binary) syntax.Expr {
	l, r := e.expr(x.X), e.expr(x.Y)
	if t, ok := l.(*syntax.TypeExpr); ok && strings.Contains("-+*&", x.Op) {
		return &syntax.Cast{Span: e.at, Type: t.Type, X: &syntax.Unary{Span: e.at, Op: x.Op, X: r}}
	}
	return &syntax.Binary{Span: e.at, Op: x.Op, X: l, Y: r}
}

func (e *expander) call(x *syntax.Call) syntax.Expr {
	fun, args := e.expr(x.Fun), e.exprs(x.Args)
	if t, ok := fun.(*syntax.TypeExpr); ok && len(args) == 1 {
		return &syntax.Cast{Span: e.at, Type: t.Type, X: args[0]}
	}
	return &syntax.Call{Span: e.at, Fun: fun, Args: args}
}

func (e *expander) sizeof(x *syntax.Sizeof) syntax.Expr {
	if x.Type != nil {
		return &syntax.Sizeof{Span: e.at, Type: e.typ(x.Type)}
	}
	operand := e.expr(x.X)
	if t, ok := operand.(*syntax.TypeExpr); ok {
		return &syntax.Sizeof{Span: e.at, Type: t.Type}
	}
	return &syntax.Sizeof{Span: e.at, X: operand}
}

// member puts an argument in as a member's name; the argument may be a path of members, a.b[1].
func (e *expander) member(x *syntax.Member) syntax.Expr {
	base := e.expr(x.X)
	if arg, ok := e.args[x.Name]; ok {
		return e.graft(base, x.Arrow, arg)
	}
	return &syntax.Member{Span: e.at, X: base, Name: x.Name, Arrow: x.Arrow}
}

func (e *expander) graft(base syntax.Expr, arrow bool, path syntax.Expr) syntax.Expr {
	switch p := path.(type) {
	case *syntax.Ident:
		return &syntax.Member{Span: e.at, X: base, Name: p.Name, Arrow: arrow}
	case *syntax.Member:
		return &syntax.Member{Span: e.at, X: e.graft(base, arrow, p.X), Name: p.Name, Arrow: p.Arrow}
	case *syntax.Index:
		return &syntax.Index{Span: e.at, X: e.graft(base, arrow, p.X), I: p.I}
	case *syntax.TypeExpr:
		return &syntax.Member{Span: e.at, X: base, Name: p.Type.Name, Arrow: arrow}
	}
	return &syntax.BadExpr{Span: e.at, Text: syntax.Print(path)}
}

// path puts arguments into the member path of an offsetof.
func (e *expander) path(s string) string {
	var b strings.Builder
	pos := 0
	for _, t := range dialect.Scan([]byte(s)) {
		word := s[t.Pos:t.End]
		if arg, ok := e.args[word]; ok {
			b.WriteString(s[pos:t.Pos])
			b.WriteString(syntax.Print(arg))
			pos = int(t.End)
		}
	}
	b.WriteString(s[pos:])
	return b.String()
}

func (e *expander) initList(x *syntax.InitList) *syntax.InitList {
	if x == nil {
		return nil
	}
	list := &syntax.InitList{Span: e.at}
	for _, el := range x.Elems {
		if id, ok := el.Value.(*syntax.Ident); ok && e.variadic && id.Name == e.varName && len(el.Path) == 0 {
			for _, r := range e.rest {
				list.Elems = append(list.Elems, &syntax.InitElem{Span: r.Range(), Value: r})
			}
			continue
		}
		list.Elems = append(list.Elems, &syntax.InitElem{Span: e.at, Path: e.designators(el.Path), Value: e.expr(el.Value)})
	}
	return list
}

func (e *expander) designators(path []syntax.Designator) []syntax.Designator {
	out := make([]syntax.Designator, 0, len(path))
	for _, d := range path {
		out = append(out, syntax.Designator{Field: e.name(d.Field), Lo: e.expr(d.Lo), Hi: e.expr(d.Hi)})
	}
	return out
}
