package mc_test

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// formulas draws random formulas over a system's propositions.
type formulas struct {
	recipetest.Source
	states, steps []int
}

func newFormulas(source recipetest.Source, sys *recipe.System) formulas {
	f := formulas{Source: source}
	for i, p := range sys.Propositions {
		if p.Kind == recipe.StateProposition {
			f.states = append(f.states, i)
		} else {
			f.steps = append(f.steps, i)
		}
	}
	return f
}

func (f formulas) pick(ids []int) int { return ids[f.Intn(len(ids))] }

// atom is a possibly negated atom of any kind.
func (f formulas) atom() *ltol.Formula {
	a := ltol.Atom{}
	switch f.Intn(5) {
	case 0, 1:
		a = ltol.Atom{ID: f.pick(f.states), Kind: ltol.State}
	case 2, 3:
		a = ltol.Atom{ID: f.pick(f.steps), Kind: ltol.Step}
	default:
		a = ltol.Atom{ID: f.pick(f.steps), Kind: ltol.PastStep}
	}
	if f.Intn(2) == 0 {
		return ltol.Not(ltol.Prop(a))
	}
	return ltol.Prop(a)
}

// formula is a formula of at most the given depth.
func (f formulas) formula(depth int) *ltol.Formula {
	if depth == 0 {
		return f.atom()
	}
	sub := func() *ltol.Formula { return f.formula(depth - 1) }
	switch f.Intn(17) {
	case 0:
		return f.atom()
	case 1:
		return ltol.Not(sub())
	case 2:
		return ltol.And(sub(), sub())
	case 3:
		return ltol.Or(sub(), sub())
	case 4:
		return ltol.Implies(sub(), sub())
	case 5:
		return ltol.Next(sub())
	case 6, 7:
		return ltol.Finally(sub())
	case 8, 9:
		return ltol.Globally(sub())
	case 10:
		return ltol.Until(sub(), sub())
	case 11:
		return ltol.WeakUntil(sub(), sub())
	case 12:
		return ltol.Possible(f.pick(f.steps), sub())
	case 13:
		return ltol.Release(sub(), sub())
	case 14:
		return ltol.Iff(sub(), sub())
	default:
		return ltol.Necessary(f.pick(f.steps), sub())
	}
}

// property is a formula of a shape that people write, or any.
func (f formulas) property() *ltol.Formula {
	p, q := f.formula(1), f.formula(1)
	switch f.Intn(8) {
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
		return ltol.Globally(ltol.Implies(p, ltol.Necessary(f.pick(f.steps), q)))
	default:
		return f.formula(3)
	}
}

// condition is a fairness condition: usually a letter, sometimes more.
func (f formulas) condition() *ltol.Formula {
	switch f.Intn(6) {
	case 0:
		return ltol.Or(f.atom(), f.atom())
	case 1:
		return ltol.And(f.atom(), f.atom())
	case 2:
		return f.formula(1)
	default:
		return f.atom()
	}
}
