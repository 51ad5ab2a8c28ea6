package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// expansionKey is one call of one macro; call is nil for an object-like one.
type expansionKey struct {
	macro *index.Macro
	call  *syntax.Call
}

// expansion is what a macro call stands for: an expression or statements.
type expansion struct {
	expr syntax.Expr
	body []syntax.Stmt
}

// node returns the expansion as one node; nil when it is empty.
func (x *expansion) node() syntax.Node {
	switch {
	case x.expr != nil:
		return x.expr
	case len(x.body) > 0:
		return &syntax.Block{Span: x.body[0].Range(), Stmts: x.body}
	}
	return nil
}

// maxExpansions bounds how many calls of one program are expanded: a macro may call itself through others.
const maxExpansions = 200000

// Expand returns the expansion of a call of m: an expression, or statements. ok is false when it cannot be read.
func (p *Program) Expand(m *index.Macro, call *syntax.Call) (e syntax.Expr, body []syntax.Stmt, ok bool) {
	x := p.expand(m, call, call.Span)
	if x == nil {
		return nil, nil, false
	}
	return x.expr, x.body, true
}

// expand expands m, once for each call; call is nil for an object-like macro used at span.
func (p *Program) expand(m *index.Macro, call *syntax.Call, span syntax.Span) *expansion {
	key := expansionKey{m, call}
	if x, ok := p.expansions[key]; ok {
		return x
	}
	if len(p.expansions) > maxExpansions {
		return nil
	}
	var x *expansion
	if call == nil {
		if e, err := p.tree.expandObject(m, span); err == nil && e != nil {
			x = &expansion{expr: e}
		}
	} else if e, body, err := p.tree.expand(m, call); err == nil {
		x = &expansion{e, body}
	}
	p.expansions[key] = x
	return x
}

// callee returns the name that c calls; "" when it calls through an expression.
func callee(c *syntax.Call) string {
	if id, ok := c.Fun.(*syntax.Ident); ok {
		return id.Name
	}
	return ""
}

// macrosOf returns the macros that a call or a name can be in s: none when a local hides them.
func (p *Program) macrosOf(name string, pos int, funcLike bool, s *Scope) []*index.Macro {
	if name == "" || s.local(name, pos) != nil {
		return nil
	}
	return keep(p.Macro(name, s.file), func(m *index.Macro) bool { return m.FuncLike == funcLike })
}
