package callgraph

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// constant is the value of a name, if it has one.
type constant struct {
	value int64
	ok    bool
}

// evalDepth bounds nested expressions and macros of one constant.
const evalDepth = 60

// Const returns the value of an enumerator or of an object-like macro that is a constant expression, as seen from a
// file. A name whose variants under #if have different values is no constant, and neither is a CONFIG_ symbol.
func (p *Program) Const(name string, from *index.File) (int64, bool) {
	return p.name(name, p.fileScope(from), evalDepth)
}

// ConstExpr evaluates a constant expression of a file. Arithmetic is that of int64: wrap-around of narrower types is
// seen at casts only.
func (p *Program) ConstExpr(e syntax.Expr, from *index.File) (int64, bool) {
	return p.eval(e, p.fileScope(from), evalDepth)
}

// ConstIn is ConstExpr for an expression of a function, where locals hide names of the file and sizeof may name them.
func (p *Program) ConstIn(e syntax.Expr, s *Scope) (int64, bool) { return p.eval(e, s, evalDepth) }

func (p *Program) name(name string, s *Scope, depth int) (int64, bool) {
	key := nameAt{name, s.file}
	if c, ok := p.consts[key]; ok {
		return c.value, c.ok
	}
	if depth <= 0 || strings.HasPrefix(name, "CONFIG_") {
		return 0, false
	}
	p.consts[key] = constant{} // a macro that names itself is no constant
	c := p.nameValue(name, s, depth)
	p.consts[key] = c
	return c.value, c.ok
}

func (p *Program) nameValue(name string, s *Scope, depth int) constant {
	switch name {
	case "NULL", "false":
		return constant{0, true}
	case "true":
		return constant{1, true}
	}
	macros := p.Macro(name, s.file)
	enums := visible(p, s.file, p.tree.names.get(name).enums, fileOfEnum)
	var values []constant
	for _, e := range enums {
		values = append(values, p.enumValue(e, name))
	}
	if len(enums) == 0 && len(macros) > 0 && len(p.Funcs(name, s.file)) > 0 {
		return constant{} // "#define f NULL" where the option behind the function f is off
	}
	if len(enums) == 0 { // "#define X X" behind an enumerator is the kernel's way to make it testable with #ifdef
		for _, m := range macros {
			values = append(values, p.macroValue(m, s, depth))
		}
	}
	return agreed(values)
}

// agreed is the one value of all variants.
func agreed(values []constant) constant {
	if len(values) == 0 {
		return constant{}
	}
	for _, v := range values {
		if !v.ok || v != values[0] {
			return constant{}
		}
	}
	return values[0]
}

func (p *Program) macroValue(m *index.Macro, s *Scope, depth int) constant {
	if m.FuncLike || m.Body == "" {
		return constant{}
	}
	x := p.expand(m, nil, syntax.Span{})
	if x == nil || x.expr == nil {
		return constant{}
	}
	v, ok := p.eval(x.expr, p.fileScope(s.file), depth-1)
	return constant{v, ok}
}

// enumValue evaluates the enumerators up to name.
func (p *Program) enumValue(e *index.EnumConst, name string) constant {
	decl, err := p.tree.Decl(e.Enum.File, e.Enum.Span)
	if err != nil {
		return constant{}
	}
	found := constant{}
	s := p.fileScope(e.Enum.File)
	eachEnum(decl, func(list []*syntax.Enumerator) {
		if v, ok := p.enumerator(list, name, s); ok && !found.ok {
			found = v
		}
	})
	return found
}

// enumerator evaluates name in one list; ok says that the list holds it. All values of the list are kept: lists are
// long, and each value rests on the one before.
func (p *Program) enumerator(list []*syntax.Enumerator, name string, s *Scope) (found constant, ok bool) {
	next := constant{0, true}
	for _, e := range list {
		if e.Value != nil {
			v, known := p.eval(e.Value, s, evalDepth)
			next = constant{v, known}
		}
		if e.Name == name {
			return next, true
		}
		if key := (nameAt{e.Name, s.file}); e.Name != "" {
			if _, seen := p.consts[key]; !seen && len(p.tree.names.get(e.Name).enums) == 1 {
				p.consts[key] = next
			}
		}
		next.value++
	}
	return constant{}, false
}

