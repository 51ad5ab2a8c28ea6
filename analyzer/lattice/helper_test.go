package lattice

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// The symbols of the tests: a byte of two bits, a signed number, two lengths.
var (
	symA = NewSym("a", 0, 0, 3)
	symB = NewSym("b", 0, -2, 2)
	symX = NewSym("x", 0, 0, Inf)
	symY = NewSym("y", 0, 0, Inf)
	symZ = NewSym("z", 0, -Inf, Inf)

	symbols = []*Sym{symA, symB, symX, symY, symZ}
)

// form reads what Lin.String prints, over the symbols of the tests.
func form(t testing.TB, text string) Lin {
	t.Helper()
	var sum Lin
	for _, part := range strings.Fields(strings.NewReplacer("-", " -", "+", " +").Replace(text)) {
		sum = sum.Add(part1(t, part))
	}
	return sum
}

// part1 reads one summand: 3, -3, x, -x, +2*x.
func part1(t testing.TB, part string) Lin {
	t.Helper()
	k := int64(1)
	rest := strings.TrimPrefix(part, "+")
	if strings.HasPrefix(rest, "-") {
		rest, k = rest[1:], -1
	}
	if n, err := strconv.ParseInt(rest, 10, 64); err == nil {
		return Num(k * n)
	}
	if factor, name, ok := strings.Cut(rest, "*"); ok {
		n, err := strconv.ParseInt(factor, 10, 64)
		if err != nil {
			t.Fatalf("summand %q: %v", part, err)
		}
		rest, k = name, k*n
	}
	for _, s := range symbols {
		if s.Key == rest {
			return Var(s).Scale(k)
		}
	}
	t.Fatalf("summand %q: no such symbol", part)
	return Lin{}
}

// assume takes "FORM >= 0", "FORM == 0" and "FORM != 0", separated by ";". ok is false once they contradict each other.
func assume(t testing.TB, f *Facts, text string) (*Facts, bool) {
	t.Helper()
	for _, one := range strings.Split(text, ";") {
		var name, op string
		if text == "" {
			break
		}
		if _, err := fmt.Sscanf(one, "%s %s 0", &name, &op); err != nil {
			t.Fatalf("assumption %q: %v", one, err)
		}
		var ok bool
		if f, ok = assumeOp(f, op, form(t, name)); !ok {
			return f, false
		}
	}
	return f, true
}

func assumeOp(f *Facts, op string, a Lin) (*Facts, bool) {
	switch op {
	case ">=":
		return f.AssumeGE(a)
	case "==":
		return f.AssumeEQ(a)
	}
	return f.AssumeNE(a)
}

// known is assume for what cannot fail.
func known(t testing.TB, text string) *Facts {
	t.Helper()
	f, ok := assume(t, nil, text)
	if !ok {
		t.Fatalf("%s: contradiction", text)
	}
	return f
}
