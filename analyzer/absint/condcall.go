package absint

import (
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// condCall is a call as a test, where the outcome says something about a frame: ieee80211_is_mgmt(fc) and its kin, and
// the kernel's annotations of tests. ok is false for other calls.
func (x *interp) condCall(st *State, fr *frame, e *syntax.Call) (t, f []*State, ok bool) {
	name := macroName(e)
	switch name {
	case "likely", "unlikely", "WARN_ON", "WARN_ON_ONCE", "WARN", "WARN_ONCE", "__builtin_expect":
		if len(e.Args) > 0 {
			t, f = x.cond(st, fr, e.Args[0])
			return t, f, true
		}
	}
	if _, known := skb.FramePredicate(name); !known || x.driverDefines(fr, name) {
		return nil, nil, false
	}
	for _, l := range x.evalArgs(st, fr, e.Args) {
		t1, f1 := x.split(l.st, fr, e, x.predicate(l, fr, e, name))
		t, f = append(t, t1...), append(f, f1...)
	}
	return t, f, true
}

// predicate is the outcome of a frame predicate as a value: one symbol for one frame.
func (x *interp) predicate(l argList, fr *frame, e *syntax.Call, name string) Value {
	if len(l.args) == 0 {
		return x.fresh(fr, e, name, boolType)
	}
	v := l.args[0].v
	obj := v.Obj
	if s, _, single := v.N.Single(); v.Kind == Int && single {
		obj = s.Obj
	}
	if obj == 0 || l.st.objs[obj] == nil {
		if v.Kind != Int {
			return x.fresh(fr, e, name, boolType)
		}
		return intv(lattice.Var(lattice.NewSym(name, 0, 0, 1, v.N)))
	}
	k, _ := skb.FramePredicate(name)
	if o := l.st.objs[obj]; o.Mgmt == no && k == skb.FrameMgmt || o.Mgmt == yes && k == skb.FrameData {
		return num(0)
	} else if o.Mgmt == yes && name == "ieee80211_is_mgmt" {
		return num(1)
	}
	return intv(lattice.Var(lattice.NewSym(name, obj, 0, 1)))
}

// callRef is a call as an lvalue: a macro that stands for one, or a function that returns a struct.
func (x *interp) callRef(st *State, fr *frame, e *syntax.Call) []lref {
	name := macroName(e)
	if b, known := x.builtins[name]; known && isSame(name) && len(e.Args) > 0 && b != nil {
		return x.lval(st, fr, e.Args[0])
	}
	if !x.driverDefines(fr, name) {
		for _, m := range x.p.Macro(name, fr.fn.File) {
			if _, known := x.table.Lookup(name); known && !x.ownFile(m.File) {
				break
			}
			if expr, _, ok := x.p.Expand(m, e); ok && expr != nil {
				return x.lval(st, fr, expr)
			}
		}
	}
	var out []lref
	for _, r := range x.evalCall(st, fr, e) {
		l := lref{st: r.st, t: r.t}
		if r.v.Kind == Addr {
			l.kind, l.key, l.cell = memory, r.v.Loc, r.v.Cell
		} else if r.v.Kind == Int && !r.v.null() {
			l = x.pointee(r.st, r.v, r.t)
		}
		out = append(out, l)
	}
	return out
}

func isSame(name string) bool {
	return name == "READ_ONCE" || name == "ACCESS_ONCE" || name == "data_race"
}
