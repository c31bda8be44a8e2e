// Package ltoltest decides state formulas on finite graphs, for tests. It is the naive twin of
// symbolic labelling. A set is a slice of booleans. Every connective is computed from its
// definition. Path quantifiers are computed by the textbook fixpoints, or for other path formulas
// by a product with an automaton, whose strongly connected components are enumerated.
//
// It is not internal to ltol, because the tests of mc/branch and of ISPL use it.
package ltoltest

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Graph is a finite structure. All of its states count as reachable. Functions must return the same
// result on every call.
type Graph struct {
	Initial []int
	Moves   [][]Move // by state; a state without any has no successor
	Atom    func(state, id int) bool
	View    func(agent, state int) string // what the agent sees: equal in states that it cannot tell apart
	Red     func(agent, state int) bool   // the agent violates a norm
	// Force, if it is not nil, replaces Moves: it decides whether a coalition can ensure that the
	// next state is good.
	Force func(state int, coalition []int, good func(state int) bool) bool
	// Lead goes with Force. It decides whether the coalition can do this so that the next state may
	// be to.
	Lead func(state int, coalition []int, good func(state int) bool, to int) bool
	// Choices, if it is not nil, replaces Moves for abilities. A choice may lead to no state. Then
	// it satisfies every goal that is satisfied in some state.
	Choices [][]Move
	// Fair are the formulas that must hold infinitely often on a fair path. In these formulas, path
	// quantifiers are about all paths.
	Fair []*ltol.StateFormula
	// Endless, if it is not nil, reports whether a formula A or E is about infinite paths only.
	Endless func(*ltol.StateFormula) bool
}

// Move is a combination of actions, with one action of each agent by number, and the states to
// which it may lead. There is at least one such state.
type Move struct {
	Actions []int
	To      []int
}

// Evaluator computes the states in which formulas hold.
//
// Path quantifiers are about infinite fair paths. In a graph without fairness, they are also about
// paths that end in a state without a successor, unless the formula is Endless. This is so only for
// the formulas that the fixpoints of CTL cover. With fairness, agents know that the path is fair:
// they do not consider states from which no fair path starts.
type Evaluator struct {
	// Automata decides all path formulas by automata, also those that fixpoints cover.
	Automata bool
	// Uniform makes the evaluator look for strategies of coalitions that depend only on what each
	// agent sees. It tries at most MaxStrategies. It is for coalitions with members, without
	// fairness. With Objective, a strategy must succeed only from the current state. Set both
	// before the first formula.
	Uniform, Objective bool
	MaxStrategies      int

	graph *Graph
	next  [][]int
	fair  []set
	live  set // states from which a fair path starts; all if the graph has no fairness
	memo  map[*ltol.StateFormula]set
}

type set []bool

// New prepares an evaluator. The error says that a fairness formula cannot be decided.
func New(g *Graph) (*Evaluator, error) {
	e := &Evaluator{graph: g, memo: map[*ltol.StateFormula]set{}}
	for _, moves := range g.Moves {
		var next []int
		for _, m := range moves {
			next = append(next, m.To...)
		}
		slices.Sort(next)
		e.next = append(e.next, slices.Compact(next))
	}
	e.live = e.all()
	var fair []set
	for _, f := range g.Fair {
		states, err := e.States(f)
		if err != nil {
			return nil, err
		}
		fair = append(fair, states)
	}
	if len(fair) > 0 {
		e.fair = fair
		e.live = e.globally(e.all())
		e.memo = map[*ltol.StateFormula]set{}
	}
	return e, nil
}

// Holds says whether f holds in every initial state from which a fair path starts.
func (e *Evaluator) Holds(f *ltol.StateFormula) (bool, error) {
	states, err := e.States(f)
	if err != nil {
		return false, err
	}
	for _, s := range e.graph.Initial {
		if e.live[s] && !states[s] {
			return false, nil
		}
	}
	return true, nil
}

// Live reports for each state whether a fair path starts there.
func (e *Evaluator) Live() []bool { return slices.Clone(e.live) }

