package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// allPaths is A f, with the propositions of states in f as its parts.
func allPaths(f *ltol.Formula) *ltol.StateFormula {
	var parts []*ltol.StateFormula
	path := f.MapAtoms(func(x ltol.Atom) ltol.Atom {
		if x.Kind == ltol.State {
			parts = append(parts, ltol.StateProp(x.ID))
			x.ID = len(parts) - 1
		}
		return x
	})
	return ltol.AllPaths(path, parts...)
}

// A property f and the property A f have the same verdict, with and without fairness; A f comes
// with an initial state that violates it and a run that shows why.
func TestPathPropertiesAreStateProperties(t *testing.T) {
	ctx := context.Background()
	verdicts := map[mc.Verdict]int{}
	for seed := range recipetest.Number(t, "MC_STATE_SYSTEMS", 40) {
		source := recipetest.Seeded(uint64(9000 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 2})
		formulas := mctest.NewFormulas(source, sys)
		spec := mc.Specification{}
		if seed%2 == 1 {
			spec.Justice = []*ltol.Formula{ltol.Not(ltol.Prop(ltol.Atom{ID: formulas.States[0], Kind: ltol.State}))}
		}
		for range 6 {
			f := formulas.Formula(2)
			spec.Properties = append(spec.Properties, mc.Property{Formula: f}, mc.Property{State: allPaths(f)})
		}
		var opts []mc.Option
		if seed%3 == 0 {
			opts = append(opts, mc.WithJobs(2))
		}
		r, err := mc.Check(ctx, sys, spec, opts...)
		require.NoError(t, err)
		for i := 0; i < len(r.Results); i += 2 {
			path, state := r.Results[i], r.Results[i+1]
			require.Equal(t, path.Verdict, state.Verdict, "seed %d: %s: %v", seed, path.Property.Formula, state.Err)
			require.True(t, state.States != nil || state.Verdict == mc.Violated, "seed %d", seed)
			verdicts[state.Verdict]++
			if state.Verdict == mc.Violated {
				require.True(t, recipe.NewInterpreter(sys).IsInitial(state.Witness.State.(recipe.State)))
				require.NotEmpty(t, state.Witness.Run.States)
			}
		}
	}
	t.Log(verdicts)
	require.Greater(t, min(verdicts[mc.Holds], verdicts[mc.Violated]), 20)
}

// What agents know is by what `observe:` lists, and what they ought to by what `red:` says.
func TestViewsAndNorms(t *testing.T) {
	p, list := rcheck.Parse("coin.rcp", []byte(`message-structure: M : bool
agent Coin
  local: hidden : bool, shown : bool
  observe: shown
  red: hidden
  init: !hidden & !shown
  repeat: ( flip: {true} *! (false)()[hidden := !hidden] + show: {true} *! (false)()[shown := hidden] )
system = Coin(coin, true) || Coin(other, true)
SPEC K(coin, !coin-hidden);
SPEC K(coin, !coin-shown);
SPEC AG (coin-shown -> K(coin, coin-shown));
SPEC O(coin, !coin-hidden);
SPEC O(coin, !other-hidden);
SPEC KO(coin, other, !other-hidden);
`), rcheck.Options{})
	require.NotNil(t, p, "%v", list.Err())
	r, err := mc.Check(context.Background(), p.System, rcp.Specification(p))
	require.NoError(t, err)
	var got []mc.Verdict
	for _, result := range r.Results {
		got = append(got, result.Verdict)
	}
	require.Equal(t, []mc.Verdict{mc.Violated, mc.Holds, mc.Holds, mc.Holds, mc.Violated, mc.Holds}, got)
}

// What a property about states cannot speak of is misuse, a goal that no strategy is looked for
// leaves it open, and so do limits.
func TestStatePropertiesThatHaveNoAnswer(t *testing.T) {
	ctx := context.Background()
	sys := recipetest.System(recipetest.Seeded(3), recipetest.Shape{Propositions: 2, Agents: 2})
	formulas := mctest.NewFormulas(recipetest.Seeded(3), sys)
	p := ltol.StateProp(formulas.States[0])
	read := ltol.Prop(ltol.Atom{Kind: ltol.State})
	for text, f := range map[string]*ltol.StateFormula{
		"proposition":        ltol.StateProp(1000),
		"agent 2 of 2":       ltol.Knows(2, p),
		"agent 3 of 2":       ltol.Can([]int{3}, ltol.Finally(read), p),
		"past step atom":     ltol.AllPaths(ltol.Prop(ltol.Atom{ID: formulas.States[0], Kind: ltol.PastStep})),
		"State atom, which ": ltol.StateProp(formulas.Steps[0]),
	} {
		_, err := mc.NewChecker(ctx, sys, mc.Specification{Properties: []mc.Property{{State: f}}})
		require.ErrorIs(t, err, mc.ErrMisuse, text)
	}
	c, err := mc.NewChecker(ctx, sys, mc.Specification{})
	require.NoError(t, err)
	defer c.Close()
	require.ErrorIs(t, c.CheckProperty(ctx, mc.Property{State: ltol.Knows(5, p)}).Err, mc.ErrMisuse)
	r := c.CheckProperty(ctx, mc.Property{State: ltol.Can([]int{0}, ltol.Globally(ltol.Finally(read)), p)})
	require.Equal(t, mc.Unknown, r.Verdict)
	require.Contains(t, r.Reason, "the checker does not search for strategies for goals other than")
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	r = c.CheckProperty(ctx, mc.Property{State: ltol.Knows(0, p)})
	require.Equal(t, mc.Unknown, r.Verdict)
	require.True(t, mc.IsLimit(r.Err))
}
