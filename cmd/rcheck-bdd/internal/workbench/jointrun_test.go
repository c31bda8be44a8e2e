package workbench

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

func cards(t *testing.T) *Document {
	text, err := os.ReadFile("../../../../bench/models/ispl/cards.ispl")
	require.NoError(t, err)
	more := strings.NewReplacer("Evaluation\n  allred1", "Evaluation\n  lowest1 if Player1.has1 = true;\n  allred1",
		"\nFormulae\n", "\nFormulae\n  AG (lowest1 -> K(Environment, lowest1));\n") // it forgets to whom it gave what
	return NewDocument("file:///cards.ispl", "", 1, more.Replace(string(text)))
}

// Pictures of explanations in ISPL: their runs are runs of the model by the explicit semantics,
// agents see the same on both sides of a jump, rules are about actions and variables.
func TestJointPictures(t *testing.T) {
	d := cards(t)
	p, err := d.jointProgram(t.Context())
	require.NoError(t, err)
	v := newJointView(d, p)
	jumps, rules, steps := 0, 0, 0
	replay := func(w Way) {
		text, err := json.Marshal(w.Trace)
		require.NoError(t, err)
		last := len(w.Run.States) - 1
		if w.Run.Loop >= 0 && w.Run.Steps[last].Kind == "joint" {
			last++ // once more where the loop begins
		}
		first, list, err := v.decode(t.Context(), text, last)
		require.NoError(t, err)
		states := []State{v.state(first)}
		for i, c := range list {
			states = append(states, v.state(c.Next))
			require.Equal(t, w.Run.Steps[i], v.step(c.Joint))
		}
		require.Equal(t, w.Run.States, states[:len(w.Run.States)])
		steps += len(list)
	}
	var visit func(s System, x *Picture)
	visit = func(s System, x *Picture) {
		replay(x.Shown)
		here := x.Shown.Run.States[x.At]
		for _, j := range x.Jumps {
			jumps++
			replay(j.Shown)
			there := j.Shown.Run.States[len(j.Shown.Run.States)-1]
			for _, a := range j.Agents {
				require.Equal(t, here.Values[a], there.Values[a], x.Formula)
			}
			here = there
		}
		for _, r := range x.Rules {
			rules++
			require.Less(t, r.Option, len(s.Types[s.Agents[r.Player].Type].Edges))
			for _, test := range slices.Concat(r.When...) {
				require.GreaterOrEqual(t, test.Local, 0)
				require.Less(t, test.Local, len(s.Agents[test.Agent].Locals))
				require.NotEmpty(t, test.Values)
			}
		}
		for _, y := range x.Parts {
			visit(s, y)
		}
	}
	_, err = Check(t.Context(), d, Question{}, DefaultThresholds(), Listener{Progress: func(Progress) {}, Verdict: func(x Verdict) {
		require.Equal(t, x.Explanation != nil, x.Views != nil)
		if x.Views != nil {
			require.True(t, x.Views.System.Joint)
			visit(x.Views.System, x.Views.Picture)
		}
	}})
	require.NoError(t, err)
	require.Positive(t, jumps)
	require.Positive(t, rules)
	require.Positive(t, steps)
}

