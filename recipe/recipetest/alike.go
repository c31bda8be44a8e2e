package recipetest

import "slices"

// alike gives a run of two or three agents the longest of their plans, so that their texts can be
// drawn alike. A supply that names its own agent does so in each.
func (g *generator) alike() {
	g.first = g.Intn(g.locations - 1)
	g.last = min(g.first+g.between(1, 2), g.locations-1)
	of := g.first
	for i := g.first; i <= g.last; i++ {
		if len(g.plans[i]) > len(g.plans[of]) {
			of = i
		}
	}
	common := g.plans[of]
	for i := g.first; i <= g.last; i++ {
		g.plans[i] = slices.Clone(common)
		for k := range g.plans[i] {
			if p := &g.plans[i][k]; p.named == of {
				p.named = i
			}
		}
	}
}

// agentsInTurn makes all agents, those of the run that is alike from the same draws.
func (g *generator) agentsInTurn() {
	drawn := &recorder{Source: g.Source}
	for i := range g.locations {
		source := g.Source
		switch {
		case g.first == g.last:
		case i == g.first:
			g.Source = drawn
		case i > g.first && i <= g.last:
			g.Source = &replay{draws: drawn.draws}
		}
		g.agent(i)
		g.Source = source
	}
}

// A recorder keeps what a source draws, and a replay draws it once more.
type recorder struct {
	Source
	draws []int
}

// Intn draws a number.
func (r *recorder) Intn(n int) int {
	x := r.Source.Intn(n)
	r.draws = append(r.draws, x)
	return x
}

type replay struct{ draws []int }

// Intn draws what was drawn before.
func (r *replay) Intn(int) int {
	x := r.draws[0]
	r.draws = r.draws[1:]
	return x
}
