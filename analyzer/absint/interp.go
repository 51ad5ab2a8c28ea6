package absint

import (
	"fmt"
	"strconv"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/cfg"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// interp interprets the code of one driver for one claim.
type interp struct {
	p        *callgraph.Program
	d        *driver.Driver
	flag     string
	funcs    map[*index.Func]*funcInfo
	cells    map[Cell]*cell
	sites    map[string]int // buffer ids by the place that made them
	out      *collector
	stack    []*frame
	reads    map[Cell]bool // cells the running root has read
	hotCall  map[callSite]bool
	entered  map[*index.Func]bool
	reach    *reach
	steps    int
	inRoot   string
	spent    int              // steps of the roots that have run
	budget   string           // the root that ran out of steps
	headers  map[string]int64 // skb.HeaderStructs
	table    *skb.Table
	builtins map[string]builtin
	unions   map[string]*ctypes.Type // union types by tag, for finding who reads their members
	cold     map[coldKey][]coldResult
	closures map[*index.Func]*closure
	defers   map[*index.Func]bool // functions that the kernel calls back with a TX skb
	dirty    map[Cell]bool        // cells that changed since their readers ran
	untyped  []Value              // TX skbs stored where no field is known
	opening  []*syntax.Call       // macros being opened
	ints     map[Cell]intSet
}

// callSite is a call of a function from a function, for telling whether every caller passed its TX skbs on.
type callSite struct{ from, to *index.Func }

// funcInfo is a function made ready for interpretation.
type funcInfo struct {
	decl   *syntax.FuncDecl
	graph  *cfg.Graph
	types  map[string]*ctypes.Type // of parameters and locals, by their name in the graph
	blocks map[*syntax.Block]*cfg.Graph
	bad    []syntax.Span
}

// frame is one activation.
type frame struct {
	fn     *index.Func
	info   *funcInfo
	graph  *cfg.Graph
	prefix string // of the locations of its locals
	path   string // the call chain as a string: what tells the values of two calls of one function apart
	depth  int
	at     Pos // of the call, for code of macros and for reports
	cold   bool
	ret    *ctypes.Type
	outer  *frame // the activation a statement expression belongs to
	caller *frame
}

// res is one outcome of an evaluation.
type res struct {
	st *State
	v  Value
	t  *ctypes.Type
}

// Limits. Each that is hit becomes an obstacle; none makes a verdict better.
const (
	maxDepth   = 48      // calls inside calls
	maxCold    = 5       // calls of small functions that no TX skb reaches
	fewStates  = 2       // states at one node that are kept apart whatever they differ in
	maxStates  = 16      // states at one node
	manyStates = 1024    // states that hold different skbs at one node; more is an obstacle
	maxSteps   = 300000  // nodes interpreted for one root
	maxTotal   = 1200000 // nodes interpreted for one claim
	maxAlts    = 24      // different skbs in one cell
)

// loaded marks the value a memory location had when it was first read on a path.
const loaded = "ld"

func (x *interp) pos(fr *frame, n syntax.Node) Pos {
	s := n.Range()
	return Pos{File: fr.fn.File.Src, Start: s.Pos, End: s.End}
}

func (x *interp) obstacle(fr *frame, n syntax.Node, format string, args ...any) {
	x.out.obstacle(Obstacle{Pos: x.pos(fr, n), Text: fmt.Sprintf(format, args...)})
}

// site names a place on the running path.
func (fr *frame) site(n syntax.Node) string {
	return fr.path + "/" + strconv.Itoa(n.Range().Pos)
}

// fresh is an unknown value made at a place.
func (x *interp) fresh(fr *frame, n syntax.Node, what string, t *ctypes.Type) Value {
	lo, hi := bounds(t)
	return intv(lattice.Var(lattice.NewSym("?"+what+fr.site(n), 0, lo, hi)))
}

// bounds gives the values a type can hold.
func bounds(t *ctypes.Type) (lo, hi int64) {
	if t == nil {
		return -lattice.Inf, lattice.Inf
	}
	switch t.Kind {
	case ctypes.Ptr, ctypes.Array, ctypes.Func:
		return 0, lattice.Inf
	case ctypes.Int:
		bits := uint(t.Size * 8)
		switch {
		case t.Name == "bool" || t.Name == "_Bool":
			return 0, 1
		case t.Size <= 0 || bits >= 60:
			if t.Signed {
				return -lattice.Inf, lattice.Inf
			}
			return 0, lattice.Inf
		case t.Signed:
			return -(1 << (bits - 1)), 1<<(bits-1) - 1
		default:
			return 0, 1<<bits - 1
		}
	}
	return -lattice.Inf, lattice.Inf
}

// newObj makes a buffer at a place. A buffer this place made before on the path becomes "an earlier one".
func (x *interp) newObj(st *State, key string, make func(id int) *Obj) int {
	id := x.objID(key)
	if st.objs[id] != nil {
		old := x.objID(key + "'")
		if st.objs[old] != nil {
			x.mergeObj(st, id, old)
		} else {
			st.renameObj(id, old)
		}
	}
	st.objs[id] = make(id)
	return id
}

func (x *interp) objID(key string) int {
	id, ok := x.sites[key]
	if !ok {
		id = len(x.sites) + 1
		x.sites[key] = id
	}
	return id
}

// mergeObj lets one abstract buffer stand for two.
func (x *interp) mergeObj(st *State, from, to int) {
	a, b := st.objs[to], st.objs[from].mapLin(func(l lattice.Lin) lattice.Lin { return l.Rebase(from, to) })
	j := joinObj(a, b, func(what string, p, q lattice.Lin) lattice.Lin {
		return joinOffset(to, what, p, q, (*lattice.Facts)(nil).Eval)
	})
	facts := st.facts
	st.renameObj(from, to)
	st.objs[to] = j
	st.facts = facts.Keep(func(s *lattice.Sym) bool { return !s.Mentions(from) && !s.Mentions(to) })
}

// joinObj is the least object above both; differ chooses the form where two differ.
func joinObj(a, b *Obj, differ func(what string, p, q lattice.Lin) lattice.Lin) *Obj {
	if strip(a) == strip(b) && a.Data.Equal(b.Data) && a.Tail.Equal(b.Tail) && a.Len.Equal(b.Len) && a.Hdr.Equal(b.Hdr) {
		return a
	}
	n := *a
	pick := func(what string, p, q lattice.Lin) lattice.Lin {
		if p.Equal(q) {
			return p
		}
		return differ(what, p, q)
	}
	n.Data, n.Tail = pick("data", a.Data, b.Data), pick("tail", a.Tail, b.Tail)
	n.Len, n.Hdr = pick("len", a.Len, b.Len), pick("hdr", a.Hdr, b.Hdr)
	if a.Data.Equal(a.Hdr) && b.Data.Equal(b.Hdr) {
		n.Hdr = n.Data
	}
	if a.Len.Equal(a.Tail.Sub(a.Data)) && b.Len.Equal(b.Tail.Sub(b.Data)) {
		n.Len = n.Tail.Sub(n.Data)
	}
	n.Private, n.Frags = a.Private && b.Private, a.Frags && b.Frags
	if a.Part != b.Part {
		n.Part = nil
	}
	if a.Guard != b.Guard && !n.Private {
		n.Guard = ""
	}
	n.Buf = max(a.Buf, b.Buf)
	n.Stale = joinStale(a, b)
	n.Mgmt, n.Encap, n.Cloned = a.Mgmt.join(b.Mgmt), a.Encap.join(b.Encap), a.Cloned.join(b.Cloned)
	n.Gone = a.Gone && b.Gone
	return &n
}

func joinStale(a, b *Obj) tri {
	if a.Buf > 0 && a.Stale != yes || b.Buf > 0 && b.Stale != yes {
		return no
	}
	return max(a.Stale, b.Stale)
}

// bare is an object without its forms, for comparing the rest.
type bare struct {
	guard                      string
	private, frags, gone       bool
	buf                        int
	stale, mgmt, encap, cloned tri
	part                       *part
}

func strip(o *Obj) bare {
	return bare{o.Guard, o.Private, o.Frags, o.Gone, o.Buf, o.Stale, o.Mgmt, o.Encap, o.Cloned, o.Part}
}

func newInterp(p *callgraph.Program, d *driver.Driver, flag string) *interp {
	return &interp{p: p, d: d, flag: flag, funcs: map[*index.Func]*funcInfo{}, cells: map[Cell]*cell{},
		sites: map[string]int{}, out: newCollector(), hotCall: map[callSite]bool{}, entered: map[*index.Func]bool{},
		headers: skb.HeaderStructs(), table: skb.Kernel(), dirty: map[Cell]bool{}, ints: map[Cell]intSet{},
		builtins: builtinTable(), unions: map[string]*ctypes.Type{}, defers: map[*index.Func]bool{},
		cold: map[coldKey][]coldResult{}, closures: map[*index.Func]*closure{}}
}
