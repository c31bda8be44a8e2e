package counters

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A lasso is a run of a system that comes back to a state: the states are those of a graph, and the
// last one is that of place loop. If the last step is a stutter, the run stays in its last state.
type lasso struct {
	graph    *recipe.Graph
	states   []int
	loop     int
	stutters bool
}

// walk goes on at random until it comes back to a state. It fails if it leaves the graph.
func walk(g *recipe.Graph, random *rand.Rand) (l lasso, ok bool) {
	l = lasso{graph: g, states: []int{random.IntN(g.Len())}}
	for {
		at := l.states[len(l.states)-1]
		var to []int
		for _, e := range g.Edges(at) {
			if e.Step.Kind == recipe.Stutter {
				l.stutters = true
			}
			to = append(to, e.To)
		}
		next := to[random.IntN(len(to))]
		if next < 0 {
			return l, false
		}
		l.loop = slices.Index(l.states, next)
		l.states = append(l.states, next)
		if l.loop >= 0 {
			return l, true
		}
	}
}

// sets are, by place of a lasso from its loop on, the states of the counters that stand for it. The
// counters know what the last step did and whether there is another one; guesses may be anything.
func (y *census) sets(t *testing.T, c *bdd.Calculator, l lasso) []bdd.Node {
	var out []bdd.Node
	for i := l.loop; i < len(l.states)-1; i++ {
		s := l.graph.State(l.states[i])
		before := i - 1
		if i == l.loop && !l.stutters {
			before = len(l.states) - 2
		}
		last := y.gone(t, c, s, s) // nothing
		if before >= 0 {
			last = y.gone(t, c, l.graph.State(l.states[before]), s)
		}
		out = append(out, c.AndAll(y.set(t, c, s), last, equals(c, *y.x.stuck, l.stutters)))
	}
	return out
}

// follow makes a run of the counters go round a lasso once, from some states of the first place.
func (y *census) follow(c *bdd.Calculator, moves []space.Move, sets []bdd.Node, from bdd.Node) bdd.Node {
	for i := range sets {
		next := bdd.False
		for _, m := range moves {
			next = c.Or(next, m.Image(c, from))
		}
		from = c.And(next, sets[(i+1)%len(sets)])
	}
	return from
}

// isFair compares a lasso with the counters: a run of them goes round with it, and whatever
// condition of fairness is enabled again and again is satisfied again and again.
func (y *census) isFair(t *testing.T, l lasso, text string) (conditions int) {
	c := y.x.Diagrams.Calculator(context.Background())
	defer c.Close()
	sets := y.sets(t, c, l)
	where := y.f.System.StateString(l.graph.State(l.states[l.loop])) + "\n" + text
	if l.stutters {
		require.NotEqual(t, bdd.False, c.And(sets[0], y.x.Still), where)
	} else {
		around := y.follow(c, y.x.Moves(), sets, sets[0])
		require.NotEqual(t, bdd.False, around, where)
		codes, ok := y.x.Pick(around)
		require.True(t, ok)
		one := c.Take(y.x.StateSet(c.Scope(), codes))
		require.NotEqual(t, bdd.False, c.And(one, y.follow(c, y.x.Moves(), sets, one)), where)
	}
	again := c.OrAll(sets...)
	for _, r := range y.x.Finite(c) {
		if c.And(again, r[0]) == bdd.False {
			continue
		}
		require.NotEqual(t, bdd.False, c.And(again, r[1]), "agents leave a state again and again, and none enters it: %s", where)
		conditions++
	}
	return conditions
}

// smallest is the smallest system of a family whose classes have so many agents, nil if it is
// large.
func smallest(t *testing.T, m model, large *recipe.System, agents int) *family.Family {
	for n := agents; n < agents+3; n++ {
		f, _, err := family.Of(context.Background(), read(t, m.text, n, m.constants...), large)
		if err == nil && !slices.ContainsFunc(f.Classes, func(c []int) bool { return len(c) < agents }) {
			return f
		}
	}
	return nil
}

// Each run of a real system that goes on for ever is a run of the counters which satisfies their
// conditions of fairness.
func TestCountersOfRealRuns(t *testing.T) {
	ctx, random := context.Background(), rand.New(rand.NewPCG(1, 2))
	runs, conditions, ended := 0, 0, 0
	for i, m := range models(t, 6) {
		large := read(t, m.text, 13, m.constants...)
		_, f, err := family.Of(ctx, read(t, m.text, 11, m.constants...), large)
		require.NoError(t, err)
		tracked := i % 2
		x := counting(t, f, tracked, true)
		small := smallest(t, m, large, tracked+2)
		if x == nil || small == nil {
			continue
		}
		g, err := recipe.Explore(ctx, recipe.NewInterpreter(small.System), 400)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		y := newCensus(t, x, small)
		for range recipetest.Number(t, "COUNTERS_RUNS", 15) {
			l, ok := walk(g, random)
			if !ok {
				continue
			}
			runs++
			conditions += y.isFair(t, l, m.text)
			if l.stutters {
				ended++
			}
		}
	}
	t.Log(runs, conditions, ended)
	require.Greater(t, min(runs, conditions), 50)
	require.Positive(t, ended)
}
