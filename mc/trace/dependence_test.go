package trace_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// walk takes random steps, so many at most, and makes a lasso of the walk if it meets a state
// again.
func walk(t *testing.T, in *recipe.Interpreter, r *rand.Rand, most int) *trace.Trace {
	tr := &trace.Trace{System: in.System(), Loop: -1}
	var at recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		at = s.Clone()
		return r.IntN(3) > 0
	}))
	for range most {
		list, err := in.Successors(at)
		require.NoError(t, err)
		next := list[r.IntN(len(list))]
		if n := len(tr.Steps); n > 0 && next.Step.Initiator == tr.Steps[n-1].Message.Initiator {
			next = list[r.IntN(len(list))] // so that initiators differ more often
		}
		tr.Steps = append(tr.Steps, trace.Step{State: at, Message: next.Step})
		if at = next.Next; len(tr.Steps) > 15 && r.IntN(4) == 0 || next.Step.Kind == recipe.Stutter {
			if tr.Loop = slices.IndexFunc(tr.Steps, func(s trace.Step) bool { return s.State.Equal(at) }); tr.Loop >= 0 {
				return tr
			}
		}
	}
	tr.Steps = append(tr.Steps, trace.Step{State: at})
	return tr
}

// step takes a step, and is not ok if it is not possible.
func step(t *testing.T, in *recipe.Interpreter, s recipe.State, m recipe.Step) (to recipe.State, ok bool) {
	list, err := in.Successors(s)
	require.NoError(t, err)
	i := slices.IndexFunc(list, func(tr recipe.Transition) bool { return tr.Step.Equal(m) })
	if i < 0 {
		return to, false
	}
	return list[i].Next, true
}

// systems calls a test for runs of generated systems. In every fifth, agents come and go.
func systems(t *testing.T, test func(in *recipe.Interpreter, tr *trace.Trace, r *rand.Rand)) {
	for seed := range uint64(recipetest.Number(t, "DEPENDENCE_SYSTEMS", 250)) {
		r := rand.New(rand.NewPCG(seed, 1))
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 5, Total: true})
		if seed%5 == 4 {
			m := rchecktest.Growing(recipetest.Seeded(seed))
			p, _ := rcheck.Parse("growing.rcp", []byte(m.Text), m.Options)
			if p == nil || len(p.System.Vars) > 40 {
				continue
			}
			sys = p.System
		}
		in := recipe.NewInterpreter(sys)
		for range 3 {
			test(in, walk(t, in, r, 25), r)
		}
	}
}

// TestIndependentStepsCommute exchanges two steps in a row, and compares with what depends on what.
func TestIndependentStepsCommute(t *testing.T) {
	commute, apart := 0, map[string][2]int{}
	systems(t, func(in *recipe.Interpreter, tr *trace.Trace, _ *rand.Rand) {
		depends, err := tr.Dependencies(t.Context())
		require.NoError(t, err)
		for i := 1; i < len(depends); i++ {
			a, b := tr.Steps[i-1], tr.Steps[i]
			if tr.Next(i) < 0 || a.Message.Kind == recipe.Stutter || b.Message.Kind == recipe.Stutter {
				continue
			}
			between, ok := step(t, in, a.State, b.Message)
			var end recipe.State
			if ok {
				end, ok = step(t, in, between, a.Message)
			}
			ok = ok && end.Equal(tr.Steps[tr.Next(i)].State)
			why := ""
			for _, c := range depends[i] {
				if c.Step == i-1 && why != trace.TakesPart {
					why = c.Because
				}
			}
			if why == "" {
				commute++
				require.True(t, ok, "steps %d and %d of\n%s", i-1, i, tr)
				continue
			}
			n := apart[why]
			n[0]++
			if !ok {
				n[1]++
			}
			apart[why] = n
		}
	})
	t.Logf("%d pairs commute; pairs that depend, and how many of them cannot be exchanged: %v", commute, apart)
	require.Greater(t, commute, 200)
	require.Len(t, apart, 4)
	for why, n := range apart {
		if why != trace.TakesPart { // steps of one agent may commute, as a step does with itself
			require.Equal(t, n[0], n[1], why)
		}
	}
}

// TestOrdersOfDependentStepsAreRuns takes the steps in random orders that keep what depends on
// what.
func TestOrdersOfDependentStepsAreRuns(t *testing.T) {
	moved := 0
	systems(t, func(in *recipe.Interpreter, tr *trace.Trace, r *rand.Rand) {
		depends, err := tr.Dependencies(t.Context())
		require.NoError(t, err)
		n := len(depends)
		if last := tr.Steps[n-1].Message; last.Kind == recipe.Stutter {
			n--
		}
		at, taken := tr.Steps[0].State, make([]bool, n)
		for i := range n {
			var ready []int
			for k := range n {
				if !taken[k] && !slices.ContainsFunc(depends[k], func(c trace.Dependence) bool { return !taken[c.Step] }) {
					ready = append(ready, k)
				}
			}
			k := ready[r.IntN(len(ready))]
			if taken[k] = true; k != i {
				moved++
			}
			var ok bool
			at, ok = step(t, in, at, tr.Steps[k].Message)
			require.True(t, ok, "step %d of\n%s", k, tr)
		}
		if n > 0 {
			require.True(t, at.Equal(tr.Steps[tr.Next(n-1)].State), tr)
		}
	})
	require.Greater(t, moved, 300)
}

