// Package symmetry finds agents of an interpreted system that can be exchanged: with them go their
// variables and actions, and what belongs to one of them elsewhere, such as a variable of the
// environment for each agent.
//
// Its one idea is that of package recipe/symmetry: guess a permutation, and verify that the system
// is the same under it. A permutation that is verified is an automorphism of the transition system.
package symmetry

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Permutation maps agents to agents, variables to variables, the actions of an agent to those of
// the agent it is mapped to, and the constants of enumerations to such constants. It acts on
// states: variable v with value x becomes variable Vars[v] with the value that x is mapped to.
type Permutation struct {
	sys     *interpreted.System
	Agents  []int
	Vars    []int
	Actions [][]int // by agent
	Symbols []recipe.Value
}

// Identity is the permutation of the system that changes nothing.
func Identity(sys *interpreted.System) *Permutation {
	p := &Permutation{sys: sys, Agents: upTo(len(sys.Agents)), Vars: upTo(len(sys.Vars))}
	for i := range sys.Agents {
		p.Actions = append(p.Actions, upTo(len(sys.Agents[i].Actions)))
	}
	for v := range sys.Symbols {
		p.Symbols = append(p.Symbols, recipe.Value(v))
	}
	return p
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Then is the permutation that applies p and then q.
func (p *Permutation) Then(q *Permutation) *Permutation {
	r := Identity(p.sys)
	for a, b := range p.Agents {
		r.Agents[a] = q.Agents[b]
		for i, x := range p.Actions[a] {
			r.Actions[a][i] = q.Actions[b][x]
		}
	}
	for v, w := range p.Vars {
		r.Vars[v] = q.Vars[w]
	}
	for x, y := range p.Symbols {
		r.Symbols[x] = q.Symbols[y]
	}
	return r
}

// Inverse is the permutation that undoes p.
func (p *Permutation) Inverse() *Permutation {
	r := Identity(p.sys)
	for a, b := range p.Agents {
		r.Agents[b] = a
		for i, x := range p.Actions[a] {
			r.Actions[b][x] = i
		}
	}
	for v, w := range p.Vars {
		r.Vars[w] = v
	}
	for x, y := range p.Symbols {
		r.Symbols[y] = recipe.Value(x)
	}
	return r
}

// Value is the image of a value of a type.
func (p *Permutation) Value(t *recipe.Type, v recipe.Value) recipe.Value {
	if t.Kind == recipe.Enum {
		return p.Symbols[v]
	}
	return v
}

// State is the image of a state.
func (p *Permutation) State(s interpreted.State) interpreted.State {
	out := make(interpreted.State, len(s))
	for v, x := range s {
		out[p.Vars[v]] = p.Value(p.sys.Vars[v].Type, x)
	}
	return out
}

// Cycles are the variables that the permutation moves, or whose values it moves: each variable of a
// cycle is mapped to the next one, the last one to the first.
func (p *Permutation) Cycles() (out [][]int) {
	met := make([]bool, len(p.Vars))
	for first := range p.Vars {
		var cycle []int
		for v := first; !met[v]; v = p.Vars[v] {
			met[v] = true
			cycle = append(cycle, v)
		}
		moves := func(x recipe.Value) bool { return p.Value(p.sys.Vars[first].Type, x) != x }
		if len(cycle) > 1 || len(cycle) == 1 && slices.ContainsFunc(p.sys.Vars[first].Type.Values, moves) {
			out = append(out, cycle)
		}
	}
	return out
}
