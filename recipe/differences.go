package recipe

import "slices"

// Differences say which values of integers without a range a quantifier over property identifiers
// must try (see [System.Differences]).
type Differences struct {
	// Landmarks are expressions without such an identifier. If some assignment satisfies a Boolean
	// combination of the expressions, one does in which each identifier is at most Distance away from
	// the value of a landmark. A landmark without a value does not count.
	Landmarks []*Expr
	Distance  int
	// Other is a part of the expressions that is no such combination; nil if there is none. Then the
	// rest has no meaning.
	Other *Expr
}

// mostForms bounds the cases of a number that is a minimum, a maximum or a choice.
const mostForms = 64

// Differences looks at what Booleans say of the property identifiers whose type is unbounded. They
// may compare an identifier, with numbers added, with numbers and with another such identifier.
// Examples are `@p + 1 < x` and `@p - @q = 3`.
//
// The truth of all comparisons together is a conjunction of difference constraints. If one has a
// solution, it has one by shortest paths from the numbers that it names (Cormen, Leiserson, Rivest,
// Stein, Introduction to Algorithms, "Difference constraints and shortest paths"). A path has at
// most as many edges as there are identifiers. The weight of an edge is at most the constant of its
// constraint, and one more where the comparison is strict.
func (s *System) Differences(es ...*Expr) Differences {
	d := &differences{sys: s, out: Differences{Landmarks: []*Expr{IntExpr(0)}, Distance: 1}}
	for _, e := range es {
		e.Walk(d.visit)
	}
	if d.between {
		d.out.Distance = len(d.met) * (d.constant + 1)
	}
	return d.out
}

type differences struct {
	sys      *System
	out      Differences
	met      []int // identifiers
	between  bool  // two of them are compared
	constant int   // the largest one, in size, between two of them
}

// A linear is a sum of identifiers, each with a factor, and of a number.
type linear struct {
	factors map[int]int
	number  *Expr
}

// about reports whether an expression reads an identifier without a range.
func (d *differences) about(e *Expr) bool {
	return e.Any(func(e *Expr) bool { return e.Op == OpProperty && d.sys.Properties[e.Index].Type.Unbounded })
}

// visit looks at the comparisons in a Boolean.
func (d *differences) visit(e *Expr) bool {
	switch {
	case d.out.Other != nil || !d.about(e):
		return false
	case e.Op.Facts().Class != ClassComparison:
		return true
	case e.mixesKinds():
		return true
	case e.Args[0].Type.Kind != Int: // truth values
		return true
	}
	left, right := d.forms(e.Args[0]), d.forms(e.Args[1])
	if left == nil || right == nil || len(left)*len(right) > mostForms {
		d.out.Other = e
		return false
	}
	for _, l := range left {
		for _, r := range right {
			if !d.constraint(l.plus(r, -1)) {
				d.out.Other = e
				return false
			}
		}
	}
	return true // choices have conditions inside
}

// constraint notes the comparison of a sum with 0; it reports whether that is a constraint on a
// difference.
func (d *differences) constraint(sum linear) bool {
	var met []int
	total := 0
	for p, factor := range sum.factors {
		if factor == 0 {
			continue
		}
		if factor != 1 && factor != -1 {
			return false
		}
		met, total = append(met, p), total+factor
	}
	for _, p := range met {
		if !slices.Contains(d.met, p) {
			d.met = append(d.met, p)
		}
	}
	switch {
	case len(met) == 0:
		return true
	case len(met) == 1 && total == 1:
		d.out.Landmarks = append(d.out.Landmarks, Fold(OpNeg, Neg(sum.number).Type, sum.number))
		return true
	case len(met) == 1:
		d.out.Landmarks = append(d.out.Landmarks, sum.number)
		return true
	case len(met) == 2 && total == 0 && sum.number.Op == OpConst:
		d.between = true
		d.constant = max(d.constant, int(sum.number.Value), -int(sum.number.Value))
		return true
	}
	return false
}

// plus adds a sum, times a factor.
func (l linear) plus(other linear, times int) linear {
	out := linear{map[int]int{}, l.number}
	for p, f := range l.factors {
		out.factors[p] = f
	}
	for p, f := range other.factors {
		out.factors[p] += times * f
	}
	op := OpAdd
	if times < 0 {
		op = OpSub
	}
	out.number = Fold(op, Arithmetic(op, l.number, other.number).Type, l.number, other.number)
	return out
}

// forms lists the sums that a number can be; nil if it can be something else.
func (d *differences) forms(e *Expr) []linear {
	zero := linear{nil, IntExpr(0)}
	switch {
	case !d.about(e):
		return []linear{{nil, e}}
	case e.Op == OpProperty:
		return []linear{{map[int]int{e.Index: 1}, IntExpr(0)}}
	case e.Op == OpNeg:
		return combined([]linear{zero}, d.forms(e.Args[0]), -1)
	case e.Op == OpAdd:
		return combined(d.forms(e.Args[0]), d.forms(e.Args[1]), 1)
	case e.Op == OpSub:
		return combined(d.forms(e.Args[0]), d.forms(e.Args[1]), -1)
	case e.Op == OpMin || e.Op == OpMax:
		return either(d.forms(e.Args[0]), d.forms(e.Args[1]))
	case e.Op == OpIte:
		return either(d.forms(e.Args[1]), d.forms(e.Args[2]))
	}
	return nil
}

func combined(left, right []linear, times int) (out []linear) {
	if len(left)*len(right) > mostForms {
		return nil
	}
	for _, l := range left {
		for _, r := range right {
			out = append(out, l.plus(r, times))
		}
	}
	return out
}

func either(left, right []linear) []linear {
	if left == nil || right == nil || len(left)+len(right) > mostForms {
		return nil
	}
	return slices.Concat(left, right)
}
