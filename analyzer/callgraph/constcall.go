package callgraph

import (
	"math/bits"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// evalCall evaluates a call of a macro with a constant value. What the kernel's well-known macros mean is built in, for
// their bodies are full of type checks; a driver's own macro of that name goes first.
func (p *Program) evalCall(c *syntax.Call, s *Scope, depth int) (int64, bool) {
	name := callee(c)
	macros := p.macrosOf(name, c.Pos, true, s)
	if len(macros) == 0 || !p.ownFile(macros[0].File) {
		if v, ok, known := p.builtin(name, c.Args, s, depth); known {
			return v, ok
		}
	}
	return p.evalMacros(macros, c, s, depth)
}

func (p *Program) evalMacros(macros []*index.Macro, c *syntax.Call, s *Scope, depth int) (int64, bool) {
	var values []constant
	for _, m := range macros {
		x := p.expand(m, c, c.Span)
		if x == nil || x.expr == nil {
			return 0, false
		}
		v, ok := p.eval(x.expr, s, depth-1)
		values = append(values, constant{v, ok})
	}
	c1 := agreed(values)
	return c1.value, c1.ok
}

// builtin evaluates kernel macros by name; known is false for a name it does not have. Conversions of byte order are
// those of a little-endian machine; big-endian ones are left open, so that nobody compares them with plain numbers.
func (p *Program) builtin(name string, args []syntax.Expr, s *Scope, depth int) (v int64, ok, known bool) {
	switch len(args) {
	case 1:
		return p.builtin1(name, args[0], s, depth)
	case 2:
		return p.builtin2(name, args[0], args[1], s, depth)
	case 3:
		switch name {
		case "min_t", "max_t":
			return p.builtin2(strings.TrimSuffix(name, "_t"), args[1], args[2], s, depth)
		}
	}
	return 0, false, false
}

func (p *Program) builtin1(name string, arg syntax.Expr, s *Scope, depth int) (v int64, ok, known bool) {
	if strings.HasPrefix(name, "IS_") && (name == "IS_ENABLED" || name == "IS_BUILTIN" || name == "IS_MODULE" || name == "IS_REACHABLE") {
		return 0, false, true // any configuration
	}
	if name == "ARRAY_SIZE" {
		t := p.ExprType(arg, s)
		return t.Len, t.Len > 0, true
	}
	f := unary(name)
	if f == nil {
		return 0, false, false
	}
	x, ok := p.eval(arg, s, depth-1)
	if !ok {
		return 0, false, true
	}
	v, ok = f(x)
	return v, ok, true
}

// unary gives the meaning of one-argument macros (include/vdso/bits.h, linux/log2.h, linux/const.h, linux/bitops.h,
// linux/byteorder/generic.h).
func unary(name string) func(int64) (int64, bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "__constant_"), "__")
	switch name {
	case "BIT", "BIT_ULL", "BIT_MASK_OF":
		return func(n int64) (int64, bool) { return 1 << (uint64(n) & 63), n >= 0 && n < 64 }
	case "cpu_to_le16", "le16_to_cpu", "cpu_to_le32", "le32_to_cpu", "cpu_to_le64", "le64_to_cpu", "UL", "ULL", "U",
		"likely", "unlikely":
		return func(n int64) (int64, bool) { return n, true }
	case "ilog2", "const_ilog2":
		return func(n int64) (int64, bool) { return int64(bits.Len64(uint64(n)) - 1), n > 0 }
	case "order_base_2":
		return func(n int64) (int64, bool) { return int64(bits.Len64(uint64(n - 1))), n > 0 }
	case "roundup_pow_of_two":
		return func(n int64) (int64, bool) { return 1 << bits.Len64(uint64(n-1)), n > 0 && n < 1<<62 }
	case "BITS_TO_LONGS":
		return func(n int64) (int64, bool) { return (n + 63) / 64, n >= 0 }
	case "BITS_TO_BYTES":
		return func(n int64) (int64, bool) { return (n + 7) / 8, n >= 0 }
	case "ffs", "builtin_ffs":
		return func(n int64) (int64, bool) { return int64((bits.TrailingZeros64(uint64(n)) + 1) % 65), true }
	case "bf_shf":
		return func(n int64) (int64, bool) { return int64(bits.TrailingZeros64(uint64(n))), n != 0 }
	case "lower_32_bits":
		return func(n int64) (int64, bool) { return n & 0xffffffff, true }
	case "abs":
		return func(n int64) (int64, bool) { return max(n, -n), true }
	}
	return nil
}

