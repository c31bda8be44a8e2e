package symbolic_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// misused makes what calls can be made with: the model of an agent that toggles a local, a closed
// one, and states that they lack.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		b := recipe.NewBuilder()
		a := b.Agent("a", "A")
		x := a.Local("x", recipe.BoolType)
		send := a.Send(0, 0, b.Broadcast()).Set(x, recipe.Not(x))
		b.StateProposition("x", x)
		b.StepProposition("toggles", recipe.Executed(send))
		sys, err := b.System()
		require.NoError(t, err)
		ctx := context.Background()
		open := func() *symbolic.Model {
			m, err := symbolic.Encode(ctx, sys, symbolic.Options{})
			require.NoError(t, err)
			t.Cleanup(m.Close)
			return m
		}
		m, closed := open(), open()
		closed.Close()
		ended, cancel := context.WithCancel(ctx)
		cancel()
		return []any{
			ctx, sys, m, m.Manager.NewScope(ctx), m.Init, m.Interactions[0], recipe.State{Locals: []recipe.Value{0}, Control: []int{0}},
			func(recipe.State) bool { return true }, func() bool { return true },
			ended, closed, m.Manager.NewScope(ended), bdd.Node(1 << 30), recipe.State{Locals: []recipe.Value{9, 9}}, symbolic.Options{Order: []string{"?"}},
			symbolic.Meeting{}, symbolic.Meeting{Partner: -1}, symbolic.Meeting{Initiator: 7, Partner: 7},
		}
	}
}

// TestMisuseIsRefused calls what encodes systems and asks models with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"Encode": symbolic.Encode, "Analyse": symbolic.Analyse,
		"Model.Close": (*symbolic.Model).Close, "Model.StateProposition": (*symbolic.Model).StateProposition,
		"Model.StepProposition": (*symbolic.Model).StepProposition, "Model.Deadlock": (*symbolic.Model).Deadlock,
		"Model.StateSet": (*symbolic.Model).StateSet, "Model.Contains": (*symbolic.Model).Contains, "Model.Point": (*symbolic.Model).Point,
		"Model.Each": (*symbolic.Model).Each, "MayFault": symbolic.MayFault, "Model.RangeFault": (*symbolic.Model).RangeFault,
		"Model.At": (*symbolic.Model).At, "NamesAbsent": symbolic.NamesAbsent,
	})
	_, err := symbolic.Encode(context.Background(), nil, symbolic.Options{})
	require.EqualError(t, err, "symbolic: misuse: there is no system, or one that has not passed its checks")
	require.ErrorIs(t, err, recipe.ErrMisuse)
}
