package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// expander opens the macros that stand for statements while a graph is built.
type expander struct {
	x    *interp
	file *index.File
}

func (m *expander) ExpandStmt(call *syntax.Call) ([]syntax.Stmt, bool) {
	id, ok := call.Fun.(*syntax.Ident)
	if !ok {
		return nil, false
	}
	if _, known := m.x.builtins[id.Name]; known {
		return nil, false
	}
	macros := m.x.p.Macro(id.Name, m.file)
	if len(macros) == 0 || !macros[0].FuncLike {
		return nil, false
	}
	if _, known := m.x.table.Lookup(id.Name); known && !m.x.ownFile(macros[0].File) {
		return nil, false
	}
	var branches []*syntax.Block
	for _, mac := range macros {
		if e, body, ok := m.x.p.Expand(mac, call); ok && e == nil {
			branches = append(branches, &syntax.Block{Span: call.Span, Stmts: body})
		} else if ok {
			branches = append(branches, &syntax.Block{Span: call.Span, Stmts: []syntax.Stmt{&syntax.ExprStmt{Span: call.Span, X: e}}})
		}
	}
	switch len(branches) {
	case 0:
		return nil, false
	case 1:
		return []syntax.Stmt{branches[0]}, true
	}
	conds := make([]string, len(branches)) // which definition is compiled depends on the configuration
	return []syntax.Stmt{&syntax.PPIf{Span: call.Span, Conds: conds, Branches: branches}}, true
}

// Mentions lists the identifiers in the bodies of the macros of a name, those they use included.
func (m *expander) Mentions(name string) []string {
	var out []string
	seen := map[string]bool{name: true}
	queue := []string{name}
	for len(queue) > 0 && len(out) < maxMacroNames {
		for _, mac := range m.x.p.Macro(queue[0], m.file) {
			for _, id := range identifiers(mac.Body) {
				if !seen[id] {
					seen[id] = true
					out, queue = append(out, id), append(queue, id)
				}
			}
		}
		queue = queue[1:]
	}
	return out
}

// maxMacroNames bounds the identifiers followed into macro bodies.
const maxMacroNames = 200

func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

func (m *expander) ExpandLoop(l *syntax.MacroLoop) (syntax.Stmt, bool) {
	if _, known := loops[l.Name]; known {
		return nil, false
	}
	for _, mac := range m.x.p.Macro(l.Name, m.file) {
		if !m.x.ownFile(mac.File) {
			continue
		}
		if s, ok := m.x.p.ExpandLoop(mac, l); ok {
			return s, true
		}
	}
	return nil, false
}

func (x *interp) ownFile(f *index.File) bool { return x.p.IsDriver(&index.Func{File: f}) }

// macroExpr is the expression an object-like macro stands for, nil if the name is none.
func (x *interp) macroExpr(fr *frame, e *syntax.Ident) syntax.Expr {
	for _, m := range x.p.Macro(e.Name, fr.fn.File) {
		if !m.FuncLike && m.Body != "" && m.Body != e.Name {
			if r, ok := x.p.ExpandObject(m, e.Span); ok {
				if id, same := r.(*syntax.Ident); same && id.Name == e.Name {
					return nil
				}
				return r
			}
		}
	}
	return nil
}

// openMacro evaluates a call of a function-like macro by its expansion; several definitions are alternatives.
func (x *interp) openMacro(st *State, fr *frame, e *syntax.Call, macros []*index.Macro) []res {
	var out []res
	opened := false
	if len(x.opening) > 60 {
		macros = nil // macros inside macros without end
	}
	x.opening = append(x.opening, e)
	defer func() { x.opening = x.opening[:len(x.opening)-1] }()
	for _, m := range macros {
		expr, body, ok := x.p.Expand(m, e)
		if !ok {
			continue
		}
		opened = true
		if expr != nil {
			out = append(out, x.eval(st.clone(), fr, expr)...)
		} else {
			out = append(out, x.block(st.clone(), fr, &syntax.Block{Span: e.Span, Stmts: body})...)
		}
	}
	if opened {
		return out
	}
	for _, l := range x.evalArgs(st, fr, e.Args) {
		if x.anyHot(l) {
			x.obstacle(fr, e, "%s: the macro %s could not be expanded; a function instead would lift this", fr.fn.Name, macroName(e))
		}
		out = append(out, res{l.st, x.result(l.st, fr, e, "macro"), nil})
	}
	return out
}

func macroName(e *syntax.Call) string {
	if id, ok := e.Fun.(*syntax.Ident); ok {
		return id.Name
	}
	return "?"
}

func (x *interp) stmtExpr(st *State, fr *frame, e *syntax.StmtExpr) []res {
	return x.block(st, fr, e.Body)
}

// lastValue is the name of the local that holds the value of a statement expression.
const lastValue = "value"

// block runs statements inside an expression, as a frame of their own over the same locals.
func (x *interp) block(st *State, fr *frame, b *syntax.Block) []res {
	g := fr.info.blocks[b]
	if g == nil {
		g = fr.graph.Inner(b, &expander{x, fr.fn.File})
		fr.info.blocks[b] = g
		x.declareBlock(fr, g)
	}
	sub := *fr
	sub.graph, sub.outer = g, fr
	sub.path = shorten(fr.path + "{" + strconv.Itoa(b.Pos))
	if !fr.cold {
		for _, s := range g.Problems {
			x.out.obstacle(Obstacle{Pos: Pos{fr.fn.File.Src, s.Pos, s.End}, Text: fr.fn.Name +
				": a jump out of a statement expression or macro is not followed; a plain statement would lift this"})
		}
		for _, n := range g.Nodes {
			if n.Kind == cfg.Return {
				x.obstacle(fr, n.Span, "%s: a return inside a statement expression or macro is not followed; a plain statement would lift this", fr.fn.Name)
			}
		}
	}
	out := x.flow(&sub, st)
	for i := range out {
		if sl, ok := out[i].st.mem[fr.prefix+lastValue]; ok && len(sl.v) == 1 {
			out[i].v = sl.v[0]
			delete(out[i].st.mem, fr.prefix+lastValue)
			out[i].t = x.lastType(&sub, g)
		}
	}
	return out
}

// declareBlock enters the locals of a block into the function's types.
func (x *interp) declareBlock(fr *frame, g *cfg.Graph) { x.declare(fr.info, g, fr.fn.File) }

func (x *interp) lastType(fr *frame, g *cfg.Graph) *ctypes.Type {
	if g.Last == nil || g.Last.X == nil {
		return nil
	}
	return x.typeOf(fr, g.Last.X)
}

// typeOf is the declared type of an expression.
func (x *interp) typeOf(fr *frame, e syntax.Expr) *ctypes.Type {
	if id, ok := e.(*syntax.Ident); ok {
		if t := x.localType(fr, id); t != nil {
			return t
		}
	}
	return x.p.ExprType(e, x.p.Scope(fr.fn))
}

func (x *interp) typeOfIn(i *funcInfo, g *cfg.Graph, file *index.File, e syntax.Expr) *ctypes.Type {
	if id, ok := e.(*syntax.Ident); ok {
		if t := i.types[g.Name(id)]; t != nil {
			return t
		}
	}
	return x.p.ExprType(e, x.p.FileScope(file))
}

// staticCell names the field a member expression reads, by its declared type.
func (x *interp) staticCell(fr *frame, m *syntax.Member) Cell {
	t := x.typeOf(fr, m.X)
	if m.Arrow {
		t = elem(t)
	}
	return Cell{tagOf(t), m.Name}
}
