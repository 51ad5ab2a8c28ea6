package lattice

import (
	"math"
	"testing"
)

// TestClaims lists what has to follow, and what must not, from what was assumed.
func TestClaims(t *testing.T) {
	tests := []struct {
		assumed string
		form    string
		le, ge  bool
		nonZero bool
	}{
		{"", "0", true, true, false},
		{"", "-1", true, false, true},
		{"", "a", false, true, false},
		{"", "a-3", true, false, false},
		{"", "a-4", true, false, true},
		{"", "2*x-7", false, false, true}, // no whole number is 3.5
		{"", "x-y", false, false, false},
		{"", "-x-y-1", true, false, true},
		{"", "z", false, false, false},
		{"x-4 >= 0", "-x+4", true, false, false},
		{"x-4 >= 0", "x-3", false, true, true},
		{"-2*x+9 >= 0", "x-4", true, false, false},
		{"2*x-7 >= 0", "x-4", false, true, false},
		{"x-4 == 0", "x-4", true, true, false},
		{"x != 0", "x-1", false, true, false},
		{"x != 0", "-x", true, false, true},
		{"x-3 != 0", "-2*x+6", false, false, true},
		{"-x+3 != 0", "x-3", false, false, true},
		{"b-2 != 0;b+2 != 0", "b-1", true, false, false},
		{"a-1 != 0;a != 0", "a-2", false, true, false},
		{"x-y >= 0", "y-x", true, false, false},
		{"x-y >= 0", "x-y+1", false, true, true},
		{"x-y >= 0;y-z-2 >= 0", "z-x+2", true, false, false},
		{"x-y >= 0;x-y != 0", "y-x+1", true, false, false},
		{"x-y >= 0;y-x >= 0", "x-y", true, true, false},
		{"x-y == 0;y-8 >= 0", "x-8", false, true, false},
		{"x+y-z-4 >= 0;-y+2 >= 0", "z-x+2", true, false, false},
	}
	for _, tt := range tests {
		f, a := known(t, tt.assumed), form(t, tt.form)
		if f.LE0(a) != tt.le || f.GE0(a) != tt.ge || f.NonZero(a) != tt.nonZero {
			t.Errorf("%s: of %s known <=0 %v, >=0 %v, !=0 %v", tt.assumed, tt.form, f.LE0(a), f.GE0(a), f.NonZero(a))
		}
	}
}

func TestBounds(t *testing.T) {
	tests := []struct {
		assumed string
		sym     *Sym
		want    Range
	}{
		{"", symA, Range{0, 3}},
		{"a-1 >= 0", symA, Range{1, 3}},
		{"a+5 >= 0", symA, Range{0, 3}},
		{"-a+1 >= 0", symA, Range{0, 1}},
		{"-3*x+10 >= 0", symX, Range{0, 3}},
		{"3*x-10 >= 0", symX, Range{4, Inf}},
		{"3*z+10 >= 0", symZ, Range{-3, Inf}},
		{"-3*z-10 >= 0", symZ, Range{-Inf, -4}},
		{"z-7 == 0", symZ, Range{7, 7}},
		{"-2*z+14 == 0", symZ, Range{7, 7}},
		{"a != 0", symA, Range{1, 3}},
		{"a-2 != 0", symA, Range{0, 3}},
		{"a-2 != 0;a-3 != 0", symA, Range{0, 1}},
		{"a-2 != 0;-a+2 >= 0", symA, Range{0, 1}},
		{"x-y >= 0", symX, Range{0, Inf}},
	}
	for _, tt := range tests {
		if got := known(t, tt.assumed).Bounds(tt.sym); got != tt.want {
			t.Errorf("%s: %s in %v, want %v", tt.assumed, tt.sym.Key, got, tt.want)
		}
	}
}

func TestContradictions(t *testing.T) {
	for _, text := range []string{
		"-1 >= 0",
		"3 == 0",
		"0 != 0",
		"a-4 >= 0",
		"-x-1 >= 0",
		"x-4 >= 0;-x+3 >= 0",
		"x-4 == 0;x-5 == 0",
		"x-4 == 0;x-4 != 0",
		"x-4 != 0;x-4 == 0",
		"x-4 != 0;-x+4 == 0",
		"2*x-7 == 0",
		"a != 0;a-1 != 0;a-2 != 0;a-3 != 0",
		"a != 0;-a >= 0",
		"x-y-1 >= 0;y-x >= 0",
		"x-y >= 0;y-z >= 0;z-x-1 >= 0",
		"x-y == 0;x-y != 0",
		"x-y == 0;x-y-1 == 0",
	} {
		if f, ok := assume(t, nil, text); ok {
			t.Errorf("%s: possible, with %s", text, f)
		}
	}
}

