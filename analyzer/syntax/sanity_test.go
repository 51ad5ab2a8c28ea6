package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// samples holds one node of each kind.
func samples() []Node {
	id := &Ident{Name: "a"}
	typ := &Type{Kind: Basic, Name: "int"}
	block := &Block{Stmts: []Stmt{&ExprStmt{X: id}}}
	list := &InitList{Elems: []*InitElem{{Path: []Designator{{Field: "b"}}, Value: id}}}
	v := &VarDecl{Name: "v", Type: typ, Init: id}
	return []Node{
		id, &Number{Text: "1"}, &Char{Value: 'x'}, &String{Text: `"s"`}, &Unary{Op: "-", X: id}, &Postfix{Op: "++", X: id},
		&Binary{Op: "+", X: id, Y: id}, &Assign{Op: "=", X: id, Y: id}, &Cond{C: id, T: id, F: id}, &Call{Fun: id, Args: []Expr{id}},
		&Index{X: id, I: id}, &Member{X: id, Name: "m"}, &Cast{Type: typ, X: id}, &Sizeof{Type: typ}, &Offsetof{Type: typ, Path: "m"},
		&CompoundLit{Type: typ, Init: list}, list, &Comma{X: id, Y: id}, &StmtExpr{Body: block}, &TypeExpr{Type: typ}, &BadExpr{Text: "?"},
		block, &DeclStmt{Vars: []*VarDecl{v}}, &ExprStmt{}, &If{C: id, Then: block}, &While{C: id, Body: block}, &DoWhile{Body: block, C: id},
		&For{Init: &ExprStmt{X: id}, C: id, Post: id, Body: block}, &MacroLoop{Name: "each", Args: []Expr{id}, Body: block},
		&Switch{X: id, Body: block}, &Case{Lo: id}, &Label{Name: "l"}, &Goto{Label: "l"}, &Break{}, &Continue{}, &Return{X: id},
		&PPIf{Conds: []string{"A", ""}, Branches: []*Block{block, {}}}, &Asm{Text: "asm();"}, &BadStmt{Text: "?;"},
		v, typ, &Field{Name: "f", Type: typ}, &Enumerator{Name: "E", Value: id}, list.Elems[0],
		&FuncDecl{Name: "f", Result: typ, Params: []*VarDecl{v}, Body: block}, &Decl{Vars: []*VarDecl{v}},
	}
}

// TestWalkAndPrintKnowEveryNode catches a node that was added to nodes.go alone.
func TestWalkAndPrintKnowEveryNode(t *testing.T) {
	for _, n := range samples() {
		name := fmt.Sprintf("%T", n)
		fields := reflect.ValueOf(n).Elem()
		idents := 0
		Walk(n, func(k Node) bool {
			if _, ok := k.(*Ident); ok {
				idents++
			}
			return true
		})
		if want := identFields(fields); idents < want {
			t.Errorf("Walk of %s met %d identifiers, its fields hold %d", name, idents, want)
		}
		if _, empty := n.(*ExprStmt); Print(n) == "" && !empty {
			t.Errorf("Print of %s is empty", name)
		}
	}
}

// identFields counts the fields that are set to an expression.
func identFields(v reflect.Value) int {
	count := 0
	for i := range v.NumField() {
		if x, ok := v.Field(i).Interface().(Expr); ok && x != nil {
			count++
		}
	}
	return count
}

func TestWalkStops(t *testing.T) {
	met := 0
	Walk(&Unary{Op: "-", X: &Ident{Name: "a"}}, func(Node) bool { met++; return false })
	if met != 1 {
		t.Errorf("met %d nodes, want 1", met)
	}
	Walk(nil, func(Node) bool { t.Error("nil was visited"); return true })
}

func TestPrintPrecedence(t *testing.T) {
	id := func(s string) Expr { return &Ident{Name: s} }
	for _, c := range []struct {
		x    Expr
		want string
	}{
		{&Binary{Op: "*", X: &Binary{Op: "+", X: id("a"), Y: id("b")}, Y: id("c")}, "(a + b) * c"},
		{&Binary{Op: "-", X: id("a"), Y: &Binary{Op: "-", X: id("b"), Y: id("c")}}, "a - (b - c)"},
		{&Binary{Op: "&", X: &Binary{Op: "==", X: id("a"), Y: id("b")}, Y: id("c")}, "a == b & c"},
		{&Member{X: &Unary{Op: "*", X: id("p")}, Name: "f"}, "(*p).f"},
		{&Postfix{Op: "++", X: &Unary{Op: "*", X: id("p")}}, "(*p)++"},
		{&Unary{Op: "-", X: &Unary{Op: "-", X: id("a")}}, "- -a"},
		{&Unary{Op: "&", X: &Index{X: id("a"), I: id("i")}}, "&a[i]"},
		{&Cond{C: &Assign{Op: "=", X: id("a"), Y: id("b")}, T: id("c"), F: id("d")}, "(a = b) ? c : d"},
		{&Cond{C: id("a"), F: id("b")}, "a ?: b"},
		{&Call{Fun: &Member{X: id("p"), Name: "f", Arrow: true}, Args: []Expr{&Comma{X: id("a"), Y: id("b")}, id("c")}}, "p->f((a, b), c)"},
		{&Member{X: &Cast{Type: &Type{Kind: Pointer, Elem: &Type{Kind: Struct, Name: "s"}}, X: id("p")}, Name: "f", Arrow: true}, "((struct s *)p)->f"},
		{&Cast{Type: &Type{Kind: Typedef, Name: "u8"}, X: &Binary{Op: "+", X: id("a"), Y: id("b")}}, "(u8)(a + b)"},
		{&Char{Value: '\''}, `'\x27'`},
	} {
		if got := Print(c.x); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestPrintTypes(t *testing.T) {
	i := &Type{Kind: Basic, Name: "int"}
	fn := &Type{Kind: Func, Elem: i, Params: []*VarDecl{{Name: "a", Type: i}}, Variadic: true}
	for _, c := range []struct {
		t    *Type
		want string
	}{
		{&Type{Kind: Pointer, Elem: fn}, "int (*x)(int a, ...)"},
		{&Type{Kind: Array, Len: &Number{Text: "3"}, Elem: &Type{Kind: Pointer, Elem: fn}}, "int (*x[3])(int a, ...)"},
		{&Type{Kind: Func, Elem: &Type{Kind: Pointer, Elem: &Type{Kind: Func, Elem: i}}}, "int (*x(void))(void)"},
		{&Type{Kind: Pointer, Const: true, Elem: &Type{Kind: Struct, Name: "s", Const: true}}, "const struct s *const x"},
		{&Type{Kind: Pointer, Elem: &Type{Kind: Array, Elem: i}}, "int (*x)[]"},
		{&Type{Kind: Typeof, X: &Ident{Name: "y"}}, "typeof(y) x"},
	} {
		if got := Print(&VarDecl{Name: "x", Type: c.t}); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestBasics(t *testing.T) {
	for _, name := range Basics() {
		if strings.TrimSpace(name) != name || name == "" {
			t.Errorf("%q", name)
		}
	}
}
