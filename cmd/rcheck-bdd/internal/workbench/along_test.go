package workbench

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A formula is watched along a run: that of a lasso has a truth everywhere, that of a run that just
// ends only as far as the run shows it.
func TestAlong(t *testing.T) {
	d := NewDocument("file:///c.rcp", "", 1, standingText)
	var run json.RawMessage
	_, err := Check(t.Context(), d, Question{Properties: []int{1}}, DefaultThresholds(), Listener{
		Progress: func(Progress) {},
		Verdict: func(v Verdict) {
			text, err := json.Marshal(v.Trace)
			require.NoError(t, err)
			run = text
		},
	})
	require.NoError(t, err)
	shown, err := Show(t.Context(), d, run, 1, DefaultThresholds())
	require.NoError(t, err)
	require.GreaterOrEqual(t, shown.Run.Loop, 0)
	along := func(run json.RawMessage, formula string) []string {
		truth, err := Along(t.Context(), d, run, formula)
		require.NoError(t, err)
		return truth
	}
	is := map[bool]string{true: "yes", false: "no"}
	var three, later []string
	for i, s := range shown.Run.States {
		three = append(three, is[s.Values[0][0] == "3"])
		met := false // at some time from here: till the end, or in the loop
		for _, next := range shown.Run.States[min(i, shown.Run.Loop):] {
			met = met || next.Values[0][0] == "3"
		}
		later = append(later, is[met])
	}
	require.Contains(t, three, "yes")
	require.Contains(t, three, "no")
	require.Equal(t, three, along(run, "a-at = 3"))
	require.Equal(t, later, along(run, "F a-at = 3"))

	s, err := Start(t.Context(), d, 0, run, 2, DefaultThresholds())
	require.NoError(t, err)
	walked, err := json.Marshal(traceOf(t, s))
	require.NoError(t, err)
	require.Equal(t, three[:3], along(walked, "a-at = 3"))
	require.Equal(t, []string{"unknown", "unknown", "unknown"}, along(walked, "F a-at = 4"))
	require.Equal(t, []string{"yes", "yes", "yes"}, along(walked, "a-at < 4 | G b-up"))

	for formula, fault := range map[string]string{"a-at =": "cannot be read", "a-lid": "cannot be read", "": "cannot be read"} {
		_, err := Along(t.Context(), d, run, formula)
		require.ErrorContains(t, err, fault, formula)
	}
	for _, text := range []string{"", "{}", "[]", "null", `{"steps":[{"state":{}}]}`} {
		_, err := Along(t.Context(), d, json.RawMessage(text), "a-at = 3")
		require.Error(t, err, text)
	}
}

// In ISPL, conditions on states are watched.
func TestAlongJoint(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/ispl/cards.ispl")
	require.NoError(t, err)
	d := NewDocument("file:///cards.ispl", "", 1, string(text))
	s, err := Start(t.Context(), d, 0, nil, 0, DefaultThresholds())
	require.NoError(t, err)
	require.NoError(t, s.Random(t.Context(), 4))
	w, err := s.Walk(t.Context(), DefaultThresholds())
	require.NoError(t, err)
	run, err := json.Marshal(traceOf(t, s))
	require.NoError(t, err)
	agent := 0
	for len(w.System.Agents[agent].Locals) == 0 {
		agent++
	}
	first, want := w.Run.States[0].Values[agent][0], []string{}
	for _, s := range w.Run.States {
		want = append(want, map[bool]string{true: "yes", false: "no"}[s.Values[agent][0] == first])
	}
	name := w.System.Agents[agent].Name + "." + w.System.Agents[agent].Locals[0]
	truth, err := Along(t.Context(), d, run, name+" = "+first)
	require.NoError(t, err)
	require.Equal(t, want, truth)
	_, err = Along(t.Context(), d, run, name+" = = ")
	require.ErrorContains(t, err, "cannot be read")
	for _, text := range []string{"", "[]", `{"steps":[{"state":{}}]}`} {
		_, err := Along(t.Context(), d, json.RawMessage(text), name+" = "+first)
		require.Error(t, err, text)
	}
}

// traceOf is the run of a session so far.
func traceOf(t *testing.T, s Session) any {
	run, err := s.Trace(t.Context())
	require.NoError(t, err)
	return run
}
