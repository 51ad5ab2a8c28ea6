package lattice

// maxGeq bounds the number of inequalities kept; the oldest go first. Forgetting a fact is always sound.
const maxGeq = 24

// maxSyms bounds the symbols something is known of on one path.
const maxSyms = 96

// maxNot bounds the values excluded for one symbol.
const maxNot = 8

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

// AssumeEQ adds a == 0.
func (f *Facts) AssumeEQ(a Lin) (*Facts, bool) {
	n, ok := f.AssumeGE(a)
	if !ok {
		return n, false
	}
	if len(a.T) == 1 && f.hasNoRoot(a) {
		return n, false
	}
	return n.AssumeGE(a.Scale(-1))
}

// AssumeNE adds a != 0.
func (f *Facts) AssumeNE(a Lin) (*Facts, bool) {
	if v, ok := f.Value(a); ok {
		return f, v != 0
	}
	if len(a.T) != 1 {
		if f.LE0(a) {
			return f.AssumeGE(a.Scale(-1).AddC(-1))
		}
		if f.GE0(a) {
			return f.AssumeGE(a.AddC(-1))
		}
		return f, true
	}
	v, whole := root(a)
	if !whole {
		return f, true
	}
	s, n := a.T[0].S, f.clone()
	n.exclude(s, v)
	n.setBounds(s, n.Bounds(s))
	return n, !n.empty(s)
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

// setBounds enters the bounds of s, drawn in over excluded values. An end beyond infinity says no more than infinity.
func (f *Facts) setBounds(s *Sym, r Range) {
	for contains(f.not[s.Key], r.Lo) && r.Lo < r.Hi {
		r.Lo++
	}
	for contains(f.not[s.Key], r.Hi) && r.Lo < r.Hi {
		r.Hi--
	}
	f.bounds[s.Key], f.syms[s.Key] = Range{min(r.Lo, Inf), max(r.Hi, -Inf)}, s
}

func (f *Facts) empty(s *Sym) bool {
	r := f.Bounds(s)
	return r.Lo > r.Hi || r.Lo == r.Hi && contains(f.not[s.Key], r.Lo)
}

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
