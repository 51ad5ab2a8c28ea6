package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// builtin is a kernel macro or function whose meaning the interpreter has to know, because it is about types, about
// control, or about what is known of a frame.
type builtin func(x *interp, st *State, fr *frame, e *syntax.Call) []res

// builtinTable lists them by name.
func builtinTable() map[string]builtin {
	return map[string]builtin{
		"container_of": containerOf, "list_entry": containerOf, "hlist_entry": containerOf, "rb_entry": containerOf,
		"llist_entry": containerOf, "from_timer": fromMember, "from_tasklet": fromMember, "timer_container_of": fromMember,
		"to_delayed_work": delayedWork, "container_of_const": containerOf,
		"list_first_entry": listEntry, "list_first_entry_or_null": listEntry, "list_last_entry": listEntry,
		"list_next_entry": nextEntry, "list_prev_entry": nextEntry,
		"likely": same, "unlikely": same, "READ_ONCE": same, "rcu_dereference": same, "rcu_dereference_protected": same,
		"rcu_dereference_raw": same, "rcu_access_pointer": same, "rcu_dereference_check": same, "rcu_dereference_bh": same,
		"ACCESS_ONCE": same, "smp_load_acquire": same, "__force": same, "unrcu_pointer": same, "data_race": same,
		"cpu_to_le16": same, "cpu_to_le32": same, "cpu_to_le64": same, "le16_to_cpu": same, "le32_to_cpu": same,
		"le64_to_cpu": same, "__cpu_to_le16": same, "__cpu_to_le32": same, "__le16_to_cpu": same, "__le32_to_cpu": same,
		"cpu_to_be16": same, "cpu_to_be32": same, "be16_to_cpu": same, "be32_to_cpu": same, "htons": same, "ntohs": same,
		"htonl": same, "ntohl": same, "constant_htons": same, "__constant_cpu_to_le16": same,
		"lower_32_bits": same, "array_index_nospec": same, "PTR_ERR_OR_ZERO": same, "ERR_PTR": same, "PTR_ERR": same,
		"ERR_CAST": same, "abs": opaque,
		"WARN_ON": test, "WARN_ON_ONCE": test, "WARN": test, "WARN_ONCE": test, "WARN_TAINT": test, "net_warn_ratelimited": opaque,
		"BUG_ON": bugOn, "BUG": never, "BUILD_BUG_ON": ignore, "BUILD_BUG": ignore, "BUILD_BUG_ON_ZERO": zero,
		"BUILD_BUG_ON_MSG": ignore, "BUILD_BUG_ON_NOT_POWER_OF_2": ignore, "unreachable": never, "panic": never,
		"IS_ERR": isErr, "IS_ERR_OR_NULL": isErr,
		"min": minMax, "max": minMax, "min_t": minMax, "max_t": minMax, "umin": minMax, "umax": minMax, "min3": opaque,
		"max3": opaque, "clamp": opaque, "clamp_t": opaque, "clamp_val": opaque, "swap": swapTwo,
		"ALIGN": roundUp, "round_up": roundUp, "roundup": roundUp, "PTR_ALIGN": roundUp, "PTR_ALIGN_DOWN": roundDown, "ALIGN_DOWN": roundDown,
		"round_down": roundDown, "rounddown": roundDown, "DIV_ROUND_UP": opaque, "IS_ALIGNED": opaque,
		"ARRAY_SIZE": arraySize, "sizeof_field": sizeofField, "struct_size": opaque, "FIELD_SIZEOF": sizeofField,
		"offsetofend": offsetofEnd, "flex_array_size": opaque,
		"IS_ENABLED": opaque, "IS_REACHABLE": opaque, "IS_BUILTIN": opaque, "IS_MODULE": opaque, "__builtin_constant_p": opaque,
		"__builtin_expect": same, "__builtin_choose_expr": opaque, "typecheck": opaque,
		"skb_cloned": clonedTest, "skb_header_cloned": opaqueTest, "skb_shared": opaqueTest,
		"IEEE80211_SKB_CB": skbCB, "IEEE80211_SKB_RXCB": skbCB,
		"test_bit": testBit, "bitmap_zero": opaque,
		"usb_sndbulkpipe": pipe, "usb_rcvbulkpipe": pipe, "usb_sndintpipe": pipe, "usb_rcvintpipe": pipe, "usb_sndctrlpipe": pipe,
		"usb_rcvctrlpipe": pipe,
	}
}

// same is its first argument: annotations, byte order, error pointers.
func same(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) == 0 {
		return opaque(x, st, fr, e)
	}
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args[:1]) {
		out = append(out, res{l.st, l.args[0].v, l.args[0].t})
	}
	return out
}

// opaque reads its arguments and gives a number.
func opaque(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	var out []res
	var args []syntax.Expr
	for _, a := range e.Args {
		if _, isType := a.(*syntax.TypeExpr); !isType {
			args = append(args, a)
		}
	}
	for _, l := range x.evalArgs(st, fr, args) {
		out = append(out, res{l.st, x.fresh(fr, e, macroName(e), sizeTypeSigned), nil})
	}
	return out
}

