package symbolic

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Thresholds decide between representations. A field that is 0 has its default.
type Thresholds struct {
	// ClusterNodes is the largest number of nodes of a part that is made by joining parts: by
	// default 1000. If it is negative, no parts are joined.
	ClusterNodes int
	// ClusterGrowth is for two parts that mention mostly the same columns. They may be joined to
	// more nodes than ClusterNodes, up to this factor times the nodes that they have separately: by
	// default 2. If it is negative, such parts are not joined.
	ClusterGrowth int
	// Deterministic is the largest number of actions of an agent for which the encoding finds out
	// whether the protocol leaves a choice: by default 1000. Agents with more actions have a
	// variable for their action. If it is negative, every agent has one.
	Deterministic int
	// Totals is the largest number of values of a sum of variables for which a comparison counts
	// the values one by one, instead of adding bits: by default 1000. If it is negative, bits are
	// always added.
	Totals int
	// Inside is the largest number of nodes of one relation for all steps that begin in a set; see
	// [Model.PreImageInside]: by default 50 000. If it is negative, there is no such relation.
	Inside int
	// BeforeInside is how many look-ups preimages take before there may be such a relation: by
	// default 2 000 000. If it is negative, the first preimage makes it.
	BeforeInside int
}

func (t Thresholds) withDefaults() Thresholds {
	t.ClusterNodes = cmp.Or(t.ClusterNodes, 1000)
	t.ClusterGrowth = cmp.Or(t.ClusterGrowth, 2)
	t.Deterministic = cmp.Or(t.Deterministic, 1000)
	t.Totals = cmp.Or(t.Totals, 1000)
	t.Inside = cmp.Or(t.Inside, 50_000)
	t.BeforeInside = cmp.Or(t.BeforeInside, 2_000_000)
	return t
}

// Options control an encoding. The zero value is right for small systems.
type Options struct {
	BDD        bdd.Options // whose Order comes before the next field, and may name agents
	Order      Order
	Thresholds Thresholds
}

// otherwise is the action that a protocol without a choice allows where none of its lines applies,
// -1 if there is none or the states in which it allows the action are known to have those. They
// are added where something asks for the action: mostly nothing does.
type otherwise struct {
	action  int
	applies bdd.Node // some line; kept
}

// A total is the sum of some variables, as one set of states for each value from least on, and the
// comparisons with it so far.
type total struct {
	vars     []int // each once, from the bottom of the diagrams
	least    int
	sets     []bdd.Node          // kept; nil until they are needed
	compared map[string]bdd.Node // kept; by how and with what
}

// States are the states of a system as codes of variables, and the conditions on them.
type States struct {
	System *interpreted.System
	// Vars are the variables of the diagrams, by the system's.
	Vars []bdd.VarID
	// Actions are the variables of actions, by agent. It is -1 for an agent without actions, or
	// whose action is a function of its state.
	Actions []bdd.VarID
	// Valid is the set of all states.
	Valid bdd.Node

	thresholds Thresholds
	manager    *bdd.Manager
	of         []int        // by variable of the diagrams: the system's, -1 for an action
	upwards    []int        // the system's variables, as they were declared from the bottom of the diagrams
	totals     []*total     // sums of variables; those of protocols and evolutions are forgotten once the system is encoded
	allowed    [][]bdd.Node // by agent and action: the states in which the protocol allows it
	others     []otherwise  // by agent
}

// Manager is the manager of all the model's nodes.
func (m *States) Manager() *bdd.Manager { return m.manager }

// Close releases the diagrams.
func (m *States) Close() { m.manager.Close() }

// StateSet is the set that holds one state.
func (m *States) StateSet(sc *bdd.Scope, s interpreted.State) (bdd.Node, error) {
	c := sc.Calculator()
	out := bdd.True
	for _, v := range m.upwards {
		if code, ok := m.System.Vars[v].Type.Code(s[v]); ok {
			out = c.And(c.Eq(m.Vars[v], bdd.Current, code), out)
		} else {
			out = bdd.False
		}
	}
	return c.Result(out)
}

// Contains reports whether a set has a state. The values of the state must be within their types.
func (m *States) Contains(set bdd.Node, s interpreted.State) bool {
	codes := make([]int, len(m.Vars)+len(m.Actions))
	for v, value := range s {
		codes[m.Vars[v]], _ = m.System.Vars[v].Type.Code(value)
	}
	return m.manager.Eval(set, func(v bdd.VarID, _ bdd.Copy) int { return codes[v] })
}

