package ltol_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// misused makes what calls can be made with: a formula with its automata, lassos and prefixes, and
// lassos that are none.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		ctx := context.Background()
		ended, cancel := context.WithCancel(ctx)
		cancel()
		f := ltol.Until(ltol.Prop(ltol.Atom{ID: 1}), ltol.Prop(ltol.Atom{Kind: ltol.PastStep}))
		a, err := ltol.Translate(ctx, f, ltol.Options{})
		require.NoError(t, err)
		b, err := ltol.Alternate(ctx, f, ltol.Options{})
		require.NoError(t, err)
		holds := func(int, int) bool { return true }
		return []any{
			ctx, f, a, b, ltol.Lasso{Length: 1, State: holds, Step: holds}, ltol.Prefix{Length: 1, State: holds, Step: holds},
			a.States[0][0].Guard, a.Word(), ltol.StateProp(0), func(a ltol.Atom) ltol.Atom { return a }, func(ltol.Atom) bool { return true },
			ended, ltol.Lasso{Length: 1}, ltol.Lasso{Length: math.MaxInt, State: holds, Step: holds}, ltol.Lasso{Length: 1, Loop: -1},
			ltol.Prefix{Length: -1}, ltol.Prefix{Length: math.MaxInt}, ltol.Options{MaxStates: -1}, ltol.Options{MaxEdges: math.MaxInt},
		}
	}
}

// TestMisuseIsRefused calls what the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), ltol.Prefix{}, ltol.Guard{}, ltol.Options{}, ltol.Atom{}, ltol.AtomKind(0), ltol.Strength(0))
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"Translate": ltol.Translate, "Alternatives": ltol.Alternatives, "Alternate": ltol.Alternate, "Tabulate": ltol.Tabulate, "Satisfiable": ltol.Satisfiable,
		"Eval": ltol.Eval, "Explain": ltol.Explain, "True": ltol.True, "False": ltol.False, "Prop": ltol.Prop, "Not": ltol.Not, "And": ltol.And,
		"Or": ltol.Or, "Implies": ltol.Implies, "Iff": ltol.Iff, "Next": ltol.Next, "Finally": ltol.Finally, "Globally": ltol.Globally,
		"Until": ltol.Until, "WeakUntil": ltol.WeakUntil, "Release": ltol.Release, "StrongRelease": ltol.StrongRelease,
		"Possible": ltol.Possible, "Necessary": ltol.Necessary, "TrueState": ltol.TrueState, "StateProp": ltol.StateProp,
		"NotState": ltol.NotState, "AndState": ltol.AndState, "OrState": ltol.OrState, "ImpliesState": ltol.ImpliesState,
		"IffState": ltol.IffState, "AllPaths": ltol.AllPaths, "ExistsPath": ltol.ExistsPath, "Can": ltol.Can, "Knows": ltol.Knows,
		"OverPaths": ltol.OverPaths, "OfAgents": ltol.OfAgents,
		"EveryoneKnows": ltol.EveryoneKnows, "DistributedKnows": ltol.DistributedKnows, "CommonKnows": ltol.CommonKnows,
		"Obliged": ltol.Obliged, "Components": ltol.Components, "Fold": ltol.Fold[int], "Apply": ltol.Apply, "Holds": ltol.Holds,
		"TruthOf": ltol.TruthOf, "AmongLasting": ltol.AmongLasting, "AboutState": ltol.AboutState,
		// of the methods those that answer questions
		"Automaton.Word":   (*ltol.Automaton).Word,
		"Formula.MapAtoms": (*ltol.Formula).MapAtoms,
	})
}

// TestMisuseIsNamed: what is wrong stands in the error, and errors.Is finds ErrMisuse.
func TestMisuseIsNamed(t *testing.T) {
	ctx, f := context.Background(), ltol.Prop(ltol.Atom{})
	only := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		"ltol: misuse: there is no context":                                                 only(ltol.Translate(nil, f, ltol.Options{})),
		"ltol: misuse: there is no formula":                                                 only(ltol.Satisfiable(ctx, nil, ltol.Options{})),
		"ltol: misuse: MaxEdges is -1: a limit is positive, or 0 for its default":           only(ltol.Alternate(ctx, f, ltol.Options{MaxEdges: -1})),
		"ltol: misuse: there is no function for the values of atom " + ltol.Atom{}.String(): only(ltol.Eval(f, ltol.Lasso{Length: 1})),
		"ltol: misuse: there is no automaton":                                               only((*ltol.Automaton)(nil).Accepts(ltol.Lasso{Length: 1})),
	} {
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, ltol.ErrMisuse)
	}
	require.PanicsWithError(t, "ltol: misuse: a formula lacks an operand", func() { ltol.And(nil) })
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, only(ltol.Translate(ended, ltol.Until(f, ltol.Next(f)), ltol.Options{})), context.Canceled)
}
