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

// maxGeq bounds the number of inequalities kept; the oldest go first. Forgetting a fact is always sound.
const maxGeq = 24

// maxSyms bounds the symbols something is known of on one path.
const maxSyms = 96

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
		r.Lo, r.Hi = addBound(r.Lo, lo), addBound(r.Hi, hi)
	}
	return r
}

func mulBound(b, k int64) int64 {
	if b >= Inf || b <= -Inf {
		if (b > 0) == (k > 0) {
			return Inf
		}
		return -Inf
	}
	if b != 0 && (b > Inf/abs(k) || b < -Inf/abs(k)) {
		return mulBound(sign(b)*Inf, k)
	}
	return b * k
}

func addBound(a, b int64) int64 {
	if a <= -Inf || b <= -Inf {
		return -Inf
	}
	if a >= Inf || b >= Inf {
		return Inf
	}
	return max(-Inf, min(Inf, a+b))
}

func abs(k int64) int64 { return max(k, -k) }

func sign(k int64) int64 {
	if k < 0 {
		return -1
	}
	return 1
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
	if f == nil {
		return false
	}
	if s, c, ok := a.Single(); ok && contains(f.not[s.Key], -c) {
		return true
	}
	return f.LE0(a.AddC(1)) || f.GE0(a.AddC(-1))
}

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

// AssumeGE adds a >= 0. It reports false when that cannot be on this path.
func (f *Facts) AssumeGE(a Lin) (*Facts, bool) {
	if f.LE0(a.AddC(1)) {
		return f, false
	}
	if f.Eval(a).Lo >= 0 {
		return f, true
	}
	n := f.clone()
	if len(a.T) == 1 {
		n.bound1(a)
		return n, !n.empty(a.T[0].S)
	}
	n.addGeq(a)
	return n, true
}

// bound1 puts C + K*s >= 0 into the bounds of s.
func (f *Facts) bound1(a Lin) {
	t := a.T[0]
	r := f.Bounds(t.S)
	if t.K > 0 {
		r.Lo = max(r.Lo, ceilDiv(-a.C, t.K))
	} else {
		r.Hi = min(r.Hi, floorDiv(a.C, -t.K))
	}
	f.setBounds(t.S, r)
}

func (f *Facts) setBounds(s *Sym, r Range) {
	for contains(f.not[s.Key], r.Lo) && r.Lo < r.Hi {
		r.Lo++
	}
	for contains(f.not[s.Key], r.Hi) && r.Lo < r.Hi {
		r.Hi--
	}
	f.bounds[s.Key], f.syms[s.Key] = r, s
}