func ignore(x *interp, st *State, fr *frame, e *syntax.Call) []res { return []res{{st, num(0), nil}} }
func zero(x *interp, st *State, fr *frame, e *syntax.Call) []res   { return []res{{st, num(0), intType}} }
func never(x *interp, st *State, fr *frame, e *syntax.Call) []res  { return nil }

// test is the truth of its first argument.
func test(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) == 0 {
		return []res{{st, num(1), intType}}
	}
	t, f := x.cond(st, fr, e.Args[0])
	return x.truth(t, f)
}

func bugOn(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) == 0 {
		return nil
	}
	_, f := x.cond(st, fr, e.Args[0])
	return x.truth(nil, f)
}

func isErr(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args[:min(1, len(e.Args))]) {
		if len(l.args) == 1 && l.args[0].v.Kind != Int {
			out = append(out, res{l.st, num(0), boolType})
			continue
		}
		out = append(out, res{l.st, x.fresh(fr, e, "iserr", boolType), boolType})
	}
	return out
}

// valueArgs are the arguments of a macro that are not types.
func valueArgs(e *syntax.Call) []syntax.Expr {
	if len(e.Args) == 3 {
		return e.Args[1:] // min_t(type, a, b)
	}
	return e.Args
}

func minMax(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	args := valueArgs(e)
	if len(args) != 2 {
		return opaque(x, st, fr, e)
	}
	op := "<="
	if strings.Contains(macroName(e), "max") {
		op = ">="
	}
	var out []res
	for _, l := range x.evalArgs(st, fr, args) {
		t, f := x.relate(l.st, fr, e, op, l.args[0].v, l.args[1].v)
		for _, s := range t {
			out = append(out, res{s, l.args[0].v, l.args[0].t})
		}
		for _, s := range f {
			out = append(out, res{s, l.args[1].v, l.args[1].t})
		}
	}
	return out
}

func roundUp(x *interp, st *State, fr *frame, e *syntax.Call) []res { return rounded(x, st, fr, e, 1) }
func roundDown(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	return rounded(x, st, fr, e, -1)
}

// rounded is a + s or a - s with 0 <= s < the unit.
func rounded(x *interp, st *State, fr *frame, e *syntax.Call, sign int64) []res {
	if len(e.Args) != 2 {
		return opaque(x, st, fr, e)
	}
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		a, b := l.args[0], l.args[1].v
		if a.v.Kind == Data && b.Kind == Int { // an address is rounded to a multiple, an offset moves by less than that
			if hi := l.st.facts.Eval(b.N).Hi; hi > 0 && hi < lattice.Inf {
				s := lattice.Var(lattice.NewSym("align"+macroName(e), a.v.Obj, 0, hi-1, a.v.N, b.N))
				v := a.v
				v.N = v.N.Add(s.Scale(sign))
				out = append(out, res{l.st, v, a.t})
				continue
			}
			a.v.N = a.v.N.Add(x.unknownOffset(a.v.Obj, fr.site(e)))
			out = append(out, res{l.st, a.v, a.t})
			continue
		}
		if a.v.Kind != Int || b.Kind != Int {
			out = append(out, res{l.st, x.fresh(fr, e, "round", sizeTypeSigned), a.t})
			continue
		}
		va, aok := l.st.facts.Value(a.v.N)
		vb, bok := l.st.facts.Value(b.N)
		if aok && bok && vb > 0 {
			v := va / vb * vb
			if sign > 0 {
				v = (va + vb - 1) / vb * vb
			}
			out = append(out, res{l.st, num(v), a.t})
			continue
		}
		hi := l.st.facts.Eval(b.N).Hi
		if hi < lattice.Inf {
			hi--
		}
		s := lattice.Var(lattice.NewSym("round"+macroName(e), 0, 0, hi, a.v.N, b.N))
		out = append(out, res{l.st, intv(a.v.N.Add(s.Scale(sign))), a.t})
	}
	return out
}

func swapTwo(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) != 2 {
		return opaque(x, st, fr, e)
	}
	var out []res
	for _, a := range x.eval(st, fr, e.Args[0]) {
		for _, b := range x.eval(a.st, fr, e.Args[1]) {
			for _, l := range x.lval(b.st, fr, e.Args[0]) {
				for _, r := range x.assign(fr, e, l, b.v, b.t) {
					for _, m := range x.lval(r.st, fr, e.Args[1]) {
						out = append(out, x.assign(fr, e, m, a.v, a.t)...)
					}
				}
			}
		}
	}
	return out
}

func arraySize(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) == 1 {
		if t := x.typeOf(fr, e.Args[0]); t != nil && t.Kind == ctypes.Array && t.Len > 0 {
			return []res{{st, num(t.Len), sizeType}}
		}
	}
	return []res{{st, x.fresh(fr, e, "arraysize", sizeType), sizeType}}
}

func sizeofField(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if f, ok := x.typeField(fr, e); ok && f.Type.Size >= 0 {
		return []res{{st, num(f.Type.Size), sizeType}}
	}
	return []res{{st, x.fresh(fr, e, "sizeof", sizeType), sizeType}}
}

