package simulate_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// fixture is a system of two counters: each may count up to 3 and announces that on the broadcast
// channel; who hears it takes over the number announced if its own is smaller. Both start with 0 or
// 1.
type fixture struct {
	in *recipe.Interpreter
	// State propositions by counter and number, step propositions by counter: "it counts" and "it
	// hears".
	is            [2][4]ltol.Atom
	counts, hears [2]ltol.Atom
	heard         [2]ltol.Atom // as past-step atoms
}

func newFixture(t *testing.T) *fixture {
	b := recipe.NewBuilder()
	number := b.Data("NUMBER", recipe.IntType(0, 3))
	f := &fixture{}
	for a, name := range []string{"left", "right"} {
		agent := b.Agent(name, "Counter")
		n := agent.Local("n", recipe.IntType(0, 3))
		agent.Init(recipe.Le(n, recipe.IntExpr(1)))
		up := agent.Send(0, 0, b.Broadcast()).Label("up").When(recipe.Lt(n, recipe.IntExpr(3))).
			With(number, recipe.Add(n, recipe.IntExpr(1))).Set(n, recipe.Add(n, recipe.IntExpr(1)))
		hear := agent.Receive(0, 0, b.Broadcast()).Label("hear").When(recipe.Lt(n, number)).Set(n, number)
		for k := range 4 {
			id := b.StateProposition(name+"-n is it", recipe.Eq(n, recipe.IntExpr(k)))
			f.is[a][k] = ltol.Atom{ID: id, Kind: ltol.State}
		}
		f.counts[a] = ltol.Atom{ID: b.StepProposition(name+"-up", recipe.Executed(up)), Kind: ltol.Step}
		hears := b.StepProposition(name+"-hear", recipe.Executed(hear))
		f.hears[a] = ltol.Atom{ID: hears, Kind: ltol.Step}
		f.heard[a] = ltol.Atom{ID: hears, Kind: ltol.PastStep}
	}
	sys, err := b.System()
	require.NoError(t, err)
	f.in = recipe.NewInterpreter(sys)
	return f
}

func (f *fixture) session(t *testing.T, left, right int) *simulate.Session {
	s, err := simulate.NewSession(f.in, state(left, right), 1)
	require.NoError(t, err)
	return s
}

func state(left, right int) recipe.State {
	return recipe.State{Locals: []recipe.Value{recipe.Value(left), recipe.Value(right)}, Control: []int{0, 0}}
}

func condition(t *testing.T, f *ltol.Formula) *simulate.Condition {
	c, err := simulate.NewCondition(f)
	require.NoError(t, err)
	return c
}

func TestConditionsLookNoFurtherThanOneStep(t *testing.T) {
	f := newFixture(t)
	p, e := ltol.Prop(f.is[0][1]), ltol.Prop(f.counts[0])
	for _, bad := range []*ltol.Formula{
		ltol.Next(ltol.Next(p)), ltol.Next(e), ltol.Next(ltol.Possible(f.counts[0].ID, p)),
		ltol.Finally(p), ltol.Globally(p), ltol.Until(p, p), ltol.WeakUntil(p, p), ltol.Release(p, p), ltol.Not(ltol.Finally(p)),
	} {
		_, err := simulate.NewCondition(bad)
		require.ErrorIs(t, err, simulate.ErrHorizon)
	}
	for formula, ahead := range map[*ltol.Formula]bool{
		p: false, ltol.Not(p): false, ltol.Prop(f.heard[0]): false, ltol.True(): false,
		e: true, ltol.Next(p): true, ltol.And(p, e): true, ltol.Necessary(f.counts[0].ID, p): true,
	} {
		require.Equal(t, ahead, condition(t, formula).Ahead())
	}
}

