package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// counter counts to 2 and stops; it never resets.
type counter struct {
	sys            *recipe.System
	n              [4]*ltol.Formula // the value is i
	tick           *ltol.Formula
	stepTick, zero int
	dead           *ltol.Formula
}

func newCounter(t *testing.T) counter {
	b := recipe.NewBuilder()
	amount := b.Data("AMOUNT", recipe.IntType(0, 3))
	a := b.Agent("counter", "Counter")
	n := a.Local("n", recipe.IntType(0, 3))
	a.Init(recipe.Eq(n, recipe.IntExpr(0)))
	tick := a.Send(0, 0, b.Broadcast()).Label("tick").When(recipe.Lt(n, recipe.IntExpr(2))).
		With(amount, n).Set(n, recipe.Add(n, recipe.IntExpr(1)))
	a.Send(0, 1, b.Broadcast()).Label("reset").When(recipe.Eq(n, recipe.IntExpr(3))).Set(n, recipe.IntExpr(0))
	var c counter
	state := func(e *recipe.Expr) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition("state", e), Kind: ltol.State})
	}
	for i := range c.n {
		c.n[i] = state(recipe.Eq(n, recipe.IntExpr(i)))
	}
	c.dead = state(&recipe.Expr{Op: recipe.OpDeadlock, Type: recipe.BoolType})
	c.stepTick = b.StepProposition("tick", recipe.Executed(tick))
	c.zero = b.StepProposition("AMOUNT = 3", recipe.Eq(amount, recipe.IntExpr(3)))
	c.tick = ltol.Prop(ltol.Atom{ID: c.stepTick, Kind: ltol.Step})
	var err error
	c.sys, err = b.System()
	require.NoError(t, err)
	return c
}

func TestVacuityWarnings(t *testing.T) {
	c := newCounter(t)
	g, f := ltol.Globally, ltol.Finally
	for name, test := range map[string]struct {
		formula *ltol.Formula
		codes   []string
	}{
		"an antecedent that comes true": {g(ltol.Implies(c.n[2], c.dead)), nil},
		"one that does not":             {g(ltol.Implies(c.n[3], c.dead)), []string{mc.CodeAntecedent}},
		"one under negations":           {ltol.Not(f(ltol.Not(ltol.Implies(c.n[3], c.dead)))), []string{mc.CodeAntecedent}},
		"two":                           {g(ltol.And(ltol.Implies(c.n[3], c.dead), ltol.Implies(ltol.And(c.n[1], c.n[2]), c.dead))), []string{mc.CodeAntecedent, mc.CodeAntecedent}},
		"an implication to refute":      {ltol.Not(f(ltol.Not(ltol.Not(ltol.Implies(ltol.True(), c.n[3]))))), nil},
		"a step that happens":           {g(ltol.Necessary(c.stepTick, ltol.Not(c.n[0]))), nil},
		"one that does not happen":      {g(ltol.Necessary(c.zero, c.n[3])), []string{mc.CodeObservation}},
		"one that must not happen":      {g(ltol.Necessary(c.zero, ltol.False())), nil},
		"a valid formula":               {g(ltol.Or(c.n[0], ltol.Not(c.n[0]))), []string{mc.CodeValid}},
		"a temporal antecedent":         {g(ltol.Implies(f(c.n[3]), c.dead)), []string{mc.CodeAntecedent}},
	} {
		t.Run(name, func(t *testing.T) {
			spec := mc.Specification{Properties: []mc.Property{{Index: 7, Formula: test.formula}}}
			r, err := mc.Check(context.Background(), c.sys, spec, mc.WithVacuity())
			require.NoError(t, err)
			require.Equal(t, mc.Holds, r.Results[0].Verdict)
			var codes []string
			for _, w := range r.Results[0].Warnings {
				codes = append(codes, w.Code)
				require.Contains(t, w.Message, "7")
			}
			require.Equal(t, test.codes, codes)
		})
	}
}

func TestSystemWarnings(t *testing.T) {
	c := newCounter(t)
	r, err := mc.Check(context.Background(), c.sys, mc.Specification{}, mc.WithVacuity())
	require.NoError(t, err)
	var texts []string
	for _, w := range r.Warnings {
		texts = append(texts, w.Code+": "+w.Message)
	}
	require.Equal(t, []string{
		"deadlock: 1 of 3 reachable states has no next step. A shortest run to such a state has 2 steps (`rcheck-bdd reach` shows it): counter-tick: its guard n < 2 is false; counter-reset: its guard n = 3 is false",
		"never-executed: counter-reset is never executed",
		"never-reached: counter never reaches control state 1",
	}, texts)
}

func TestUnfairWarnings(t *testing.T) {
	c := newCounter(t)
	always := mc.Property{Index: 1, Formula: ltol.False()}
	r, err := mc.Check(context.Background(), c.sys, mc.Specification{
		Properties: []mc.Property{always}, Justice: []*ltol.Formula{c.n[1]},
	}, mc.WithVacuity())
	require.NoError(t, err)
	require.Equal(t, mc.Holds, r.Results[0].Verdict)
	require.Equal(t, mc.CodeNoFairComputation, r.Results[0].Warnings[0].Code)
	require.Equal(t, mc.CodeNoFairComputation, r.Warnings[1].Code)
}