func offsetofEnd(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if f, ok := x.typeField(fr, e); ok && f.Offset >= 0 && f.Type.Size >= 0 {
		return []res{{st, num(f.Offset + f.Type.Size), sizeType}}
	}
	return []res{{st, x.fresh(fr, e, "offsetofend", sizeType), sizeType}}
}

// typeField resolves the (type, member) arguments of a macro.
func (x *interp) typeField(fr *frame, e *syntax.Call) (ctypes.Field, bool) {
	if len(e.Args) != 2 {
		return ctypes.Field{}, false
	}
	t, ok := e.Args[0].(*syntax.TypeExpr)
	if !ok {
		return ctypes.Field{}, false
	}
	return x.path(x.p.Type(t.Type, fr.fn.File), syntax.Print(e.Args[1]))
}

// path finds a.b.c in a struct.
func (x *interp) path(t *ctypes.Type, path string) (ctypes.Field, bool) {
	f := ctypes.Field{Type: t}
	for _, name := range strings.Split(path, ".") {
		name, _, _ = strings.Cut(name, "[")
		g, ok := ctypes.Field{}, false
		if f.Type != nil {
			g, ok = x.field(f.Type, strings.TrimSpace(name))
		}
		if !ok || g.Type == nil {
			return f, false
		}
		if g.Offset < 0 || f.Offset < 0 {
			g.Offset = -1
		} else {
			g.Offset += f.Offset
		}
		f = g
	}
	return f, true
}

func (x *interp) offsetof(fr *frame, e *syntax.Offsetof) lattice.Lin {
	if f, ok := x.path(x.p.Type(e.Type, fr.fn.File), e.Path); ok && f.Offset >= 0 && !strings.Contains(e.Path, "[") {
		return lattice.Num(f.Offset)
	}
	name := syntax.Print(e)
	return lattice.Var(lattice.NewSym("offsetof:"+name, 0, 0, lattice.Inf))
}

func clonedTest(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	return frameTest(x, st, fr, e, "cloned")
}

// opaqueTest is a test of an skb that guards nothing.
func opaqueTest(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	return frameTest(x, st, fr, e, "test:"+macroName(e))
}

// frameTest is a predicate of an skb as a value: the same until the skb's sharing changes.
func frameTest(x *interp, st *State, fr *frame, e *syntax.Call, op string) []res {
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		v := x.fresh(fr, e, op, boolType)
		if len(l.args) == 1 && l.args[0].v.Kind == Skb {
			o := l.st.objs[l.args[0].v.Obj]
			switch {
			case op == "cloned" && o != nil && o.Private && o.Guard != "":
				v = num(0)
			case op == "cloned" && o != nil && o.Cloned == no:
				v = num(0)
			default:
				v = intv(lattice.Var(lattice.NewSym(op, l.args[0].v.Obj, 0, 1)))
			}
		}
		out = append(out, res{l.st, v, boolType})
	}
	return out
}

// skbCB is the control buffer of an skb.
func skbCB(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	tag := "ieee80211_tx_info"
	if macroName(e) != "IEEE80211_SKB_CB" {
		tag = "ieee80211_rx_status"
	}
	t := ptrTo(x.p.TypeOf(tag, fr.fn.File))
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		v := x.fresh(fr, e, "cb", t)
		if len(l.args) == 1 {
			switch a := l.args[0].v; a.Kind {
			case Skb:
				v = Value{Kind: Addr, Obj: a.Obj, Loc: objKey(a.Obj) + ".cb", Cell: Cell{"sk_buff", "cb"}}
			case Int:
				v = Value{Kind: Addr, Loc: "*" + a.N.String() + ".cb", Cell: Cell{"sk_buff", "cb"}}
			}
		}
		out = append(out, res{l.st, v, t})
	}
	return out
}

func pipe(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	return []res{{st, intv(lattice.Var(lattice.NewSym(macroName(e), 0, 0, lattice.Inf))), nil}}
}

// testBit asks the bits that the program ever sets in a field: one that it never sets is not set.
func testBit(x *interp, st *State, fr *frame, e *syntax.Call) []res {
	if len(e.Args) != 2 {
		return opaque(x, st, fr, e)
	}
	var out []res
	for _, l := range x.evalArgs(st, fr, e.Args) {
		bit, addr := l.args[0].v, l.args[1].v
		v := x.fresh(fr, e, "bit", boolType)
		if n, ok := l.st.facts.Value(bit.N); ok && bit.Kind == Int {
			if addr.Kind == Addr && addr.Cell.Tag != "" && !x.maySet(addr.Cell, n) {
				out = append(out, res{l.st, num(0), boolType})
				continue
			}
			if addr.Kind == Addr {
				v = intv(lattice.Var(lattice.NewSym("bit:"+addr.Loc, addr.Obj, 0, 1, lattice.Num(n))))
			}
		}
		out = append(out, res{l.st, v, boolType})
	}
	return out
}
