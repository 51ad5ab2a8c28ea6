package callgraph

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// node is a place that values flow through: a cell, a parameter or local of a function, a file-scope variable, or the
// result of a function. The fields that do not apply are zero.
type node struct {
	kind  nodeKind
	cell  Cell
	fn    *index.Func
	param int
	local *syntax.VarDecl
	v     *index.Var
}

type nodeKind uint8

const (
	cellNode nodeKind = iota
	paramNode
	localNode
	varNode
	resultNode
)

// flow is what flows into one node directly.
type flow struct {
	funcs []*index.Func
	ints  []int64
	objs  []*VarInfo
	from  []node
	open  bool // something else flows in
	odd   bool // a store changes an integer in place
}

// valueDepth bounds one value expression, macros expanded.
const valueDepth = 30

// flowOf returns what flows into n, computed once.
func (p *Program) flowOf(n node) *flow {
	if f, ok := p.flows[n]; ok {
		return f
	}
	f := new(flow)
	p.flows[n] = f
	switch n.kind {
	case cellNode:
		p.flowCell(n.cell, f)
	case paramNode:
		p.flowParam(n, f)
	case localNode:
		p.flowLocal(n, f)
	case varNode:
		p.flowVar(n.v, f)
	case resultNode:
		p.flowResult(n.fn, f)
	}
	return f
}

func (p *Program) flowCell(c Cell, f *flow) {
	for _, s := range p.sites(c) {
		p.flowSite(s, f)
	}
}

// flowSite adds what one store lets flow in.
func (p *Program) flowSite(s Site, f *flow) {
	switch {
	case s.zero:
		f.ints = append(f.ints, 0)
	case s.Op == "=" && s.Value != nil:
		p.value(s.Value, s.Scope, f, valueDepth)
	default:
		f.odd = true
	}
}

// flowParam adds the arguments of all calls, direct ones and those through the pointers that hold the function. A
// function without any is dead when it is static; else somebody outside of the program calls it.
func (p *Program) flowParam(n node, f *flow) {
	calls := p.Callers(n.fn)
	indirect, closed := p.indirectCallers(n.fn)
	f.open = f.open || !closed || !n.fn.Static && len(calls)+len(indirect) == 0
	for _, list := range [...][]CallSite{calls, indirect} {
		for _, c := range list {
			if n.param >= len(c.Call.Args) {
				f.open = true
				continue
			}
			p.value(c.Call.Args[n.param], c.Scope, f, valueDepth)
		}
	}
}

// flowLocal adds what is assigned to a local anywhere in its function.
func (p *Program) flowLocal(n node, f *flow) {
	s := p.Scope(n.fn)
	if init := n.local.Init; init != nil {
		p.initValue(init, s, f)
	}
	p.assigned(n.fn, n.local.Name, f, func(id *syntax.Ident, at *Scope) bool {
		l := at.local(id.Name, id.Pos)
		return l != nil && l.v == n.local
	})
}

// initValue adds the value of an initialiser, or of all its elements.
func (p *Program) initValue(init syntax.Expr, s *Scope, f *flow) {
	list, ok := init.(*syntax.InitList)
	if !ok {
		p.value(init, s, f, valueDepth)
		return
	}
	for _, e := range list.Elems {
		p.initValue(e.Value, s, f)
	}
}

// assigned adds what fn assigns to the variable name. Macros that get the variable as an argument are looked into.
func (p *Program) assigned(fn *index.Func, name string, f *flow, is func(*syntax.Ident, *Scope) bool) {
	mine := func(e syntax.Expr, s *Scope) bool {
		for {
			switch x := e.(type) {
			case *syntax.Ident:
				return x.Name == name && is(x, s)
			case *syntax.Index:
				e = x.X
			default:
				return false
			}
		}
	}
	see := func(n syntax.Node, s *Scope, _ []syntax.Expr) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if mine(n.X, s) {
				p.flowSite(Site{Value: n.Y, Op: n.Op, Scope: s}, f)
			}
		case *syntax.Postfix:
			f.odd = f.odd || mine(n.X, s)
		case *syntax.Unary:
			f.odd = f.odd || (n.Op == "&" || n.Op == "++" || n.Op == "--") && mine(n.X, s)
		case *syntax.MacroLoop:
			for _, a := range n.Args {
				f.open = f.open || mine(a, s)
			}
		case *syntax.Sizeof:
			return false
		}
		return true
	}
	into := func(c *syntax.Call, _ string) bool {
		if c == nil {
			return false
		}
		for _, a := range c.Args {
			if id, ok := a.(*syntax.Ident); ok && id.Name == name {
				return true
			}
		}
		return false
	}
	(&visitor{p: p, see: see, into: into}).visit(fn)
}

// flowVar adds the initialiser of a file-scope variable and what functions assign to it. A module parameter can be
// anything.
func (p *Program) flowVar(v *index.Var, f *flow) {
	for _, s := range p.table(v) {
		if s.cell == (Cell{}) {
			p.flowSite(s, f)
		}
	}
	if !v.Init && !v.Extern {
		f.ints = append(f.ints, 0)
	}
	f.open = f.open || p.isModuleParam(v)
	for _, fn := range p.users(v.Name) {
		if v.Static && fn.File != v.File && !p.view(fn.File).sees(v.File) {
			continue
		}
		p.assigned(fn, v.Name, f, func(id *syntax.Ident, s *Scope) bool {
			return s.local(id.Name, id.Pos) == nil
		})
	}
}

// isModuleParam reports whether v's file gives v to module_param() or a macro like it.
func (p *Program) isModuleParam(v *index.Var) bool {
	set := p.modparams[v.File]
	if set == nil {
		set = map[string]bool{}
		text := string(v.File.Src.Content)
		for {
			_, rest, ok := strings.Cut(text, "module_param")
			if !ok {
				break
			}
			args, after, _ := strings.Cut(rest, ")")
			for _, word := range identRE.FindAllString(args, -1) {
				set[word] = true
			}
			text = after
		}
		p.modparams[v.File] = set
	}
	return set[v.Name]
}

// flowResult adds what fn returns.
func (p *Program) flowResult(fn *index.Func, f *flow) {
	d, err := p.tree.Func(fn)
	if err != nil {
		f.open = true
		return
	}
	s := p.Scope(fn)
	syntax.Walk(d.Body, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Return); ok && r.X != nil {
			p.value(r.X, s, f, valueDepth)
		}
		return true
	})
}
