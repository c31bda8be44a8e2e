package simulate_test

import (
	"fmt"
	oldrand "math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// sampledJoint is a counter that somebody sets back; one line of its evolution never applies.
const sampledJoint = `Agent Counter
  Vars:
    n : 0..3;
  end Vars
  Actions = {up, rest};
  Protocol:
    n < 3 : {up};
    Other : {rest};
  end Protocol
  Evolution:
    n = n + 1 if Action = up;
    n = 0 if n = 3 and Person.Action = reset;
    n = 2 if n = 3 and Action = up;
  end Evolution
end Agent
Agent Person
  Vars:
    on : boolean;
  end Vars
  Actions = {reset, wait};
  Protocol:
    on = true : {reset, wait};
    Other : {wait};
  end Protocol
  Evolution:
    on = true if on = true;
  end Evolution
end Agent
Evaluation
  full if Counter.n = 3;
  low if Counter.n <= 2;
end Evaluation
InitStates
  Counter.n = 0 and Person.on = true;
end InitStates
Formulae
  AG low;
  AF full;
  AG AF low;
  EF full;
  K(Person, AG low);
end Formulae
`

// first draws always the first initial state.
func first(t *testing.T, in *interpreted.Interpreter) func(uint64) (interpreted.State, bool) {
	var initial interpreted.State
	require.NoError(t, in.InitialStates(t.Context(), func(s interpreted.State) bool {
		initial = s
		return false
	}))
	return func(uint64) (interpreted.State, bool) { return initial, initial != nil }
}

func TestCountsOfJointRuns(t *testing.T) {
	p, list := ispl.Parse("m.ispl", []byte(sampledJoint), ispl.Options{})
	require.NoError(t, list.Err())
	in := interpreted.NewInterpreter(p.System)
	properties, fairness := rcp.OnRuns(p)
	o := simulate.SampleOptions{Runs: 30, Length: 8, Seed: 4, Properties: properties, Fairness: fairness, Lassos: 4}
	got, err := simulate.JointRuns(t.Context(), in, first(t, in), o)
	require.NoError(t, err)
	again, err := simulate.JointRuns(t.Context(), in, first(t, in), o)
	require.NoError(t, err)
	require.Equal(t, got, again, "equal seeds give equal samples")
	require.Equal(t, []int{30, 240, 0, 4}, []int{got.Runs, got.Steps, got.Deadlocks, got.States})
	low, full, often, some, known := got.Properties[0], got.Properties[1], got.Properties[2], got.Properties[3], got.Properties[4]
	require.Equal(t, 30, low.Violated)
	require.Len(t, low.Joint.States, 4)
	require.Len(t, low.Joint.Steps, 3)
	require.Equal(t, 30, full.Satisfied)
	require.Positive(t, often.Violated, "the counter may stay full for ever")
	require.GreaterOrEqual(t, often.Joint.Loop, 0)
	require.Equal(t, simulate.PropertyUse{}, some, "no single run decides it")
	require.Equal(t, 30, known.Violated)

	use := map[string]simulate.CommandUse{}
	for id, c := range simulate.JointCommands(p.System) {
		use[fmt.Sprint(p.System.Agents[c.Agent].Name, c.Action, c.Line)] = got.Commands[id]
	}
	up, reset, impossible := use["Counter0 -1"], use["Person0 -1"], use["Counter-1 2"]
	require.Equal(t, 240, up.True+up.False)
	require.Equal(t, up.Executed, up.True, "while it may, it can do nothing else")
	require.Less(t, reset.Executed, reset.True)
	require.Equal(t, up.Executed, use["Counter-1 0"].Executed)
	require.Zero(t, impossible.True+impossible.Executed)
}

// TestJointRunsAgainstTheChecker takes runs of generated systems: each violation is a run of the
// system, and the checker knows it.
func TestJointRunsAgainstTheChecker(t *testing.T) {
	violated, lassos := 0, 0
	for seed := range int64(50) {
		f := ispltest.Generate(oldrand.New(oldrand.NewSource(seed)), ispltest.Options{NoFairness: seed%2 == 0})
		p, list := ispl.Parse("m.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		draw := first(t, in)
		if _, ok := draw(0); !ok {
			continue
		}
		properties, fairness := rcp.OnRuns(p)
		o := simulate.SampleOptions{Runs: 6, Length: 1 + int(seed%7), Seed: uint64(seed), Properties: properties, Fairness: fairness, Lassos: 3}
		got, err := simulate.JointRuns(t.Context(), in, draw, o)
		require.NoError(t, err)
		var found []int
		for i, use := range got.Properties {
			if use.Joint != nil {
				found = append(found, i)
				requireRun(t, in, use.Joint)
				if use.Joint.Loop >= 0 {
					lassos++
				}
			}
		}
		if len(found) == 0 {
			continue
		}
		c, err := mc.NewJointChecker(t.Context(), p.System, rcp.OfISPL(p))
		require.NoError(t, err)
		for _, i := range found {
			r := c.CheckProperty(t.Context(), rcp.OfISPL(p).Properties[i])
			require.Equal(t, mc.Violated, r.Verdict, "seed %d: %s", seed, p.Formulas[i].Text)
			violated++
		}
		c.Close()
	}
	require.Greater(t, violated, 12)
	require.Greater(t, lassos, 2)
}

// requireRun tests that a run begins in an initial state and has steps of the system.
func requireRun(t *testing.T, in *interpreted.Interpreter, r *branch.Run) {
	t.Helper()
	require.True(t, in.Holds(in.System().Init, r.States[0].(interpreted.State)))
	for i, step := range r.Steps {
		next := i + 1
		if next == len(r.States) {
			next = r.Loop
		}
		from, j, to := r.States[i].(interpreted.State), step.(interpreted.Joint), r.States[next].(interpreted.State)
		met, some := false, false
		for other := range in.Joints(from) {
			for s := range in.Next(from, other) {
				some = true
				met = met || slices.Equal(other, j) && s.Compare(to) == 0
			}
		}
		require.True(t, met || !some && j == nil && from.Compare(to) == 0)
	}
}
