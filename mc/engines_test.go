package mc_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// countingAgents is a system of agents that count to nine, each at its own pace, and of a lamp.
func countingAgents(t *testing.T, agents int, specs string) (*recipe.System, mc.Specification) {
	t.Helper()
	p, list := rcheck.Parse("ground.rcp", []byte(fmt.Sprintf(`channels: c
message-structure: V : 0..9
communication-variables: p : bool
agent Counter
  local: n : 0..9
  init: n = 0
  relabel: p <- TRUE
  repeat: ( up: <n < 9> *! (FALSE)()[n := n + 1] + reset: <n = 9> *! (FALSE)()[n := 0] )
agent Lamp
  local: on : bool
  init: !on
  relabel: p <- TRUE
  repeat: ( flip: <TRUE> *! (FALSE)()[on := !on] )
system = Counter(k[1..%d], TRUE) | Lamp(lamp, TRUE)
`, agents)+specs), rcheck.Options{})
	require.NotNil(t, p, "%v", list.Err())
	return p.System, rcp.Specification(p)
}

// refutes replays a violation and evaluates the property on it anew.
func requireViolation(t *testing.T, sys *recipe.System, spec mc.Specification, p mc.Property, run *trace.Trace) {
	t.Helper()
	in := recipe.NewInterpreter(sys)
	own := &trace.Trace{System: sys, Steps: run.Steps, Loop: run.Loop}
	require.NoError(t, own.Replay(in))
	fair, err := trace.Read(context.Background(), in, own).SatisfiesAll(spec.Conditions())
	require.NoError(t, err)
	require.True(t, fair)
	holds, err := trace.Read(context.Background(), in, own).Satisfies(p.Formula)
	require.NoError(t, err)
	require.False(t, holds)
}

// However little room there is for diagrams, what walks can find is violated, with a trace; what
// holds is not decided.
func TestBugsComeFirst(t *testing.T) {
	sys, spec := countingAgents(t, 6, `SPEC G (k1-n < 5)
SPEC F G lamp-on
SPEC G (lamp-on -> F k2-reset)
SPEC G (k1-n < 10)
SPEC G !(k3-n = 2 & k4-n = 2)
`)
	tiny := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: 120}})
	for _, options := range [][]mc.Option{{tiny}, {tiny, mc.WithSymmetry(mc.SymmetryOff)}, {tiny, mc.WithJobs(2)}} {
		r, err := mc.Check(context.Background(), sys, spec, options...)
		require.NoError(t, err)
		for i, result := range r.Results {
			if i == 3 {
				require.Equal(t, mc.Unknown, result.Verdict)
				require.ErrorIs(t, result.Err, bdd.ErrNodeLimit)
				continue
			}
			require.Equal(t, mc.Violated, result.Verdict, result.Property.Text)
			require.NoError(t, result.Err)
			require.Empty(t, result.Reason)
			requireViolation(t, sys, spec, result.Property, result.Trace)
		}
		again, err := mc.Check(context.Background(), sys, spec, options...)
		require.NoError(t, err)
		for i := range r.Results {
			require.Equal(t, fmt.Sprint(r.Results[i].Trace), fmt.Sprint(again.Results[i].Trace), "walks are the same in every run")
		}
	}
	// Without walks all of that is undecided.
	r, err := mc.Check(context.Background(), sys, spec, tiny, settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{WalkShare: -1}, WalkFirst: -1}))
	require.NoError(t, err)
	for _, result := range r.Results {
		require.Equal(t, mc.Unknown, result.Verdict)
	}
}

// Lassos of systems in which no random walk comes back to where it was: one agent goes round, and
// the others stand still.
func TestLassosOfManyAgents(t *testing.T) {
	sys, spec := countingAgents(t, 40, `SPEC F G k1-n < 9
SPEC G F k40-n = 9
SPEC G (k1-n = 0 -> F k2-n = 3)
SPEC F G (k1-n < 10)
`)
	tiny := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: 120}})
	r, err := mc.Check(context.Background(), sys, spec, tiny)
	require.NoError(t, err)
	for i, result := range r.Results {
		if i == 3 {
			require.Equal(t, mc.Unknown, result.Verdict)
			continue
		}
		require.Equal(t, mc.Violated, result.Verdict, result.Property.Text)
		requireViolation(t, sys, spec, result.Property, result.Trace)
		require.LessOrEqual(t, len(result.Trace.Steps), 20, "%s: shorter ones are looked for", result.Property.Text)
	}
}

