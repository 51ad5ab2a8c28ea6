package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// applyEffect calls a kernel function by what the table says of it.
func (x *interp) applyEffect(fr *frame, e *syntax.Call, eff *skb.Effect, l argList) []res {
	if x.anyHot(l) {
		x.out.api(eff.Name, eff.File)
	}
	if returnsToCPU(eff.Name) && len(l.args) >= 4 {
		if dir, ok := l.st.facts.Value(l.args[len(l.args)-1].v.N); ok && dir == dmaFromDevice && l.args[len(l.args)-1].v.Kind == Int {
			x.fromDevice(l.st, l.args[1].v)
		}
	}
	a := &applied{x: x, fr: fr, e: e, eff: eff, l: l}
	when := a.condition()
	if when == skb.Always {
		return a.outcome(l.st, true)
	}
	fail := l.st.clone()
	out := a.outcome(l.st, true)
	for i := range out {
		out[i].v = a.succeeded(when, out[i])
	}
	for _, r := range a.outcome(fail, false) {
		r.v = a.failed(when, r)
		out = append(out, r)
	}
	return out
}

// ends are where an skb's data and tail were before a call.
type ends struct{ data, tail lattice.Lin }

// returnsToCPU names the functions that end a device's access to a mapped address: (dev, address, ..., direction).
func returnsToCPU(name string) bool {
	return name == "dma_unmap_single" || name == "dma_unmap_page" || strings.HasPrefix(name, "dma_sync_single") &&
		strings.HasSuffix(name, "_for_cpu") || name == "pci_unmap_single" || name == "pci_dma_sync_single_for_cpu"
}

// applied is one call of a kernel function.
type applied struct {
	x   *interp
	fr  *frame
	e   *syntax.Call
	eff *skb.Effect
	l   argList
}

// condition tells whether the result says if the effects took place; it matters only where a TX skb is involved.
func (a *applied) condition() skb.When {
	if !a.x.anyHot(a.l) && a.eff.Ret.Kind != skb.RetTX {
		return skb.Always
	}
	for _, op := range a.eff.Ops {
		if op.When != skb.Always {
			return op.When
		}
	}
	if a.eff.Ret.Null {
		return skb.OnNonNull
	}
	return skb.Always
}

func (a *applied) succeeded(w skb.When, r res) Value {
	switch w {
	case skb.OnZero:
		return num(0)
	case skb.OnTrue:
		return num(1)
	case skb.OnNonNegative:
		return intv(lattice.Var(lattice.NewSym("?ok"+a.fr.site(a.e), 0, 0, lattice.Inf)))
	}
	if r.v.Kind == Int {
		if f, ok := r.st.facts.AssumeNE(r.v.N); ok {
			r.st.facts = f
		}
	}
	return r.v
}

func (a *applied) failed(w skb.When, r res) Value {
	if w != skb.OnZero && w != skb.OnNonNegative {
		return num(0)
	}
	return intv(lattice.Var(lattice.NewSym("?err"+a.fr.site(a.e), 0, -4095, -1)))
}

// outcome applies the effects that take place and makes the result.
func (a *applied) outcome(st *State, success bool) []res {
	var before ends
	if o := a.obj(st, a.eff.Ret.Arg); o != nil {
		before = ends{o.Data, o.Tail}
	}
	states := []*State{st}
	for i := range a.eff.Ops {
		op := &a.eff.Ops[i]
		if op.When != skb.Always && !success {
			continue
		}
		var next []*State
		for _, s := range states {
			next = append(next, a.apply(s, op)...)
		}
		states = next
	}
	var out []res
	for _, s := range states {
		out = append(out, a.result(s, before)...)
	}
	return out
}

func (a *applied) arg(i int) (res, bool) {
	if i < 0 || i >= len(a.l.args) {
		return res{v: num(0)}, false
	}
	r := a.l.args[i]
	r.v = decayed(r.v)
	return r, true
}

// obj is the buffer that argument i is, nil if it is none.
func (a *applied) obj(st *State, i int) *Obj {
	r, _ := a.arg(i)
	if r.v.Kind != Skb {
		return nil
	}
	return st.objs[r.v.Obj]
}

// size is a number of bytes as a form.
func (a *applied) size(st *State, s skb.Size) lattice.Lin {
	r, _ := a.arg(int(s.N))
	switch s.Kind {
	case skb.Const:
		return lattice.Num(s.N)
	case skb.ArgValue:
		if r.v.Kind == Int {
			return r.v.N
		}
	case skb.ArgSizeof:
		return a.x.sizeofSym(elem(r.t))
	case skb.SkbLen:
		if o := a.obj(st, int(s.N)); o != nil {
			return o.Len
		}
	}
	return lattice.Var(lattice.NewSym("?size"+a.fr.site(a.e), 0, 0, lattice.Inf))
}

