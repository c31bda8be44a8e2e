package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// StateProposition is the set of states in which a state proposition holds,
// among all states with valid codes.
func (m *Model) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	p, err := m.proposition(proposition, recipe.StateProposition)
	if err != nil {
		return bdd.False, err
	}
	b := m.builder(sc)
	return b.Result(b.Holds(p.Expr, &setting{Proposition: true}))
}

// StepProposition is the set of states in which the steps of the interaction satisfy the step
// proposition. The interaction must be refined by what [Model.Watched] lists for the proposition.
// Then, from one state, either all its steps satisfy the proposition or none.
func (m *Model) StepProposition(sc *bdd.Scope, proposition int, it *Interaction) (bdd.Node, error) {
	p, err := m.proposition(proposition, recipe.StepProposition)
	if err != nil {
		return bdd.False, err
	}
	if it == nil || it.message == nil && it.supply == nil {
		return bdd.False, misuse("the interaction is nil, or none of a model")
	}
	if slices.Contains(it.holds, proposition) {
		return bdd.True, nil
	}
	b := m.builder(sc)
	return b.Result(b.Holds(p.Expr, b.stepSetting(it)))
}

// stepSetting is where step propositions are evaluated for an interaction: on
// the initiator's and the supplier's current state.
func (b *builder) stepSetting(it *Interaction) *setting {
	executes := func(commands []int) bdd.Node { return b.Bool(it.ExecutesOne(commands)) }
	if it.message != nil {
		return evaluate.SettingOfSend(it.message.command, b.messageSetting(it.message), executes)
	}
	x, _ := b.Exchange(&b.m.System.Commands[it.Command], it.supply)
	return x.Setting(b.m.System, executes)
}
