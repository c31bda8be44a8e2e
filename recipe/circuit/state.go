package circuit

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Names implements [System].
func (m *Model) Names() []string {
	return m.names(func(v *Variable) string { return m.System.VariableName(v.Agent, v.Local) })
}

// Telling implements [System]: these are the interactions, and the receives in them.
func (m *Model) Telling() (out []Lit) {
	for _, it := range m.Interactions {
		out = append(out, it.Taken)
		for _, t := range it.Takes {
			out = append(out, t.Executed)
		}
	}
	return out
}

// ChoiceName describes a choice, given by its position in Choices. The choice selects an
// interaction, or one of the receives of an agent in an interaction.
func (m *Model) ChoiceName(i int) string {
	command := m.System.CommandString
	if i < len(m.Interactions) {
		it := m.Interactions[i]
		if it.Supply >= 0 {
			return command(it.Command) + " from " + command(it.Supply)
		}
		return command(it.Command) + " on " + m.System.Symbols[it.Channel]
	}
	i -= len(m.Interactions)
	for a := range m.receives {
		if i < len(m.receives[a]) {
			return fmt.Sprintf("%s receives[%d]", m.System.Agents[a].Name, i)
		}
		i -= len(m.receives[a])
	}
	for _, v := range m.chosen {
		if i < len(v.Bits) {
			return fmt.Sprintf("next %s[%d]", m.System.VariableName(v.Agent, v.Local), v.stored[i])
		}
		i -= len(v.Bits)
	}
	return ""
}

// StateOf returns the state with the given bits, in the order of State. The value ok is false if
// there is no such state.
func (m *Model) StateOf(bit func(i int) bool) (s recipe.State, ok bool) {
	s = recipe.State{Locals: make([]recipe.Value, len(m.System.Vars)), Control: make([]int, len(m.System.Agents))}
	ok = m.values(bit, func(v *Variable, x recipe.Value) {
		if v.Local < 0 {
			s.Control[v.Agent] = int(x)
		} else {
			s.Locals[v.Local] = x
		}
	})
	return s, ok
}

// Code returns the bits of a state, in the order of State, to begin an evaluation or a simulation
// there. It is the inverse of StateOf. The value ok is false if the flow of values excludes the
// state.
func (m *Model) Code(s recipe.State) (bits []bool, ok bool) {
	for _, v := range m.Variables {
		x := recipe.Value(s.Control[v.Agent])
		if v.Local >= 0 {
			x = s.Locals[v.Local]
		}
		code := v.code(x)
		if known, ok := v.coded[code]; !ok || known != x {
			return nil, false
		}
		for k := range v.Bits {
			bits = append(bits, code>>k&1 == 1)
		}
	}
	return bits, true
}