// The warnings about properties of generated systems are those that the explicit product gives
// reason for.
func TestVacuityAgainstExplicitProduct(t *testing.T) {
	n := map[string]int{}
	ctx := context.Background()
	eachExplored(t, 40, true, func(seed uint64, x explored) {
		fair := fairnessFormulas(x.spec)
		happens := func(f *ltol.Formula) bool {
			return x.graph.satisfiable(t, ltol.And(append(fair[:len(fair):len(fair)], f)...))
		}
		for i := range 6 {
			p := mc.Property{Index: i + 1, Formula: x.draw.Property()}
			if happens(ltol.Not(p.Formula)) {
				continue
			}
			var want []string
			refutable, err := ltol.Satisfiable(ctx, ltol.Not(p.Formula), ltol.Options{Plain: true})
			require.NoError(t, err)
			switch {
			case !happens(ltol.True()):
				want = []string{mc.CodeNoFairComputation}
			case refutable == nil:
				want = []string{mc.CodeValid}
			default:
				eachTrigger(p.Formula, false, func(code string, f *ltol.Formula) {
					if !happens(ltol.Finally(f)) {
						want = append(want, code)
					}
				})
			}
			warnings, err := x.checker.Vacuity(ctx, p)
			require.NoError(t, err, "seed %d, %v", seed, p.Formula)
			var got []string
			for _, w := range warnings {
				got = append(got, w.Code)
			}
			require.Equal(t, want, got, "seed %d, %v", seed, p.Formula)
			if len(want) == 0 {
				n["none"]++
			}
			for _, code := range want {
				n[code]++
			}
		}
	})
	t.Log(n)
	for _, code := range []string{"none", mc.CodeNoFairComputation, mc.CodeValid, mc.CodeAntecedent, mc.CodeObservation} {
		require.Greater(t, n[code], 5, code)
	}
}

// eachTrigger visits what has to come true for a formula to say something: what stands before ->
// and inside [ ] where making it false makes the formula true; under an odd number of negations
// that is where the formula is negated. A step that must never come is no such part.
func eachTrigger(f *ltol.Formula, negated bool, visit func(code string, f *ltol.Formula)) {
	args := f.Args()
	switch f.Op() {
	case ltol.OpIff:
		return
	case ltol.OpNot:
		eachTrigger(args[0], !negated, visit)
		return
	case ltol.OpImplies:
		if !negated {
			visit(mc.CodeAntecedent, args[0])
		}
		eachTrigger(args[0], !negated, visit)
		eachTrigger(args[1], negated, visit)
		return
	case ltol.OpNecessary:
		if !negated && args[0].Op() != ltol.OpFalse {
			visit(mc.CodeObservation, ltol.Prop(f.Atom()))
		}
	}
	for _, arg := range args {
		eachTrigger(arg, negated, visit)
	}
}

// Formulas about states are told of as well: what no reachable state, or no path, ever satisfies on
// the left of an implication or in an observation, inside every operator.
func TestVacuityOfStateFormulas(t *testing.T) {
	c := newCounter(t)
	atom := ltol.Prop(ltol.Atom{Kind: ltol.State})
	state := func(i int) *ltol.StateFormula { return ltol.StateProp(c.n[i].Atom().ID) }
	always := func(f *ltol.StateFormula) *ltol.StateFormula { return ltol.AllPaths(ltol.Globally(atom), f) }
	two := ltol.Prop(ltol.Atom{Kind: ltol.State, ID: 1})
	for name, test := range map[string]struct {
		formula  *ltol.StateFormula
		messages []string
	}{
		"comes true":           {always(ltol.ImpliesState(state(2), state(2))), nil},
		"does not":             {always(ltol.ImpliesState(state(3), state(1))), []string{"in property 1, the antecedent state is never true"}},
		"in knowledge":         {ltol.Knows(0, ltol.ImpliesState(state(3), state(1))), []string{"in property 1, the antecedent state is never true"}},
		"under negations":      {ltol.NotState(ltol.ExistsPath(ltol.Finally(atom), ltol.NotState(ltol.ImpliesState(state(3), state(1))))), []string{"in property 1, the antecedent state is never true"}},
		"to refute":            {ltol.NotState(ltol.AndState(state(3), ltol.ImpliesState(state(3), state(1)))), nil},
		"on paths, comes true": {ltol.AllPaths(ltol.Globally(ltol.Implies(ltol.Next(atom), two)), state(2), ltol.TrueState()), nil},
		"on paths": {ltol.AllPaths(ltol.Globally(ltol.Implies(ltol.And(atom, ltol.Next(atom)), two)), state(1), ltol.TrueState()),
			[]string{"in property 1, the antecedent state & X state is never true"}},
		"a step":                  {ltol.AllPaths(ltol.Globally(ltol.Necessary(c.stepTick, ltol.True()))), nil},
		"a step that is":          {ltol.AllPaths(ltol.Globally(ltol.Necessary(c.zero, atom)), state(1)), []string{"in property 1, no step ever satisfies the observation AMOUNT = 3"}},
		"a step that must not be": {ltol.AllPaths(ltol.Globally(ltol.Necessary(c.zero, ltol.False()))), nil},
	} {
		r, err := mc.Check(context.Background(), c.sys, mc.Specification{Properties: []mc.Property{{Index: 1, State: test.formula}}}, mc.WithVacuity())
		require.NoError(t, err)
		require.Equal(t, mc.Holds, r.Results[0].Verdict, "%s: %v", name, r.Results[0].Err)
		var messages []string
		for _, w := range r.Results[0].Warnings {
			messages = append(messages, w.Message)
		}
		require.Equal(t, test.messages, messages, name)
	}
	never := mc.Specification{Justice: []*ltol.Formula{c.n[3]}, Properties: []mc.Property{{Index: 1, State: always(state(3))}}}
	r, err := mc.Check(context.Background(), c.sys, never, mc.WithVacuity())
	require.NoError(t, err)
	require.Equal(t, mc.CodeNoFairComputation, r.Results[0].Warnings[0].Code)
}
