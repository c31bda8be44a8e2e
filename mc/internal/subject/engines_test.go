package subject

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A property that the only initial state settles holds before any engine works, where orbits are
// among them. Nothing is known where there are several initial states, or where the state leaves
// something open.
func TestTheFirstStateDecides(t *testing.T) {
	for first, want := range map[string][]bool{
		"!on":  {true, true, false, false, true, false, true},
		"on":   {true, true, false, false, false, true, false},
		"true": {false, false, false, false, false, false, false},
	} {
		p, list := rcheck.Parse("pool.rcp", []byte(`property-variables:
agent Worker
  local: on : bool
  init: on
  receive-guard: false
  repeat: toggle: {true} *! (false)()[on := !on]
agent Boss
  local: on : bool
  receive-guard: false
  repeat: hire: {true} *! (false)()[spawn Worker(any)]
system = absent Worker(w[1..2], true) || Boss(boss, `+first+`)
SPEC forall k : Worker . (G F k-on) -> (G F !k-on)
SPEC forall k : Worker . F k-on
SPEC exists k : Worker . F k-on
SPEC F (forall k : Worker . k-on)
SPEC boss-on -> X !boss-on
SPEC boss-on
SPEC !boss-on
`), rcheck.Options{})
		require.NoError(t, list.Err())
		var targets []*engine.Target
		for _, s := range p.Specs {
			targets = append(targets, &engine.Target{Formula: s.Formula})
		}
		kind := &formalism.Recipe{System: p.System, Interpreter: recipe.NewQuickInterpreter(p.System)}
		set := settings.Settings{Engines: []string{settings.EngineOrbits, settings.EngineDiagrams}}
		set.Thresholds.OrbitsAfter = 1 << 40 // no engine has worked yet
		s, err := New(t.Context(), kind, targets, set, func(l fault.Limit, _ *engine.Board) error { return l.Err })
		require.NoError(t, err)
		t.Cleanup(s.Close)
		var got []bool
		for _, target := range targets {
			require.Equal(t, target.Proved, target.Decided)
			got = append(got, target.Proved)
		}
		require.Equal(t, want, got, first)
	}
}
