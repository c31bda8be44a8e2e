package localize

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// invariantsOf are formulas that say of all states that one of two propositions about states holds,
// or does not. There is the one about deadlocks, too, if the system has it.
func invariantsOf(sys *recipe.System, random *rand.Rand) []*ltol.Formula {
	var atoms []*ltol.Formula
	for id, p := range sys.Propositions {
		if p.Kind == recipe.StateProposition {
			atoms = append(atoms, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		}
	}
	var out []*ltol.Formula
	for range 4 {
		var either []*ltol.Formula
		for range 1 + random.IntN(2) {
			f := atoms[random.IntN(len(atoms))]
			if random.IntN(2) == 0 {
				f = ltol.Not(f)
			}
			either = append(either, f)
		}
		out = append(out, ltol.Globally(ltol.Or(either...)))
	}
	return append(out, ltol.And(out[0], out[1]))
}

// holds decides an invariant state by state.
func holds(t *testing.T, g *recipe.Graph, in *recipe.Interpreter, f *ltol.Formula) bool {
	for _, part := range f.Conjuncts() {
		if slices.Contains(where(t, g, in, part.Args()[0]), false) {
			return false
		}
	}
	return true
}

// where tells of each state whether a formula of propositions is true there.
func where(t *testing.T, g *recipe.Graph, in *recipe.Interpreter, f *ltol.Formula) []bool {
	sets := &ltol.Algebra[bool]{
		Not: func(b bool) bool { return !b },
		And: func(all ...bool) bool { return !slices.Contains(all, false) },
		Or:  func(all ...bool) bool { return slices.Contains(all, true) },
	}
	out := make([]bool, g.Len())
	for i := range out {
		out[i] = sets.Value(f, func(a *ltol.Formula) bool {
			is, err := in.StateHolds(a.Atom().ID, g.State(i))
			require.NoError(t, err)
			return is
		})
	}
	return out
}

// The engine proves the invariants of generated systems that hold in all states that the
// interpreter reaches, and no others, in budgets of any size.
func TestInvariantsAgainstExplicitStates(t *testing.T) {
	count := map[bool]int{}
	for seed := range uint64(120) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 4, Alike: seed%3 == 0})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 2000)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		board := &engine.Board{System: sys}
		random := rand.New(rand.NewPCG(seed, 1))
		for _, f := range invariantsOf(sys, random) {
			if f.Op() != ltol.OpTrue && f.Op() != ltol.OpFalse {
				board.Add(&engine.Target{Index: len(board.Targets), Formula: f})
			}
		}
		kind := []string{"native", "rudd"}[seed%8/7]
		l := New(board, 1000, random.IntN(6)-1, func(ctx context.Context, poll func(*bdd.Manager) error) (Encoding, error) {
			m, err := symbolic.Encode(ctx, sys, symbolic.Options{Poll: poll, BDD: bdd.Options{Engine: kind}})
			if err != nil {
				return nil, err
			}
			return space.OfRecipe(m, in), nil
		}, func(_ context.Context, f *ltol.Formula) ([]*ltol.Formula, error) { return engine.Parts(f, sys), nil })
		for !l.Over() {
			_, err := l.Advance(context.Background(), 1+random.IntN(20_000))
			require.NoError(t, err, "seed %d", seed)
		}
		for _, target := range board.Targets {
			want := holds(t, g, in, target.Formula)
			require.Equal(t, want, target.Proved, "seed %d, property %d", seed, target.Index)
			count[want]++
		}
		l.Close()
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 100)
}

