package mc_test

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// explored is a generated system with its explicit graph and a checker.
type explored struct {
	sys     *recipe.System
	graph   explicitGraph
	states  *recipe.Graph
	spec    mc.Specification
	checker *mc.Checker
	draw    mctest.Formulas
}

// eachExplored calls visit for generated systems that are small enough.
func eachExplored(t *testing.T, count int, fairness bool, visit func(seed uint64, x explored)) {
	for seed := range uint64(recipetest.Number(t, "MC_SYSTEMS", count)) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		g, states, ok := exploreLetters(t, recipe.NewInterpreter(sys), explicitLimit)
		if !ok {
			continue
		}
		x := explored{sys: sys, graph: g, states: states, draw: mctest.NewFormulas(source, sys)}
		if fairness {
			x.spec.Justice = []*ltol.Formula{x.draw.Condition()}
			x.spec.Compassion = [][2]*ltol.Formula{{x.draw.Condition(), x.draw.Condition()}}
		}
		var err error
		x.checker, err = mc.NewChecker(context.Background(), sys, x.spec)
		require.NoError(t, err)
		visit(seed, x)
		x.checker.Close()
	}
}

// distance is the breadth-first layer of a state.
func (x explored) distance(state int) int {
	return slices.IndexFunc(x.states.Layers, func(r recipe.Range) bool { return r.Contains(state) })
}

func TestDeadlockReports(t *testing.T) {
	with, without := 0, 0
	eachExplored(t, 150, false, func(seed uint64, x explored) {
		r, err := x.checker.Inspect().Deadlocks(context.Background())
		require.NoError(t, err)
		if len(x.states.Deadlocks) == 0 {
			without++
			require.Nil(t, r, "seed %d", seed)
			return
		}
		with++
		require.Equal(t, int64(len(x.states.Deadlocks)), r.States.Int64(), "seed %d", seed)
		require.NoError(t, r.Trace.Replay(x.checker.Interpreter()))
		last := r.Trace.Steps[len(r.Trace.Steps)-1]
		require.Equal(t, recipe.Stutter, last.Message.Kind)
		require.Equal(t, x.distance(x.states.Deadlocks[0]), len(r.Trace.Steps)-1, "seed %d: a shortest run", seed)
		blocked, err := x.checker.Interpreter().Blocked(t.Context(), last.State)
		require.NoError(t, err)
		require.Equal(t, blocked, r.Agents)
	})
	require.Greater(t, with, 30)
	require.Greater(t, without, 30)
}

type meeting struct{ initiator, partner int }

func meetingOf(f recipe.RangeFault) meeting {
	switch {
	case f.Message.Kind == recipe.PointToPointStep:
		return meeting{f.Message.Command, f.Message.Participants[0].Command}
	case f.Command != f.Message.Command:
		return meeting{f.Message.Command, f.Command}
	}
	return meeting{f.Message.Command, -1}
}

func TestRangeReports(t *testing.T) {
	found := 0
	eachExplored(t, 120, false, func(seed uint64, x explored) {
		in := x.checker.Interpreter()
		want, nearest := map[meeting]int64{}, map[meeting]int{}
		for i := range x.states.Len() {
			here := map[meeting]bool{}
			for _, f := range in.RangeFaults(x.states.State(i)) {
				here[meetingOf(f)] = true
			}
			for m := range here {
				if want[m]++; want[m] == 1 {
					nearest[m] = x.distance(i)
				}
			}
		}
		reports, err := x.checker.Inspect().RangeFaults(context.Background())
		require.NoError(t, err)
		got := map[meeting]int64{}
		for _, r := range reports {
			m := meetingOf(r.Fault)
			got[m] = r.States.Int64()
			require.False(t, r.Trace.Lasso())
			require.NoError(t, r.Trace.Replay(in))
			require.Equal(t, nearest[m], len(r.Trace.Steps)-1, "seed %d: a shortest run", seed)
			require.Contains(t, in.RangeFaults(r.Trace.Steps[len(r.Trace.Steps)-1].State), r.Fault)
		}
		require.Equal(t, want, got, "seed %d", seed)
		found += len(got)
	})
	require.Greater(t, found, 100)
}

func TestIdleReports(t *testing.T) {
	commands, states := 0, 0
	eachExplored(t, 120, false, func(seed uint64, x explored) {
		want := idleOf(x)
		got, err := x.checker.Inspect().Idle(context.Background())
		require.NoError(t, err)
		require.Equal(t, &want, got, "seed %d", seed)
		commands, states = commands+len(got.Commands), states+len(got.States)
	})
	require.Greater(t, commands, 100)
	require.Greater(t, states, 50)
}

// idleOf is what never happens in the explicit graph.
func idleOf(x explored) (idle mc.IdleReport) {
	for id := range x.sys.Commands {
		if !slices.ContainsFunc(x.graph.edges, func(out []letterEdge) bool {
			return slices.ContainsFunc(out, func(e letterEdge) bool { return e.step.Executes(id) })
		}) {
			idle.Commands = append(idle.Commands, id)
		}
	}
	for a := range x.sys.Agents {
		seen := make([]bool, x.sys.Agents[a].States)
		for i := range x.states.Len() {
			seen[x.states.State(i).Control[a]] = true
		}
		for s, reached := range seen {
			if !reached {
				idle.States = append(idle.States, mc.ControlState{Agent: a, State: s})
			}
		}
	}
	return idle
}

