package circuit

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Variable is a local or the control state of an agent. It stores only some of its binary digits.
// A digit that is the same for all possible values is not stored, nor is a digit that lower digits
// determine.
type Variable struct {
	Agent int
	Local int // the index in System.Vars, or -1 for the control state
	// Bits are the inputs for the stored digits. There are none if the variable has one value.
	Bits []Lit

	number number
	stored []int                   // the position of each bit among the digits
	coded  map[uint64]recipe.Value // by the bits
}

// newVariable adds inputs for a variable with the given values, which are ascending.
func (g *Graph) newVariable(agent, local int, values []recipe.Value) *Variable {
	v := &Variable{Agent: agent, Local: local, coded: map[uint64]recipe.Value{}}
	v.number.values = values
	width := max(len(constant(values[0]).digits), len(constant(values[len(values)-1]).digits))
	columns := make([][]bool, width)
	for i := range columns {
		for _, x := range values {
			columns[i] = append(columns[i], x>>i&1 == 1)
		}
		v.number.digits = append(v.number.digits, v.store(g, columns, i))
	}
	for _, x := range values {
		v.coded[v.code(x)] = x
	}
	return v
}

// store is the digit at a position: a constant, a digit below or its negation, or a new bit.
func (v *Variable) store(g *Graph, columns [][]bool, i int) Lit {
	column := columns[i]
	negated := make([]bool, len(column))
	for k := range column {
		negated[k] = !column[k]
	}
	switch {
	case !slices.Contains(column, true):
		return False
	case !slices.Contains(column, false):
		return True
	}
	for k := range i {
		if slices.Equal(columns[k], column) {
			return v.number.digits[k]
		}
		if slices.Equal(columns[k], negated) {
			return v.number.digits[k].Not()
		}
	}
	v.stored = append(v.stored, i)
	v.Bits = append(v.Bits, g.Input())
	return v.Bits[len(v.Bits)-1]
}

// code are the bits of a value.
func (v *Variable) code(x recipe.Value) uint64 {
	code := uint64(0)
	for k, i := range v.stored {
		code |= uint64(x>>i&1) << k
	}
	return code
}

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
	a := 0
	for ; i >= len(m.receives[a]); a++ {
		i -= len(m.receives[a])
	}
	return fmt.Sprintf("%s receives[%d]", m.System.Agents[a].Name, i)
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