func TestMatchingSelectsChoices(t *testing.T) {
	f := newFixture(t)
	s := f.session(t, 0, 1)
	require.Len(t, s.Choices(), 2)
	cases := map[string]struct {
		formula *ltol.Formula
		steps   []string
	}{
		"send label":         {ltol.Prop(f.counts[0]), []string{"left-up sends on * (NUMBER=1)"}},
		"next state":         {ltol.Next(ltol.Prop(f.is[0][2])), []string{"right-up sends on * (NUMBER=2) -> left-hear"}},
		"next receive label": {ltol.Next(ltol.Prop(f.heard[0])), []string{"right-up sends on * (NUMBER=2) -> left-hear"}},
		"receive label":      {ltol.Prop(f.heard[0]), nil},
		"possible":           {ltol.Possible(f.counts[1].ID, ltol.True()), []string{"right-up sends on * (NUMBER=2) -> left-hear"}},
		"necessary":          {ltol.Necessary(f.counts[1].ID, ltol.False()), []string{"left-up sends on * (NUMBER=1)"}},
		"implication":        {ltol.Implies(ltol.Prop(f.counts[0]), ltol.False()), []string{"right-up sends on * (NUMBER=2) -> left-hear"}},
		"equivalence":        {ltol.Iff(ltol.Prop(f.is[0][0]), ltol.Prop(f.counts[0])), []string{"left-up sends on * (NUMBER=1)"}},
		"disjunction":        {ltol.Or(ltol.Prop(f.is[0][3]), ltol.Prop(f.counts[0])), []string{"left-up sends on * (NUMBER=1)"}},
		"false":              {ltol.False(), nil},
	}
	for name, c := range cases {
		found, err := s.Matching(condition(t, c.formula))
		require.NoError(t, err)
		var steps []string
		for _, x := range found {
			steps = append(steps, f.in.System().StepString(x.Step))
		}
		require.Equal(t, c.steps, steps, name)
	}
}

func TestTakeAndBack(t *testing.T) {
	f := newFixture(t)
	s := f.session(t, 0, 0)
	require.NoError(t, s.Take(s.Choices()[0]))
	require.Equal(t, state(1, 1), s.State())
	require.NoError(t, s.Take(s.Choices()[1]))
	require.Equal(t, state(2, 2), s.State())
	heard, err := s.Met(condition(t, ltol.Prop(f.heard[0])))
	require.NoError(t, err)
	require.True(t, heard, "the receive label is about the step that entered the state")
	require.ErrorContains(t, s.Take(simulate.Choice{From: s.State(), Transition: recipe.Transition{Step: s.Choices()[0].Step, Next: state(0, 0)}}), "not possible")
	require.NoError(t, s.Trace().Replay(f.in))

	undone, err := s.Back(1)
	require.NoError(t, err)
	require.Equal(t, 1, undone)
	require.Equal(t, state(1, 1), s.State())
	undone, err = s.Back(9)
	require.NoError(t, err)
	require.Equal(t, 1, undone)
	require.Zero(t, s.Taken())
	require.Equal(t, state(0, 0), s.State())
}

func TestRandomIsDeterminedByItsSeed(t *testing.T) {
	f := newFixture(t)
	walk := func() *simulate.Session {
		s := f.session(t, 0, 0)
		taken, _, err := s.Random(context.Background(), 2, nil)
		require.NoError(t, err)
		require.Equal(t, 2, taken)
		return s
	}
	require.Equal(t, walk().Trace(), walk().Trace())
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := f.session(t, 0, 0).Random(cancelled, 2, nil)
	require.ErrorIs(t, err, context.Canceled)

	s := f.session(t, 0, 0)
	taken, met, err := s.Random(context.Background(), 100, condition(t, ltol.Prop(f.is[1][2])))
	require.NoError(t, err)
	require.True(t, met)
	require.Equal(t, 2, taken)
	taken, met, err = s.Random(context.Background(), 100, nil)
	require.NoError(t, err)
	require.False(t, met)
	require.Equal(t, 1, taken)
	require.True(t, s.Deadlocked())
	require.Equal(t, recipe.Stutter, s.Choices()[0].Step.Kind)
}

