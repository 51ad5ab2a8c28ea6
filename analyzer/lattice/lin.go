package lattice

import (
	"sort"
	"strconv"
	"strings"
)

// Term is one symbol with its coefficient, which is never zero.
type Term struct {
	S *Sym
	K int64
}

// Lin is the linear form C + sum of T; T is sorted by key, without repetition. The zero value is the number 0.
type Lin struct {
	C int64
	T []Term
}

// Num is the constant form c.
func Num(c int64) Lin { return Lin{C: c} }

// Var is the form 1*s.
func Var(s *Sym) Lin { return Lin{T: []Term{{s, 1}}} }

// Const reports whether the form is a constant, and which.
func (a Lin) Const() (int64, bool) { return a.C, len(a.T) == 0 }

// IsConst reports whether the form is the constant c.
func (a Lin) IsConst(c int64) bool { return len(a.T) == 0 && a.C == c }

// Single gives s and c where the form is s + c.
func (a Lin) Single() (*Sym, int64, bool) {
	if len(a.T) == 1 && a.T[0].K == 1 {
		return a.T[0].S, a.C, true
	}
	return nil, 0, false
}

// Add is a + b.
func (a Lin) Add(b Lin) Lin { return a.combine(b, 1) }

// Sub is a - b.
func (a Lin) Sub(b Lin) Lin { return a.combine(b, -1) }

// AddC is a + c.
func (a Lin) AddC(c int64) Lin { return Lin{C: addSat(a.C, c), T: a.T} }

// Scale is k * a.
func (a Lin) Scale(k int64) Lin {
	if k == 0 {
		return Lin{}
	}
	if k == 1 {
		return a
	}
	r := Lin{C: mulSat(a.C, k), T: make([]Term, len(a.T))}
	for i, t := range a.T {
		r.T[i] = Term{t.S, mulSat(t.K, k)}
	}
	return r
}

func (a Lin) combine(b Lin, k int64) Lin {
	r := Lin{C: addSat(a.C, mulSat(k, b.C))}
	if len(b.T) == 0 {
		r.T = a.T
		return r
	}
	i, j := 0, 0
	for i < len(a.T) || j < len(b.T) {
		switch {
		case j == len(b.T) || i < len(a.T) && a.T[i].S.Key < b.T[j].S.Key:
			r.T = append(r.T, a.T[i])
			i++
		case i == len(a.T) || b.T[j].S.Key < a.T[i].S.Key:
			r.T = append(r.T, Term{b.T[j].S, mulSat(k, b.T[j].K)})
			j++
		default:
			if s := addSat(a.T[i].K, mulSat(k, b.T[j].K)); s != 0 {
				r.T = append(r.T, Term{a.T[i].S, s})
			}
			i++
			j++
		}
	}
	return r
}

// Equal reports whether a and b are the same form.
func (a Lin) Equal(b Lin) bool {
	if a.C != b.C || len(a.T) != len(b.T) {
		return false
	}
	for i := range a.T {
		if a.T[i].K != b.T[i].K || a.T[i].S.Key != b.T[i].S.Key {
			return false
		}
	}
	return true
}

// Mentions reports whether a symbol of buffer obj occurs in the form.
func (a Lin) Mentions(obj int) bool {
	for _, t := range a.T {
		if t.S.Mentions(obj) {
			return true
		}
	}
	return false
}

// HasObj reports whether the form depends on any buffer.
func (a Lin) HasObj() bool {
	for _, t := range a.T {
		if t.S.HasObj() {
			return true
		}
	}
	return false
}

// Rebase replaces buffer from by buffer to in every symbol.
func (a Lin) Rebase(from, to int) Lin {
	if !a.Mentions(from) {
		return a
	}
	return a.Map(func(s *Sym) Lin { return Var(s.Rebase(from, to)) })
}

// Map replaces every symbol by the form f gives for it.
func (a Lin) Map(f func(*Sym) Lin) Lin {
	r := Num(a.C)
	for _, t := range a.T {
		r = r.Add(f(t.S).Scale(t.K))
	}
	return r
}

// Sum adds forms.
func Sum(as ...Lin) Lin {
	var r Lin
	for _, a := range as {
		r = r.Add(a)
	}
	return r
}

// String prints the form canonically: equal forms print alike.
func (a Lin) String() string {
	if len(a.T) == 0 {
		return strconv.FormatInt(a.C, 10)
	}
	var b strings.Builder
	for i, t := range a.T {
		switch {
		case t.K == 1 && i > 0:
			b.WriteByte('+')
		case t.K == -1:
			b.WriteByte('-')
		case t.K != 1:
			if t.K > 0 && i > 0 {
				b.WriteByte('+')
			}
			b.WriteString(strconv.FormatInt(t.K, 10) + "*")
		}
		b.WriteString(t.S.Key)
	}
	if a.C > 0 {
		b.WriteByte('+')
	}
	if a.C != 0 {
		b.WriteString(strconv.FormatInt(a.C, 10))
	}
	return b.String()
}

// Symbols lists the symbols of the form and of their operands, sorted by key.
func (a Lin) Symbols() []*Sym {
	seen := map[string]*Sym{}
	a.collect(seen)
	out := make([]*Sym, 0, len(seen))
	for _, s := range seen {
		out = append(out, s)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return out
}

func (a Lin) collect(seen map[string]*Sym) {
	for _, t := range a.T {
		if seen[t.S.Key] == nil {
			seen[t.S.Key] = t.S
			for _, x := range t.S.Args {
				x.collect(seen)
			}
		}
	}
}
