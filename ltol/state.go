package ltol

import (
	"iter"
	"slices"
)

// StateOp is the main connective of a state formula.
type StateOp uint8

// The connectives of state formulas. Those from StateAll on need the reachable states, and those from
// StateKnows to StateObliged are about agents.
const (
	StateTrue StateOp = iota
	StateAtom
	StateNot
	StateAnd
	StateOr
	StateImplies
	StateIff
	StateAll         // A ψ: every path from the state satisfies ψ
	StateExists      // E ψ: some path does
	StateKnows       // K(k, φ)
	StateEveryone    // GK(G, φ): every member of G knows
	StateDistributed // DK(G, φ): known to who sees what all members of G see together
	StateCommon      // GCK(G, φ): everyone in G knows, and knows that everyone does, and so on
	StateObliged     // O(k, φ): φ in all reachable states in which k violates no norm
	StateCan         // can(G, ψ): the coalition G has a strategy that makes every outcome satisfy ψ
)

var connectiveOf = map[StateOp]Op{
	StateTrue: OpTrue, StateNot: OpNot, StateAnd: OpAnd, StateOr: OpOr,
	StateImplies: OpImplies, StateIff: OpIff,
}

// Connective returns the Boolean connective of op, if op is one.
func (op StateOp) Connective() (Op, bool) {
	connective, ok := connectiveOf[op]
	return connective, ok
}

// StateFormula is a formula about states. It has the connectives of branching time, knowledge,
// obligations and strategies over propositions of states. Under A, E and can, it has the path
// formulas of this package. It is an immutable tree whose subtrees may be shared, and safe for
// concurrent use. Atoms and agents are numbers. Only the caller who made the formula knows what
// they mean.
//
// A path formula reads state formulas as atoms: its state atom number i stands for Args()[i]. Its
// step atoms are as in any Formula.
type StateFormula struct {
	op     StateOp
	id     int // of an atom
	agents []int
	path   *Formula
	args   []*StateFormula
	hash   uint64
}

var trueStates = &StateFormula{op: StateTrue}

// TrueState holds in every state.
func TrueState() *StateFormula { return trueStates }

// StateProp is the proposition of states with the given number.
func StateProp(id int) *StateFormula {
	return (&StateFormula{op: StateAtom, id: id}).whole()
}

func stateOf(op StateOp, args ...*StateFormula) *StateFormula {
	return (&StateFormula{op: op, args: slices.Clone(args)}).whole()
}

// NotState is ¬f.
func NotState(f *StateFormula) *StateFormula { return stateOf(StateNot, f) }

// AndState is the conjunction of fs: true when there are none, the formula itself when there is
// one.
func AndState(fs ...*StateFormula) *StateFormula { return naryState(StateAnd, fs) }

// OrState is the disjunction of fs: false, that is ¬true, when there are none, the formula itself
// when there is one.
func OrState(fs ...*StateFormula) *StateFormula { return naryState(StateOr, fs) }

func naryState(op StateOp, fs []*StateFormula) *StateFormula {
	switch {
	case len(fs) == 0 && op == StateAnd:
		return trueStates
	case len(fs) == 0:
		return NotState(trueStates)
	case len(fs) == 1 && fs[0] != nil:
		return fs[0]
	}
	return stateOf(op, fs...)
}

// ImpliesState is f → g.
func ImpliesState(f, g *StateFormula) *StateFormula { return stateOf(StateImplies, f, g) }

// IffState is f ↔ g.
func IffState(f, g *StateFormula) *StateFormula { return stateOf(StateIff, f, g) }

// AllPaths is A path, where the path formula's state atom i stands for parts[i]. It panics if the
// path formula has state atoms without a part; so do ExistsPath and Can.
func AllPaths(path *Formula, parts ...*StateFormula) *StateFormula {
	return OverPaths(StateAll, nil, path, parts)
}

// ExistsPath is E path, with parts as for AllPaths.
func ExistsPath(path *Formula, parts ...*StateFormula) *StateFormula {
	return OverPaths(StateExists, nil, path, parts)
}

// Can is can(agents, path): the agents can ensure that the path formula holds, whatever the other
// agents do. Parts are as for AllPaths.
func Can(agents []int, path *Formula, parts ...*StateFormula) *StateFormula {
	return OverPaths(StateCan, agents, path, parts)
}

// OverPaths is A path, E path or can(agents, path), as op says; it panics if op is another
// connective. Parts are as for AllPaths.
func OverPaths(op StateOp, agents []int, path *Formula, parts []*StateFormula) *StateFormula {
	switch {
	case path == nil:
		panic(misuse("a state formula lacks its path formula"))
	case op != StateAll && op != StateExists && op != StateCan:
		panic(misuse("OverPaths: connective %d is not about paths", op))
	}
	for _, a := range path.Atoms() {
		if a.Kind == State && (a.ID < 0 || a.ID >= len(parts)) {
			panic(misuse("a path formula reads the state formula %d of %d", a.ID, len(parts)))
		}
	}
	return (&StateFormula{op: op, agents: group(agents), path: path, args: slices.Clone(parts)}).whole()
}

// group is a set of agents in increasing order.
func group(agents []int) []int {
	g := slices.Clone(agents)
	slices.Sort(g)
	return slices.Compact(g)
}

// OfAgents makes K or O of one agent, or GK, DK or GCK of a group, as op says. It panics if op is
// another connective, or if K or O does not have exactly one agent.
func OfAgents(op StateOp, agents []int, f *StateFormula) *StateFormula {
	one := op == StateKnows || op == StateObliged
	if op < StateKnows || op > StateObliged || one && len(agents) != 1 {
		panic(misuse("OfAgents: connective %d cannot be about %d agents", op, len(agents)))
	}
	return (&StateFormula{op: op, agents: group(agents), args: []*StateFormula{f}}).whole()
}

