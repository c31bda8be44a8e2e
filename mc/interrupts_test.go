package mc_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A question is a specification with the verdicts that it gets without limits.
type question struct {
	sys  *recipe.System
	spec mc.Specification
	want []mc.Verdict
}

// drawnQuestions are those that a test has asked for, and generatedUpTo is the seed of the next.
var drawnQuestions, generatedUpTo = []question(nil), uint64(3_000_000)

// questions are the properties of generated models, and those of shiftWork,
// which is worth some work.
func questions(t *testing.T, models int) []question {
	if drawnQuestions == nil {
		sys, spec, want := shiftWork(t, 4)
		drawnQuestions = []question{{sys, spec, want}}
	}
	for ; len(drawnQuestions) <= models; generatedUpTo++ {
		m := rchecktest.New(recipetest.Seeded(generatedUpTo))
		p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if list.HasErrors() {
			continue
		}
		q := question{sys: p.System, spec: rcp.Specification(p)}
		report, err := mc.Check(context.Background(), q.sys, q.spec)
		require.NoError(t, err)
		for _, r := range report.Results {
			require.NoError(t, r.Err)
			q.want = append(q.want, r.Verdict)
		}
		drawnQuestions = append(drawnQuestions, q)
	}
	return drawnQuestions[: models+1 : models+1]
}

// require tests that each result is right, or unknown for the given reason
// with a phase and its counts.
func (q question) require(t *testing.T, results []mc.Result, cause error, n map[string]int) {
	t.Helper()
	require.Len(t, results, len(q.spec.Properties))
	limited := false
	for i, r := range results {
		if r.Verdict != mc.Unknown {
			require.NoError(t, r.Err)
			require.Equal(t, q.want[i], r.Verdict, "property %d", i+1)
			n["decided"]++
			if limited {
				n["decided after a limit"]++
			}
			continue
		}
		limited = true
		var limit *mc.LimitError
		require.ErrorAs(t, r.Err, &limit, "property %d", i+1)
		require.ErrorIs(t, r.Err, cause)
		require.NotEmpty(t, limit.Phase)
		require.Contains(t, r.Reason, string(limit.Phase))
		require.Nil(t, r.Trace)
		n["unknown"]++
		n[string(limit.Phase)]++
	}
}

// check asks the question in one of the ways of checking.
func (q question) check(t *testing.T, ctx context.Context, options ...mc.Option) []mc.Result {
	t.Helper()
	report, err := mc.Check(ctx, q.sys, q.spec, options...)
	require.NoError(t, err)
	return report.Results
}

// The two engines under limits on nodes and on memory, of any size: verdicts
// are right or unknown, and a property that hits the limit keeps none that
// comes after it from being decided.
func TestLimitsOfBothEngines(t *testing.T) {
	list := questions(t, 6)
	for _, engine := range []string{"native", "rudd"} {
		for kind, cause := range map[string]error{"nodes": bdd.ErrNodeLimit, "memory": bdd.ErrMemoryLimit} {
			t.Run(engine+" "+kind, func(t *testing.T) {
				n := map[string]int{}
				random := rand.New(rand.NewPCG(1, uint64(len(engine+kind))))
				for range 20 {
					q := list[random.IntN(len(list))]
					o := bdd.Options{Engine: engine}
					size := 8 + random.IntN(1<<(3+random.IntN(9)))
					if kind == "nodes" {
						o.MaxNodes = size
					} else {
						o.MaxBytes, o.InitialNodes, o.CacheSize = int64(4000+100*size), 16, 16
					}
					q.require(t, q.check(t, context.Background(), mc.WithEncoding(symbolic.Options{BDD: o, NoTrials: true})), cause, n)
				}
				t.Log(n)
				require.Positive(t, n["decided"])
				require.Positive(t, n["unknown"])
			})
		}
	}
}

// In every way of checking, a property whose context ends at some instant is
// right or unknown, and the ones after it, and itself when it is asked again,
// get their right verdicts from the same checker.
func TestInterruptsAtRandomInstants(t *testing.T) {
	list := questions(t, 6)
	total := map[string]int{}
	for _, way := range ways {
		if way.name == "jobs" {
			continue // a context for one property is what CheckProperty has
		}
		n := map[string]int{}
		random := rand.New(rand.NewPCG(2, uint64(len(way.name))))
		for k := range recipetest.Number(t, "MC_SOURCES", 48) {
			q := list[random.IntN(len(list))]
			options := slices.Clone(way.options)
			if k%4 > 0 { // else other engines answer before the instant
				options = append(options, mc.WithEngines("diagrams", "orbits"))
			}
			c, err := mc.NewChecker(context.Background(), q.sys, q.spec, options...)
			require.NoError(t, err)
			for i, p := range q.spec.Properties {
				only := question{spec: mc.Specification{Properties: []mc.Property{p}}, want: q.want[i : i+1]}
				instant := int64(1 + random.IntN(1<<random.IntN(14)))
				interrupted := c.CheckProperty(expiringAfter(instant), p)
				only.require(t, []mc.Result{interrupted}, context.Canceled, n)
				again := c.CheckProperty(context.Background(), p)
				require.NoError(t, again.Err, way.name)
				require.Equal(t, q.want[i], again.Verdict, "%s, property %d after an interrupt", way.name, i+1)
			}
			c.Close()
		}
		require.Positive(t, n["decided"], way.name)
		require.Positive(t, n["unknown"], way.name)
		for what, count := range n {
			total[what] += count
		}
	}
	t.Log(total)
	require.Greater(t, total["unknown"], 400, "interrupts that struck")
	for _, phase := range []string{
		fault.PhaseReach, fault.PhaseOrbits, fault.PhaseTranslate, fault.PhaseProduct, fault.PhaseExplore, fault.PhaseHull, fault.PhaseTrace, fault.PhaseCertify,
	} {
		require.Positive(t, total[string(phase)], phase)
	}
}

