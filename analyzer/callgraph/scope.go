package callgraph

import (
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Scope is where names are looked up: a file, and the parameters and locals of a function by the blocks they stand in.
// A name is looked up at its place, so one Scope serves a whole function. Expansions of macros all stand at the macro's
// call; what they declare is added with With.
type Scope struct {
	p      *Program
	file   *index.File
	fn     *index.Func
	root   *block
	locals []*local // of With, innermost last
}

// local is one declaration of a function: a parameter, a local variable, or a local type when v is nil.
type local struct {
	v     *syntax.VarDecl
	typ   *syntax.Type
	param int // index of a parameter, or -1
}

// block is a brace-enclosed part of a function, or a for statement with what it declares.
type block struct {
	span   syntax.Span
	locals []*local
	kids   []*block
}

// Scope returns the scope of a function's body; the one of its file when it cannot be parsed.
func (p *Program) Scope(fn *index.Func) *Scope {
	s := p.scopes[fn]
	if s == nil {
		s = &Scope{p: p, file: fn.File, fn: fn, root: &block{span: fn.Span}}
		if d, err := p.tree.Func(fn); err == nil {
			for i, v := range d.Params {
				s.root.locals = append(s.root.locals, &local{v: v, param: i})
			}
			s.root.fill(d.Body)
		}
		p.scopes[fn] = s
	}
	return s
}

// FileScope returns the scope outside of all functions of f.
func (p *Program) FileScope(f *index.File) *Scope { return p.fileScope(f) }

func (p *Program) fileScope(f *index.File) *Scope {
	s := p.fileScopes[f]
	if s == nil {
		s = &Scope{p: p, file: f, root: new(block)}
		p.fileScopes[f] = s
	}
	return s
}

// With returns a scope in which n, the expansion of a macro, has declared its locals.
func (s *Scope) With(n syntax.Node) *Scope {
	b := new(block)
	syntax.Walk(n, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.DeclStmt); ok {
			b.declare(d)
		}
		return true
	})
	if len(b.locals) == 0 {
		return s
	}
	r := *s
	r.locals = append(append([]*local(nil), s.locals...), b.locals...)
	return &r
}

// File returns the file that names are looked up from.
func (s *Scope) File() *index.File { return s.file }

// Func returns the function that s is the scope of; nil for the scope of a file.
func (s *Scope) Func() *index.Func { return s.fn }

// Local returns the parameter or local variable that name means at a place, and the index of the parameter, or -1.
// It returns nil for names of the file.
func (s *Scope) Local(name string, pos int) (v *syntax.VarDecl, param int) {
	if l := s.local(name, pos); l != nil {
		return l.v, l.param
	}
	return nil, -1
}

func (s *Scope) local(name string, pos int) *local {
	for i := len(s.locals) - 1; i >= 0; i-- {
		if l := s.locals[i]; l.v != nil && l.v.Name == name {
			return l
		}
	}
	var found *local
	for b := s.root; b != nil; b = b.at(pos) {
		if l := b.find(name, pos); l != nil {
			found = l
		}
	}
	return found
}

// find returns the last declaration of name in b that stands in front of pos.
func (b *block) find(name string, pos int) *local {
	var found *local
	for _, l := range b.locals {
		if l.v != nil && l.v.Name == name && (l.v.Pos <= pos || found == nil) {
			found = l
		}
	}
	return found
}

func (b *block) at(pos int) *block {
	for _, kid := range b.kids {
		if kid.span.Pos <= pos && pos < kid.span.End {
			return kid
		}
	}
	return nil
}

// fill collects the declarations below n.
func (b *block) fill(n syntax.Node) {
	syntax.Walk(n, func(m syntax.Node) bool {
		switch m := m.(type) {
		case *syntax.DeclStmt:
			b.declare(m)
		case *syntax.PPIf: // what a branch declares can be used behind the #endif
			for _, branch := range m.Branches {
				b.fill(branch)
			}
			return false
		case *syntax.Block, *syntax.For:
			if m != n {
				kid := &block{span: m.Range()}
				kid.fill(m)
				b.kids = append(b.kids, kid)
				return false
			}
		}
		return true
	})
}

func (b *block) declare(d *syntax.DeclStmt) {
	if d.Struct != nil && d.Struct.Name != "" {
		b.locals = append(b.locals, &local{typ: d.Struct, param: -1})
	}
	for _, v := range d.Vars {
		b.locals = append(b.locals, &local{v: v, param: -1})
	}
}

// localTag finds a type that the function itself defines; blocks are not told apart.
func (b *block) localTag(kind syntax.Kind, tag string) *syntax.Type {
	for _, l := range b.locals {
		if l.typ != nil && l.typ.Kind == kind && l.typ.Name == tag && l.typ.Defined {
			return l.typ
		}
	}
	for _, kid := range b.kids {
		if t := kid.localTag(kind, tag); t != nil {
			return t
		}
	}
	return nil
}

// resolve gives the type t as written in s, laid out one pointer deep.
func (s *Scope) resolve(t *syntax.Type) *ctypes.Type {
	return s.p.complete(s.p.types.Resolve(t, s))
}

// Tag implements ctypes.Scope.
func (s *Scope) Tag(kind syntax.Kind, tag string) *ctypes.Def {
	if s.fn != nil {
		if t := s.root.localTag(kind, tag); t != nil {
			return &ctypes.Def{Syn: t, Scope: s}
		}
	}
	return s.p.tagDef(kind, tag, s.file)
}

// Typedef implements ctypes.Scope.
func (s *Scope) Typedef(name string) *ctypes.Def { return s.p.typedefDef(name, s.file) }

// Const implements ctypes.Scope.
func (s *Scope) Const(e syntax.Expr) (int64, bool) { return s.p.eval(e, s, evalDepth) }

// TypeOf implements ctypes.Scope.
func (s *Scope) TypeOf(e syntax.Expr) *ctypes.Type { return s.p.ExprType(e, s) }

// Path implements ctypes.Scope.
func (s *Scope) Path() string { return s.file.Src.Path }

// Text implements ctypes.Scope.
func (s *Scope) Text() []byte { return s.file.Src.Content }