// TestInfinity wants nothing to follow from a bound that is not known, nor from numbers beyond Inf.
func TestInfinity(t *testing.T) {
	below := NewSym("below", 0, -Inf, -Inf)
	above := NewSym("above", 0, Inf, Inf)
	var f *Facts
	if r := f.Eval(Var(below).Add(Var(symX))); r != (Range{-Inf, Inf}) {
		t.Errorf("below + x in %v", r)
	}
	if r := f.Eval(Var(above).Add(Var(symZ))); r != (Range{-Inf, Inf}) {
		t.Errorf("above + z in %v", r)
	}
	if r := f.Eval(Var(symX).Scale(math.MaxInt64)); r != (Range{0, Inf}) {
		t.Errorf("many x in %v", r)
	}
	for _, text := range []string{"x-4611686018427387904 >= 0", "-z-4611686018427387904 >= 0", "x-9223372036854775807 == 0"} {
		if _, ok := assume(t, nil, text); !ok {
			t.Errorf("%s: 64 bits hold that", text)
		}
	}
}

func TestValue(t *testing.T) {
	for _, tt := range []struct {
		assumed, form string
		want          int64
		ok            bool
	}{
		{"", "5", 5, true},
		{"", "x", 0, false},
		{"x-3 == 0", "2*x+1", 7, true},
		{"x-3 == 0", "x+y", 0, false},
		{"-a >= 0", "a", 0, true},
	} {
		if v, ok := known(t, tt.assumed).Value(form(t, tt.form)); ok != tt.ok || ok && v != tt.want {
			t.Errorf("%s: %s is %d, %v", tt.assumed, tt.form, v, ok)
		}
	}
}

// TestShared wants facts to stay what they were when more is assumed.
func TestShared(t *testing.T) {
	f := known(t, "x-2 >= 0;y-3 != 0;x-y >= 0")
	before, hash := f.String(), f.Hash()
	for _, more := range []string{"-x+9 >= 0", "y-4 != 0", "x-z >= 0", "y-5 == 0"} {
		g, _ := assume(t, f, more)
		Join(f, g)
		Merge(f, g)
		Meet(g, f)
		f.Keep(func(s *Sym) bool { return s == symX })
	}
	if f.String() != before || f.Hash() != hash {
		t.Errorf("%s became %s", before, f)
	}
}

// TestLimits fills every table over its limit; forgetting is allowed, claiming is not.
func TestLimits(t *testing.T) {
	var f *Facts
	for i := int64(0); i < 2*maxNot; i++ {
		f, _ = f.AssumeNE(Var(symZ).AddC(-100 - 2*i))
	}
	for i := int64(0); i < 2*maxGeq; i++ {
		f, _ = f.AssumeGE(form(t, "x-y").Scale(i + 1).AddC(3*i + 1))
	}
	if len(f.not["z"]) > maxNot || len(f.geq) > maxGeq {
		t.Errorf("%d exclusions and %d inequalities", len(f.not["z"]), len(f.geq))
	}
	for i := int64(0); i < 2*maxSyms; i++ {
		f, _ = f.AssumeGE(Var(NewSym("s", int(i+1), 0, Inf)).AddC(-i - 1))
	}
	if len(f.syms) > maxSyms {
		t.Errorf("%d symbols", len(f.syms))
	}
	if last := Var(NewSym("s", 2*maxSyms, 0, Inf)); !f.GE0(last.AddC(-2 * maxSyms)) {
		t.Error("the newest fact is forgotten")
	}
}

// TestFactsHash tells facts apart that differ only in kind.
func TestFactsHash(t *testing.T) {
	bound, not, geq := empty(), empty(), empty()
	bound.bounds["z"], bound.syms["z"] = Range{-5, -1}, symZ
	not.not["z"], not.syms["z"] = []int64{-5}, symZ
	geq.geq = []Lin{Var(symZ)}
	seen := map[Hash]string{}
	for _, f := range []*Facts{nil, bound, not, geq, known(t, "x-y >= 0"), known(t, "y-x >= 0"), known(t, "x-5 >= 0")} {
		if other, ok := seen[f.Hash()]; ok {
			t.Errorf("%q and %q have one fingerprint", f, other)
		}
		seen[f.Hash()] = f.String()
	}
	one, other := known(t, "x-y >= 0;a != 0;z-4 >= 0"), known(t, "z-4 >= 0;a != 0;x-y >= 0")
	if one.Hash() != other.Hash() || one.String() != other.String() {
		t.Errorf("the order of assumptions shows: %s, %s", one, other)
	}
	if empty().Hash() != (*Facts)(nil).Hash() || empty().String() != "" {
		t.Error("knowing nothing has two fingerprints")
	}
}
