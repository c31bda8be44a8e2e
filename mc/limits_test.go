package mc_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// shiftWork is a system of cells in a ring, each of which takes what its
// neighbour offers; worth some work, with properties of every kind.
func shiftWork(t testing.TB, cells int) (*recipe.System, mc.Specification, []mc.Verdict) {
	b := recipe.NewBuilder()
	amount := b.Data("AMOUNT", recipe.IntType(0, 3))
	var full, idle []*recipe.Expr
	var gives, takes []*recipe.CommandBuilder
	for i := range cells {
		b.Channel(names("to", i))
	}
	for i := range cells {
		a := b.Agent(names("cell", i), "Cell")
		n := a.Local("n", recipe.IntType(0, 3))
		last := a.Local("last", recipe.IntType(0, 3))
		start := 0
		if i == 0 {
			start = 3
		}
		a.Init(recipe.And(recipe.Eq(n, recipe.IntExpr(start)), recipe.Eq(last, recipe.IntExpr(0))))
		here, there := b.Channel(names("to", i)), b.Channel(names("to", (i+1)%cells))
		a.ReceiveGuard(recipe.Eq(b.MessageChannel(), here))
		gives = append(gives, a.Send(0, 0, there).When(recipe.Gt(n, recipe.IntExpr(0))).
			With(amount, recipe.IntExpr(1)).Set(n, recipe.Sub(n, recipe.IntExpr(1))))
		takes = append(takes, a.Receive(0, 0, here).Set(n, recipe.Add(n, amount)).Set(last, amount))
		full = append(full, recipe.Eq(n, recipe.IntExpr(3)))
		idle = append(idle, recipe.Eq(n, recipe.IntExpr(0)))
	}
	state := func(e *recipe.Expr) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition("p", e), Kind: ltol.State})
	}
	step := func(kind ltol.AtomKind, c *recipe.CommandBuilder) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StepProposition("p", recipe.Executed(c)), Kind: kind})
	}
	lastFull, firstIdle := state(full[cells-1]), state(idle[0])
	given, taken := step(ltol.Step, gives[0]), step(ltol.PastStep, takes[1%cells])
	spec := mc.Specification{Properties: []mc.Property{
		{Index: 1, Formula: ltol.Globally(ltol.Not(state(recipe.And(full[0], full[cells-1]))))},
		{Index: 2, Formula: ltol.Globally(ltol.Not(lastFull))},
		{Index: 3, Formula: ltol.Globally(ltol.Implies(given, ltol.Next(taken)))},
		{Index: 4, Formula: ltol.Globally(ltol.Finally(given))},
		{Index: 5, Formula: ltol.Globally(ltol.Implies(firstIdle, ltol.Finally(lastFull)))},
		{Index: 6, Formula: ltol.Finally(ltol.Globally(ltol.Not(lastFull)))},
	}}
	sys, err := b.System()
	require.NoError(t, err)
	return sys, spec, []mc.Verdict{mc.Holds, mc.Violated, mc.Holds, mc.Holds, mc.Violated, mc.Violated}
}

func names(prefix string, i int) string { return prefix + string(rune('A'+i)) }

func TestShiftWork(t *testing.T) {
	sys, spec, want := shiftWork(t, 4)
	r, err := mc.Check(context.Background(), sys, spec, mc.WithCertificates(20), mc.WithVacuity())
	require.NoError(t, err)
	for i, result := range r.Results {
		require.Equal(t, want[i], result.Verdict, "property %d", i+1)
		require.Positive(t, result.Stats.AutomatonStates)
		require.Positive(t, result.Stats.Interactions)
	}
	require.Equal(t, ltol.Terminal, r.Results[0].Stats.Strength)
}

