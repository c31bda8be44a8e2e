package workbench

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// What is still owed along a run of the model, where that becomes certain, and why the run violates
// it.
func TestStatuses(t *testing.T) {
	d := NewDocument("file:///a.rcp", "", 1, `agent A
    local: x : 0..3
    init: x = 0
    repeat: ( up: {x < 3} *! true [x := x + 1] + stay: {x = 3} *! true [] )
system = A(a, true)
SPEC NAME small := G (a-x < 2)
SPEC NAME twice := (F (a-x = 1)) & F (a-x = 2)
SPEC NAME again := G F (a-x = 0)
SPEC NAME then := G (a-x = 1 -> X F (a-x = 0))
SPEC NAME knows := AG K(a, a-x < 4)
`)
	var run *trace.Trace
	_, err := Check(t.Context(), d, Question{Properties: []int{3}}, DefaultThresholds(), Listener{
		Verdict: func(v Verdict) { run = v.Trace }, Progress: func(Progress) {},
	})
	require.NoError(t, err)
	text, err := json.Marshal(run)
	require.NoError(t, err)
	shown, err := Show(t.Context(), d, text, 1, DefaultThresholds())
	require.NoError(t, err)
	require.Len(t, shown.Run.States, 4)
	require.Equal(t, 3, shown.Run.Loop)
	no, yes := false, true
	require.Equal(t, []Status{
		{
			Index: 1, Name: "small", Formula: "G (a-x < 2)", Owed: []int{0, 0, 0, 1}, Texts: []string{"the property itself", "false"},
			Lost: 3, Met: -1, Holds: &no, Causes: []Cause{{2, 2, "`a-x < 2` is false"}},
		},
		{
			Index: 2, Name: "twice", Formula: "(F (a-x = 1)) & F (a-x = 2)", Owed: []int{0, 0, 1, 2},
			Texts: []string{"the property itself", "F (a-x = 2)", "true"}, Lost: -1, Met: 3, Holds: &yes,
		},
		{
			Index: 3, Name: "again", Formula: "G F (a-x = 0)", Owed: []int{0, 0, 0, 0}, Texts: []string{"the property itself"},
			Lost: -1, Met: -1, Holds: &no, Causes: []Cause{{1, 1, "`F (a-x = 0)` is not fulfilled from here on"}},
		},
	}, shown.Statuses[:3])
	require.Equal(t, []string{"the property itself", "F (a-x = 0), and the property itself"}, shown.Statuses[3].Texts)
	require.Equal(t, []int{0, 0, 1, 1}, shown.Statuses[3].Owed)
	require.Len(t, shown.Statuses, 4)
	require.Equal(t, 3, shown.Run.Lost)

	few := DefaultThresholds()
	few.Statuses = 0
	shown, err = Show(t.Context(), d, text, 2, few)
	require.NoError(t, err)
	require.Len(t, shown.Statuses, 1)
	require.Equal(t, 2, shown.Statuses[0].Index)
	few.Obligations = 2
	shown, err = Show(t.Context(), d, text, 2, few)
	require.NoError(t, err)
	require.NotContains(t, names(shown.Statuses), "twice")
}

func names(list []Status) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Name)
	}
	return out
}
