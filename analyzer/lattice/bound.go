package lattice

import "math"

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

// addBound adds two ends of intervals; unknown is the end that says nothing, and stays once it is reached.
func addBound(a, b, unknown int64) int64 {
	if saturated(a, unknown) || saturated(b, unknown) {
		return unknown
	}
	return max(-Inf, min(Inf, addSat(a, b)))
}

func saturated(a, unknown int64) bool { return unknown > 0 && a >= Inf || unknown < 0 && a <= -Inf }

func abs(k int64) int64 { return max(k, -k) }

func sign(k int64) int64 {
	if k < 0 {
		return -1
	}
	return 1
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// addSat is a + b, or the largest number of its sign: a form that wrapped around would claim the opposite of what holds.
func addSat(a, b int64) int64 {
	s := a + b
	switch {
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64 + 1
	}
	return s
}

// mulSat is a * b, or the largest number of its sign.
func mulSat(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if p := a * b; a != math.MinInt64 && b != math.MinInt64 && p/b == a {
		return p
	}
	if (a < 0) == (b < 0) {
		return math.MaxInt64
	}
	return math.MinInt64 + 1
}