// phasesSeen runs a check that some limit cuts short and tests that every
// result is right or unknown for the limit's reason.
func phasesSeen(t *testing.T, spec mc.Specification, want []mc.Verdict, check func(mc.Property) mc.Result, cause error, seen map[string]int) (decided int) {
	for i, p := range spec.Properties {
		r := check(p)
		if r.Verdict != mc.Unknown {
			require.Equal(t, want[i], r.Verdict, "property %d", i+1)
			require.NoError(t, r.Err)
			decided++
			continue
		}
		var limit *mc.LimitError
		require.ErrorAs(t, r.Err, &limit)
		require.ErrorIs(t, r.Err, cause)
		require.Nil(t, r.Trace)
		require.Contains(t, r.Reason, string(limit.Phase))
		seen[limit.Phase]++
	}
	return decided
}

// However few nodes there are, a verdict is right or unknown.
func TestNodeLimits(t *testing.T) {
	sys, spec, want := shiftWork(t, 5)
	seen := map[string]int{}
	decided := 0
	for limit := 100; limit < 20000; limit += limit / 10 {
		options := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: limit}})
		r, err := mc.Check(context.Background(), sys, spec, options)
		require.NoError(t, err)
		results := r.Results
		decided += phasesSeen(t, spec, want, func(mc.Property) mc.Result {
			next := results[0]
			results = results[1:]
			return next
		}, bdd.ErrNodeLimit, seen)
	}
	t.Log(seen, decided)
	require.Positive(t, decided)
	require.Positive(t, seen[fault.PhaseEncode])
	require.Greater(t, len(seen), 2)
}

// expiring is a context that is cancelled once it has been asked often enough.
type expiring struct {
	context.Context
	left atomic.Int64
	done chan struct{}
}

func expiringAfter(n int64) *expiring {
	e := &expiring{Context: context.Background(), done: make(chan struct{})}
	e.left.Store(n)
	return e
}

func (e *expiring) ask() {
	if e.left.Add(-1) == 0 {
		close(e.done)
	}
}

func (e *expiring) Done() <-chan struct{} { e.ask(); return e.done }

func (e *expiring) Err() error {
	e.ask()
	select {
	case <-e.done:
		return context.Canceled
	default:
		return nil
	}
}

// Whenever a check is interrupted, verdicts are right or unknown, and the same
// checker decides everything when asked again.
func TestInterruptsInEveryPhase(t *testing.T) {
	sys, spec, want := shiftWork(t, 3)
	seen := map[string]int{}
	for n := int64(1); seen[fault.PhaseReach] < 5; n++ {
		c, err := mc.NewChecker(context.Background(), sys, spec)
		require.NoError(t, err)
		phasesSeen(t, spec, want, func(p mc.Property) mc.Result { return c.CheckProperty(expiringAfter(n), p) }, context.Canceled, seen)
		c.Close()
	}
	for _, options := range [][]mc.Option{nil, {mc.WithEngines("diagrams")}, {settingstest.WithSampling(settings.Sampling{})}, {mc.WithCertificates(3)}} {
		c, err := mc.NewChecker(context.Background(), sys, spec, options...)
		require.NoError(t, err)
		decided := 0
		for n := int64(1); decided < len(spec.Properties); n += 1 + n/30 {
			decided = phasesSeen(t, spec, want, func(p mc.Property) mc.Result {
				return c.CheckProperty(expiringAfter(n), p)
			}, context.Canceled, seen)
		}
		require.Equal(t, len(spec.Properties), phasesSeen(t, spec, want, func(p mc.Property) mc.Result {
			return c.CheckProperty(context.Background(), p)
		}, nil, seen))
		c.Close()
	}
	t.Log(seen)
	for _, phase := range []string{fault.PhaseReach, fault.PhaseExplore, fault.PhaseHull, fault.PhaseTrace, fault.PhaseCertify} {
		require.Positive(t, seen[phase], phase)
	}
}

