package certify

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A long run is shortened with a few looks at each of its positions: one without detours, and one
// that repeats its loop before the loop. Without a budget it stays as it is.
func TestShorteningLongRuns(t *testing.T) {
	const most = 999
	b := recipe.NewBuilder()
	a := b.Agent("a", "Counter")
	n := a.Local("n", recipe.IntType(0, most))
	a.Init(recipe.Eq(n, recipe.IntExpr(0)))
	a.Send(0, 0, b.Broadcast()).Set(n, recipe.Mod(recipe.Add(n, recipe.IntExpr(1)), recipe.IntExpr(most+1)))
	never := b.StateProposition("never", recipe.Lt(n, recipe.IntExpr(0)))
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	round := &trace.Trace{System: sys}
	var at recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool { at = s.Clone(); return false }))
	for range most + 1 {
		next, err := in.Successors(at)
		require.NoError(t, err)
		round.Steps = append(round.Steps, trace.Step{State: at, Message: next[0].Step})
		at = next[0].Next
	}
	rounds := *round
	rounds.Steps = slices.Repeat(round.Steps, 5)
	rounds.Loop = 4 * len(round.Steps)
	detour := rounds // the loop is passed twice, and the rounds before it are detours
	detour.Steps, detour.Loop = slices.Clip(rounds.Steps[:4*len(round.Steps)+1]), 4*len(round.Steps)
	detour.Steps = append(detour.Steps, rounds.Steps[1:len(round.Steps)]...)

	f := ltol.Finally(ltol.Prop(ltol.Atom{ID: never, Kind: ltol.State}))
	shortened := func(run *trace.Trace, budget int) (*trace.Trace, int) {
		e := &confirmation{&subject.Subject{Recipe: &formalism.Recipe{System: sys, Interpreter: in}}, budget}
		require.NoError(t, e.confirm(t.Context(), run, f, false))
		out, err := e.shorten(t.Context(), run, f, false)
		require.NoError(t, err)
		return out, budget - e.budget
	}
	for _, run := range []*trace.Trace{round, &rounds, &detour} {
		short, spent := shortened(run, 1<<30)
		require.Equal(t, round, short)
		require.LessOrEqual(t, spent, 8*len(run.Steps)*f.Size())
	}
	same, _ := shortened(round, -1)
	require.Same(t, round, same)
}
