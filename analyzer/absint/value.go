package absint

import (
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lattice"
)

// Kind says what a Value is.
type Kind uint8

// The kinds of values. Everything that no TX skb is behind is an Int, opaque pointers included: a pointer is then
// the linear form that names it, and memory behind it is found under that name.
const (
	Int  Kind = iota // N
	Skb              // pointer to buffer Obj's struct sk_buff
	Data             // pointer to byte N of the data of buffer Obj
	Frag             // pointer into page fragments of buffer Obj (or to a skb_frag_t of it)
	Addr             // address of memory location Loc; with Obj set: inside struct sk_buff of Obj (its cb)
	Fun              // one of functions Fns
)

// Class narrows a Data pointer whose offset alone does not tell the region.
type Class uint8

// The classes of Data pointers.
const (
	ByOffset Class = iota
	InHeader       // somewhere in the 802.11 header, found by an accessor of the kernel
	InUpper        // at a network or transport header
)

// Cell names a struct field; all objects of one type share it (field-based, flow-insensitive memory).
type Cell struct{ Tag, Field string }

// Value is an abstract value.
type Value struct {
	Kind Kind
	Cls  Class
	Obj  int
	Buf  int // generation of the buffer a Data pointer points into
	N    lattice.Lin
	Loc  string
	Cell Cell
	Fns  []*index.Func
}

func intv(n lattice.Lin) Value { return Value{N: n} }
func num(c int64) Value        { return Value{N: lattice.Num(c)} }

// hot reports whether a TX skb can be reached through the value itself.
func (v Value) hot() bool { return v.Kind == Skb || v.Kind == Data || v.Kind == Frag || v.Obj != 0 }

func (v Value) null() bool { return v.Kind == Int && v.N.IsConst(0) }

func (v Value) equal(w Value) bool {
	if v.Kind != w.Kind || v.Cls != w.Cls || v.Obj != w.Obj || v.Buf != w.Buf || v.Loc != w.Loc || !v.N.Equal(w.N) ||
		len(v.Fns) != len(w.Fns) {
		return false
	}
	for i := range v.Fns {
		if v.Fns[i] != w.Fns[i] {
			return false
		}
	}
	return true
}

func (v Value) hash() lattice.Hash {
	h := v.N.Hash().Mix(int64(v.Kind)<<8 | int64(v.Cls)).Mix(int64(v.Obj)<<16 | int64(v.Buf))
	if v.Loc != "" {
		h = h.Add(lattice.HashOf(v.Loc))
	}
	for i, f := range v.Fns {
		h = h.Add(lattice.HashOf(f.Name).Mix(int64(i)))
	}
	return h
}

func (v Value) String() string {
	switch v.Kind {
	case Int:
		return v.N.String()
	case Skb:
		return "skb" + strconv.Itoa(v.Obj)
	case Data:
		return "data" + strconv.Itoa(v.Obj) + "." + strconv.Itoa(v.Buf) + "/" + strconv.Itoa(int(v.Cls)) + "[" + v.N.String() + "]"
	case Frag:
		return "frag" + strconv.Itoa(v.Obj)
	case Addr:
		return "&" + strconv.Itoa(v.Obj) + ":" + v.Loc + "+" + v.N.String()
	}
	var b strings.Builder
	b.WriteString("fn")
	for _, f := range v.Fns {
		b.WriteString(":" + f.Name)
	}
	return b.String()
}

// mapLin applies f to the number in the value.
func (v Value) mapLin(f func(lattice.Lin) lattice.Lin) Value {
	v.N = f(v.N)
	return v
}

// rebase renames a buffer.
func (v Value) rebase(from, to int) Value {
	v.N = v.N.Rebase(from, to)
	if v.Obj == from {
		v.Obj = to
		if v.Kind == Addr {
			v.Loc = objKey(to) + strings.TrimPrefix(v.Loc, objKey(from))
		}
	}
	return v
}

// objKey is the location of buffer id's struct sk_buff.
func objKey(id int) string { return "o" + strconv.Itoa(id) }
