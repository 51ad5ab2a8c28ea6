package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// lkind says what an lvalue is.
type lkind uint8

const (
	nowhere  lkind = iota
	memory         // location key
	skbBytes       // bytes of a TX skb at base
	skbField       // field of the struct sk_buff of obj
)

// lref is an lvalue on one path.
type lref struct {
	st    *State
	kind  lkind
	key   string
	cell  Cell
	many  bool // the location stands for several
	t     *ctypes.Type
	base  Value // skbBytes: the pointer to the bytes
	obj   int
	field string
	view  string      // skbBytes: tag of the struct the bytes are seen through
	start lattice.Lin // skbBytes: where that struct starts
	body  bool        // skbBytes: a member behind the header of an 802.11 frame struct
}

// lval evaluates an expression to a location.
func (x *interp) lval(st *State, fr *frame, e syntax.Expr) []lref {
	switch e := e.(type) {
	case *syntax.Ident:
		return x.identRef(st, fr, e)
	case *syntax.Member:
		return x.memberRef(st, fr, e)
	case *syntax.Index:
		var out []lref
		for _, b := range x.eval(st, fr, e.X) {
			for _, i := range x.eval(b.st, fr, e.I) {
				out = append(out, x.indexRef(i.st, fr, e, b, i.v))
			}
		}
		return out
	case *syntax.Unary:
		if e.Op == "*" {
			return x.deref(st, fr, e, e.X)
		}
	case *syntax.Cast:
		refs := x.lval(st, fr, e.X)
		for i := range refs {
			refs[i].t = x.p.Type(e.Type, fr.fn.File)
		}
		return refs
	case *syntax.Call:
		return x.callRef(st, fr, e)
	case *syntax.Cond:
		var out []lref
		t, f := x.cond(st, fr, e.C)
		for _, s := range t {
			if e.T != nil {
				out = append(out, x.lval(s, fr, e.T)...)
			}
		}
		for _, s := range f {
			out = append(out, x.lval(s, fr, e.F)...)
		}
		return out
	}
	var out []lref
	for _, r := range x.eval(st, fr, e) { // a compound literal, a struct returned by value
		if r.v.Kind == Addr {
			out = append(out, lref{st: r.st, kind: memory, key: r.v.Loc, cell: r.v.Cell, t: r.t})
		} else {
			out = append(out, lref{st: r.st, t: r.t})
		}
	}
	return out
}

func (x *interp) deref(st *State, fr *frame, at, e syntax.Expr) []lref {
	var out []lref
	for _, r := range x.eval(st, fr, e) {
		out = append(out, x.pointee(r.st, r.v, elem(r.t)))
	}
	return out
}

func elem(t *ctypes.Type) *ctypes.Type {
	if t != nil && (t.Kind == ctypes.Ptr || t.Kind == ctypes.Array) {
		return t.Elem
	}
	return nil
}

// pointee is the location a pointer leads to.
func (x *interp) pointee(st *State, v Value, t *ctypes.Type) lref {
	v = decayed(v)
	switch v.Kind {
	case Data, Frag:
		return lref{st: st, kind: skbBytes, base: v, obj: v.Obj, t: t, view: tagOf(t), start: v.N}
	case Skb:
		return lref{st: st, kind: skbField, obj: v.Obj, t: t}
	case Addr:
		return lref{st: st, kind: memory, key: v.Loc, cell: v.Cell, t: t, many: manyLoc(v.Loc)}
	case Int:
		if !v.null() {
			return lref{st: st, kind: memory, key: "*" + v.N.String(), t: t, cell: symCell(v, t), base: v}
		}
	}
	return lref{st: st, t: t}
}

// symCell gives memory behind an opaque pointer that was itself loaded from a field a cell of its own.
func symCell(v Value, t *ctypes.Type) Cell {
	if s, _, ok := v.N.Single(); ok && s.Tag != "" && (t == nil || t.Kind != ctypes.Struct && t.Kind != ctypes.Union) {
		return Cell{s.Tag, s.Field + "[]"}
	}
	return Cell{}
}

func tagOf(t *ctypes.Type) string {
	if t != nil && (t.Kind == ctypes.Struct || t.Kind == ctypes.Union) {
		return t.Tag
	}
	return ""
}

func manyLoc(key string) bool { return strings.Contains(key, "[]") }

