package recipe

import (
	"errors"
	"fmt"
	"iter"
	"sync"
)

// ErrState is wrapped by errors about states and steps that do not belong to the system.
var ErrState = errors.New("recipe: not a state or step of this system")

// An Interpreter implements the explicit semantics of a system. It enumerates initial states, and
// the interactions that leave a state, one by one, by the definitions (P001 Definitions 4-8, P004
// Definition 3). It is safe for concurrent use.
type Interpreter struct {
	sys     *System
	edges   [][]edges // by agent and control state
	layout  layout
	free    []int   // the free locals
	to      []Value // the values that steps give to free locals, if they are not any
	walkers sync.Pool
	quick   bool // see NewQuickInterpreter
	trusts  bool // see Trusting
}

// edges lists the commands that leave a control state, ascending, by what they do in a step.
type edges struct{ initiate, receive, supply []int }

// NewInterpreter returns the interpreter of s. The system must pass [System.Check] and must not
// change afterwards. NewInterpreter panics if s is nil.
func NewInterpreter(s *System) *Interpreter {
	if s == nil {
		panic(misuse("NewInterpreter: the system is nil"))
	}
	in := &Interpreter{sys: s, edges: make([][]edges, len(s.Agents)), layout: newLayout(s), free: s.FreeVars()}
	for a := range s.Agents {
		in.edges[a] = make([]edges, s.Agents[a].States)
	}
	for id := range s.Commands {
		c := &s.Commands[id]
		e := &in.edges[c.Agent][c.From]
		switch c.Kind {
		case Receive:
			e.receive = append(e.receive, id)
		case Supply:
			e.supply = append(e.supply, id)
		default:
			e.initiate = append(e.initiate, id)
		}
	}
	in.walkers.New = func() any { return newWalker(in) }
	return in
}

// NewQuickInterpreter returns an interpreter with the same answers as [NewInterpreter] that tries
// fewer values of property identifiers. If step propositions only compare an integer identifier
// with other values, it tries only values that the comparisons distinguish. Use it for models with
// identifiers of very many values. Use the other one as a reference in comparisons, because it is
// simpler.
func NewQuickInterpreter(s *System) *Interpreter {
	in := NewInterpreter(s)
	in.quick = true
	return in
}

// Trusting returns an interpreter with the same answers that does not verify states, except initial
// ones. It is for walks, which make each state from the one before. For a state that is not one of
// the system, its answers mean nothing, and it may panic.
func (in *Interpreter) Trusting() *Interpreter {
	if err := in.usable(); err != nil {
		panic(err)
	}
	out := &Interpreter{sys: in.sys, edges: in.edges, layout: in.layout, free: in.free, quick: in.quick, trusts: true}
	out.walkers.New = func() any { return newWalker(out) }
	return out
}

// Keeping returns an interpreter whose steps keep the values of free locals, for callers that
// choose these values themselves.
func (in *Interpreter) Keeping() *Interpreter {
	out := in.Trusting()
	out.trusts, out.free = in.trusts, nil
	return out
}

// Toward returns an interpreter whose steps give free locals the values that they have in a state.
// It is for callers that ask whether a step leads to this state: without it, there is a transition
// for each choice of all values. The error wraps [ErrState].
func (in *Interpreter) Toward(s State) (*Interpreter, error) {
	if err := in.checkState(s); err != nil || len(in.free) == 0 {
		return in, err
	}
	out := in.Trusting()
	out.trusts, out.to = in.trusts, s.Locals
	return out, nil
}

// System returns the system that is interpreted.
func (in *Interpreter) System() *System {
	if in == nil {
		return nil
	}
	return in.sys
}

// Successors returns all interactions that can happen in s, or the empty stutter if there is none.
// They are ordered by the command of the initiator, then by the commands of the participants, from
// the first agent on, then by the values of free locals. Several of them may lead to the same
// state. The error wraps [ErrState].
func (in *Interpreter) Successors(s State) ([]Transition, error) {
	var out []Transition
	err := in.EachSuccessor(s, func(t Transition) bool {
		out = append(out, t.Clone())
		return true
	})
	return out, err
}

// EachSuccessor calls yield for the transitions of [Interpreter.Successors], in the same order,
// until yield returns false. The transition is only valid during the call; [Transition.Clone] keeps
// it.
func (in *Interpreter) EachSuccessor(s State, yield func(Transition) bool) error {
	if err := in.checkState(s); err != nil {
		return err
	}
	if yield == nil {
		return misuse("EachSuccessor: there is no function to give transitions to")
	}
	in.each(s)(yield)
	return nil
}

