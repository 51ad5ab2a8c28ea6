package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

func (x *interp) loadAll(fr *frame, at syntax.Node, refs []lref) []res {
	var out []res
	for _, l := range refs {
		out = append(out, x.load(fr, at, l)...)
	}
	return out
}

// load reads a location. Arrays and structs give their address.
func (x *interp) load(fr *frame, at syntax.Node, l lref) []res {
	if l.t != nil && (l.t.Kind == ctypes.Array || l.t.Kind == ctypes.Struct || l.t.Kind == ctypes.Union || l.t.Kind == ctypes.Func) &&
		l.kind != nowhere {
		return []res{{l.st, x.addrOf(l), l.t}}
	}
	switch l.kind {
	case memory:
		return x.loadMem(fr, at, l)
	case skbBytes:
		return []res{{l.st, x.loadByte(l), l.t}}
	case skbField:
		return x.loadField(fr, at, l)
	}
	return []res{{l.st, x.fresh(fr, at, "load", l.t), l.t}}
}

func (x *interp) loadMem(fr *frame, at syntax.Node, l lref) []res {
	if id := locObj(l.key); id != 0 && l.key == objKey(id)+".shinfo.frag_list" && l.st.objs[id] != nil {
		none := res{l.st.clone(), num(0), l.t}
		return []res{{l.st, x.fragList(l.st, id, fr.site(at)), l.t}, none}
	}
	if sl, ok := l.st.mem[l.key]; ok && sl.lost {
		return x.loadCell(fr, at, res{l.st, x.fresh(fr, at, "lost", l.t), l.t}, l.cell)
	} else if ok {
		out := x.alternatives(l, sl.v)
		if sl.many {
			out = append(out, x.loadCell(fr, at, res{l.st.clone(), x.first(l), l.t}, l.cell)...)
		}
		return out
	}
	if i := strings.LastIndex(l.key, "["); i >= 0 && strings.HasSuffix(l.key, "]") && !strings.HasSuffix(l.key, "[]") {
		if sl, ok := l.st.mem[l.key[:i]+"[]"]; ok { // an element that only a store to an unknown index has touched
			out := x.alternatives(l, sl.v)
			return append(out, res{l.st.clone(), x.first(l), l.t})
		}
	}
	if vs := l.st.elements(l.key); len(vs) > 0 { // an unknown element, of which stores touched some
		out := x.alternatives(l, vs)
		return append(out, res{l.st.clone(), x.first(l), l.t})
	}
	return x.loadCell(fr, at, res{l.st, x.first(l), l.t}, l.cell)
}

// elements lists the TX skbs in elements of a local array that a location with an unknown index can mean.
func (s *State) elements(key string) []Value {
	if !strings.HasPrefix(key, "L") || !manyLoc(key) {
		return nil
	}
	var vs []Value
	head, _, _ := strings.Cut(key, "[")
	for k, sl := range s.mem {
		if strings.HasPrefix(k, head+"[") && anyIndex(k) == key {
			for _, v := range sl.v {
				if v.hot() {
					vs = addValue(vs, v)
				}
			}
		}
	}
	return vs
}

// anyIndex is a location with every index in it made unknown.
func anyIndex(key string) string {
	var b strings.Builder
	for {
		head, rest, ok := strings.Cut(key, "[")
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		b.WriteString("[]")
		_, key, _ = strings.Cut(rest, "]")
	}
}

func (x *interp) alternatives(l lref, vs []Value) []res {
	var out []res
	for i, v := range vs {
		st := l.st
		if i < len(vs)-1 {
			st = l.st.clone()
		}
		out = append(out, res{st, v, l.t})
	}
	return out
}

// first is the value a location had before anything on this path was stored there.
func (x *interp) first(l lref) Value {
	if strings.HasPrefix(l.key, "g:") || l.kind == memory {
		lo, hi := bounds(l.t)
		key := loaded + ":" + l.key
		if len(key) > maxKey {
			key = shorten(key)
		}
		s := lattice.Named(loaded, key, lo, hi)
		s.Tag, s.Field = l.cell.Tag, l.cell.Field
		if id := locObj(l.key); id != 0 { // lies in an skb's cb: goes where the skb goes
			s = lattice.NewSym("cb"+strings.TrimPrefix(l.key, objKey(id)), id, lo, hi)
			s.Tag, s.Field = l.cell.Tag, l.cell.Field
		}
		return intv(lattice.Var(s))
	}
	return num(0)
}

