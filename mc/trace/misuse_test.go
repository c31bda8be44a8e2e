package trace_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// misused makes what calls can be made with: a lasso of a system of one agent that toggles a local,
// and traces that are none of it.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		sys := recipetest.Blinking()
		in := recipe.NewInterpreter(sys)
		s := recipe.State{Locals: []recipe.Value{0}, Control: []int{0}}
		successors, err := in.Successors(s)
		require.NoError(t, err)
		first := trace.Step{State: s, Message: successors[0].Step}
		second := trace.Step{State: successors[0].Next, Message: successors[0].Step}
		lasso := &trace.Trace{System: sys, Steps: []trace.Step{first, second}}
		foreign := trace.Step{State: recipe.State{Locals: []recipe.Value{9}}, Message: recipe.Step{Kind: recipe.PointToPointStep}}
		far := trace.Step{State: s, Message: recipe.Step{Kind: recipe.MulticastStep, Command: 9, Channel: 99}}
		return []any{
			context.Background(), io.Writer(new(strings.Builder)), trace.NewTextWriter(new(strings.Builder), sys, trace.TextOptions{}),
			sys, in, lasso, first, s, trace.TextOptions{}, foreign, far, foreign.State,
			&trace.Trace{System: sys, Steps: []trace.Step{foreign}}, &trace.Trace{System: sys, Steps: []trace.Step{far, far}},
			&trace.Trace{System: sys, Steps: lasso.Steps, Loop: 7}, &trace.Trace{Steps: lasso.Steps}, &trace.Trace{System: sys},
		}
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), new(trace.Trace), new(trace.TextWriter), new(trace.Reading))
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"Decode": trace.Decode, "Read": trace.Read, "CheckFormula": trace.CheckFormula, "BlockedText": trace.BlockedText, "StateText": trace.StateText, "StepText": trace.StepText,
		"MarshalStep": trace.MarshalStep, "NewTextWriter": trace.NewTextWriter, "NewLines": trace.NewLines,
		"Of":       trace.Of[recipe.State, recipe.Step],
		"ValuesOf": trace.ValuesOf, "ActsOf": trace.ActsOf, "StateOf": trace.StateOf, "Together": trace.Together,
	})
	_, err := (*trace.Trace)(nil).MarshalJSON()
	require.EqualError(t, err, "trace: misuse: there is no trace, or no system of it")
	require.ErrorIs(t, err, recipe.ErrMisuse)
	require.ErrorIs(t, new(trace.Trace).Replay(nil), recipe.ErrMisuse)
}
