package quotient_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Estimates are near what the searches then do, and searches do the same in every run.
func TestEstimatesAreNear(t *testing.T) {
	ctx := context.Background()
	for name, set := range map[string]map[string]int{"allocation.rcp": {"N": 4, "M": 4}, "stable.rcp": {"N": 3}, "commit.rcp": {"N": 4}} {
		var efforts [2]quotient.Effort
		for run := range efforts {
			p := family(t, name, set)
			f := quotient.NewFinder(recipe.NewInterpreter(p.System), quotient.Options{})
			var questions []*ltol.Formula
			for _, s := range p.Specs {
				questions = append(questions, ltol.Not(s.Formula.Conjuncts()[0]))
			}
			estimates, orbits, err := f.Estimate(ctx, questions)
			require.NoError(t, err)
			for i, q := range questions {
				before := f.Effort()
				_, stats, err := f.Find(ctx, q)
				require.NoError(t, err)
				require.InEpsilon(t, stats.Orbits, orbits[i], 0.5, "%s: %s", name, p.Specs[i].Name)
				after := f.Effort()
				require.Zero(t, after.Successors-before.Successors)
				require.InDelta(t, after.Unfolded-before.Unfolded, estimates[i].Unfolded, 3*float64(stats.Orbits))
			}
			efforts[run] = f.Effort()
		}
		require.Equal(t, efforts[0], efforts[1])
		require.Positive(t, efforts[0].Arcs)
	}
	require.Zero(t, (*quotient.Finder)(nil).Effort())
}

// Of several agents that a step may spawn, one stands for those that are alike, and the numbers of
// states are those of the explicit graph. It does not stand for others where exchanges also move the
// agent that spawns: who has spawned agent w1 before may spawn that one again, or w2.
func TestOneSpawnStandsForOthers(t *testing.T) {
	for text, most := range map[string]int{
		`agent Opener
    receive-guard: false
    repeat: open: {true} *! (false)()[spawn Worker(any)]
agent Worker
    local: k : 0..2
    init: k = 0
    receive-guard: false
    repeat: work: {k < 2} *! (false)()[k := k + 1]
system = Opener(opener, true) || absent Worker(w[1..4], true)
`: 6, `agent Boss
    local: over : bool
    init: !over
    repeat: clear: {!over} *! (true)()[over := true]
agent Opener
    local: last : location, go : bool, done : bool
    init: last = boss & !go & !done
    repeat: (
        hire: {last = boss & !go} *! (false)()[spawn Worker(last)]
        + start: {!go} *? [go := true]
        + again: {go & !done & last != boss} *! (false)()[spawn Worker(any), done := true]
    )
agent Worker
    repeat: leave: {true} *? [stop]
system = Boss(boss, true) || Opener(o[1..2], true) || absent Worker(w[1..2], true)
`: 4} {
		p, list := rcheck.Parse("pool.rcp", []byte("enum channel { c }\n"+text), rcheck.Options{})
		require.NotNil(t, p, "%v", list.Err())
		in := recipe.NewInterpreter(p.System)
		g, err := recipe.Explore(t.Context(), in, 10_000)
		require.NoError(t, err)
		f := quotient.NewFinder(in, quotient.Options{})
		states, deadlocks, orbits, err := f.Count(t.Context())
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(g.Len()), states.String())
		require.Positive(t, deadlocks.Sign())
		require.Less(t, orbits, g.Len())
		require.LessOrEqual(t, f.Effort().Successors, most*orbits)
	}
}

// Conjuncts for each of several agents that are alike become the same when their agents are put in
// order, in text and as formulas of the system.
func TestFormulasInOrder(t *testing.T) {
	ctx := context.Background()
	p := allocation(t, 3)
	r, err := quotient.NewRenaming(ctx, p.System, nil)
	require.NoError(t, err)
	require.NotEmpty(t, r.Classes())
	for _, s := range p.Specs {
		texts := map[string]*ltol.Formula{}
		for _, part := range s.Formula.Conjuncts() {
			image, text, err := r.InOrder(ctx, part)
			require.NoError(t, err)
			if first := texts[text]; first != nil {
				require.True(t, first.Equal(image), "%s: %s, %s", s.Name, first, image)
			}
			texts[text] = image
		}
		require.Less(t, len(texts), 3, s.Name)
	}
}

// A formula whose automaton is too large is left to others, and says nothing about the formulas
// beside it.
func TestEstimatesOfWhatIsTooLarge(t *testing.T) {
	p := allocation(t, 3)
	f := quotient.NewFinder(recipe.NewInterpreter(p.System), quotient.Options{Translation: ltol.Options{MaxEdges: 8}, MaxOrbits: 1000})
	small, large := ltol.Not(p.Specs[0].Formula.Conjuncts()[0]), ltol.And(ltol.Not(p.Specs[0].Formula), p.Specs[1].Formula)
	_, _, err := f.Find(t.Context(), large)
	require.ErrorIs(t, err, ltol.ErrTooLarge)
	efforts, orbits, err := f.Estimate(t.Context(), []*ltol.Formula{large, small})
	require.NoError(t, err)
	require.Len(t, efforts, 2)
	require.Equal(t, 1001, orbits[0])
	require.Less(t, orbits[1], 1000)
}