// Only fair runs violate anything.
func TestWalksAreFair(t *testing.T) {
	sys, spec := countingAgents(t, 1, `FAIRNESS k1-up
SPEC F k1-n = 1
SPEC F G lamp-on
SPEC F k1-n = 2
SPEC G F lamp-on
SPEC G !lamp-on
`)
	tiny := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: 20}})
	much := settingstest.WithThresholds(settings.Thresholds{WalkFirst: 2_000_000})
	r, err := mc.Check(context.Background(), sys, spec, tiny, much)
	require.NoError(t, err)
	for i, want := range []mc.Verdict{mc.Unknown, mc.Violated, mc.Unknown, mc.Violated, mc.Violated} {
		require.Equal(t, want, r.Results[i].Verdict, r.Results[i].Property.Text)
		if want == mc.Violated {
			requireViolation(t, sys, spec, r.Results[i].Property, r.Results[i].Trace)
		}
	}
}

// When every property is violated exploring goes on for shorter traces, and is given up when that
// takes long.
func TestExploringIsGivenUp(t *testing.T) {
	sys, spec := countingAgents(t, 5, "SPEC G (k1-n < 5)\nSPEC G !(k2-n = 1 & lamp-on)\n")
	exploring, err := mc.Check(context.Background(), sys, spec, settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraLeast: 1 << 40, ExtraMost: 1 << 40, BoundedRest: -1}}))
	require.NoError(t, err)
	require.True(t, exploring.Stats.Reached)
	give := []mc.Option{settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraMost: -1}, WalkFirst: 1 << 20})}
	hasty, err := mc.Check(context.Background(), sys, spec, give...)
	require.NoError(t, err)
	require.False(t, hasty.Stats.Reached)
	alone, err := mc.Check(context.Background(), sys, spec, mc.WithVerdictsAlone(),
		settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraLeast: 1 << 40, ExtraMost: 1 << 40, BoundedRest: -1}, WalkFirst: 1 << 20}))
	require.NoError(t, err)
	require.False(t, alone.Stats.Reached, "only verdicts are wanted")
	for i := range spec.Properties {
		for _, result := range []mc.Result{exploring.Results[i], hasty.Results[i], alone.Results[i]} {
			require.Equal(t, mc.Violated, result.Verdict)
			requireViolation(t, sys, spec, result.Property, result.Trace)
		}
		require.LessOrEqual(t, exploring.Results[i].Trace.Decisive, []int{7, 4}[i], "exploring finds the shortest way to it")
	}
	// Who wants the figures gets them, and so does whoever asks for layers after that.
	givenUp := 0
	for least := 1 << 10; least < 1<<17; least += least / 16 {
		small := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraLeast: least, BoundedRest: -1}, WalkFirst: 1 << 14})
		wanted, err := mc.NewChecker(context.Background(), sys, spec, small, mc.WithFigures())
		require.NoError(t, err)
		stats, err := wanted.Reach(context.Background())
		require.NoError(t, err)
		require.Equal(t, exploring.Stats.States, stats.States)
		wanted.Close()
		c, err := mc.NewChecker(context.Background(), sys, spec, small)
		if err != nil {
			require.ErrorIs(t, err, mc.ErrAllViolated, "while encoding")
			continue
		}
		if stats, err = c.Reach(context.Background()); err != nil {
			require.ErrorIs(t, err, mc.ErrAllViolated)
			givenUp++
		}
		require.Equal(t, err == nil, stats.Reached)
		_, err = c.Layers(context.Background())
		require.NoError(t, err)
		stats, err = c.Reach(context.Background())
		require.NoError(t, err)
		require.Equal(t, exploring.Stats.States, stats.States)
		c.Close()
	}
	require.NotZero(t, givenUp)
	// One that holds keeps exploring going.
	sys, spec = countingAgents(t, 3, "SPEC G (k1-n < 5)\nSPEC G (k1-n < 10)\n")
	r, err := mc.Check(context.Background(), sys, spec, give...)
	require.NoError(t, err)
	require.True(t, r.Stats.Reached)
	require.Equal(t, mc.Violated, r.Results[0].Verdict)
	require.Equal(t, mc.Holds, r.Results[1].Verdict)
}

