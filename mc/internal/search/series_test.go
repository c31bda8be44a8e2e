package search

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// likes draws formulas that differ from a first one in what their state atoms say of one variable
// each: that it has one of some values, neither of none nor of all.
func likes(t *testing.T, source recipetest.Source, s *System, f *ltol.Formula) []*ltol.Formula {
	c := s.space.Manager().Calculator(context.Background())
	defer c.Close()
	vars, out := s.space.Variables(), []*ltol.Formula(nil)
	vars = slices.DeleteFunc(slices.Clone(vars), func(v bdd.VarID) bool { return s.space.Manager().Layout().Size(v) < 2 })
	if len(vars) == 0 {
		return nil
	}
	variable := map[int]bdd.VarID{}
	for range 1 + source.Intn(7) {
		now := map[int]ltol.Atom{}
		out = append(out, f.MapAtoms(func(a ltol.Atom) ltol.Atom {
			if a.Kind != ltol.State {
				return a
			}
			v, known := variable[a.ID]
			if !known {
				v = vars[source.Intn(len(vars))]
				variable[a.ID] = v
			}
			if _, known := now[a.ID]; !known {
				size := s.space.Manager().Layout().Size(v)
				without, set := source.Intn(size), bdd.False
				for code := range size {
					if code != without && (code == (without+1)%size || source.Intn(2) == 0) {
						set = c.Or(set, c.Eq(v, bdd.Current, code))
					}
				}
				now[a.ID] = s.Derive(set)
			}
			return now[a.ID]
		}))
	}
	require.NoError(t, c.Err())
	return out
}

// One search for formulas of one form finds what searches for each of them find, on generated
// systems and formulas, under fairness, with automata and with bits. The number that it finds is
// that of a formula which some run satisfies. Nothing is kept of it.
func TestSeriesAgreeWithTheirMembers(t *testing.T) {
	ctx := context.Background()
	count, joined, later, strong := map[bool]int{}, 0, 0, 0
	for seed := range recipetest.Number(t, "MC_SERIES", 24) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		var justice []*ltol.Formula
		if seed%3 == 0 {
			justice = append(justice, draw.Condition())
		}
		model, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		s := bothWays(sys, NewFairness(justice, nil), model, -1)[min(1, seed%4)]
		s.opts.Thresholds.MinAlike = 1 + seed%2
		s.opts.Thresholds.ManyNodes = -1 // probes would begin at once
		require.NoError(t, s.Explore(ctx))
		for range 4 {
			var list []*ltol.Formula
			for range 2 { // of two forms, in turn
				list = append(list, likes(t, source, s, draw.Property())...)
			}
			for i := range list {
				j := source.Intn(i + 1)
				list[i], list[j] = list[j], list[i]
			}
			groups, err := Alike(ctx, s, list)
			require.NoError(t, err)
			met := map[int]bool{}
			for n, members := range groups {
				require.True(t, n == 0 || groups[n-1][0] < members[0])
				var formulas []*ltol.Formula
				for _, i := range members {
					require.False(t, met[i])
					met[i] = true
					formulas = append(formulas, list[i])
				}
				if len(members) == 1 && seed%2 == 1 {
					continue
				}
				found, number, strongly := findInSeries(t, s, formulas)
				before := s.space.Manager().Stats().Kept // the space keeps what it was asked for
				findInSeries(t, s, formulas)
				require.Equal(t, before, s.space.Manager().Stats().Kept)
				if strongly {
					strong++
				}
				some := false
				for i, f := range formulas {
					occurs := occursAnyhow(t, s, f)
					some = some || occurs
					require.True(t, !found || i != number || occurs, "seed %d: no run satisfies %s", seed, f)
				}
				require.Equal(t, some, found, "seed %d: %s", seed, formulas)
				if count[found]++; found && number > 0 {
					later++
				}
				if len(members) > 1 {
					joined++
				}
			}
			require.Len(t, met, len(list))
		}
		model.Close()
	}
	t.Logf("%v series, %d of several formulas, %d with a later one found, %d strong automata", count, joined, later, strong)
	require.Greater(t, min(count[true], count[false], joined, 20*later, strong), 40)
}

// findInSeries joins formulas to a series and looks for all of them; strong tells that some
// automaton was.
func findInSeries(t *testing.T, s *System, list []*ltol.Formula) (found bool, number int, strong bool) {
	ctx := context.Background()
	series, err := Join(ctx, s, list)
	require.NoError(t, err)
	defer series.Release()
	goals, err := s.Goals(ctx, series.Form(), ltol.Options{})
	require.NoError(t, err)
	for _, goal := range goals {
		strong = strong || goal.Automaton != nil && goal.Automaton.Strength() == ltol.Strong
		number, out, err := series.Find(ctx, goal, true)
		require.NoError(t, err)
		if out.Found {
			return true, number, strong
		}
	}
	return false, 0, strong
}

// occursAnyhow reports whether some run satisfies a formula.
func occursAnyhow(t *testing.T, s *System, f *ltol.Formula) bool {
	goals, err := s.Goals(context.Background(), f, ltol.Options{})
	require.NoError(t, err)
	for _, goal := range goals {
		out, err := s.Find(context.Background(), goal, false, false)
		require.NoError(t, err)
		if out.Found {
			return true
		}
	}
	return false
}

// Formulas are alike if they have one form and their atoms read the same variables. Too few of them
// are alone, and so are all before the reachable states are known.
func TestAlike(t *testing.T) {
	ctx := context.Background()
	s, is, goes := walker(t, 6, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 5})
	var list []*ltol.Formula
	for i := range 5 {
		list = append(list, ltol.Globally(ltol.Implies(is[i], ltol.Next(is[i+1]))), ltol.Globally(ltol.Implies(is[i], ltol.Next(is[i]))))
	}
	list = append(list, ltol.Globally(goes[0]), ltol.Globally(goes[1]), ltol.Finally(is[0]))
	for least, want := range map[int][][]int{
		2: {{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}, {10}, {11}, {12}},
		5: {{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}, {10}, {11}, {12}},
		6: singles(places(len(list))),
	} {
		s.opts.Thresholds.MinAlike = least
		groups, err := Alike(ctx, s, list)
		require.NoError(t, err)
		require.Equal(t, want, groups)
	}
	s.opts.Thresholds.MinAlike = 2
	groups, err := Alike(ctx, NewSystem(s.space, s.fair, s.opts), list)
	require.NoError(t, err)
	require.Len(t, groups, len(list))
}

// Numbers that no formula has mean the last formula: else a form could hold of none of them.
func TestNumbersBeyondTheLast(t *testing.T) {
	s, is, _ := walker(t, 4, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0})
	var list []*ltol.Formula
	for i := range 3 {
		list = append(list, ltol.Globally(ltol.Not(is[i])))
	}
	found, _, _ := findInSeries(t, s, list)
	require.False(t, found)
	list = append(list, list[0], ltol.Globally(ltol.Not(is[3])))
	found, number, _ := findInSeries(t, s, list)
	require.True(t, found)
	require.Equal(t, 4, number)
}
