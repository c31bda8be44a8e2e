package witness_test

import (
	"context"
	"encoding/json"
	"fmt"
	oldrand "math/rand"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A jointRun is a random run of a generated interpreted system, with all steps that leave its
// states.
type jointRun struct {
	in     *interpreted.Interpreter
	states []interpreted.State
	joints []interpreted.Joint // nil where a state without a successor repeats
}

// steps lists the steps from a state: all joint actions that are allowed, with all states they lead
// to.
func (r *jointRun) steps(s interpreted.State) (joints []interpreted.Joint, next []interpreted.State) {
	for j := range r.in.Joints(s) {
		for to := range r.in.Next(s, j) {
			joints, next = append(joints, j), append(next, to)
		}
	}
	return joints, next
}

// has reports whether a step is one of the system.
func (r *jointRun) has(s interpreted.State, j interpreted.Joint, to interpreted.State) bool {
	joints, next := r.steps(s)
	if len(joints) == 0 {
		return j == nil && s.Compare(to) == 0
	}
	for i := range joints {
		if slices.Equal(joints[i], j) && next[i].Compare(to) == 0 {
			return true
		}
	}
	return false
}

func randomRun(t *testing.T, seed uint64) *jointRun {
	f := ispltest.Generate(oldrand.New(oldrand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
	p, list := ispl.Parse("m.ispl", ispl.PrintFile(f), ispl.Options{})
	require.NoError(t, list.Err())
	r := &jointRun{in: interpreted.NewInterpreter(p.System)}
	rng := rand.New(rand.NewPCG(seed, 1))
	require.NoError(t, r.in.InitialStates(t.Context(), func(s interpreted.State) bool {
		r.states = []interpreted.State{s}
		return rng.IntN(3) > 0
	}))
	if r.states == nil {
		return nil
	}
	for range 1 + rng.IntN(5) {
		at := r.states[len(r.states)-1]
		joints, next := r.steps(at)
		if len(joints) == 0 {
			r.states, r.joints = append(r.states, at), append(r.joints, nil)
			continue
		}
		i := rng.IntN(len(joints))
		r.states, r.joints = append(r.states, next[i]), append(r.joints, joints[i])
	}
	return r
}

// names is the run with the names of its model.
func (r *jointRun) names(t *testing.T) *witness.Run {
	run := &branch.Run{Loop: -1}
	for _, s := range r.states {
		run.States = append(run.States, s)
	}
	for _, j := range r.joints {
		run.Steps = append(run.Steps, j)
	}
	out, err := witness.RunOf(t.Context(), witness.OfInterpreted(r.in.System()), run)
	require.NoError(t, err)
	return out
}

// Runs replay, also after they were JSON. A run of which a state or an action was changed replays
// if and only if each of its steps is one of those that the definitions list.
func TestReplayOfJointRuns(t *testing.T) {
	kept, refused := 0, 0
	for seed := range uint64(300) {
		r := randomRun(t, seed)
		if r == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 2))
		text, err := json.Marshal(r.names(t))
		require.NoError(t, err)
		var run witness.Run
		require.NoError(t, json.Unmarshal(text, &run))
		back, err := witness.Replay(t.Context(), r.in, &run)
		require.NoError(t, err, "seed %d", seed)
		for i, s := range r.states {
			require.Equal(t, space.State(s), back.States[i])
		}
		for i, j := range r.joints {
			require.Equal(t, space.Step(j), back.Steps[i])
		}

		changed := &jointRun{r.in, slices.Clone(r.states), slices.Clone(r.joints)}
		at := rng.IntN(len(r.joints))
		if to := rng.IntN(len(r.states)); rng.IntN(2) == 0 {
			changed.states[at+1] = r.states[to]
		} else {
			changed.joints[at] = r.joints[rng.IntN(len(r.joints))]
		}
		want := true
		for i, j := range changed.joints {
			want = want && r.has(changed.states[i], j, changed.states[i+1])
		}
		if _, err = witness.Replay(t.Context(), r.in, changed.names(t)); want {
			require.NoError(t, err, "seed %d", seed)
			kept++
		} else {
			require.ErrorContains(t, err, "trace does not replay: the step from state", "seed %d", seed)
			refused++
		}

		// A loop is a step like others.
		lasso := r.names(t)
		lasso.Loop = rng.IntN(len(r.states))
		last := len(r.states) - 1
		lasso.Steps[last].Message = lasso.Steps[rng.IntN(last)].Message
		var j interpreted.Joint
		for i := range last {
			if lasso.Steps[i].Message == lasso.Steps[last].Message {
				j = r.joints[i]
			}
		}
		_, err = witness.Replay(t.Context(), r.in, lasso)
		require.Equal(t, r.has(r.states[last], j, r.states[lasso.Loop]), err == nil, "seed %d: %v", seed, err)
	}
	require.Greater(t, kept, 10)
	require.Greater(t, refused, 50)
}

// What is no run of the system is refused, and the error says why.
func TestReplayRefuses(t *testing.T) {
	p, list := ispl.Parse("m.ispl", []byte(`
Agent P
  Vars: x : 0..2; on : boolean; end Vars
  Actions = {inc, rest};
  Protocol: x < 2 : {inc}; end Protocol
  Evolution: x = x + 1 if Action = inc; end Evolution
end Agent
Agent Q
  Vars: y : {a, b}; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: y = b if P.Action = inc; end Evolution
end Agent
Evaluation low if P.x < 2; end Evaluation
InitStates P.x = 0 and P.on = false and Q.y = a; end InitStates
Formulae EF low; end Formulae
`), ispl.Options{})
	require.NoError(t, list.Err())
	in := interpreted.NewInterpreter(p.System)
	state := func(x, on, y string) string {
		return fmt.Sprintf(`{"P":{"x":%q,"on":%q},"Q":{"y":%q}}`, x, on, y)
	}
	const act = `{"kind":"joint","data":{"P":"inc","Q":"none"}}`
	first, second := state("0", "false", "a"), state("1", "false", "b")
	for _, c := range []struct{ steps, err string }{
		{``, "it has no state"},
		{`{"state":` + first + `,"message":` + act + `},{"state":` + second + `}`, ""},
		{`{"state":` + state("1", "false", "a") + `}`, "state 0 is not an initial state"},
		{`{"state":` + state("3", "false", "a") + `}`, "state 0: P.x = 3 is unknown, or is there twice"},
		{`{"state":` + state("0", "maybe", "a") + `}`, "P.on = maybe is unknown"},
		{`{"state":` + state("0", "false", "c") + `}`, "Q.y = c is unknown"},
		{`{"state":{"P":{"x":"0","on":"false","x":"0"},"Q":{"y":"a"}}}`, "P.x = 0 is unknown, or is there twice"},
		{`{"state":{"P":{"x":"0","on":"false"}}}`, "Q.y has no value"},
		{`{"state":{"P":{"x":"0","on":"false"},"R":{"y":"a"}}}`, "R.y = a is unknown"},
		{`{"state":` + first + `},{"state":` + second + `}`, "from state 0 to state 1: it says nothing of the actions"},
		{`{"state":` + first + `,"message":{"kind":"stutter"}},{"state":` + first + `}`, "only a state without a successor repeats"},
		{`{"state":` + first + `,"message":{"kind":"p2p"}},{"state":` + first + `}`, `"p2p" is no kind of step here; there are joint and stutter`},
		{`{"state":` + first + `,"message":{"kind":"joint","data":{"P":"inc"}}},{"state":` + second + `}`, `agent Q has no action ""`},
		{`{"state":` + first + `,"message":{"kind":"joint","data":{"P":"inc","Q":"inc"}}},{"state":` + second + `}`, `agent Q has no action "inc"`},
		{`{"state":` + first + `,"message":{"kind":"joint","data":{"P":"inc","Q":"none","R":"x"}}},{"state":` + second + `}`, "an agent that the system does not have acts"},
		{`{"state":` + first + `,"message":{"kind":"joint","data":{"P":"rest","Q":"none"}}},{"state":` + first + `}`, "the joint action is not allowed, or does not lead there"},
		{`{"state":` + first + `,"message":` + act + `},{"state":` + second + `,"message":` + act + `}`, "a step leaves the last state, and there is no loop"},
	} {
		var run witness.Run
		require.NoError(t, json.Unmarshal([]byte(`{"steps":[`+c.steps+`],"loop":-1}`), &run), c.steps)
		_, err := witness.Replay(t.Context(), in, &run)
		if c.err == "" {
			require.NoError(t, err)
			run.Loop = 2
			_, err = witness.Replay(t.Context(), in, &run)
			require.ErrorContains(t, err, "the loop goes back to state 2, and the last state is 1")
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			run.Loop = -1
			_, err = witness.Replay(ctx, in, &run)
			require.ErrorIs(t, err, context.Canceled)
			continue
		}
		require.ErrorContains(t, err, c.err)
	}
	_, err := witness.Replay(t.Context(), in, nil)
	require.ErrorContains(t, err, "it has no state")
}