// A violation is announced while exploring goes on for what holds, once that has taken a while. The
// results then give the same verdicts again.
func TestViolationsAreToldEarly(t *testing.T) {
	sys, spec := countingAgents(t, 3, "SPEC G (k1-n < 10)\nSPEC G (k1-n < 5)\nSPEC G F k1-n = 5\n")
	for extra, want := range map[int]int{-1: 2, 1 << 40: 0} {
		announced := map[string]*trace.Trace{}
		limits := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraMost: extra, ExtraLeast: extra}, WalkFirst: 1 << 20})
		tell := mc.WithFound(func(property int, violation *trace.Trace) {
			text := spec.Properties[property].Text
			require.NotContains(t, announced, text)
			announced[text] = violation
		})
		c, err := mc.NewChecker(context.Background(), sys, spec, limits, tell)
		require.NoError(t, err)
		stats, err := c.Reach(context.Background())
		require.NoError(t, err)
		require.True(t, stats.Reached)
		require.Len(t, announced, want, "before the first property has its turn")
		verdicts := []mc.Verdict{}
		c.CheckProperties(context.Background(), spec.Properties, func(r mc.Result) {
			verdicts = append(verdicts, r.Verdict)
			if r.Verdict == mc.Violated {
				requireViolation(t, sys, spec, r.Property, r.Trace)
			}
			if early, ok := announced[r.Property.Text]; ok {
				require.Equal(t, mc.Violated, r.Verdict)
				require.LessOrEqual(t, len(r.Trace.Steps), len(early.Steps))
			}
		})
		require.Equal(t, []mc.Verdict{mc.Holds, mc.Violated, mc.Violated}, verdicts)
		require.Len(t, announced, want)
		c.Close()
	}
}

// A violation is announced once, and not after its result was given, however much work comes later.
// The second property needs a fixpoint of diagrams, so that such work is there.
func TestNothingIsAnnouncedAfterItsResult(t *testing.T) {
	sys, spec := countingAgents(t, 4, "SPEC G (k1-n < 5)\nSPEC G F (lamp-on -> F (k1-n = k2-n & k3-n = 9))\n")
	announced, afterwards := 0, 0
	for least := 1; least <= 1<<16; least += 1 + least/3 {
		given := map[string]bool{}
		tell := mc.WithFound(func(property int, _ *trace.Trace) {
			text := spec.Properties[property].Text
			require.False(t, given[text], "%s, from %d steps on", text, least)
			given[text] = true
			announced++
		})
		limits := settingstest.WithThresholds(settings.Thresholds{Policy: schedule.Policy{ExtraMost: 1 << 40, ExtraLeast: least, OrbitsAfter: 1 << 40, InductiveShare: -1}})
		c, err := mc.NewChecker(context.Background(), sys, spec, limits, tell)
		require.NoError(t, err)
		for i := range spec.Properties {
			before := c.Work()
			c.CheckProperties(context.Background(), spec.Properties[i:i+1], func(r mc.Result) {
				given[r.Property.Text] = true
			})
			if i > 0 && before < least && c.Work() >= least {
				afterwards++
			}
		}
		c.Close()
	}
	require.NotZero(t, announced)
	require.NotZero(t, afterwards, "work after the first result was enough to announce")
}

// The error of a checker that could not be made still knows what was violated.
func TestViolationsBeforeTheEncoding(t *testing.T) {
	sys, spec := countingAgents(t, 4, "SPEC G (k1-n < 5)\nSPEC G (k1-n < 10)\n")
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(time.Hour))
	defer cancel()
	_, err := mc.NewChecker(&endsAfter{Context: ctx, left: 400}, sys, spec, mc.WithSymmetry(mc.SymmetryOff))
	var limit *mc.LimitError
	require.True(t, errors.As(err, &limit), "%v", err)
	require.Equal(t, fault.PhaseEncode, limit.Phase)
	found := limit.Result(spec.Properties[0])
	require.Equal(t, mc.Violated, found.Verdict)
	requireViolation(t, sys, spec, found.Property, found.Trace)
	open := limit.Result(spec.Properties[1])
	require.Equal(t, mc.Unknown, open.Verdict)
	require.Contains(t, open.Reason, "time is up while encoding the system")
}

