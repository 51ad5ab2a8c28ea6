package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/skb"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// writes are the effects that change bytes.
func (a *applied) writes(t res, op *skb.Op) {
	x, st := a.x, t.st
	n := a.size(st, op.Len)
	guard := ""
	if op.Guarded {
		guard = a.eff.Name
	}
	w := access{fr: a.fr, at: a.e, guard: guard, what: a.eff.Name + "()", size: n, sized: op.Len.Kind != skb.AnySize}
	v := t.v
	if v.Kind == Skb {
		o := st.objs[v.Obj]
		if o == nil {
			return
		}
		w.ptr = Value{Kind: Data, Obj: v.Obj, Buf: o.Buf, N: o.Data}
		switch op.Kind {
		case skb.WriteTail:
			w.ptr.N = o.Tail
		case skb.WriteAll:
			w.size, w.sized = o.Len, true
		case skb.WriteUpper:
			w.ptr.Cls = InUpper
		case skb.WriteData:
			w.ptr.N = o.Data.Add(a.size(st, op.Off))
		}
		x.write(st, w)
		return
	}
	switch {
	case op.Kind == skb.DMA:
		a.dma(t, op, w)
		return
	case v.Kind == Data || v.Kind == Frag:
		v.N = v.N.Add(a.size(st, op.Off))
		w.ptr = v
		if op.Kind == skb.WriteAll { // how much of the buffer the operation covers is not known here
			w.size, w.sized = a.size(st, skb.Size{Kind: skb.AnySize}), false
		}
		x.write(st, w)
		if op.Kind == skb.CopyMem {
			a.movedHeader(st, v, n, op)
		}
	case v.Kind == Addr && v.Obj == 0 || v.Kind == Int:
		a.overwrite(st, v, op)
	}
}

// minHeader is the shortest header of a data or management frame.
const minHeader = 24

// movedHeader notices that the 802.11 header was moved as a whole: where it stands now is where it can be read.
func (a *applied) movedHeader(st *State, dst Value, n lattice.Lin, op *skb.Op) {
	src, _ := a.arg(op.Val)
	o := st.objs[dst.Obj]
	if o == nil || src.v.Kind != Data || src.v.Obj != dst.Obj {
		return
	}
	inFront := o.Hdr.Sub(src.v.N) // bytes moved in front of the header
	if st.facts.GE0(inFront) && st.facts.GE0(n.Sub(inFront).AddC(-minHeader)) {
		st.edit(dst.Obj, func(p *Obj) { p.Hdr = dst.N.Add(inFront) })
	}
}

// overwrite forgets what was known of memory that a kernel function fills; a copied struct keeps what its source had.
func (a *applied) overwrite(st *State, v Value, op *skb.Op) {
	x := a.x
	r, _ := a.arg(op.Arg)
	l := x.pointee(st, v, elem(r.t))
	if l.kind != memory {
		return
	}
	if op.Kind == skb.CopyMem {
		if src, _ := a.arg(op.Val); src.v.Kind != Data && src.v.Kind != Frag {
			x.copyStruct(a.fr, a.e, l, src.v)
			return
		}
	}
	delete(st.mem, l.key)
	x.forgetUnder(st, l.key)
}

// dma is a mapping of a frame's bytes for a device.
func (a *applied) dma(t res, op *skb.Op, w access) {
	t.v = asFrag(t.v)
	if t.v.Kind != Data && t.v.Kind != Frag {
		return
	}
	dir, known := op.Dir.Fixed, true
	if op.Dir.Arg >= 0 {
		d, _ := a.arg(op.Dir.Arg)
		if op.Dir.Pipe {
			dir, known = pipeDir(d.v)
		} else if dir, known = t.st.facts.Value(d.v.N); d.v.Kind != Int {
			known = false
		}
	}
	w.ptr, w.what = t.v, a.eff.Name+"()"
	a.x.dmaMap(t.st, w, dir, known)
}

// pipeDir is the direction of a USB pipe value: made by usb_snd*pipe() or usb_rcv*pipe().
func pipeDir(v Value) (int64, bool) {
	s, _, ok := v.N.Single()
	if !ok || v.Kind != Int {
		return 1, true // an endpoint number computed some way; bulk IN buffers are never TX skbs by themselves
	}
	if strings.Contains(s.Op, "usb_rcv") {
		return 2, true
	}
	return 1, true
}

// stores are the effects that put a value into memory.
func (a *applied) stores(t res, op *skb.Op) {
	x, st := a.x, t.st
	val, _ := a.arg(op.Val)
	switch op.Kind {
	case skb.Store:
		x.put(st, a.fr, a.e, t.v, val.v)
	case skb.Splice:
		for _, r := range x.take(a.fr, a.e, st.clone(), val.v) {
			if r.v.hot() {
				for id, o := range r.st.objs { // the buffers a load from a cell made belong to this path now
					if st.objs[id] == nil {
						st.objs[id] = o
					}
				}
				x.put(st, a.fr, a.e, t.v, r.v)
			}
		}
	case skb.SetOut:
		x.store(a.fr, a.e, x.pointee(st, t.v, elem(t.t)), val.v)
	case skb.AssignArg:
		if op.Arg < len(a.e.Args) {
			for _, l := range x.lval(st, a.fr, a.e.Args[op.Arg]) {
				if l.st == st {
					x.store(a.fr, a.e, l, val.v)
				}
			}
		}
	case skb.Assign:
		l := x.memberOf(x.pointee(st, t.v, elem(t.t)), op.Field)
		if l.kind == memory && l.cell == (Cell{}) {
			l.cell = Cell{"", op.Field}
		}
		if op.Field == "context" {
			l.cell = a.completionCell(l.cell)
		}
		x.store(a.fr, a.e, l, val.v)
	}
}

