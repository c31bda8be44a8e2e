package mc_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// bySymmetry are the uses of symmetry under which warnings are the same.
var bySymmetry = map[string][]mc.Option{
	"off":             {mc.WithSymmetry(mc.SymmetryOff)},
	"conjuncts":       {mc.WithSymmetry(mc.SymmetryConjuncts)},
	"auto":            {mc.WithSymmetry(mc.SymmetryAuto)},
	"auto, by orbits": {mc.WithSymmetry(mc.SymmetryAuto), settingstest.WithThresholds(orbitSchedules["orbits at once"])},
	"orbits":          {mc.WithSymmetry(mc.SymmetryOrbits)},
}

// TestWarningsAgainstExplicitStates compares all warnings with those that the explicit graph of the
// states gives reason for. The systems have alike agents, which fairness and the properties tell
// apart or not.
func TestWarningsAgainstExplicitStates(t *testing.T) {
	n := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_WARNINGS", 60)) {
		x, ok := newWarned(t, seed)
		if !ok {
			n["too large"]++
			continue
		}
		n["systems"]++
		x.count(n)
		for name, options := range bySymmetry {
			what := fmt.Sprintf("seed %d, symmetry %s", seed, name)
			spec := x.spec
			spec.Properties = x.properties
			c, err := mc.NewChecker(context.Background(), x.sys, spec, options...)
			require.NoError(t, err, what)
			onOrbits := x.compare(t, c, what)
			if onOrbits {
				n["on orbits, "+name]++
			}
			c.Close()
		}
	}
	t.Logf("%v", n)
	for _, code := range []string{
		"alike", "alike told apart", mc.CodeDeadlock, mc.CodeUnfairDeadlock, "unfair of alike told apart", mc.CodeNoFairComputation,
		mc.CodeRangeFault, mc.CodeIdleCommand, mc.CodeIdleState, mc.CodeValid, mc.CodeAntecedent, mc.CodeObservation, "on orbits, orbits",
		"on orbits, auto, by orbits",
	} {
		require.GreaterOrEqual(t, n[code], n["systems"]/60, code)
	}
}

// warned is a generated system with the warnings that its explicit graph gives reason for.
type warned struct {
	explored
	classes    [][]int // of alike agents
	properties []mc.Property

	deadlock, unfair []int // states
	anyFair          bool
	idle             mc.IdleReport
	vacuous          [][]string // codes by property; nil for those that do not hold
}

func newWarned(t *testing.T, seed uint64) (*warned, bool) {
	source := recipetest.Seeded(seed)
	sys := recipetest.System(source, recipetest.Shape{Propositions: 4, Alike: true})
	g, states, ok := exploreLetters(t, recipe.NewInterpreter(sys), 400)
	if !ok {
		return nil, false
	}
	x := &warned{explored: explored{sys: sys, graph: g, states: states, draw: mctest.NewFormulas(source, sys)}}
	for i := range 3 {
		x.properties = append(x.properties, mc.Property{Index: i + 1, Formula: x.draw.Property()})
	}
	group, err := symmetry.Detect(context.Background(), sys, nil)
	require.NoError(t, err)
	x.classes = group.Classes()
	switch source.Intn(10) {
	case 0:
		x.spec.Justice = []*ltol.Formula{x.draw.Condition()}
	case 1:
		x.spec.Compassion = [][2]*ltol.Formula{{x.draw.Condition(), x.draw.Condition()}}
	case 2:
		x.spec.Compassion = [][2]*ltol.Formula{{x.partial(t, source), x.draw.Condition()}}
	case 3, 4, 5, 6, 7:
		x.spec.Justice = []*ltol.Formula{x.partial(t, source)}
	}
	x.judge(t)
	return x, true
}

