package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// coldResult is one outcome of a function that no TX skb reaches: what it returns, and what that says of the values it
// looked at.
type coldResult struct {
	v     Value
	facts *lattice.Facts
}

type coldKey struct {
	fn   *index.Func
	args lattice.Hash
}

// maxColdResults bounds the outcomes of one such function that are told apart.
const maxColdResults = 6

// callCold gives the result of a function that gets no TX skb and hands none back: accessors, tests of configuration,
// computations of sizes. It is interpreted by itself, once for given arguments.
func (x *interp) callCold(fr *frame, e *syntax.Call, fn *index.Func, info *funcInfo, l argList) []res {
	x.exposeTo(l.st, fn)
	key := coldKey{fn: fn}
	for i, a := range l.args {
		key.args = key.args.Add(a.v.hash().Mix(int64(i)))
	}
	t := x.resultType(fn)
	results, known := x.cold[key]
	if !known {
		x.cold[key] = nil // a recursive call learns nothing
		results = x.runCold(fr, e, fn, info, l)
		x.cold[key] = results
	}
	if len(results) == 0 {
		return []res{{l.st, x.result(l.st, fr, e, fn.Name), t}}
	}
	var out []res
	for i, r := range results {
		st := l.st
		if i < len(results)-1 {
			st = l.st.clone()
		}
		if facts, ok := lattice.Meet(st.facts, r.facts); ok {
			st.facts = facts
			out = append(out, res{st, r.v, t})
		}
	}
	return out
}

func (x *interp) runCold(fr *frame, e *syntax.Call, fn *index.Func, info *funcInfo, l argList) []coldResult {
	st := newState()
	st.facts = l.st.facts.Keep(func(s *lattice.Sym) bool { return mentionedBy(l.args, s) })
	frame := *fr
	frame.path = "cold"
	var out []coldResult
	for _, r := range x.run(&frame, e, fn, info, []argList{{st, l.args}}, true) {
		if r.v.Kind != Int && r.v.Kind != Fun && (r.v.Kind != Addr || r.v.Obj != 0) {
			return nil
		}
		if len(out) == maxColdResults {
			return nil
		}
		out = append(out, coldResult{r.v, r.st.facts.Keep(func(s *lattice.Sym) bool { return lasting(s) })})
	}
	return out
}

func mentionedBy(args []res, s *lattice.Sym) bool {
	for _, a := range args {
		for _, t := range a.v.N.T {
			if t.S.Key == s.Key {
				return true
			}
		}
	}
	return false
}

// lasting reports whether a symbol means the same outside of the activation that made it.
func lasting(s *lattice.Sym) bool {
	if strings.HasPrefix(s.Op, "?") || s.Op == loaded && strings.HasPrefix(s.Key, loaded+":L") {
		return false
	}
	for _, a := range s.Args {
		for _, t := range a.T {
			if !lasting(t.S) {
				return false
			}
		}
	}
	return true
}

// local reports whether a call is given the address of a local.
func givesLocal(l argList) bool {
	for _, a := range l.args {
		if a.v.Kind == Addr && strings.HasPrefix(a.v.Loc, "L") {
			return true
		}
	}
	return false
}

// skip stands for a call that is not interpreted: what it may change is unknown afterwards.
func (x *interp) skip(fr *frame, e *syntax.Call, fn *index.Func, l argList) []res {
	for _, a := range l.args {
		if a.v.Kind == Addr && strings.HasPrefix(a.v.Loc, "L") {
			x.havoc(l.st, fr, e, a.v.Loc, elem(a.t))
		}
	}
	x.exposeTo(l.st, fn)
	c := x.closureOf(fn)
	for k, sl := range l.st.mem {
		if strings.HasPrefix(k, "L") || locObj(k) != 0 || hotSlot(sl) {
			continue
		}
		field := k[strings.LastIndexAny(k, ".:")+1:]
		if c == nil || c.stores[strings.TrimRight(field, "[]")] {
			l.st.mem[k] = slot{v: []Value{x.fresh(fr, e, "kill"+field, nil)}, cell: sl.cell}
		}
	}
	return []res{{l.st, x.result(l.st, fr, e, fn.Name), x.resultType(fn)}}
}

// havoc makes the content of a local unknown.
func (x *interp) havoc(st *State, fr *frame, e *syntax.Call, loc string, t *ctypes.Type) {
	x.forgetUnder(st, loc)
	prefix := loaded + ":" + loc
	st.facts = st.facts.Keep(func(s *lattice.Sym) bool { return !strings.HasPrefix(s.Key, prefix) })
	if aggregate(t) {
		delete(st.mem, loc)
		return
	}
	st.mem[loc] = slot{v: []Value{x.fresh(fr, e, "out", t)}, cell: st.mem[loc].cell}
}

// maxMods bounds the functions looked at for what a call may change.
const maxMods = 150

// closure is what the text of a function, and of the driver's functions it mentions, says: the fields stored to and all
// names. It is nil where too many functions take part to tell.
type closure struct{ stores, names map[string]bool }

// closureOf follows the mentions of a function, once.
func (x *interp) closureOf(fn *index.Func) *closure {
	if c, ok := x.closures[fn]; ok {
		return c
	}
	c := &closure{map[string]bool{}, map[string]bool{}}
	seen := map[*index.Func]bool{fn: true}
	for queue := []*index.Func{fn}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		for _, s := range f.Stores {
			c.stores[s] = true
		}
		for _, name := range f.Mentions {
			c.names[name] = true
			for _, g := range x.p.Funcs(name, f.File) {
				if !seen[g] && x.p.IsDriver(g) {
					seen[g] = true
					queue = append(queue, g)
				}
			}
		}
		if len(seen) > maxMods {
			c = nil
			break
		}
	}
	x.closures[fn] = c
	return c
}

// exposeTo publishes the TX skbs in memory that a function which is not followed here may look at: it may find the
// struct by another way than its arguments.
func (x *interp) exposeTo(st *State, fn *index.Func) {
	if !x.p.IsDriver(fn) {
		return
	}
	for k, sl := range st.mem {
		if strings.HasPrefix(k, "L") || locObj(k) != 0 || !hotSlot(sl) || sl.cell == (Cell{}) {
			continue
		}
		if c := x.closureOf(fn); c == nil || c.names[strings.TrimRight(sl.cell.Field, "#[]")] {
			for _, v := range sl.v {
				if v.hot() {
					x.publish(st, sl.cell, v)
				}
			}
		}
	}
}
