package simulate_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// misused makes what calls can be made with: a session of a small system, its parts, and a context
// that has ended.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		sys := recipetest.Blinking()
		in := recipe.NewInterpreter(sys)
		condition, err := simulate.NewCondition(ltol.Prop(ltol.Atom{Kind: ltol.State}))
		require.NoError(t, err)
		initial := simulate.NewInitial(in, condition)
		states, _, err := initial.First(context.Background(), 1)
		require.NoError(t, err)
		session, err := simulate.NewSession(in, states[0], 1)
		require.NoError(t, err)
		foreign, err := simulate.NewCondition(ltol.Prop(ltol.Atom{Kind: ltol.State, ID: 9}))
		require.NoError(t, err)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		return []any{
			context.Background(), in, sys, states[0], condition, initial, session, session.Trace(), session.Choices()[0],
			func(recipe.State) bool { return true }, ended, foreign,
		}
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), new(simulate.Session), new(simulate.Initial), new(simulate.Condition))
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"NewCondition": simulate.NewCondition, "NewInitial": simulate.NewInitial, "NewSession": simulate.NewSession, "Resume": simulate.Resume,
		"CoverRuns": simulate.CoverRuns, "RandomRuns": simulate.RandomRuns, "JointRuns": simulate.JointRuns, "JointCommands": simulate.JointCommands, "NewJointWalk": simulate.NewJointWalk,
	})
}

// TestMisuseIsNamed: what is wrong stands in the error, and errors.Is finds it.
func TestMisuseIsNamed(t *testing.T) {
	ctx := context.Background()
	var session *simulate.Session
	var good *simulate.Initial
	for _, v := range misused(t)() {
		switch v := v.(type) {
		case *simulate.Session:
			session = v
		case *simulate.Initial:
			good = v
		}
	}
	_, _, negative := good.First(context.Background(), -1)
	_, _, none := good.Random(context.Background(), 1, 0, 1)
	_, empty := session.Matching(nil)
	_, _, noContext := session.Random(nil, 1, nil)
	_, absent := simulate.NewSession(nil, recipe.State{}, 1)
	_, noTrace := simulate.Resume(ctx, nil, nil, 1, 1)
	for want, err := range map[string]error{
		"simulate: misuse: First: the number of states is -1":                                  negative,
		"simulate: misuse: Random: 0 valuations for each agent and 1 tries":                    none,
		"simulate: misuse: the condition is nil, or was not made by NewCondition":              empty,
		"simulate: misuse: there is no context":                                                noContext,
		"simulate: misuse: there is no interpreter":                                            absent,
		"simulate: misuse: there is no trace, or none with a state and a loop among its steps": noTrace,
		"simulate: misuse: the session is nil, or was not made by NewSession":                  new(simulate.Session).Take(simulate.Choice{}),
	} {
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, recipe.ErrMisuse)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err := session.Random(ended, 1, nil)
	require.ErrorIs(t, err, context.Canceled)
}
