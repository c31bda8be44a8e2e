package smv

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A translation holds what becomes known on the way.
type translation struct {
	*spelling
	*evaluator
	flow         *flow.Domains
	sets         []flow.Set // of values, by local; only of integers without a range
	variables    []*variable
	locals       []*variable // by index in System.Vars; nil for constants
	controls     []*variable // by agent
	start        []*node     // conditions on initial states
	interactions []*interaction
	progress     string            // the name of the condition that some interaction is possible
	stepName     string            // of the input that chooses the interaction
	stutterName  string            // of its value where there is none
	nothing      string            // the name of the variable of a model without any
	choices      map[int]*variable // by agent
	bits         []observation
	bitOf        map[int]int
	atoms        []atom
	atomOf       map[atom]int // their numbers
	specs        []specification
	joint        *joint // of an interpreted system; nil of others
	err          error
}

// An interaction is a send command on one channel, or a pair of a get and a supply, with all that
// the other agents can do in it.
type interaction struct {
	name string // an identifier
	// enabled says in which states it can happen; possible is the same by the name it has in the
	// text.
	enabled, possible *node
	// parts are what agents do that may change their state, by agent.
	parts []part
	// initiating is the send or get, supply the other side of a get.
	initiating, supply *recipe.Command
	channel            recipe.Value // of a send
	setting            *setting     // of propositions about its steps
	// observed are the values of the observations, by bit.
	observed []*node
}

// A part is what one agent does in an interaction that may change its state: one of the moves, or
// nothing.
type part struct {
	agent int
	moves []move
	stays *node // where the agent may do nothing
}

// A move is a command that an agent executes where a condition holds. If the agent has a choice
// input, which tells its moves apart, that input has this value, too.
type move struct {
	command *recipe.Command
	when    *node
	choice  *variable // nil if nothing needs to know which of several moves was made
	updates []update
}

// An update gives a variable its next value; those of the agent that a move does not mention keep
// theirs.
type update struct {
	variable *variable
	value    *node
}

// An observation is a boolean of the model that tells whether the step before satisfied a
// proposition.
type observation struct {
	proposition int
	name        string
}

// A specification is a formula that the target tools check.
type specification struct {
	name     string
	property int // index in the properties translated
	index    int // the property's number as users count
	text     string
	formula  *ltol.Formula
	states   *ltol.StateFormula // in place of the formula, of a property about states
}

// An atom of a rewritten formula is a condition on the state, or an observation bit.
type atom struct {
	condition *node // nil for a bit
	bit       int
}

// A rewriter turns formulas over propositions into equal ones over atoms, all of kind ltol.State
// with indices of translation.atoms as identifiers.
//
// A bit holds one position later than the step that it is about, so that a step atom becomes X bit.
// Each X and each other temporal operator costs the tools' tableau a variable. Therefore X moves
// outwards (see [ltol.Outward]); at the beginning of a run no bit holds, and X goes away in front
// of those G and F for which that makes no difference.
type rewriter struct {
	ltol.Outward
	t   *translation
	err error // of stateFormula
}

// A joint is what a translation of an interpreted system has instead of interactions. Each agent
// with a choice has an input for its action.
type joint struct {
	*translation
	actions      []*variable // by agent
	propositions []*node
	may          []*node // by agent, that its protocol allows its action
	rules        []*evaluate.Rule[*node]
	rule         *evaluate.Joint[*node, *node]
	stuck        *node
	sys          *interpreted.System
}
