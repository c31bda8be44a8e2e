package smv

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A domain over-approximates the values that an integer or an enumeration can
// have: those listed, or if values is nil the integers from lo to hi.
type domain struct {
	lo, hi int
	values []recipe.Value // ascending
}

func listed(values []recipe.Value) domain {
	values = slices.Clone(values)
	slices.Sort(values)
	values = slices.Compact(values)
	return domain{int(values[0]), int(values[len(values)-1]), values}
}

// disjoint reports whether no value lies in both.
func (d domain) disjoint(e domain) bool {
	if d.hi < e.lo || e.hi < d.lo {
		return true
	}
	if d.values == nil || e.values == nil {
		return false
	}
	return !slices.ContainsFunc(d.values, func(v recipe.Value) bool {
		_, found := slices.BinarySearch(e.values, v)
		return found
	})
}

func (d domain) union(e domain) domain {
	if d.values != nil && e.values != nil {
		return listed(slices.Concat(d.values, e.values))
	}
	return domain{lo: min(d.lo, e.lo), hi: max(d.hi, e.hi)}
}

// domainOf computes the domain of a node that is not boolean from those of its
// operands.
func (f *factory) domainOf(n *node) domain {
	switch n.op {
	case opConst:
		return listed([]recipe.Value{n.value})
	case opVar:
		if n.kind == recipe.Int && len(n.variable.values) > f.thresholds.MaxListed {
			return domain{lo: int(slices.Min(n.variable.values)), hi: int(slices.Max(n.variable.values))}
		}
		return listed(n.variable.values)
	case opIte:
		return n.args[1].domain.union(n.args[2].domain)
	case opNeg:
		d := n.args[0].domain
		if d.values == nil {
			return domain{lo: -d.hi, hi: -d.lo}
		}
		out := make([]recipe.Value, len(d.values))
		for i, v := range d.values {
			out[i] = -v
		}
		return listed(out)
	}
	x, y := n.args[0].domain, n.args[1].domain
	if x.values != nil && y.values != nil && len(x.values)*len(y.values) <= f.thresholds.MaxListed {
		var out []recipe.Value
		for _, a := range x.values {
			for _, b := range y.values {
				if v, ok := calculate(n.op, a, b); ok {
					out = append(out, v)
				}
			}
		}
		return listed(out)
	}
	return interval(n.op, x, y)
}

// calculate applies a binary integer operator; ok is false on a zero divisor.
func calculate(op operator, a, b recipe.Value) (v recipe.Value, ok bool) {
	switch op {
	case opAdd:
		return a + b, true
	case opSub:
		return a - b, true
	case opMul:
		return a * b, true
	}
	if b == 0 {
		return 0, false
	}
	if op == opDiv {
		return a / b, true
	}
	return a % b, true
}

// interval bounds the results of an operator on two intervals.
func interval(op operator, x, y domain) domain {
	switch op {
	case opAdd:
		return domain{lo: x.lo + y.lo, hi: x.hi + y.hi}
	case opSub:
		return domain{lo: x.lo - y.hi, hi: x.hi - y.lo}
	case opMul:
		corners := []int{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return domain{lo: slices.Min(corners), hi: slices.Max(corners)}
	case opDiv: // no quotient is farther from zero than the dividend
		far := max(x.hi, -x.lo, 0)
		return domain{lo: -far, hi: far}
	default: // opMod: nor is a remainder, which has the sign of the dividend
		return domain{lo: min(x.lo, 0), hi: max(x.hi, 0)}
	}
}
