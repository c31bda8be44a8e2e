package workbench

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

const shownSource = `message-structure: D : bool
property-variables:
agent A
    local: x : 0..3
    init: x = 0
    receive-guard: false
    repeat: ( s: {true} *! (false)(D := true)[x := (x < 3 ? x + 1 : 0)] )
system = A(a, true)
SPEC NAME never := G a-x != 2
SPEC NAME stays := G a-x = 0
SPEC NAME first := F a-x = 1
SPEC NAME knows := EF a-x = 3
`

// What a page shows of a file is bounded: by the properties that are followed along runs, and by
// how long its runs are as data. What is left out has a reason.
func TestShowing(t *testing.T) {
	d := NewDocument("m.rcp", "rcheck", 0, shownSource)
	p, list := rcheck.Parse("m.rcp", []byte(shownSource), rcheck.Options{})
	require.False(t, list.HasErrors(), "%v", list)
	var verdicts []Verdict
	_, err := Check(t.Context(), d, Question{}, DefaultThresholds(), Listener{
		Verdict: func(v Verdict) { verdicts = append(verdicts, v) }, Progress: func(Progress) {},
	})
	require.NoError(t, err)
	run := verdicts[slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Index == 1 })].Trace
	require.NotNil(t, run)
	statuses := func(s *Showing) []int {
		text, why := s.Run(t.Context(), run, 1)
		require.Empty(t, why)
		var shown Shown
		require.NoError(t, json.Unmarshal(text, &shown))
		out := []int{}
		for _, x := range shown.Statuses {
			out = append(out, x.Index)
		}
		return out
	}
	limits := DefaultThresholds()
	require.Equal(t, []int{1, 2, 3}, statuses(NewShowing(d, p, limits)))
	few := limits
	few.PageStatuses = 0
	require.Equal(t, []int{1}, statuses(NewShowing(d, p, few)))

	s := NewShowing(d, p, limits)
	text, why := s.Log(t.Context(), run, 1, []string{"log:7", "hidden"})
	require.Empty(t, why)
	var shown Shown
	require.NoError(t, json.Unmarshal(text, &shown))
	require.Equal(t, []string{"log:7", "hidden"}, []string{shown.Run.Steps[0].Entry, shown.Run.Steps[1].Entry})
	states := shown.Run.States[:2]
	text, why = s.States([]recipe.State{run.Steps[0].State, run.Steps[1].State})
	require.Empty(t, why)
	shown = Shown{}
	require.NoError(t, json.Unmarshal(text, &shown))
	require.Equal(t, states, shown.Run.States)
	require.Empty(t, shown.Run.Steps)
	require.NotNil(t, shown.Statuses)
	full := limits
	full.PageBytes = 1
	text, why = NewShowing(d, p, full).States([]recipe.State{run.Steps[0].State})
	require.Nil(t, text)
	require.Contains(t, why, "may take 0 kB here")

	small := limits
	text, _ = NewShowing(d, p, limits).Run(t.Context(), run, 1)
	small.PageBytes = len(text)
	s = NewShowing(d, p, small)
	require.Equal(t, []int{1, 2, 3}, statuses(s))
	none, why := s.Run(t.Context(), run, 2)
	require.Nil(t, none)
	require.Contains(t, why, "kB here")
	none, why = s.Views(t.Context(), nil)
	require.Nil(t, none)
	require.Contains(t, why, "may take")

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	none, why = NewShowing(d, p, limits).Run(ended, run, 1)
	require.Nil(t, none)
	require.Contains(t, why, "context canceled")
	none, why = NewShowing(d, p, limits).Views(ended, nil)
	require.Nil(t, none)
	require.Contains(t, why, "context canceled")
}
