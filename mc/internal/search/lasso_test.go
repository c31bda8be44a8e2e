package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// requireRun demands that a run is one of the interpreter's, whose last step leads to where its
// loop begins.
func requireRun(t *testing.T, s *System, r *Run) {
	t.Helper()
	require.NotNil(t, r)
	out := &trace.Trace{System: interpreter(s).System(), Loop: r.Loop}
	for i, at := range r.States {
		step := trace.Step{State: at.(recipe.State), Message: r.Steps[i].(recipe.Step)}
		out.Steps = append(out.Steps, step)
	}
	require.NoError(t, out.Replay(interpreter(s)))
}

// The loop of a run ends where it begins, be it that the edges which make it fair lead there or
// elsewhere: on a wheel of four states, of which one or two are to be left again and again, every
// loop has four steps. The same holds where greedy search closes the loop.
func TestLoopsComeBack(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("wheel", "Wheel")
	x := a.Local("x", recipe.IntType(0, 3))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	next := recipe.Mod(recipe.Add(x, recipe.IntExpr(1)), recipe.IntExpr(4))
	a.Send(0, 0, b.Broadcast()).Set(x, next)
	var is []*ltol.Formula
	for n := range 4 {
		id := b.StateProposition("is", recipe.Eq(x, recipe.IntExpr(n)))
		is = append(is, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
	}
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	defer closeSpace(s)
	require.NoError(t, s.Explore(context.Background()))
	for i := range is {
		for j := range is[i:] {
			s.Assume(NewFairness([]*ltol.Formula{is[i], is[i+j]}, nil))
			goals, err := s.Goals(context.Background(), ltol.True(), ltol.Options{})
			require.NoError(t, err)
			require.Len(t, goals, 1)
			out, err := s.Find(context.Background(), goals[0], true, false)
			require.NoError(t, err)
			requireRun(t, s, out.Run)
			require.Len(t, out.Run.Steps[out.Run.Loop:], 4)

			work := s.begin(context.Background())
			e := s.newEmptiness(work, goals[0])
			h, f := e.fairRegion(work), e.paths()
			f.direct = true
			run := newRun(f.lasso(work, e.product.graph, e.product.init, h))
			require.NoError(t, work.err)
			requireRun(t, s, run)
			require.Len(t, run.Steps[run.Loop:], 4)
			h.release()
			e.release()
		}
	}
}
