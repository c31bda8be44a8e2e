package symmetry

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Permutation maps agents to agents of the same type and symbols to symbols.
// It acts on states: the local x of agent a with value v becomes the local x of
// agent Agents[a] with value Symbols[v].
type Permutation struct {
	sys     *recipe.System
	Agents  []int
	Symbols []recipe.Value
}

// Identity returns the permutation of the system that changes nothing.
func Identity(sys *recipe.System) *Permutation {
	p := &Permutation{sys: sys, Agents: make([]int, len(sys.Agents)), Symbols: make([]recipe.Value, len(sys.Symbols))}
	for a := range p.Agents {
		p.Agents[a] = a
	}
	for v := range p.Symbols {
		p.Symbols[v] = recipe.Value(v)
	}
	return p
}

// Then returns the permutation that applies p and then q.
func (p *Permutation) Then(q *Permutation) *Permutation {
	r := Identity(p.sys)
	for a := range r.Agents {
		r.Agents[a] = q.Agents[p.Agents[a]]
	}
	for v := range r.Symbols {
		r.Symbols[v] = q.Symbols[p.Symbols[v]]
	}
	return r
}

// Trivial reports whether the permutation changes nothing.
func (p *Permutation) Trivial() bool {
	for a, to := range p.Agents {
		if a != to {
			return false
		}
	}
	for v, to := range p.Symbols {
		if recipe.Value(v) != to {
			return false
		}
	}
	return true
}

// Inverse returns the permutation that undoes p.
func (p *Permutation) Inverse() *Permutation {
	r := Identity(p.sys)
	for a, to := range p.Agents {
		r.Agents[to] = a
	}
	for v, to := range p.Symbols {
		r.Symbols[to] = recipe.Value(v)
	}
	return r
}

// Value is the image of a value of the given type.
func (p *Permutation) Value(t *recipe.Type, v recipe.Value) recipe.Value {
	if t.Kind == recipe.Enum && v >= 0 {
		return p.Symbols[v]
	}
	return v
}

// Local is the image of a local's index.
func (p *Permutation) Local(v int) int {
	a := p.sys.Vars[v].Agent
	return v - p.sys.Agents[a].Vars.Start + p.sys.Agents[p.Agents[a]].Vars.Start
}

// State is the image of a state.
func (p *Permutation) State(s recipe.State) recipe.State {
	out := recipe.State{Locals: make([]recipe.Value, len(s.Locals)), Control: make([]int, len(s.Control))}
	p.into(s, out)
	return out
}

// into writes the image of a state to another.
func (p *Permutation) into(s, out recipe.State) {
	for a, c := range s.Control {
		b := p.Agents[a]
		out.Control[b] = c
		from, to := p.sys.Agents[a].Vars, p.sys.Agents[b].Vars.Start
		for i, x := range s.Locals[from.Start:from.End] {
			out.Locals[to+i] = p.Value(p.sys.Vars[from.Start+i].Type, x)
		}
	}
}

func (p *Permutation) symbol(v recipe.Value) recipe.Value {
	if v < 0 {
		return v
	}
	return p.Symbols[v]
}

// ref says that an agent holds a private symbol of another in a local.
type ref struct{ agent, local, slot int }

// scratch is memory that colourings of a group use one after the other.
type scratch struct {
	order, colour []int
	// holders are, by agent, those that hold a symbol of its; linked tells who holds a symbol
	// private to another agent, or has one that another agent holds.
	holders [][]ref
	linked  []bool
	part    []int  // joins linked agents
	seen    []bool // of these
	// marks describe agents, that of one between from and to.
	marks, from, to []int
	refs            [][4]int
	image           recipe.State
	by              *Permutation
	// points tells of locals whether they may hold a symbol private to an agent.
	points []bool
}
