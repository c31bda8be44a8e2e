package recipe_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// seeds is how many generated systems a comparison takes; RECIPE_SYSTEMS sets
// it for long runs.
func seeds(t testing.TB, otherwise int) uint64 {
	n := otherwise
	if text := os.Getenv("RECIPE_SYSTEMS"); text != "" {
		var err error
		n, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	return uint64(n)
}

// sample returns up to n states of the system: reachable ones in breadth-first
// order.
func sample(t require.TestingT, in *Interpreter, n int) []State {
	g, err := Explore(context.Background(), in, n)
	if err != nil {
		require.ErrorIs(t, err, ErrStateLimit)
	}
	out := make([]State, g.Len())
	for i := range out {
		out[i] = g.State(i)
	}
	return out
}

func sorted(s *System, transitions []Transition) []string {
	var out []string
	for _, tr := range transitions {
		out = append(out, s.StepString(tr.Step)+" => "+s.StateString(tr.Next))
	}
	slices.Sort(out)
	return out
}

// compareSteps requires that the interpreter and its twin agree on the steps
// of s, and returns them.
func compareSteps(t require.TestingT, in *Interpreter, s State) []Transition {
	sys := in.System()
	got, err := in.Successors(s)
	require.NoError(t, err)
	want := twin{sys}.steps(s)
	if len(want) == 0 {
		require.Equal(t, []string{"stutter => " + sys.StateString(s)}, sorted(sys, got))
		require.True(t, in.Deadlock(s))
		return got
	}
	trusting, err := in.Trusting().Successors(s)
	require.NoError(t, err)
	require.Equal(t, got, trusting)
	require.False(t, in.Deadlock(s))
	require.Equal(t, sorted(sys, want), sorted(sys, got), "%s\nin %s", sys, sys.StateString(s))
	require.True(t, slices.IsSortedFunc(got, func(a, b Transition) int { return a.Step.Command - b.Step.Command }))
	return got
}

// compareValues requires that the interpreter, its quick and trusting form and its twin agree on
// all propositions in s and of the steps that leave it.
func compareValues(t require.TestingT, in *Interpreter, s State, transitions []Transition) {
	sys := in.System()
	trusting := NewQuickInterpreter(sys).Trusting()
	quick := NewInstant(trusting) // for all steps: nothing of one is left for the next
	require.NoError(t, quick.Enter(s))
	for i, p := range sys.Propositions {
		if p.Kind == StateProposition {
			got, err := in.StateHolds(i, s)
			require.NoError(t, err)
			n := env{twin: twin{sys}, state: s, proposition: true}
			require.Equal(t, n.holds(p.Expr), got, "%s\n%s in %s", sys, p.Name, sys.StateString(s))
			soon, err := trusting.StateHolds(i, s)
			require.NoError(t, err)
			require.Equal(t, got, soon)
			compareParts(t, n, in, p.Expr)
			continue
		}
		for _, tr := range transitions {
			got, err := in.StepHolds(i, s, tr.Step)
			require.NoError(t, err)
			require.Equal(t, stepHolds(sys, p.Expr, s, tr.Step), got, "%s\n%s of %s in %s", sys, p.Name, sys.StepString(tr.Step), sys.StateString(s))
			require.NoError(t, quick.Leave(tr.Step))
			soon, err := quick.StepHolds(context.Background(), i)
			require.NoError(t, err)
			require.Equal(t, got, soon, "quickly: %s\n%s of %s in %s", sys, p.Name, sys.StepString(tr.Step), sys.StateString(s))
		}
	}
}

// compareParts requires that the interpreter and its twin agree on the values of all parts of a
// state proposition.
func compareParts(t require.TestingT, n env, in *Interpreter, e *Expr) {
	sys, at := in.System(), NewInstant(in)
	require.NoError(t, at.Enter(n.state))
	got, ok, err := at.Value(e)
	require.NoError(t, err)
	want := n.eval(e)
	require.Equal(t, !want.undefined, ok, "%s in %s", sys.ExprString(e, -1), sys.StateString(n.state))
	if ok {
		require.Equal(t, want.v, got, "%s in %s", sys.ExprString(e, -1), sys.StateString(n.state))
	}
	for _, part := range e.Args {
		compareParts(t, n, in, part)
	}
}

func stepHolds(sys *System, e *Expr, s State, step Step) bool {
	if step.Kind == Stutter {
		return false
	}
	n := env{twin: twin{sys}, state: s, proposition: true, step: &step, data: map[int]Value{}}
	data := step.Data
	if step.Kind == PointToPointStep {
		data = step.Participants[0].Data
	} else {
		n.channel = &step.Channel
	}
	for _, d := range data {
		n.data[d.Var] = d.Value
	}
	return n.holds(e)
}

// The interpreter enumerates exactly the steps that the definitions allow, and
// judges propositions as they say, on generated systems.
func TestInterpreterAgreesWithItsTwin(t *testing.T) {
	var states, steps int
	for seed := range seeds(t, 200) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3, Free: seed%3 == 0})
		in := NewInterpreter(sys)
		for _, s := range sample(t, in, 40) {
			transitions := compareSteps(t, in, s)
			compareValues(t, in, s, transitions)
			if len(sys.FreeVars()) > 0 {
				compareToward(t, in, s, transitions)
			}
			states++
			steps += len(transitions)
		}
	}
	t.Logf("%d states, %d steps", states, steps)
	require.Greater(t, steps, 2*states)
}

// compareToward compares the steps toward one of the states that follow with those transitions in
// which free locals have its values.
func compareToward(t *testing.T, in *Interpreter, s State, transitions []Transition) {
	free := in.System().FreeVars()
	to := transitions[len(transitions)/2].Next
	toward, err := in.Toward(to)
	require.NoError(t, err)
	got, err := toward.Successors(s)
	require.NoError(t, err)
	var want []Transition
	for _, tr := range transitions {
		if tr.Step.Kind == Stutter || !slices.ContainsFunc(free, func(v int) bool { return tr.Next.Locals[v] != to.Locals[v] }) {
			want = append(want, tr)
		}
	}
	require.Equal(t, want, got)
	_, err = in.Toward(State{})
	require.ErrorIs(t, err, ErrState)
}

// The same, shrinking what fails.
func TestInterpreterAgreesWithItsTwinUnderRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := recipetest.System(recipetest.Rapid(t), recipetest.Shape{Propositions: 2})
		in := NewInterpreter(sys)
		for _, s := range sample(t, in, 10) {
			compareValues(t, in, s, compareSteps(t, in, s))
		}
	})
}
