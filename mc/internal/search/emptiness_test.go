package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A walker is an agent whose place changes from one number to another by any of some ways, and a
// system of it alone. The propositions say where it is, and by which of the ways it goes.
func walker(t *testing.T, places int, ways ...[2]int) (s *System, is, goes []*ltol.Formula) {
	b := recipe.NewBuilder()
	a := b.Agent("walker", "Walker")
	x := a.Local("x", recipe.IntType(0, places-1))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	for _, way := range ways {
		at := recipe.Eq(x, recipe.IntExpr(way[0]))
		step := a.Send(0, 0, b.Broadcast()).When(at).Set(x, recipe.IntExpr(way[1]))
		id := b.StepProposition("goes", recipe.Executed(step))
		goes = append(goes, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}))
	}
	for n := range places {
		id := b.StateProposition("is", recipe.Eq(x, recipe.IntExpr(n)))
		is = append(is, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
	}
	sys, err := b.System()
	require.NoError(t, err)
	s = encoded(t, sys)
	t.Cleanup(func() { closeSpace(s) })
	require.NoError(t, s.Explore(context.Background()))
	return s, is, goes
}

// find is what the search finds of a formula, with what certifies that it finds nothing.
func find(t *testing.T, s *System, f *ltol.Formula) Outcome {
	goals, err := s.Goals(context.Background(), f, ltol.Options{})
	require.NoError(t, err)
	require.Len(t, goals, 1)
	out, err := s.Find(context.Background(), goals[0], true, true)
	require.NoError(t, err)
	return out
}

// A component that runs can leave is not entered anywhere, even if all edges inside of it can be
// taken from elsewhere too: what is reached beyond it would be too much. Here p is in place 1,
// which no r follows; r is in place 3, before s forever, and follows no p.
func TestComponentsThatRunsLeave(t *testing.T) {
	ways := [][2]int{{0, 1}, {1, 2}, {2, 2}, {0, 3}, {3, 4}, {4, 4}}
	s, is, _ := walker(t, 5, ways...)
	p, rs := is[1], ltol.And(is[3], ltol.Next(ltol.Globally(is[4])))
	follows := func(f *ltol.Formula) *ltol.Formula {
		return ltol.Finally(ltol.And(p, ltol.Next(ltol.WeakUntil(p, f))))
	}
	stays := checkFor(t, s, follows(ltol.False()))
	require.Contains(t, stays.anywhere, true, "the component that nothing leaves")
	require.False(t, find(t, s, follows(ltol.False())).Found)
	leaves := checkFor(t, s, follows(rs))
	require.Contains(t, leaves.waits, true)
	require.NotContains(t, leaves.anywhere, true)
	require.False(t, find(t, s, follows(rs)).Found)
	out := find(t, s, ltol.Finally(ltol.And(is[0], ltol.Next(rs))))
	requireRun(t, s, out.Run)
}

// Where the edges of a component can be taken on several conditions, states are kept in which any
// of them holds: of the two ways of a walker each is taken on another one, and the only cycle has
// both.
func TestCyclesOfSeveralConditions(t *testing.T) {
	s, is, goes := walker(t, 2, [2]int{0, 1}, [2]int{1, 0})
	always := ltol.Or(ltol.And(is[0], goes[0]), ltol.And(is[1], goes[1]))
	e := checkFor(t, s, ltol.Finally(ltol.Globally(always)))
	require.Contains(t, e.anywhere, true)
	out := find(t, s, ltol.Finally(ltol.Globally(always)))
	require.True(t, out.Found)
	requireRun(t, s, out.Run)
}

