package localize

import (
	"context"
	"math/rand/v2"
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
	sets := &ltol.Algebra[bool]{
		Not: func(b bool) bool { return !b },
		And: func(all ...bool) bool {
			for _, b := range all {
				if !b {
					return false
				}
			}
			return true
		},
		Or: func(all ...bool) bool {
			for _, b := range all {
				if b {
					return true
				}
			}
			return false
		},
	}
	for _, part := range f.Conjuncts() {
		for i := range g.Len() {
			good := sets.Value(part.Args()[0], func(a *ltol.Formula) bool {
				is, err := in.StateHolds(a.Atom().ID, g.State(i))
				require.NoError(t, err)
				return is
			})
			if !good {
				return false
			}
		}
	}
	return true
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