// completionCell tells the contexts of different completion handlers apart: the handler is an argument of this very
// call, and the handler is all that reads the context.
func (a *applied) completionCell(c Cell) Cell {
	for _, r := range a.l.args {
		if r.v.Kind == Fun && len(r.v.Fns) == 1 {
			a.x.deferred(r.v.Fns[0])
			return Cell{"fn:" + r.v.Fns[0].Name, "context"}
		}
	}
	return c
}

// calls are callbacks.
func (a *applied) calls(t res, op *skb.Op) {
	x := a.x
	if t.v.Kind != Fun {
		return
	}
	hot := false
	args := make([]res, len(op.Args))
	for i, ca := range op.Args {
		args[i] = res{t.st, x.fresh(a.fr, a.e, "callback", nil), nil}
		switch ca.Kind {
		case skb.SameArg:
			args[i], _ = a.arg(ca.Arg)
		case skb.FieldValue, skb.FieldAddr:
			args[i] = a.fieldArg(t.st, ca)
		case skb.Contents:
			if c, ok := a.arg(ca.Arg); ok {
				for _, r := range x.take(a.fr, a.e, t.st.clone(), c.v) {
					if r.v.hot() {
						for _, fn := range t.v.Fns {
							x.publish(r.st, Cell{"fn:" + fn.Name, argName(i)}, r.v)
							x.deferred(fn)
						}
					}
				}
			}
		}
		hot = hot || x.hotArg(t.st, args[i].v)
	}
	if !hot {
		return
	}
	for _, fn := range t.v.Fns {
		for i, r := range args {
			if r.v.hot() {
				x.publish(t.st, Cell{"fn:" + fn.Name, argName(i)}, r.v)
			}
		}
		x.deferred(fn)
	}
}

// fieldArg is a callback's argument that lies in the caller's argument.
func (a *applied) fieldArg(st *State, ca skb.CallArg) res {
	r, _ := a.arg(ca.Arg)
	l := a.x.memberOf(a.x.pointee(st, r.v, elem(r.t)), ca.Field)
	if ca.Kind == skb.FieldAddr {
		return res{st, a.x.addrOf(l), ptrTo(l.t)}
	}
	for _, v := range a.x.load(a.fr, a.e, lref{st: st.clone(), kind: l.kind, key: l.key, cell: l.cell, t: l.t, base: l.base, obj: l.obj, field: l.field}) {
		return v
	}
	return r
}

// container names the contents of a queue, list, IDR or the like that a pointer leads to.
func (x *interp) container(st *State, v Value) (key string, c Cell) {
	switch v.Kind {
	case Addr:
		c := v.Cell
		if c != (Cell{}) {
			c.Field += "#"
		}
		return v.Loc + "#", c
	case Int:
		if s, _, ok := v.N.Single(); ok && s.Tag != "" {
			return "*" + v.N.String() + "#", Cell{s.Tag, s.Field + "#"}
		}
		return "*" + v.N.String() + "#", Cell{}
	}
	return "", Cell{}
}

// put adds a value to a container.
func (x *interp) put(st *State, fr *frame, e syntax.Node, where, v Value) {
	if v.Kind == Addr && !v.hot() { // a container in a container: what it holds is reached from both
		for _, w := range st.mem[v.Loc+"#"].v {
			x.put(st, fr, e, where, w)
		}
	}
	if !v.hot() || where.null() {
		return
	}
	key, c := x.container(st, where)
	if key == "" {
		return
	}
	sl := st.mem[key]
	for _, w := range sl.v {
		if w.equal(v) {
			return
		}
	}
	st.mem[key] = slot{v: append(append([]Value(nil), sl.v...), v), many: true, cell: c}
	st.trace = st.trace.push(Step{Pos: x.pos(fr, e), Text: fr.fn.Name + " puts the skb on " + cellName(c)})
}

// take gives what can come out of a container: what this path put in, what others did, and something else.
func (x *interp) take(fr *frame, e syntax.Node, st *State, where Value) []res {
	key, c := x.container(st, where)
	t := ptrTo(nil)
	first := x.fresh(fr, e, "take", t)
	x.renew(st, first)
	if key == "" {
		return []res{{st, first, t}}
	}
	var out []res
	for _, v := range st.mem[key].v {
		out = append(out, res{st.clone(), v, t})
	}
	return append(out, x.loadCell(fr, e, res{st, first, t}, c)...)
}
