package circuits_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Bounded checking is alone while some property that no finite run violates is open: one that is
// neither decided nor known to be violated.
func TestAloneWithLassos(t *testing.T) {
	p := ltol.Prop(ltol.Atom{Kind: ltol.State})
	safe, live := ltol.Globally(p), ltol.Globally(ltol.Finally(p))
	for _, c := range []struct {
		formulas []*ltol.Formula
		want     bool
	}{{nil, false}, {[]*ltol.Formula{safe}, false}, {[]*ltol.Formula{live, safe}, true}, {[]*ltol.Formula{safe, live}, true}} {
		board := &engine.Board{System: recipetest.Blinking(), MaxLength: 10}
		for _, f := range c.formulas {
			board.Add(&engine.Target{Formula: f})
		}
		shared := circuits.NewShared(board, 1, 1)
		alone := func() bool { return circuits.NewBounded(shared, nil, 10).Alone() }
		same := circuits.NewBounded(shared, nil, 10)
		for range 2 {
			require.Equal(t, c.want, same.Alone(), "asking twice changes nothing")
		}
		for _, target := range board.Targets {
			target.Decided = true
		}
		require.False(t, alone(), "all are decided")
		require.False(t, same.Alone(), "all are decided")
		for _, target := range board.Targets {
			target.Decided, target.Trace = false, &trace.Trace{}
		}
		require.False(t, alone(), "all are violated")
	}
}
