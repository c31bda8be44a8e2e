package mc_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// initiated are the commands by which agents begin the steps that show a violation: those before a
// state in which the property is lost, or those up to a step with which it is lost, or else all.
func initiated(t *testing.T, in *recipe.Interpreter, f *ltol.Formula, steps []trace.Step) map[int]bool {
	for n := range steps {
		states := &trace.Trace{System: in.System(), Steps: steps[:n+1], Loop: -1}
		lost, _, err := trace.Read(context.Background(), in, states).Standing(f)
		require.NoError(t, err)
		if lost == ltol.No {
			steps = steps[:n]
			break
		}
		refuted, err := trace.Read(context.Background(), in, states).Refutes(n+1, f)
		require.NoError(t, err)
		if refuted {
			steps = steps[:n+1]
			break
		}
	}
	out, sys := map[int]bool{}, in.System()
	for _, s := range steps {
		m := s.Message
		agents := []int{m.Initiator}
		for _, p := range m.Participants {
			agents = append(agents, p.Agent)
		}
		inside := func(a int) bool { return !sys.Agents[a].Outside }
		if m.Kind != recipe.Stutter && slices.ContainsFunc(agents, inside) {
			out[toldApart(sys, m.Command)] = true
		}
	}
	return out
}

// toldApart is the first command that is as good as a given one to tell runs apart: of agents
// outside, all gets are, and all messages on one channel.
func toldApart(sys *recipe.System, command int) int {
	is := func(c *recipe.Command) string {
		text := fmt.Sprint(c.ID)
		if sys.Agents[c.Agent].Outside {
			if text = fmt.Sprint("outside ", c.Kind); c.Kind == recipe.Send {
				text += fmt.Sprint(c.Channel.Value)
			}
		}
		return text
	}
	want := is(&sys.Commands[command])
	return slices.IndexFunc(sys.Commands, func(c recipe.Command) bool { return is(&c) == want })
}

// doesWithout reports whether a violation does without one of some commands.
func doesWithout(of, some map[int]bool) bool {
	for command := range some {
		if !of[command] {
			return true
		}
	}
	return false
}

// requireFurther tests that the runs of a result are violations, each of which does without a
// command of each one before, and without those that it names.
func requireFurther(t *testing.T, in *recipe.Interpreter, spec mc.Specification, r mc.Result, at string) (used []map[int]bool) {
	require.NotNil(t, r.Further, at)
	f := r.Property.Formula
	used = append(used, initiated(t, in, f, r.Trace.Steps))
	for _, c := range r.Further.Runs {
		require.NoError(t, c.Trace.Replay(in), at)
		require.True(t, isViolation(t, in, spec, f, c.Trace), at)
		if c.Trace.Decisive > 0 {
			refuted, err := trace.Read(context.Background(), in, c.Trace).Refutes(c.Trace.Decisive, f)
			require.NoError(t, err)
			require.True(t, refuted, at)
		}
		mine := initiated(t, in, f, c.Trace.Steps)
		for _, before := range used {
			require.True(t, doesWithout(mine, before), at)
		}
		for _, command := range c.Without {
			require.False(t, mine[toldApart(in.System(), command)], at)
		}
		require.NotEmpty(t, c.Without, at)
		used = append(used, mine)
	}
	return used
}

// requireNoOther lists short violations, up to so many paths. Each uses all commands that one of
// the runs uses. The result is how many there are.
func requireNoOther(
	t *testing.T, in *recipe.Interpreter, spec mc.Specification, r mc.Result, used []map[int]bool, most int, at string,
) (listed int) {
	eachViolation(t, in, spec, r.Property.Formula, most, func(shows []trace.Step) bool {
		other := initiated(t, in, r.Property.Formula, shows)
		listed++
		includes := func(all map[int]bool) bool { return !doesWithout(other, all) }
		require.True(t, slices.ContainsFunc(used, includes), "%s: %d steps use only %v, the runs %v", at, len(shows), other, used)
		return true
	})
	return listed
}