// A state waits where each letter keeps it or ends the search: of `stay U (leave & X after)`, with
// all other places as leave, this is so if nothing is asked of what comes after, and no place is to
// be met again and again. Runs are found where an explicit search finds them. They are shortest, and
// their loops are found by explicit states or by diagrams.
func TestWaitingUntilARunIsAccepted(t *testing.T) {
	waited, found, none := 0, 0, 0
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 41))
		places := 2 + random.IntN(6)
		next := make([][]int, places)
		var ways [][2]int
		for range 1 + random.IntN(2*places) {
			way := [2]int{random.IntN(places), random.IntN(places)}
			ways, next[way[0]] = append(ways, way), append(next[way[0]], way[1])
		}
		for n := range next {
			if len(next[n]) == 0 {
				next[n] = []int{n}
			}
		}
		// reaches are the places that some steps lead to, one at least.
		reaches := func(from int) map[int]bool {
			all, list := map[int]bool{}, []int{from}
			for i := 0; i < len(list); i++ {
				for _, n := range next[list[i]] {
					if !all[n] {
						all[n], list = true, append(list, n)
					}
				}
			}
			return all
		}
		s, is, _ := walker(t, places, ways...)
		s.opts.Thresholds.NodesBeforeEnding = random.IntN(2) * 1000
		s.opts.Thresholds.MaxExplicitStates = random.IntN(2) * 1000
		asked, again, stay, after := random.IntN(2) == 0, -1, ltol.False(), ltol.True()
		if random.IntN(3) == 0 {
			again = random.IntN(places)
			s.Assume(NewFairness([]*ltol.Formula{is[again]}, nil))
		}
		stays, ends := make([]bool, places), make([]bool, places)
		for n := range places {
			if stays[n] = random.IntN(2) > 0; stays[n] {
				stay = ltol.Or(stay, is[n])
			}
			ends[n] = again < 0 || (n == again || reaches(n)[again]) && reaches(again)[again]
			if asked && random.IntN(3) > 0 {
				ends[n], after = false, ltol.And(after, ltol.Not(is[n]))
			}
		}
		f := ltol.Until(stay, ltol.And(ltol.Not(stay), ltol.Next(after)))
		want, at := -1, map[int]bool{0: true}
		for steps := 0; steps <= places && want < 0; steps++ {
			then := map[int]bool{}
			for n := range at {
				for _, m := range next[n] {
					if stays[n] {
						then[m] = true
					} else if ends[m] {
						want = steps
					}
				}
			}
			at = then
		}
		if e := checkFor(t, s, f); slices.Contains(e.waits, true) {
			waited++
		}
		out := find(t, s, f)
		require.Equal(t, want >= 0, out.Found, "seed %d", seed)
		if !out.Found {
			none++
			continue
		}
		found++
		requireRun(t, s, out.Run)
		left := func(at space.State) bool { return !stays[at.(recipe.State).Locals[0]] }
		if first := slices.IndexFunc(out.Run.States, left); again < 0 {
			require.Equal(t, want, first, "seed %d", seed)
		}
	}
	require.Less(t, 50, min(waited, found, none))
}

// Where any step is accepted, what is beyond the first one is not reached while the automaton waits.
// A loop is looked for there, by diagrams: two agents go to their last place by way of the second, or
// at once, and stay there.
func TestLoopsBeyondTheFirstAcceptedStep(t *testing.T) {
	b := recipe.NewBuilder()
	for _, name := range []string{"left", "right"} {
		a := b.Agent(name, "Walker")
		a.Send(0, 2, b.Broadcast())
		a.Send(1, 2, b.Broadcast())
		a.Send(0, 1, b.Broadcast())
		a.Receive(2, 2, b.Broadcast())
	}
	never := b.StepProposition("never", recipe.Eq(b.MessageChannel(), b.Channel("other")))
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	t.Cleanup(func() { closeSpace(s) })
	limits := &s.opts.Thresholds
	limits.MaxExplicitStates, limits.MaxLocalStates, limits.RoundsBeforeProbe = 0, 2, 1
	require.NoError(t, s.Explore(t.Context()))
	f := ltol.Finally(ltol.Not(ltol.Prop(ltol.Atom{ID: never, Kind: ltol.Step})))
	require.Contains(t, checkFor(t, s, f).waits, true)
	requireRun(t, s, find(t, s, f).Run)
}
