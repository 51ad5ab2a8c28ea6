package parser

import (
	"fmt"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// declaration parses the unit as file-scope declarations. Preprocessor lines are taken out: the elements of all
// branches of an initialiser and the members of all branches of a struct come out in a row. Where that gives no C,
// since each branch opens the same brace, the branches are taken one way after the other.
func (u *unit) declaration(span syntax.Span) (*syntax.Decl, error) {
	chains, _ := u.conditionals()
	d, err := u.declarations(span, u.take(nil, nil))
	if err != nil || len(d.Errors) == 0 || len(chains) == 0 {
		return d, err
	}
	var best *syntax.Decl
	for _, pick := range picks(chains) {
		alt, err := u.declarations(span, u.take(chains, pick))
		switch {
		case err != nil || len(alt.Errors) > 0:
		case best == nil:
			best = alt
		default:
			best.Vars = append(best.Vars, alt.Vars...)
		}
	}
	if best == nil {
		return d, nil
	}
	return best, nil
}

func (u *unit) declarations(span syntax.Span, text []byte) (*syntax.Decl, error) {
	norm := u.norm
	u.norm, u.errors = text, nil
	defer func() { u.norm = norm }()
	root, err := u.p.parse(text)
	if err != nil {
		return nil, fmt.Errorf("parsing declaration: %w", err)
	}
	d := &syntax.Decl{Span: span}
	for _, n := range root.kids {
		u.topLevel(d, n)
	}
	u.stray(root)
	d.Errors = compact(u.errors)
	return d, nil
}

func (u *unit) topLevel(d *syntax.Decl, n *node) {
	switch n.kind {
	case "declaration":
		vars, s := u.vars(n)
		d.Vars = append(d.Vars, vars...)
		if d.Type == nil {
			d.Type = s.defined
		}
	case "type_definition":
		u.typedef(d, n)
	case "struct_specifier", "union_specifier", "enum_specifier":
		d.Type = u.tagged(n)
	case ";", "expression_statement":
	default:
		u.fail(n)
	}
}

func (u *unit) typedef(d *syntax.Decl, n *node) {
	s, rest := u.specifiers(n.kids)
	d.Type = s.defined
	for _, k := range n.kids[rest:] {
		switch {
		case k.kind == "," || k.kind == ";" || k.kind == "attribute_specifier":
		case k.bad:
			u.fail(k)
		default:
			if name, t := u.declarator(k, s.base); name != nil {
				d.Typedefs = append(d.Typedefs, &syntax.VarDecl{Span: u.span(k), Name: u.read(name), Type: t})
			}
		}
	}
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}
