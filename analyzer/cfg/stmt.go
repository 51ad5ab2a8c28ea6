package cfg

import "github.com/capcheck/capcheck/analyzer/syntax"

// stmts builds a list; cur is the node control comes from, nil where it does not come by falling through.
func (b *builder) stmts(list []syntax.Stmt, cur *Node) *Node {
	for _, s := range list {
		cur = b.stmt(s, cur)
	}
	return cur
}

// stmt builds one statement. Those that are no expression have no value.
func (b *builder) stmt(s syntax.Stmt, cur *Node) *Node {
	cur = b.any(s, cur)
	switch s.(type) {
	case *syntax.ExprStmt, *syntax.Block, *syntax.PPIf:
	default:
		b.last = nil
	}
	return cur
}

func (b *builder) any(s syntax.Stmt, cur *Node) *Node {
	switch s := s.(type) {
	case *syntax.Block:
		b.push()
		defer b.pop()
		return b.stmts(s.Stmts, cur)
	case *syntax.DeclStmt:
		return b.decls(s, cur)
	case *syntax.ExprStmt:
		return b.exprStmt(s, cur)
	case *syntax.If:
		return b.ifStmt(s, cur)
	case *syntax.While:
		return b.loop(s.Span, nil, s.C, nil, s.Body, cur)
	case *syntax.For:
		b.push()
		defer b.pop()
		if s.Init != nil {
			cur = b.stmt(s.Init, cur)
		}
		return b.loop(s.Span, nil, s.C, s.Post, s.Body, cur)
	case *syntax.DoWhile:
		return b.doWhile(s, cur)
	case *syntax.MacroLoop:
		return b.macroLoop(s, cur)
	case *syntax.Switch:
		return b.switchStmt(s, cur)
	case *syntax.PPIf:
		return b.choice(s, cur)
	case *syntax.Case:
		return b.caseLabel(s, cur)
	default:
		return b.jump(s, cur)
	}
}

func (b *builder) decls(s *syntax.DeclStmt, cur *Node) *Node {
	for _, v := range s.Vars {
		if v.Type != nil {
			b.uses(v.Type)
		}
		b.declare(v) // its own initialiser sees it: T *p = alloc(sizeof(*p))
		b.uses(v.Init)
		cur = b.after(cur, Decl, v.Span)
		cur.Var = v
	}
	return cur
}

func (b *builder) exprStmt(s *syntax.ExprStmt, cur *Node) *Node {
	if s.X == nil {
		return cur
	}
	if call, ok := s.X.(*syntax.Call); ok && b.depth < maxMacroDepth && b.x != nil {
		if list, ok := b.x.ExpandStmt(call); ok {
			return b.open(list, cur)
		}
	}
	n := b.after(cur, Eval, s.Span)
	n.X = s.X
	b.uses(s.X)
	b.last = []*Node{n}
	return n
}

func (b *builder) ifStmt(s *syntax.If, cur *Node) *Node {
	test := b.after(cur, Test, s.C.Range())
	test.X = s.C
	b.uses(s.C)
	join := b.node(Nop, s.Span)
	then := b.after(test, Nop, s.Then.Range())
	edge(b.stmt(s.Then, then), join)
	other := b.after(test, Nop, s.Span)
	if s.Else != nil {
		other = b.stmt(s.Else, other)
	}
	edge(other, join)
	return join
}

func (b *builder) loop(at syntax.Span, head *Node, cond, post syntax.Expr, body syntax.Stmt, cur *Node) *Node {
	out := b.node(Nop, at)
	if head == nil {
		head = b.after(cur, Test, at)
		if cond == nil {
			head.Kind = Nop
		} else {
			head.X = cond
			b.uses(cond)
		}
	}
	next := b.node(Nop, at)
	in := b.after(head, Nop, at)
	if head.Kind != Nop {
		edge(head, out)
	}
	b.body(body, in, next, out)
	if post != nil {
		p := b.after(next, Eval, post.Range())
		p.X = post
		b.uses(post)
		next = p
	}
	edge(next, head)
	return out
}

func (b *builder) body(s syntax.Stmt, in, next, out *Node) {
	b.brk, b.cont = append(b.brk, out), append(b.cont, next)
	edge(b.stmt(s, in), next)
	b.brk, b.cont = b.brk[:len(b.brk)-1], b.cont[:len(b.cont)-1]
}

func (b *builder) doWhile(s *syntax.DoWhile, cur *Node) *Node {
	in := b.after(cur, Nop, s.Span)
	next, out := b.node(Nop, s.Span), b.node(Nop, s.Span)
	b.body(s.Body, in, next, out)
	if n, ok := s.C.(*syntax.Number); ok && n.OK && n.Value == 0 {
		edge(next, out) // do { } while (0): no loop
		return out
	}
	test := b.after(next, Test, s.C.Range())
	test.X = s.C
	b.uses(s.C)
	edge(test, in)
	edge(test, out)
	return out
}

func (b *builder) macroLoop(s *syntax.MacroLoop, cur *Node) *Node {
	if b.x != nil && b.depth < maxMacroDepth {
		if open, ok := b.x.ExpandLoop(s); ok {
			return b.open([]syntax.Stmt{open}, cur)
		}
	}
	head := b.after(cur, Iter, s.Span)
	head.Loop = s
	for _, a := range s.Args {
		b.uses(a)
	}
	return b.loop(s.Span, head, nil, nil, s.Body, cur)
}

func (b *builder) choice(s *syntax.PPIf, cur *Node) *Node {
	n := b.after(cur, Choice, s.Span)
	join := b.node(Nop, s.Span)
	var last []*Node
	for i, br := range s.Branches {
		b.branches = append(b.branches, branch{s, i})
		b.last = nil
		// The branches of an #if are not scopes: what they declare is seen behind #endif.
		edge(b.stmts(br.Stmts, b.after(n, Nop, br.Span)), join)
		last = append(last, b.last...)
		b.branches = b.branches[:len(b.branches)-1]
	}
	if !hasElse(s) {
		edge(n, join)
	}
	b.last = last
	return join
}