// Work within a share ends when it is used up, and so much more work can be done then.
func TestShareOfTheWork(t *testing.T) {
	sys, spec := countingAgents(t, 6, "SPEC G (k1-n < 10)\n")
	c, err := mc.NewChecker(context.Background(), sys, spec)
	require.NoError(t, err)
	defer c.Close()
	before := c.Work()
	reach := func() (mc.SystemStats, error) { return c.Reach(context.Background()) }
	_, err = within(c, 1, reach)
	require.ErrorIs(t, err, mc.ErrShare)
	require.True(t, mc.IsLimit(err))
	require.ErrorContains(t, err, "the work allowed for this is used up while computing the reachable states")
	require.Greater(t, c.Work(), before)
	stats, err := within(c, 1<<40, reach)
	require.NoError(t, err)
	require.Equal(t, "2000000", stats.States.String())
	faulty := errors.New("an error of the caller's own")
	require.ErrorIs(t, c.Within(1<<40, func() error { return faulty }), faulty)
}

// A budget ends a check at the same place in every run, whatever the check is at, and also with
// jobs. What is decided within it is right.
func TestBudget(t *testing.T) {
	p, spec := scaled(t, "commit.rcp", map[string]int{"N": 4})
	whole, err := mc.Check(t.Context(), p.System, spec)
	require.NoError(t, err)
	phases := map[string]int{}
	decided := 0
	for steps := 1000; decided < len(spec.Properties); steps += steps / 2 {
		for _, jobs := range []int{1, 2} {
			options := []mc.Option{mc.WithBudget(steps), mc.WithJobs(jobs)}
			r, err := mc.Check(t.Context(), p.System, spec, options...)
			require.NoError(t, err)
			again, err := mc.Check(t.Context(), p.System, spec, options...)
			require.NoError(t, err)
			decided = 0
			for i, result := range r.Results {
				require.Equal(t, result.Verdict, again.Results[i].Verdict)
				require.Equal(t, result.Reason, again.Results[i].Reason)
				if result.Verdict == mc.Unknown {
					require.ErrorIs(t, result.Err, mc.ErrShare)
					var limit *mc.LimitError
					require.True(t, errors.As(result.Err, &limit))
					phases[limit.Phase]++
					continue
				}
				require.Equal(t, whole.Results[i].Verdict, result.Verdict)
				decided++
			}
		}
	}
	require.Positive(t, phases[fault.PhaseEncode])
	require.Positive(t, phases[fault.PhaseProduct]+phases[fault.PhaseExplore]+phases[fault.PhaseHull])
}

// within is what ask returns when the checker has so many more steps for it.
func within[T any](c *mc.Checker, steps int, ask func() (T, error)) (out T, err error) {
	err = c.Within(steps, func() (err error) {
		out, err = ask()
		return err
	})
	return out, err
}

// endsAfter is a context that is done when it was asked so often.
type endsAfter struct {
	context.Context
	left int
}

func (e *endsAfter) Err() error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Without walks bounded checking finds shortest violations: of states, and of lassos, under
// fairness too.
func TestBoundedChecking(t *testing.T) {
	tiny := mc.WithEncoding(symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxNodes: 3500}})
	limits := settings.Thresholds{Policy: schedule.Policy{WalkShare: -1, BoundedAfter: -1, BoundedShare: 1, BoundedRest: 1}, WalkFirst: -1}
	never, short, small := limits, limits, limits
	never.BoundedAfter, short.BoundedSteps, small.BoundedStates = 1<<40, 1, 1
	for _, fairness := range []string{"", "FAIRNESS lamp-flip\n"} {
		sys, spec := countingAgents(t, 20, fairness+"SPEC F G lamp-on\nSPEC (X !lamp-on) | F G lamp-on\n")
		verdicts := func(limits settings.Thresholds) (out []mc.Verdict) {
			r, err := mc.Check(context.Background(), sys, spec, tiny, settingstest.WithThresholds(limits))
			require.NoError(t, err)
			for _, result := range r.Results {
				if out = append(out, result.Verdict); result.Verdict == mc.Violated {
					requireViolation(t, sys, spec, result.Property, result.Trace)
					require.Less(t, len(result.Trace.Steps), 400)
				}
			}
			if out[0] == mc.Violated {
				require.Len(t, r.Results[0].Trace.Steps, 2, "the lamp goes on and off")
			}
			return out
		}
		require.Equal(t, []mc.Verdict{mc.Violated, mc.Violated}, verdicts(limits))
		require.Equal(t, []mc.Verdict{mc.Unknown, mc.Unknown}, verdicts(never))
		require.Equal(t, mc.Unknown, verdicts(short)[0])
		require.Equal(t, mc.Unknown, verdicts(small)[1])
	}
}

