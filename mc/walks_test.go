package mc

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// newRelay is a checker of the relay that has not done anything yet.
func newRelay(t *testing.T, opts ...Option) *Checker {
	sys, spec := relay(t)
	c, err := NewChecker(context.Background(), sys, spec, opts...)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// unsend takes the left player's sends from an encoding, as if they never could happen.
func unsend(c *Checker) {
	kept := c.s.Model.Interactions[:0:0]
	for _, it := range c.s.Model.Interactions {
		if it.Initiator != 0 {
			kept = append(kept, it)
		}
	}
	c.s.Model.Interactions = kept
	c.s.NewSearch()
}

// What is not told otherwise compares enough to find an encoding in which sends never happen,
// whatever the property: that was once the answer for sends that read a local of more than 128
// values. No property gets a verdict then.
func TestLightCertificateFindsMissingSends(t *testing.T) {
	for name, options := range map[string][]Option{
		"by default":   nil,
		"a few states": {settingstest.WithSampling(settings.Sampling{States: 4, Dearest: 1000, Length: 4, Kept: 4, Branches: 4})},
		"jobs":         {WithJobs(2)},
	} {
		t.Run(name, func(t *testing.T) {
			c := newRelay(t, options...)
			unsend(c)
			report, err := c.Check(context.Background())
			require.ErrorIs(t, err, ErrInternal)
			for _, r := range report.Results {
				require.Equal(t, Unknown, r.Verdict)
				require.ErrorIs(t, r.Err, ErrInternal)
			}
		})
	}
	c := newRelay(t, settingstest.WithSampling(settings.Sampling{}))
	unsend(c)
	report, err := c.Check(context.Background())
	require.NoError(t, err, "nothing is compared")
	require.Equal(t, Certificate{}, report.Certificate)
	require.Equal(t, PropertyCertificate{}, report.Results[1].Certificate)
}

// A walk is a run of the interpreter, from an initial state or another reachable one, and so is
// each of its lassos; the same walks are made again.
func TestWalksAreRuns(t *testing.T) {
	ctx := context.Background()
	c, again := newRelay(t), newRelay(t)
	for _, c := range []*Checker{c, again} {
		_, err := c.Reach(ctx)
		require.NoError(t, err)
	}
	initial, lassos := 0, 0
	for k := range 40 {
		w, err := c.core.Comparison.Walk(ctx, k)
		require.NoError(t, err)
		same, err := again.core.Comparison.Walk(ctx, k)
		require.NoError(t, err)
		require.Equal(t, w, same)
		require.Equal(t, k%2 == 0, w.Initial)
		require.LessOrEqual(t, len(w.Steps), c.s.Set.Sampling.Length)
		require.LessOrEqual(t, len(w.Lassos), c.s.Set.Sampling.Lassos)
		reached, _, _ := c.s.Search.Reached()
		require.True(t, c.s.Model.Contains(reached, w.Steps[0].State))
		lassos += len(w.Lassos)
		if !w.Initial {
			continue
		}
		initial++
		require.NoError(t, (&trace.Trace{System: c.sys, Steps: w.Steps, Loop: -1}).Replay(c.s.Recipe.Interpreter))
		for _, l := range w.Lassos {
			require.NoError(t, w.Trace(c.sys, l).Replay(c.s.Recipe.Interpreter))
		}
	}
	require.Positive(t, lassos)
	require.Equal(t, 20, initial)
}

// A property that does not hold is refuted by walks, whatever the search says; one that holds is
// not.
func TestPropertiesOnRuns(t *testing.T) {
	ctx := context.Background()
	c := newRelay(t)
	_, err := c.Compare(ctx)
	require.NoError(t, err)
	atom := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	end := atom(0)
	for _, f := range []*ltol.Formula{
		ltol.Globally(ltol.Not(end)),               // refuted by a prefix
		ltol.Finally(ltol.Globally(ltol.Not(end))), // by a lasso only
		ltol.Globally(ltol.Finally(ltol.Not(end))),
		ltol.And(ltol.Finally(end), ltol.Globally(ltol.Not(end))),
		ltol.False(),
	} {
		_, err := c.core.Comparison.Test(ctx, f, 0)
		require.ErrorIs(t, err, ErrInternal, "%s", f)
	}
	for _, f := range []*ltol.Formula{c.spec.Properties[1].Formula, ltol.Finally(end), ltol.True(), ltol.Not(end)} {
		done, err := c.core.Comparison.Test(ctx, f, 0)
		require.NoError(t, err, "%s", f)
		require.Positive(t, done.Walks)
		require.Positive(t, done.Lassos)
		require.Positive(t, done.Prefixes)
	}
	finite := newRelay(t, settingstest.WithSampling(settings.Sampling{States: 100, Dearest: 1000, Length: 100, Kept: 100, Branches: 100}))
	_, err = finite.Compare(ctx)
	require.NoError(t, err)
	_, err = finite.core.Comparison.Test(ctx, ltol.Globally(ltol.Not(end)), 0)
	require.ErrorIs(t, err, ErrInternal, "a prefix is enough")
	// With a share of much work there are more walks, as many as are kept at most.
	few, err := c.core.Comparison.Test(ctx, ltol.True(), 0)
	require.NoError(t, err)
	many, err := c.core.Comparison.Test(ctx, ltol.True(), 1_000_000)
	require.NoError(t, err)
	require.Greater(t, many.Walks, few.Walks)
	most, err := c.core.Comparison.Test(ctx, ltol.True(), runs.MaxPrice)
	require.NoError(t, err)
	walks, _ := c.core.Comparison.Walks()
	kept := 0
	for _, w := range walks {
		kept += len(w.Steps)
	}
	require.GreaterOrEqual(t, kept, c.s.Set.Sampling.Kept)
	require.Less(t, kept, c.s.Set.Sampling.Kept+c.s.Set.Sampling.Length)
	require.Len(t, walks, most.Walks)
}

// Under fairness only fair lassos count: on the relay all end in the deadlock, where the condition
// never holds.
func TestRunsOfTestsAreFair(t *testing.T) {
	ctx := context.Background()
	sys, spec := relay(t)
	spec.Justice = []*ltol.Formula{ltol.Not(ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State}))}
	c, err := NewChecker(ctx, sys, spec)
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Compare(ctx)
	require.NoError(t, err)
	done, err := c.core.Comparison.Test(ctx, ltol.False(), 0)
	require.NoError(t, err)
	require.Positive(t, done.Lassos)
	require.Equal(t, done.Lassos, done.Unfair)
	require.Zero(t, done.Prefixes)
	fair, err := c.FairComputation(ctx)
	require.NoError(t, err)
	require.False(t, fair)
	// What is remembered is forgotten, and the search goes on looking for the other condition.
	c.s.Recipe.Justice, c.core.Runs = []*ltol.Formula{ltol.True()}, decide.NewRuns(c.s, c.core.Comparison)
	_, err = c.FairComputation(ctx)
	require.ErrorIs(t, err, ErrInternal)
}

