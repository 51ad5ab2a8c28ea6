package lattice

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// valuation gives each of symbols a value.
type valuation [5]int64

func (v valuation) of(a Lin) int64 {
	sum := a.C
	for _, t := range a.T {
		sum += t.K * v[indexOf(t.S)]
	}
	return sum
}

func indexOf(s *Sym) int {
	for i := range symbols {
		if symbols[i].Key == s.Key {
			return i
		}
	}
	panic("no such symbol: " + s.Key)
}

// world is what was assumed, and every valuation of small numbers that satisfies it.
type world struct {
	facts  *Facts
	models map[valuation]bool
	story  string
}

// everything is the world in which nothing was assumed.
func everything() world {
	w := world{models: map[valuation]bool{}}
	for a := int64(0); a <= 3; a++ {
		for b := int64(-2); b <= 2; b++ {
			for x := int64(0); x <= 4; x++ {
				for y := int64(0); y <= 4; y++ {
					for z := int64(-3); z <= 3; z++ {
						w.models[valuation{a, b, x, y, z}] = true
					}
				}
			}
		}
	}
	return w
}

func (w world) filter(keep func(valuation) bool) map[valuation]bool {
	out := map[valuation]bool{}
	for v := range w.models {
		if keep(v) {
			out[v] = true
		}
	}
	return out
}

// randomForm is a form of up to three symbols with small numbers.
func randomForm(r *rand.Rand) Lin {
	a := Num(r.Int64N(9) - 4)
	for range 1 + r.IntN(3) {
		a = a.Add(Var(symbols[r.IntN(len(symbols))]).Scale(r.Int64N(5) - 2))
	}
	return a
}

// assumed gives the world after one random assumption; false when the facts say that it contradicts them.
func (w world) assumed(t *testing.T, r *rand.Rand) (world, bool) {
	op, a := []string{">=", "==", "!="}[r.IntN(3)], randomForm(r)
	f, ok := assumeOp(w.facts, op, a)
	next := world{f, w.filter(func(v valuation) bool { return holds(op, v.of(a)) }), fmt.Sprintf("%s; %s %s 0", w.story, a, op)}
	if !ok && len(next.models) > 0 {
		t.Fatalf("%s: taken for a contradiction of %s", next.story, w.facts)
	}
	return next, ok && len(next.models) > 0
}

func holds(op string, n int64) bool {
	switch op {
	case ">=":
		return n >= 0
	case "==":
		return n == 0
	}
	return n != 0
}

// random gives a world after some random assumptions.
func random(t *testing.T, r *rand.Rand, all world) world {
	w := all
	for range r.IntN(6) {
		if next, ok := w.assumed(t, r); ok {
			w = next
		}
	}
	return w
}

// check holds what the facts claim of a few forms against every model.
func (w world) check(t *testing.T, r *rand.Rand) {
	t.Helper()
	for i := range 12 {
		a := randomForm(r)
		if i < len(symbols) {
			a = Var(symbols[i])
		}
		f := w.facts
		le, ge, nonZero, in := f.LE0(a), f.GE0(a), f.NonZero(a), f.Eval(a)
		value, constant := f.Value(a)
		for v := range w.models {
			n := v.of(a)
			if le && n > 0 || ge && n < 0 || nonZero && n == 0 || n < in.Lo || n > in.Hi || constant && n != value {
				t.Fatalf("%s\nknown: %s\nof %s: <=0 %v, >=0 %v, !=0 %v, in %v; but it is %d for %v", w.story, f, a, le, ge, nonZero, in, n, v)
			}
		}
	}
}

// derived gives worlds made from two by the operations on facts, each with the models it has to have at least.
func derived(t *testing.T, r *rand.Rand, all, a, b world) []world {
	both := a.filter(func(v valuation) bool { return b.models[v] })
	either := all.filter(func(v valuation) bool { return a.models[v] || b.models[v] })
	story := func(op string) string { return op + "\n  " + a.story + "\n  " + b.story }
	lost := symbols[r.IntN(len(symbols))]
	out := []world{
		{Join(a.facts, b.facts), either, story("join")},
		{Merge(a.facts, b.facts), both, story("merge")},
		{a.facts.Keep(func(s *Sym) bool { return s.Key != lost.Key }), a.models, story("keep all but " + lost.Key)},
		{a.facts.Map(swap), a.mapped(swap), story("swap x and y")},
		{a.facts.Map(collapse), a.collapsed(), story("make one of x and y")},
	}
	m, ok := Meet(a.facts, b.facts)
	if !ok && len(both) > 0 {
		t.Fatalf("%s\n%s and %s are taken for a contradiction", story("meet"), a.facts, b.facts)
	}
	if ok {
		out = append(out, world{m, both, story("meet")})
	}
	return out
}

func swap(s *Sym) *Sym {
	switch s.Key {
	case "x":
		return symY
	case "y":
		return symX
	}
	return s
}

func collapse(s *Sym) *Sym {
	if s.Key == "y" {
		return symX
	}
	return s
}

// mapped moves the values along with the symbols.
func (w world) mapped(re func(*Sym) *Sym) map[valuation]bool {
	out := map[valuation]bool{}
	for v := range w.models {
		var n valuation
		for i, s := range symbols {
			n[indexOf(re(s))] = v[i]
		}
		out[n] = true
	}
	return out
}

// collapsed gives x the value of either x or y where something is known of both: the symbol stands for both then.
func (w world) collapsed() map[valuation]bool {
	out := map[valuation]bool{}
	x, y := w.mentions(symX), w.mentions(symY)
	for v := range w.models {
		if x || !y {
			out[v] = true
		}
		if y {
			v[2] = v[3]
			out[v] = true
		}
	}
	return out
}

func (w world) mentions(s *Sym) bool {
	return w.facts.String() != w.facts.Keep(func(o *Sym) bool { return o.Key != s.Key }).String()
}

// TestModels compares what Facts claims with all valuations that satisfy what was assumed.
func TestModels(t *testing.T) {
	rounds := 250
	if testing.Short() {
		rounds = 40
	}
	all := everything()
	hashes, texts := map[Hash]string{}, map[string]Hash{}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := random(t, r, all), random(t, r, all)
		for _, w := range append(derived(t, r, all, a, b), a, b) {
			w.check(t, r)
			checkHash(t, w.facts, hashes, texts)
		}
	}
}

// checkHash wants one fingerprint for one text, and the other way round.
func checkHash(t *testing.T, f *Facts, hashes map[Hash]string, texts map[string]Hash) {
	t.Helper()
	text, hash := f.String(), f.Hash()
	if other, ok := hashes[hash]; ok && other != text {
		t.Fatalf("one fingerprint for %q and %q", text, other)
	}
	if other, ok := texts[text]; ok && other != hash {
		t.Fatalf("two fingerprints for %q", text)
	}
	hashes[hash], texts[text] = text, hash
}