// States reports for each state whether f holds there. The error names a part of f that this
// evaluator cannot decide: step atoms, or strategies for path formulas other than X, F, G and U of
// state formulas.
func (e *Evaluator) States(f *ltol.StateFormula) ([]bool, error) {
	if known, ok := e.memo[f]; ok {
		return known, nil
	}
	args := make([]set, len(f.Args()))
	for i, a := range f.Args() {
		states, err := e.States(a)
		if err != nil {
			return nil, err
		}
		args[i] = states
	}
	result, err := e.connective(f, args)
	if err == nil {
		e.memo[f] = result
	}
	return result, err
}

func (e *Evaluator) connective(f *ltol.StateFormula, args []set) (set, error) {
	if op, ok := f.Op().Connective(); ok {
		return e.boolean(op, args), nil
	}
	switch f.Op() {
	case ltol.StateAtom:
		return e.where(func(s int) bool { return e.graph.Atom(s, f.ID()) }), nil
	case ltol.StateAll:
		negated, err := e.somePath(f, ltol.Not(f.Path()), args)
		return e.not(negated), err
	case ltol.StateExists:
		return e.somePath(f, f.Path(), args)
	case ltol.StateCan:
		return e.can(f, args)
	case ltol.StateObliged:
		return e.obliged(f.Agents()[0], args[0]), nil
	}
	return e.knowledge(f, args[0]), nil
}

// boolean is the set of states in which a Boolean connective holds of its operands.
func (e *Evaluator) boolean(op ltol.Op, args []set) set {
	return e.where(func(s int) bool {
		switch op {
		case ltol.OpNot:
			return !args[0][s]
		case ltol.OpOr:
			return slices.ContainsFunc(args, func(a set) bool { return a[s] })
		case ltol.OpImplies:
			return !args[0][s] || args[1][s]
		case ltol.OpIff:
			return args[0][s] == args[1][s]
		}
		return op != ltol.OpFalse && !slices.ContainsFunc(args, func(a set) bool { return !a[s] })
	})
}

func (e *Evaluator) where(holds func(s int) bool) set {
	out := make(set, len(e.next))
	for s := range out {
		out[s] = holds(s)
	}
	return out
}

func (e *Evaluator) all() set { return e.where(func(int) bool { return true }) }

func (e *Evaluator) not(a set) set { return e.where(func(s int) bool { return !a[s] }) }

func and(sets ...set) set {
	out := slices.Clone(sets[0])
	for _, a := range sets[1:] {
		for s := range out {
			out[s] = out[s] && a[s]
		}
	}
	return out
}

func or(a, b set) set {
	out := slices.Clone(a)
	for s := range out {
		out[s] = out[s] || b[s]
	}
	return out
}

// successor is the set of states with a successor in a, from which a fair path starts.
func (e *Evaluator) successor(a set) set { return before(e.next, and(a, e.live)) }

// until is the set of states with a fair path along which f holds until g does.
func (e *Evaluator) until(f, g set) set { return until(e.next, f, and(g, e.live)) }

// globally is the set of states with a fair path along which f holds.
func (e *Evaluator) globally(f set) set { return fairPath(e.next, f, e.fair) }

// before is the set of nodes with a successor in a.
func before(next [][]int, a set) set {
	out := make(set, len(next))
	for s, to := range next {
		out[s] = slices.ContainsFunc(to, func(t int) bool { return a[t] })
	}
	return out
}

// until is the least solution of Y = g ∪ (f ∩ before Y).
func until(next [][]int, f, g set) set {
	return fixpoint(g, func(y set) set { return or(y, and(f, before(next, y))) })
}

// fixpoint is what repeated steps from a set end in.
func fixpoint(from set, step func(set) set) set {
	for {
		to := step(from)
		if slices.Equal(to, from) {
			return from
		}
		from = to
	}
}

// fairPath is the greatest solution of Z = f ∩ ⋂_k before (f until (Z ∩ fair_k)): the nodes from
// which a path in f starts that visits every fair set infinitely often (Emerson, Lei, "Efficient
// model checking in fragments of the propositional mu-calculus", LICS 1986). Without fair sets Z =
// f ∩ before Z.
func fairPath(next [][]int, f set, fair []set) set {
	return fixpoint(f, func(z set) set {
		if len(fair) == 0 {
			return and(f, before(next, z))
		}
		smaller := and(f, z)
		for _, k := range fair {
			smaller = and(smaller, before(next, until(next, f, and(z, k, f))))
		}
		return smaller
	})
}