// Contacts are those of the steps from explored states.
func TestContacts(t *testing.T) {
	some, idle := 0, 0
	eachExplored(t, 100, false, func(seed uint64, x explored) {
		want := map[mc.Contact]bool{}
		for i := range x.graph.edges {
			for _, e := range x.graph.edges[i] {
				for _, p := range e.step.Participants {
					c := mc.Contact{Initiator: e.step.Initiator, Participant: p.Agent, PointToPoint: e.step.Kind == recipe.PointToPointStep}
					if !c.PointToPoint {
						c.Channel = e.step.Channel
					}
					want[c] = true
				}
			}
		}
		list, err := x.checker.Inspect().Contacts(context.Background())
		require.NoError(t, err)
		got := map[mc.Contact]bool{}
		for _, c := range list {
			got[c] = true
		}
		require.Equal(t, want, got, "seed %d", seed)
		require.Len(t, list, len(got), "seed %d: each once", seed)
		some += len(got)
		if len(got) == 0 {
			idle++
		}
	})
	require.Greater(t, some, 100)
	require.Greater(t, idle, 3)
}

func TestFairnessReports(t *testing.T) {
	unfair, discarded, kept := 0, 0, 0
	eachExplored(t, 150, true, func(seed uint64, x explored) {
		conditions := fairnessFormulas(x.spec)
		want := x.graph.satisfiable(t, ltol.And(conditions...))
		got, err := x.checker.FairComputation(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, got, "seed %d: fair computations", seed)
		if !want {
			unfair++
		}
		in := x.checker.Interpreter()
		var bad []int
		for _, d := range x.states.Deadlocks {
			r := stutterAt(x, d)
			for _, c := range conditions {
				ok, err := trace.Read(context.Background(), in, r).Satisfies(c)
				require.NoError(t, err)
				if !ok {
					bad = append(bad, d)
					break
				}
			}
		}
		report, err := x.checker.Inspect().UnfairDeadlocks(context.Background())
		require.NoError(t, err)
		if len(bad) == 0 {
			kept += len(x.states.Deadlocks)
			require.Nil(t, report, "seed %d", seed)
			return
		}
		discarded++
		require.NotNil(t, report, "seed %d", seed)
		require.Equal(t, big.NewInt(int64(len(bad))).String(), report.States.String(), "seed %d", seed)
	})
	require.Greater(t, unfair, 10)
	require.Greater(t, discarded, 10)
	require.Greater(t, kept, 10)
}

// A witness exists exactly where the explicit product has an accepting run,
// and it satisfies the formula and the fairness.
func TestWitnesses(t *testing.T) {
	some, none := 0, 0
	eachExplored(t, 60, true, func(seed uint64, x explored) {
		for range 4 {
			f := x.draw.Property()
			fair := fairnessFormulas(x.spec)
			w, _, err := x.checker.Witness(context.Background(), f)
			require.NoError(t, err, "seed %d, %v", seed, f)
			require.Equal(t, x.graph.satisfiable(t, ltol.And(append(fair, f)...)), w != nil, "seed %d, %v", seed, f)
			if w == nil {
				none++
				continue
			}
			some++
			checkTrace(t, x.checker.Interpreter(), w, ltol.Not(f), fair)
		}
	})
	require.Greater(t, some, 50)
	require.Greater(t, none, 50)
}

// The prefix of a counterexample to an invariant is a shortest one.
func TestShortestViolationOfInvariants(t *testing.T) {
	violated := 0
	eachExplored(t, 100, false, func(seed uint64, x explored) {
		for _, p := range x.draw.States {
			nearest := -1
			for i := range x.states.Len() {
				ok, err := x.checker.Interpreter().StateHolds(p, x.states.State(i))
				require.NoError(t, err)
				if !ok {
					nearest = x.distance(i)
					break
				}
			}
			formula := ltol.Globally(ltol.Prop(ltol.Atom{ID: p, Kind: ltol.State}))
			r := x.checker.CheckProperty(context.Background(), mc.Property{Formula: formula})
			require.NoError(t, r.Err)
			require.Equal(t, nearest < 0, r.Verdict == mc.Holds, "seed %d", seed)
			if nearest < 0 {
				continue
			}
			violated++
			first := slices.IndexFunc(r.Trace.Steps, func(s trace.Step) bool {
				ok, err := x.checker.Interpreter().StateHolds(p, s.State)
				return err == nil && !ok
			})
			require.Equal(t, nearest, first, "seed %d", seed)
		}
	})
	require.Greater(t, violated, 100)
}

// stutterAt is a run to a deadlock, which it does not leave.
func stutterAt(x explored, deadlock int) *trace.Trace {
	at, run := recipetest.Path(x.states, deadlock)
	tr := &trace.Trace{System: x.sys, Loop: len(run)}
	for _, step := range run {
		tr.Steps = append(tr.Steps, trace.Step{State: at, Message: step.Step})
		at = step.Next
	}
	tr.Steps = append(tr.Steps, trace.Step{State: at, Message: recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}})
	return tr
}
