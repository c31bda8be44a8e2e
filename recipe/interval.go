package recipe

import "math"

// Interval is the numbers from Lo to Hi, both included. It has no lower bound if Lo is
// [math.MinInt], and no upper one if Hi is [math.MaxInt].
type Interval struct{ Lo, Hi int }

// Bounds returns an interval that contains the results of an arithmetic operator on the numbers of
// a and b. OpNeg ignores b. It is the smallest such interval, except for OpMod. If there is no
// result, it is the interval of 0 alone. Fits is false if a product of bounds is too large to be
// represented. Then this bound is missing, although a product that overflows can be any number.
func (op Op) Bounds(a, b Interval) (out Interval, fits bool) {
	switch op {
	case OpNeg:
		return Interval{negated(a.Hi), negated(a.Lo)}, true
	case OpAdd:
		return Interval{plus(a.Lo, b.Lo, math.MinInt), plus(a.Hi, b.Hi, math.MaxInt)}, true
	case OpSub:
		return Interval{plus(a.Lo, negated(b.Hi), math.MinInt), plus(a.Hi, negated(b.Lo), math.MaxInt)}, true
	case OpMin:
		return Interval{min(a.Lo, b.Lo), min(a.Hi, b.Hi)}, true
	case OpMax:
		return Interval{max(a.Lo, b.Lo), max(a.Hi, b.Hi)}, true
	case OpMul:
		out, fits = Interval{math.MaxInt, math.MinInt}, true
		for _, x := range []int{a.Lo, a.Hi} {
			for _, y := range []int{b.Lo, b.Hi} {
				p, ok := times(x, y)
				out, fits = Interval{min(out.Lo, p), max(out.Hi, p)}, fits && ok
			}
		}
		return out, fits
	case OpDiv:
		// For each sign of the divisor a quotient is monotone in both operands, so that the
		// extremes lie at bounds and at the divisors next to zero.
		out = Interval{math.MaxInt, math.MinInt}
		for _, d := range []int{b.Lo, b.Hi, -1, 1} {
			if d == 0 || d < b.Lo || d > b.Hi {
				continue
			}
			x, y := quotient(a.Lo, d, math.MinInt), quotient(a.Hi, d, math.MaxInt)
			out = Interval{min(out.Lo, x, y), max(out.Hi, x, y)}
		}
		if out.Lo > out.Hi {
			return Interval{}, true
		}
		return out, true
	case OpMod: // has the sign of the dividend, is smaller in size than the divisor and not larger than the dividend
		size := max(b.Hi, negated(b.Lo), 1) - 1
		return Interval{max(-size, min(a.Lo, 0)), min(size, max(a.Hi, 0))}, true
	}
	panic(misuse("Bounds: %d is no arithmetic operator", op))
}

func negated(a int) int {
	if a == math.MinInt {
		return math.MaxInt
	}
	return -a
}

// plus adds two bounds on the side where none is the one that is missing.
func plus(a, b, none int) int {
	switch sum := a + b; {
	case a == none || b == none:
		return none
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt
	default:
		return sum
	}
}

// times multiplies two bounds. Fits is false if both are there and their product is too large.
func times(a, b int) (p int, fits bool) {
	p = a * b
	if a == 0 || p/a == b && !(a == -1 && b == math.MinInt) {
		return p, true
	}
	missing := a == math.MinInt || a == math.MaxInt || b == math.MinInt || b == math.MaxInt
	if (a < 0) == (b < 0) {
		return math.MaxInt, missing
	}
	return math.MinInt, missing
}

// quotient divides a bound on the side where none is the one that is missing, whose quotients are
// missing too.
func quotient(n, d, none int) int {
	if n != none {
		return n / d
	}
	if (n < 0) == (d < 0) {
		return math.MaxInt
	}
	return math.MinInt
}
