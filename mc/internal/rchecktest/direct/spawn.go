package direct

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// comes reports whether an instance can be absent (language page, "Agents that come and go").
func (in *instance) comes() bool { return in.absent || in.typ.stops() }

// stops reports whether agents of the type can stop.
func (t *agentType) stops() bool {
	return slices.ContainsFunc(t.commands, func(c *command) bool {
		updates, _ := parts(c.syntax.Action)
		return updates != nil && updates.Stop != nil
	})
}

// rest are the values of an absent instance: the first ones with which it could begin.
func (m *Model) rest(in *instance) []Value {
	starts := m.startsOf(in)
	if len(starts) == 0 {
		fail("no initial values of %s", in.name)
	}
	return starts[0]
}

// startsOf lists the values with which an instance can begin.
func (m *Model) startsOf(in *instance) [][]Value {
	total := 0
	for _, other := range m.instances {
		total += len(other.typ.locals)
	}
	n := len(m.instances)
	var out [][]Value
	for _, s := range m.starts(State{make([]Value, total), make([]int, n), make([]bool, n)}, in, 0) {
		out = append(out, s.locals[in.first:in.first+len(in.typ.locals)])
	}
	return out
}

// spawned lists what becomes of a move if it also spawns: each spawn takes any absent instance of
// its type that no other takes, with any values with which this can begin and that satisfy the
// condition.
func (n *env) spawned(v *move, spawns []*ast.Spawn) []*move {
	if len(spawns) == 0 {
		return []*move{v}
	}
	s := spawns[0]
	var out []*move
	for _, in := range n.m.instances {
		if in.typ.name != s.Type.Name || !n.state.gone[in.number] || slices.Contains(v.spawns, in) {
			continue
		}
		for _, values := range n.m.startsOf(in) {
			born := *n
			born.creates, born.state = in, n.state.clone()
			copy(born.state.locals[in.first:], values)
			if s.Cond != nil && !born.holds(s.Cond) {
				continue
			}
			next := &move{who: v.who, command: v.command, updates: map[int]Value{}, stops: v.stops, spawns: append(slices.Clone(v.spawns), in)}
			for i, x := range v.updates {
				next.updates[i] = x
			}
			for i, x := range values {
				next.updates[in.first+i] = x
			}
			if i := find(n.self.typ.locals, s.Name.Name); i >= 0 {
				next.updates[n.self.first+i] = spelled(in.name)
			}
			out = append(out, n.spawned(next, spawns[1:])...)
		}
	}
	return out
}

// clash reports whether two moves of a step spawn the same instance.
func clash(moves []*move) bool {
	seen := map[*instance]bool{}
	for _, v := range moves {
		for _, in := range v.spawns {
			if seen[in] {
				return true
			}
			seen[in] = true
		}
	}
	return false
}

// among reports whether the agents that the variables of a quantifier stand for are there.
func (n *env) among(q *ast.Quantifier, s State) bool {
	for _, v := range q.Vars {
		if value, ok := n.binds.lookup(v.Name); ok && len(q.Types) > 0 && s.gone[n.m.named[value.s].number] {
			return false
		}
	}
	return true
}