func TestInterruptedEncoding(t *testing.T) {
	sys, spec, _ := shiftWork(t, 3)
	seen := map[string]bool{}
	for n := int64(1); ; n += 1 + n/20 {
		c, err := mc.NewChecker(expiringAfter(n), sys, spec)
		if err == nil {
			c.Close()
			break
		}
		var limit *mc.LimitError
		require.ErrorAs(t, err, &limit)
		seen[limit.Phase] = true
	}
	require.Equal(t, map[string]bool{fault.PhaseSymmetry: true, fault.PhaseEncode: true}, seen)
	r, err := mc.Check(expiringAfter(3), sys, spec)
	require.NoError(t, err)
	for _, result := range r.Results {
		require.Equal(t, mc.Unknown, result.Verdict)
		require.NotEmpty(t, result.Reason)
	}
}

func TestPropertyTimeout(t *testing.T) {
	sys, spec, _ := shiftWork(t, 3)
	r, err := mc.Check(context.Background(), sys, spec, mc.WithPropertyTimeout(time.Nanosecond))
	require.NoError(t, err)
	require.True(t, r.Stats.Reached, "what is shared is not subject to it")
	for _, result := range r.Results {
		if result.Verdict == mc.Violated { // on a walk, while the system was explored
			require.NotNil(t, result.Trace)
			continue
		}
		require.Equal(t, mc.Unknown, result.Verdict)
		require.ErrorIs(t, result.Err, context.DeadlineExceeded)
		require.Contains(t, result.Reason, "time is up")
	}
}

// A formula that is too large for the translation is undecided; the others are
// not concerned.
func TestTranslationLimit(t *testing.T) {
	sys, spec, want := shiftWork(t, 3)
	r, err := mc.Check(context.Background(), sys, spec, mc.WithTranslation(ltol.Options{MaxStates: 1, MaxEdges: 1}))
	require.NoError(t, err)
	undecided := 0
	for i, result := range r.Results {
		if result.Verdict == mc.Unknown {
			undecided++
			var limit *mc.LimitError
			require.ErrorAs(t, result.Err, &limit)
			require.Equal(t, fault.PhaseTranslate, limit.Phase)
			continue
		}
		require.Equal(t, want[i], result.Verdict)
	}
	require.Positive(t, undecided)
}

func TestFaultySpecifications(t *testing.T) {
	sys, _, _ := shiftWork(t, 3)
	state := ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State})
	for name, spec := range map[string]mc.Specification{
		"no formula":          {Properties: []mc.Property{{Index: 1}}},
		"an unknown atom":     {Properties: []mc.Property{{Index: 1, Formula: ltol.Prop(ltol.Atom{ID: 99})}}},
		"a state for a step":  {Properties: []mc.Property{{Index: 1, Formula: ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.Step})}}},
		"a nil condition":     {Justice: []*ltol.Formula{nil}},
		"half a compassion":   {Compassion: [][2]*ltol.Formula{{state, nil}}},
		"a foreign condition": {Compassion: [][2]*ltol.Formula{{state, ltol.Prop(ltol.Atom{ID: -1})}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := mc.Check(context.Background(), sys, spec)
			require.Error(t, err)
			require.False(t, errors.Is(err, mc.ErrInternal))
		})
	}
}

// What a property needs is given back when it is decided.
func TestPropertiesLeaveNothingBehind(t *testing.T) {
	sys, spec, _ := shiftWork(t, 4)
	spec.Justice = []*ltol.Formula{spec.Properties[4].Formula.Args()[0].Args()[0]}
	spec.Compassion = [][2]*ltol.Formula{{spec.Justice[0], ltol.Not(spec.Justice[0])}}
	c, err := mc.NewChecker(context.Background(), sys, spec, mc.WithCertificates(5), mc.WithVacuity())
	require.NoError(t, err)
	defer c.Close()
	live := func() int {
		for _, p := range spec.Properties {
			require.NoError(t, c.CheckProperty(context.Background(), p).Err)
		}
		_, err := c.Warnings(context.Background())
		require.NoError(t, err)
		man := c.Model().Manager
		require.NoError(t, man.Collect(context.Background()))
		return man.Stats().Nodes
	}
	before := live()
	require.Equal(t, before, live())
}
