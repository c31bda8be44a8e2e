package mc_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// matters is how many states of a run show the violation.
func matters(t *trace.Trace) int {
	if t.Decisive > 0 {
		return t.Decisive
	}
	return len(t.Steps)
}

// mostPaths bounds the paths that are looked at, mostSteps their length.
const mostPaths, mostSteps = 3000, 5

// eachViolation calls visit with the states and steps that show a violation, for each that few
// show: all paths from the initial states are listed, in the order of their length, and closed in
// all ways, up to mostSteps or until visit returns false. The result is false if there are more
// than so many paths.
func eachViolation(
	t *testing.T, in *recipe.Interpreter, spec mc.Specification, f *ltol.Formula, most int,
	visit func(shows []trace.Step) bool,
) (all bool) {
	type path struct {
		steps []trace.Step
		end   recipe.State
	}
	var paths []path
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		paths = append(paths, path{end: s.Clone()})
		return len(paths) <= most
	}))
	for n := 1; n <= mostSteps; n++ {
		var next []path
		for _, p := range paths {
			successors, err := in.Successors(p.end)
			require.NoError(t, err)
			for _, tr := range successors {
				steps := append(slices.Clone(p.steps), trace.Step{State: p.end, Message: tr.Step})
				next = append(next, path{steps, tr.Next})
			}
			if len(next) > most {
				return false
			}
		}
		for _, p := range next {
			for loop := range p.steps {
				run := &trace.Trace{System: in.System(), Steps: p.steps, Loop: loop}
				if p.steps[loop].State.Equal(p.end) && isViolation(t, in, spec, f, run) && !visit(p.steps) {
					return true
				}
			}
			run := &trace.Trace{System: in.System(), Steps: p.steps, Loop: -1}
			refuted, err := trace.Read(context.Background(), in, run).Refutes(n, f)
			require.NoError(t, err)
			if refuted && len(spec.Conditions()) == 0 && !visit(p.steps) {
				return true
			}
		}
		paths = next
	}
	return true
}

// fewest is the least number of states that show a violation, 0 if mostSteps do not; ok is false if
// there are too many paths.
func fewest(t *testing.T, in *recipe.Interpreter, spec mc.Specification, f *ltol.Formula) (states int, ok bool) {
	ok = eachViolation(t, in, spec, f, mostPaths, func(shows []trace.Step) bool {
		states = len(shows)
		return false
	})
	return states, ok
}

func isViolation(t *testing.T, in *recipe.Interpreter, spec mc.Specification, f *ltol.Formula, run *trace.Trace) bool {
	reading := trace.Read(context.Background(), in, run)
	holds, err := reading.Satisfies(f)
	require.NoError(t, err)
	fair, err := reading.SatisfiesAll(spec.Conditions())
	require.NoError(t, err)
	return fair && !holds
}

// drawn is a small system with properties, and fairness for every third seed.
func drawn(seed uint64) (*recipe.System, mc.Specification) {
	source := recipetest.Seeded(seed)
	sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
	draw := mctest.NewFormulas(source, sys)
	var spec mc.Specification
	if seed%3 == 0 {
		spec.Justice = append(spec.Justice, draw.Condition())
	}
	for i := range 5 {
		spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: draw.Property()})
	}
	return sys, spec
}

