package parser

import (
	"fmt"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// declaration parses the unit as file-scope declarations. Preprocessor lines are taken out: the elements of all
// branches of an initialiser and the members of all branches of a struct come out in a row.
func (u *unit) declaration(span syntax.Span) (*syntax.Decl, error) {
	for _, t := range dialect.Scan(u.norm) {
		if t.Kind == dialect.Directive {
			blank(u.norm[t.Pos:t.End])
		}
	}
	root, err := u.p.parse(u.norm)
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
