// Package lattice holds the numbers of the analysis: linear forms over symbols, and what is known of symbols.
//
// An offset into a socket buffer is a linear form c + k1*s1 + k2*s2 ... whose symbols stand for values the sources do
// not show: the header length of a frame, its length, a field of the hardware's description. A symbol is structural:
// the same operation on the same operands is the same symbol, so what was assumed of an expression once holds for the
// same expression later on the path. Comparisons are decided by the signs of the coefficients after the symbols'
// bounds were put in (interval arithmetic), with the help of inequalities collected on the path. That is far weaker
// than the octagon or polyhedra domains (Miné; Cousot and Halbwachs) and enough here, because drivers compute header
// offsets by adding and subtracting the same few quantities.
package lattice

import (
	"hash/maphash"
	"math"
	"strconv"
	"strings"
)

// Inf bounds every value: -Inf and Inf mean "no bound known".
const Inf = math.MaxInt64 / 8

// Sym is an unknown value. Two symbols are the same value if and only if their keys are equal.
type Sym struct {
	Key    string
	Op     string // how it was made: "hdrlen", "len", "&", "field" ...
	Obj    int    // the socket buffer it is an attribute of, 0 if none
	Args   []Lin  // operands
	Lo, Hi int64  // bounds that always hold
	// Tag and Field name the struct field the value was loaded from, where it was.
	Tag, Field string

	hash Hash
}

// Hash is a fingerprint of a value. Fingerprints of parts are added, so that the order of a map does not matter.
// Two lanes of 64 bits make a collision in one run about as likely as a bit flip in memory.
type Hash [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// HashOf is the fingerprint of a string.
func HashOf(s string) Hash { return Hash{maphash.String(seeds[0], s), maphash.String(seeds[1], s)} }

// Add is the fingerprint of a multiset of parts.
func (h Hash) Add(k Hash) Hash { return Hash{h[0] + k[0], h[1] + k[1]} }

// Mix binds a fingerprint to a number, for instance to a position.
func (h Hash) Mix(n int64) Hash {
	return Hash{mix(h[0] ^ mix(uint64(n)+0x9e3779b97f4a7c15)), mix(h[1] + mix(uint64(n)^0xd1b54a32d192ed03))}
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Hash is the fingerprint of the form.
func (a Lin) Hash() Hash {
	h := Hash{}.Mix(a.C)
	for _, t := range a.T {
		h = h.Add(t.S.Hash().Mix(t.K))
	}
	return h
}

// Hash is the fingerprint of the symbol.
func (s *Sym) Hash() Hash {
	if s.hash == (Hash{}) {
		return HashOf(s.Key)
	}
	return s.hash
}

// NewSym makes the symbol op(args) of buffer obj with bounds lo and hi.
func NewSym(op string, obj int, lo, hi int64, args ...Lin) *Sym {
	var b strings.Builder
	b.WriteString(op)
	if obj != 0 {
		b.WriteByte('@')
		b.WriteString(strconv.Itoa(obj))
	}
	if len(args) > 0 {
		b.WriteByte('(')
		for i, a := range args {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(a.String())
		}
		b.WriteByte(')')
	}
	key := b.String()
	return &Sym{Key: key, Op: op, Obj: obj, Args: args, Lo: lo, Hi: hi, hash: HashOf(key)}
}

// Mentions reports whether the symbol is, or is made from, an attribute of buffer obj.
func (s *Sym) Mentions(obj int) bool {
	if s.Obj == obj {
		return true
	}
	for _, a := range s.Args {
		if a.Mentions(obj) {
			return true
		}
	}
	return false
}

// HasObj reports whether the symbol depends on any buffer.
func (s *Sym) HasObj() bool {
	if s.Obj != 0 {
		return true
	}
	for _, a := range s.Args {
		if a.HasObj() {
			return true
		}
	}
	return false
}

// Rebase gives the symbol with buffer from replaced by buffer to.
func (s *Sym) Rebase(from, to int) *Sym {
	if !s.Mentions(from) {
		return s
	}
	args := make([]Lin, len(s.Args))
	for i, a := range s.Args {
		args[i] = a.Rebase(from, to)
	}
	obj := s.Obj
	if obj == from {
		obj = to
	}
	n := NewSym(s.Op, obj, s.Lo, s.Hi, args...)
	n.Tag, n.Field = s.Tag, s.Field
	return n
}

// Named makes a symbol with a key of its own.
func Named(op, key string, lo, hi int64) *Sym {
	return &Sym{Key: key, Op: op, Lo: lo, Hi: hi, hash: HashOf(key)}
}
