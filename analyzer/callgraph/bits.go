package callgraph

import (
	"math/bits"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// BitSite is a place that sets a bit of a field.
type BitSite struct {
	Bit  int64
	OK   bool // Bit is known; else it may be any
	In   *index.Func
	Pos  syntax.Span
	Cond []syntax.Expr // the conditions of the ifs around it, outermost first; those of an else as a Unary "!"
}

// setters are the functions that set bit n of a bitmap; see include/linux/bitops.h.
var setters = map[string]bool{
	"set_bit": true, "__set_bit": true, "test_and_set_bit": true, "__test_and_set_bit": true, "assign_bit": true,
	"__assign_bit": true, "test_and_set_bit_lock": true, "change_bit": true, "__change_bit": true, "set_bit_le": true,
	"__set_bit_le": true, "arch_set_bit": true, "set_mask_bits": true,
}

// bitCallers bounds how far the bit's number is followed to the callers of a wrapper.
const bitCallers = 4

// BitsSet returns where the program sets bits of a field: set_bit(n, &x->field) and its like, x->field |= BIT(n),
// x->field = constant. A number that is a parameter is followed to the callers, whose place and conditions it then has.
func (p *Program) BitsSet(tag, field string) []BitSite {
	want := Cell{canonical(tag), field}
	var out []BitSite
	for _, fn := range p.users(field) {
		out = append(out, p.bitCalls(want, fn)...)
	}
	for _, s := range p.FieldStores(tag, field) {
		if s.Op == "|=" || s.Op == "=" || s.Op == "^=" {
			out = append(out, p.maskBits(s)...)
		}
	}
	return out
}

// bitCalls finds the setters in one function.
func (p *Program) bitCalls(want Cell, fn *index.Func) []BitSite {
	calls := p.callsIn(fn, want.Field, func(c *syntax.Call, s *Scope) bool {
		if !setters[callee(c)] || len(c.Args) < 2 {
			return false
		}
		m := fieldOf(stripAddress(c.Args[1]))
		if m == nil || m.Name != want.Field {
			return false
		}
		got := p.cellOf(m, s)
		return got == want || got.Tag == unknownTag
	})
	var out []BitSite
	for _, c := range calls {
		out = append(out, p.bit(c.Call.Args[0], c, bitCallers)...)
	}
	return out
}

// bit resolves the number of a bit: a constant, a choice of constants, or a parameter.
func (p *Program) bit(e syntax.Expr, at CallSite, depth int) []BitSite {
	site := BitSite{In: at.In, Pos: at.Call.Span, Cond: at.Under}
	if v, ok := p.eval(e, at.Scope, evalDepth); ok {
		site.Bit, site.OK = v, true
		return []BitSite{site}
	}
	if id, ok := stripCasts(e).(*syntax.Ident); ok && depth > 0 {
		if _, param := at.Scope.Local(id.Name, id.Pos); param >= 0 {
			if list, ok := p.bitOfCallers(at.In, param, depth); ok {
				return list
			}
		}
	}
	f := new(flow)
	p.value(e, at.Scope, f, valueDepth)
	if len(f.from) > 0 || f.open || len(f.ints) == 0 {
		return []BitSite{site}
	}
	var out []BitSite
	for _, v := range f.ints {
		site.Bit, site.OK = v, true
		out = append(out, site)
	}
	return out
}

// bitOfCallers follows a parameter to the calls of its function; ok is false when not all of them are known.
func (p *Program) bitOfCallers(fn *index.Func, param, depth int) (out []BitSite, ok bool) {
	if len(p.AddressTaken(fn)) > 0 {
		return nil, false
	}
	calls := p.Callers(fn)
	if len(calls) == 0 && !fn.Static {
		return nil, false
	}
	for _, c := range calls {
		if param >= len(c.Call.Args) {
			return nil, false
		}
		out = append(out, p.bit(c.Call.Args[param], c, depth-1)...)
	}
	return out, true
}

// maskBits gives a site for each bit of a stored constant.
func (p *Program) maskBits(s Site) []BitSite {
	site := BitSite{In: s.In, Pos: s.Pos}
	if s.In != nil {
		site.Cond = p.conditions(s.In, s.Pos)
	}
	f := new(flow)
	p.value(s.Value, s.Scope, f, valueDepth)
	if f.open || len(f.from) > 0 {
		return []BitSite{site}
	}
	var out []BitSite
	for _, v := range f.ints {
		for mask := uint64(v); mask != 0; mask &= mask - 1 {
			site.Bit, site.OK = int64(bits.TrailingZeros64(mask)), true
			out = append(out, site)
		}
	}
	return out
}

// conditions returns the conditions of the ifs around a place.
func (p *Program) conditions(fn *index.Func, at syntax.Span) []syntax.Expr {
	var found []syntax.Expr
	see := func(n syntax.Node, _ *Scope, under []syntax.Expr) bool {
		r := n.Range()
		if r == at {
			found = under
		}
		return r.Pos <= at.Pos && at.End <= r.End
	}
	(&visitor{p: p, see: see}).visit(fn)
	return found
}
