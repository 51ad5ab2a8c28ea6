package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/parser"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// ExpandObject returns the expression that an object-like macro used at span stands for.
func (p *Program) ExpandObject(m *index.Macro, span syntax.Span) (syntax.Expr, bool) {
	x := p.expand(m, nil, span)
	if x == nil || x.expr == nil {
		return nil, false
	}
	return x.expr, true
}

// ExpandLoop returns the loop that a loop macro of the driver stands for, with the loop's body in it.
func (p *Program) ExpandLoop(m *index.Macro, loop *syntax.MacroLoop) (syntax.Stmt, bool) {
	ps := p.tree.parsers.Get().(*parser.Parser)
	defer p.tree.parsers.Put(ps)
	s, err := ps.ExpandLoop(m, loop)
	return s, err == nil && s != nil
}
