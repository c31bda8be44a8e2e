package jointtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func parse(t *testing.T, src string) *ispl.Program {
	t.Helper()
	p, list := ispl.Parse("model.ispl", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	return p
}

func newChecker(t *testing.T, p *ispl.Program) *Checker {
	t.Helper()
	c, err := New(context.Background(), p.System, p.Fairness, Options{Samples: 20})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// Verdicts, counts and warnings of generated models are those of the explicit checker, and the
// certificate finds nothing.
func TestChecksAgreeWithExplicitChecker(t *testing.T) {
	ctx := context.Background()
	models, counted, answers, warnings := 0, 0, map[bool]int{}, map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		rng := rand.New(rand.NewSource(int64(1000 + seed)))
		p := parse(t, string(ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{Formulas: 10}))))
		r, err := ispltest.Check(p, 400, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		models++
		c, err := New(ctx, p.System, p.Fairness, Options{Samples: 20})
		require.NoError(t, err)
		for i, f := range p.Formulas {
			a, err := c.Check(ctx, f.Formula)
			require.NoError(t, err)
			require.Equal(t, r.Verdicts[i], a.Holds, "seed %d: %s", seed, f.Text)
			require.True(t, a.Holds || a.Example != nil)
			states, err := r.Evaluator.States(f.Formula)
			require.NoError(t, err)
			count := 0
			for _, in := range states {
				if in {
					count++
				}
			}
			if a.States != nil {
				require.Equal(t, strconv.Itoa(count), a.States.String(), "seed %d: %s", seed, f.Text)
				counted++
			}
			answers[a.Holds]++
		}
		stats, err := c.Reach(ctx)
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(len(r.Graph.States)), stats.States.String())
		require.Equal(t, strconv.Itoa(len(ispltest.Deadlocks(r.Graph))), stats.Deadlocks.String())
		list, err := c.Warnings(ctx)
		require.NoError(t, err)
		told := map[string]bool{}
		for _, w := range list {
			told[w.Code] = true
			warnings[w.Code]++
		}
		require.Equal(t, len(ispltest.Deadlocks(r.Graph)) > 0, told[mc.CodeDeadlock], "seed %d", seed)
		require.Equal(t, len(ispltest.Overflows(r.Graph)) > 0, told[report.CodeOverflow], "seed %d", seed)
		certificate, err := c.Compare(ctx)
		require.NoError(t, err)
		require.Equal(t, 20, certificate.States)
		c.Close()
	}
	t.Log(models, counted, answers, warnings)
	require.Greater(t, counted, 100)
	require.Greater(t, min(answers[true], answers[false]), 50)
	for _, code := range []string{mc.CodeDeadlock, report.CodeOverflow, mc.CodeNoFairComputation} {
		require.Positive(t, warnings[code], code)
	}
}

const counter = `Agent P
  Vars: x : 0..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if Action = go; end Evolution
end Agent
Evaluation last if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Fairness !last; end Fairness
Formulae AG !last; end Formulae`

func TestJointWarnings(t *testing.T) {
	c := newChecker(t, parse(t, counter))
	list, err := c.Warnings(context.Background())
	require.NoError(t, err)
	var texts []string
	for _, w := range list {
		texts = append(texts, w.Code+": "+w.Message)
	}
	require.Equal(t, []string{
		"deadlock: 1 of 3 reachable states have no successor, such as P.x = 2 (after P.go; P.go); they repeat for ever",
		"overflow: in 1 of 3 reachable states some joint action would take a variable out of its range, or divide by zero, and is left out, " +
			"such as in P.x = 2 (after P.go; P.go)",
		"no-fair-computation: no path from an initial state is fair, so that every formula holds",
	}, texts)
}

