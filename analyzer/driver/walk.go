package driver

import "github.com/capcheck/capcheck/analyzer/syntax"

// A spot is an expression in a function that is evaluated for its effect, with what decides whether it is.
type spot struct {
	x    syntax.Expr
	stmt syntax.Stmt   // the statement that holds x
	list *syntax.Block // the block that holds stmt
	lone bool          // stmt is the whole body of an if or a loop, without braces
	arms []arm         // the branches x lies in, outermost first
	exit string        // the way out of the function that x lies behind, "" if there is none
}

// An arm is one branch of a statement.
type arm struct {
	at   syntax.Stmt
	kind string // "if", "loop", "switch" or "#if"
	n    int    // which branch
	of   int    // how many there are; 0 where they do not cover all cases
}

// walker goes through a function in order of the text. It follows no values: what it knows about control flow is the
// nesting, and the returns and forward jumps that leave the function without an error.
type walker struct {
	fn        *syntax.FuncDecl
	visit     func(spot)
	registers int // place of the last call that allocates or registers the hw, -1 if there is none
	labels    map[string]int
	list      *syntax.Block
	lone      bool
	arms      []arm
	conds     []syntax.Expr
	exits     []exit
}

// exit is a way out that was passed: a return, or a jump to a label that was not yet passed.
type exit struct{ label string }

// walk visits the spots of a function in order.
func (r *registrars) walk(fn *syntax.FuncDecl, visit func(spot)) {
	if fn.Body != nil {
		w := &walker{fn: fn, visit: visit, registers: lastCall(fn, r.names), labels: make(map[string]int)}
		syntax.Walk(fn.Body, func(n syntax.Node) bool {
			if l, ok := n.(*syntax.Label); ok {
				w.labels[l.Name] = l.Pos
			}
			return true
		})
		w.block(fn.Body)
	}
}

func (w *walker) block(b *syntax.Block) {
	list, lone := w.list, w.lone
	w.list, w.lone = b, false
	for i, s := range b.Stmts {
		w.stmt(s, b.Stmts[:i])
	}
	w.list, w.lone = list, lone
}

// body walks a statement that may be a lone one.
func (w *walker) body(s syntax.Stmt) {
	switch s := s.(type) {
	case nil:
	case *syntax.Block:
		w.block(s)
	default:
		list, lone := w.list, w.lone
		w.list, w.lone = &syntax.Block{Span: s.Range(), Stmts: []syntax.Stmt{s}}, true
		w.stmt(s, nil)
		w.list, w.lone = list, lone
	}
}

// stmt walks one statement; before are those in front of it in its block.
func (w *walker) stmt(s syntax.Stmt, before []syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Block:
		w.block(s)
	case *syntax.ExprStmt:
		w.expr(s.X, s)
	case *syntax.DeclStmt:
		for _, v := range s.Vars {
			w.expr(v.Init, s)
		}
	case *syntax.Return:
		w.expr(s.X, s)
		if s.Pos > w.registers && !w.failure(s.X, before) {
			w.exits = append(w.exits, exit{})
		}
	case *syntax.Goto:
		if w.labels[s.Label] > s.Pos && !w.failureJump(s, before) {
			w.exits = append(w.exits, exit{label: s.Label})
		}
	case *syntax.Label:
		w.passed(s.Name)
	default:
		w.branches(s)
	}
}

func (w *walker) branches(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		w.expr(s.C, s)
		w.choice(s, "if", s.C, s.Then, s.Else)
	case *syntax.Switch:
		w.expr(s.X, s)
		w.under(arm{at: s, kind: "switch"}, s.X, s.Body)
	case *syntax.PPIf:
		arms := make([]syntax.Stmt, len(s.Branches))
		for i, b := range s.Branches {
			arms[i] = b
		}
		w.choice(s, "#if", nil, arms...)
	default:
		w.loops(s)
	}
}

func (w *walker) loops(s syntax.Stmt) {
	loop := arm{at: s, kind: "loop"}
	switch s := s.(type) {
	case *syntax.While:
		w.expr(s.C, s)
		w.under(loop, s.C, s.Body)
	case *syntax.DoWhile: // runs once at least
		w.body(s.Body)
		w.expr(s.C, s)
	case *syntax.For:
		if s.Init != nil {
			w.stmt(s.Init, nil)
		}
		w.under(loop, s.C, s.Body)
	case *syntax.MacroLoop:
		if s.Name == "scoped_guard" { // linux/cleanup.h: a lock, taken once
			w.body(s.Body)
			return
		}
		w.under(loop, nil, s.Body)
	case *syntax.BadStmt:
		w.expr(&syntax.BadExpr{Span: s.Span, Text: s.Text}, s)
	}
}

// choice walks the branches of s. An exit in one of them is in front of what follows s, not of the other branches.
func (w *walker) choice(s syntax.Stmt, kind string, cond syntax.Expr, branches ...syntax.Stmt) {
	before, after := w.exits, w.exits
	for i, b := range branches {
		w.exits = before[:len(before):len(before)]
		w.under(arm{at: s, kind: kind, n: i, of: len(branches)}, cond, b)
		if len(w.exits) > len(before) {
			after = append(after[:len(after):len(after)], w.exits[len(before):]...)
		}
	}
	w.exits = after
}

func (w *walker) under(a arm, cond syntax.Expr, body syntax.Stmt) {
	arms, conds := w.arms, w.conds
	w.arms = append(arms[:len(arms):len(arms)], a)
	if cond != nil {
		w.conds = append(conds[:len(conds):len(conds)], cond)
	}
	w.body(body)
	w.arms, w.conds = arms, conds
}

func (w *walker) expr(x syntax.Expr, s syntax.Stmt) {
	if x == nil {
		return
	}
	w.visit(spot{x: x, stmt: s, list: w.list, lone: w.lone, arms: w.arms, exit: w.behind()})
}

func (w *walker) behind() string {
	if len(w.exits) == 0 {
		return ""
	}
	if l := w.exits[0].label; l != "" {
		return "behind goto " + l
	}
	return "behind a return"
}

// passed forgets the jumps to a label: behind it both ways are one again.
func (w *walker) passed(label string) {
	var left []exit
	for _, e := range w.exits {
		if e.label != label {
			left = append(left, e)
		}
	}
	w.exits = left
}