// partial is a condition of fairness about one agent, of those that are alike if there are some: it
// is, or is not, as in some state. Of some of these conditions it is one that tells deadlocks
// apart, if there is any.
func (x *warned) partial(t *testing.T, source recipetest.Source) *ltol.Formula {
	var e *recipe.Expr
	var holds []bool // by state
	in := recipe.NewInterpreter(x.sys)
	id := len(x.sys.Propositions)
	for range 8 {
		e = x.likeSomewhere(source)
		x.sys.Propositions = append(x.sys.Propositions[:id:id], recipe.Proposition{Kind: recipe.StateProposition, Name: "partial", Expr: e})
		holds = nil
		for i := range x.states.Len() {
			b, err := in.StateHolds(id, x.states.State(i))
			require.NoError(t, err)
			holds = append(holds, b)
		}
		if d := x.states.Deadlocks; slices.ContainsFunc(d, func(i int) bool { return holds[i] != holds[d[0]] }) {
			break
		}
	}
	for i, out := range x.graph.edges {
		for k := range out {
			out[k].letter = append(out[k].letter, holds[i])
		}
	}
	f := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
	if source.Intn(2) == 0 {
		f = ltol.Not(f)
	}
	return f
}

// likeSomewhere says of an agent that its control state, or one of its locals, is as in some state.
func (x *warned) likeSomewhere(source recipetest.Source) *recipe.Expr {
	agent := source.Intn(len(x.sys.Agents))
	if len(x.classes) > 0 {
		agent = x.classes[0][source.Intn(len(x.classes[0]))]
	}
	at := x.states.State(source.Intn(x.states.Len()))
	if vars := x.sys.Agents[agent].Vars; vars.Len() > 0 && source.Intn(3) > 0 {
		v := vars.Start + source.Intn(vars.Len())
		typ := x.sys.Vars[v].Type
		return recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: typ, Index: v}, recipe.Const(typ, at.Locals[v]))
	}
	control := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, x.sys.Agents[agent].States-1), Index: agent}
	return recipe.Eq(control, recipe.IntExpr(at.Control[agent]))
}

// judge finds out what there is to warn of, state by state.
func (x *warned) judge(t *testing.T) {
	fair := fairnessFormulas(x.spec)
	for i, out := range x.graph.edges {
		if len(out) != 1 || out[0].step.Kind != recipe.Stutter {
			continue
		}
		x.deadlock = append(x.deadlock, i)
		if !x.stuttersFairly(t, i) {
			x.unfair = append(x.unfair, i)
		}
	}
	x.anyFair = x.graph.satisfiable(t, ltol.And(fair...))
	x.idle = idleOf(x.explored)
	for _, p := range x.properties {
		x.vacuous = append(x.vacuous, x.vacuityOf(t, p, fair))
	}
}

// stuttersFairly evaluates the conditions of fairness on the stuttering of a deadlock.
func (x *warned) stuttersFairly(t *testing.T, deadlock int) bool {
	letter := func(_, id int) bool { return x.graph.edges[deadlock][0].letter[id] }
	for _, f := range fairnessFormulas(x.spec) {
		ok, err := ltol.Eval(f, ltol.Lasso{Length: 1, State: letter, Step: letter})
		require.NoError(t, err)
		if !ok {
			return false
		}
	}
	return true
}

// vacuityOf are the codes of the warnings about a property; nil if it does not hold.
func (x *warned) vacuityOf(t *testing.T, p mc.Property, fair []*ltol.Formula) []string {
	happens := func(f *ltol.Formula) bool {
		return x.graph.satisfiable(t, ltol.And(append(fair[:len(fair):len(fair)], f)...))
	}
	if happens(ltol.Not(p.Formula)) {
		return nil
	}
	if !x.anyFair {
		return []string{mc.CodeNoFairComputation}
	}
	refutable, err := ltol.Satisfiable(context.Background(), ltol.Not(p.Formula), ltol.Options{Plain: true})
	require.NoError(t, err)
	if refutable == nil {
		return []string{mc.CodeValid}
	}
	out := []string{}
	eachTrigger(p.Formula, false, func(code string, f *ltol.Formula) {
		if !happens(ltol.Finally(f)) {
			out = append(out, code)
		}
	})
	return out
}

// first is the first agent of the class of an agent.
func (x *warned) first(agent int) int {
	for _, class := range x.classes {
		if slices.Contains(class, agent) {
			return class[0]
		}
	}
	return agent
}

