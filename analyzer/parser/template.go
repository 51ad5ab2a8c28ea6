package parser

import (
	"bytes"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// template is a parsed macro body: an expression, statements, or the reason why it is neither.
type template struct {
	expr  syntax.Expr
	stmts []syntax.Stmt
	err   error
}

// loopBody stands in a loop macro's template where the loop's body goes.
const loopBody = "capcheck_loop_body"

// template returns the parsed body of m. A body that pastes tokens depends on the arguments and is parsed anew.
func (p *Parser) template(m *index.Macro, args []syntax.Expr) *template {
	if body, pasted := p.paste(m, args); pasted {
		return p.parseTemplate(body)
	}
	if t := p.macros[m]; t != nil {
		return t
	}
	body := m.Body
	if m.Variadic {
		body = dropPasteBeforeRest(body, m.VarName)
	}
	t := p.parseTemplate(body)
	p.macros[m] = t
	return t
}

func (p *Parser) loopTemplate(m *index.Macro, args []syntax.Expr) *template {
	body, pasted := p.paste(m, args)
	if !pasted {
		body = m.Body
	}
	if t := p.loops[body]; t != nil {
		return t
	}
	t := &template{err: ErrMacro}
	if b := p.fragment("void f(){", body, "{"+loopBody+";}}"); b != nil && len(b.Stmts) > 0 {
		t = &template{stmts: b.Stmts}
	}
	p.loops[body] = t
	return t
}

func (p *Parser) parseTemplate(body string) *template {
	body = strings.TrimSpace(body)
	if body == "" {
		return &template{}
	}
	if x := p.expression(body); x != nil {
		return &template{expr: x}
	}
	if !strings.ContainsAny(body, ";=") {
		if x := p.typeOrList(body); x != nil {
			return &template{expr: x}
		}
	}
	for _, suffix := range []string{";}", "}"} {
		if b := p.fragment("void f(){", body, suffix); b != nil {
			return &template{stmts: unwrap(b.Stmts)}
		}
	}
	if x := p.typeOrList(body); x != nil {
		return &template{expr: x}
	}
	return &template{err: ErrMacro}
}

// expression parses text as one expression, nil if it is none.
func (p *Parser) expression(text string) syntax.Expr {
	b := p.fragment("void f(){x=(", text, ");}")
	if b == nil || len(b.Stmts) != 1 {
		return nil
	}
	if s, ok := b.Stmts[0].(*syntax.ExprStmt); ok {
		if a, ok := s.X.(*syntax.Assign); ok && a.Op == "=" && !declares(a.Y) {
			return a.Y
		}
	}
	return nil
}

// declares reports whether x is a declaration that was read as an expression: "type *name = value".
func declares(x syntax.Expr) bool {
	b, ok := x.(*syntax.Binary)
	if !ok || b.Op != "*" {
		return false
	}
	_, typed := b.X.(*syntax.Ident)
	_, assigned := b.Y.(*syntax.Assign)
	return typed && assigned
}

// typeOrList parses what may stand for a part of a declaration: a type name, an initialiser list.
func (p *Parser) typeOrList(text string) syntax.Expr {
	if strings.HasPrefix(text, "{") {
		b := p.fragment("void f(){int x=", text, ";}")
		if b != nil && len(b.Stmts) == 1 {
			if d, ok := b.Stmts[0].(*syntax.DeclStmt); ok && len(d.Vars) == 1 {
				return d.Vars[0].Init
			}
		}
		return nil
	}
	u := &unit{p: p, orig: []byte(text), norm: []byte(text), at: new(syntax.Span)}
	if t := u.typeText(0, len(text)); t != nil && len(u.errors) == 0 {
		return &syntax.TypeExpr{Type: t}
	}
	return nil
}

// fragment parses text between a prefix and a suffix that make it a function; nil if that gives errors.
func (p *Parser) fragment(prefix, text, suffix string) *syntax.Block {
	full := []byte(prefix + text + suffix)
	if bytes.IndexByte(full, 0) >= 0 {
		return nil
	}
	orig := dialect.BlankComments(full)
	u := &unit{p: p, orig: orig, norm: dialect.Analyse(orig).Norm, at: new(syntax.Span)}
	b := u.body()
	if b == nil || len(u.errors) > 0 {
		return nil
	}
	return b
}

// unwrap takes the block out of "do { ... } while (0)", unless a break in it needs the loop.
func unwrap(stmts []syntax.Stmt) []syntax.Stmt {
	for len(stmts) > 1 && isEmpty(stmts[len(stmts)-1]) {
		stmts = stmts[:len(stmts)-1]
	}
	if len(stmts) != 1 {
		return stmts
	}
	d, ok := stmts[0].(*syntax.DoWhile)
	if !ok {
		return stmts
	}
	if n, ok := d.C.(*syntax.Number); !ok || n.Value != 0 || leaves(d.Body) {
		return stmts
	}
	return []syntax.Stmt{d.Body}
}

func isEmpty(s syntax.Stmt) bool {
	e, ok := s.(*syntax.ExprStmt)
	return ok && e.X == nil
}

// leaves reports whether s has a break or continue that is not inside of an inner loop.
func leaves(s syntax.Stmt) bool {
	found := false
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Break, *syntax.Continue:
			found = true
		case *syntax.For, *syntax.While, *syntax.DoWhile, *syntax.MacroLoop, *syntax.Switch:
			return false
		}
		return !found
	})
	return found
}
