package callgraph

import (
	"sort"

	"github.com/capcheck/capcheck/analyzer/index"
)

// question is one kind of answer about one node.
type question struct {
	n    node
	kind answerKind
}

type answerKind uint8

const (
	funcAnswer answerKind = iota
	intAnswer
	objAnswer
)

// answer is everything that reaches a node.
type answer struct {
	funcs  []*index.Func
	ints   []int64
	objs   []*VarInfo
	closed bool
}

// maxNodes bounds the nodes one answer rests on.
const maxNodes = 4000

// FieldFuncs returns every function that the program stores in a field: by initialisers and assignments, through
// locals, parameters, other fields and results. closed is false when something stored could not be resolved; NULL is
// ignored.
func (p *Program) FieldFuncs(tag, field string) (fns []*index.Func, closed bool) {
	a := p.ask(question{node{kind: cellNode, cell: Cell{canonical(tag), field}}, funcAnswer})
	return a.funcs, a.closed
}

// FieldInts returns every constant that the program stores in a field, sorted; 0 also for initialisers that leave the
// field out, but not for memory that was never stored to. closed is false when something that is not constant is
// stored, the field is changed in place, or its address gets away.
func (p *Program) FieldInts(tag, field string) (vals []int64, closed bool) {
	a := p.ask(question{node{kind: cellNode, cell: Cell{canonical(tag), field}}, intAnswer})
	return a.ints, a.closed
}

// FieldObjs returns the variables whose addresses, or whose elements' addresses, are stored in a field. closed is false
// when other pointers are; NULL is ignored.
func (p *Program) FieldObjs(tag, field string) (vars []*VarInfo, closed bool) {
	a := p.ask(question{node{kind: cellNode, cell: Cell{canonical(tag), field}}, objAnswer})
	return a.objs, a.closed
}

// VarFuncs is FieldFuncs for a file-scope variable that is a function pointer or an array of them.
func (p *Program) VarFuncs(v *index.Var) (fns []*index.Func, closed bool) {
	a := p.ask(question{node{kind: varNode, v: v}, funcAnswer})
	return a.funcs, a.closed
}

// VarInts is FieldInts for a file-scope variable.
func (p *Program) VarInts(v *index.Var) (vals []int64, closed bool) {
	a := p.ask(question{node{kind: varNode, v: v}, intAnswer})
	return a.ints, a.closed
}

// ParamFuncs returns the functions that parameter i of fn can be.
func (p *Program) ParamFuncs(fn *index.Func, i int) (fns []*index.Func, closed bool) {
	a := p.ask(question{node{kind: paramNode, fn: fn, param: i}, funcAnswer})
	return a.funcs, a.closed
}

// ParamInts returns the constants that parameter i of fn can be.
func (p *Program) ParamInts(fn *index.Func, i int) (vals []int64, closed bool) {
	a := p.ask(question{node{kind: paramNode, fn: fn, param: i}, intAnswer})
	return a.ints, a.closed
}

// ask collects what is reachable from the question's node.
func (p *Program) ask(q question) *answer {
	if a := p.answers[q]; a != nil {
		return a
	}
	r := &reach{kind: q.kind, funcs: map[*index.Func]bool{}, ints: map[int64]bool{}, objs: map[*VarInfo]bool{}, closed: true}
	seen := map[node]bool{q.n: true}
	for queue := []node{q.n}; len(queue) > 0; queue = queue[1:] {
		f := p.flowOf(queue[0])
		r.add(f)
		for _, n := range f.from {
			if !seen[n] && len(seen) < maxNodes {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	r.closed = r.closed && len(seen) < maxNodes
	a := r.answer()
	p.answers[q] = a
	return a
}

// reach is an answer being collected.
type reach struct {
	kind   answerKind
	funcs  map[*index.Func]bool
	ints   map[int64]bool
	objs   map[*VarInfo]bool
	closed bool
}

// add takes over what flows into one node; what is of another kind than asked for leaves the answer open, but for NULL.
func (r *reach) add(f *flow) {
	if f.open || f.odd {
		r.closed = false
	}
	for _, fn := range f.funcs {
		r.funcs[fn] = true
		r.closed = r.closed && r.kind == funcAnswer
	}
	for _, v := range f.ints {
		r.ints[v] = true
		r.closed = r.closed && (r.kind == intAnswer || v == 0)
	}
	for _, v := range f.objs {
		r.objs[v] = true
		r.closed = r.closed && r.kind == objAnswer
	}
}

func (r *reach) answer() *answer {
	a := &answer{closed: r.closed}
	for fn := range r.funcs {
		a.funcs = append(a.funcs, fn)
	}
	for v := range r.ints {
		a.ints = append(a.ints, v)
	}
	for v := range r.objs {
		a.objs = append(a.objs, v)
	}
	sort.Slice(a.funcs, func(i, j int) bool { return before(a.funcs[i], a.funcs[j]) })
	sort.Slice(a.ints, func(i, j int) bool { return a.ints[i] < a.ints[j] })
	sort.Slice(a.objs, func(i, j int) bool {
		x, y := a.objs[i], a.objs[j]
		if x.File != y.File {
			return x.File.Src.Path < y.File.Src.Path
		}
		return x.Decl.Pos < y.Decl.Pos
	})
	return a
}
