package lattice

// Join keeps what both paths know. Exclusions and inequalities come from a alone, where b agrees: what a chain of joins
// at a loop head knows can only shrink, and so the chain ends once the bounds do not move.
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
		if len(n.not[k]) > 0 {
			n.setBounds(s, n.Bounds(s))
		}
	}
	for _, g := range b.geq {
		n.addGeq(g)
	}
	return n
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

// Rebase replaces buffer from by buffer to in everything that is known.
func (f *Facts) Rebase(from, to int) *Facts {
	return f.Map(func(s *Sym) *Sym { return s.Rebase(from, to) })
}

// Map gives the facts with every symbol replaced; a symbol for which re gives nil is forgotten. Where re makes one
// symbol of several that something is known of, the facts about the one are those that hold for each.
func (f *Facts) Map(re func(*Sym) *Sym) *Facts {
	if f == nil {
		return nil
	}
	n, m := empty(), f.mapping(re)
	for k := range f.syms {
		r := m.image[k]
		if r == nil || m.many[r.Key] != nil {
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
	for _, from := range m.many {
		f.mapMany(n, m.image[from[0].Key], from)
	}
	for _, g := range f.geq {
		if all(g.T, m.single) {
			n.geq = append(n.geq, g.Map(func(s *Sym) Lin { return Var(m.image[s.Key]) }))
		}
	}
	return n
}

// mapping is what a replacement does to the symbols of some facts.
type mapping struct {
	image map[string]*Sym   // by the key of the symbol replaced
	from  map[string]*Sym   // by the key of the image: the first symbol with it
	many  map[string][]*Sym // by the key of the image: all symbols with it, if more than one
}

func (f *Facts) mapping(re func(*Sym) *Sym) *mapping {
	m := &mapping{image: make(map[string]*Sym, len(f.syms)), from: make(map[string]*Sym, len(f.syms))}
	for _, s := range f.syms {
		m.add(s, re)
	}
	for _, g := range f.geq {
		for _, t := range g.T {
			m.add(t.S, re)
		}
	}
	return m
}

func (m *mapping) add(s *Sym, re func(*Sym) *Sym) {
	if _, seen := m.image[s.Key]; seen {
		return
	}
	r := re(s)
	m.image[s.Key] = r
	if r == nil {
		return
	}
	first := m.from[r.Key]
	if first == nil {
		m.from[r.Key] = s
		return
	}
	if m.many == nil {
		m.many = map[string][]*Sym{}
	}
	if m.many[r.Key] == nil {
		m.many[r.Key] = []*Sym{first}
	}
	m.many[r.Key] = append(m.many[r.Key], s)
}

// single reports whether a symbol stays, and stays apart from all others.
func (m *mapping) single(s *Sym) bool {
	r := m.image[s.Key]
	return r != nil && m.many[r.Key] == nil
}

// mapMany enters into n, for to, what f knows of every symbol of from.
func (f *Facts) mapMany(n *Facts, to *Sym, from []*Sym) {
	r := f.Bounds(from[0])
	for _, s := range from[1:] {
		b := f.Bounds(s)
		r = Range{min(r.Lo, b.Lo), max(r.Hi, b.Hi)}
	}
	n.bounds[to.Key], n.syms[to.Key] = r, to
	for _, s := range from {
		for _, v := range f.not[s.Key] {
			if f.allExclude(from, v) {
				n.exclude(to, v)
			}
		}
	}
}

func (f *Facts) allExclude(syms []*Sym, v int64) bool {
	for _, s := range syms {
		if b := f.Bounds(s); v >= b.Lo && v <= b.Hi && !contains(f.not[s.Key], v) {
			return false
		}
	}
	return true
}
