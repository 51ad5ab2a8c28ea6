package lattice

import (
	"sort"
	"strings"
)

// Range is an interval of values, both ends included.
type Range struct{ Lo, Hi int64 }

// Facts is what a path has established: bounds of symbols, values they do not have, and inequalities.
// A Facts value is never changed after it was shared; Assume gives a new one. The nil value knows nothing.
type Facts struct {
	bounds map[string]Range
	not    map[string][]int64 // symbol key -> values excluded
	syms   map[string]*Sym    // the symbols of bounds and not
	geq    []Lin              // each >= 0
}

func empty() *Facts {
	return &Facts{bounds: map[string]Range{}, not: map[string][]int64{}, syms: map[string]*Sym{}}
}

func (f *Facts) clone() *Facts {
	n := empty()
	if f != nil && len(f.syms) < maxSyms {
		for k, v := range f.bounds {
			n.bounds[k] = v
		}
		for k, v := range f.not {
			n.not[k] = v
		}
		for k, v := range f.syms {
			n.syms[k] = v
		}
		n.geq = append([]Lin(nil), f.geq...)
	}
	return n
}

// Bounds gives the interval of a symbol on this path.
func (f *Facts) Bounds(s *Sym) Range {
	r := Range{s.Lo, s.Hi}
	if f == nil {
		return r
	}
	if b, ok := f.bounds[s.Key]; ok {
		r.Lo, r.Hi = max(r.Lo, b.Lo), min(r.Hi, b.Hi)
	}
	return r
}

// Eval gives the interval of a form by interval arithmetic.
func (f *Facts) Eval(a Lin) Range {
	r := Range{a.C, a.C}
	for _, t := range a.T {
		b := f.Bounds(t.S)
		lo, hi := mulBound(b.Lo, t.K), mulBound(b.Hi, t.K)
		if t.K < 0 {
			lo, hi = hi, lo
		}
		r.Lo, r.Hi = addBound(r.Lo, lo, -Inf), addBound(r.Hi, hi, Inf)
	}
	return r
}

// LE0 reports whether a <= 0 is certain on this path.
func (f *Facts) LE0(a Lin) bool {
	if f.Eval(a).Hi <= 0 {
		return true
	}
	if f == nil {
		return false
	}
	// a <= a + g for every known g >= 0, so a + g <= 0 proves it; two at a time are enough in practice.
	for i, g := range f.geq {
		s := a.Add(g)
		if f.Eval(s).Hi <= 0 {
			return true
		}
		if len(s.T) >= len(a.T)+len(g.T) {
			continue // nothing cancelled: a second one will not help
		}
		for _, h := range f.geq[i:] {
			if f.Eval(s.Add(h)).Hi <= 0 {
				return true
			}
		}
	}
	return false
}

// GE0 reports whether a >= 0 is certain on this path.
func (f *Facts) GE0(a Lin) bool { return f.LE0(a.Scale(-1)) }

// NonZero reports whether a is certainly not 0.
func (f *Facts) NonZero(a Lin) bool {
	if r := f.Eval(a); r.Lo > 0 || r.Hi < 0 {
		return true
	}
	if len(a.T) == 1 && f.hasNoRoot(a) {
		return true
	}
	return f.LE0(a.AddC(1)) || f.GE0(a.AddC(-1))
}

// hasNoRoot reports whether the symbol of a form of one term is known not to have the value that makes the form 0.
func (f *Facts) hasNoRoot(a Lin) bool {
	v, whole := root(a)
	return !whole || f != nil && contains(f.not[a.T[0].S.Key], v)
}

// root gives the value of the symbol for which a form of one term is 0; false if it is no whole number.
func root(a Lin) (int64, bool) { return -(a.C / a.T[0].K), a.C%a.T[0].K == 0 }

// Value gives the constant a form is known to have.
func (f *Facts) Value(a Lin) (int64, bool) {
	r := f.Eval(a)
	return r.Lo, r.Lo == r.Hi && r.Lo > -Inf && r.Hi < Inf
}

func contains(vs []int64, v int64) bool {
	for _, x := range vs {
		if x == v {
			return true
		}
	}
	return false
}

// The kinds of facts, told apart in their fingerprints.
const (
	hashBound = iota + 1
	hashNot
	hashGeq
)

// Hash is the fingerprint of what is known.
func (f *Facts) Hash() Hash {
	var h Hash
	if f == nil {
		return h
	}
	for k, r := range f.bounds {
		h = h.Add(f.syms[k].Hash().Mix(hashBound).Mix(r.Lo).Mix(r.Hi))
	}
	for k, vs := range f.not {
		for _, v := range vs {
			h = h.Add(f.syms[k].Hash().Mix(hashNot).Mix(v))
		}
	}
	for _, g := range f.geq {
		h = h.Add(g.Hash().Mix(hashGeq))
	}
	return h
}

// String prints the facts canonically.
func (f *Facts) String() string {
	if f == nil {
		return ""
	}
	var out []string
	for k, v := range f.bounds {
		out = append(out, k+":"+Num(v.Lo).String()+".."+Num(v.Hi).String())
	}
	for k, v := range f.not {
		vs := append([]int64(nil), v...)
		sort.Slice(vs, func(i, j int) bool { return vs[i] < vs[j] })
		for _, x := range vs {
			out = append(out, k+"!="+Num(x).String())
		}
	}
	for _, g := range f.geq {
		out = append(out, g.String()+">=0")
	}
	sort.Strings(out)
	return strings.Join(out, ";")
}