// The engine proves no property by a part of it alone. Beside an invariant, the properties say that
// something is true at last on all runs, or can become true again and again; or they are about steps.
func TestInvariantsAreNotAll(t *testing.T) {
	proved, violated := 0, 0
	for seed := range uint64(120) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 4})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(t.Context(), in, 2000)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		random := rand.New(rand.NewPCG(seed, 2))
		board, want := &engine.Board{System: sys}, []bool{}
		add := func(f *ltol.Formula, about *ltol.StateFormula, holds bool) {
			if len(f.Atoms()) > 0 {
				board.Add(&engine.Target{Index: len(want), Formula: f, State: about})
				want = append(want, holds)
			}
		}
		// avoid are the states from which some run avoids a set for ever, reach those from which one
		// comes to it.
		edges := make([][]recipe.Edge, g.Len())
		for i := range edges {
			edges[i] = g.Edges(i)
		}
		fixpoint := func(out []bool, has func(i int, some bool) bool) []bool {
			for changed := true; changed; {
				changed = false
				for i := range out {
					some := slices.ContainsFunc(edges[i], func(e recipe.Edge) bool { return out[e.To] })
					now := has(i, some)
					changed, out[i] = changed || now != out[i], now
				}
			}
			return out
		}
		p := ltol.Prop(ltol.Atom{Kind: ltol.State})
		letters := invariantsOf(sys, random)[:4]
		for i, always := range letters {
			last := letters[(i+1)%4].Args()[0]
			if i%2 == 0 {
				last = ltol.Not(last)
			}
			good, here := !slices.Contains(where(t, g, in, always.Args()[0]), false), where(t, g, in, last)
			avoid := fixpoint(slices.Repeat([]bool{true}, g.Len()), func(i int, some bool) bool { return !here[i] && some })
			add(ltol.And(always, ltol.Finally(last)), nil, good && !slices.Contains(avoid[:g.Initial()], true))
			reach := fixpoint(make([]bool, g.Len()), func(i int, some bool) bool { return here[i] || some })
			about := ltol.AllPaths(ltol.Globally(p), ltol.AndState(state(always.Args()[0]),
				ltol.ExistsPath(ltol.Finally(p), state(last))))
			add(about.OnPaths(), about, good && !slices.Contains(reach, false))
		}
		for id, x := range sys.Propositions {
			if x.Kind != recipe.StepProposition {
				continue
			}
			always := letters[random.IntN(4)].Args()[0]
			here, good := where(t, g, in, always), true
			for i := range g.Len() {
				for _, e := range edges[i] {
					is, err := in.StepHolds(id, g.State(i), e.Step)
					require.NoError(t, err)
					good = good && (here[i] || is)
				}
			}
			add(ltol.Globally(ltol.Or(always, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}))), nil, good)
		}
		decide(t, board, 1+random.IntN(20_000))
		for _, target := range board.Targets {
			if target.Proved {
				require.True(t, want[target.Index], "seed %d: %s, %v", seed, target.Formula, target.State)
				proved++
			} else if !want[target.Index] {
				violated++
			}
		}
	}
	t.Log(proved, violated)
	require.Positive(t, proved)
	require.Greater(t, violated, 100)
}

// state is a formula about states of one of propositions about states.
func state(f *ltol.Formula) *ltol.StateFormula {
	switch f.Op() {
	case ltol.OpNot:
		return ltol.NotState(state(f.Args()[0]))
	case ltol.OpOr:
		return ltol.OrState(state(f.Args()[0]), state(f.Args()[1]))
	case ltol.OpTrue:
		return ltol.TrueState()
	}
	return ltol.StateProp(f.Atom().ID)
}

// Of the reachable states, the test of invariants misses none: not an initial one, not one that a
// step leads to. It sees a bad one.
func TestConfirm(t *testing.T) {
	ctx := context.Background()
	left := 0
	for seed := range uint64(40) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		m, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		sp := space.OfRecipe(m, recipe.NewInterpreter(sys))
		c := sp.Manager().Calculator(ctx)
		q := &question{sp, bdd.False}
		reached, legs := q.search(c, everything(sp), 2)
		require.Nil(t, legs)
		require.NoError(t, q.confirm(c, reached))
		for range 3 {
			at, ok := sp.Sample(reached, func() bool { return seed%2 == 0 })
			require.True(t, ok)
			one := c.Take(sp.StateSet(c.Scope(), at))
			require.ErrorIs(t, q.confirm(c, c.Diff(reached, one)), errNone)
			require.ErrorIs(t, (&question{sp, one}).confirm(c, reached), errNone)
			require.ErrorIs(t, (&question{sp, bdd.False}).confirm(c, bdd.False), errNone)
			left++
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	require.Equal(t, 120, left)
}

// A refinement makes legs impossible that were possible before, and each value that it tells apart
// is needed for that.
func TestRefinements(t *testing.T) {
	ctx := context.Background()
	refined, apart := 0, 0
	for seed := range uint64(300) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3})
		m, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		sp := space.OfRecipe(m, recipe.NewInterpreter(sys))
		c := sp.Manager().Calculator(ctx)
		bad := c.Take(sp.StateProposition(c.Scope(), 0))
		if seed%2 == 0 {
			bad = c.Diff(m.Valid, bad)
		}
		q := &question{sp, bad}
		for merging := nothing(sp); ; refined++ {
			_, legs := q.search(c, merging, 2)
			if legs == nil {
				break
			}
			require.True(t, q.possible(c, legs, merging), "seed %d", seed)
			finer, ok := q.refined(c, legs, merging)
			if !ok {
				break // the system has a run along the legs
			}
			require.False(t, q.possible(c, legs, finer), "seed %d", seed)
			for i := range finer {
				for code := range finer[i] {
					if finer[i][code] && !merging[i][code] {
						coarser := finer.clone()
						coarser[i][code] = false
						require.True(t, q.possible(c, legs, coarser), "seed %d", seed)
						apart++
					}
					require.False(t, merging[i][code] && !finer[i][code], "seed %d", seed)
				}
			}
			merging = finer
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	t.Logf("%d refinements, %d values", refined, apart)
	require.Greater(t, refined, 20)
}

func (m merging) clone() merging {
	out := slices.Clone(m)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}
