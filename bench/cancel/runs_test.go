package cancel

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// runWorkloads show and read a long run.
var runWorkloads = []workload{
	{"the text of a run", showing(func(ctx context.Context, _ *recipe.Interpreter, t *trace.Trace) error {
		return t.WriteText(ctx, io.Discard, trace.TextOptions{Full: true})
	})},
	{"reading a run", func(t *testing.T) func(context.Context) error {
		var text []byte
		return showing(func(ctx context.Context, in *recipe.Interpreter, run *trace.Trace) (err error) {
			if text == nil {
				if text, err = json.Marshal(run); err != nil {
					return err
				}
			}
			_, err = trace.Decode(ctx, in, text)
			return err
		})(t)
	}},
	{"a picture of a run", showing(func(ctx context.Context, _ *recipe.Interpreter, t *trace.Trace) error {
		q, err := draw.NewSequence(ctx, t)
		if err == nil {
			_, err = q.Scene(ctx)
		}
		if err == nil {
			err = q.WriteText(ctx, io.Discard)
		}
		return err
	})},
}

// showing does something with a run of 200 steps.
func showing(work func(context.Context, *recipe.Interpreter, *trace.Trace) error) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		in := recipe.NewInterpreter(family(t, "gossip", 8).System)
		states, _, err := simulate.NewInitial(in, nil).First(t.Context(), 1)
		require.NoError(t, err)
		s, err := simulate.NewSession(in, states[0], 1)
		require.NoError(t, err)
		_, _, err = s.Random(t.Context(), 200, nil)
		require.NoError(t, err)
		run := s.Trace()
		return func(ctx context.Context) error { return work(ctx, in, run) }
	}
}
