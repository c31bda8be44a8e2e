package flow

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Arithmetic returns a superset of the results of an arithmetic operator on
// the elements of x and of y, which OpNeg ignores. Exact tells that it has
// nothing but results, and that no pair of elements is without one.
func (t Thresholds) Arithmetic(op recipe.Op, x, y Set) (out Set, exact bool) {
	switch {
	case op == recipe.OpNeg:
		return x.negated(), true
	case x.IsEmpty() || y.IsEmpty():
		return Set{}, true
	}
	exact = true
	if op.Facts().Divides {
		exact = !y.Contains(0)
		if y = y.minus(Of(0)); y.IsEmpty() {
			return Set{}, exact
		}
	}
	if len(x.runs)*len(y.runs) > t.Pairs {
		x, y, exact = x.hull(), y.hull(), false
	}
	switch _, one := y.single(); {
	case op == recipe.OpAdd || op == recipe.OpSub || op == recipe.OpMin || op == recipe.OpMax:
		out = byRuns(op, x, y)
	case x.Size() <= t.Pairs && y.Size() <= t.Pairs && x.Size()*y.Size() <= t.Pairs:
		out = byElements(op, x, y)
	default:
		out = byRuns(op, x, y)
		exact = exact && one && op != recipe.OpMul
	}
	if len(out.runs) > t.Runs {
		return out.hull(), false
	}
	return out, exact
}

func byElements(op recipe.Op, x, y Set) Set {
	values := make([]recipe.Value, 0, x.Size()*y.Size())
	x.each(func(a recipe.Value) bool {
		y.each(func(b recipe.Value) bool {
			if v, ok := op.Apply(a, b); ok {
				values = append(values, v)
			}
			return true
		})
		return true
	})
	return Of(values...)
}

func byRuns(op recipe.Op, x, y Set) Set {
	out := make([]run, 0, len(x.runs)*len(y.runs))
	for _, a := range x.runs {
		for _, b := range y.runs {
			out = append(out, byBounds(op, a, b).runs...)
		}
	}
	return normal(out)
}

// byBounds returns the results of an operator on two runs, as an interval for
// all but remainders by one divisor. Sums, differences, minima and maxima are
// exact, quotients and remainders for one divisor.
func byBounds(op recipe.Op, x, y run) Set {
	switch op {
	case recipe.OpAdd:
		return Between(plus(x.lo, y.lo), plus(x.hi, y.hi))
	case recipe.OpSub:
		return Between(plus(x.lo, -y.hi), plus(x.hi, -y.lo))
	case recipe.OpMin:
		return Between(min(x.lo, y.lo), min(x.hi, y.hi))
	case recipe.OpMax:
		return Between(max(x.lo, y.lo), max(x.hi, y.hi))
	case recipe.OpMul:
		return products(x, y)
	case recipe.OpDiv:
		return quotients(x, y)
	}
	if y.lo == y.hi && y.lo != 0 {
		return remainders(x, max(y.lo, -y.lo))
	}
	// A remainder has the sign of the dividend, is smaller in size than the
	// divisor and not larger than the dividend.
	m := max(y.hi, -y.lo)
	if !infinite(m) {
		m--
	}
	return Between(max(-m, min(x.lo, 0)), min(m, max(x.hi, 0)))
}

func infinite(n int) bool { return n <= minusInfinity || n >= plusInfinity }

// plus adds bounds; infinite ones stay so.
func plus(a, b int) int {
	switch {
	case infinite(a):
		return a
	case infinite(b):
		return b
	}
	return a + b
}

// products returns an interval with the products of two runs. A product of
// numbers that cannot be represented may be any number.
func products(x, y run) Set {
	lo, hi := plusInfinity, minusInfinity
	for _, a := range []int{x.lo, x.hi} {
		for _, b := range []int{y.lo, y.hi} {
			p, fits := times(a, b)
			if !fits {
				return all
			}
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return Between(lo, hi)
}

// times multiplies two bounds, of which infinite ones have infinite products
// with all but zero; fits is false if finite ones have one that is too large.
func times(a, b int) (p int, fits bool) {
	p = a * b
	switch {
	case a == 0 || b == 0:
		return 0, true
	case infinite(a) || infinite(b):
		if (a < 0) == (b < 0) {
			return plusInfinity, true
		}
		return minusInfinity, true
	}
	return p, p/b == a && !infinite(p)
}

// quotients returns an interval with the quotients of two runs, truncated
// towards zero. For each sign of the divisor a quotient is monotone in both
// operands, so that the extremes lie at bounds and at the divisors next to
// zero. A quotient of infinity is infinite.
func quotients(x, y run) Set {
	lo, hi := plusInfinity, minusInfinity
	for _, d := range []int{y.lo, y.hi, -1, 1} {
		if d == 0 || d < y.lo || d > y.hi {
			continue
		}
		for _, n := range []int{x.lo, x.hi} {
			q := n / d
			if infinite(n) {
				q, _ = times(n, d)
			}
			lo, hi = min(lo, q), max(hi, q)
		}
	}
	return Between(lo, hi)
}

// remainders returns the remainders of a run by the divisor m > 0.
func remainders(x run, m int) Set {
	switch {
	case x.lo < 0 && x.hi >= 0:
		return remainders(run{x.lo, -1}, m).Union(remainders(run{0, x.hi}, m))
	case x.lo < 0:
		return remainders(run{-x.hi, -x.lo}, m).negated()
	case x.hi-x.lo+1 >= m || infinite(x.hi):
		return Between(0, m-1)
	case x.lo%m <= x.hi%m:
		return Between(x.lo%m, x.hi%m)
	}
	return Between(0, x.hi%m).Union(Between(x.lo%m, m-1))
}