// eachEnum calls f with every list of enumerators of a declaration.
func eachEnum(d *syntax.Decl, f func([]*syntax.Enumerator)) {
	var visit func(t *syntax.Type, depth int)
	visit = func(t *syntax.Type, depth int) {
		if t == nil || depth > 30 {
			return
		}
		if len(t.Enumerators) > 0 {
			f(t.Enumerators)
		}
		visit(t.Elem, depth+1)
		for _, m := range t.Fields {
			visit(m.Type, depth+1)
		}
	}
	visit(d.Type, 0)
	for _, list := range [...][]*syntax.VarDecl{d.Vars, d.Typedefs} {
		for _, v := range list {
			visit(v.Type, 0)
		}
	}
}

// eval evaluates e in s.
func (p *Program) eval(e syntax.Expr, s *Scope, depth int) (int64, bool) {
	if depth <= 0 || e == nil || !p.enter() {
		return 0, false
	}
	defer p.leave()
	switch e := e.(type) {
	case *syntax.Number:
		return e.Value, e.OK
	case *syntax.Char:
		return e.Value, true
	case *syntax.Ident:
		if s.local(e.Name, e.Pos) != nil {
			return 0, false
		}
		return p.name(e.Name, s, depth-1)
	case *syntax.Unary:
		return p.evalUnary(e, s, depth)
	case *syntax.Binary:
		return p.evalBinary(e, s, depth)
	case *syntax.Cond:
		return p.evalCond(e, s, depth)
	case *syntax.Cast:
		if x, ok := p.eval(e.X, s, depth-1); ok {
			return truncate(x, s.resolve(e.Type))
		}
	case *syntax.Sizeof:
		return p.evalSizeof(e, s)
	case *syntax.Offsetof:
		return p.offset(s.resolve(e.Type), e.Path, s, depth)
	case *syntax.Comma:
		return p.eval(e.Y, s, depth-1)
	case *syntax.StmtExpr:
		return p.evalBlock(e, s, depth)
	case *syntax.Call:
		return p.evalCall(e, s, depth)
	}
	return 0, false
}

func (p *Program) evalUnary(e *syntax.Unary, s *Scope, depth int) (int64, bool) {
	x, ok := p.eval(e.X, s, depth-1)
	if !ok {
		return 0, false
	}
	switch e.Op {
	case "-":
		return -x, true
	case "+":
		return x, true
	case "~":
		return ^x, true
	case "!":
		return truth(x == 0), true
	}
	return 0, false
}

func (p *Program) evalBinary(e *syntax.Binary, s *Scope, depth int) (int64, bool) {
	x, xok := p.eval(e.X, s, depth-1)
	switch { // what the left side alone decides
	case xok && e.Op == "&&" && x == 0:
		return 0, true
	case xok && e.Op == "||" && x != 0:
		return 1, true
	}
	y, yok := p.eval(e.Y, s, depth-1)
	if !xok || !yok {
		return 0, false
	}
	return Arith(e.Op, x, y)
}

// Arith applies a binary operator to two constants; ok is false for division by zero and shifts out of range.
func Arith(op string, x, y int64) (v int64, ok bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "==":
		return truth(x == y), true
	case "!=":
		return truth(x != y), true
	case "<":
		return truth(x < y), true
	case "<=":
		return truth(x <= y), true
	case ">":
		return truth(x > y), true
	case ">=":
		return truth(x >= y), true
	case "&&":
		return truth(x != 0 && y != 0), true
	case "||":
		return truth(x != 0 || y != 0), true
	}
	return arithPartial(op, x, y)
}