// Of a violated property, so many runs are found as were asked for, by the rule: each does without
// some command of each one before. If there are fewer, the list of all short violations has no
// other. The first run is the one that is found without the option.
func TestFurtherCounterexamples(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_SHORTEST", 60) * 2 / 3) {
		sys, spec := drawn(4000 + seed)
		in := recipe.NewInterpreter(sys)
		wanted := 2 + int(seed%4)
		report, err := mc.Check(context.Background(), sys, spec, mc.WithCounterexamples(wanted))
		require.NoError(t, err)
		plain, err := mc.Check(context.Background(), sys, spec)
		require.NoError(t, err)
		for i, r := range report.Results {
			at := fmt.Sprintf("seed %d: %s", seed, r.Property.Formula)
			require.Nil(t, plain.Results[i].Further, at)
			require.Equal(t, plain.Results[i].Trace, r.Trace, at)
			if r.Verdict != mc.Violated {
				require.Nil(t, r.Further, at)
				continue
			}
			count["violated"]++
			used := requireFurther(t, in, spec, r, at)
			require.LessOrEqual(t, len(used), wanted, at)
			if len(used) > 1 {
				count["several"]++
			}
			if len(used) == wanted {
				count["as many as wanted"]++
			}
			if !r.Further.Complete {
				if len(used) < wanted {
					count["limit"]++
				}
				continue
			}
			count["complete"]++
			if listed := requireNoOther(t, in, spec, r, used, 400, at); listed > 0 {
				count["listed"] += listed
				count["compared"]++
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["several"], count["violated"]/4)
	require.Greater(t, count["as many as wanted"], count["violated"]/10)
	require.Greater(t, count["complete"], count["violated"]/4)
	require.Greater(t, count["compared"], count["complete"]/2)
	require.LessOrEqual(t, count["limit"], count["violated"]/20)
}

// Further runs do not depend on what else is checked. Where the budget does not suffice, or the
// time, they are fewer, and nothing says that there are no more.
func TestFurtherCounterexamplesUnderLimits(t *testing.T) {
	fewer, violations, contradictions := 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "MC_SHORTEST", 60) / 6) {
		sys, spec := drawn(5000 + seed)
		in := recipe.NewInterpreter(sys)
		results := func(properties []mc.Property, options ...mc.Option) map[int]mc.Result {
			own, out := spec, map[int]mc.Result{}
			own.Properties = properties
			report, err := mc.Check(context.Background(), sys, own, append(options, mc.WithCounterexamples(4))...)
			require.NoError(t, err)
			for _, r := range report.Results {
				if r.Verdict == mc.Violated {
					out[r.Property.Index] = r
				}
			}
			return out
		}
		all, jobs := results(spec.Properties), results(spec.Properties, mc.WithJobs(2))
		insisting := results(spec.Properties, mc.WithShortestRuns())
		few := results(spec.Properties, settingstest.WithThresholds(settings.Thresholds{ShortestBudget: 60 << (seed % 6)}))
		none := results(spec.Properties, settingstest.WithThresholds(tight))
		unasked := results(spec.Properties, settingstest.WithThresholds(settings.Thresholds{ShortestParts: -1}))
		for _, p := range spec.Properties {
			want, violated := all[p.Index]
			if !violated {
				continue
			}
			at := fmt.Sprintf("seed %d: %s", seed, p.Formula)
			require.Equal(t, want.Further, results([]mc.Property{p})[p.Index].Further, at)
			require.Equal(t, want.Further, jobs[p.Index].Further, at)
			if more := insisting[p.Index].Further; !more.Complete && len(more.Runs) < 3 {
				contradictions++ // such as `F (p & !p)`, of which more steps are counted than a search needs
			}
			violations++
			for _, r := range []mc.Result{few[p.Index], none[p.Index], unasked[p.Index]} {
				used := requireFurther(t, in, spec, r, at)
				if r.Further.Complete { // the first run can be another one
					requireNoOther(t, in, spec, r, used, 400, at)
				} else if len(used) < 4 {
					fewer++
				}
			}
		}
	}
	require.Greater(t, fewer, 10)
	require.LessOrEqual(t, contradictions, 1+violations/20)
}

// Sets of commands grow by the command of all agents of a type first, then by that of one agent.
func TestFurtherCounterexamplesAvoidTypesFirst(t *testing.T) {
	sys, spec := countingAgents(t, 3, "SPEC G (k1-n + k2-n + k3-n = 0 & !lamp-on)\n")
	report, err := mc.Check(context.Background(), sys, spec, mc.WithCounterexamples(9))
	require.NoError(t, err)
	r := report.Results[0]
	require.Equal(t, mc.Violated, r.Verdict)
	require.True(t, r.Further.Complete)
	names := func(commands []int) (out []string) {
		for _, id := range commands {
			out = append(out, sys.CommandString(id))
		}
		return out
	}
	uses := func(run *trace.Trace) []string {
		return names(slices.Sorted(maps.Keys(initiated(t, recipe.NewInterpreter(sys), r.Property.Formula, run.Steps))))
	}
	got := [][2][]string{{nil, uses(r.Trace)}}
	for _, c := range r.Further.Runs {
		got = append(got, [2][]string{names(c.Without), uses(c.Trace)})
	}
	require.Equal(t, [][2][]string{
		{nil, {"k1-up"}},
		{{"k1-up", "k2-up", "k3-up"}, {"lamp-flip"}},
		{{"k1-up", "lamp-flip"}, {"k2-up"}},
		{{"k1-up", "k2-up", "lamp-flip"}, {"k3-up"}},
	}, got)
}

// Runs of an open system are told apart by what its agents do, and by the channels of messages that
// they get from outside. The data of such messages does not matter, nor do messages that no agent
// of the part gets.
func TestFurtherCounterexamplesOfParts(t *testing.T) {
	text := `enum channel { give, tell }
message-structure: N : 0..1
agent Client
    local: state : 0..2
    init: state = 0
    receive-guard: chan = give | chan = tell
    repeat: ask: {state = 0} *! (true)()[state := 1] + got: {state = 1 & N = 1} give? [state := 2] + told: {true} tell? [state := 1]
system = Client(a, true) || Client(b, true) || open
`
	properties := []string{
		"G a-state != 2", "G a-state != 1", "G !(a-got & b-got)", "G [[N = 1]] false", "G (a-state = 1 -> F a-state = 2)",
		"G !(a-told | b-ask)", "G (b-got -> X a-state != 1)", "F a-state = 2",
	}
	for _, p := range properties {
		text += "SPEC " + p + ";\n"
	}
	p, list := rcheck.Parse("part.rcp", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err())
	spec := rcp.Specification(p)
	report, err := mc.Check(context.Background(), p.System, spec, mc.WithCounterexamples(12))
	require.NoError(t, err)
	several, listed := 0, 0
	for i, r := range report.Results {
		require.Equal(t, mc.Violated, r.Verdict, properties[i])
		in := recipe.NewInterpreter(p.System)
		used := requireFurther(t, in, spec, r, properties[i])
		require.True(t, r.Further.Complete, properties[i])
		listed += requireNoOther(t, in, spec, r, used, 20_000, properties[i])
		if len(used) > 1 {
			several++
		}
	}
	require.Greater(t, several, 3)
	require.Greater(t, listed, 100)
	require.Empty(t, report.Results[3].Further.Runs, "the part need not do anything")
}