// A walk's violation is made as short as there are any, and then exploring is given up.
func TestShortestTraces(t *testing.T) {
	sys, spec := countingAgents(t, 40, "SPEC F G lamp-on\n")
	for rest, least := range map[int]int{1: 3 << 14, -1: 1 << 40} {
		limits := settings.Thresholds{Policy: schedule.Policy{ExtraLeast: least, ExtraMost: least, BoundedRest: rest}, WalkFirst: 1 << 20}
		r, err := mc.Check(context.Background(), sys, spec, settingstest.WithThresholds(limits), mc.WithSymmetry(mc.SymmetryOff))
		require.NoError(t, err)
		require.Equal(t, mc.Violated, r.Results[0].Verdict)
		requireViolation(t, sys, spec, r.Results[0].Property, r.Results[0].Trace)
		require.Equal(t, rest < 0, r.Stats.Reached, "exploring is given up")
		if rest > 0 {
			require.Len(t, r.Results[0].Trace.Steps, 2, "the lamp goes on and off")
		}
	}
}

// Lassos of a ring of many nodes, a round of the token long: of runs in which a node never does
// what it might, or does it for ever.
func TestLassosAroundARing(t *testing.T) {
	p, err := bench.Read("ring.rcp", map[string]int{"N": 60})
	require.NoError(t, err)
	p.Specs = nil
	for i, text := range []string{
		"G !node[2]-token", "G F (node[7]-status = working)", "F G (node[5]-status = idle)",
		"G (node[3]-status = waiting -> F (node[3]-status = working))",
	} {
		var list diag.List
		p, _, list = p.WithProperty(fmt.Sprint(i), text)
		require.NoError(t, list.Err())
	}
	spec := rcp.Specification(p)
	tiny := mc.WithEncoding(symbolic.Options{BDD: bdd.Options{MaxNodes: 120}})
	r, err := mc.Check(context.Background(), p.System, spec, tiny)
	require.NoError(t, err)
	for i, result := range r.Results {
		if i == 3 {
			require.Equal(t, mc.Unknown, result.Verdict)
			continue
		}
		require.Equal(t, mc.Violated, result.Verdict, result.Property.Text)
		requireViolation(t, p.System, spec, result.Property, result.Trace)
		if i < 2 {
			require.LessOrEqual(t, len(result.Trace.Steps), 2*60, "%s: two steps of a node in a round", result.Property.Text)
		}
	}
}

// A loop that is found by looking at single states is no violation where it is not compassionate.
func TestProbedLoopsAreCompassionate(t *testing.T) {
	sys, spec := countingAgents(t, 1, "COMPASSION (lamp-on, k1-n = 5 & k1-n = 6)\nSPEC F G !lamp-on\nSPEC F G (k1-n < 9)\n")
	for _, many := range []int{-1, 1 << 40} {
		limits := settingstest.WithThresholds(settings.Thresholds{Search: search.Thresholds{ManyNodes: many}})
		r, err := mc.Check(context.Background(), sys, spec, limits, mc.WithSymmetry(mc.SymmetryOff))
		require.NoError(t, err)
		require.Equal(t, mc.Holds, r.Results[0].Verdict)
		require.Equal(t, mc.Violated, r.Results[1].Verdict)
		requireViolation(t, sys, spec, r.Results[1].Property, r.Results[1].Trace)
	}
}

// A violation is shown even if the run from there on needs thousands of steps to come back to a
// state.
func TestLossFarFromALoop(t *testing.T) {
	p, list := rcheck.Parse("far.rcp", []byte(`
enum channel { c }
agent A
  local: x : 0..4200
  init: x = 0
  receive-guard: false
  repeat: inc: { x < 4200 } * ! false () [x := x + 1]
system = A(a, true)
SPEC G a-x < 2;
`), rcheck.Options{})
	require.NoError(t, list.Err())
	r, err := mc.Check(t.Context(), p.System, rcp.Specification(p), mc.WithEngines("diagrams"), mc.WithBudget(3_000_000))
	require.NoError(t, err)
	require.Equal(t, mc.Violated, r.Results[0].Verdict, r.Results[0].Reason)
	require.Greater(t, len(r.Results[0].Trace.Steps), 4200)
}
