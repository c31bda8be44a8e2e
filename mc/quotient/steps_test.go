package quotient

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// The edges of a quotient have the steps that the interpreter gives, in that order, and each step is
// kept once.
func TestStepsAreKeptOnce(t *testing.T) {
	for model, set := range map[string]map[string]int{
		"mobiles.rcp": {"N": 3}, "allocation-release.rcp": {"N": 3, "M": 3}, "store.rcp": {"N": 2}, "keys.rcp": {"N": 3},
	} {
		src, err := os.ReadFile("../../bench/models/" + model)
		require.NoError(t, err)
		p, problems := rcheck.Parse(model, src, rcheck.Options{Set: set})
		require.NotNil(t, p, "%v", problems)
		in := recipe.NewInterpreter(p.System)
		group, err := symmetry.Detect(t.Context(), p.System, nil)
		require.NoError(t, err)
		g, err := explore(t.Context(), in, group, 1<<20, 0, new(meter))
		require.NoError(t, err)
		edges := 0
		for i, s := range g.states {
			var got []recipe.Step
			for _, e := range g.out(i, new(meter)) {
				got = append(got, g.step(e))
			}
			var want []recipe.Step
			commands, _ := new(meter).initiating(p.System, group, s)
			require.NoError(t, in.EachSuccessorOf(commands, s, func(x recipe.Transition) bool {
				want = append(want, x.Step.Clone())
				return true
			}))
			require.Equal(t, want, got, "%s, state %d", model, i)
			edges += len(got)
		}
		for i, a := range g.steps.list {
			for _, b := range g.steps.list[:i] {
				require.NotEqual(t, a, b, model)
			}
		}
		require.Less(t, 2*len(g.steps.list), edges, model)
	}
}

// Steps that differ in one thing have different places.
func TestPlacesOfSteps(t *testing.T) {
	with := func(change func(*recipe.Step)) recipe.Step {
		s := recipe.Step{
			Kind: recipe.PointToPointStep, Initiator: 1, Command: 2, Channel: 3, Locality: recipe.AnyLocality,
			Data:         []recipe.Datum{{Var: 0, Value: 1}},
			Participants: []recipe.Participant{{Agent: 2, Command: 7, Data: []recipe.Datum{{Var: 1, Value: 5}}}, {Agent: 3, Command: 9}},
		}
		change(&s)
		return s
	}
	steps := steps{places: map[string]int32{}}
	for i, s := range []recipe.Step{
		with(func(*recipe.Step) {}),
		with(func(s *recipe.Step) { s.Kind = recipe.BroadcastStep }),
		with(func(s *recipe.Step) { s.Initiator = 300 }),
		with(func(s *recipe.Step) { s.Command = 3 }),
		with(func(s *recipe.Step) { s.Channel = 4 }),
		with(func(s *recipe.Step) { s.Locality = 5 }),
		with(func(s *recipe.Step) { s.Data = nil }),
		with(func(s *recipe.Step) { s.Data[0].Var = 2 }),
		with(func(s *recipe.Step) { s.Data[0].Value = -1 }),
		with(func(s *recipe.Step) { s.Participants = nil }),
		with(func(s *recipe.Step) { s.Participants = s.Participants[:1] }),
		with(func(s *recipe.Step) { s.Participants[0].Agent = 0 }),
		with(func(s *recipe.Step) { s.Participants[1].Command = 8 }),
		with(func(s *recipe.Step) { s.Participants[0].Data = nil }),
		with(func(s *recipe.Step) { s.Participants[0].Data[0].Var = 0 }),
		with(func(s *recipe.Step) { s.Participants[0].Data[0].Value = 6 }),
		with(func(s *recipe.Step) { s.Participants[0].Data, s.Participants[1].Data = nil, s.Participants[0].Data }),
	} {
		for range 2 {
			at, _ := steps.place(s)
			require.EqualValues(t, i, at)
			require.True(t, steps.list[at].Equal(s))
		}
	}
}
