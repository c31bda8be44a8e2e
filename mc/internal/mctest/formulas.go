// Package mctest draws formulas about systems, and makes work stop in its midst, for the tests of
// package mc and of those that do the same in another way.
package mctest

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Formulas draws random formulas over a system's propositions. There have to be some of states and
// some of steps.
type Formulas struct {
	recipetest.Source
	// States and Steps are the propositions that may occur, by index.
	States, Steps []int
}

// NewFormulas returns the formulas over all propositions of a system.
func NewFormulas(source recipetest.Source, sys *recipe.System) Formulas {
	f := Formulas{Source: source}
	for i, p := range sys.Propositions {
		if p.Kind == recipe.StateProposition {
			f.States = append(f.States, i)
		} else {
			f.Steps = append(f.Steps, i)
		}
	}
	return f
}

func (f Formulas) pick(ids []int) int { return ids[f.Intn(len(ids))] }

// Atom is a possibly negated atom of any kind.
func (f Formulas) Atom() *ltol.Formula {
	a := ltol.Atom{}
	switch f.Intn(5) {
	case 0, 1:
		a = ltol.Atom{ID: f.pick(f.States), Kind: ltol.State}
	case 2, 3:
		a = ltol.Atom{ID: f.pick(f.Steps), Kind: ltol.Step}
	default:
		a = ltol.Atom{ID: f.pick(f.Steps), Kind: ltol.PastStep}
	}
	if f.Intn(2) == 0 {
		return ltol.Not(ltol.Prop(a))
	}
	return ltol.Prop(a)
}

// connectives are those that formulas are drawn with, some of them twice as often as others.
var connectives = []ltol.Op{
	ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff, ltol.OpNext, ltol.OpFinally, ltol.OpFinally, ltol.OpGlobally, ltol.OpGlobally,
	ltol.OpUntil, ltol.OpWeakUntil, ltol.OpRelease, ltol.OpStrongRelease,
}

// Formula is a formula of at most the given depth, of any operators.
func (f Formulas) Formula(depth int) *ltol.Formula {
	if depth == 0 {
		return f.Atom()
	}
	sub := func() *ltol.Formula { return f.Formula(depth - 1) }
	switch n := f.Intn(18); n {
	case 0:
		return f.Atom()
	case 15:
		return ltol.Possible(f.pick(f.Steps), sub())
	case 16, 17:
		return ltol.Necessary(f.pick(f.Steps), sub())
	default:
		switch op := connectives[n-1]; op {
		case ltol.OpNot, ltol.OpNext, ltol.OpFinally, ltol.OpGlobally:
			return ltol.Apply(op, sub())
		default:
			return ltol.Apply(op, sub(), sub())
		}
	}
}

// Property is a formula of a shape that people write, or any.
func (f Formulas) Property() *ltol.Formula {
	p, q := f.Formula(1), f.Formula(1)
	switch f.Intn(13) {
	case 10:
		return f.together()
	case 0:
		return ltol.Globally(p)
	case 1:
		return ltol.Finally(p)
	case 2:
		return ltol.Globally(ltol.Implies(p, ltol.Finally(q)))
	case 3:
		return ltol.Finally(ltol.Globally(p))
	case 4:
		return ltol.Globally(ltol.Finally(p))
	case 5:
		return ltol.Globally(ltol.Implies(p, ltol.Necessary(f.pick(f.Steps), q)))
	case 6:
		return ltol.Globally(ltol.Necessary(f.pick(f.Steps), ltol.Finally(ltol.Possible(f.pick(f.Steps), ltol.True()))))
	case 7:
		return ltol.Implies(ltol.Globally(ltol.Finally(p)), ltol.Globally(ltol.Finally(q)))
	case 8:
		return ltol.And(ltol.Globally(p), ltol.Finally(q))
	case 9:
		return f.underFairness()
	default:
		return f.Formula(3)
	}
}

// together is a conjunction, whose parts may help to show one another: things that recur, and more.
func (f Formulas) together() *ltol.Formula {
	var parts []*ltol.Formula
	for range 2 + f.Intn(3) {
		recurs := ltol.Globally(ltol.Finally(ltol.Or(f.Atom(), f.Atom())))
		switch f.Intn(4) {
		case 0:
			parts = append(parts, ltol.Globally(ltol.Implies(f.Atom(), ltol.Finally(f.Atom()))))
		case 1:
			parts = append(parts, ltol.Implies(f.Formula(1), ltol.And(recurs, f.Formula(1))))
		default:
			parts = append(parts, recurs)
		}
	}
	return ltol.And(parts...)
}

// underFairness is a formula that is to hold under conditions of fairness, on either side of
// implications.
func (f Formulas) underFairness() *ltol.Formula {
	recur := func() *ltol.Formula { return ltol.Globally(ltol.Finally(f.Condition())) }
	var conditions []*ltol.Formula
	for range 1 + f.Intn(4) {
		switch f.Intn(4) {
		case 0:
			conditions = append(conditions, ltol.Implies(recur(), recur()))
		case 1:
			conditions = append(conditions, ltol.Or(recur(), f.Formula(1)))
		default:
			conditions = append(conditions, recur())
		}
	}
	all := ltol.And(conditions...)
	switch body := f.Formula(2); f.Intn(4) {
	case 0:
		return ltol.Implies(body, all)
	case 1:
		return ltol.Globally(ltol.Implies(f.Atom(), ltol.Implies(all, body)))
	default:
		return ltol.Implies(all, body)
	}
}

// Condition is a fairness condition: usually a letter, sometimes more.
func (f Formulas) Condition() *ltol.Formula {
	switch f.Intn(6) {
	case 0:
		return ltol.Or(f.Atom(), f.Atom())
	case 1:
		return ltol.And(f.Atom(), f.Atom())
	case 2:
		return f.Formula(1)
	default:
		return f.Atom()
	}
}