func (x *interp) memberRef(st *State, fr *frame, e *syntax.Member) []lref {
	var bases []lref
	if e.Arrow {
		bases = x.deref(st, fr, e, e.X)
	} else {
		bases = x.lval(st, fr, e.X)
	}
	out := make([]lref, len(bases))
	for i, b := range bases {
		out[i] = x.memberOf(b, e.Name)
	}
	return out
}

// memberOf is field name of the struct at a location.
func (x *interp) memberOf(b lref, name string) lref {
	f, ok := ctypes.Field{Offset: -1}, false
	if b.t != nil {
		f, ok = x.field(b.t, name)
	}
	r := b
	r.t = nil
	if ok {
		r.t = f.Type
	}
	switch b.kind {
	case skbBytes:
		x.headerMember(&r, name, f, ok)
		if ok && f.Offset >= 0 {
			r.base.N = b.base.N.AddC(f.Offset)
		} else {
			// Somewhere in the struct: at its start plus an unknown number of bytes.
			r.base.N = b.base.N.Add(lattice.Var(lattice.NewSym("?offsetof:"+tagOf(b.t)+"."+name, 0, 0, lattice.Inf)))
		}
	case memory:
		r.key = b.key + "." + name
		if b.t != nil && b.t.Kind == ctypes.Union && strings.HasPrefix(b.key, "L") && hasField(b.t, name) {
			r.key = b.key + ".*" // what is stored through one member is loaded through another
		}
		r.cell = x.cellOf(b, name)
		if s, _, ok := b.base.N.Single(); ok && b.base.Kind == Int && strings.HasPrefix(s.Tag, "fn:") && x.cells[Cell{s.Tag, name}] != nil {
			r.cell = Cell{s.Tag, name} // what was registered for this very handler
		}
		r.many, r.base = b.many, Value{}
	case skbField:
		if tagOf(b.t) != "sk_buff" && b.t != nil && b.field != "" {
			r.kind, r.key = memory, objKey(b.obj)+"."+b.field+"."+name
			r.cell = Cell{tagOf(b.t), name}
			break
		}
		r.field = name
	}
	return r
}

