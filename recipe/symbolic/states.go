package symbolic

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Deadlock is the set of states, reachable or not, from which no step is possible. The set belongs
// to the model.
func (m *Model) Deadlock(ctx context.Context) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	if m.haveDeadlock {
		return m.deadlock, nil
	}
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	b := m.builder(sc)
	n, err := b.Result(b.Deadlock())
	if err != nil {
		return bdd.False, err
	}
	m.deadlock, m.haveDeadlock = m.Manager.Keep(n), true
	return n, nil
}

// StateSet is the set with only the given state. It is empty if the flow excludes the state.
func (m *Model) StateSet(sc *bdd.Scope, s recipe.State) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	codes := m.Point(s)
	if codes == nil {
		return bdd.False, nil
	}
	c := sc.Calculator()
	out := bdd.True
	for _, x := range slices.Backward(m.vars) {
		out = c.And(c.Eq(x.id, bdd.Current, codes[x.id]), out)
	}
	return c.Result(out)
}

// Contains reports whether a set of states has the given state. It makes no nodes.
func (m *Model) Contains(set bdd.Node, s recipe.State) bool {
	return m.Has(set, m.Point(s))
}

// A Point is a state as the codes of the variables of the model. Use it to ask whether several sets
// have this state.
type Point []int

// Point returns the point of a state. It returns nil if no set of the model can have the state: the
// state does not belong to the system, or the flow excludes it.
func (m *Model) Point(s recipe.State) Point {
	if m.usable() != nil || m.System.CheckState(s) != nil || !m.flowAllows(s) {
		return nil
	}
	codes := make(Point, m.Manager.Layout().Len())
	for _, x := range m.vars {
		code, ok := x.code(x.of(s))
		if !ok {
			return nil
		}
		codes[x.id] = code
	}
	return codes
}

// Has reports whether a set of states has the state of a point of this model. It makes no nodes.
func (m *Model) Has(set bdd.Node, p Point) bool {
	return p != nil && m.usable() == nil && m.Manager.Eval(set, func(v bdd.VarID, _ bdd.Copy) int { return p[v] })
}

// flowAllows reports whether what the encoding leaves out of states, because
// the flow says that it never changes, is in s as the flow says.
func (m *Coding) flowAllows(s recipe.State) bool {
	for v := range m.System.Vars {
		if m.locals[v] == nil && s.Locals[v] != m.Flow.Locals[v][0] {
			return false
		}
	}
	for a := range m.System.Agents {
		if m.controls[a] == nil && s.Control[a] != 0 {
			return false
		}
	}
	return true
}

// of is the variable's value in a state.
func (v *variable) of(s recipe.State) recipe.Value {
	if v.local >= 0 {
		return s.Locals[v.local]
	}
	return recipe.Value(s.Control[v.agent])
}

// Sample returns a random state of a set within Valid, chosen by a coin. The value ok is false if
// the set is empty. See [bdd.Manager.Sample].
func (m *Model) Sample(set bdd.Node, coin func() bool) (s recipe.State, ok bool) {
	codes, ok := m.Manager.Sample(set, m.codes, coin)
	if !ok {
		return s, false
	}
	return m.state(codes), true
}

// Pick returns one state of the set, always the same; ok is false if it is
// empty.
func (m *Model) Pick(set bdd.Node) (s recipe.State, ok bool) {
	codes, ok := m.Manager.Pick(set, m.codes)
	if !ok {
		return s, false
	}
	return m.state(codes), true
}

// Each calls yield for the states of the set in a fixed order until it returns
// false.
func (m *Model) Each(set bdd.Node, yield func(recipe.State) bool) {
	if err := m.usable(); err != nil {
		panic(err)
	}
	if yield == nil {
		panic(misuse("Each: there is no function to give states to"))
	}
	m.Manager.Each(set, m.codes, func(codes []int) bool { return yield(m.state(codes)) })
}

// state is the state whose encoded variables have the given codes.
func (m *Coding) state(codes []int) recipe.State {
	s := recipe.State{Locals: make([]recipe.Value, len(m.System.Vars)), Control: make([]int, len(m.System.Agents))}
	for v := range s.Locals {
		s.Locals[v] = m.Flow.Locals[v][0]
	}
	for i, x := range m.vars {
		if x.local >= 0 {
			s.Locals[x.local] = x.values[codes[i]]
		} else {
			s.Control[x.agent] = int(x.values[codes[i]])
		}
	}
	return s
}

// At is the set of states in which an agent is at a control state.
func (m *Model) At(sc *bdd.Scope, agent, state int) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	if agent < 0 || agent >= len(m.System.Agents) {
		return bdd.False, misuse("there is no agent %d", agent)
	}
	b := m.builder(sc)
	return b.Result(b.And(m.Valid, b.At(agent, state)))
}
