package symmetry

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Shift is a permutation that maps steps to steps. It maps each agent of some types to the next
// agent of its type, and the last one to the first. The nodes of a ring are an example.
type Shift struct {
	By *Permutation
	// Initial tells that it maps initial states to initial states, so that it is an automorphism.
	// Otherwise, as where node 1 has the token at the beginning, it may map them to any states.
	Initial bool
}

// Shift returns a shift of types whose agents are in no class of the group. It returns nil if it
// finds none. It looks at all types that have the same number of agents at once, as the
// philosophers at a table move on with their forks. If keep is not nil, it must be true for the
// shift. The error is that of the context.
func (g *Group) Shift(ctx context.Context, keep func(*Permutation) bool) (*Shift, error) {
	types := recipe.AgentsByType(g.sys)
	var tried []int // numbers of agents
	for _, agents := range types {
		n := len(agents)
		if n < 2 || slices.Contains(tried, n) {
			continue
		}
		tried = append(tried, n)
		p := g.next(slices.DeleteFunc(slices.Clone(types), func(as []int) bool {
			return len(as) != n || slices.ContainsFunc(as, func(a int) bool { return g.classOf[a] >= 0 })
		}))
		if p == nil || keep != nil && !keep(p) {
			continue
		}
		s, err := shifts(ctx, p)
		if s != nil || err != nil {
			return s, err
		}
	}
	return nil, nil
}

// next maps each agent of a list to the next one, with the symbols that are in the same places of
// their texts. It is nil if that is no permutation, or moves nothing.
func (g *Group) next(lists [][]int) *Permutation {
	p, m := Identity(g.sys), newMatcher(g.sys, nil)
	pairs := func(visit func(x, y *recipe.Agent)) {
		for _, agents := range lists {
			for i, a := range agents {
				visit(&g.sys.Agents[a], &g.sys.Agents[agents[(i+1)%len(agents)]])
			}
		}
	}
	possible := len(lists) > 0
	for _, agents := range lists {
		for i, a := range agents {
			p.Agents[a] = agents[(i+1)%len(agents)]
		}
	}
	pairs(func(x, y *recipe.Agent) {
		possible = possible && x.Vars.Len() == y.Vars.Len() && x.Commands.Len() == y.Commands.Len()
		m.symbols(x.Location, y.Location)
	})
	if !possible {
		return nil
	}
	pairs(m.agents) // the first to say something of a symbol is believed
	met := make([]bool, len(p.Symbols))
	for v, w := range m.of {
		if v >= 0 {
			p.Symbols[v] = w
		}
	}
	for _, w := range p.Symbols {
		if w < 0 || met[w] {
			return nil
		}
		met[w] = true
	}
	return p
}

// shifts verifies that the system is the same under p, initial conditions left out.
func shifts(ctx context.Context, p *Permutation) (*Shift, error) {
	var moved []recipe.Value
	for v, w := range p.Symbols {
		if recipe.Value(v) != w {
			moved = append(moved, recipe.Value(v))
		}
	}
	if len(moved) == 0 || !p.keepsTypes(typesOf(p.sys), moved) {
		return nil, nil
	}
	s, id := &Shift{By: p, Initial: true}, Identity(p.sys)
	for a := range p.sys.Agents {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x, y := &p.sys.Agents[a], &p.sys.Agents[p.Agents[a]]
		if p.stepsKey(x) != id.stepsKey(y) {
			return nil, nil
		}
		s.Initial = s.Initial && p.Key(x.Init) == id.Key(y.Init)
	}
	return s, nil
}