func (p *Program) builtin2(name string, a, b syntax.Expr, s *Scope, depth int) (v int64, ok, known bool) {
	switch name {
	case "_AC", "__AC":
		v, ok = p.eval(a, s, depth-1)
		return v, ok, true
	case "sizeof_field", "FIELD_SIZEOF", "offsetofend", "offsetof":
		return p.member(name, a, b, s, depth)
	}
	f := binary(name)
	if f == nil {
		return 0, false, false
	}
	x, xok := p.eval(a, s, depth-1)
	y, yok := p.eval(b, s, depth-1)
	if !xok || !yok {
		return 0, false, true
	}
	v, ok = f(x, y)
	return v, ok, true
}

// binary gives the meaning of two-argument macros (include/linux/bits.h, bitfield.h, math.h, minmax.h, align.h).
func binary(name string) func(x, y int64) (int64, bool) {
	switch name {
	case "GENMASK", "GENMASK_ULL", "__GENMASK":
		return func(h, l int64) (int64, bool) {
			return int64(^uint64(0) >> (63 - uint64(h)&63) >> (uint64(l) & 63) << (uint64(l) & 63)), h >= l && l >= 0 && h < 64
		}
	case "FIELD_PREP", "FIELD_PREP_CONST":
		return func(mask, x int64) (int64, bool) { return x << bits.TrailingZeros64(uint64(mask)) & mask, mask != 0 }
	case "FIELD_GET":
		return func(mask, x int64) (int64, bool) {
			return int64(uint64(x&mask) >> bits.TrailingZeros64(uint64(mask))), mask != 0
		}
	case "DIV_ROUND_UP":
		return func(x, y int64) (int64, bool) { return divUp(x, y), y > 0 }
	case "ALIGN", "roundup", "round_up", "__ALIGN":
		return func(x, y int64) (int64, bool) { return divUp(x, y) * y, y > 0 }
	case "rounddown", "round_down", "ALIGN_DOWN":
		return func(x, y int64) (int64, bool) { return x - x%max(y, 1), y > 0 && x >= 0 }
	case "min", "MIN":
		return func(x, y int64) (int64, bool) { return min(x, y), true }
	case "max", "MAX":
		return func(x, y int64) (int64, bool) { return max(x, y), true }
	}
	return nil
}

func divUp(x, y int64) int64 {
	if y <= 0 {
		return 0
	}
	return (x + y - 1) / y
}

// member evaluates the macros that take a type and a member.
func (p *Program) member(name string, typ, path syntax.Expr, s *Scope, depth int) (v int64, ok, known bool) {
	t := p.typeArg(typ, s)
	text := memberPath(path)
	off, ok := p.offset(t, text, s, depth)
	if name == "offsetof" || !ok {
		return off, ok, true
	}
	size := int64(-1)
	for _, part := range strings.Split(text, ".") {
		f, found := p.Field(t, strings.TrimRight(part, "[]0123456789"))
		if !found {
			return 0, false, true
		}
		t, size = f.Type, f.Type.Size
	}
	if name == "offsetofend" {
		size += off
	}
	return size, size >= 0 && t.Size >= 0, true
}

// memberPath spells a member path as offsetof has it.
func memberPath(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Ident:
		return e.Name
	case *syntax.Member:
		return memberPath(e.X) + "." + e.Name
	case *syntax.Index:
		return memberPath(e.X) + "[" + memberPath(e.I) + "]"
	case *syntax.Number:
		return e.Text
	}
	return ""
}