func (f *Facts) empty(s *Sym) bool {
	r := f.Bounds(s)
	return r.Lo > r.Hi || r.Lo == r.Hi && contains(f.not[s.Key], r.Lo)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// AssumeEQ adds a == 0.
func (f *Facts) AssumeEQ(a Lin) (*Facts, bool) {
	n, ok := f.AssumeGE(a)
	if !ok {
		return n, false
	}
	if s, c, one := a.Single(); one && f != nil && contains(f.not[s.Key], -c) {
		return n, false
	}
	return n.AssumeGE(a.Scale(-1))
}

// AssumeNE adds a != 0.
func (f *Facts) AssumeNE(a Lin) (*Facts, bool) {
	if v, ok := f.Value(a); ok {
		return f, v != 0
	}
	if len(a.T) == 1 && a.C == 0 {
		a = Var(a.T[0].S) // k*s != 0 says s != 0
	}
	s, c, one := a.Single()
	if !one {
		if f.LE0(a) {
			return f.AssumeGE(a.Scale(-1).AddC(-1))
		}
		if f.GE0(a) {
			return f.AssumeGE(a.AddC(-1))
		}
		return f, true
	}
	n := f.clone()
	n.exclude(s, -c)
	n.setBounds(s, n.Bounds(s))
	return n, !n.empty(s)
}

// Keep gives the facts about the symbols that keep accepts.
func (f *Facts) Keep(keep func(*Sym) bool) *Facts {
	if f == nil {
		return nil
	}
	n := empty()
	for k, s := range f.syms {
		if !keep(s) {
			continue
		}
		n.syms[k] = s
		if v, ok := f.bounds[k]; ok {
			n.bounds[k] = v
		}
		if v, ok := f.not[k]; ok {
			n.not[k] = v
		}
	}
	for _, g := range f.geq {
		if all(g.T, keep) {
			n.geq = append(n.geq, g)
		}
	}
	return n
}

func all(ts []Term, keep func(*Sym) bool) bool {
	for _, t := range ts {
		if !keep(t.S) {
			return false
		}
	}
	return true
}

// Join keeps what both paths know.
func Join(a, b *Facts) *Facts {
	if a == nil || b == nil {
		return nil
	}
	if a == b {
		return a
	}
	n := empty()
	for k, v := range a.bounds {
		if w, ok := b.bounds[k]; ok {
			n.bounds[k], n.syms[k] = Range{min(v.Lo, w.Lo), max(v.Hi, w.Hi)}, a.syms[k]
		}
	}
	for k, v := range a.not {
		for _, x := range v {
			if contains(b.not[k], x) || excluded(b.bounds, k, x) {
				n.not[k], n.syms[k] = append(n.not[k], x), a.syms[k]
			}
		}
	}
	for _, g := range a.geq {
		if b.GE0(g) {
			n.geq = append(n.geq, g)
		}
	}
	return n
}

func excluded(bounds map[string]Range, k string, x int64) bool {
	r, ok := bounds[k]
	return ok && (x < r.Lo || x > r.Hi)
}

// Rebase replaces buffer from by buffer to in everything that is known.
func (f *Facts) Rebase(from, to int) *Facts {
	return f.Map(func(s *Sym) *Sym { return s.Rebase(from, to) })
}

// Map gives the facts with every symbol replaced; a symbol for which re gives nil is forgotten.
func (f *Facts) Map(re func(*Sym) *Sym) *Facts {
	if f == nil {
		return nil
	}
	n := empty()
	for k, s := range f.syms {
		r := re(s)
		if r == nil || n.syms[r.Key] != nil {
			continue
		}
		n.syms[r.Key] = r
		if v, ok := f.bounds[k]; ok {
			n.bounds[r.Key] = v
		}
		if v, ok := f.not[k]; ok {
			n.not[r.Key] = v
		}
	}
	for _, g := range f.geq {
		if all(g.T, func(s *Sym) bool { return re(s) != nil }) {
			n.geq = append(n.geq, g.Map(func(s *Sym) Lin { return Var(re(s)) }))
		}
	}
	return n
}

// Hash is the fingerprint of what is known.
func (f *Facts) Hash() Hash {
	var h Hash
	if f == nil {
		return h
	}
	for k, r := range f.bounds {
		h = h.Add(f.syms[k].Hash().Mix(r.Lo).Mix(r.Hi))
	}
	for k, vs := range f.not {
		for _, v := range vs {
			h = h.Add(f.syms[k].Hash().Mix(v).Mix(-1))
		}
	}
	for _, g := range f.geq {
		h = h.Add(g.Hash().Mix(7))
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

// Merge gives what a and b know together.
func Merge(a, b *Facts) *Facts {
	if b == nil {
		return a
	}
	if a == nil {
		return b
	}
	n := a.clone()
	for k, s := range b.syms {
		n.syms[k] = s
		if v, ok := b.bounds[k]; ok {
			if w, both := n.bounds[k]; both {
				v = Range{max(v.Lo, w.Lo), min(v.Hi, w.Hi)}
			}
			n.bounds[k] = v
		}
		for _, v := range b.not[k] {
			n.exclude(s, v)
		}
	}
	for _, g := range b.geq {
		n.addGeq(g)
	}
	return n
}

// maxNot bounds the values excluded for one symbol.
const maxNot = 8

func (f *Facts) exclude(s *Sym, v int64) {
	if old := f.not[s.Key]; !contains(old, v) && len(old) < maxNot {
		f.not[s.Key] = append(append([]int64(nil), old...), v)
		f.syms[s.Key] = s
	}
}

func (f *Facts) addGeq(g Lin) {
	for _, h := range f.geq {
		if h.Equal(g) {
			return
		}
	}
	f.geq = append(f.geq, g)
	if len(f.geq) > maxGeq {
		f.geq = f.geq[1:]
	}
}

// Meet gives what a and b know together; false if they contradict each other.
func Meet(a, b *Facts) (*Facts, bool) {
	m := Merge(a, b)
	if m == nil || b == nil {
		return m, true
	}
	for k := range b.bounds {
		if m.empty(m.syms[k]) {
			return a, false
		}
	}
	for k := range b.not {
		if m.empty(m.syms[k]) {
			return a, false
		}
	}
	return m, true
}
