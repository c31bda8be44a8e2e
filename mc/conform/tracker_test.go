package conform_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// switches are two agents of which each sends once.
func switches(t testing.TB) *recipe.System {
	b := recipe.NewBuilder()
	for _, name := range []string{"a", "b"} {
		a := b.Agent(name, "Switch")
		on := a.Local("on", recipe.BoolType)
		a.Init(recipe.Not(on))
		a.Send(0, 1, b.Broadcast()).Label("turn").Set(on, recipe.TrueExpr)
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// turns says that an open name turned its switch.
func turns(sys *recipe.System, name int, after ...int) conform.Entry {
	return conform.Entry{After: after, Names: []int{name}, Observe: func(agents []int) conform.Observation {
		at := recipe.Eq(&recipe.Expr{Op: recipe.OpSender, Type: sys.Location},
			recipe.Const(sys.Location, sys.Agents[agents[0]].Location))
		return conform.Observation{Key: sys.Agents[agents[0]].Name,
			Conditions: []conform.Condition{{When: conform.During, Expr: at}}}
	}}
}

func TestBeliefOfOneLog(t *testing.T) {
	sys := switches(t)
	m, err := conform.New(t.Context(), sys, conform.Options{})
	require.NoError(t, err)
	defer m.Close()
	log := start(t, m)
	anything := says("run:1", conform.Observation{})
	for i, want := range []int64{1, 2, 1} {
		size, err := log.Size(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, size.States.Int64())
		ended, err := log.Ended(t.Context())
		require.NoError(t, err)
		require.Equal(t, i == 2, ended)
		ok, err := log.Step(t.Context(), anything)
		require.NoError(t, err)
		require.Equal(t, i < 2, ok, "the stutter of a state without steps is no entry")
	}
	require.Len(t, m.System().Agents, 2)
}

// TestNamesAreNeverChosenEarly requires that the first use of a name leaves it open.
func TestNamesAreNeverChosenEarly(t *testing.T) {
	sys := switches(t)
	for _, kept := range []int{0, 1} {
		m, err := conform.New(t.Context(), sys, conform.Options{Thresholds: conform.Thresholds{Kept: kept}})
		require.NoError(t, err)
		log := start(t, m, []int{0, 1}, []int{0, 1})
		done, next, err := log.Log(t.Context(), []conform.Entry{turns(sys, 0), turns(sys, 1), turns(sys, 0, 0)}, nil)
		require.NoError(t, err)
		require.Equal(t, 2, done)
		require.Equal(t, []int{2}, next, "nobody can turn twice")
		_, err = log.DepartNext(t.Context(), 1)
		require.ErrorIs(t, err, recipe.ErrMisuse)
		m.Close()
	}
}

// TestDepartures explains an entry that is not possible: b has turned its switch, and a has not.
func TestDepartures(t *testing.T) {
	sys := switches(t)
	for _, explained := range []int{0, 1} {
		m, err := conform.New(t.Context(), sys, conform.Options{Thresholds: conform.Thresholds{Explained: explained}})
		require.NoError(t, err)
		log := start(t, m, []int{1})
		ok, err := log.Step(t.Context(), turns(sys, 0))
		require.NoError(t, err)
		require.True(t, ok)
		ok, err = log.Step(t.Context(), turns(sys, 0))
		require.NoError(t, err)
		require.False(t, ok)
		d, err := log.Depart(t.Context(), turns(sys, 0))
		require.NoError(t, err)
		require.True(t, d.All)
		require.Equal(t, int64(1), d.Belief.States.Int64())
		require.Equal(t, []int{0}, d.Possible)
		require.Equal(t, 0, d.Nearest.Step.Initiator)
		require.Len(t, d.Nearest.Wrong, 1)
		require.Equal(t, recipe.True, d.At.Locals[1])
		require.Empty(t, d.Blocked[1].Commands, "b has ended")

		anything := start(t, m)
		for range 2 {
			_, err = anything.Step(t.Context(), says("any", conform.Observation{}))
			require.NoError(t, err)
		}
		d, err = anything.Depart(t.Context(), says("any", conform.Observation{}))
		require.NoError(t, err)
		require.Nil(t, d.Nearest)
		require.Empty(t, d.Possible)
		m.Close()
	}
}

func TestLimitsOfLogs(t *testing.T) {
	sys := switches(t)
	m, err := conform.New(t.Context(), sys, conform.Options{Thresholds: conform.Thresholds{Open: 1}})
	require.NoError(t, err)
	defer m.Close()
	_, err = start(t, m, []int{0, 1}).Step(t.Context(), turns(sys, 0))
	require.ErrorIs(t, err, conform.ErrTooMany)

	cyclic := []conform.Entry{{Place: "run:1", After: []int{1}}, {Place: "run:2", After: []int{0}}}
	_, _, err = start(t, m).Log(t.Context(), cyclic, nil)
	require.EqualError(t, err, "run:1 waits for itself: the order of the entries has a cycle")
	_, _, err = start(t, m).Log(t.Context(), []conform.Entry{{Place: "run:1", After: []int{7}}}, nil)
	require.ErrorIs(t, err, recipe.ErrMisuse)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = start(t, m).Step(ended, says("run:1", conform.Observation{}))
	require.ErrorIs(t, err, context.Canceled)
	_, err = conform.New(t.Context(), nil, conform.Options{})
	require.ErrorIs(t, err, recipe.ErrMisuse)
}

// start is a tracker at the beginning of a log.
func start(t testing.TB, m *conform.Model, candidates ...[]int) *conform.Tracker {
	tracker, err := m.Start(t.Context(), candidates...)
	require.NoError(t, err)
	return tracker
}

// says is an entry without open names.
func says(place string, o conform.Observation) conform.Entry {
	return conform.Entry{Place: place, Observe: func([]int) conform.Observation { return o }}
}