// A session of a model in ISPL takes the joint actions that the protocols allow, goes back, to a
// condition and on from its own trace.
func TestJointSession(t *testing.T) {
	d, limits := cards(t), DefaultThresholds()
	s, err := Start(t.Context(), d, 0, nil, 0, limits)
	require.NoError(t, err)
	at := func(s Session) *Walk {
		w, err := s.Walk(t.Context(), limits)
		require.NoError(t, err)
		for _, c := range w.Choices {
			for _, p := range c.Step.Participants {
				require.Contains(t, w.Run.States[len(w.Run.States)-1].Can[p.Agent], p.Edge)
			}
		}
		return w
	}
	w := at(s)
	require.Equal(t, 1, w.Initials)
	require.Len(t, w.Choices, 2) // to whom the first card goes
	require.Equal(t, "to1", w.Choices[0].Step.Participants[0].Label)
	require.NoError(t, s.Take(t.Context(), 1))
	require.Equal(t, w.Choices[1].Next, at(s).Run.States[1])
	require.ErrorContains(t, s.Take(t.Context(), 99), "choices")
	met, err := s.Goto(t.Context(), "win1", limits)
	require.NoError(t, err)
	require.True(t, met)
	won := at(s)
	require.Len(t, won.Run.Steps, 6)
	_, err = s.Goto(t.Context(), "nobody.x = 1", limits)
	require.ErrorContains(t, err, "nobody")
	text, err := json.Marshal(traceOf(t, s))
	require.NoError(t, err)
	require.NoError(t, s.Back(3))
	require.Len(t, at(s).Run.Steps, 3)
	again, err := Start(t.Context(), d, 0, text, 6, limits)
	require.NoError(t, err)
	require.Equal(t, won.Run, at(again).Run)
	require.NoError(t, again.Random(t.Context(), 2))
	require.Len(t, at(again).Run.Steps, 8)

	few := limits
	few.Choices, few.Search = 1, 2
	s, err = Start(t.Context(), d, 0, nil, 0, few)
	require.NoError(t, err)
	_, err = s.Goto(t.Context(), "win1", few)
	require.ErrorContains(t, err, "Evaluation")
	w = at(s)
	require.Empty(t, w.Choices)
	require.False(t, w.Deadlock)
	require.Contains(t, w.Blocked, "more than 1 steps are possible")

	var run witness.Run
	for what, change := range map[string]func(){
		"has no state":         func() { run.Steps = nil },
		"has1 = 7 is unknown":  func() { set(run.Steps[0].State, "Player1", "has1", "7") },
		"is not allowed":       func() { run.Steps[0].Message.Data["Player1"] = "play1" },
		"does not lead there":  func() { set(run.Steps[1].State, "Player1", "has1", "true") },
		"ends in state 6":      func() {},
		"not an initial state": func() { run.Steps = run.Steps[2:] },
	} {
		require.NoError(t, json.Unmarshal(text, &run))
		change()
		changed, err := json.Marshal(run)
		require.NoError(t, err)
		_, err = Start(t.Context(), d, 0, changed, map[bool]int{true: 2, false: 7}[what != "ends in state 6"], limits)
		require.ErrorContains(t, err, what)
	}
	_, err = Start(t.Context(), d, 1, nil, 0, limits)
	require.ErrorContains(t, err, "none has number 1")
}

// set changes a value that a valuation has.
func set(v witness.Valuation, agent, name, value string) {
	for _, a := range v {
		for i := range a.Locals {
			if a.Agent == agent && a.Locals[i].Name == name {
				a.Locals[i].Value = value
			}
		}
	}
}

// A state without a successor says why: here the counter would leave its range, there nobody is
// allowed anything.
func TestJointDeadlock(t *testing.T) {
	const text = `Agent Counter
  Vars: n : 0..1; end Vars
  Actions = {up};
  Protocol: %s : {up}; end Protocol
  Evolution: n = n + 1 if Action = up; end Evolution
end Agent
Evaluation high if Counter.n = 1; end Evaluation
InitStates Counter.n = 0; end InitStates
Formulae AG !high; end Formulae
`
	for condition, why := range map[string]string{"Other": "out of its range", "n = 0": "Counter: its protocol allows nothing"} {
		d := NewDocument("file:///a.ispl", "", 1, strings.Replace(text, "%s", condition, 1))
		s, err := Start(t.Context(), d, 0, nil, 0, DefaultThresholds())
		require.NoError(t, err)
		require.NoError(t, s.Random(t.Context(), 10))
		w, err := s.Walk(t.Context(), DefaultThresholds())
		require.NoError(t, err)
		require.Len(t, w.Run.Steps, 1)
		require.True(t, w.Deadlock)
		require.Contains(t, w.Blocked, why)
		_, err = Check(t.Context(), d, Question{}, DefaultThresholds(), Listener{Progress: func(Progress) {}, Verdict: func(x Verdict) {
			require.Equal(t, "violated", x.Verdict)
			require.NotNil(t, x.Views)
		}})
		require.NoError(t, err)
	}
}