// A group that keeps every path from being fair does not win by that, and is told so; where paths
// end, a state without a successor makes formulas true that are false where it repeats.
func TestStrategiesUnderFairness(t *testing.T) {
	p := parse(t, `Agent P
  Vars: x : 0..2; end Vars
  Actions = {stay, go};
  Protocol: x < 2 : {stay, go}; end Protocol
  Evolution: x = x + 1 if Action = go and x < 2; end Evolution
end Agent
Evaluation never if P.x > 2; middle if P.x = 1; last if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Groups g = {P}; end Groups
Fairness middle; end Fairness
Formulae <g> F never; <g> F middle; <g> F last; AF middle; end Formulae`)
	for ends, states := range map[bool]int{false: 3, true: 1} {
		c, err := New(context.Background(), p.System, p.Fairness, Options{PathsEnd: ends})
		require.NoError(t, err)
		for i, want := range []bool{false, true, false, true} {
			a, err := c.Check(context.Background(), p.Formulas[i].Formula)
			require.NoError(t, err)
			require.Equal(t, want, a.Holds, p.Formulas[i].Text)
		}
		list, err := c.Warnings(context.Background())
		require.NoError(t, err)
		require.Equal(t, mc.CodeUnfairStrategy, list[1].Code)
		require.Contains(t, list[1].Message, fmt.Sprintf("in %d reachable states, such as P.x = 0, the group of can({P}, F never) could win only by leaving no path fair", states))
		c.Close()
	}
	p.Fairness = nil
	for ends, taken := range map[bool]string{false: "repeat for ever", true: "paths end there"} {
		c, err := New(context.Background(), p.System, nil, Options{PathsEnd: ends})
		require.NoError(t, err)
		f := ltol.ExistsPath(ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State})), ltol.AllPaths(ltol.Next(ltol.Prop(ltol.Atom{Kind: ltol.State})), ltol.StateProp(0)))
		a, err := c.Check(context.Background(), f)
		require.NoError(t, err)
		require.Equal(t, ends, a.Holds)
		list, err := c.Warnings(context.Background())
		require.NoError(t, err)
		require.Contains(t, list[0].Message, taken)
		c.Close()
	}
}

// A group that is safe only where nothing fair happens does not win by risking what is not safe.
func TestSafetyUnderFairness(t *testing.T) {
	p := parse(t, `Agent P
  Vars: x : 0..2; end Vars
  Actions = {wait, dare};
  Protocol: x = 0 : {wait, dare}; Other : {wait}; end Protocol
  Evolution:
    x = 1 if Action = dare and Fate.Action = help;
    x = 2 if Action = dare and Fate.Action = harm;
  end Evolution
end Agent
Agent Fate
  Vars: nothing : 0..0; end Vars
  Actions = {help, harm};
  Protocol: Other : {help, harm}; end Protocol
  Evolution: nothing = 0 if Action = help; end Evolution
end Agent
Evaluation lost if P.x = 2; moved if P.x > 0; end Evaluation
InitStates P.x = 0 and Fate.nothing = 0; end InitStates
Groups g = {P}; h = {P, Fate}; end Groups
Fairness moved; end Fairness
Formulae <g> G !lost; <h> G !lost; <g> F moved; end Formulae`)
	c := newChecker(t, p)
	for i, want := range []bool{false, true, true} {
		a, err := c.Check(context.Background(), p.Formulas[i].Formula)
		require.NoError(t, err)
		require.Equal(t, want, a.Holds, p.Formulas[i].Text)
	}
}

// What the certificate compares is missed if reachable states are missing.
func TestCertificateFindsMissingStates(t *testing.T) {
	ctx := context.Background()
	c := newChecker(t, parse(t, counter))
	_, explored := c.Reach(ctx)
	require.NoError(t, explored)
	c.Forget()
	_, err := c.Compare(ctx)
	require.ErrorIs(t, err, mc.ErrInternal)
	require.ErrorContains(t, err, "a successor was not reached: P.x = 1")
}

// The certificate compares as many states as it is told, some by default.
func TestCertificateSamples(t *testing.T) {
	p := parse(t, counter)
	for samples, want := range map[int]int{-1: 0, 0: 50, 1: 1, 1000: 1000} {
		c, err := New(context.Background(), p.System, nil, Options{Samples: samples})
		require.NoError(t, err)
		certificate, err := c.Compare(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, certificate.States)
		c.Close()
	}
}

// Limits and interrupts are errors that say what was going on.
// meeting is a game of two guesses for a coin that is not seen.
const meeting = `Agent Environment
  Vars: coin : boolean; met : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: met = true if coin = true and P.Action = up or coin = false and P.Action = down; end Evolution
end Agent
Agent P
  Vars: turn : 0..2; end Vars
  Actions = {up, down};
  Protocol: Other : {up, down}; end Protocol
  Evolution: turn = turn + 1 if turn < 2; end Evolution
end Agent
Evaluation met if Environment.met = true; end Evaluation
InitStates P.turn = 0 and Environment.met = false; end InitStates
Groups g = {P}; end Groups
Formulae <g> X met; <g> F met; AF met; end Formulae`