// TestByAgents sorts runs: they are runs, each agent does the same in them, and initiators change
// less often.
func TestByAgents(t *testing.T) {
	sorted, same, lassos := 0, 0, 0
	systems(t, func(in *recipe.Interpreter, tr *trace.Trace, _ *rand.Rand) {
		got, err := tr.ByAgents(t.Context(), in)
		require.NoError(t, err)
		if got == tr {
			same++
			return
		}
		sorted++
		if tr.Lasso() {
			lassos++
		}
		require.NoError(t, got.Replay(in))
		require.Equal(t, tr.Loop, got.Loop)
		for a := range tr.System.Agents {
			require.Equal(t, doings(tr, a), doings(got, a))
		}
		require.True(t, got.Steps[len(got.Steps)-1].State.Equal(tr.Steps[len(tr.Steps)-1].State) || tr.Lasso())
		require.Less(t, switches(got), switches(tr))
		again, err := got.ByAgents(t.Context(), in)
		require.NoError(t, err)
		require.LessOrEqual(t, switches(again), switches(got))
	})
	t.Logf("%d runs sorted (%d lassos), %d as they were", sorted, lassos, same)
	require.Greater(t, sorted, 20)
	require.Greater(t, lassos, 10)
	require.Greater(t, sorted-lassos, 1)
	require.Greater(t, same, 100)
}

// doings is what an agent does, step by step, before the loop and in it.
func doings(tr *trace.Trace, agent int) (out []string) {
	for i, s := range tr.Steps {
		if i == tr.Loop {
			out = append(out, "loop")
		}
		if tr.Next(i) < 0 || s.Message.Kind == recipe.Stutter {
			continue
		}
		for _, p := range append(s.Message.Participants, recipe.Participant{Agent: s.Message.Initiator}) {
			if p.Agent == agent {
				out = append(out, tr.System.StepString(s.Message))
			}
		}
	}
	return out
}

func switches(tr *trace.Trace) (n int) {
	for i := 1; i < len(tr.Steps) && tr.Next(i) >= 0; i++ {
		if tr.Steps[i].Message.Initiator != tr.Steps[i-1].Message.Initiator {
			n++
		}
	}
	return n
}

// TestDependencies reads what depends on what in one run: the visitor and the booth act in all
// steps.
func TestDependencies(t *testing.T) {
	depends, err := run(t, recipe.NewInterpreter(turnstile(t))).Dependencies(t.Context())
	require.NoError(t, err)
	require.Equal(t, [][]trace.Dependence{
		{},
		{{Step: 0, Agent: 0, Because: "takes part"}, {Step: 0, Agent: 1, Because: "takes part"}},
		{{Step: 1, Agent: 0, Because: "takes part"}, {Step: 1, Agent: 1, Because: "takes part"}},
		{},
	}, depends)
}

// An agent that would spawn has no part in a message because nobody is left to be spawned. So the
// message stays behind the step that has spawned the last one.
func TestSpawningDependsOnWhoIsThere(t *testing.T) {
	p, list := rcheck.Parse("pool.rcp", []byte(`enum channel { c }
agent Caller
    repeat: call: {true} *! (true)()[]
agent Boss
    local: hired : bool
    init: !hired
    receive-guard: false
    repeat: hire: {!hired} *! (false)()[spawn Worker(any), hired := true]
agent Helper
    repeat: help: {true} *? [spawn Worker(any)]
agent Worker
    receive-guard: false
    repeat: {false} *! (false)()[]
system = Caller(caller, true) || Boss(boss, true) || Helper(helper, true) || absent Worker(w[1..1], true)
`), rcheck.Options{})
	require.NotNil(t, p, "%v", list.Err())
	in := recipe.NewInterpreter(p.System)
	tr := &trace.Trace{System: p.System, Loop: 1}
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		tr.Steps = append(tr.Steps, trace.Step{State: s.Clone()})
		return false
	}))
	for i, label := range []string{"hire", "call"} {
		list, err := in.Successors(tr.Steps[i].State)
		require.NoError(t, err)
		at := slices.IndexFunc(list, func(n recipe.Transition) bool { return p.System.Commands[n.Step.Command].Label == label })
		require.GreaterOrEqual(t, at, 0)
		tr.Steps[i].Message = list[at].Step
		if i == 0 {
			tr.Steps = append(tr.Steps, trace.Step{State: list[at].Next})
		}
	}
	require.NoError(t, tr.Replay(in))
	depends, err := tr.Dependencies(t.Context())
	require.NoError(t, err)
	require.Equal(t, [][]trace.Dependence{{}, {{Step: 0, Agent: 2, Because: "not ready"}}}, depends)
}