// loadByte reads bytes of a frame. The same bytes are the same value until a byte of the frame is written.
func (x *interp) loadByte(l lref) Value {
	lo, hi := bounds(l.t)
	o := l.st.objs[l.obj]
	if o != nil && l.base.Kind == Data && l.base.N.Equal(o.Hdr) && (l.t == nil || l.t.Size <= 2) {
		return intv(lattice.Var(lattice.NewSym("fc", l.obj, lo, hi)))
	}
	name := "byte"
	if l.t != nil {
		name += l.t.Name
	}
	if l.t == nil {
		name = untypedName(l.base)
	} else if l.base.Kind != Data {
		name = "fragbyte"
	}
	return intv(lattice.Var(lattice.NewSym(name, l.obj, lo, hi, l.base.N)))
}

// untypedName names a member of a frame whose type is not known. It may be an array: then what looks like its value is
// used as an address, and decayed finds the bytes back.
func untypedName(base Value) string {
	return "byte[]" + strconv.Itoa(int(base.Kind)) + "." + strconv.Itoa(base.Buf)
}

// decayed is the pointer that a value stands for if it was read from a frame's member of unknown type.
func decayed(v Value) Value {
	s, c, ok := v.N.Single()
	if v.Kind != Int || !ok || !strings.HasPrefix(s.Op, "byte[]") || len(s.Args) != 1 {
		return v
	}
	kind, buf, _ := strings.Cut(s.Op[len("byte[]"):], ".")
	k, _ := strconv.Atoi(kind)
	b, _ := strconv.Atoi(buf)
	return Value{Kind: Kind(k), Obj: s.Obj, Buf: b, N: s.Args[0].AddC(c)}
}

// loadField reads a field of a TX skb's struct sk_buff.
func (x *interp) loadField(fr *frame, at syntax.Node, l lref) []res {
	o := l.st.objs[l.obj]
	if o == nil {
		return []res{{l.st, x.fresh(fr, at, "gone", l.t), l.t}}
	}
	data := Value{Kind: Data, Obj: l.obj, Buf: o.Buf}
	switch l.field {
	case "data":
		data.N = o.Data
		return []res{{l.st, data, l.t}}
	case "head":
		data.N = lattice.Var(lattice.NewSym("headroom", l.obj, 0, lattice.Inf)).Scale(-1).Add(o.Data)
		return []res{{l.st, data, l.t}}
	case "tail":
		data.N = o.Tail
		return []res{{l.st, data, l.t}}
	case "end":
		data.N = o.Tail.Add(lattice.Var(lattice.NewSym("tailroom", l.obj, 0, lattice.Inf)))
		return []res{{l.st, data, l.t}}
	case "len":
		return []res{{l.st, intv(o.Len), l.t}}
	}
	key := objKey(l.obj) + "." + l.field
	if sl, ok := l.st.mem[key]; ok {
		return x.alternatives(l, sl.v)
	}
	cell := Cell{"sk_buff", l.field}
	first := x.first(lref{kind: memory, key: key, cell: cell, t: l.t})
	if l.field == "next" || l.field == "prev" {
		return x.loadCell(fr, at, res{l.st, first, l.t}, cell)
	}
	return []res{{l.st, first, l.t}}
}

// store writes a value to a location.
func (x *interp) store(fr *frame, at syntax.Node, l lref, v Value) []*State {
	switch l.kind {
	case memory:
		x.storeMem(fr, l, v)
	case skbBytes:
		x.storeBytes(fr, at, l)
	case skbField:
		x.storeField(fr, at, l, v)
	case nowhere:
		if v.hot() {
			x.obstacle(fr, at, "%s: a TX skb is stored where the analysis cannot follow; a plain struct field or local would lift this", fr.fn.Name)
		}
	}
	return []*State{l.st}
}

func (x *interp) storeMem(fr *frame, l lref, v Value) {
	if v.hot() && l.cell == (Cell{}) && !strings.HasPrefix(l.key, "L") && locObj(l.key) == 0 {
		x.untyped = append(x.untyped, v) // nobody could be found who reads it back
	}
	old, had := l.st.mem[l.key]
	if l.many {
		sl := slot{v: old.v, many: true, cell: l.cell}
		if !had && !v.hot() {
			return // one element of many got a value that is no TX skb: nothing is known of the others
		}
		for _, w := range sl.v {
			if w.equal(v) {
				return
			}
		}
		sl.v = append(append([]Value(nil), sl.v...), v)
		l.st.mem[l.key] = sl
		return
	}
	if strings.HasPrefix(l.key, "g:") && v.hot() { // who reads it need not be called with anything that leads there
		x.publish(l.st, l.cell, v)
	}
	l.st.mem[l.key] = slot{v: []Value{v}, cell: l.cell, lost: x.forgettable(l.st, l.key, v)}
	x.forgetUnder(l.st, l.key)
}