// What the options say of abilities reaches the labelling, and what only initial states were asked
// for has no number of states.
func TestAbilityByWhatAgentsSee(t *testing.T) {
	ctx := context.Background()
	p := parse(t, meeting)
	p.Formulas = p.Formulas[:2]
	for _, way := range []struct {
		options Options
		want    []any
	}{
		{Options{}, []any{true, true}},
		{Options{Ability: branch.Uniform}, []any{false, true}},
		{Options{Ability: branch.UniformObjective}, []any{true, true}},
		{Options{Ability: branch.Uniform, AbilitySteps: 1}, []any{branch.ErrStrategy, branch.ErrStrategy}},
		{Options{Ability: branch.Uniform, AbilitySteps: -1}, []any{false, true}},
	} {
		options, want := way.options, way.want
		c, err := New(ctx, p.System, nil, options)
		require.NoError(t, err)
		for i, f := range p.Formulas {
			a, err := c.Check(ctx, f.Formula)
			if expected, ok := want[i].(error); ok {
				require.ErrorIs(t, err, expected)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, want[i], a.Holds, "%+v: %s", options, f.Text)
			require.Equal(t, options.Ability == branch.PerfectInformation, a.States != nil)
			w, err := c.Witness(ctx, f.Formula, a.Example)
			require.NoError(t, err)
			require.Equal(t, a.Holds, w.Strategy != nil)
		}
		c.Close()
	}
}

// A formula holds with -uniform if it does in one of the systems that are left when every agent
// decides by its local state, as trying them all on explicit states says, whatever the formula is.
func TestPrunedSystems(t *testing.T) {
	ctx := context.Background()
	answers, several := map[bool]int{}, 0
	for seed := range recipetest.Number(t, "JOINT_PRUNED", 80) {
		p := parse(t, string(ispl.PrintFile(ispltest.Generate(rand.New(rand.NewSource(int64(2000+seed))), ispltest.Options{Formulas: 5}))))
		r, err := ispltest.Check(p, 60, true)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		in := interpreted.NewInterpreter(p.System)
		systems := prunedGraphs(ispltest.Structure(p, in, r.Graph, true), in, r.Graph, len(p.System.Agents), 100)
		c, err := New(ctx, p.System, p.Fairness, Options{AbilitySteps: 100, PathsEnd: true})
		require.NoError(t, err)
		for _, f := range p.Formulas {
			a, err := c.CheckPruned(ctx, f.Formula)
			if systems == nil {
				require.ErrorIs(t, err, branch.ErrStrategy)
				continue
			}
			require.NoError(t, err)
			want := false
			for _, g := range systems {
				e, err := ltoltest.New(g)
				require.NoError(t, err)
				holds, err := e.Holds(f.Formula)
				require.NoError(t, err)
				want = want || holds
			}
			require.Equal(t, want, a.Holds, "seed %d: %s", seed, f.Text)
			if answers[a.Holds]++; len(systems) > 1 {
				several++
			}
		}
		c.Close()
	}
	t.Log(answers, several)
	require.Greater(t, min(answers[true], answers[false], several), 30)

	p := parse(t, meeting) // to guess up, then down, is right once whatever the coin is
	c := newChecker(t, p)
	for i, want := range [][2]bool{{true, false}, {true, true}, {false, true}} {
		a, err := c.Check(ctx, p.Formulas[i].Formula)
		require.NoError(t, err)
		pruned, err := c.CheckPruned(ctx, p.Formulas[i].Formula)
		require.NoError(t, err)
		require.Equal(t, want, [2]bool{a.Holds, pruned.Holds}, p.Formulas[i].Text)
	}
}

// prunedGraphs are the reachable parts of all that is left of a graph when agents decide by what
// they see: nil if there are many.
func prunedGraphs(g *ltoltest.Graph, in *interpreted.Interpreter, states *interpreted.Graph, agents, most int) (out []*ltoltest.Graph) {
	type view struct {
		agent int
		seen  string
	}
	var views []view
	options, number := map[view][]int{}, 1
	for s := range g.Moves {
		for k := range agents {
			v := view{k, g.View(k, s)}
			if allowed := in.Allowed(k, states.States[s]); len(allowed) > 1 && options[v] == nil {
				options[v], views = allowed, append(views, v)
				if number *= len(allowed); number > most {
					return nil
				}
			}
		}
	}
	chosen := map[view]int{}
	var try func(i int)
	try = func(i int) {
		if i < len(views) {
			for _, chosen[views[i]] = range options[views[i]] {
				try(i + 1)
			}
			return
		}
		var order []int
		number := map[int]int{}
		add := func(s int) int {
			if _, ok := number[s]; !ok {
				number[s], order = len(order), append(order, s)
			}
			return number[s]
		}
		left := &ltoltest.Graph{Fair: g.Fair}
		for _, s := range g.Initial {
			left.Initial = append(left.Initial, add(s))
		}
		fitting := func(at int, all []ltoltest.Move) (moves []ltoltest.Move) {
			for _, m := range all {
				fits := true
				for k, action := range m.Actions {
					decided, ok := chosen[view{k, g.View(k, order[at])}]
					fits = fits && (!ok || decided == action)
				}
				if fits {
					kept := ltoltest.Move{Actions: m.Actions}
					for _, to := range m.To {
						kept.To = append(kept.To, add(to))
					}
					moves = append(moves, kept)
				}
			}
			return moves
		}
		for at := 0; at < len(order); at++ {
			left.Moves = append(left.Moves, fitting(at, g.Moves[order[at]]))
			if g.Choices != nil {
				left.Choices = append(left.Choices, fitting(at, g.Choices[order[at]]))
			}
		}
		left.Atom = func(s, id int) bool { return g.Atom(order[s], id) }
		left.View = func(k, s int) string { return g.View(k, order[s]) }
		left.Red = func(k, s int) bool { return g.Red(k, order[s]) }
		out = append(out, left)
	}
	try(0)
	return out
}

