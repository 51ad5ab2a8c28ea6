package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// callsFirst makes the calls of a node that take place on every path through it, for all states at once. A callee is then
// interpreted once for all of them, which keeps the cost of nested calls from multiplying. The results wait in the
// states until the node itself is evaluated. C leaves the order of calls in one expression open.
func (x *interp) callsFirst(fr *frame, n *cfg.Node, states []*State) []*State {
	if len(states) < 2 {
		return states
	}
	var e syntax.Expr
	switch {
	case n.Kind == cfg.Decl && n.Var != nil:
		e = n.Var.Init
	case n.Kind != cfg.Iter:
		e = n.X
	}
	if e == nil {
		return states
	}
	for _, call := range surely(e, nil) {
		if fns := x.namedDriver(fr, call); len(fns) > 0 {
			states = x.callEarly(fr, n, call, fns, states)
		}
	}
	return states
}

func (x *interp) namedDriver(fr *frame, e *syntax.Call) []*index.Func {
	id, ok := e.Fun.(*syntax.Ident)
	if !ok || x.localType(fr, id) != nil {
		return nil
	}
	fns := x.p.Funcs(id.Name, fr.fn.File)
	if len(fns) == 0 || !x.p.IsDriver(fns[0]) {
		return nil
	}
	return fns
}

func (x *interp) callEarly(fr *frame, n *cfg.Node, e *syntax.Call, fns []*index.Func, states []*State) []*State {
	var lists []argList
	for _, s := range states {
		lists = append(lists, x.evalArgs(s, fr, e.Args)...)
	}
	if fr.outer == nil {
		needed := neededAfter(fr, n, e)
		for _, l := range lists {
			x.dropLocals(l.st, fr, needed)
		}
	}
	var out []*State
	for _, r := range x.callAll(fr, e, fns, lists) {
		r.st.mem[early(fr, e)] = slot{v: []Value{r.v}}
		out = append(out, r.st)
	}
	return out
}

// early is where the result of a call made early waits.
func early(fr *frame, e *syntax.Call) string {
	return fr.prefix + "call" + strconv.Itoa(e.Pos) + "." + strconv.Itoa(e.End)
}

// surely lists the calls in an expression that are made whatever its tests say, inner ones first.
func surely(e syntax.Expr, out []*syntax.Call) []*syntax.Call {
	switch e := e.(type) {
	case *syntax.Call:
		for _, a := range e.Args {
			out = surely(a, out)
		}
		return append(out, e)
	case *syntax.Assign:
		return surely(e.Y, out)
	case *syntax.Unary:
		return surely(e.X, out)
	case *syntax.Cast:
		return surely(e.X, out)
	case *syntax.Member:
		return surely(e.X, out)
	case *syntax.Cond:
		return surely(e.C, out)
	case *syntax.Binary:
		out = surely(e.X, out)
		if e.Op != "&&" && e.Op != "||" {
			out = surely(e.Y, out)
		}
	}
	return out
}

// neededAfter lists the locals that are read after a call: by the rest of its node, or behind it.
func neededAfter(fr *frame, n *cfg.Node, call *syntax.Call) map[string]bool {
	out := map[string]bool{}
	for _, s := range n.Succ {
		for v := range s.Live {
			out[v] = true
		}
	}
	var e syntax.Expr = n.X
	if n.Kind == cfg.Decl && n.Var != nil {
		e = n.Var.Init
	}
	syntax.Walk(e, func(m syntax.Node) bool {
		if m == syntax.Node(call) {
			return false
		}
		if id, ok := m.(*syntax.Ident); ok {
			out[fr.graph.Name(id)] = true
		}
		return true
	})
	return out
}

// dropLocals forgets the locals of an activation that are not needed any more.
func (x *interp) dropLocals(st *State, fr *frame, needed map[string]bool) {
	for k := range st.mem {
		rest, ok := strings.CutPrefix(k, fr.prefix)
		if !ok {
			continue
		}
		if i := strings.IndexAny(rest, ".[#"); i >= 0 {
			rest = rest[:i]
		}
		if t, mine := fr.info.types[rest]; mine && !needed[rest] && !aggregate(t) {
			delete(st.mem, k)
		}
	}
}
