package recipetest

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Path returns a shortest run to state i of a graph: its initial state, and its transitions.
func Path(g *recipe.Graph, i int) (recipe.State, []recipe.Transition) {
	type way struct {
		from int
		step recipe.Transition
	}
	last := map[int]way{}
	for s := 0; s < g.Len(); s++ { // in breadth-first order
		for _, e := range g.Edges(s) {
			if _, met := last[e.To]; !met && e.To >= g.Initial() {
				last[e.To] = way{s, recipe.Transition{Step: e.Step, Next: g.State(e.To)}}
			}
		}
	}
	var out []recipe.Transition
	for i >= g.Initial() {
		out, i = append([]recipe.Transition{last[i].step}, out...), last[i].from
	}
	return g.State(i), out
}
