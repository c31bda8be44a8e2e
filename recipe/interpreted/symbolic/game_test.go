package symbolic_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// leads tells whether a coalition has actions in a state with which every move leads within one
// set, and some move into another, unless that is nil: by trying all joint actions.
func leads(
	in *interpreted.Interpreter, g *interpreted.Graph, s int, coalition symbolic.Coalition, within, set []bool,
) bool {
	type choice struct{ bad, good bool }
	choices := map[string]*choice{}
	for j := range in.Joints(g.States[s]) {
		var next []int
		for to := range in.Next(g.States[s], j) {
			next = append(next, g.Index(to))
		}
		if len(next) == 0 && !coalition.EmptyMoves {
			continue
		}
		key := ""
		for _, member := range coalition.Members {
			key += fmt.Sprint(j[member], " ")
		}
		c := choices[key]
		if c == nil {
			c = &choice{}
			choices[key] = c
		}
		for _, to := range next {
			c.bad = c.bad || !within[to]
			c.good = c.good || set != nil && set[to]
		}
	}
	for _, c := range choices {
		if !c.bad && (set == nil || c.good) {
			return true
		}
	}
	return len(choices) == 0 && within[s] && (set == nil || set[s])
}

// What coalitions can force in one step, and where they can lead, is what all joint actions say:
// with moves that have no successor and without, asked of one model one after the other.
func TestGamesAgainstJointActions(t *testing.T) {
	ctx := context.Background()
	count, stuck, differ := map[bool]int{}, 0, 0
	for seed := range 90 {
		random := rand.New(rand.NewSource(int64(seed)))
		p, list := ispl.Parse(
			"generated.ispl", ispl.PrintFile(ispltest.Generate(random, ispltest.Options{NoFairness: true})), ispl.Options{},
		)
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 40})
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		m, err := symbolic.Encode(ctx, p.System, extremes[seed%len(extremes)])
		require.NoError(t, err)
		sc := m.Manager().NewScope(ctx)
		k := sc.Calculator()
		one := make([]bdd.Node, len(g.States))
		for s := range one {
			one[s] = k.Take(m.StateSet(sc, g.States[s]))
		}
		diagram := func(has []bool) bdd.Node {
			out := bdd.False
			for s, n := range one {
				if has[s] {
					out = k.Or(out, n)
				}
			}
			return out
		}
		draw := func(least int) []bool {
			out := make([]bool, len(one))
			for s := range out {
				out[s] = random.Intn(4) >= least
			}
			return out
		}
		reach := diagram(draw(0))
		for range 3 {
			var members []int
			for a := range p.System.Agents {
				if random.Intn(2) == 0 {
					members = append(members, a)
				}
			}
			within, set := draw(1), draw(2)
			answers := map[bool][]bool{}
			for _, empty := range []bool{random.Intn(2) == 0, false, true} {
				coalition := symbolic.Coalition{Members: members, EmptyMoves: empty}
				lead, force := make([]bool, len(one)), make([]bool, len(one))
				for s := range one {
					lead[s] = leads(in, g, s, coalition, within, set)
					force[s] = leads(in, g, s, coalition, within, nil)
					count[lead[s]]++
				}
				got := k.Take(m.Lead(sc, coalition, diagram(within), diagram(set)))
				require.Equal(t, diagram(lead), k.And(got, reach), "seed %d, coalition %v", seed, coalition)
				got = k.Take(m.Force(sc, coalition, diagram(within)))
				require.Equal(t, diagram(force), k.And(got, reach), "seed %d, coalition %v", seed, coalition)
				answers[empty] = force
			}
			if !slices.Equal(answers[true], answers[false]) {
				differ++
			}
		}
		stuck += len(ispltest.Deadlocks(g))
		require.NoError(t, k.Err())
		sc.Close()
		m.Close()
	}
	require.Greater(t, min(count[true], count[false]), 500)
	require.Greater(t, stuck, 50)
	require.Greater(t, differ, 10)
}
