package smv_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// On runs of generated systems, the specifications of a property together have
// the value of the property under its fairness.
func TestSpecificationsMeanTheirProperty(t *testing.T) {
	value := map[bool]int{}
	split, ops := 0, map[ltol.Op]bool{}
	for seed := range uint64(300) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Agents: 3, Propositions: 3})
		in := recipe.NewInterpreter(sys)
		spec := specification(mctest.NewFormulas(source, sys), 8)
		o := smv.Options{Thresholds: extremes(source)}
		m, err := smv.Translate(context.Background(), sys, spec, o)
		require.NoError(t, err)
		for range 4 {
			run := randomRun(t, source, in)
			got := make([]bool, len(spec.Properties))
			count := make([]int, len(spec.Properties))
			for i := range got {
				got[i] = true
			}
			for i, s := range m.Specifications {
				holds, err := m.Evaluate(i, run.unrolled(), len(run.steps), run.observed(t, in))
				require.NoError(t, err)
				got[s.Property] = got[s.Property] && holds
				count[s.Property]++
			}
			for i, p := range spec.Properties {
				f := ltol.Implies(ltol.And(fairness(spec)...), p.Formula)
				want := run.satisfies(t, in, f)
				require.Equal(t, want, got[i], "seed %d, %+v: %s under %v\n%s", seed, o, p.Formula, fairness(spec), m)
				value[want]++
				ops[p.Formula.Op()] = true
				if count[i] > 1 {
					split++
				}
			}
		}
	}
	t.Logf("%v, %d split", value, split)
	require.Greater(t, value[true], 1000)
	require.Greater(t, value[false], 1000)
	require.Greater(t, split, 300)
	require.Greater(t, len(ops), 10)
}

// extremes are thresholds at their extremes. Longer texts or more assignments than by default are
// not made, nor more valuations than are quickly tried.
func extremes(source recipetest.Source) (t smv.Thresholds) {
	recipetest.Extremes(source, &t)
	t.MaxAssignments, t.MaxWritten, t.MaxDecided = 0, 0, min(t.MaxDecided, 1<<14)
	return t
}

func fairness(spec mc.Specification) []*ltol.Formula {
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

// A run leaves states by steps, and goes back to loop after the last.
type run struct {
	states []recipe.State
	steps  []recipe.Step
	loop   int
}

// randomRun walks from an initial state until it comes to a state again.
func randomRun(t *testing.T, source recipetest.Source, in *recipe.Interpreter) run {
	var r run
	var starts []recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		starts = append(starts, s.Clone())
		return len(starts) < 20
	}))
	s := starts[source.Intn(len(starts))]
	seen := map[string]int{}
	for {
		key := in.System().StateString(s)
		if at, again := seen[key]; again {
			r.loop = at
			return r
		}
		seen[key] = len(r.states)
		successors, err := in.Successors(s)
		require.NoError(t, err)
		tr := successors[source.Intn(len(successors))]
		r.states, r.steps = append(r.states, s), append(r.steps, tr.Step)
		s = tr.Next
	}
}

func (r run) satisfies(t *testing.T, in *recipe.Interpreter, f *ltol.Formula) bool {
	got, err := ltol.Eval(f, ltol.Lasso{
		Length: len(r.steps), Loop: r.loop,
		State: func(i, id int) bool {
			holds, err := in.StateHolds(id, r.states[i])
			require.NoError(t, err)
			return holds
		},
		Step: func(i, id int) bool {
			holds, err := in.StepHolds(id, r.states[i], r.steps[i])
			require.NoError(t, err)
			return holds
		},
	})
	require.NoError(t, err)
	return got
}

// unrolled are the states of the run with its loop once more, so that each
// position has one step that leads to it: what follows the last position is
// the first of the second loop, to which the same step leads as from the first
// loop.
func (r run) unrolled() []recipe.State {
	return append(append([]recipe.State{}, r.states...), r.states[r.loop:]...)
}

// observed tells about the step that leads to a position of the unrolled run.
func (r run) observed(t *testing.T, in *recipe.Interpreter) func(at, proposition int) bool {
	return func(at, proposition int) bool {
		if at == 0 {
			return false
		}
		from := at - 1
		if from >= len(r.steps) {
			from = r.loop + from - len(r.steps)
		}
		holds, err := in.StepHolds(proposition, r.states[from], r.steps[from])
		require.NoError(t, err)
		return holds
	}
}