// local computes a path formula without temporal connectives as a set of states; ok is false if it
// has some.
func (e *Evaluator) local(f *ltol.Formula, args []set) (result set, ok bool) {
	parts := make([]set, len(f.Args()))
	for i, a := range f.Args() {
		if parts[i], ok = e.local(a, args); !ok {
			return nil, false
		}
	}
	switch {
	case f.Op().Boolean():
		return e.boolean(f.Op(), parts), true
	case f.Op() == ltol.OpAtom && f.Atom().Kind == ltol.State:
		return args[f.Atom().ID], true
	}
	return nil, false
}

// somePath is the set of states with a fair path that satisfies a path formula of f, whose state
// atom i is args[i].
func (e *Evaluator) somePath(f *ltol.StateFormula, path *ltol.Formula, args []set) (set, error) {
	if !e.Automata && (e.graph.Endless == nil || !e.graph.Endless(f)) {
		if result, ok := e.branching(path, args); ok {
			return result, nil
		}
	}
	return e.product(path, args)
}

// branching covers the connectives of CTL and their negations.
func (e *Evaluator) branching(f *ltol.Formula, args []set) (result set, ok bool) {
	negated := false
	for f.Op() == ltol.OpNot {
		negated, f = !negated, f.Args()[0]
	}
	var operands []set
	for _, a := range f.Args() {
		states, ok := e.local(a, args)
		if !ok {
			return nil, false
		}
		if negated {
			states = e.not(states)
		}
		operands = append(operands, states)
	}
	switch f.Op() {
	case ltol.OpNext:
		return e.successor(operands[0]), true
	case ltol.OpFinally, ltol.OpGlobally:
		if (f.Op() == ltol.OpFinally) == negated {
			return e.globally(operands[0]), true
		}
		return e.until(e.all(), operands[0]), true
	case ltol.OpUntil:
		if !negated {
			return e.until(operands[0], operands[1]), true
		}
		return or(e.until(operands[1], and(operands[0], operands[1])), e.globally(operands[1])), true
	}
	return nil, false
}

// product decides E f by an automaton for f: its states and those of the graph move together, and a
// path is one that is fair and accepted if from some point on it stays in a component in which
// every fair set and every acceptance set is met.
func (e *Evaluator) product(f *ltol.Formula, args []set) (set, error) {
	for _, a := range f.Atoms() {
		if a.Kind != ltol.State {
			return nil, fmt.Errorf("ltoltest: the path formula %s reads steps, which graphs do not have", f)
		}
	}
	aut, err := ltol.Translate(context.Background(), f, ltol.Options{})
	if err != nil {
		return nil, err
	}
	width := len(aut.States)
	next := make([][]int, len(e.next)*width)
	acc := make([][]uint64, len(next))
	for s := range e.next {
		for q, edges := range aut.States {
			for _, edge := range edges {
				if !edge.Guard.Eval(func(a ltol.Atom) bool { return args[a.ID][s] }) {
					continue
				}
				for _, t := range e.next[s] {
					next[s*width+q] = append(next[s*width+q], t*width+edge.To)
					acc[s*width+q] = append(acc[s*width+q], edge.Acc)
				}
			}
		}
	}
	good := make(set, len(next))
	for _, component := range ltol.Components(next) {
		if e.accepts(component, next, acc, aut.Acceptance, width) {
			for _, v := range component {
				good[v] = true
			}
		}
	}
	good = until(next, slices.Repeat(set{true}, len(next)), good)
	return e.where(func(s int) bool {
		return slices.ContainsFunc(aut.Initial, func(q int) bool { return good[s*width+q] })
	}), nil
}

// accepts says whether a component has an edge, and meets all acceptance sets and all fair sets.
func (e *Evaluator) accepts(component []int, next [][]int, acc [][]uint64, sets, width int) bool {
	inside := map[int]bool{}
	for _, v := range component {
		inside[v] = true
	}
	var met uint64
	edges := false
	for _, v := range component {
		for i, w := range next[v] {
			if inside[w] {
				edges = true
				met |= acc[v][i]
			}
		}
	}
	for i := range sets {
		if met&(1<<i) == 0 {
			return false
		}
	}
	for _, k := range e.fair {
		if !slices.ContainsFunc(component, func(v int) bool { return k[v/width] }) {
			return false
		}
	}
	return edges
}
