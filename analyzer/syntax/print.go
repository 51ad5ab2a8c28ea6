package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// Print returns n as C. Parentheses are put where the tree needs them; the layout is one statement a line.
func Print(n Node) string {
	var p printer
	switch n := n.(type) {
	case nil:
	case Expr:
		p.expr(n, precComma)
	case Stmt:
		p.stmt(n)
	default:
		p.other(n)
	}
	return strings.TrimRight(p.b.String(), "\n")
}

// The levels of precedence at which an operand needs no parentheses.
const (
	precComma = iota
	precAssign
	precCond
	precBinary  // of ||; the others follow
	precUnary   = 14
	precPostfix = 15
)

func binaryPrec(op string) int {
	levels := []string{"||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"}
	for i, ops := range levels {
		for _, o := range strings.Fields(ops) {
			if o == op {
				return precBinary + i
			}
		}
	}
	return precBinary
}

type printer struct {
	b      strings.Builder
	indent int
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
}

// open and close write parentheses if an expression of level prec stands where want is needed.
func (p *printer) open(prec, want int) {
	if prec < want {
		p.put("(")
	}
}

func (p *printer) close(prec, want int) {
	if prec < want {
		p.put(")")
	}
}

func (p *printer) expr(x Expr, want int) {
	switch x := x.(type) {
	case nil:
	case *Ident:
		p.put(x.Name)
	case *Number:
		p.put(x.Text)
	case *Char:
		p.put(charText(x.Value))
	case *String:
		p.put(x.Text)
	case *BadExpr:
		p.put(x.Text)
	case *Unary:
		p.unary(x, want)
	case *Binary:
		prec := binaryPrec(x.Op)
		p.open(prec, want)
		p.expr(x.X, prec)
		p.put(" ", x.Op, " ")
		p.expr(x.Y, prec+1)
		p.close(prec, want)
	case *Assign:
		p.open(precAssign, want)
		p.expr(x.X, precUnary)
		p.put(" ", x.Op, " ")
		p.expr(x.Y, precAssign)
		p.close(precAssign, want)
	case *Cond:
		p.cond(x, want)
	case *Comma:
		p.open(precComma, want)
		p.expr(x.X, precComma)
		p.put(", ")
		p.expr(x.Y, precComma)
		p.close(precComma, want)
	default:
		p.postfix(x, want)
	}
}

func charText(v int64) string {
	if v >= ' ' && v < 127 && v != '\'' && v != '\\' {
		return "'" + string(rune(v)) + "'"
	}
	return fmt.Sprintf("'\\x%02x'", uint8(v))
}

// unary keeps "- -x" and "& &x" apart.
func (p *printer) unary(x *Unary, want int) {
	p.open(precUnary, want)
	p.put(x.Op)
	if y, ok := x.X.(*Unary); ok && y.Op[0] == x.Op[0] && x.Op != "*" && x.Op != "!" && x.Op != "~" {
		p.put(" ")
	}
	p.expr(x.X, precUnary)
	p.close(precUnary, want)
}

func (p *printer) cond(x *Cond, want int) {
	p.open(precCond, want)
	p.expr(x.C, precBinary)
	if x.T == nil {
		p.put(" ?: ")
	} else {
		p.put(" ? ")
		p.expr(x.T, precAssign)
		p.put(" : ")
	}
	p.expr(x.F, precCond)
	p.close(precCond, want)
}

func (p *printer) postfix(x Expr, want int) {
	switch x := x.(type) {
	case *Postfix:
		p.expr(x.X, precPostfix)
		p.put(x.Op)
	case *Call:
		p.expr(x.Fun, precPostfix)
		p.put("(")
		p.list(x.Args)
		p.put(")")
	case *Index:
		p.expr(x.X, precPostfix)
		p.put("[")
		p.expr(x.I, precComma)
		p.put("]")
	case *Member:
		p.expr(x.X, precPostfix)
		p.put(map[bool]string{true: "->", false: "."}[x.Arrow], x.Name)
	case *Cast:
		p.open(precUnary, want)
		p.put("(", typeText(x.Type, ""), ")")
		p.expr(x.X, precUnary)
		p.close(precUnary, want)
	case *Sizeof:
		p.sizeof(x)
	case *Offsetof:
		p.put("offsetof(", typeText(x.Type, ""), ", ", x.Path, ")")
	case *CompoundLit:
		p.put("(", typeText(x.Type, ""), ")")
		p.initList(x.Init)
	case *InitList:
		p.initList(x)
	case *StmtExpr:
		p.put("(")
		p.block(x.Body)
		p.put(")")
	case *TypeExpr:
		p.put(typeText(x.Type, ""))
	default:
		panic(fmt.Sprintf("syntax.Print: unknown expression %T", x))
	}
}

func (p *printer) sizeof(x *Sizeof) {
	p.put("sizeof(")
	if x.Type != nil {
		p.put(typeText(x.Type, ""))
	} else {
		p.expr(x.X, precComma)
	}
	p.put(")")
}

func (p *printer) list(args []Expr) {
	for i, a := range args {
		if i > 0 {
			p.put(", ")
		}
		p.expr(a, precAssign)
	}
}

func (p *printer) initList(x *InitList) {
	p.put("{")
	if x != nil {
		for i, e := range x.Elems {
			p.put(map[bool]string{true: ", ", false: " "}[i > 0])
			p.initElem(e)
		}
	}
	p.put(" }")
}

func (p *printer) initElem(e *InitElem) {
	for _, d := range e.Path {
		if d.Field != "" {
			p.put(".", d.Field)
			continue
		}
		p.put("[")
		p.expr(d.Lo, precComma)
		if d.Hi != nil {
			p.put(" ... ")
			p.expr(d.Hi, precComma)
		}
		p.put("]")
	}
	if len(e.Path) > 0 {
		p.put(" = ")
	}
	p.expr(e.Value, precAssign)
}

// line starts a new line at the current indentation.
func (p *printer) line() { p.put("\n", strings.Repeat("\t", p.indent)) }

func exprText(x Expr) string {
	if x == nil {
		return ""
	}
	var p printer
	p.expr(x, precAssign)
	return p.b.String()
}

func (p *printer) other(n Node) {
	switch n := n.(type) {
	case *VarDecl:
		p.varDecl(n)
	case *Type:
		p.put(typeText(n, ""))
	case *Field:
		p.put(fieldText(n))
	case *Enumerator:
		p.put(enumeratorText(n))
	case *InitElem:
		p.initElem(n)
	case *FuncDecl:
		p.function(n)
	case *Decl:
		p.decl(n)
	default:
		p.put("/* " + strconv.Quote(fmt.Sprintf("%T", n)) + " */")
	}
}
