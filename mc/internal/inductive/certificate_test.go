package inductive_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/inductive"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// certify checks an invariant, a piece of work at a time if it is to be interrupted often.
func certify(m *bounded.Machine, bad circuit.Lit, invariant [][]circuit.Lit, often bool) inductive.Outcome {
	c, piece := inductive.NewCertificate(m, bad, invariant), 1<<40
	if often {
		piece = 100
	}
	for ; ; piece *= 2 {
		if out := c.Next(context.Background(), c.Work()+piece); out != inductive.Open {
			return out
		}
	}
}

// requireRun demands that the interpreter has the steps of a run, from an initial state to its end.
func requireRun(t *testing.T, in *recipe.Interpreter, steps []trace.Step, end recipe.State) {
	t.Helper()
	initial := false
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		initial = in.Key(s) == in.Key(steps[0].State)
		return !initial
	}))
	require.True(t, initial)
	for i, s := range steps {
		next := end
		if i+1 < len(steps) {
			next = steps[i+1].State
		}
		successors, err := in.Successors(s.State)
		require.NoError(t, err)
		found := false
		for _, after := range successors {
			found = found || in.Key(after.Next) == in.Key(next)
		}
		require.True(t, found)
	}
}

// A counter of two bits that goes 0, 1, 2, 0, …, and 3, 3, …; three is never reached.
func counter() (m *bounded.Machine, low, high circuit.Lit) {
	g := circuit.NewGraph()
	low, high = g.Input(), g.Input()
	three := g.And(low, high)
	m = &bounded.Machine{Step: &circuit.Step{Graph: g, Possible: circuit.True}, Init: g.And(low.Not(), high.Not())}
	m.Latches = []bounded.Latch{
		{Name: "low", Bit: low, Next: g.Or(three, g.And(low.Not(), high.Not()))},
		{Name: "high", Bit: high, Next: low},
	}
	return m, low, high
}

// What is not an invariant is none: one that excludes initial states, or that a step leaves. One that
// has bad steps is no proof, unless none is initial and none comes after a step that is not bad.
func TestCertificates(t *testing.T) {
	m, low, high := counter()
	three := m.And(low, high)
	not := func(cubes ...[]circuit.Lit) [][]circuit.Lit { return cubes }
	both, zero := []circuit.Lit{low, high}, []circuit.Lit{low.Not(), high.Not()}
	for _, often := range []bool{false, true} {
		require.Equal(t, inductive.Safe, certify(m, three, not(both), often))
		require.Equal(t, inductive.Unsafe, certify(m, low, not(both), often), "one is bad, and comes after zero")
		require.Equal(t, inductive.Unsafe, certify(m, low, not([]circuit.Lit{low}), often), "a step leads from zero to one")
		require.Equal(t, inductive.Unsafe, certify(m, three, not(both, zero), often), "zero is initial, and what two leads to")
		require.Equal(t, inductive.Unsafe, certify(m, low.Not(),
			not([]circuit.Lit{low.Not()}, []circuit.Lit{high.Not()}), often), "zero is initial")
		require.Equal(t, inductive.Unsafe, certify(m, three.Not(), nil, often),
			"zero is bad, and initial; none comes after three")
		require.Equal(t, inductive.Unsafe, certify(m, m.And(low.Not(), high), nil, often), "two comes after one")
		require.Equal(t, inductive.Safe, certify(m, three, nil, often), "three comes after three only")
		require.Equal(t, inductive.Safe, certify(m, circuit.False, nil, often))
	}
}
