package circuit

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

type update struct {
	variable *Variable
	to       number
}

// A Take is a receive that may take part in an interaction.
type Take struct {
	Command *recipe.Command
	// Executed is true if the receive is executed, provided that the interaction is taken.
	Executed Lit
	when     Lit // it can be executed, if the interaction is possible
	updates  []update
}

// An Interaction is a set of steps that agree on the initiator's command and on its channel or
// partner.
type Interaction struct {
	Kind recipe.StepKind
	// Command is the ID of the command of the initiator. Supply is that of the supplier, or -1 if
	// there is none. Channel is the channel of a broadcast or multicast.
	Command, Supply int
	Channel         recipe.Value
	// Enabled is true in the states in which such a step is possible. Taken is true if the choices
	// name such a step.
	Enabled, Taken Lit
	// Takes are the receives that may be executed.
	Takes []*Take

	decided Lit // receivers with several receives have chosen one that they can execute
	setting *setting
}

// A Model is a ReCiPe system as a circuit. Its variables are all locals and control states. It is
// not safe for concurrent use.
type Model struct {
	*Step
	System *recipe.System
	// Interactions are all steps except the stutter.
	Interactions []*Interaction

	e            *evaluator
	fires        []bool
	locals       []*Variable // by System.Vars
	controls     []*Variable // by agent
	free         Lit         // no interaction so far is selected
	receives     [][]Lit     // by agent, the choices between its receives
	assigned     map[*Variable][]assignment
	chosen       []*Variable // inputs for the values of free locals after the step
	deadlock     Lit
	propositions map[int]Lit
}

var _ System = (*Model)(nil)
