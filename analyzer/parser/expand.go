package parser

import (
	"errors"
	"fmt"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// ErrMacro says that a macro's body is neither an expression nor statements.
var ErrMacro = errors.New("macro body is neither expression nor statements")

// Expand expands one call of a function-like macro. The result is an expression, or else statements: those of a
// "do { } while (0)" come as one block. Nodes of the macro's body carry the place of the call; arguments are put in as
// they are and keep their own places, and one argument used twice is the same node twice.
func (p *Parser) Expand(m *index.Macro, call *syntax.Call) (x syntax.Expr, stmts []syntax.Stmt, err error) {
	defer guard(&err, "expanding macro", m.Name)
	e, err := newExpander(p, m, call.Span, call.Args)
	if err != nil {
		return nil, nil, err
	}
	t := p.template(m, call.Args)
	switch {
	case t.err != nil:
		return nil, nil, fmt.Errorf("expanding macro %s: %w", m.Name, t.err)
	case t.expr != nil:
		return e.expr(t.expr), nil, nil
	}
	return nil, e.stmts(t.stmts), nil
}

// ExpandObject expands an object-like macro that stands for an expression.
func (p *Parser) ExpandObject(m *index.Macro, at syntax.Span) (x syntax.Expr, err error) {
	defer guard(&err, "expanding macro", m.Name)
	e, err := newExpander(p, m, at, nil)
	if err != nil {
		return nil, err
	}
	t := p.template(m, nil)
	if t.expr == nil {
		return nil, fmt.Errorf("expanding macro %s: %w", m.Name, errors.Join(t.err, ErrMacro))
	}
	return e.expr(t.expr), nil
}

// ExpandLoop expands a macro whose body ends in the head of a statement, and attaches the loop's body there. The
// result is that statement, or a block if the macro has others in front of it.
func (p *Parser) ExpandLoop(m *index.Macro, loop *syntax.MacroLoop) (s syntax.Stmt, err error) {
	defer guard(&err, "expanding loop macro", m.Name)
	e, err := newExpander(p, m, loop.Span, loop.Args)
	if err != nil {
		return nil, err
	}
	e.body = loop.Body
	t := p.loopTemplate(m, loop.Args)
	if t.err != nil {
		return nil, fmt.Errorf("expanding loop macro %s: %w", m.Name, t.err)
	}
	if list := e.stmts(t.stmts); len(list) == 1 {
		return list[0], nil
	} else {
		return &syntax.Block{Span: loop.Span, Stmts: list}, nil
	}
}

// newExpander binds the parameters of m to the arguments.
func newExpander(p *Parser, m *index.Macro, at syntax.Span, args []syntax.Expr) (*expander, error) {
	e := &expander{p: p, at: at, args: make(map[string]syntax.Expr, len(m.Params)), variadic: m.Variadic, varName: m.VarName}
	if len(args) < len(m.Params) && !(len(args) == 0 && len(m.Params) == 1) {
		return nil, fmt.Errorf("expanding macro %s: %d arguments for %d parameters", m.Name, len(args), len(m.Params))
	}
	if len(args) > len(m.Params) && !m.Variadic {
		return nil, fmt.Errorf("expanding macro %s: %d arguments for %d parameters", m.Name, len(args), len(m.Params))
	}
	for i, name := range m.Params {
		if i < len(args) {
			e.args[name] = args[i]
		} else {
			e.args[name] = &syntax.BadExpr{Span: at}
		}
	}
	if len(args) > len(m.Params) {
		e.rest = args[len(m.Params):]
	}
	return e, nil
}