// forgettable reports whether a value stored in memory that outlives the activation may be forgotten: numbers that do
// not come from a frame. Keeping them apart would multiply states for nothing.
func (x *interp) forgettable(st *State, key string, v Value) bool {
	if strings.HasPrefix(key, "L") || locObj(key) != 0 || v.Kind != Int || v.N.HasObj() {
		return false
	}
	return len(v.N.T) == 0 || !st.hotUnder("*"+v.N.String())
}

// forgetUnder drops what was known of the parts of a location that got a new value as a whole.
func (x *interp) forgetUnder(st *State, key string) {
	for k := range st.mem {
		if len(k) > len(key) && strings.HasPrefix(k, key) && (k[len(key)] == '.' || k[len(key)] == '[') {
			delete(st.mem, k)
		}
	}
}

// storeField writes a field of a TX skb's struct sk_buff.
func (x *interp) storeField(fr *frame, at syntax.Node, l lref, v Value) {
	st := l.st
	o := st.objs[l.obj]
	if o == nil {
		return
	}
	switch l.field {
	case "data", "tail":
		if v.Kind != Data || v.Obj != l.obj {
			v = Value{Kind: Data, Obj: l.obj, N: x.unknownOffset(l.obj, fr.site(at))}
		}
		st.edit(l.obj, func(o *Obj) {
			if l.field == "data" {
				o.Data = v.N
			} else {
				o.Tail = v.N
			}
		})
	case "len":
		if v.Kind == Int {
			st.edit(l.obj, func(o *Obj) { o.Len = v.N })
		}
	case "head", "end":
		x.obstacle(fr, at, "%s: skb->%s is assigned; using the skb_* helpers would lift this", fr.fn.Name, l.field)
	default:
		key := objKey(l.obj) + "." + l.field
		x.storeMem(fr, lref{st: st, kind: memory, key: key, cell: Cell{"sk_buff", l.field}, t: l.t}, v)
	}
}

// unknownOffset is an offset of which nothing is known.
func (x *interp) unknownOffset(id int, why string) lattice.Lin {
	return lattice.Var(lattice.NewSym("?off"+why, id, -lattice.Inf, lattice.Inf))
}

// copyStruct is an assignment of a whole struct: what is known of the parts goes along.
func (x *interp) copyStruct(fr *frame, at syntax.Node, l lref, v Value) {
	if l.kind == skbBytes {
		x.storeBytes(fr, at, l)
		return
	}
	if l.kind != memory {
		return
	}
	x.forgetUnder(l.st, l.key)
	from := ""
	switch {
	case v.Kind == Addr:
		from = v.Loc
	case v.Kind == Int && !v.null():
		from = "*" + v.N.String()
	default:
		return
	}
	for k, sl := range l.st.mem {
		if rest, ok := strings.CutPrefix(k, from); ok && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			l.st.mem[l.key+rest] = sl
		}
	}
}

// initList stores the elements of a brace initialiser; everything not named is zero, which for pointers is no TX skb.
func (x *interp) initList(st *State, fr *frame, l lref, list *syntax.InitList) []*State {
	states := []*State{st}
	x.forgetUnder(st, l.key)
	for i, el := range list.Elems {
		if len(states) > maxStates {
			x.obstacle(fr, el, "%s: this initialiser has too many outcomes", fr.fn.Name)
			states = states[:maxStates]
		}
		var next []*State
		for _, s := range states {
			next = append(next, x.initElem(s, fr, l, i, el)...)
		}
		states = next
	}
	return states
}

func (x *interp) initElem(st *State, fr *frame, l lref, i int, el *syntax.InitElem) []*State {
	r := l
	r.st = st
	switch {
	case len(el.Path) > 0:
		for _, d := range el.Path {
			if d.Field != "" {
				r = x.memberOf(r, d.Field)
			} else {
				r.key, r.t, r.many = r.key+"[]", elem(r.t), true
			}
		}
	case l.t != nil && (l.t.Kind == ctypes.Struct || l.t.Kind == ctypes.Union) && i < len(l.t.Fields):
		r = x.memberOf(r, l.t.Fields[i].Name)
	case l.t != nil && l.t.Kind == ctypes.Array:
		r.key, r.t, r.many = r.key+"[]", elem(r.t), true
	}
	if inner, ok := el.Value.(*syntax.InitList); ok {
		return x.initList(st, fr, r, inner)
	}
	var out []*State
	for _, v := range x.eval(st, fr, el.Value) {
		r.st = v.st
		for _, a := range x.assign(fr, el, r, v.v, v.t) {
			out = append(out, a.st)
		}
	}
	return out
}
