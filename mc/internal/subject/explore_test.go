package subject

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Orbits do not begin where the trial of the order has found all states before. They answer where it
// has not, and where they have begun before. The scheduler knows whether agents are absent at first.
func TestOrbitsDoNotBeginWhereStatesAreKnown(t *testing.T) {
	for _, system := range []string{"Worker(w[1..8], true)", "absent Worker(w[1..8], true) || Boss(boss, true)"} {
		spawn := ""
		if strings.HasPrefix(system, "absent") {
			spawn = "spawn Worker(any)"
		}
		p, list := rcheck.Parse("work.rcp", []byte(`channels: c
message-structure: V : 0..1
agent Worker
  local: n : 0..2
  init: n = 0
  receive-guard: false
  repeat: ( work: {n < 2} *! (false)()[n := n + 1] + rest: {n = 2} *! (false)()[n := 0] )
agent Boss
  receive-guard: false
  repeat: hire: {true} *! (false)()[`+spawn+`]
system = `+system+`
SPEC G forall k : Worker . F k-n = 2
`), rcheck.Options{})
		require.NoError(t, list.Err())
		open := func(after int, trials bool) *Subject {
			kind := &formalism.Recipe{System: p.System, Interpreter: recipe.NewQuickInterpreter(p.System)}
			var set settings.Settings
			set.Thresholds.OrbitsAfter, set.Thresholds.OrbitsFirst = after, 1<<40
			set.Thresholds.WalkFirst, set.Thresholds.WalkShare = -1, -1
			set.Encoding.NoTrials = !trials
			targets := []*engine.Target{{Formula: p.Specs[0].Formula}}
			s, err := New(t.Context(), kind, targets, set, func(l fault.Limit, _ *engine.Board) error { return l.Err })
			require.NoError(t, err)
			t.Cleanup(s.Close)
			require.Equal(t, len(p.System.Agents) == 9, s.Engines.Scheduler.Pools)
			return s
		}
		for _, trials := range []bool{true, false} {
			encoded := open(1<<40, trials).Engines.Board().Diagrams
			s := open(encoded+1, trials)
			require.Zero(t, s.Engines.Scheduler.Orbits.Spent())
			ended, cancel := context.WithCancel(t.Context())
			cancel()
			require.Error(t, s.Known(ended))
			require.Equal(t, trials, s.Engines.Board().Explored)
			require.NoError(t, s.Known(t.Context()))
			require.Equal(t, trials, s.HaveReached() && s.Finder == nil)
		}
		s := open(-1, true)
		require.NoError(t, s.Known(t.Context()))
		require.NotNil(t, s.Finder)
	}
}
