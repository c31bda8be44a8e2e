package views

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Abstraction is the system whose views they are, Model its encoding. It belongs to the views.
func (v *Views) Abstraction() *family.Abstraction { return v.abstraction }

// Model is the encoding of the abstraction. It belongs to the views.
func (v *Views) Model() *symbolic.Model { return v.model }

// VariablesOf are the variables of the control state and the locals of an agent, in an order that
// all agents of a class have in common.
func (v *Views) VariablesOf(agent int) []Variable {
	return v.variablesOf(agent, v.abstraction.Locals(agent))
}

// Forgotten are the variables that are no part of a view, but for those of some agents and the one
// which says that no step is possible.
func (v *Views) Forgotten(but ...int) []bdd.VarID {
	var kept []bdd.VarID
	for _, agent := range but {
		kept = append(kept, IDs(v.VariablesOf(agent))...)
	}
	if stuck := v.Stuck(); stuck != nil {
		kept = append(kept, *stuck)
	}
	return slices.DeleteFunc(slices.Clone(v.forgotten), func(id bdd.VarID) bool { return slices.Contains(kept, id) })
}

// Configurations are those of the agents of views and some added agents, all of whose views are
// there.
func (v *Views) Configurations(c *bdd.Calculator, added ...int) bdd.Node {
	x := v.newCast(c, added)
	defer v.release([]*cast{x})
	return c.Scope().Hold(x.configurations(c, v.All))
}

// Surely is the set of views of which some agent can surely do a step, whatever agents are outside.
func (v *Views) Surely(c *bdd.Calculator) bdd.Node { return v.surelyMoves(c) }

// Parties are the initiator of an interaction and its supplier, if it has one.
func (v *Views) Parties(it *symbolic.Interaction) []int { return v.parties(it) }