// likeness is the meeting of the first agents of the classes that stands for a meeting.
func (x *warned) likeness(m meeting) meeting {
	of := func(command int) int {
		if command < 0 {
			return command
		}
		agent := x.sys.Commands[command].Agent
		return command - x.sys.Agents[agent].Commands.Start + x.sys.Agents[x.first(agent)].Commands.Start
	}
	return meeting{of(m.initiator), of(m.partner)}
}

// A place is where something happens: in how many states, and after how many steps at least.
type place struct{ states, nearest int }

// faults are the range faults by what meets, up to a name for that.
func (x *warned) faults(name func(meeting) meeting) map[meeting]place {
	in := recipe.NewInterpreter(x.sys)
	out := map[meeting]place{}
	for i := range x.states.Len() {
		here := map[meeting]bool{}
		for _, f := range in.RangeFaults(x.states.State(i)) {
			here[name(meetingOf(f))] = true
		}
		for m := range here {
			at, met := out[m]
			if !met {
				at.nearest = x.distance(i)
			}
			at.states++
			out[m] = at
		}
	}
	return out
}

// text is the beginning of the warning about some deadlocks, up to what agents wait for.
func (x *warned) text(states []int, format func(n int) string) string {
	return fmt.Sprintf("%s. A shortest run to such a state has %s", format(len(states)), steps(x.distance(states[0])))
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// texts are the warnings about the system, sorted, those about ranges left out.
func (x *warned) texts() []string {
	var out []string
	if len(x.deadlock) > 0 {
		out = append(out, mc.CodeDeadlock+" "+x.text(x.deadlock, func(n int) string {
			if n == 1 {
				return fmt.Sprintf("1 of %d reachable states has no next step", x.states.Len())
			}
			return fmt.Sprintf("%d of %d reachable states have no next step", n, x.states.Len())
		})+" (`rcheck-bdd reach` shows it)")
	}
	switch {
	case !x.anyFair:
		out = append(out, mc.CodeNoFairComputation+" no computation is fair")
	case len(x.unfair) > 0:
		out = append(out, mc.CodeUnfairDeadlock+" "+x.text(x.unfair, func(n int) string {
			if n == 1 {
				return "the fairness conditions discard 1 reachable deadlock"
			}
			return fmt.Sprintf("the fairness conditions discard %d reachable deadlocks", n)
		}))
	}
	for _, id := range x.idle.Commands {
		out = append(out, fmt.Sprintf("%s %s is never executed", mc.CodeIdleCommand, x.sys.CommandString(id)))
	}
	for _, s := range x.idle.States {
		out = append(out, fmt.Sprintf("%s %s never reaches control state %d", mc.CodeIdleState, x.sys.Agents[s.Agent].Name, s.State))
	}
	slices.Sort(out)
	return out
}

// compare compares what a checker warns of, and reports whether it looked at orbits.
func (x *warned) compare(t *testing.T, c *mc.Checker, what string) (onOrbits bool) {
	ctx := context.Background()
	stats, err := c.Reach(ctx)
	require.NoError(t, err, what)
	require.Equal(t, fmt.Sprint(len(x.deadlock)), stats.Deadlocks.String(), what)
	warnings, err := c.Warnings(ctx)
	require.NoError(t, err, what)
	var got, ranges []string
	for _, w := range warnings {
		if w.Code == mc.CodeRangeFault {
			ranges = append(ranges, w.Message)
			continue
		}
		text, _, _ := strings.Cut(w.Message, ": ")
		got = append(got, w.Code+" "+text)
	}
	slices.Sort(got)
	require.Equal(t, x.texts(), got, what)
	x.compareRanges(t, c, ranges, what)
	x.compareRuns(t, c, what)
	for i, p := range x.properties {
		if x.vacuous[i] == nil {
			continue
		}
		found, err := c.Vacuity(ctx, p)
		require.NoError(t, err, what)
		codes := []string{}
		for _, w := range found {
			codes = append(codes, w.Code)
		}
		require.Equal(t, x.vacuous[i], codes, "%s, property %v", what, p.Formula)
	}
	return stats.Orbits > 0
}

// compareRanges compares the warnings about ranges. One of them may stand for all that are alike,
// and says so.
func (x *warned) compareRanges(t *testing.T, c *mc.Checker, texts []string, what string) {
	reports, err := c.Inspect().RangeFaults(context.Background())
	require.NoError(t, err, what)
	require.Len(t, texts, len(reports), what)
	name := func(m meeting) meeting { return m }
	if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "can be exchanged with it") }) {
		name = x.likeness
	}
	got := map[meeting]place{}
	for i, r := range reports {
		at := place{int(r.States.Int64()), len(r.Trace.Steps) - 1}
		got[name(meetingOf(r.Fault))] = at
		require.NoError(t, r.Trace.Replay(c.Interpreter()), what)
		require.Contains(t, c.Interpreter().RangeFaults(r.Trace.Steps[at.nearest].State), r.Fault, what)
		require.Contains(t, texts[i], fmt.Sprintf("in %d reachable ", at.states), what)
		require.True(t, strings.HasSuffix(texts[i], "A shortest run to such a state has "+steps(at.nearest)), what)
	}
	require.Len(t, reports, len(got), what)
	require.Equal(t, x.faults(name), got, what)
}

