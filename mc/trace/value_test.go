package trace_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func TestValues(t *testing.T) {
	b := recipe.NewBuilder()
	counter := b.Agent("counter", "Counter")
	counter.Local("n", recipe.IntType(-1, 3))
	counter.Local("where", b.ChannelType())
	counter.Send(0, 1, b.Channel("line"))
	system, err := b.System()
	require.NoError(t, err)
	line, _ := system.SymbolOf("line")
	run := trace.Trace{System: system, Loop: -1, Steps: []trace.Step{
		{State: recipe.State{Locals: []recipe.Value{-1, recipe.Broadcast}, Control: []int{0}}},
		{State: recipe.State{Locals: []recipe.Value{2, line}, Control: []int{1}}},
	}}
	for _, c := range []struct {
		step         int
		agent, local string
		want         string
		ok           bool
	}{
		{0, "counter", "n", "-1", true},
		{0, "counter", "where", "*", true},
		{1, "counter", "where", "line", true},
		{1, "counter", trace.ControlName, "1", true},
		{2, "counter", "n", "", false},
		{-1, "counter", "n", "", false},
		{0, "clock", "n", "", false},
		{0, "counter", "m", "", false},
	} {
		value, ok := run.Value(c.step, c.agent, c.local)
		require.Equal(t, c.ok, ok, c)
		require.Equal(t, c.want, value, c)
	}
	require.Equal(t, textOf(t, &run, trace.TextOptions{}), run.String())
}

// StateOf is the inverse of ValuesOf, and names what is missing or wrong.
func TestStateOf(t *testing.T) {
	sys := turnstile(t)
	for _, step := range run(t, recipe.NewInterpreter(sys)).Steps {
		values := trace.ValuesOf(sys, step.State)
		again, err := trace.StateOf(sys, values)
		require.NoError(t, err)
		require.True(t, step.State.Equal(again))
		slices.Reverse(values)
		again, err = trace.StateOf(sys, values)
		require.NoError(t, err)
		require.True(t, step.State.Equal(again))
		for what, change := range map[string]func(){
			"price of agent booth: 7":  func() { values[0].Locals[2].Value = "7" },
			"price of agent booth: it": func() { values[0].Locals = values[0].Locals[:2] },
			"agent booth is missing":   func() { values = values[1:] },
		} {
			values = trace.ValuesOf(sys, step.State)
			slices.Reverse(values)
			change()
			_, err := trace.StateOf(sys, values)
			require.ErrorIs(t, err, trace.ErrFormat)
			require.ErrorContains(t, err, what)
		}
	}
}
