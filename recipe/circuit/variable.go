package circuit

import (
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