// Formulas are rewritten to spare the tableau variables.
func TestFormulasAreRewritten(t *testing.T) {
	b := recipe.NewBuilder()
	c := b.Channel("c")
	a := b.Agent("a", "T")
	x := a.Local("x", recipe.IntType(0, 2))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	up := a.Send(0, 0, c).Label("up").When(recipe.Lt(x, recipe.IntExpr(2))).Set(x, recipe.Add(x, recipe.IntExpr(1)))
	down := a.Send(0, 0, c).Label("down").Set(x, recipe.IntExpr(0))
	p := b.StateProposition("p", recipe.Eq(x, recipe.IntExpr(1)))
	q := b.StateProposition("q", recipe.Ne(x, recipe.IntExpr(1)))
	never := b.StepProposition("never", b.Observe(recipe.OpPointToPoint))
	e := b.StepProposition("up", recipe.Executed(up))
	o := b.StepProposition("down", recipe.Executed(down))
	sys, err := b.System()
	require.NoError(t, err)

	state := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	step := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}) }
	past := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.PastStep}) }
	for _, test := range []struct {
		formula      *ltol.Formula
		nusmv, nuxmv string
	}{
		// A step atom is an observation one position later; at the start of a run X is superfluous
		// where no step has been.
		{ltol.Finally(step(e)), "F observed-up", ""},
		{ltol.Globally(ltol.Implies(state(p), step(e))), "G ((a-x = 1) -> X observed-up)", "G ((a-x = 1) -> next(observed-up))"},
		{ltol.Globally(ltol.Necessary(e, state(p))), "G (observed-up -> (a-x = 1))", ""},
		{ltol.Globally(ltol.Not(past(e))), "G !observed-up", ""},
		{step(e), "X observed-up", "next(observed-up)"},
		{ltol.Globally(step(e)), "X G observed-up", ""},
		// One X for all operands.
		{ltol.Until(step(e), step(o)), "X (observed-up U observed-down)", ""},
		{ltol.Possible(e, ltol.And(state(p), step(o))), "X observed-up ; X (a-x = 1) ; X X observed-down", "next(observed-up) ; next(a-x = 1) ; X next(observed-down)"},
		// What is timeless needs none.
		{ltol.Implies(ltol.Globally(ltol.Finally(step(e))), ltol.Globally(ltol.Finally(step(o)))), "G F observed-up -> G F observed-down", ""},
		// No step is both, so that the next one to come can be waited for at once.
		{ltol.Globally(ltol.Necessary(e, ltol.Finally(ltol.Possible(o, ltol.True())))), "G (observed-up -> F observed-down)", ""},
		{ltol.Globally(ltol.Necessary(e, ltol.Finally(ltol.Possible(e, ltol.True())))), "G (observed-up -> X F observed-up)", ""},
		// Constants go.
		{ltol.Globally(ltol.Implies(step(never), ltol.Finally(state(p)))), "TRUE", ""},
		{ltol.Until(state(p), step(never)), "FALSE", ""},
		{ltol.WeakUntil(state(p), state(q)), "(a-x != 1) V ((a-x = 1) | (a-x != 1))", ""},
		{ltol.StrongRelease(state(p), step(o)), "X observed-down U ((a-x = 1) & X observed-down)", "next(observed-down) U ((a-x = 1) & next(observed-down))"},
		{ltol.Release(state(p), state(q)), "(a-x = 1) V (a-x != 1)", ""},
		{ltol.Or(ltol.Finally(state(p)), ltol.Finally(step(e))), "F ((a-x = 1) | observed-up)", ""},
		{ltol.Not(ltol.Not(state(p))), "a-x = 1", ""},
		{ltol.Iff(state(p), state(p)), "TRUE", ""},
		// Conjunctions become several specifications.
		{ltol.Globally(ltol.And(state(p), state(q))), "G (a-x = 1) ; G (a-x != 1)", ""},
		{ltol.Not(ltol.Or(ltol.Finally(state(p)), state(q))), "G !(a-x = 1) ; !(a-x != 1)", ""},
		{ltol.Implies(step(e), ltol.And(state(p), step(o))), "X observed-up -> (a-x = 1) ; X (observed-up -> observed-down)", "next(observed-up) -> (a-x = 1) ; next(observed-up -> observed-down)"},
	} {
		spec := mc.Specification{Properties: []mc.Property{{Index: 1, Name: "f", Formula: test.formula}}}
		if test.nuxmv == "" {
			test.nuxmv = test.nusmv
		}
		for dialect, want := range map[smv.Dialect]string{smv.NuSMV: test.nusmv, smv.NuXmv: test.nuxmv} {
			m, err := smv.Translate(context.Background(), sys, spec, smv.Options{Dialect: dialect})
			require.NoError(t, err)
			var got []string
			for line := range strings.Lines(m.String()) {
				if rest, ok := strings.CutPrefix(line, "LTLSPEC NAME "); ok {
					_, f, _ := strings.Cut(strings.TrimRight(rest, ";\n"), " := ")
					got = append(got, f)
				}
			}
			require.Equal(t, want, strings.Join(got, " ; "), "%s for %s", test.formula, dialect)
		}
	}
}
