package driver

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

const flagPrefix = "IEEE80211_HW_"

// A setting is one flag that an expression sets or clears (include/net/mac80211.h: enum ieee80211_hw_flags).
type setting struct {
	name  string // without the prefix
	x     syntax.Expr
	flag  *syntax.Ident // the name as written; nil where it was not parsed
	hw    syntax.Expr   // whose flags
	style Style
	clear bool
	maybe bool // decided by ?:, && or || within the expression
}

// settings lists the flags that an expression sets or clears in the spellings of all kernel versions. object gives what
// an object-like macro or a local variable stands for, call what a call of a macro does; nil for anything else.
type settings struct {
	object func(id *syntax.Ident) []syntax.Expr
	call   func(c *syntax.Call) syntax.Node
	depth  int // of macros within macros
	out    []setting
}

const maxDepth = 8

func (s *settings) expr(x syntax.Expr, maybe bool) {
	switch x := x.(type) {
	case *syntax.Call:
		s.callExpr(x, maybe)
	case *syntax.Assign:
		if hw := flagsOf(x.X); hw != nil {
			s.assign(x, hw, maybe)
		} else {
			s.expr(x.Y, maybe)
		}
	case *syntax.Unary:
		s.expr(x.X, maybe)
	case *syntax.Comma:
		s.expr(x.X, maybe)
		s.expr(x.Y, maybe)
	case *syntax.Cond:
		s.expr(x.T, true)
		s.expr(x.F, true)
	case *syntax.Binary:
		s.expr(x.X, maybe)
		s.expr(x.Y, maybe || x.Op == "&&" || x.Op == "||")
	case *syntax.Cast:
		s.expr(x.X, maybe)
	case *syntax.BadExpr:
		s.text(x)
	}
}

func (s *settings) callExpr(c *syntax.Call, maybe bool) {
	f, ok := c.Fun.(*syntax.Ident)
	if !ok {
		return
	}
	args := c.Args
	switch {
	case f.Name == "ieee80211_hw_set" && len(args) == 2:
		s.add(setting{x: c, hw: args[0], style: HwSet, maybe: maybe}, args[1], "")
	case f.Name == "_ieee80211_hw_set" && len(args) == 2:
		s.add(setting{x: c, hw: args[0], style: HwSet, maybe: maybe}, args[1], flagPrefix)
	case isBitCall(f.Name) && len(args) >= 2:
		hw := flagsOf(args[1])
		if hw == nil {
			hw = args[1]
		}
		clear := strings.Contains(f.Name, "clear")
		s.add(setting{x: c, hw: hw, style: SetBit, clear: clear, maybe: maybe || len(args) == 3}, args[0], flagPrefix)
	default:
		s.macro(c, maybe)
	}
}

// flagsOf is the hw in hw->flags or hw->flags[i], nil for anything else.
func flagsOf(x syntax.Expr) syntax.Expr {
	if i, ok := x.(*syntax.Index); ok {
		x = i.X
	}
	if m, ok := x.(*syntax.Member); ok && m.Name == "flags" {
		return m.X
	}
	return nil
}

// isBitCall recognises the bit operations that change a bit for certain, or by a third argument.
func isBitCall(name string) bool {
	switch strings.TrimLeft(name, "_") {
	case "set_bit", "clear_bit", "assign_bit", "test_and_set_bit", "test_and_clear_bit":
		return true
	}
	return false
}

// macro looks into a call of a function-like macro that sets flags.
func (s *settings) macro(c *syntax.Call, maybe bool) {
	if s.call == nil || s.depth == maxDepth {
		return
	}
	s.depth++
	defer func() { s.depth-- }()
	switch n := s.call(c).(type) {
	case syntax.Expr:
		s.expr(n, maybe)
	case *syntax.Block:
		new(registrars).walk(&syntax.FuncDecl{Body: n}, func(p spot) {
			s.expr(p.x, maybe || len(p.arms) > 0)
		})
	}
}

// assign reads hw->flags = , |= and &= .
func (s *settings) assign(a *syntax.Assign, hw syntax.Expr, maybe bool) {
	base := setting{x: a, hw: hw, style: FlagsOr, maybe: maybe}
	switch a.Op {
	case "=", "|=":
		s.mask(base, a.Y)
	case "&=":
		if n, ok := a.Y.(*syntax.Unary); ok && n.Op == "~" {
			base.clear = true
			s.mask(base, n.X)
		}
	}
}

// mask adds the flags in an or of them.
func (s *settings) mask(base setting, x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Ident:
		if !s.add(base, x, flagPrefix) && s.object != nil && s.depth < maxDepth {
			s.depth++
			values := s.object(x)
			base.maybe = base.maybe || len(values) > 1
			for _, v := range values {
				s.mask(base, v)
			}
			s.depth--
		}
	case *syntax.Binary:
		switch x.Op {
		case "|", "+":
			s.mask(base, x.X)
			s.mask(base, x.Y)
		}
	case *syntax.Cond:
		base.maybe = true
		s.mask(base, x.T)
		s.mask(base, x.F)
	case *syntax.Cast:
		s.mask(base, x.X)
	case *syntax.Assign: // a->flags = b->flags = ...
		s.mask(base, x.Y)
	case *syntax.Call: // BIT(IEEE80211_HW_X)
		for _, a := range x.Args {
			s.mask(base, a)
		}
	}
}

// add takes the flag that x names, with the prefix that it is written with.
func (s *settings) add(f setting, x syntax.Expr, prefix string) bool {
	id, ok := x.(*syntax.Ident)
	if !ok || !strings.HasPrefix(id.Name, prefix) {
		return false
	}
	f.name, f.flag = strings.TrimPrefix(id.Name, prefix), id
	s.out = append(s.out, f)
	return true
}
