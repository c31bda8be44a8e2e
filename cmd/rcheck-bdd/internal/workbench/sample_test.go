package workbench

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// sampledText has two agents of one type: the second never passes, as its guard is never true.
const sampledText = `enum channel { c }
message-structure: N : 0..3
agent Sender
  local: n : 0..3, open : bool
  init: n = 0
  receive-guard: false
  repeat: pass: {open & n < 3} * ! true (N := n) [n := n + 1] + rest: {n = 3 | !open} * ! true (N := n) []
agent Taker
  local: got : 0..3
  init: got = 0
  receive-guard: false
  repeat: take: {true} * ? [got := N]
system = Sender(one, open) || Sender(two, !open) || Taker(taker, true)
SPEC NAME low := G (one-n < 2);
SPEC NAME small := G (taker-got <= 3);
SPEC NAME known := EF (one-n = 3);
`

func TestRandomRunsOfADocument(t *testing.T) {
	d := NewDocument("file:///s.rcp", "", 1, sampledText)
	q := Sampling{Runs: 30, Steps: 12, Seed: 5}
	got, err := RandomRuns(t.Context(), d, q, DefaultThresholds(), func(*Sample) {})
	require.NoError(t, err)

	p, err := d.program(t.Context())
	require.NoError(t, err)
	o := simulate.SampleOptions{Runs: q.Runs, Length: q.Steps, Seed: q.Seed, Lassos: simulate.DefaultLassos}
	for _, x := range p.Specs {
		o.Properties = append(o.Properties, x.Formula)
	}
	want, err := simulate.RandomRuns(t.Context(), recipe.NewInterpreter(p.System), o)
	require.NoError(t, err)
	require.Equal(t, []int{want.Runs, want.Steps, want.States, want.Transitions},
		[]int{got.Runs, got.Steps, got.States, got.Transitions})
	// Each command of a type, in both senders together.
	require.Len(t, got.Commands, 3)
	for i, ids := range [][]int{{0, 2}, {1, 3}, {4}} {
		c, sum := got.Commands[i], simulate.CommandUse{}
		for _, id := range ids {
			use := want.Commands[id]
			sum.Executed, sum.True, sum.False = sum.Executed+use.Executed, sum.True+use.True, sum.False+use.False
		}
		require.Equal(t, sum, simulate.CommandUse{Executed: c.Executed, True: c.True, False: c.False})
	}
	require.False(t, got.Commands[0].Constant)
	require.True(t, got.Commands[2].Constant)
	require.Equal(t, []int{1}, got.Commands[0].Never)
	require.Equal(t, []int{}, got.Commands[1].Never)
	require.Equal(t, "pass", got.System.Types[got.Commands[0].Type].Edges[got.Commands[0].Edge].Label)

	low, small, known := got.Properties[0], got.Properties[1], got.Properties[2]
	require.Equal(t, "violated", low.Verdict)
	require.Equal(t, want.Properties[0].Violated, low.Runs.Violated)
	require.Equal(t, 13, low.Range.Start.Line)
	require.Equal(t, "unknown", small.Verdict)
	require.Equal(t, 30, small.Runs.Open)
	require.Nil(t, known.Runs)
	text, err := json.Marshal(low.Trace)
	require.NoError(t, err)
	shown, err := Show(t.Context(), d, text, low.Index, DefaultThresholds())
	require.NoError(t, err)
	require.Equal(t, len(shown.Run.States), shown.Run.Lost, "the last state decides")
}

// What is told on the way has each run once, and counts no more than the end does.
func TestRandomRunsAreTold(t *testing.T) {
	d := NewDocument("file:///s.rcp", "", 1, sampledText)
	ctx, stop := context.WithCancel(t.Context())
	var told []*Sample
	all := DefaultThresholds()
	all.Sampled = 1 << 40
	got, err := RandomRuns(ctx, d, Sampling{Runs: 1 << 20, Steps: 10, Seed: 1}, all, func(s *Sample) {
		if told = append(told, s); len(told) == 3 {
			stop()
		}
	})
	require.NoError(t, err)
	require.Len(t, told, 3)
	require.NotNil(t, told[0].Properties[0].Trace)
	require.Nil(t, told[1].Properties[0].Trace)
	require.Equal(t, "violated", told[1].Properties[0].Verdict)
	require.NotNil(t, got.Properties[0].Trace, "the last one has all runs")
	require.Less(t, told[0].Runs, told[2].Runs)
	require.LessOrEqual(t, told[2].Runs, got.Runs)
	require.Contains(t, got.Reason, "random runs: ")
}

func TestRandomRunsAreBounded(t *testing.T) {
	few := DefaultThresholds()
	few.Sampled = 20
	d := NewDocument("file:///s.rcp", "", 1, sampledText)
	for q, fault := range map[Sampling]string{
		{Runs: 3, Steps: 7}:       "3 runs of 7 steps can be more than 20 steps, which is the most at a time",
		{Runs: 1 << 62, Steps: 4}: "can be more than 20 steps",
		{Runs: 0, Steps: 7}:       "give positive numbers",
		{Runs: 2, Steps: -1}:      "give positive numbers",
	} {
		_, err := RandomRuns(t.Context(), d, q, few, nil)
		require.ErrorContains(t, err, fault)
	}
	got, err := RandomRuns(t.Context(), d, Sampling{Runs: 4, Steps: 5}, few, func(*Sample) {})
	require.NoError(t, err)
	require.Equal(t, 20, got.Steps)
	_, err = RandomRuns(t.Context(), NewDocument("file:///s.rcp", "", 1, "agent"), Sampling{Runs: 1, Steps: 1}, few, nil)
	require.ErrorIs(t, err, ErrNoModel)
}

// Of a model in ISPL, a run that violates a formula is an explanation, and lines of evolutions are
// edges.
func TestRandomRunsOfISPL(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/ispl/bits.ispl")
	require.NoError(t, err)
	d := NewDocument("file:///b.ispl", "", 1, string(text))
	got, err := RandomRuns(t.Context(), d, Sampling{Runs: 40, Steps: 30, Seed: 2}, DefaultThresholds(), func(*Sample) {})
	require.NoError(t, err)
	require.Equal(t, 40, got.Runs)
	p, err := d.jointProgram(t.Context())
	require.NoError(t, err)
	require.Len(t, got.Properties, len(p.Formulas))
	lines, actions := 0, 0
	for _, c := range got.Commands {
		edge := got.System.Types[c.Type].Edges[c.Edge]
		require.NotEmpty(t, edge.Label)
		if edge.Kind == "line" {
			lines++
		} else {
			actions += c.Executed
		}
	}
	require.Positive(t, lines)
	require.Equal(t, got.Steps*len(p.System.Agents), actions, "each agent acts in each step")
	for _, v := range got.Properties {
		require.Equal(t, v.Verdict == "violated", v.Explanation != nil)
		require.Equal(t, v.Verdict == "violated", v.Views != nil)
	}
}