// An initial state that the encoding lacks is found besides those that it has, even if it is
// reachable all the same.
func TestInitialStatesAreCompared(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	a := b.Agent("wheel", "Wheel")
	x := a.Local("x", recipe.IntType(0, 3))
	a.Send(0, 0, b.Broadcast()).Set(x, recipe.Mod(recipe.Add(x, recipe.IntExpr(1)), recipe.IntExpr(4)))
	sys, err := b.System()
	require.NoError(t, err)
	for _, lacks := range []bool{false, true} {
		c, err := NewChecker(ctx, sys, Specification{})
		require.NoError(t, err)
		defer c.Close()
		_, err = c.Reach(ctx)
		require.NoError(t, err)
		if !lacks {
			_, err = c.Compare(ctx)
			require.NoError(t, err)
			continue
		}
		c.s.Model.Init = c.without(t, c.s.Model.Init, func(s recipe.State) bool { return s.Locals[0] == 2 })
		_, err = c.Compare(ctx)
		require.ErrorIs(t, err, ErrInternal)
	}
}

// What the interpreter has executed and visited cannot be idle.
func TestIdlenessIsTestedOnRuns(t *testing.T) {
	ctx := context.Background()
	c := newRelay(t)
	_, err := c.Compare(ctx)
	require.NoError(t, err)
	idle, err := c.Inspect().Idle(ctx)
	require.NoError(t, err)
	require.Empty(t, idle.Commands)
	for id := range c.sys.Commands {
		require.ErrorIs(t, c.core.Comparison.Refutes([]int{id}, nil), ErrInternal)
	}
	require.ErrorIs(t, c.core.Comparison.Refutes(nil, [][2]int{{1, 0}}), ErrInternal)
	c.s.Search.Adopt(bdd.False, bdd.False)
	_, err = c.Inspect().Idle(ctx)
	require.ErrorIs(t, err, ErrInternal)
}