// arithPartial applies the operators that are not defined for all operands.
func arithPartial(op string, x, y int64) (v int64, ok bool) {
	switch {
	case op == "/" && y != 0:
		return x / y, true
	case op == "%" && y != 0:
		return x % y, true
	case op == "<<" && y >= 0 && y < 64:
		return x << uint(y), true
	case op == ">>" && y >= 0 && y < 64:
		if x < 0 {
			return int64(uint64(x) >> uint(y)), true
		}
		return x >> uint(y), true
	}
	return 0, false
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (p *Program) evalCond(e *syntax.Cond, s *Scope, depth int) (int64, bool) {
	c, ok := p.eval(e.C, s, depth-1)
	switch {
	case !ok:
		return 0, false
	case c == 0:
		return p.eval(e.F, s, depth-1)
	case e.T == nil:
		return c, true
	}
	return p.eval(e.T, s, depth-1)
}

// truncate converts x to an integer type; pointers keep it.
func truncate(x int64, t *ctypes.Type) (int64, bool) {
	if t == nil || t.Kind == ctypes.Ptr || t.Kind == ctypes.Unknown || t.Kind == ctypes.Int && t.Size >= 8 {
		return x, true
	}
	if t.Kind != ctypes.Int || t.Size <= 0 {
		return 0, false
	}
	if t.Name == "bool" || t.Name == "_Bool" {
		return truth(x != 0), true
	}
	bits := uint(64 - 8*t.Size)
	if t.Signed {
		return x << bits >> bits, true
	}
	return int64(uint64(x) << bits >> bits), true
}

func (p *Program) evalSizeof(e *syntax.Sizeof, s *Scope) (int64, bool) {
	var t *ctypes.Type
	switch {
	case e.Type != nil:
		t = s.resolve(e.Type)
	case e.X != nil:
		t = p.ExprType(e.X, s)
		if str, ok := e.X.(*syntax.String); ok {
			return stringLen(str.Text), true
		}
	}
	if t == nil || t.Size < 0 || t.Kind == ctypes.Unknown {
		return 0, false
	}
	return t.Size, true
}

// stringLen is the size of a string literal with its NUL; an escape counts once.
func stringLen(text string) int64 {
	n := int64(1)
	for _, part := range strings.Split(strings.Trim(text, `"`), `\`) {
		n += int64(len(part))
	}
	return n
}

// offset is offsetof(t, path).
func (p *Program) offset(t *ctypes.Type, path string, s *Scope, depth int) (int64, bool) {
	total := int64(0)
	for _, name := range strings.Split(strings.ReplaceAll(path, " ", ""), ".") {
		name, sub, indexed := strings.Cut(name, "[")
		f, ok := p.Field(t, name)
		if !ok || f.Offset < 0 || f.BitSize > 0 {
			return 0, false
		}
		total += f.Offset
		t = f.Type
		if !indexed {
			continue
		}
		n, ok := p.subscript(strings.TrimSuffix(sub, "]"), s, depth)
		if !ok || t.Kind != ctypes.Array || t.Elem.Size < 0 {
			return 0, false
		}
		t = t.Elem
		total += n * t.Size
	}
	return total, true
}

// subscript reads a number or a constant's name.
func (p *Program) subscript(text string, s *Scope, depth int) (int64, bool) {
	n := int64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			return p.name(text, s, depth-1)
		}
		n = 10*n + int64(c-'0')
	}
	return n, text != ""
}

// evalBlock evaluates a statement expression whose last statement is constant by itself.
func (p *Program) evalBlock(e *syntax.StmtExpr, s *Scope, depth int) (int64, bool) {
	if last := lastExpr(e.Body); last != nil {
		return p.eval(last, s.With(e), depth-1)
	}
	return 0, false
}

// lastExpr is the expression that gives a statement expression its value.
func lastExpr(b *syntax.Block) syntax.Expr {
	if b == nil || len(b.Stmts) == 0 {
		return nil
	}
	if x, ok := b.Stmts[len(b.Stmts)-1].(*syntax.ExprStmt); ok {
		return x.X
	}
	return nil
}