// whole is f; it panics if an operand is missing.
func (f *StateFormula) whole() *StateFormula {
	if slices.Contains(f.args, nil) {
		panic(misuse("a state formula lacks an operand"))
	}
	f.hash = mix(uint64(f.op)+1, uint64(f.id))
	for _, k := range f.agents {
		f.hash = mix(f.hash, uint64(k))
	}
	if f.path != nil {
		f.hash = mix(f.hash, f.path.hash)
	}
	for _, a := range f.args {
		f.hash = mix(f.hash, a.hash)
	}
	return f
}

// Knows is K(agent, f): f holds in all states that the agent cannot tell from this one.
func Knows(agent int, f *StateFormula) *StateFormula { return OfAgents(StateKnows, []int{agent}, f) }

// EveryoneKnows is GK(agents, f): each of the agents knows f.
func EveryoneKnows(agents []int, f *StateFormula) *StateFormula {
	return OfAgents(StateEveryone, agents, f)
}

// DistributedKnows is DK(agents, f): f holds in all states that the agents together cannot tell
// from this one.
func DistributedKnows(agents []int, f *StateFormula) *StateFormula {
	return OfAgents(StateDistributed, agents, f)
}

// StateAlgebra are the connectives of formulas about states.
var StateAlgebra = &Algebra[*StateFormula]{Not: NotState, And: AndState, Or: OrState, Implies: ImpliesState, Iff: IffState}

// CommonKnows is GCK(agents, f). It says that f holds in every state that a chain of states reaches
// from this one. For each two neighbours of the chain, one of the agents cannot distinguish them.
func CommonKnows(agents []int, f *StateFormula) *StateFormula {
	return OfAgents(StateCommon, agents, f)
}

// Obliged is O(agent, f): f holds in all reachable states in which the agent violates no norm.
func Obliged(agent int, f *StateFormula) *StateFormula {
	return OfAgents(StateObliged, []int{agent}, f)
}

// Op is the main connective.
func (f *StateFormula) Op() StateOp { return f.op }

// ID is the number of an atom's proposition.
func (f *StateFormula) ID() int { return f.id }

// Agents are the agents of GK, DK, GCK and can in increasing order, or the one agent of K and O.
func (f *StateFormula) Agents() []int { return slices.Clone(f.agents) }

// Path is the path formula of A, E and can.
func (f *StateFormula) Path() *Formula { return f.path }

// Args are the operands. For A, E and can, they are the formulas for which the state atoms of the
// path formula stand.
func (f *StateFormula) Args() []*StateFormula { return slices.Clone(f.args) }

// Conjuncts returns the formulas whose conjunction is f. If f is no conjunction, it returns f
// alone.
func (f *StateFormula) Conjuncts() (out []*StateFormula) {
	if f.op != StateAnd {
		return []*StateFormula{f}
	}
	for _, g := range f.args {
		out = append(out, g.Conjuncts()...)
	}
	return out
}

// All yields f and all formulas about states within it, each once, and before its operands.
func (f *StateFormula) All() iter.Seq[*StateFormula] {
	return func(yield func(*StateFormula) bool) { f.each(yield, map[*StateFormula]bool{}) }
}

func (f *StateFormula) each(yield func(*StateFormula) bool, met map[*StateFormula]bool) bool {
	if met[f] {
		return true
	}
	met[f] = true
	return yield(f) && !slices.ContainsFunc(f.args, func(a *StateFormula) bool {
		return !a.each(yield, met)
	})
}

// Hash is a number that equal formulas share. It is the same in every run.
func (f *StateFormula) Hash() uint64 { return f.hash }

// Equal says whether f and g are the same formula, connective by connective.
func (f *StateFormula) Equal(g *StateFormula) bool {
	return f.equal(g, map[[2]*StateFormula]bool{})
}

// equal compares f and g; same holds the pairs already found equal, so that shared subtrees are
// compared once.
func (f *StateFormula) equal(g *StateFormula, same map[[2]*StateFormula]bool) bool {
	if f == g || same[[2]*StateFormula{f, g}] {
		return true
	}
	if f.hash != g.hash || f.op != g.op || f.id != g.id || !slices.Equal(f.agents, g.agents) ||
		(f.path == nil) != (g.path == nil) {
		return false
	}
	if f.path != nil && !f.path.Equal(g.path) ||
		!slices.EqualFunc(f.args, g.args, func(a, b *StateFormula) bool { return a.equal(b, same) }) {
		return false
	}
	same[[2]*StateFormula{f, g}] = true
	return true
}

// StateParts collects the formulas about states that a path formula reads. Equal formulas are
// collected once. The zero value is empty.
type StateParts struct {
	list   []*StateFormula
	byHash map[uint64][]int
}

// Atom is the atom of path formulas that stands for f.
func (p *StateParts) Atom(f *StateFormula) Atom {
	for _, i := range p.byHash[f.hash] {
		if f.Equal(p.list[i]) {
			return Atom{ID: i}
		}
	}
	if p.byHash == nil {
		p.byHash = map[uint64][]int{}
	}
	i := len(p.list)
	p.byHash[f.hash] = append(p.byHash[f.hash], i)
	p.list = append(p.list, f)
	return Atom{ID: i}
}

// List are the formulas, at the numbers of their atoms.
func (p *StateParts) List() []*StateFormula { return p.list }
