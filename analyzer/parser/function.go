package parser

import (
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// function parses the unit as one function definition.
func (u *unit) function(fn *index.Func) (*syntax.FuncDecl, error) {
	chains, plain := u.conditionals()
	decl, errs, err := u.attempt(fn, plain)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 && len(chains) > 0 {
		if alt := u.variants(fn, chains); alt != nil && len(alt.Errors) < len(errs) {
			return alt, nil
		}
	}
	if decl == nil {
		return nil, ErrNoFunc
	}
	decl.Errors = errs
	return decl, nil
}

// attempt parses text in the place of the unit's normalised text.
func (u *unit) attempt(fn *index.Func, text []byte) (*syntax.FuncDecl, []syntax.Span, error) {
	norm := u.norm
	u.norm, u.errors = text, nil
	defer func() { u.norm = norm }()
	root, err := u.p.parse(text)
	if err != nil {
		return nil, nil, err
	}
	def := definition(root)
	if def == nil || u.madeByMacro(fn) {
		if !u.madeByMacro(fn) {
			u.fail(root)
		}
		return u.bodyOnly(fn)
	}
	decl := u.funcDecl(def, fn)
	u.stray(root)
	return decl, compact(u.errors), nil
}

func definition(root *node) *node {
	var found *node
	walk(root, func(n *node) bool {
		if n.kind == "function_definition" && found == nil {
			found = n
		}
		return found == nil && n.kind != "compound_statement"
	})
	return found
}

// stray adds the error nodes that no conversion came across.
func (u *unit) stray(root *node) {
	walk(root, func(n *node) bool {
		if n.bad || n.missing && n.kind != "field_identifier" {
			u.fail(n)
		}
		return n.errors
	})
}

func compact(spans []syntax.Span) []syntax.Span {
	slices.SortFunc(spans, func(a, b syntax.Span) int {
		if a.Pos != b.Pos {
			return a.Pos - b.Pos
		}
		return a.End - b.End
	})
	return slices.Compact(spans)
}

func (u *unit) funcDecl(n *node, fn *index.Func) *syntax.FuncDecl {
	d := &syntax.FuncDecl{Span: u.span(n), Name: fn.Name, Static: fn.Static, Inline: fn.Inline}
	s, rest := u.specifiers(n.kids)
	d.Result = s.base
	if rest < len(n.kids) {
		_, t := u.declarator(n.kids[rest], s.base)
		if f := parameterised(t); f != nil {
			d.Result, d.Params, d.Variadic = f.Elem, f.Params, f.Variadic
		}
	}
	if body := n.last(); body.kind == "compound_statement" {
		d.Body = u.block(body)
	} else {
		u.fail(n)
		d.Body = &syntax.Block{Span: u.span(n)}
	}
	return d
}

// parameterised returns the innermost function type of a declarator's type: the declared function's own.
func parameterised(t *syntax.Type) *syntax.Type {
	if t != nil && t.Kind == syntax.Func {
		return t
	}
	return nil
}

// madeByMacro reports whether the function's head is a macro call alone: DECLARE_IT(name) { ... }.
func (u *unit) madeByMacro(fn *index.Func) bool {
	head := strings.TrimSpace(strings.TrimPrefix(string(u.norm[:fn.BodyPos-u.base]), "static"))
	return strings.HasPrefix(head, fn.Name) && closes(strings.TrimSpace(head[len(fn.Name):])) && fn.Name != "main"
}

// bodyOnly is for a function whose head the grammar did not take: the body alone still has its statements.
func (u *unit) bodyOnly(fn *index.Func) (*syntax.FuncDecl, []syntax.Span, error) {
	errs := u.errors
	s := u.sub("void f()", fn.BodyPos-u.base, len(u.orig), "")
	body := s.body()
	if body == nil {
		return nil, compact(append(errs, s.errors...)), nil
	}
	d := &syntax.FuncDecl{Span: fn.Span, Name: fn.Name, Static: fn.Static, Inline: fn.Inline, Body: body}
	d.Result = &syntax.Type{Span: fn.Span, Kind: syntax.Basic, Name: "int"}
	return d, compact(append(errs, s.errors...)), nil
}

// body parses a unit that is made to be one function definition and returns its body.
func (u *unit) body() *syntax.Block {
	_, plain := u.conditionals()
	u.norm = plain
	root, err := u.p.parse(u.norm)
	if err != nil {
		u.errors = append(u.errors, u.spanOf(0, len(u.orig)))
		return nil
	}
	def := definition(root)
	if def == nil || def.last().kind != "compound_statement" {
		u.fail(root)
		return nil
	}
	b := u.block(def.last())
	u.stray(root)
	u.errors = compact(u.errors)
	return b
}
