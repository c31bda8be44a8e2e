package jointtest

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A path is a path of an interpreted system, a lasso if loop is not negative, and an empty step is
// the stutter of a state without a successor.
type path struct {
	states []interpreted.State
	joints []interpreted.Joint
	loop   int
}

func pathOf(r *branch.Run) (p path) {
	for _, s := range r.States {
		p.states = append(p.states, s.(interpreted.State))
	}
	for _, j := range r.Steps {
		p.joints = append(p.joints, j.(interpreted.Joint))
	}
	p.loop = r.Loop
	return p
}

// acted lists the actions of agents on a path, as `agent.action`.
func (p path) acted(sys *interpreted.System) (out []string) {
	for _, j := range p.joints {
		for agent, action := range j {
			if action >= 0 {
				out = append(out, sys.Agents[agent].Name+"."+sys.Agents[agent].Actions[action])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// An assay tells which paths violate a formula, by evaluation.
type assay struct {
	in   *interpreted.Interpreter
	f    *ltol.Formula
	fair []*ltol.Formula
}

func (a *assay) holds(p path, i, id int) bool {
	prop := a.in.System().Propositions[id]
	if prop.Deadlock {
		stuck, err := a.in.Stuck(context.Background(), p.states[i])
		return err == nil && stuck
	}
	return a.in.Holds(prop.When, p.states[i])
}

// violates reports whether a path that ends is lost in its last state, and whether a lasso is fair
// and violates the formula.
func (a *assay) violates(t *testing.T, p path) bool {
	state := func(i, id int) bool { return a.holds(p, i, id) }
	if p.loop < 0 {
		return len(a.fair) == 0 && ltol.Prefix{Length: len(p.joints), Entered: true, State: state}.Truth(a.f) == ltol.No
	}
	is := func(f *ltol.Formula) bool {
		out, err := ltol.Eval(f, ltol.Lasso{Length: len(p.joints), Loop: p.loop, State: state})
		require.NoError(t, err)
		return out
	}
	return !is(a.f) && !slices.ContainsFunc(a.fair, func(f *ltol.Formula) bool { return !is(f) })
}

// each calls yield with the violations of up to so many steps. There are at most so many paths.
func (a *assay) each(t *testing.T, steps int, most *int, p path, yield func(path)) {
	if *most--; *most < 0 {
		return
	}
	if p.loop = -1; a.violates(t, p) {
		yield(p)
		return
	}
	for loop, s := range p.states[:len(p.states)-1] {
		if s.Compare(p.states[len(p.states)-1]) == 0 {
			if p.loop = loop; a.violates(t, path{p.states[:len(p.states)-1], p.joints, loop}) {
				yield(path{p.states[:len(p.states)-1], p.joints, loop})
			}
		}
	}
	if steps == 0 {
		return
	}
	last, stuck := p.states[len(p.states)-1], true
	more := func(j interpreted.Joint, next interpreted.State) {
		stuck = false
		a.each(t, steps-1, most, path{append(slices.Clip(p.states), next), append(slices.Clip(p.joints), j), -1}, yield)
	}
	require.NoError(t, a.in.Steps(context.Background(), last, func(j interpreted.Joint, next interpreted.State) bool {
		more(slices.Clone(j), slices.Clone(next))
		return true
	}))
	if stuck {
		more(nil, last)
	}
}

// without are the actions with the given numbers, agent by agent.
func without(sys *interpreted.System, numbers []int) (out []string) {
	var all []string
	for _, a := range sys.Agents {
		for _, action := range a.Actions {
			all = append(all, a.Name+"."+action)
		}
	}
	for _, n := range numbers {
		out = append(out, all[n])
	}
	return out
}

func includes(all, some []string) bool {
	return !slices.ContainsFunc(some, func(x string) bool { return !slices.Contains(all, x) })
}

// requireFurther tests that the further runs of a result are violations, each of which does without
// an action of each one before. If there are no more, every short violation that is listed uses all
// actions of one of them. The result says how many were listed.
func requireFurther(t *testing.T, a *assay, r mc.Result, at string) (listed int) {
	sys := a.in.System()
	first := []string{}
	var collect func(w *branch.Witness)
	collect = func(w *branch.Witness) {
		if w.Run != nil {
			first = append(first, pathOf(w.Run).acted(sys)...)
		}
		for _, part := range w.Parts {
			collect(part)
		}
	}
	collect(r.Witness)
	used := [][]string{first}
	for _, v := range r.Further.Runs {
		require.Nil(t, v.Trace, at)
		p := pathOf(v.Witness.Run)
		require.True(t, a.in.Holds(sys.Init, p.states[0]), at)
		for i, j := range p.joints {
			next := i + 1
			if next == len(p.states) {
				next = p.loop
			}
			if j == nil {
				stuck, err := a.in.Stuck(context.Background(), p.states[i])
				require.NoError(t, err)
				require.True(t, stuck && p.states[i].Compare(p.states[next]) == 0, at)
				continue
			}
			require.True(t, a.in.Leads(p.states[i], j, p.states[next]), at)
		}
		require.True(t, a.violates(t, p), at)
		mine := p.acted(sys)
		for _, before := range used {
			require.False(t, includes(mine, before), "%s: %v has all of %v", at, mine, before)
		}
		require.NotEmpty(t, v.Without, at)
		for _, x := range without(sys, v.Without) {
			require.NotContains(t, mine, x, at)
		}
		used = append(used, mine)
	}
	if !r.Further.Complete {
		return 0
	}
	require.True(t, r.Property.State.Linear(), at)
	most := 3000
	require.NoError(t, a.in.InitialStates(context.Background(), func(s interpreted.State) bool {
		a.each(t, 4, &most, path{states: []interpreted.State{s}, loop: -1}, func(p path) {
			listed++
			other := p.acted(sys)
			require.True(t, slices.ContainsFunc(used, func(all []string) bool { return includes(other, all) }), "%s: %v, but the runs use %v", at, other, used)
		})
		return most > 0
	}))
	return listed
}

// Of a violated formula, so many runs are found as were asked for, each without some action of each
// one before. If there are fewer, the list of short violations has no other. The verdict and the
// first run are those that are found without the option.
func TestFurtherRunsOfFormulasAboutStates(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		rng := rand.New(rand.NewSource(int64(9000 + seed)))
		p := parse(t, string(ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{Formulas: 8}))))
		if _, err := interpreted.Explore(ctx, interpreted.NewInterpreter(p.System), interpreted.Limits{States: 300, Steps: 20_000}); err != nil {
			continue
		}
		spec := mc.JointSpecification{Fairness: p.Fairness}
		var fair []*ltol.Formula
		for _, f := range p.Fairness {
			fair = append(fair, ltol.Globally(ltol.Finally(f.OnPaths())))
		}
		for i, f := range p.Formulas {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, State: f.Formula})
		}
		wanted := 2 + seed%3
		check := func(options ...mc.Option) []mc.Result {
			s := mc.Session{Model: mc.JointModelOf(p.System, spec, options...), Properties: spec.Properties}
			report, err := s.Run(ctx)
			require.NoError(t, err)
			return report.Results
		}
		several, plain := check(mc.WithCounterexamples(wanted)), check()
		none := check(mc.WithCounterexamples(wanted), settingstest.WithThresholds(settings.Thresholds{ShortestBudget: 1}))
		for i, r := range several {
			at := fmt.Sprintf("seed %d: %s", seed, p.Formulas[i].Text)
			require.Equal(t, plain[i].Verdict, r.Verdict, at)
			require.Equal(t, plain[i].Witness, r.Witness, at)
			require.Nil(t, plain[i].Further, at)
			if r.Verdict != mc.Violated || r.Property.State.OnPaths().Op() == ltol.OpTrue {
				require.Nil(t, r.Further, at)
				continue
			}
			if slices.ContainsFunc(p.Fairness, func(f *ltol.StateFormula) bool { return !f.Propositional() }) {
				require.Nil(t, r.Further, at)
				continue
			}
			require.NotNil(t, r.Further, at)
			count["violated"]++
			a := &assay{interpreted.NewInterpreter(p.System), r.Property.State.OnPaths(), fair}
			count["listed"] += requireFurther(t, a, r, at)
			switch n := len(r.Further.Runs); {
			case n == wanted-1:
				count["as many as wanted"]++
			case r.Further.Complete:
				count["complete"]++
			}
			if none[i].Further != nil && !none[i].Further.Complete {
				count["without budget"]++
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["as many as wanted"], count["violated"]/20)
	require.Greater(t, count["complete"], count["violated"]/4)
	require.Greater(t, count["listed"], count["complete"])
	require.Greater(t, count["without budget"], 0)
}
