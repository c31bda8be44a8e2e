package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A fairWalker is a drawn walker under fairness, with its edges as an explicit graph. The label of
// a place is left whenever the walker leaves it.
type fairWalker struct {
	*drawnWalker
	is         []*ltol.Formula
	edges      []edge
	justice    []int
	compassion [][2]int
	fair       *System
}

func drawFairWalker(t *testing.T, random *rand.Rand, thresholds Thresholds) *fairWalker {
	w := &fairWalker{drawnWalker: drawWalker(t, random)}
	for id, p := range interpreter(w.System).System().Propositions {
		if p.Name == "is" {
			w.is = append(w.is, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		}
	}
	for from, list := range w.next {
		for _, to := range list {
			w.edges = append(w.edges, edge{from, to, 1 << from})
		}
		if len(list) == 0 {
			w.edges = append(w.edges, edge{from, from, 1 << from})
		}
	}
	var just []*ltol.Formula
	var pairs [][2]*ltol.Formula
	var places []int // fairness about places that are not reached is of no use
	for n, reached := range w.reached {
		if reached {
			places = append(places, n)
		}
	}
	place := func() int { return places[random.IntN(len(places))] }
	for range 1 + random.IntN(2) {
		w.justice = append(w.justice, place())
		just = append(just, w.is[w.justice[len(w.justice)-1]])
	}
	if random.IntN(2) == 0 {
		p := [2]int{place(), place()}
		w.compassion = append(w.compassion, p)
		pairs = append(pairs, [2]*ltol.Formula{w.is[p[0]], w.is[p[1]]})
	}
	w.fair = NewSystem(w.space, NewFairness(just, pairs), Options{Thresholds: thresholds})
	require.NoError(t, w.fair.Explore(context.Background()))
	return w
}

// from is what is left of some edges for runs that begin in a place.
func from(edges []edge, place int) (out []edge) {
	seen := map[int]bool{place: true}
	for range edges {
		for _, e := range edges {
			seen[e.to] = seen[e.to] || seen[e.from]
		}
	}
	for _, e := range edges {
		if seen[e.from] {
			out = append(out, e)
		}
	}
	return out
}

// isFair tells whether a run from a place is fair that uses these edges only.
func (w *fairWalker) isFair(edges []edge, place int) bool {
	return fairCycle(from(edges, place), len(w.next), w.justice, w.compassion)
}

// States from which some fair path visits a place, stays away from it, or comes to it and stays
// there are those of the explicit graph, and a run from each shows it. The search from the initial
// state finds one where that is among them.
func TestFairStatesAgainstExplicitGraphs(t *testing.T) {
	ctx := context.Background()
	count := map[bool]int{}
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 43))
		thresholds := []Thresholds{
			{}, {ManyNodes: -1}, {ManyNodes: -1, MaxProbed: 2}, {MaxRing: -1, MaxRings: -1},
			{MaxRing: -1, MaxRings: -1, MaxExplicitStates: -1}, {MaxRing: -1, MaxRings: -1, MaxProbed: 2},
		}[seed%6]
		w := drawFairWalker(t, random, thresholds)
		target := random.IntN(len(w.next) / 2)
		at := w.is[target]
		apart := slices.DeleteFunc(slices.Clone(w.edges), func(e edge) bool { return e.from == target })
		inside := slices.DeleteFunc(slices.Clone(w.edges), func(e edge) bool { return e.from != target || e.to != target })
		reaches := func(place int) bool {
			return place == target || slices.ContainsFunc(from(w.edges, place), func(e edge) bool { return e.to == target })
		}
		way := random.IntN(len(w.next)) // with the first place, all that a run may pass
		passing := slices.DeleteFunc(slices.Clone(w.edges), func(e edge) bool { return e.from != 0 && e.from != way })
		comes := func(place int) bool {
			passed := from(passing, place)
			return place == target || slices.ContainsFunc(passed, func(e edge) bool { return e.to == target })
		}
		for name, q := range map[string]struct {
			formula *ltol.Formula
			holds   func(place int) bool
		}{
			"any":    {ltol.True(), func(n int) bool { return w.isFair(w.edges, n) }},
			"visits": {ltol.Finally(at), func(n int) bool { return reaches(n) && w.isFair(w.edges, target) }},
			"avoids": {ltol.Globally(ltol.Not(at)), func(n int) bool { return n != target && w.isFair(apart, n) }},
			"comes": {ltol.Until(ltol.Or(w.is[0], w.is[way]), at), func(n int) bool {
				return comes(n) && w.isFair(w.edges, target)
			}},
			"comes to stay": {ltol.Until(ltol.Or(w.is[0], w.is[way]), ltol.Globally(at)), func(n int) bool {
				return comes(n) && w.isFair(inside, target)
			}},
			"stays": {ltol.Finally(ltol.Globally(at)), func(n int) bool {
				return reaches(n) && w.isFair(inside, target)
			}},
		} {
			goals, err := w.fair.Goals(ctx, q.formula, ltol.Options{})
			require.NoError(t, err)
			got, err := w.fair.Exists(ctx, goals...)
			require.NoError(t, err)
			want := make([]bool, len(w.next))
			for n := range want {
				want[n] = w.reached[n] && q.holds(n)
				if !w.reached[n] {
					continue
				}
				only := make([]bool, len(w.next))
				only[n] = true
				run, err := w.fair.RunFrom(ctx, w.set(t, only), goals...)
				require.NoError(t, err, "seed %d, %s from %d", seed, name, n)
				require.Equal(t, want[n], run != nil, "seed %d, %s from %d", seed, name, n)
				if count[want[n]]++; run != nil {
					w.requireFair(t, run, n)
				}
			}
			require.Equal(t, w.set(t, want), got, "seed %d, %s", seed, name)
			nowhere, err := w.fair.RunFrom(ctx, bdd.False, goals...)
			require.NoError(t, err)
			require.Nil(t, nowhere, "no run begins in no state")
			found := false
			for _, goal := range goals {
				out, err := w.fair.Find(ctx, goal, true, true)
				require.NoError(t, err, "seed %d, %s", seed, name)
				if found = found || out.Found; out.Run != nil {
					w.requireFair(t, out.Run, 0)
				}
			}
			require.Equal(t, want[0], found, "seed %d, %s", seed, name)
			w.space.Manager().Release(got)
		}
	}
	require.Greater(t, min(count[true], count[false]), 300)
}

// requireFair demands that a run begins in a place, takes edges of the graph, and is fair.
func (w *fairWalker) requireFair(t *testing.T, r *Run, start int) {
	place := func(i int) int {
		if i == len(r.States) {
			i = r.Loop
		}
		return int(r.States[i].(recipe.State).Locals[0])
	}
	require.Equal(t, start, place(0))
	looped := 0
	for i := range r.States {
		require.True(t, slices.ContainsFunc(w.edges, func(e edge) bool { return e.from == place(i) && e.to == place(i+1) }))
		if i >= r.Loop {
			looped |= 1 << place(i)
		}
	}
	for _, j := range w.justice {
		require.NotZero(t, looped>>j&1)
	}
	for _, c := range w.compassion {
		require.True(t, looped>>c[0]&1 == 0 || looped>>c[1]&1 == 1)
	}
}