// Deadlock reports whether no interaction can happen in s. It returns true for a state that is not
// one of the system.
func (in *Interpreter) Deadlock(s State) bool {
	if in.checkState(s) != nil {
		return true
	}
	return in.deadlock(s)
}

func (in *Interpreter) deadlock(s State) bool {
	for t := range in.each(s) {
		return t.Step.Kind == Stutter
	}
	return true
}

// Ready returns the commands that an agent can initiate as far as its own state is concerned,
// ascending: the sends whose guard is true, and all gets of its control state. They stay the same
// until the agent moves or is spawned, if it has no free locals. Other agents can still block such
// a command, also by being present where it spawns them. For a state of another system, there is
// none.
func (in *Interpreter) Ready(s State, agent int) []int {
	if in.checkState(s) != nil || agent < 0 || agent >= len(in.edges) {
		return nil
	}
	w := walkerAt(in, s, nil)
	defer in.walkers.Put(w)
	var out []int
	for _, id := range in.edges[agent][s.Control[agent]].initiate {
		c, ready := &in.sys.Commands[id], true
		if c.Kind == Send {
			_, ready = w.prepare(c)
		}
		if ready {
			out = append(out, id)
		}
	}
	return out
}

// EachSuccessorOf is [Interpreter.EachSuccessor] for some commands: it visits the transitions that
// these commands initiate, command by command, and the stutter if there are none.
func (in *Interpreter) EachSuccessorOf(commands iter.Seq[int], s State, yield func(Transition) bool) error {
	if err := in.checkState(s); err != nil {
		return err
	}
	if yield == nil || commands == nil {
		return misuse("EachSuccessorOf: there are no commands, or there is no function to give transitions to")
	}
	in.initiated(s, func(visit func(int) bool) {
		for id := range commands {
			if id < 0 || id >= len(in.sys.Commands) {
				continue
			}
			c := &in.sys.Commands[id]
			if (c.Kind == Send || c.Kind == Get) && s.Control[c.Agent] == c.From && !visit(id) {
				return
			}
		}
	}, yield)
	return nil
}

// each is what EachSuccessor visits, of a state known to be one.
func (in *Interpreter) each(s State) iter.Seq[Transition] {
	commands := func(visit func(int) bool) {
		for a := range in.sys.Agents {
			for _, id := range in.edges[a][s.Control[a]].initiate {
				if !visit(id) {
					return
				}
			}
		}
	}
	return func(yield func(Transition) bool) { in.initiated(s, commands, yield) }
}

// initiated hands out the transitions that commands initiate in a state, one command after the
// other, or the stutter if they initiate none.
func (in *Interpreter) initiated(s State, commands iter.Seq[int], yield func(Transition) bool) {
	w := walkerAt(in, s, yield)
	defer in.walkers.Put(w)
	for id := range commands {
		c := &in.sys.Commands[id]
		if c.Kind == Send && !w.send(c) || c.Kind == Get && !w.get(c) {
			return
		}
	}
	if !w.found {
		w.stutter()
	}
}

func (in *Interpreter) checkState(s State) error {
	if err := in.usable(); err != nil {
		return err
	}
	if len(s.Locals) == len(in.sys.Vars) && len(s.Control) == len(in.sys.Agents) && (in.trusts || in.layout.fits(s)) {
		return nil
	}
	return in.sys.CheckState(s)
}

// CheckState returns an error that says why s is no state of the system, or nil. The error wraps
// [ErrState].
func (sys *System) CheckState(s State) error {
	if sys == nil {
		return errNoSystem
	}
	if len(s.Locals) != len(sys.Vars) || len(s.Control) != len(sys.Agents) {
		return fmt.Errorf("%w: %d locals and %d control states instead of %d and %d",
			ErrState, len(s.Locals), len(s.Control), len(sys.Vars), len(sys.Agents))
	}
	for i, v := range s.Locals {
		if !sys.Vars[i].Type.Contains(v) {
			return fmt.Errorf("%w: %s holds %s, which is not in %s", ErrState, sys.varName(i), sys.ValueString(sys.Vars[i].Type, v), sys.Vars[i].Type)
		}
	}
	for a, q := range s.Control {
		if q < 0 || q >= sys.Agents[a].States {
			return fmt.Errorf("%w: %s has no control state %d", ErrState, sys.Agents[a].Name, q)
		}
	}
	return nil
}
