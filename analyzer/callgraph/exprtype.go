package callgraph

import (
	"regexp"
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// typeDepth bounds nested expressions and macro expansions of one typed expression.
const typeDepth = 60

// ExprType returns the static type of e in s, macros expanded. Where it cannot be found, the type's kind is Unknown; it
// is never nil. The type and what it points to are laid out.
func (p *Program) ExprType(e syntax.Expr, s *Scope) *ctypes.Type {
	return p.complete(p.exprType(e, s, typeDepth))
}

func (p *Program) exprType(e syntax.Expr, s *Scope, depth int) *ctypes.Type {
	if e == nil || depth <= 0 || !p.enter() {
		return ctypes.NewUnknown()
	}
	defer p.leave()
	switch e := e.(type) {
	case *syntax.Ident:
		return p.identType(e, s, depth)
	case *syntax.Number:
		return numberType(e)
	case *syntax.Char:
		return ctypes.NewInt()
	case *syntax.String:
		return ctypes.PointerTo(ctypes.NewChar())
	case *syntax.Unary:
		return p.unaryType(e, s, depth)
	case *syntax.Postfix:
		return p.exprType(e.X, s, depth-1)
	case *syntax.Binary:
		return p.binaryType(e, s, depth)
	case *syntax.Assign:
		return p.exprType(e.X, s, depth-1)
	case *syntax.Cond:
		return p.condType(e, s, depth)
	case *syntax.Call:
		return p.callType(e, s, depth)
	case *syntax.Index:
		return p.elemType(e, s, depth)
	case *syntax.Member:
		return p.memberType(e, s, depth)
	case *syntax.Cast:
		return s.resolve(e.Type)
	case *syntax.CompoundLit:
		return s.resolve(e.Type)
	case *syntax.TypeExpr:
		return s.resolve(e.Type)
	case *syntax.Sizeof, *syntax.Offsetof:
		return ctypes.NewUlong()
	case *syntax.Comma:
		return p.exprType(e.Y, s, depth-1)
	case *syntax.StmtExpr:
		if last := lastExpr(e.Body); last != nil {
			return p.exprType(last, s.With(e), depth-1)
		}
		return ctypes.NewVoid()
	}
	return ctypes.NewUnknown()
}

func numberType(n *syntax.Number) *ctypes.Type {
	text := strings.ToLower(n.Text)
	if strings.HasPrefix(text, "0x") || !strings.ContainsAny(text, ".e") {
		if strings.ContainsRune(text, 'l') {
			t := ctypes.NewUlong()
			t.Signed = !strings.ContainsRune(text, 'u')
			return t
		}
	}
	t := ctypes.NewInt()
	t.Signed = !strings.ContainsRune(text, 'u')
	return t
}

func (p *Program) identType(e *syntax.Ident, s *Scope, depth int) *ctypes.Type {
	if l := s.local(e.Name, e.Pos); l != nil {
		t := s.resolve(l.v.Type)
		if l.v.Init != nil {
			t = p.sized(t, l.v, s)
		}
		return t
	}
	if v := p.Var(e.Name, s.file); v != nil {
		return v.Type
	}
	if t := p.resultType(e.Name, s); t != nil {
		return &ctypes.Type{Kind: ctypes.Func, Size: 1, Align: 1, Elem: t}
	}
	for _, m := range p.macrosOf(e.Name, e.Pos, false, s) {
		x := p.expand(m, nil, e.Span)
		if x == nil || x.expr == nil || isName(x.expr, e.Name) {
			continue
		}
		if t := p.exprType(x.expr, s, depth-1); t.Kind != ctypes.Unknown {
			return t
		}
	}
	if _, ok := p.Const(e.Name, s.file); ok {
		if e.Name == "NULL" {
			return ctypes.PointerTo(ctypes.NewVoid())
		}
		return ctypes.NewInt()
	}
	return ctypes.NewUnknown()
}

func isName(e syntax.Expr, name string) bool {
	id, ok := e.(*syntax.Ident)
	return ok && id.Name == name
}

func (p *Program) unaryType(e *syntax.Unary, s *Scope, depth int) *ctypes.Type {
	if e.Op == "!" {
		return ctypes.NewInt()
	}
	t := p.exprType(e.X, s, depth-1)
	switch e.Op {
	case "&":
		return ctypes.PointerTo(t)
	case "*":
		if t.Kind == ctypes.Func { // *f is f
			return t
		}
		if elem := t.Pointee(); elem != nil {
			return elem
		}
		return ctypes.NewUnknown()
	case "-", "+", "~":
		return promoted(t)
	}
	return t
}

// promoted is the type of t in arithmetic.
func promoted(t *ctypes.Type) *ctypes.Type {
	if t.Kind == ctypes.Int && t.Size >= 0 && t.Size < 4 {
		return ctypes.NewInt()
	}
	return t
}

func (p *Program) binaryType(e *syntax.Binary, s *Scope, depth int) *ctypes.Type {
	switch e.Op {
	case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		return ctypes.NewInt()
	}
	x := p.exprType(e.X, s, depth-1)
	if e.Op == "<<" || e.Op == ">>" {
		return promoted(x)
	}
	y := p.exprType(e.Y, s, depth-1)
	px, py := x.Pointee(), y.Pointee()
	switch {
	case px != nil && py != nil && e.Op == "-":
		t := ctypes.NewUlong()
		t.Name, t.Signed = "long", true
		return t
	case px != nil:
		return ctypes.PointerTo(px)
	case py != nil:
		return ctypes.PointerTo(py)
	}
	return wider(promoted(x), promoted(y))
}

// wider is the type of usual arithmetic over x and y.
func wider(x, y *ctypes.Type) *ctypes.Type {
	switch {
	case x.Kind != ctypes.Int:
		return y
	case y.Kind != ctypes.Int:
		return x
	case y.Size > x.Size || y.Size == x.Size && !y.Signed:
		return y
	}
	return x
}

func (p *Program) condType(e *syntax.Cond, s *Scope, depth int) *ctypes.Type {
	then := e.T
	if then == nil {
		then = e.C
	}
	t := p.exprType(then, s, depth-1)
	if elem := t.Pointee(); elem != nil && elem.Kind != ctypes.Void {
		return t
	}
	f := p.exprType(e.F, s, depth-1)
	if f.Kind == ctypes.Unknown || f.Kind == ctypes.Int && t.Kind == ctypes.Ptr {
		return t
	}
	if t.Kind == ctypes.Int && f.Kind == ctypes.Int {
		return wider(promoted(t), promoted(f))
	}
	return f
}

func (p *Program) elemType(e *syntax.Index, s *Scope, depth int) *ctypes.Type {
	if elem := p.exprType(e.X, s, depth-1).Pointee(); elem != nil {
		return elem
	}
	if elem := p.exprType(e.I, s, depth-1).Pointee(); elem != nil {
		return elem
	}
	return ctypes.NewUnknown()
}

func (p *Program) memberType(e *syntax.Member, s *Scope, depth int) *ctypes.Type {
	x := p.defined(p.exprType(e.X, s, depth-1), s)
	if f, ok := p.Field(x, e.Name); ok {
		return f.Type
	}
	if m := p.renamed(e, x, s); m != nil {
		return p.exprType(m, s, depth-1)
	}
	return ctypes.NewUnknown()
}

// Renamed returns the member access that e stands for when its name is a macro for a path of members ("#define b u.tx.b")
// and no member of the struct itself; else e.
func (p *Program) Renamed(e *syntax.Member, s *Scope) *syntax.Member {
	if m := p.renamed(e, p.ExprType(e.X, s), s); m != nil {
		return m
	}
	return e
}

// renamed is Renamed for an e whose X has type x; nil when it is not.
func (p *Program) renamed(e *syntax.Member, x *ctypes.Type, s *Scope) *syntax.Member {
	if _, ok := p.Field(x, e.Name); ok || !x.Record().IsRecord() {
		return nil
	}
	for _, m := range p.Macro(e.Name, s.file) {
		if m.FuncLike || !pathRE.MatchString(m.Body) {
			continue
		}
		out := e
		for i, name := range strings.Split(m.Body, ".") {
			next := &syntax.Member{Span: e.Span, X: e.X, Name: strings.TrimSpace(name), Arrow: e.Arrow}
			if i > 0 {
				next.X, next.Arrow = out, false
			}
			out = next
		}
		if out.Name != e.Name {
			return out
		}
	}
	return nil
}

// pathRE matches macro bodies that name a member, or a member of one.
var pathRE = regexp.MustCompile(`^[A-Za-z_]\w*(\s*\.\s*[A-Za-z_]\w*)*$`)
