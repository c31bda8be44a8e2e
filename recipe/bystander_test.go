package recipe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// TestStaysOut puts agents that have no part in a step into all their states. It compares with
// whether the step, with the same participants, is possible there.
func TestStaysOut(t *testing.T) {
	stays, not := map[recipe.Absence]int{}, 0
	for seed := range uint64(recipetest.Number(t, "BYSTANDER_SYSTEMS", 200)) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Locals: 2})
		in := recipe.NewInterpreter(sys)
		for _, at := range someStates(t, in, 6) {
			successors, err := in.Successors(at)
			require.NoError(t, err)
			for _, tr := range successors[:min(len(successors), 12)] {
				for j := range sys.Agents {
					acts := func(p recipe.Participant) bool { return p.Agent == j }
					if tr.Step.Kind == recipe.Stutter || j == tr.Step.Initiator || slices.ContainsFunc(tr.Step.Participants, acts) {
						continue
					}
					eachStateOf(sys, j, at, func(other recipe.State) {
						why, out, err := in.StaysOut(other, tr.Step, j)
						require.NoError(t, err)
						require.Equal(t, hasStep(t, in, other, tr.Step), out,
							"seed %d, agent %d, %s from %s", seed, j, sys.StepString(tr.Step), sys.StateString(other))
						if stays[why]++; !out {
							not++
						} else if why == recipe.Unconnected {
							connected, err := in.Connected(other, j, tr.Step.Channel)
							require.NoError(t, err)
							require.False(t, connected)
						}
					})
				}
			}
		}
	}
	t.Logf("agents stay out %v, and do not %d times", stays, not)
	require.Greater(t, not, 1000)
	require.Len(t, stays, 4)
	for why, n := range stays {
		require.Greater(t, n, 100, why)
	}
}

// someStates are the first states that are reached.
func someStates(t *testing.T, in *recipe.Interpreter, most int) (out []recipe.State) {
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		out = append(out, s.Clone())
		return len(out) < 2
	}))
	for i := 0; i < len(out) && len(out) < most; i++ {
		successors, err := in.Successors(out[i])
		require.NoError(t, err)
		for _, tr := range successors {
			if !slices.ContainsFunc(out, tr.Next.Equal) && len(out) < most {
				out = append(out, tr.Next)
			}
		}
	}
	return out
}

// eachStateOf visits the states that differ in the part of one agent only.
func eachStateOf(sys *recipe.System, agent int, at recipe.State, visit func(recipe.State)) {
	s := at.Clone()
	vars := sys.Agents[agent].Vars
	var locals func(v int)
	locals = func(v int) {
		if v == vars.End {
			visit(s)
			return
		}
		for code := range sys.Vars[v].Type.Size() {
			s.Locals[v] = sys.Vars[v].Type.Value(code)
			locals(v + 1)
		}
	}
	for control := range sys.Agents[agent].States {
		s.Control[agent] = control
		locals(vars.Start)
	}
}

func hasStep(t *testing.T, in *recipe.Interpreter, s recipe.State, step recipe.Step) (has bool) {
	require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
		has = tr.Step.Equal(step)
		return !has
	}))
	return has
}

// TestWhyAgentsStayOut tells the reasons apart, and refuses what is no question.
func TestWhyAgentsStayOut(t *testing.T) {
	b := recipe.NewBuilder()
	line, mine := b.Channel("line"), b.Property("mine", recipe.BoolType)
	caller := b.Agent("caller", "Caller")
	caller.Send(0, 0, b.Broadcast()).To(mine)
	caller.Send(0, 0, line)
	other := b.Agent("other", "Other")
	on := other.Local("on", recipe.BoolType)
	other.Relabel(mine, on)
	other.ReceiveGuard(on)
	other.Receive(0, 0, line)
	other.Receive(1, 1, b.Broadcast())
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	state := func(on recipe.Value, control int) recipe.State {
		return recipe.State{Locals: []recipe.Value{on}, Control: []int{0, control}}
	}
	channel, _ := sys.SymbolOf("line")
	broadcast := recipe.Step{Kind: recipe.BroadcastStep, Locality: recipe.AnyLocality}
	multicast := recipe.Step{Kind: recipe.MulticastStep, Command: 1, Channel: channel, Locality: recipe.AnyLocality}
	for _, c := range []struct {
		on      recipe.Value
		control int
		step    recipe.Step
		why     string // empty if the agent does not stay out
	}{
		{recipe.False, 1, broadcast, "not targeted"}, {recipe.True, 0, broadcast, "not ready"}, {recipe.True, 1, broadcast, ""},
		{recipe.False, 0, multicast, "not connected"}, {recipe.True, 0, multicast, ""}, {recipe.True, 1, multicast, ""}, // which it blocks
	} {
		why, out, err := in.StaysOut(state(c.on, c.control), c.step, 1)
		require.NoError(t, err)
		require.Equal(t, c.why != "", out, c)
		if out {
			require.Equal(t, c.why, why.String())
		}
	}
	for _, step := range []recipe.Step{{Kind: recipe.Stutter}, {Kind: recipe.BroadcastStep, Command: 1, Channel: channel}, {Kind: recipe.BroadcastStep, Command: 7}} {
		_, _, err := in.StaysOut(state(recipe.True, 0), step, 1)
		require.ErrorIs(t, err, recipe.ErrState, step)
	}
	_, _, err = in.StaysOut(state(recipe.True, 0), broadcast, 0)
	require.ErrorIs(t, err, recipe.ErrState)
}
