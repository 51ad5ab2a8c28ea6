package cfg

import (
	"slices"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// target is a label or a goto, with the opened macro and the #if branches it stands in.
type target struct {
	n     *Node
	label string
	macro int
	in    []branch
}

func (b *builder) jump(s syntax.Stmt, cur *Node) *Node {
	switch s := s.(type) {
	case *syntax.Label:
		n := b.after(cur, Nop, s.Span)
		b.labels[s.Name] = append(b.labels[s.Name], b.target(n, s.Name))
		return n
	case *syntax.Goto:
		b.gotos = append(b.gotos, b.target(b.after(cur, Choice, s.Span), s.Label))
	case *syntax.Break:
		b.leave(b.brk, s.Span, cur)
	case *syntax.Continue:
		b.leave(b.cont, s.Span, cur)
	case *syntax.Return:
		n := b.after(cur, Return, s.Span)
		n.X = s.X
		b.uses(s.X)
		edge(n, b.g.Exit)
	case *syntax.Asm:
		return b.after(cur, Asm, s.Span)
	case *syntax.BadStmt:
		return b.after(cur, Bad, s.Span)
	}
	return nil
}

func (b *builder) target(n *Node, label string) target {
	return target{n, label, b.macro, slices.Clone(b.branches)}
}

func (b *builder) leave(targets []*Node, at syntax.Span, cur *Node) {
	n := b.after(cur, Nop, at)
	if len(targets) == 0 {
		b.g.Problems = append(b.g.Problems, at)
		edge(n, b.g.Exit)
		return
	}
	edge(n, targets[len(targets)-1])
}

// resolve ties the gotos to their labels.
func (b *builder) resolve() {
	for _, from := range b.gotos {
		for _, to := range b.reach(from) {
			edge(from.n, to.n)
		}
		switch len(from.n.Succ) {
		case 0:
			b.g.Problems = append(b.g.Problems, from.n.Span)
			edge(from.n, b.g.Exit)
		case 1:
			from.n.Kind = Nop
		}
	}
}

// reach gives the labels that a goto may mean: those of the same opened macro, which may declare its label local, before
// others; and several where #if branches have one each.
func (b *builder) reach(from target) []target {
	var near, far []target
	for _, to := range b.labels[from.label] {
		switch {
		case !compatible(from.in, to.in):
		case from.macro == to.macro:
			near = append(near, to)
		default:
			far = append(far, to)
		}
	}
	if len(near) > 0 {
		return near
	}
	return far
}

// open builds the statements of a macro.
func (b *builder) open(list []syntax.Stmt, cur *Node) *Node {
	outer := b.macro
	b.opened++
	b.macro = b.opened
	b.depth++
	b.push()
	cur = b.stmts(list, cur)
	b.pop()
	b.depth--
	b.macro = outer
	return cur
}

// compatible reports whether one configuration can hold both places.
func compatible(x, y []branch) bool {
	for i := 0; i < min(len(x), len(y)) && x[i].of == y[i].of; i++ {
		if x[i].i != y[i].i {
			return false
		}
	}
	return true
}
