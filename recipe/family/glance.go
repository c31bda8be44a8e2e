package family

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Glance is one way to look at the agents of an abstraction and to see a view: in the place of
// each kept agent stands an agent of its class, kept or added. All others of the classes are
// outside.
type Glance struct {
	abstraction *Abstraction
	stands      []int          // by agent: who stands in its place
	symbols     []recipe.Value // by symbol: as what it is seen
}

// Glance is the one in which agents stand in the places of kept agents, class by class. With the
// kept agents themselves it leaves out the added ones.
func (a *Abstraction) Glance(places [][]int) *Glance {
	g := &Glance{a, make([]int, len(a.System.Agents)), make([]recipe.Value, len(a.System.Symbols))}
	for i := range g.stands {
		g.stands[i] = i
	}
	for v := range g.symbols {
		g.symbols[v] = recipe.Value(v)
	}
	for b, class := range a.member {
		if class < 0 {
			continue
		}
		seen := a.outside[class]
		if i := slices.Index(places[class], b); i >= 0 {
			seen = a.Kept[class][i]
			g.stands[seen] = b
		}
		for i, v := range a.symbols[b] {
			g.symbols[v] = a.symbols[seen][i]
		}
	}
	return g
}

// Glances lists the ways to look at the kept agents and some added ones, one for each choice of
// those that are in the view. Kept agents that are in it stand in their own places.
func (a *Abstraction) Glances(added []int) []*Glance {
	choices := [][][]int{nil}
	for c, keep := range a.Kept {
		all := slices.Clone(keep)
		for _, b := range added {
			if a.member[b] == c {
				all = append(all, b)
			}
		}
		var next [][][]int
		for _, before := range choices {
			for _, chosen := range subsets(all, len(keep)) {
				next = append(next, append(slices.Clone(before), inPlace(keep, chosen)))
			}
		}
		choices = next
	}
	var out []*Glance
	for _, places := range choices {
		out = append(out, a.Glance(places))
	}
	return out
}

// inPlace orders chosen agents so that those among the kept ones stand in their own places.
func inPlace(kept, chosen []int) []int {
	others := slices.DeleteFunc(slices.Clone(chosen), func(b int) bool { return slices.Contains(kept, b) })
	out := slices.Clone(kept)
	for i, b := range kept {
		if !slices.Contains(chosen, b) {
			out[i], others = others[0], others[1:]
		}
	}
	return out
}

// subsets lists the subsets with n elements, in order.
func subsets(all []int, n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for i := 0; i+n <= len(all); i++ {
		for _, rest := range subsets(all[i+1:], n-1) {
			out = append(out, append([]int{all[i]}, rest...))
		}
	}
	return out
}

// Agent is the agent that stands in the place of one of a view.
func (g *Glance) Agent(a int) int { return g.stands[a] }

// Local is the local that is seen as one of an agent of a view.
func (g *Glance) Local(v int) int {
	sys := g.abstraction.System
	a := sys.Vars[v].Agent
	return v - sys.Agents[a].Vars.Start + sys.Agents[g.stands[a]].Vars.Start
}

// Value is how a value of a local with a type is seen.
func (g *Glance) Value(t *recipe.Type, v recipe.Value) recipe.Value {
	if t.Kind != recipe.Enum {
		return v
	}
	return g.symbols[v]
}

// InView tells whether an agent is part of views.
func (a *Abstraction) InView(agent int) bool {
	return !a.isAdded(agent) && !slices.Contains(a.outside, agent)
}

func (a *Abstraction) isAdded(agent int) bool { return a.Present[agent] >= 0 }

// Locals are the locals that an agent has in the family. Those after them are of the abstraction.
func (a *Abstraction) Locals(agent int) recipe.Range { return a.locals[agent] }

// Class is the class of an agent that is kept or added, -1 for others.
func (a *Abstraction) Class(agent int) int { return a.member[agent] }

// Outside is the agent that stands for all agents of a class that are left out.
func (a *Abstraction) Outside(class int) int { return a.outside[class] }

// Symbols are those that are private to an agent, its location first.
func (a *Abstraction) Symbols(agent int) []recipe.Value { return a.symbols[agent] }

// Of is the agent of the abstraction that stands for one of the family, -1 if that is left out.
func (a *Abstraction) Of(agent int) int { return a.of[agent] }