// Pick is a state of a set; ok is false if there is none.
func (m *States) Pick(set bdd.Node) (s interpreted.State, ok bool) {
	codes, ok := m.manager.Pick(set, m.Vars)
	return m.state(codes), ok
}

// Sample is a state of a set, which lies within Valid, drawn with a coin (see
// [bdd.Manager.Sample]); ok is false if there is none.
func (m *States) Sample(set bdd.Node, coin func() bool) (s interpreted.State, ok bool) {
	codes, ok := m.manager.Sample(set, m.Vars, coin)
	return m.state(codes), ok
}

// state is the state with these codes; nil for none.
func (m *States) state(codes []int) (s interpreted.State) {
	for v, code := range codes {
		s = append(s, m.System.Vars[v].Type.Value(code))
	}
	return s
}

// Count is the number of states of a set, which lies within Valid.
func (m *States) Count(set bdd.Node) *big.Int { return m.manager.Count(set, m.Vars) }

// declare adds the variables in the order of o. Every agent that does something gets one for its
// action, whether it is used or not.
func (m *States) declare(layout *bdd.Layout, o Order) {
	s := m.System
	m.Vars = make([]bdd.VarID, len(s.Vars))
	m.Actions = make([]bdd.VarID, len(s.Agents))
	for i := range m.Actions {
		m.Actions[i] = -1
	}
	for _, c := range columns(s, o) {
		if c.action {
			m.Actions[c.index] = layout.AddSingle(s.Agents[c.index].Name+".Action", len(s.Agents[c.index].Actions))
		} else {
			m.Vars[c.index] = layout.Add(s.VarName(c.index), s.Vars[c.index].Type.Size())
			m.upwards = append(m.upwards, c.index)
		}
	}
	slices.Reverse(m.upwards)
	m.of = slices.Repeat([]int{-1}, layout.Len())
	for v, x := range m.Vars {
		m.of[x] = v
	}
}

// performs is the condition that an agent performs an action.
func (m *States) performs(c *bdd.Calculator, agent, action int) bdd.Node {
	if m.Actions[agent] >= 0 {
		return c.Eq(m.Actions[agent], bdd.Current, action)
	}
	if other := &m.others[agent]; other.action == action {
		all := c.Or(m.allowed[agent][action], c.Not(other.applies))
		if c.Err() != nil {
			return bdd.False // what the lines allow is still to be known
		}
		m.allowed[agent][action], other.action = c.Keep(all), -1
	}
	return m.allowed[agent][action]
}

// column is a copy of a variable.
type column struct {
	v    bdd.VarID
	copy bdd.Copy
}

// A mention is a copy of a variable of the system.
type mention struct {
	variable int
	column
}

// part is a conjunct of the step relation.
type part struct {
	node    bdd.Node
	changes []bdd.VarID // whose next values it decides
	rule    bool        // it is a protocol's

	// What it mentions of states, and the set of that; nil until [Model.Between] asks.
	mentions []mention
	states   *bdd.VarSet
}

type cluster struct {
	node     bdd.Node
	quantify *bdd.VarSet
}

// schedule is an order of clusters of parts, with what to quantify before the first and after each
// of them.
type schedule struct {
	first    *bdd.VarSet
	clusters []cluster
}

// A game is what a coalition can do.
type game struct {
	model *Model
	own   *bdd.VarSet // the actions of its members
	steps *schedule   // backward, for any actions of the others
	moves bdd.Node    // states, with the actions of the coalition that are part of a move; kept
}

// Model is an encoded system. It is not safe for concurrent use.
type Model struct {
	States
	// Init is the set of initial states.
	Init bdd.Node
	// ProtocolWhen and EvolutionWhen hold, by agent and line, the states and actions for which the
	// condition of the line is true.
	ProtocolWhen, EvolutionWhen [][]bdd.Node

	parts    []part
	forward  *schedule
	backward *schedule
	inside   inside
	games    map[string]*game // by the actions of the coalition
	changed  []bdd.VarID      // what a step may change
	toNext   *bdd.Renaming
	toNow    *bdd.Renaming
}

// An inside is one relation for all steps that begin in a set of states, without their actions.
// Where few states are reachable it is small, and a preimage by it takes a fraction of one by all
// parts. For example, it took 2 % for a model of 14 000 states with the actions of seven agents.
type inside struct {
	states, relation bdd.Node // kept; without a relation, it is False
	next             *bdd.VarSet
	work             int  // of preimages by the parts, in look-ups
	tried            bool // to make the relation
}