func TestLimits(t *testing.T) {
	f, err := family.Find("cards")
	require.NoError(t, err)
	p := parse(t, f.Write(6))
	_, err = New(context.Background(), p.System, p.Fairness, Options{Encoding: symbolic.Options{BDD: bdd.Options{MaxNodes: 100}}})
	var limit *mc.LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, fault.PhaseEncode, limit.Phase)
	require.ErrorIs(t, err, bdd.ErrNodeLimit)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := newChecker(t, p)
	_, err = c.Check(ctx, p.Formulas[0].Formula)
	require.ErrorAs(t, err, &limit)
	require.Equal(t, fault.PhaseReach, limit.Phase)
	_, err = c.Reach(context.Background())
	require.NoError(t, err)
	_, err = c.Check(ctx, p.Formulas[0].Formula)
	require.ErrorAs(t, err, &limit)
	require.Equal(t, fault.PhaseLabel, limit.Phase)
	a, err := c.Check(context.Background(), p.Formulas[0].Formula)
	require.NoError(t, err)
	require.True(t, a.Holds)
}

// Where paths end, AG and the like see those that do; formulas of LTL and CTL* are about infinite
// ones, whatever their form.
func TestLinearFormulasWherePathsEnd(t *testing.T) {
	p := parse(t, `Agent P
  Vars: x : boolean; end Vars
  Actions = {a};
  Protocol: x = false : {a}; end Protocol
  Evolution: x = x if Action = a; end Evolution
end Agent
Evaluation p if P.x = false; end Evaluation
InitStates P.x = true; end InitStates
Formulae AG p; EF !p; A (p U p); LTL G p; LTL p; LTL p and !p; LTL p U p; LTL (p U p) and (p or !p); CTL* E F !p; CTL* E (F !p or G p); end Formulae`)
	want := []bool{false, true, false, true, true, true, true, true, false, false}
	c, err := New(context.Background(), p.System, nil, Options{PathsEnd: true, Endless: p.Endless})
	require.NoError(t, err)
	defer c.Close()
	r, err := ispltest.Check(p, 0, true)
	require.NoError(t, err)
	require.Equal(t, want, r.Verdicts)
	for i, f := range p.Formulas {
		a, err := c.Check(context.Background(), f.Formula)
		require.NoError(t, err)
		require.Equal(t, want[i], a.Holds, f.Text)
	}
}

// What a limit leaves of one formula does not decide the next: comparisons with sums are
// remembered.
func TestSumsThatALimitCutsShort(t *testing.T) {
	p := parse(t, `Agent P
  Vars: x : 0..40; y : 0..40; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution: x = x if x = 0; end Evolution
end Agent
Evaluation p if P.x + P.y <> 40; end Evaluation
InitStates P.x = P.x; end InitStates
Formulae p; AG p; EF !p; end Formulae`)
	open := 0
	for nodes := 60; nodes < 6000; nodes = nodes*5/4 + 1 {
		c, err := New(context.Background(), p.System, nil, Options{Encoding: symbolic.Options{BDD: bdd.Options{MaxNodes: nodes}}})
		if err != nil {
			require.True(t, mc.IsLimit(err))
			continue
		}
		for i, want := range []bool{false, false, true} {
			a, err := c.Check(context.Background(), p.Formulas[i].Formula)
			if err != nil {
				require.True(t, mc.IsLimit(err))
				open++
				continue
			}
			require.Equal(t, want, a.Holds, "%s, %d nodes", p.Formulas[i].Text, nodes)
		}
		c.Close()
	}
	require.Greater(t, open, 5)
}
