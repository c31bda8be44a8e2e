package trace

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// counters are two agents that count by turns, each by a broadcast for nobody. They also receive
// broadcasts, if their own number is as large as it can be; their updates change another number.
func counters(t *testing.T, steps int, guarded bool) *Trace {
	b := recipe.NewBuilder()
	numbers := recipe.IntType(0, steps)
	for _, name := range []string{"a", "b"} {
		a := b.Agent(name, "Counter")
		n, other := a.Local("n", numbers), a.Local("other", numbers)
		a.Init(recipe.And(recipe.Eq(n, recipe.IntExpr(0)), recipe.Eq(other, recipe.IntExpr(0))))
		a.Send(0, 0, b.Broadcast()).When(recipe.Lt(n, recipe.IntExpr(steps))).To(recipe.FalseExpr).Set(n, recipe.Add(n, recipe.IntExpr(1)))
		guard := recipe.TrueExpr
		if guarded {
			guard = recipe.Eq(n, recipe.IntExpr(steps))
		}
		a.Receive(0, 0, b.Broadcast()).When(guard).Set(other, recipe.IntExpr(1))
	}
	sys, err := b.System()
	require.NoError(t, err)
	in, out := recipe.NewInterpreter(sys), &Trace{System: sys, Loop: -1}
	var at recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool { at = s.Clone(); return false }))
	for i := range steps {
		list, err := in.Successors(at)
		require.NoError(t, err)
		next := list[i%2]
		out.Steps = append(out.Steps, Step{State: at, Message: next.Step})
		at = next.Next
	}
	out.Steps = append(out.Steps, Step{State: at})
	return out
}

// What depends on what costs a few questions for each step, if what agents receive does not depend
// on what the steps change. Otherwise, a long run is left without an answer, and its JSON has all
// else.
func TestDependenciesOfLongRuns(t *testing.T) {
	const steps = 1500
	h := newHistory(counters(t, steps, false))
	may := h.questions
	_, err := h.read(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, may-h.questions, 4*steps)

	long := counters(t, steps, true)
	_, err = long.Dependencies(t.Context())
	require.ErrorIs(t, err, errLong)
	text, err := json.Marshal(long)
	require.NoError(t, err)
	again, err := Decode(t.Context(), recipe.NewInterpreter(long.System), text)
	require.NoError(t, err)
	require.Len(t, again.Steps, steps+1)
	same, err := long.ByAgents(t.Context(), recipe.NewInterpreter(long.System))
	require.NoError(t, err)
	require.Same(t, long, same)
}