// targets lists what an effect acts on: an argument, a field of it, or all that a container holds.
func (a *applied) targets(st *State, op *skb.Op) []res {
	r, ok := a.arg(op.Arg)
	if !ok {
		return nil
	}
	r.st = st
	if op.Field != "" && op.Kind != skb.Assign {
		return a.x.load(a.fr, a.e, a.x.memberOf(a.x.pointee(st, r.v, elem(r.t)), op.Field))
	}
	if op.Contents {
		return a.x.take(a.fr, a.e, st, r.v)
	}
	return []res{r}
}

func (a *applied) apply(st *State, op *skb.Op) []*State {
	var out []*State
	for _, t := range a.targets(st, op) {
		a.act(t, op)
		out = append(out, t.st)
	}
	if out == nil {
		return []*State{st}
	}
	if op.Contents {
		return out[:1] // what happens to the contents of a queue changes nothing for this path
	}
	return out
}

func (a *applied) act(t res, op *skb.Op) {
	switch op.Kind {
	case skb.Write, skb.CopyMem, skb.WriteTail, skb.WriteAll, skb.WriteUpper, skb.WriteData, skb.DMA:
		a.writes(t, op)
	case skb.Store, skb.Splice, skb.SetOut, skb.Assign, skb.AssignArg:
		a.stores(t, op)
	case skb.Call, skb.Defer:
		a.calls(t, op)
	default:
		if t.v.Kind == Skb && t.st.objs[t.v.Obj] != nil {
			a.shapes(t, op)
		}
	}
}

// shapes changes the ends or the ownership of an skb.
func (a *applied) shapes(t res, op *skb.Op) {
	n := a.size(t.st, op.Len)
	name := a.eff.Name
	t.st.edit(t.v.Obj, func(o *Obj) {
		switch op.Kind {
		case skb.Push:
			o.Data, o.Len = o.Data.Sub(n), o.Len.Add(n)
		case skb.Pull:
			o.Data, o.Len = o.Data.Add(n), o.Len.Sub(n)
		case skb.Put:
			o.Tail, o.Len = o.Tail.Add(n), o.Len.Add(n)
		case skb.Trim:
			o.Tail, o.Len = o.Data.Add(n), n
		case skb.Cut:
			o.Tail, o.Len = o.Tail.Sub(n), o.Len.Sub(n)
		case skb.Reserve:
			o.Data, o.Tail = o.Data.Add(n), o.Tail.Add(n)
		case skb.Private:
			*o = *o.made(name, true)
			o.Frags = true
		case skb.PrivateLinear:
			*o = *o.made(name, true)
		case skb.PrivatePart:
			if !o.Private {
				o.Buf++
				o.Stale = no
				o.Part = &part{Hi: o.Data.Add(n), Buf: o.Buf, Guard: name}
			}
		case skb.Free, skb.Deliver:
			if o.Refs > 0 {
				o.Refs--
			} else {
				o.Gone = true
			}
		}
	})
	if o := t.st.objs[t.v.Obj]; o.Gone {
		t.st.free(t.v.Obj)
	}
}

// result makes the value of the call.
func (a *applied) result(st *State, before ends) []res {
	x, fr, e, ret := a.x, a.fr, a.e, a.eff.Ret
	r, _ := a.arg(ret.Arg)
	t := x.typeOf(fr, e)
	if ret.Kind == skb.RetShinfo && elem(t) == nil {
		t = ptrTo(&ctypes.Type{Kind: ctypes.Struct, Tag: "skb_shared_info", Size: -1, Align: 8})
	}
	switch ret.Kind {
	case skb.RetArg:
		if a.eff.Name == "skb_get" && r.v.Kind == Skb {
			st.edit(r.v.Obj, func(o *Obj) { o.Refs = min(o.Refs+1, 3) })
		}
		return []res{{st, r.v, r.t}}
	case skb.RetTX:
		v := Value{Kind: Skb, Obj: x.newTX(st, fr, e, a.eff.Name)}
		st.trace = st.trace.push(Step{Pos: x.pos(fr, e), Text: fr.fn.Name + " takes a TX skb from " + a.eff.Name + "()"})
		return []res{{st, v, t}}
	case skb.RetTake:
		return x.take(fr, e, st, r.v)
	case skb.RetOffset:
		if r.v.Kind == Data || r.v.Kind == Frag {
			r.v.N = r.v.N.Add(a.size(st, ret.Off))
			return []res{{st, r.v, r.t}}
		}
	case skb.RetInner:
		if r.v.Kind == Data || r.v.Kind == Frag {
			r.v.N = r.v.N.Add(lattice.Var(lattice.NewSym("?inner"+fr.site(e), 0, 0, lattice.Inf)))
			return []res{{st, r.v, t}}
		}
	case skb.RetInHeader:
		if r.v.Kind == Data {
			r.v.Cls = InHeader
			r.v.N = r.v.N.Add(lattice.Var(lattice.NewSym("?inner"+fr.site(e), 0, 0, lattice.Inf)))
			return []res{{st, r.v, t}}
		}
	case skb.RetHdrlen:
		return []res{{st, a.hdrlen(st, r.v), intType}}
	default:
		if v, ok := a.skbResult(st, r.v, before); ok {
			return []res{{st, v, t}}
		}
	}
	return []res{{st, x.result(st, fr, e, a.eff.Name), t}}
}

