package smv

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Evaluate decides the i-th specification, as it is written into the module, on
// the run through the given states that goes back to loop after the last.
// Observed tells whether the step that led to a position satisfied a
// proposition.
func (m *Module) Evaluate(i int, states []recipe.State, loop int, observed func(at, proposition int) bool) (bool, error) {
	return ltol.Eval(m.t.specs[i].formula, ltol.Lasso{
		Length: len(states), Loop: loop,
		State: func(at, id int) bool {
			a := m.t.atoms[id]
			if a.condition == nil {
				return observed(at, m.t.bits[a.bit].proposition)
			}
			return m.t.valuationOf(states[at]).of(a.condition) == recipe.True
		},
		Step: func(int, int) bool { panic("specifications have no step atoms") },
	})
}

// valuationOf gives the variables their values in a state of the system.
func (t *translation) valuationOf(s recipe.State) valuation {
	at := valuation{}
	for i, v := range t.locals {
		if v != nil {
			at[v] = s.Locals[i]
		}
	}
	for a, v := range t.controls {
		if v != nil {
			at[v] = recipe.Value(s.Control[a])
		}
	}
	return at
}

// Observed lists the step propositions that the observations of the module stand for, in the order
// of their declaration; where several have one observation, one of them.
func (m *Module) Observed() []int {
	out := make([]int, len(m.t.bits))
	for i, b := range m.t.bits {
		out[i] = b.proposition
	}
	return out
}
