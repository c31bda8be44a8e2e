package symmetry

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Permutation maps agents to agents of the same type and symbols to symbols.
// It acts on states: the local x of agent a with value v becomes the local x of
// agent Agents[a] with value Symbols[v]. It may also map numbers that only identify something. They
// have symbols that come after those of the system.
type Permutation struct {
	sys     *recipe.System
	sets    *scalarsets // nil if it has no symbols of numbers
	Agents  []int
	Symbols []recipe.Value
}

// Identity returns the permutation of the system that changes nothing.
func Identity(sys *recipe.System) *Permutation { return identity(sys, nil) }

func identity(sys *recipe.System, sets *scalarsets) *Permutation {
	p := &Permutation{sys: sys, sets: sets, Agents: make([]int, len(sys.Agents)), Symbols: make([]recipe.Value, sets.count(sys))}
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
	r := identity(p.sys, cmp.Or(p.sets, q.sets))
	for a := range r.Agents {
		r.Agents[a] = q.Agents[p.Agents[a]]
	}
	for v := range r.Symbols {
		r.Symbols[v] = q.symbol(p.symbol(recipe.Value(v)))
	}
	return r
}

// System is the system whose agents are permuted.
func (p *Permutation) System() *recipe.System { return p.sys }

// Trivial reports whether the permutation changes nothing.
func (p *Permutation) Trivial() bool {
	id := identity(p.sys, p.sets)
	return slices.Equal(p.Agents, id.Agents) && slices.Equal(p.Symbols, id.Symbols)
}

// Inverse returns the permutation that undoes p.
func (p *Permutation) Inverse() *Permutation {
	r := identity(p.sys, p.sets)
	for a, to := range p.Agents {
		r.Agents[to] = a
	}
	for v, to := range p.Symbols {
		r.Symbols[to] = recipe.Value(v)
	}
	return r
}

// value is the image of a value of the given type that is used in a scalarset.
func (p *Permutation) value(t *recipe.Type, set int, v recipe.Value) recipe.Value {
	switch t.Kind {
	case recipe.Enum:
		return p.symbol(v)
	case recipe.Int:
		return p.number(set, v)
	}
	return v
}

// valueOf is the image of a value of a local.
func (p *Permutation) valueOf(local int, v recipe.Value) recipe.Value {
	return p.value(p.sys.Vars[local].Type, p.sets.at(local), v)
}

// Local is the image of a local's index.
func (p *Permutation) Local(v int) int {
	a := p.sys.Vars[v].Agent
	return v - p.sys.Agents[a].Vars.Start + p.sys.Agents[p.Agents[a]].Vars.Start
}

// number is the image of a number of a scalarset.
func (p *Permutation) number(set int, v recipe.Value) recipe.Value {
	symbol := p.sets.symbol(set, v)
	if symbol < 0 {
		return v
	}
	k := &p.sets.all[set]
	return k.numbers[p.Symbols[symbol]-k.first]
}

// keepsNumbers reports whether each number stays in the types of its scalarset.
func (p *Permutation) keepsNumbers() bool {
	if p.sets == nil {
		return true
	}
	for set, k := range p.sets.all {
		for _, v := range k.numbers {
			if slices.ContainsFunc(k.types, func(t *recipe.Type) bool { return t.Contains(v) != t.Contains(p.number(set, v)) }) {
				return false
			}
		}
	}
	return true
}

// MovesNumbers reports whether the permutation maps some number to another one.
func (p *Permutation) MovesNumbers() bool {
	for v := len(p.sys.Symbols); v < len(p.Symbols); v++ {
		if p.Symbols[v] != recipe.Value(v) {
			return true
		}
	}
	return false
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
			out.Locals[to+i] = p.valueOf(from.Start+i, x)
		}
	}
}

func (p *Permutation) symbol(v recipe.Value) recipe.Value {
	if v < 0 || int(v) >= len(p.Symbols) {
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
	size            *big.Int  // of the group
	pointers        []pointer // by local
	// exchanges are the permutations that exchange two agents, as far as they were needed.
	exchanges map[[2]int]*Permutation
}

// A pointer tells which values of a local are private to an agent: by value from the least one of
// the local's type on. There are none if none of them is.
type pointer struct {
	least  int
	owners []owner
}

// An owner is an agent, with the slot of what is private to it. The agent is negative if there is
// none.
type owner struct{ agent, slot int }

// of is the owner of a value of the local.
func (p *pointer) of(x recipe.Value) owner {
	if i := int(x) - p.least; uint(i) < uint(len(p.owners)) {
		return p.owners[i]
	}
	return owner{agent: -1}
}