// asFrag turns the address of an skb's fragment descriptor into a pointer to what it describes.
func asFrag(v Value) Value {
	if v.Kind == Addr && v.Obj != 0 && strings.HasPrefix(v.Loc, objKey(v.Obj)+".shinfo.frags") {
		return Value{Kind: Frag, Obj: v.Obj}
	}
	return v
}

// skbResult makes pointers into, and copies of, an skb argument.
func (a *applied) skbResult(st *State, v Value, before ends) (Value, bool) {
	o := st.objs[v.Obj]
	v = asFrag(v)
	if v.Kind == Frag && a.eff.Ret.Kind == skb.RetFrag {
		return v, true
	}
	if v.Kind != Skb || o == nil {
		return Value{}, false
	}
	d := Value{Kind: Data, Obj: v.Obj, Buf: o.Buf}
	switch a.eff.Ret.Kind {
	case skb.RetData:
		d.N = o.Data
	case skb.RetOldTail:
		d.N = before.tail
	case skb.RetTail:
		d.N = o.Tail
	case skb.RetOldData:
		d.N = before.data
	case skb.RetDataOff:
		d.N = o.Data.Add(a.size(st, a.eff.Ret.Off))
	case skb.RetEnd:
		d.N = o.Tail.Add(lattice.Var(lattice.NewSym("tailroom", v.Obj, 0, lattice.Inf)))
	case skb.RetShinfo:
		return Value{Kind: Addr, Obj: v.Obj, Loc: objKey(v.Obj) + ".shinfo"}, true
	case skb.RetCB:
		return Value{Kind: Addr, Obj: v.Obj, Loc: objKey(v.Obj) + ".cb", Cell: Cell{"sk_buff", "cb"}}, true
	case skb.RetMac:
		d.N = lattice.Var(hdrlen(v.Obj)).Scale(-1)
	case skb.RetNetwork, skb.RetTransport:
		d.Cls = InUpper
		d.N = lattice.Var(lattice.NewSym(a.eff.Name, v.Obj, 0, lattice.Inf))
	case skb.RetFrag:
		d.Kind = Frag
	case skb.RetFragList:
		return a.x.fragList(st, v.Obj, a.fr.site(a.e)), true
	case skb.RetCopy, skb.RetCopyLinear, skb.RetClone, skb.RetSegments:
		return Value{Kind: Skb, Obj: a.derived(st, v.Obj, o)}, true
	default:
		return Value{}, false
	}
	return d, true
}

// derived makes the buffer that a copying, cloning or list function returns.
func (a *applied) derived(st *State, from int, o *Obj) int {
	return a.x.newObj(st, a.eff.Name+a.fr.site(a.e), func(id int) *Obj {
		st.facts = lattice.Merge(st.facts, st.facts.Keep(func(s *lattice.Sym) bool { return ownOnly(s, from) }).Rebase(from, id))
		n := o.mapLin(func(l lattice.Lin) lattice.Lin { return l.Rebase(from, id) })
		n.Gone = false
		switch a.eff.Ret.Kind {
		case skb.RetCopy:
			n = n.made(a.eff.Name, false)
			n.Frags = true
		case skb.RetCopyLinear, skb.RetSegments:
			n = n.made(a.eff.Name, false)
		case skb.RetClone:
			// The two share their bytes, but what the driver made private before is shared with nobody else.
			n.Cloned = yes
			st.edit(from, func(p *Obj) { p.Cloned = yes })
		}
		return n
	})
}

// hdrlen is the 802.11 header's length as the kernel's accessors compute it.
func (a *applied) hdrlen(st *State, v Value) Value {
	if s, c, ok := v.N.Single(); v.Kind == Int && ok && c == 0 && s.Op == "fc" {
		return intv(lattice.Var(hdrlen(s.Obj)))
	}
	if o := st.objs[v.Obj]; v.Kind == Skb && o != nil && o.Data.Equal(o.Hdr) {
		return intv(lattice.Var(hdrlen(v.Obj)))
	}
	// The header of some other frame, or of one whose frame control came another way.
	return intv(lattice.Var(lattice.NewSym("?hdrlen"+a.fr.site(a.e), 0, 10, 36)))
}
