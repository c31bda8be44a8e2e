package flow

import (
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Arithmetic returns a superset of the results of an arithmetic operator on the elements of x and
// of y. OpNeg ignores y. Exact reports that the set has only results, and that every pair of
// elements has a result.
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
	for a := range x.each {
		for b := range y.each {
			if v, ok := op.Apply(a, b); ok {
				values = append(values, v)
			}
		}
	}
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
	switch {
	case op.Facts().Divides && y == (run{}):
		return Set{}
	case op == recipe.OpMod && y.lo == y.hi:
		return remainders(x, max(y.lo, -y.lo))
	}
	out, fits := op.Bounds(x.interval(), y.interval())
	if !fits {
		return all
	}
	return Between(out.Lo, out.Hi)
}

// interval is the run with the bounds that it really has.
func (r run) interval() recipe.Interval {
	i := recipe.Interval{Lo: r.lo, Hi: r.hi}
	if r.lo <= minusInfinity {
		i.Lo = math.MinInt
	}
	if r.hi >= plusInfinity {
		i.Hi = math.MaxInt
	}
	return i
}

// remainders returns the remainders of a run by the divisor m > 0.
func remainders(x run, m int) Set {
	switch {
	case x.lo < 0 && x.hi >= 0:
		return remainders(run{x.lo, -1}, m).Union(remainders(run{0, x.hi}, m))
	case x.lo < 0:
		return remainders(run{-x.hi, -x.lo}, m).negated()
	case x.hi-x.lo+1 >= m || x.hi >= plusInfinity:
		return Between(0, m-1)
	case x.lo%m <= x.hi%m:
		return Between(x.lo%m, x.hi%m)
	}
	return Between(0, x.hi%m).Union(Between(x.lo%m, m-1))
}