func TestSeekFindsAShortestWay(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	s := f.session(t, 0, 0)
	found, err := s.Seek(ctx, condition(t, ltol.And(ltol.Prop(f.is[0][3]), ltol.Prop(f.heard[0]))), 1000)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, 3, s.Taken())
	require.NoError(t, s.Trace().Replay(f.in))

	s = f.session(t, 0, 0)
	found, err = s.Seek(ctx, condition(t, ltol.And(ltol.Prop(f.heard[0]), ltol.Prop(f.heard[1]))), 1000)
	require.NoError(t, err)
	require.False(t, found)
	require.Zero(t, s.Taken())

	_, err = s.Seek(ctx, condition(t, ltol.Prop(f.is[0][3])), 2)
	require.ErrorIs(t, err, simulate.ErrSearchLimit)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = s.Seek(cancelled, condition(t, ltol.Prop(f.is[0][3])), 1000)
	require.ErrorIs(t, err, context.Canceled)
}

// Both ways into the state (2,2) are one step long. The condition wants the one by which left
// heard, and then a step by left.
func TestSeekTellsStatesApartByHowTheyWereEntered(t *testing.T) {
	f := newFixture(t)
	for a := range 2 {
		s := f.session(t, 1, 1)
		c := condition(t, ltol.And(ltol.Prop(f.is[0][2]), ltol.Prop(f.heard[a]), ltol.Prop(f.counts[a])))
		found, err := s.Seek(context.Background(), c, 1000)
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, 2, s.Taken())
		met, err := s.Met(c)
		require.NoError(t, err)
		require.True(t, met)
	}
}

func TestInitialStatesUnderACondition(t *testing.T) {
	f := newFixture(t)
	left := func(k int) *ltol.Formula { return ltol.Prop(f.is[0][k]) }
	right := func(k int) *ltol.Formula { return ltol.Prop(f.is[1][k]) }
	cases := map[string]struct {
		formula *ltol.Formula
		want    []recipe.State
	}{
		"one agent":    {left(1), []recipe.State{state(1, 0), state(1, 1)}},
		"both agents":  {ltol.And(left(1), ltol.Not(right(0))), []recipe.State{state(1, 1)}},
		"relation":     {ltol.Or(left(1), right(1)), []recipe.State{state(0, 1), state(1, 0), state(1, 1)}},
		"step ahead":   {ltol.Next(ltol.And(left(1), right(1))), []recipe.State{state(0, 0), state(0, 1), state(1, 0)}},
		"impossible":   {left(3), nil},
		"past":         {ltol.Prop(f.heard[0]), nil},
		"no condition": {nil, []recipe.State{state(0, 0), state(0, 1), state(1, 0), state(1, 1)}},
	}
	for name, c := range cases {
		var cond *simulate.Condition
		if c.formula != nil {
			cond = condition(t, c.formula)
		}
		initial := simulate.NewInitial(f.in, cond)
		states, more, err := initial.First(context.Background(), 10)
		require.NoError(t, err, name)
		require.False(t, more)
		require.Equal(t, c.want, states, name)
		got, ok, err := initial.Random(context.Background(), 7, 16, 100)
		require.NoError(t, err)
		require.Equal(t, len(c.want) > 0, ok, name)
		if ok {
			require.Contains(t, c.want, got, name)
		}
	}
	states, more, err := simulate.NewInitial(f.in, nil).First(context.Background(), 3)
	require.NoError(t, err)
	require.True(t, more)
	require.Len(t, states, 3)
}

func TestResume(t *testing.T) {
	f := newFixture(t)
	s := f.session(t, 0, 0)
	for range 3 {
		require.NoError(t, s.Take(s.Choices()[0]))
	}
	run := s.Trace()
	again, err := simulate.Resume(context.Background(), f.in, run, 2, 1)
	require.NoError(t, err)
	require.Equal(t, state(2, 2), again.State())
	_, err = simulate.Resume(context.Background(), f.in, run, 4, 1)
	require.ErrorContains(t, err, "ends at step 3")

	lasso := &trace.Trace{System: run.System, Steps: run.Steps, Loop: 3}
	lasso.Steps[3].Message = recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}
	require.NoError(t, lasso.Replay(f.in))
	round, err := simulate.Resume(context.Background(), f.in, lasso, 5, 1)
	require.NoError(t, err)
	require.Equal(t, 5, round.Taken())
	require.True(t, round.Deadlocked())
}
