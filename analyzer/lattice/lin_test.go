package lattice

import (
	"math"
	"testing"
)

func TestLinArithmetic(t *testing.T) {
	x, y := Var(symX), Var(symY)
	for want, got := range map[string]Lin{
		"0":          {},
		"7":          Num(3).Add(Num(4)),
		"x+y":        y.Add(x),
		"x-y":        x.Sub(y),
		"-x+3":       Num(3).Sub(x),
		"2*x-3*y-1":  x.Scale(2).Sub(y.Scale(3)).AddC(-1),
		"x":          x.Add(y).Sub(y),
		"5*x":        Sum(x, x.Scale(2), x.Scale(2)),
		"a-2*b+x+10": Sum(Var(symA), x, Num(10), Var(symB).Scale(-2)),
		"x+y+2":      Sum(x, x, Num(2)).Map(func(*Sym) Lin { return x.Add(y) }).Sub(x).Sub(y),
	} {
		if got.String() != want || !got.Equal(form(t, want)) || got.Hash() != form(t, want).Hash() {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if zero := x.Sub(x); !zero.IsConst(0) || !zero.Equal(Lin{}) || !x.Scale(0).Equal(Lin{}) {
		t.Errorf("x - x is %s, 0 * x is %s", zero, x.Scale(0))
	}
}

// TestLinShared holds a form against what is made from it: forms share their terms.
func TestLinShared(t *testing.T) {
	sum := form(t, "x+y")
	for _, use := range []func(){
		func() { sum.AddC(1).Add(Var(symZ)) },
		func() { sum.Add(Num(3)).Sub(Var(symY)) },
		func() { sum.Scale(1).Scale(-4) },
		func() { sum.Map(func(s *Sym) Lin { return Var(symA) }) },
	} {
		if use(); sum.String() != "x+y" {
			t.Fatalf("the operand became %s", sum)
		}
	}
}

func TestLinParts(t *testing.T) {
	tests := []struct {
		form   string
		isC    bool
		single string
		c      int64
	}{
		{"0", true, "", 0},
		{"-4", true, "", 0},
		{"x", false, "x", 0},
		{"x-4", false, "x", -4},
		{"-x+4", false, "", 0},
		{"2*x", false, "", 0},
		{"x+y", false, "", 0},
	}
	for _, tt := range tests {
		a := form(t, tt.form)
		s, c, ok := a.Single()
		if ok != (tt.single != "") || ok && (s.Key != tt.single || c != tt.c) {
			t.Errorf("%s: Single gives %v, %d, %v", tt.form, s, c, ok)
		}
		if _, isC := a.Const(); isC != tt.isC || isC != a.IsConst(a.C) {
			t.Errorf("%s: Const gives %v", tt.form, isC)
		}
	}
}

// TestLinHuge wants sums beyond 64 bits to stay on their side of 0.
func TestLinHuge(t *testing.T) {
	const huge = math.MaxInt64
	for name, tt := range map[string]struct {
		got      Lin
		positive bool
	}{
		"sum":              {Num(huge).Add(Num(huge)), true},
		"sum of negatives": {Num(-huge).AddC(-huge), false},
		"difference":       {Num(-huge).Sub(Num(huge)), false},
		"product":          {Num(1 << 40).Scale(1 << 40), true},
		"negative product": {Num(1 << 40).Scale(-1 << 40), false},
		"minimum negated":  {Num(math.MinInt64).Scale(-1), true},
	} {
		if (tt.got.C > 0) != tt.positive {
			t.Errorf("%s: %s", name, tt.got)
		}
	}
	if k := Var(symX).Scale(huge).Scale(huge).T[0].K; k <= 0 {
		t.Errorf("coefficient %d", k)
	}
}

func TestSymbolKeys(t *testing.T) {
	h1 := NewSym("hdrlen", 1, 10, 32)
	sum := NewSym("&", 0, 0, 3, Var(h1).AddC(2), Num(3))
	for _, tt := range []struct {
		sym  *Sym
		key  string
		obj1 bool
		any  bool
	}{
		{symX, "x", false, false},
		{h1, "hdrlen@1", true, true},
		{sum, "&(hdrlen@1+2,3)", true, true},
		{NewSym("/", 2, 0, 9, Num(1)), "/@2(1)", false, true},
		{Named("loaded", "priv->pad", 0, 9), "priv->pad", false, false},
	} {
		if tt.sym.Key != tt.key || tt.sym.Mentions(1) != tt.obj1 || tt.sym.HasObj() != tt.any {
			t.Errorf("%s: key %s, mentions 1 %v, any buffer %v", tt.key, tt.sym.Key, tt.sym.Mentions(1), tt.sym.HasObj())
		}
		if tt.sym.Hash() != HashOf(tt.key) || (&Sym{Key: tt.key}).Hash() != tt.sym.Hash() {
			t.Errorf("%s: the fingerprint is not that of the key", tt.key)
		}
	}
}

func TestLinRebase(t *testing.T) {
	h := func(obj int) *Sym { s := NewSym("hdrlen", obj, 10, 32); s.Tag = "skb"; return s }
	pad := func(obj int) *Sym { return NewSym("&", 0, 0, 3, Var(h(obj)), Num(3)) }
	a := Sum(Var(h(1)), Var(pad(1)), Var(h(3)).Scale(2), Var(symX))
	want := Sum(Var(h(2)), Var(pad(2)), Var(h(3)).Scale(2), Var(symX))
	got := a.Rebase(1, 2)
	if !got.Equal(want) || got.Hash() != want.Hash() || got.Mentions(1) || !got.Mentions(2) {
		t.Errorf("got %s, want %s", got, want)
	}
	if same := a.Rebase(7, 8); !same.Equal(a) {
		t.Errorf("rebasing another buffer gives %s", same)
	}
	if merged := Var(h(1)).Add(Var(h(2))).Rebase(1, 2); !merged.Equal(Var(h(2)).Scale(2)) {
		t.Errorf("two buffers made one give %s", merged)
	}
	if s := pad(1).Rebase(1, 2).Args[0].T[0].S; s.Lo != 10 || s.Hi != 32 || s.Tag != "skb" {
		t.Errorf("rebasing lost bounds or field: %+v", s)
	}
}

func TestLinSymbols(t *testing.T) {
	inner := NewSym("&", 0, 0, 3, form(t, "x+y"), Num(3))
	got := Var(inner).Add(Var(symX)).Symbols()
	want := []string{"&(x+y,3)", "x", "y"}
	if len(got) != len(want) {
		t.Fatalf("got %d symbols, want %v", len(got), want)
	}
	for i, s := range got {
		if s.Key != want[i] {
			t.Errorf("symbol %d is %s, want %s", i, s.Key, want[i])
		}
	}
}

func TestHash(t *testing.T) {
	a, b := HashOf("a"), HashOf("b")
	if a.Add(b) != b.Add(a) || a == b || a.Mix(1) == a.Mix(2) || a.Mix(1).Mix(2) == a.Mix(2).Mix(1) {
		t.Error("Add has to forget the order, Mix to keep it")
	}
	if form(t, "x+2*y").Hash() == form(t, "2*x+y").Hash() || form(t, "x").Hash() == form(t, "-x").Hash() {
		t.Error("coefficients do not show in the fingerprint")
	}
}
