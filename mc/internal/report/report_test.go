package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// counter counts from 0 to 2, where only a range keeps its third command from a step; its second is
// for 3, which it never reaches.
type counter struct {
	report.System
	tick, reset, over int
	is                [4]ltol.Atom // the value is i
	ticks             ltol.Atom
}

func newCounter(t *testing.T) counter {
	b := recipe.NewBuilder()
	a := b.Agent("counter", "Counter")
	n := a.Local("n", recipe.IntType(0, 3))
	a.Init(recipe.Eq(n, recipe.IntExpr(0)))
	tick := a.Send(0, 0, b.Broadcast()).When(recipe.Lt(n, recipe.IntExpr(2))).Set(n, recipe.Add(n, recipe.IntExpr(1)))
	a.Send(0, 1, b.Broadcast()).When(recipe.Eq(n, recipe.IntExpr(3))).Set(n, recipe.IntExpr(0))
	a.Send(0, 0, b.Broadcast()).When(recipe.Eq(n, recipe.IntExpr(2))).Set(n, recipe.Add(n, recipe.IntExpr(9)))
	c := counter{tick: 0, reset: 1, over: 2}
	for i := range c.is {
		c.is[i] = ltol.Atom{ID: b.StateProposition("n", recipe.Eq(n, recipe.IntExpr(i))), Kind: ltol.State}
	}
	c.ticks = ltol.Atom{ID: b.StepProposition("ticks", recipe.Executed(tick)), Kind: ltol.Step}
	sys, err := b.System()
	require.NoError(t, err)
	c.Model, err = symbolic.Encode(t.Context(), sys, symbolic.Options{})
	require.NoError(t, err)
	t.Cleanup(c.Model.Close)
	c.Interpreter = recipe.NewInterpreter(sys)
	c.Search = search.NewSystem(space.OfRecipe(c.Model, c.Interpreter), search.Fairness{}, search.Options{})
	err = c.Search.Explore(t.Context())
	require.NoError(t, err)
	return c
}

// value is what the counter shows in a state.
func value(s recipe.State) int { return int(s.Locals[0]) }

func TestDeadlock(t *testing.T) {
	c := newCounter(t)
	r, err := c.Deadlocks(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(1), r.States.Int64())
	require.Len(t, r.Trace.Steps, 3, "0, 1, 2")
	require.Equal(t, 2, r.Trace.Loop)
	require.Equal(t, recipe.Stutter, r.Trace.Steps[2].Message.Kind)
	blocked, err := c.Interpreter.Blocked(t.Context(), r.Trace.Steps[2].State)
	require.NoError(t, err)
	require.Equal(t, blocked, r.Agents)
}

// TestStutteringIsFair: a deadlock is unfair exactly if its stuttering does not satisfy a formula
// of fairness, as the evaluation on lassos has it, whatever connectives the formula is made of.
func TestStutteringIsFair(t *testing.T) {
	c := newCounter(t)
	dead, early, step := ltol.Prop(c.is[2]), ltol.Prop(c.is[1]), ltol.Prop(c.ticks)
	past := ltol.Prop(ltol.Atom{ID: c.ticks.ID, Kind: ltol.PastStep})
	leaves := []*ltol.Formula{ltol.True(), ltol.False(), dead, early, step, past}
	formulas := append([]*ltol.Formula(nil), leaves...)
	for _, x := range leaves {
		formulas = append(formulas, ltol.Not(x), ltol.Next(x), ltol.Finally(x), ltol.Globally(x), ltol.Possible(c.ticks.ID, x), ltol.Necessary(c.ticks.ID, x))
		for _, y := range leaves {
			formulas = append(formulas, ltol.And(x, y), ltol.Or(x, y), ltol.Implies(x, y), ltol.Iff(x, y), ltol.Until(x, y), ltol.WeakUntil(x, y),
				ltol.Release(x, y), ltol.StrongRelease(x, y), ltol.Globally(ltol.Finally(ltol.Or(x, ltol.Next(y)))))
		}
	}
	stuttering := ltol.Lasso{
		Length: 1,
		State:  func(_, id int) bool { return id == c.is[2].ID },
		Step:   func(int, int) bool { return false },
	}
	fair, unfair := 0, 0
	for _, f := range formulas {
		want, err := ltol.Eval(f, stuttering)
		require.NoError(t, err)
		r, err := c.UnfairDeadlocks(t.Context(), []*ltol.Formula{ltol.True(), f})
		require.NoError(t, err)
		require.Equal(t, want, r == nil, "%s", f)
		if want {
			fair++
		} else {
			unfair++
		}
	}
	require.Greater(t, min(fair, unfair), 50)
}

func TestIdle(t *testing.T) {
	c := newCounter(t)
	r, err := c.Idle(t.Context())
	require.NoError(t, err)
	require.Equal(t, &report.Idle{Commands: []int{c.reset, c.over}, States: []report.ControlState{{Agent: 0, State: 1}}}, r)
}

func TestRangeFault(t *testing.T) {
	c := newCounter(t)
	r, err := c.RangeFaults(t.Context())
	require.NoError(t, err)
	require.Len(t, r, 1)
	require.Equal(t, int64(1), r[0].States.Int64())
	require.Equal(t, c.over, r[0].Fault.Command)
	require.Len(t, r[0].Trace.Steps, 3)
	require.False(t, r[0].Trace.Lasso())
}

func TestWhereAndRunTo(t *testing.T) {
	c := newCounter(t)
	k := c.Model.Manager.Calculator(t.Context())
	defer k.Close()
	for i, atom := range c.is {
		set, err := k.Result(c.Where(k, atom.ID))
		require.NoError(t, err)
		if i == 3 {
			require.Equal(t, bdd.False, set)
			continue
		}
		require.Equal(t, int64(1), c.Model.Count(set).Int64())
		run, err := c.RunTo(t.Context(), set)
		require.NoError(t, err)
		require.Len(t, run.Steps, i+1, "a shortest run")
		require.Equal(t, i, value(run.Steps[i].State))
	}
	require.Nil(t, report.Trace(c.Model.System, nil))
}
