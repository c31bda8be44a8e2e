package mc_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// tally counts what a comparison covered.
type tally struct {
	systems, states, deadlocked              int
	holds, violated, fairHolds, fairViolated int
	lassos, violating, givenUp, layered, cut int
}

const (
	explicitLimit = 3000 // states
	lassoBudget   = 12   // runs
)

// The symbolic verdicts on generated systems and formulas, with and without
// fairness, are those of the explicit product; every trace is a lasso of the
// interpreter on which the formula is false and the fairness true; and where a
// formula holds, it does so on each of a number of enumerated lassos.
func TestVerdictsAgreeWithExplicitChecker(t *testing.T) {
	var n tally
	for seed := range recipetest.Number(t, "MC_SYSTEMS", 60) {
		compareSystem(t, recipetest.Seeded(uint64(seed)), seed, &n)
		if t.Failed() {
			return
		}
	}
	t.Logf("%+v", n)
	total := n.holds + n.violated
	require.Greater(t, n.holds, total/5, "too few properties hold")
	require.Greater(t, n.violated, total/5, "too few properties are violated")
	fair := n.fairHolds + n.fairViolated
	require.Greater(t, n.fairHolds, fair/8, "too few properties hold under fairness")
	require.Greater(t, n.fairViolated, fair/8, "too few properties are violated under fairness")
	require.Greater(t, n.deadlocked, n.systems/10, "too few systems deadlock")
	require.Greater(t, n.layered, n.systems/10, "layers of too few systems are counted")
	require.Positive(t, n.cut, "counting layers is never cut short")
	require.Greater(t, n.violating, n.lassos/20, "too few lassos violate")
}

// slicing has regions divided as early as possible, because nothing is found without.
var slicing = settings.Thresholds{Search: search.Thresholds{
	MaxProbed: -1, RoundsBeforeProbe: 1, RoundsBeforeSlicing: 1, MaxSlices: 1 << 20, MaxComponents: 1 << 20,
}}

// variant is one of the ways in which checkers go about it: certified, with images
// instead of saturation, with regions divided, or drawn.
func variant(source recipetest.Source, seed int) way {
	switch seed % 7 {
	case 0:
		return way{"certified", []mc.Option{mc.WithCertificates(5)}}
	case 1:
		return way{"rudd", []mc.Option{mc.WithEncoding(symbolic.Options{BDD: bdd.Options{Engine: "rudd"}})}}
	case 2:
		return way{"slices", []mc.Option{settingstest.WithThresholds(slicing)}}
	case 3:
		bits := settings.Thresholds{Search: search.Thresholds{MaxAutomaton: -1}}
		return way{"obligations as bits", []mc.Option{settingstest.WithThresholds(bits), mc.WithEngines("diagrams"), mc.WithCertificates(5)}}
	}
	w := drawnWay(source)
	if seed%2 == 0 {
		w.name, w.options = w.name+", diagrams only", append(w.options, mc.WithEngines("diagrams", "orbits"))
	}
	return w
}

// The same, shrinking what fails; rapid keeps it in testdata/rapid. Systems with a text are in
// [TestSourcesEndToEnd].
func TestVerdictsAgreeWithExplicitCheckerUnderRapid(t *testing.T) {
	if flag.Lookup("rapid.checks").Value.String() == "100" { // nobody has asked for another number
		require.NoError(t, flag.Set("rapid.checks", "12"))
		defer flag.Set("rapid.checks", "100")
	}
	var n tally
	rapid.Check(t, func(t *rapid.T) { compareSystem(t, recipetest.Rapid(t), n.systems, &n) })
	t.Logf("%+v", n)
	require.Positive(t, n.holds)
	require.Positive(t, n.violated)
}

