package lattice

import "testing"

func TestJoin(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"", "x-3 >= 0", ""},
		{"x-3 >= 0", "x-5 >= 0", "x:3..1152921504606846975"},
		{"x-3 == 0", "x-7 == 0", "x:3..7"},
		{"x-3 >= 0", "y-3 >= 0", ""},
		{"x-3 != 0", "x-5 == 0", "x!=3;x:0..1152921504606846975"},
		{"x-3 != 0", "x-4 != 0", "x:0..1152921504606846975"},
		{"x-y >= 0", "x-y-2 >= 0", "x-y>=0"},
		{"x-y >= 0", "x-9 >= 0;-y+9 >= 0", "x-y>=0"},
		{"x-y-2 >= 0", "x-y >= 0", ""},
	}
	for _, tt := range tests {
		if got := Join(known(t, tt.a), known(t, tt.b)).String(); got != tt.want {
			t.Errorf("%s or %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
	if f := known(t, "x-3 >= 0"); Join(f, f) != f || Join(f, nil) != nil || Join(nil, f) != nil {
		t.Error("joins with itself or with nothing")
	}
}

func TestMeet(t *testing.T) {
	tests := []struct {
		a, b, want string
		ok         bool
	}{
		{"", "", "", true},
		{"x-3 >= 0", "", "x:3..1152921504606846975", true},
		{"x-3 >= 0", "-x+5 >= 0", "x:3..5", true},
		{"x-3 >= 0", "-x+2 >= 0", "", false},
		{"x-3 == 0", "x-3 != 0", "", false},
		{"x-3 != 0", "x-3 == 0", "", false},
		{"-a+1 >= 0", "a != 0", "a!=0;a:1..1", true},
		{"a != 0;a-1 != 0", "a-2 != 0;a-3 != 0", "", false},
		{"x-y >= 0", "y-z >= 0", "x-y>=0;y-z>=0", true},
		{"x-y >= 0", "x-y >= 0", "x-y>=0", true},
	}
	for _, tt := range tests {
		a, b := known(t, tt.a), known(t, tt.b)
		got, ok := Meet(a, b)
		if ok != tt.ok || ok && got.String() != tt.want {
			t.Errorf("%s and %s: %s, %v", tt.a, tt.b, got, ok)
		}
		if ok && Merge(a, b).String() != tt.want {
			t.Errorf("%s with %s: %s", tt.a, tt.b, Merge(a, b))
		}
	}
}

func TestKeep(t *testing.T) {
	f := known(t, "x-3 >= 0;y-4 != 0;x-y >= 0;x-z >= 0")
	got := f.Keep(func(s *Sym) bool { return s != symY }).String()
	if want := "x-z>=0;x:3..1152921504606846975"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if (*Facts)(nil).Keep(nil) != nil || (*Facts)(nil).Map(nil) != nil {
		t.Error("of nothing something is kept")
	}
}

func TestFactsRebase(t *testing.T) {
	h := func(obj int) Lin { return Var(NewSym("hdrlen", obj, 10, 32)) }
	about := func(obj int) *Facts {
		f, _ := (*Facts)(nil).AssumeGE(h(obj).AddC(-24))
		f, _ = f.AssumeNE(h(obj).AddC(-28))
		f, _ = f.AssumeGE(Var(symX).Sub(h(obj)))
		return f
	}
	got, want := about(1).Rebase(1, 2), about(2)
	if got.String() != want.String() || got.Hash() != want.Hash() {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMapMany makes one symbol of two: only what holds for both may stay, whichever comes first.
func TestMapMany(t *testing.T) {
	toX := func(s *Sym) *Sym {
		switch s {
		case symY:
			return symX
		case symA:
			return nil
		}
		return s
	}
	tests := []struct{ facts, want string }{
		{"x-3 == 0;y-5 == 0", "x:3..5"},
		{"x-3 >= 0", "x:3..1152921504606846975"},
		{"x-3 >= 0;y-z >= 0", "x:0..1152921504606846975"},
		{"x-3 != 0;y-3 != 0", "x!=3;x:0..1152921504606846975"},
		{"x-3 != 0;y-5 == 0", "x!=3;x:0..1152921504606846975"},
		{"x-3 != 0;y-4 != 0", "x:0..1152921504606846975"},
		{"x-y-4 >= 0", "x:0..1152921504606846975"},
		{"x-a >= 0;a-1 >= 0", ""},
		{"z-b >= 0", "-b+z>=0"},
	}
	for _, tt := range tests {
		for range 20 { // in every order of the map
			if got := known(t, tt.facts).Map(toX).String(); got != tt.want {
				t.Fatalf("%s: %s, want %s", tt.facts, got, tt.want)
			}
		}
	}
}