// compareRuns follows the runs to deadlocks: they end in one, those to unfair ones in an unfair
// one.
func (x *warned) compareRuns(t *testing.T, c *mc.Checker, what string) {
	for states, report := range map[*[]int]func(context.Context) (*mc.DeadlockReport, error){
		&x.deadlock: c.Inspect().Deadlocks, &x.unfair: c.Inspect().UnfairDeadlocks,
	} {
		r, err := report(context.Background())
		require.NoError(t, err, what)
		if len(*states) == 0 {
			require.Nil(t, r, what)
			continue
		}
		require.NoError(t, r.Trace.Replay(c.Interpreter()), what)
		last := r.Trace.Steps[len(r.Trace.Steps)-1].State
		require.True(t, slices.ContainsFunc(*states, func(i int) bool { return x.states.State(i).Equal(last) }), what)
		blocked, err := c.Interpreter().Blocked(t.Context(), last)
		require.NoError(t, err)
		require.Equal(t, blocked, r.Agents, what)
		require.Equal(t, x.distance((*states)[0]), len(r.Trace.Steps)-1, what)
	}
}

// count counts what there is to warn of, once for each system.
func (x *warned) count(n map[string]int) {
	for code, there := range map[string]bool{
		"alike":                      len(x.classes) > 0,
		"alike told apart":           x.toldApart(),
		mc.CodeDeadlock:              len(x.deadlock) > 0,
		mc.CodeUnfairDeadlock:        x.anyFair && len(x.unfair) > 0,
		"unfair of alike told apart": x.toldApart() && len(x.unfair) > 0 && len(x.unfair) < len(x.deadlock),
		mc.CodeNoFairComputation:     !x.anyFair,
		mc.CodeRangeFault:            len(x.faults(x.likeness)) > 0,
		mc.CodeIdleCommand:           len(x.idle.Commands) > 0,
		mc.CodeIdleState:             len(x.idle.States) > 0,
		"no warning":                 len(x.texts()) == 0 && len(x.faults(x.likeness)) == 0,
	} {
		if there {
			n[code]++
		}
	}
	about := map[string]bool{}
	for _, codes := range x.vacuous {
		for _, code := range codes {
			about[code] = true
		}
	}
	for code := range maps.Keys(about) {
		if code != mc.CodeNoFairComputation {
			n[code]++
		}
	}
}

// toldApart reports whether exchanging some alike agents makes unfair deadlocks of fair ones.
func (x *warned) toldApart() bool {
	group, err := symmetry.Detect(context.Background(), x.sys, nil)
	if err != nil {
		return false
	}
	unfair := map[string]bool{}
	in := recipe.NewInterpreter(x.sys)
	for _, i := range x.unfair {
		unfair[in.Key(x.states.State(i))] = true
	}
	for _, class := range x.classes {
		for _, b := range class[1:] {
			p := group.Exchange(class[0], b)
			for _, i := range x.unfair {
				if !unfair[in.Key(p.State(x.states.State(i)))] {
					return true
				}
			}
		}
	}
	return false
}
