package circuit

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Names are the names of the bits of the state, in the order of State. A name is that of the
// variable, with the position of the digit if there are several.
func (m *Model) Names() []string {
	var out []string
	for _, v := range m.Variables {
		for k := range v.Bits {
			name := m.System.VariableName(v.Agent, v.Local)
			if len(v.Bits) > 1 {
				name = fmt.Sprintf("%s[%d]", name, v.stored[k])
			}
			out = append(out, name)
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
	i := 0
	for _, v := range m.Variables {
		code := uint64(0)
		for k := range v.Bits {
			if bit(i) {
				code |= 1 << k
			}
			i++
		}
		x, known := v.coded[code]
		if !known {
			return s, false
		}
		if v.Local < 0 {
			s.Control[v.Agent] = int(x)
		} else {
			s.Locals[v.Local] = x
		}
	}
	return s, true
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
