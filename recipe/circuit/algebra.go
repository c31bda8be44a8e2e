package circuit

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// literals are the algebra of a model. What one level of the graph does not show is not found, so
// that None says no of many sets that are empty.
type literals struct{ *Model }

var _ evaluate.Algebra[Lit, number] = literals{}

func (l literals) Bool(all bool) Lit {
	if all {
		return True
	}
	return False
}

func (l literals) None(x Lit) bool   { return x == False }
func (l literals) Not(x Lit) Lit     { return x.Not() }
func (l literals) True(x number) Lit { return x.digits[0] }

func (l literals) Constant(_ recipe.Kind, v recipe.Value) number { return constant(v) }
func (l literals) Missing(recipe.Kind) number                    { return constant(0) }

func (l literals) Condition(yes, _ Lit) number {
	return number{digits: []Lit{yes, False}, values: []recipe.Value{recipe.False, recipe.True}}
}

func (l literals) Compare(op recipe.Op, x, y number) Lit {
	switch op {
	case recipe.OpEq:
		return l.equal(x, y)
	case recipe.OpLt:
		return l.less(x, y)
	default:
		return l.less(y, x).Not()
	}
}

func (l literals) Within(x number, t *recipe.Type) Lit { return l.within(x, t) }

func (l literals) Arithmetic(op recipe.Op, x, y number) number {
	switch op {
	case recipe.OpNeg:
		return l.minus(constant(0), x)
	case recipe.OpAdd:
		return l.sum(x, y, False)
	case recipe.OpSub:
		return l.minus(x, y)
	case recipe.OpMul:
		return l.product(x, y)
	case recipe.OpMin:
		return l.choose(l.less(x, y), x, y)
	case recipe.OpMax:
		return l.choose(l.less(x, y), y, x)
	}
	quotient, remainder := l.divide(x, y)
	if op == recipe.OpDiv {
		return quotient
	}
	return remainder
}

func (l literals) Choose(yes, _ Lit, x, y number) number {
	out := l.choose(yes, x, y)
	if x.values != nil && y.values != nil {
		out.values = slices.Concat(x.values, y.values)
		slices.Sort(out.values)
		out.values = slices.Compact(out.values)
	}
	return out
}

func (l literals) Local(i int) number       { return l.locals[i].number }
func (l literals) Control(agent int) number { return l.controls[agent].number }

func (l literals) Deadlock() Lit { return l.deadlock }

func (l literals) Enabled(commands []int) Lit {
	var out []Lit
	for _, it := range l.Interactions {
		out = append(out, l.And(it.Enabled, it.executes(l.Graph, commands, func(t *Take) Lit { return t.when })))
	}
	return l.Any(out...)
}

// Quantified enumerates the assignments of property identifiers.
func (l literals) Quantified(e *recipe.Expr, in *setting) Lit {
	cases, count := l.e.Assignments(e, in, l.limits.MaxAssignments)
	switch {
	case count > 0:
		l.fail(fmt.Errorf("%w: a quantifier over %d assignments of property identifiers, at least", ErrTooLarge, count))
		return False
	case e.Op == recipe.OpForall:
		return l.All(cases...)
	}
	return l.Any(cases...)
}
