package symbolic

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A message is what a send command puts on a channel, known up to the sender's
// locals that were too many to enumerate: usually none.
type message struct {
	command *recipe.Command
	channel recipe.Value
	// when is the set of sender states that send it (kept), as far as the
	// locals in fixed decide; fixed holds one such valuation.
	when  bdd.Node
	fixed map[int]recipe.Value
	// key determines what others receive, by made, the diagrams that it names.
	key  messageKey
	made []bdd.Node
	// parts are the agents' contributions, by agent; built once.
	parts []part
	// known are interactions of refinements, by what they tell apart.
	known map[string][]*Interaction
}

// A heard message is one that an agent receives. Senders that nobody can tell apart send the same.
type heard struct {
	agent   int
	message messageKey
}

// A Model is a system encoded over the diagrams of one manager, which it owns.
// It is not safe for concurrent use.
type Model struct {
	Coding
	Manager *bdd.Manager
	// Init is the set of initial states.
	Init bdd.Node
	// Reached is the set of reachable states, if trials of orders came to know it, else False.
	Reached bdd.Node
	// Valid is the set of all states whose codes are values of the encoded domains; Init and every
	// image lie inside.
	Valid bdd.Node
	// Interactions are all steps except the stutter, in a fixed order. Each step is in exactly one
	// of them.
	Interactions []*Interaction

	owner func(*bdd.Manager) error // see [Options.Poll]
	most  int                      // see [Model.within]

	// Property identifiers as auxiliary variables, for quantifiers over their assignments.
	propertyTerms   []term
	propertySet     *bdd.VarSet
	validProperties bdd.Node
	astray          [][]bool // by agent and identifier, see findAstray

	// What is remembered while the model is built; nil afterwards.
	building *bdd.Scope                      // holds the diagrams of choices and updates
	heard    map[heard]part                  // the parts of receivers
	choices  map[*recipe.Expr]term           // among locals
	updates  map[*recipe.Assignment]bdd.Node // with such choices

	variants int // the number of interactions that messages know

	deadlock     bdd.Node // kept, once haveDeadlock
	haveDeadlock bool
}

// A Flow says which values each local can have, which control states can be reached, and which
// commands can be executed. It only makes the encoding smaller. What it excludes never happens in a
// reachable state. Counts, traces and the ranges of quantifiers are those of the declared types.
type Flow = flow.Domains

// A Coding says which variables of the diagrams stand for which locals and control states of a
// system, and in which order. It knows no diagrams.
type Coding struct {
	System *recipe.System
	Flow   *Flow

	thresholds Thresholds

	vars       []*variable // encoded variables, in the order of the diagram
	locals     []*variable // by System.Vars; nil where the flow says constant
	controls   []*variable // by System.Agents; nil where there is one state
	codes      []bdd.VarID // the diagram variables of vars
	properties []bdd.VarID // those of property identifiers
	agentOrder []int       // agents by their first variable

	wideBits int // of the widest among wide variables, 0 if there are none
	stagger  int // how many places apart these begin
}

// An Interaction is a set of steps that agree on everything except the states before and after
// them: on the command of the initiator, on its channel or partner, and, after a refinement, on the
// commands of the receivers.
type Interaction struct {
	Kind recipe.StepKind
	// Command is the ID of the initiator's command and Initiator its agent.
	Command, Initiator int
	// Channel is the channel of a broadcast or multicast.
	Channel recipe.Value
	// Supply is the ID of the supplier's command on point-to-point, else -1.
	Supply int
	// Executes lists, ascending, the commands that every step of the interaction executes: that of
	// the initiator, that of the supplier, and the receives by which [Model.Refine] has split the
	// interaction.
	Executes []int
	// Changed are the agents whose state the interaction can change.
	Changed []int
	// Relation is the set of the interaction's steps.
	Relation *bdd.Relation
	// Enabled is the set of states in which a step of the interaction is
	// possible.
	Enabled bdd.Node

	message *message
	supply  *recipe.Command // of an exchange, else nil
	oneOf   [][]int         // of each, every step executes one; see Executes for those of one command
	holds   []int           // propositions that were watched and hold of every step
	refined bool            // owned by a refinement, not kept by the model
}

// Variables returns the encoded finite-domain variables over which sets of
// states range, in the order of the diagram.
func (m *Coding) Variables() []bdd.VarID { return m.codes }

// VariablesOf returns the encoded variables of an agent, given by its index in the system: those of
// its locals and its control state that vary.
func (m *Coding) VariablesOf(agent int) []bdd.VarID {
	var out []bdd.VarID
	for _, x := range m.vars {
		if x.agent == agent {
			out = append(out, x.id)
		}
	}
	return out
}

// Seen returns the variables of [Model.VariablesOf] that encode the given locals of an agent, by
// System.Vars, and, with control, its control state.
func (m *Coding) Seen(agent int, locals []int, control bool) []bdd.VarID {
	var out []bdd.VarID
	for _, v := range locals {
		if x := m.locals[v]; x != nil {
			out = append(out, x.id)
		}
	}
	if x := m.controls[agent]; control && x != nil {
		out = append(out, x.id)
	}
	return out
}

// Spelling returns the name of one of Variables, and the texts of its values with the given codes.
func (m *Coding) Spelling(v bdd.VarID, codes []int) (name string, values []string) {
	x := m.vars[slices.IndexFunc(m.vars, func(x *variable) bool { return x.id == v })]
	for _, code := range codes {
		if x.local < 0 {
			values = append(values, strconv.Itoa(int(x.values[code])))
		} else {
			values = append(values, m.System.ValueString(m.System.Vars[x.local].Type, x.values[code]))
		}
	}
	return x.name(m.System), values
}

// Count returns the number of states in the set, as valuations of all declared
// locals and control states.
func (m *Model) Count(set bdd.Node) *big.Int { return m.Manager.Count(set, m.codes) }

// assigned gives the property identifiers as auxiliary variables, for
// quantifiers over their assignments.
func (m *Model) assigned(pv int) *term { return &m.propertyTerms[pv] }

// A messageKey identifies a message independently of its sender: two commands under two valuations
// of their senders' locals with one key give the same channel, data and, for every receiver,
// predicate.
type messageKey struct {
	channel recipe.Value
	content string
}

// Options say how a system is encoded. The zero value is good for most systems.
type Options struct {
	// BDD configures the manager of the diagrams.
	BDD bdd.Options
	// Order lists, from the top of the diagrams, variables ("agent-local" and
	// "agent-automaton-state"), bits of variables ("agent-local[0]") or whole agents. Variables
	// that it does not name follow in the order of composition. If Order is empty, several orders
	// are tried on the first part of an exploration, and the best one is kept; see [Model.Order].
	Order []string
	// NoTrials uses the order of composition, and tries no other orders.
	NoTrials bool
	// Thresholds decide between representations.
	Thresholds Thresholds
	// Flow says how precise the analysis of values is; nil for the default. Values is what it comes
	// to, if that is known already.
	Flow   *flow.Thresholds
	Values *Flow
	// Poll, if it is not nil, is called from time to time while a manager of the encoding works,
	// with this manager. It is the manager of the model, or one for an order that is tried and then
	// closed. If Poll returns an error, the encoding ends with this error; see
	// [bdd.Manager.SetPoll].
	Poll func(*bdd.Manager) error
}