// The runs that are shown are as short as any are, by a list of all paths, but for one state in few
// cases; each is one of the system, and violates its property. In these cases any run violates the
// property, as a part of it is a contradiction. An automaton tells so after one step, but how the
// violation is counted ([trace.Reading.Decisive]) sees no contradictions.
func TestShownRunsAreShortest(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_SHORTEST", 60)) {
		sys, spec := drawn(seed)
		in := recipe.NewInterpreter(sys)
		report, err := mc.Check(context.Background(), sys, spec)
		require.NoError(t, err)
		for _, r := range report.Results {
			if r.Verdict != mc.Violated {
				continue
			}
			at := fmt.Sprintf("seed %d: %s", seed, r.Property.Formula)
			require.NoError(t, r.Trace.Replay(in), at)
			require.True(t, isViolation(t, in, spec, r.Property.Formula, r.Trace), at)
			count["violated"]++
			least, ok := fewest(t, in, spec, r.Property.Formula)
			switch {
			case !ok:
				count["too many"]++
			case least == 0:
				count["long"]++
				require.Greater(t, matters(r.Trace), mostSteps, at)
			case len(spec.Conditions()) > 0: // a lost property may be shown by fewer
				count["fair"]++
				require.LessOrEqual(t, matters(r.Trace), least+1, at)
			case least+1 == matters(r.Trace): // a part of the formula is a contradiction, as in `F (p & !p)`
				count["one more"]++
			default:
				count["equal"]++
				require.Equal(t, least, matters(r.Trace), at)
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["equal"], count["violated"]/2)
	require.Greater(t, count["fair"], count["violated"]/10)
	require.LessOrEqual(t, count["one more"], count["violated"]/100)
}

// tight has nothing found by breadth-first search, and few walks.
var tight = settings.Thresholds{ShortestBudget: -1, ShortestBytes: -1, ShortestWalks: 5_000}

// The run that is shown for a property is the same whatever else is checked: alone, with all others
// in any order, and by several jobs. It does not depend on what is found first.
func TestShownRunsDependOnNothingElse(t *testing.T) {
	compared := 0
	for seed := range uint64(recipetest.Number(t, "MC_SHORTEST", 60) / 4) {
		sys, spec := drawn(1000 + seed)
		shown := func(properties []mc.Property, options ...mc.Option) map[int]string {
			own := spec
			own.Properties = properties
			report, err := mc.Check(context.Background(), sys, own, options...)
			require.NoError(t, err)
			out := map[int]string{}
			for _, r := range report.Results {
				if r.Verdict == mc.Violated {
					text, err := r.Trace.MarshalJSON()
					require.NoError(t, err)
					out[r.Property.Index] = string(text)
				}
			}
			return out
		}
		all := shown(spec.Properties)
		reversed := slices.Clone(spec.Properties)
		slices.Reverse(reversed)
		require.Equal(t, all, shown(reversed), "seed %d", seed)
		require.Equal(t, all, shown(spec.Properties, mc.WithJobs(2)), "seed %d", seed)
		require.Equal(t, all, shown(spec.Properties, mc.WithEngines("diagrams")), "seed %d", seed)
		for _, p := range spec.Properties {
			alone := shown([]mc.Property{p})
			require.Equal(t, all[p.Index], alone[p.Index], "seed %d, property %d", seed, p.Index)
			compared++
		}
	}
	require.Positive(t, compared)
}

// A check ends before the system is encoded if its only property is soon violated. Its run is short
// all the same, and the one that is shown if other properties are checked as well.
func TestShownRunsWithoutAnEncoding(t *testing.T) {
	p, err := bench.Read("published/paxos.rcp", nil)
	require.NoError(t, err)
	spec := rcp.Specification(p)
	i := slices.IndexFunc(spec.Properties, func(p mc.Property) bool { return p.Name == "nothing_chosen" })
	all, err := mc.Check(context.Background(), p.System, spec, mc.WithCounterexamples(2))
	require.NoError(t, err)
	want := all.Results[i]
	require.Equal(t, 8, matters(want.Trace))
	require.Len(t, want.Further.Runs, 1)
	spec.Properties = spec.Properties[i : i+1]
	_, err = mc.NewChecker(context.Background(), p.System, spec)
	require.ErrorIs(t, err, mc.ErrAllViolated)
	alone, err := mc.Check(context.Background(), p.System, spec, mc.WithCounterexamples(2))
	require.NoError(t, err)
	require.Equal(t, want.Trace, alone.Results[0].Trace)
	require.Equal(t, want.Further, alone.Results[0].Further)
}

// Where the budget does not suffice, a run is still one, and violates; to insist is to search to
// the end whatever the budget.
func TestShortRunsWithoutBudget(t *testing.T) {
	longer, violated := 0, 0
	for seed := range uint64(recipetest.Number(t, "MC_SHORTEST", 60) / 2) {
		sys, spec := drawn(2000 + seed)
		in := recipe.NewInterpreter(sys)
		results := func(options ...mc.Option) []mc.Result {
			report, err := mc.Check(context.Background(), sys, spec, options...)
			require.NoError(t, err)
			return report.Results
		}
		best, few := results(), results(settingstest.WithThresholds(tight))
		insisting := results(settingstest.WithThresholds(tight), mc.WithShortestRuns())
		unasked := results(settingstest.WithThresholds(settings.Thresholds{ShortestParts: -1}))
		for i, r := range best {
			require.Equal(t, r.Verdict, few[i].Verdict)
			if r.Verdict != mc.Violated {
				continue
			}
			for _, other := range []mc.Result{few[i], insisting[i], unasked[i]} {
				require.NoError(t, other.Trace.Replay(in))
				require.True(t, isViolation(t, in, spec, r.Property.Formula, other.Trace))
				require.GreaterOrEqual(t, matters(other.Trace)+1, matters(r.Trace))
			}
			require.LessOrEqual(t, matters(insisting[i].Trace), matters(r.Trace))
			if violated++; matters(few[i].Trace) > matters(r.Trace) {
				longer++
			}
		}
	}
	t.Log(violated, longer)
	require.Positive(t, longer)
}

// Lengths of counterexamples in model families: how many states show the violation. Searches on
// diagrams, whose runs are no shorter, gave the same numbers where they are starred; the others
// were longer there.
func TestShownRunsOfFamilies(t *testing.T) {
	for _, c := range []struct {
		file string
		size int
		want map[string]int
	}{
		{"ring", 4, map[string]int{"works_for_ever": 8 /* * */, "rests": 11 /* * */}},
		{"ring", 8, map[string]int{"works_for_ever": 16, "rests": 19}}, // no breadth-first search soon ends
		{"bakery", 6, map[string]int{"gets_bread": 4, "all_if_some": 18, "stays": 4}},
		{"pipeline", 63, map[string]int{"some_room": 7, "small_sums": 65, "flows": 65, "settles": 8}},
		{"election", 4, map[string]int{"stays": 36 /* * */}},
		{"bakery", 4, map[string]int{"gets_bread": 4, "all_if_some": 12 /* * */, "stays": 4}},
		{"commit", 4, map[string]int{"decided": 4, "decided_if_stable": 5, "calms_down": 4, "commits_at_times": 7 /* * */}},
		{"philosophers", 4, map[string]int{"served_by_others": 4, "all_eat": 4, "all_hungry": 4}},
		{"allocation-release", 3, map[string]int{"machine_given_back": 7, "calms_down": 7}},
		{"store", 2, map[string]int{"stays_positive": 7, "ends": 10, "everybody_commits": 9, "settles": 6}},
		{"keys", 3, map[string]int{"never_full": 5, "writes": 4, "comes_to_an_end": 2, "settles": 5}},
	} {
		i := slices.IndexFunc(bench.Families(), func(f *bench.Family) bool { return f.Name == c.file })
		family := bench.Families()[i]
		p, err := bench.Read(family.File(), family.Set(c.size))
		require.NoError(t, err)
		report, err := mc.Check(context.Background(), p.System, rcp.Specification(p))
		require.NoError(t, err)
		got := map[string]int{}
		for _, r := range report.Results {
			if r.Verdict == mc.Violated {
				got[r.Property.Name] = matters(r.Trace)
			}
		}
		require.Equal(t, c.want, got, c.file)
	}
}

// Bounded model checking finds a shortest run where breadth-first search and walks do not. The run
// that is known has more states; the lamp and seven steps of one agent are enough.
func TestBoundedCheckingShortensRuns(t *testing.T) {
	sys, spec := countingAgents(t, 6, "SPEC G (lamp-on -> k2-n < 7)\n")
	early := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraMost: -1}, WalkFirst: 1 << 20})
	_, err := mc.NewChecker(context.Background(), sys, spec, early)
	var limit *mc.LimitError
	require.True(t, errors.As(err, &limit), "%v", err)
	r := limit.Result(spec.Properties[0])
	require.Greater(t, matters(r.Trace), 9)
	little := settingstest.WithThresholds(settings.Thresholds{ShortestWalks: 1, ShortestBudget: 1 << 20})
	c, err := mc.NewChecker(context.Background(), sys, spec, little)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Shorten(context.Background(), &r))
	require.Equal(t, 9, matters(r.Trace))
	requireViolation(t, sys, spec, r.Property, r.Trace)
}

// A limit while a short run is looked for leaves a run that violates the property, whenever it
// comes.
func TestShortRunsUnderLimits(t *testing.T) {
	sys, spec := countingAgents(t, 3, "SPEC G (k1-n < 5)\nSPEC F G lamp-on\n")
	c, err := mc.NewChecker(context.Background(), sys, spec)
	require.NoError(t, err)
	defer c.Close()
	interrupted := 0
	for _, p := range spec.Properties {
		r := c.CheckProperty(context.Background(), p)
		require.Equal(t, mc.Violated, r.Verdict)
		sweep(1, 1<<20, 5, func(n int) bool {
			out, ctx := r, expiringAfter(int64(n))
			require.NoError(t, c.Shorten(ctx, &out))
			requireViolation(t, sys, spec, p, out.Trace)
			if ctx.left.Load() > 0 {
				return true
			}
			interrupted++
			return false
		})
	}
	require.Greater(t, interrupted, 10)
}