// Deadlines of any length, for the whole and for each property.
func TestDeadlines(t *testing.T) {
	list := questions(t, 4)
	n := map[string]int{}
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 40 {
		q := list[random.IntN(len(list))]
		delay := time.Duration(random.IntN(1 << random.IntN(24))) // up to 16 ms
		way := ways[round%len(ways)]
		if round%2 == 0 {
			results := q.check(t, context.Background(), append(way.options[:len(way.options):len(way.options)], mc.WithPropertyTimeout(delay+1))...)
			q.require(t, results, context.DeadlineExceeded, n)
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), delay)
		q.require(t, q.check(t, ctx, way.options...), context.DeadlineExceeded, n)
		cancel()
	}
	t.Log(n)
	require.Positive(t, n["decided"])
	require.Positive(t, n["unknown"])
}

// A limit of one property is none of the next: with few nodes the first ones
// of a specification stay undecided, later ones are decided.
func TestLimitsEndWithTheirProperty(t *testing.T) {
	sys, spec, want := shiftWork(t, 5)
	spec.Properties = append(spec.Properties[4:], spec.Properties[:4]...)
	q := question{sys, spec, append(want[4:], want[:4]...)}
	for _, engine := range []string{"native", "rudd"} {
		n := map[string]int{}
		for limit := 100; limit < 12_000 && n["decided after a limit"] == 0; limit += limit / 8 {
			o := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: engine, MaxNodes: limit}, NoTrials: true})
			q.require(t, q.check(t, context.Background(), o), bdd.ErrNodeLimit, n)
		}
		t.Log(engine, n)
		require.Positive(t, n["decided after a limit"], engine)
	}
}

// The error of an interrupted inspection names its phase as well.
func TestInterruptedInspections(t *testing.T) {
	sys, spec, _ := shiftWork(t, 3)
	seen := map[string]int{}
	for instant := int64(1); instant < 3000; instant += 1 + instant/8 {
		c, err := mc.NewChecker(context.Background(), sys, spec)
		require.NoError(t, err)
		_, err = c.Reach(context.Background())
		require.NoError(t, err)
		_, err = c.Warnings(expiringAfter(instant))
		var limit *mc.LimitError
		if err != nil {
			require.True(t, errors.As(err, &limit), "%v", err)
			require.ErrorIs(t, err, context.Canceled)
			seen[limit.Phase]++
		}
		_, err = c.Warnings(context.Background())
		require.NoError(t, err)
		c.Close()
	}
	t.Log(seen)
	require.Positive(t, seen[fault.PhaseReport])
}

// Confirming a trace may take long where an observation quantifies over identifiers with many
// values; it ends with the property's time, and the next property is decided.
func TestInterruptedConfirmation(t *testing.T) {
	b := recipe.NewBuilder()
	p, q := b.Property("p", recipe.IntType(0, 3000)), b.Property("q", recipe.IntType(0, 3000))
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.BoolType)
	a.Init(recipe.Not(x))
	enough := recipe.Ge(recipe.Add(p, q), recipe.IntExpr(7))
	a.Send(0, 0, b.Broadcast()).To(enough).Set(x, recipe.Not(x))
	on := ltol.Prop(ltol.Atom{ID: b.StateProposition("x", x), Kind: ltol.State})
	all := b.StepProposition("enough", recipe.Forall(enough))
	sys, err := b.System()
	require.NoError(t, err)
	q1 := question{sys: sys, spec: mc.Specification{Properties: []mc.Property{
		{Index: 1, Formula: ltol.Globally(ltol.Necessary(all, on))},
		{Index: 2, Formula: ltol.Finally(on)},
		{Index: 3, Formula: ltol.Globally(on)},
	}}, want: []mc.Verdict{mc.Violated, mc.Holds, mc.Violated}}
	for _, engine := range []string{"native", "rudd"} {
		for _, use := range []mc.Symmetry{mc.SymmetryConjuncts, mc.SymmetryOrbits} {
			n := map[string]int{}
			encoding := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: engine}})
			results := q1.check(t, context.Background(), encoding, mc.WithSymmetry(use), mc.WithPropertyTimeout(50*time.Millisecond))
			q1.require(t, results, context.DeadlineExceeded, n)
			require.Equal(t, mc.Unknown, results[0].Verdict)
			require.Equal(t, mc.Holds, results[1].Verdict)
			require.Equal(t, mc.Violated, results[2].Verdict)
			t.Log(engine, n)
		}
	}
}
