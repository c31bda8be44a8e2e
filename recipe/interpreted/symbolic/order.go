package symbolic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Order is how the variables of the diagrams are arranged, from top to bottom.
type Order uint8

const (
	// ByNumber puts variables with the same number together. The number is at the end of the name
	// of the variable, or else of its agent. Agents of one kind often have numbers, and so does
	// what the environment stores about each of them. Variables without a number come first.
	ByNumber Order = iota
	// ByAgent follows the file: agent by agent.
	ByAgent
)

// place is a variable of the system or the action of an agent, and where it is to be.
type place struct {
	index  int
	action bool
	number int
}

// columns lists the variables in the given order. An agent's action stands above the agent's
// variables.
func columns(s *interpreted.System, o Order) []place {
	var out []place
	for i := range s.Agents {
		at := len(out)
		for _, v := range s.Owns(i) {
			number, ok := numberOf(s.Vars[v].Name)
			if !ok {
				if number, ok = numberOf(s.Agents[i].Name); !ok {
					number = -1
				}
			}
			out = append(out, place{index: v, number: number})
		}
		if len(s.Agents[i].Actions) > 0 {
			action := place{index: i, action: true, number: -1}
			if at < len(out) {
				action.number = slices.MinFunc(out[at:], func(a, b place) int { return cmp.Compare(a.number, b.number) }).number
			}
			out = slices.Insert(out, at, action)
		}
	}
	if o == ByNumber {
		slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(a.number, b.number) })
	}
	return out
}

// numberOf is the number at the end of a name.
func numberOf(name string) (int, bool) {
	n, err := strconv.Atoi(name[len(strings.TrimRight(name, "0123456789")):])
	return n, err == nil
}