// compareSystem compares the verdicts on a system and its formulas, both drawn from the source.
func compareSystem(t require.TestingT, source recipetest.Source, seed int, n *tally) {
	sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Large: true})
	in := recipe.NewInterpreter(sys)
	g, states, ok := exploreLetters(t, in, explicitLimit)
	if !ok {
		return
	}
	n.systems++
	n.states += states.Len()
	if len(states.Deadlocks) > 0 {
		n.deadlocked++
	}
	draw := mctest.NewFormulas(source, sys)
	for _, fairness := range []bool{false, true} {
		var spec mc.Specification
		if fairness {
			for range draw.Intn(3) {
				spec.Justice = append(spec.Justice, draw.Condition())
			}
			for range draw.Intn(3) {
				spec.Compassion = append(spec.Compassion, [2]*ltol.Formula{draw.Condition(), draw.Condition()})
			}
		}
		for i := range 6 {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: draw.Property()})
		}
		way := variant(source, seed)
		c, stats, err := known(sys, spec, way.options)
		check := func(p mc.Property) mc.Result { return c.CheckProperty(context.Background(), p) }
		var limit *mc.LimitError
		if errors.As(err, &limit) && (errors.Is(err, mc.ErrAllViolated) || errors.Is(err, mc.ErrAllDecided)) {
			n.givenUp++
			check = limit.Result
		} else {
			require.NoError(t, err, "seed %d, %s", seed, way.name)
			require.Equal(t, strconv.Itoa(states.Len()), stats.States.String(), "seed %d: reachable states", seed)
			if seed%3 == 0 {
				layers, err := within(c, 5*seed, func() (int, error) { return c.Layers(context.Background()) })
				if errors.Is(err, mc.ErrShare) {
					require.Zero(t, layers, "seed %d: layers", seed)
					n.cut++
					layers, err = c.Layers(context.Background())
				}
				require.NoError(t, err, "seed %d: layers", seed)
				require.Equal(t, len(states.Layers), layers, "seed %d: layers", seed)
				n.layered++
			}
			require.Equal(t, strconv.Itoa(len(states.Deadlocks)), stats.Deadlocks.String(), "seed %d: deadlocks", seed)
		}
		for _, p := range spec.Properties {
			compareProperty(t, fmt.Sprintf("seed %d, %s, %v", seed, way.name, p.Formula), check, in, g, spec, p, n)
		}
		c.Close()
	}
}

// known is a checker that has explored the system.
func known(sys *recipe.System, spec mc.Specification, options []mc.Option) (*mc.Checker, mc.SystemStats, error) {
	c, err := mc.NewChecker(context.Background(), sys, spec, options...)
	if err != nil {
		return nil, mc.SystemStats{}, err
	}
	stats, err := c.Reach(context.Background())
	return c, stats, err
}

func compareProperty(t require.TestingT, what string, check func(mc.Property) mc.Result, in *recipe.Interpreter, g explicitGraph, spec mc.Specification, p mc.Property, n *tally) {
	negated := []*ltol.Formula{ltol.Not(p.Formula)}
	fair := fairnessFormulas(spec)
	want := mc.Holds
	if g.satisfiable(t, ltol.And(append(negated, fair...)...)) {
		want = mc.Violated
	}
	r := check(p)
	require.NoError(t, r.Err, what)
	require.Equal(t, want, r.Verdict, "%s, fairness %v", what, fair)
	counters := map[mc.Verdict]*int{mc.Holds: &n.holds, mc.Violated: &n.violated}
	if len(fair) > 0 {
		counters = map[mc.Verdict]*int{mc.Holds: &n.fairHolds, mc.Violated: &n.fairViolated}
	}
	*counters[want]++
	lassos, violating := g.violatedOn(t, lassoBudget, p.Formula, fair)
	n.lassos, n.violating = n.lassos+lassos, n.violating+violating
	if want == mc.Holds {
		require.Zero(t, violating, "%s: some lasso violates what holds", what)
	}
	if want == mc.Violated {
		checkTrace(t, in, r.Trace, p.Formula, fair)
	} else {
		require.Nil(t, r.Trace)
	}
}

func fairnessFormulas(spec mc.Specification) []*ltol.Formula {
	var out []*ltol.Formula
	gf := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	for _, j := range spec.Justice {
		out = append(out, gf(j))
	}
	for _, c := range spec.Compassion {
		out = append(out, ltol.Implies(gf(c[0]), gf(c[1])))
	}
	return out
}

// checkTrace replays a counterexample and evaluates the formulas on it.
func checkTrace(t require.TestingT, in *recipe.Interpreter, tr *trace.Trace, f *ltol.Formula, fair []*ltol.Formula) {
	require.NotNil(t, tr)
	require.True(t, tr.Lasso())
	require.NoError(t, tr.Replay(in))
	ok, err := trace.Read(context.Background(), in, tr).Satisfies(f)
	require.NoError(t, err)
	require.False(t, ok)
	for _, condition := range fair {
		ok, err := trace.Read(context.Background(), in, tr).Satisfies(condition)
		require.NoError(t, err)
		require.True(t, ok)
	}
}
