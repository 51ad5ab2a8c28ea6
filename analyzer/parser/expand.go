package parser

import (
	"errors"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// template is a parsed macro body.
type template struct {
	expr  syntax.Expr
	stmts []syntax.Stmt
	err   error
}

var errMacro = errors.New("macro body is neither expression nor statements")

// Expand expands one call of a function-like macro.
func (p *Parser) Expand(m *index.Macro, call *syntax.Call) (x syntax.Expr, stmts []syntax.Stmt, err error) {
	return nil, nil, errMacro
}

// ExpandObject expands an object-like macro.
func (p *Parser) ExpandObject(m *index.Macro, at syntax.Span) (x syntax.Expr, err error) {
	return nil, errMacro
}

// ExpandLoop expands a loop macro.
func (p *Parser) ExpandLoop(m *index.Macro, loop *syntax.MacroLoop) (s syntax.Stmt, err error) {
	return nil, errMacro
}