// Whatever the sizes are, the certificate keeps to them and verdicts do not change.
func TestSizesOfSamplings(t *testing.T) {
	ctx := context.Background()
	large := settings.Sampling{States: 5000, Dearest: 1 << 20, Share: 1, Length: 1000, Lassos: 100, Kept: 50_000, Branches: 1 << 20}
	for name, size := range map[string]settings.Sampling{
		"nothing": {}, "one of all": {States: 1, Dearest: 1, Share: 1, Length: 1, Lassos: 1, Kept: 1, Branches: 1},
		"no lassos": {States: 100, Dearest: 1000, Length: 100, Kept: 100, Branches: 100},
		"no walks":  {States: 100, Dearest: 1000, Length: 100, Lassos: 100, Branches: 100}, "default": settings.DefaultSampling(), "large": large,
	} {
		t.Run(name, func(t *testing.T) {
			c := newRelay(t, settingstest.WithSampling(size))
			r, err := c.Check(ctx)
			require.NoError(t, err)
			require.Equal(t, []Verdict{Violated, Holds, Violated}, []Verdict{r.Results[0].Verdict, r.Results[1].Verdict, r.Results[2].Verdict})
			require.Equal(t, size.States > 0, r.Certificate.States > 0)
			require.Equal(t, size.States > 0, r.Certificate.Initial > 0)
			require.LessOrEqual(t, r.Certificate.Successors, r.Certificate.States*max(size.Branches, 1))
			require.Equal(t, size.Kept > 0, r.Certificate.Walks > 0)
			require.Equal(t, size.Lassos > 0 && size.Kept > 0 && size.Length > 1, r.Results[1].Certificate.Lassos > 0)
			if size.Dearest != 1 { // one step, and what the engine's work allows besides it, may pay for no walk
				require.Equal(t, size.Kept > 0, r.Results[1].Certificate.Walks > 0)
			}
			require.False(t, r.Certificate.Closed)
			require.Empty(t, r.Certificate.Reason)
		})
	}
}

// A limit leaves things to be compared, which the certificate tells, and takes nothing from
// verdicts.
func TestCertificatesTellLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := newRelay(t)
	_, err := c.Reach(ctx)
	require.NoError(t, err)
	cancel()
	done, err := c.Compare(ctx)
	var limit *LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, fault.PhaseCertify, limit.Phase)
	require.Contains(t, done.Reason, "interrupted")
	done, err = c.Compare(context.Background())
	require.NoError(t, err)
	require.Empty(t, done.Reason)
	c.core = decide.NewChecker(c.s, 0) // which has made no walks
	tested, err := c.core.Comparison.Test(ctx, ltol.True(), 1_000_000)
	require.NoError(t, err)
	require.Contains(t, tested.Reason, "interrupted")

	// Without the reachable states there are the initial ones and walks from there.
	c = newRelay(t)
	c.s.ReachErr = &LimitError{Phase: fault.PhaseReach, Err: bdd.ErrNodeLimit}
	done, err = c.Compare(context.Background())
	require.NoError(t, err)
	require.Contains(t, done.Reason, "computing the reachable states")
	require.Positive(t, done.Initial)
	require.Positive(t, done.Walks)
	walks, _ := c.core.Comparison.Walks()
	for _, w := range walks {
		require.True(t, w.Initial)
	}
}

// The interpreter and the encoding are compared on what the flow excludes, too.
func TestContains(t *testing.T) {
	c := reachedChecker(t)
	ctx := context.Background()
	sc := c.s.Model.Manager.NewScope(ctx)
	defer sc.Close()
	in := 0
	reached, _, _ := c.s.Search.Reached()
	for x := range recipe.Value(4) {
		for y := range recipe.Value(4) {
			s := recipe.State{Locals: []recipe.Value{x, y}, Control: []int{0, 0}}
			n, err := c.s.Model.StateSet(sc, s)
			require.NoError(t, err)
			inside, err := sc.Calculator().Leq(n, reached)
			require.NoError(t, err)
			require.Equal(t, inside && n != bdd.False, c.s.Model.Contains(reached, s))
			if inside {
				in++
			}
		}
	}
	require.Equal(t, c.s.Stats.States.Int64(), int64(in))
	require.False(t, c.s.Model.Contains(reached, recipe.State{Locals: []recipe.Value{0, 0}, Control: []int{1, 0}}))
}

// What walks have found outlives limits, but an internal error is never a verdict.
func TestInternalErrorsAreNoVerdicts(t *testing.T) {
	p := Property{Formula: ltol.True()}
	known := &engine.Target{Formula: p.Formula, Trace: &trace.Trace{}}
	board := &engine.Board{}
	board.Add(known)
	require.Equal(t, Violated, (&LimitError{Err: context.Canceled, board: board}).Result(p).Verdict)
	require.Equal(t, Unknown, (&LimitError{Err: fault.Internal("a fault"), board: board}).Result(p).Verdict)
	known.Trace, known.Proved, known.Clauses = nil, true, 3
	held := (&LimitError{Err: context.Canceled, board: board}).Result(p)
	require.Equal(t, Holds, held.Verdict)
	require.Equal(t, 3, held.Stats.Clauses)
	require.NotEmpty(t, held.Certificate.Reason)
	require.Equal(t, Unknown, (&LimitError{Err: fault.Internal("a fault"), board: board}).Result(p).Verdict)
}