// hasField reports whether a union has a member by that name itself, not inside an anonymous struct.
func hasField(t *ctypes.Type, name string) bool {
	for _, f := range t.Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

// headerMember places a member of an 802.11 header struct that lies over the header where it stands now. Its leading
// bytes are the header of any frame the struct is used for, even where the header's length is only known to be enough.
func (x *interp) headerMember(r *lref, name string, f ctypes.Field, ok bool) {
	size, isHeader := x.headers[r.view]
	o := r.st.objs[r.obj]
	if !isHeader || o == nil || r.base.Kind != Data || r.base.Cls == InUpper || !r.start.Equal(o.Hdr) {
		return
	}
	if name == "u" || name == "variable" || ok && f.Offset >= size {
		r.body = true
		return
	}
	if r.base.Cls == ByOffset && r.start.Equal(r.base.N) {
		r.base.Cls = InHeader
	}
}

// cellOf names the cell of a field. Members of one union share a cell: what is stored through one may be loaded
// through another.
func (x *interp) cellOf(b lref, name string) Cell {
	tag := tagOf(b.t)
	if tag == "" {
		return Cell{}
	}
	if b.t.Kind == ctypes.Union {
		x.unions[tag] = b.t
		return Cell{tag, "*"}
	}
	for _, f := range b.t.Fields {
		if f.Name == "" && f.Type != nil && f.Type.Kind == ctypes.Union {
			if _, in := x.p.Field(f.Type, name); in {
				x.unions[f.Type.Tag] = f.Type
				return Cell{f.Type.Tag, "*"}
			}
		}
	}
	return Cell{tag, name}
}

func (x *interp) indexRef(st *State, fr *frame, at syntax.Node, b res, i Value) lref {
	t := elem(b.t)
	b.v = decayed(b.v)
	switch b.v.Kind {
	case Data, Frag:
		v := b.v
		v.N = x.scaled(st, fr, at, v.N, i, t, 1)
		if v.Cls == InHeader && b.t != nil && b.t.Kind == ctypes.Ptr && !short(st, i) {
			v.Cls = ByOffset
		}
		r := x.pointee(st, v, t)
		r.start = b.v.N
		return r
	case Addr:
		key := b.v.Loc
		idx := "[]"
		if c, ok := st.facts.Value(i.N); ok && i.Kind == Int && strings.HasPrefix(key, "L") {
			idx = "[" + strconv.FormatInt(c, 10) + "]"
		}
		return lref{st: st, kind: memory, key: key + idx, cell: b.v.Cell, t: t, many: idx == "[]" || manyLoc(key)}
	case Int:
		if b.v.null() {
			return lref{st: st, t: t}
		}
		r := x.pointee(st, b.v, t)
		if i.null() {
			return r
		}
		r.key += "[]"
		r.many = true
		return r
	case Skb:
		if i.null() {
			return x.pointee(st, b.v, t)
		}
	}
	return lref{st: st, t: t}
}

// short reports whether an index behind a pointer into a header stays in the field it points to: two bytes of QoS control.
func short(st *State, i Value) bool {
	r := st.facts.Eval(i.N)
	return i.Kind == Int && r.Lo >= 0 && r.Hi <= 1
}

// scaled is n + sign * i * sizeof(t).
func (x *interp) scaled(st *State, fr *frame, at syntax.Node, n lattice.Lin, i Value, t *ctypes.Type, sign int64) lattice.Lin {
	size := int64(1)
	if t != nil && t.Kind != ctypes.Void && t.Kind != ctypes.Func {
		size = t.Size
	}
	if i.Kind != Int {
		return n.Add(x.fresh(fr, at, "index", nil).N)
	}
	if size < 0 {
		if v, ok := st.facts.Value(i.N); ok {
			return n.Add(x.sizeofSym(t).Scale(sign * v))
		}
		return n.Add(x.fresh(fr, at, "index", nil).N)
	}
	return n.Add(i.N.Scale(sign * size))
}

// sizeofSym is the size of a type as a form: its number, or a symbol of its own.
func (x *interp) sizeofSym(t *ctypes.Type) lattice.Lin {
	if t == nil {
		return lattice.Var(lattice.NewSym("?sizeof", 0, 0, lattice.Inf))
	}
	if t.Size >= 0 {
		return lattice.Num(t.Size)
	}
	if n := kernelSize(t.Tag); n >= 0 && t.Kind == ctypes.Struct && len(t.Fields) == 0 {
		return lattice.Num(n)
	}
	name := t.Tag
	if name == "" {
		name = t.Name
	}
	return lattice.Var(lattice.NewSym("sizeof:"+name, 0, 0, lattice.Inf))
}

func (x *interp) identRef(st *State, fr *frame, e *syntax.Ident) []lref {
	name := fr.graph.Name(e)
	for f := fr; f != nil; f = f.outer {
		if t, ok := f.info.types[name]; ok {
			return []lref{{st: st, kind: memory, key: f.prefix + name, t: t}}
		}
	}
	if v := x.p.Var(e.Name, fr.fn.File); v != nil {
		key := "g:" + e.Name
		if v.Var != nil && v.Var.Static {
			key += "@" + v.File.Src.Path
		}
		return []lref{{st: st, kind: memory, key: key, t: v.Type, cell: Cell{"", key}}}
	}
	if m := x.macroExpr(fr, e); m != nil {
		return x.lval(st, fr, m)
	}
	return []lref{{st: st}}
}

// addrOf is the address of a location as a value.
func (x *interp) addrOf(r lref) Value {
	switch r.kind {
	case memory:
		if r.base.Kind == Int && r.key == "*"+r.base.N.String() {
			return r.base // &*p is p again
		}
		return Value{Kind: Addr, Loc: r.key, Cell: r.cell, Obj: locObj(r.key)}
	case skbBytes:
		return r.base
	case skbField:
		if r.field == "" {
			return Value{Kind: Skb, Obj: r.obj}
		}
		return Value{Kind: Addr, Loc: objKey(r.obj) + "." + r.field, Obj: r.obj, Cell: Cell{"sk_buff", r.field}}
	}
	return num(0)
}

// locObj is the buffer whose struct sk_buff a location lies in, 0 if none.
func locObj(key string) int {
	if !strings.HasPrefix(key, "o") {
		return 0
	}
	n, _, _ := strings.Cut(key[1:], ".")
	id, err := strconv.Atoi(n)
	if err != nil {
		return 0
	}
	return id
}
