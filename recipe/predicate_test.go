package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func TestPredicateOfAMessage(t *testing.T) {
	for _, c := range []struct {
		predicate func(p, q, x, d, channel *Expr) *Expr
		want      string
	}{
		{func(p, q, x, d, ch *Expr) *Expr { return TrueExpr }, "true"},
		{func(p, q, x, d, ch *Expr) *Expr { return Gt(p, Add(x, d)) }, "@p > 5"},
		{func(p, q, x, d, ch *Expr) *Expr { return And(Eq(ch, ch), Lt(x, p)) }, "2 < @p"},
		{func(p, q, x, d, ch *Expr) *Expr { return Or(Eq(p, x), Ne(x, num(2))) }, "@p = 2"},
		{func(p, q, x, d, ch *Expr) *Expr { return Implies(Eq(x, num(3)), Eq(p, x)) }, "true"},
		{func(p, q, x, d, ch *Expr) *Expr { return Ite(Eq(d, num(3)), q, Eq(p, x)) }, "@q"},
		{func(p, q, x, d, ch *Expr) *Expr { return Or(q, Gt(Div(x, Sub(d, num(3))), num(1))) }, "@q | 2 / 0 > 1"},
		{func(p, q, x, d, ch *Expr) *Expr { return Eq(Eq(x, num(2)), q) }, "true = @q"},
		{func(p, q, x, d, ch *Expr) *Expr { return And(q, Eq(x, num(3))) }, "@q & false"},
	} {
		b := NewBuilder()
		d, p, q := b.Data("D", digit), b.Property("p", digit), b.Property("q", BoolType)
		a := b.Agent("a", "A")
		x := initialised(a, "x", digit, 2)
		a.Send(0, 0, b.Broadcast()).With(d, num(3)).To(c.predicate(p, q, x, d, b.MessageChannel()))
		s := system(t, b)
		in := NewInterpreter(s)
		at := start(t, in)
		transitions, err := in.Successors(at)
		require.NoError(t, err)
		got, err := in.System().Predicate(at, transitions[0].Step)
		require.NoError(t, err)
		require.Equal(t, c.want, s.ExprString(got, -1))
	}
}

func TestPredicateOfOtherSteps(t *testing.T) {
	o := newObservatory()
	in := NewInterpreter(system(t, o.b))
	at := start(t, in)
	transitions, err := in.Successors(at)
	require.NoError(t, err)
	for i, want := range []string{"@colour = red | @flag", "false", "true", "@colour = red"} {
		got, err := in.System().Predicate(at, transitions[i].Step)
		require.NoError(t, err)
		require.Equal(t, want, in.System().ExprString(got, -1))
	}
	got, err := in.System().Predicate(at, Step{})
	require.NoError(t, err)
	require.Equal(t, FalseExpr, got)
	_, err = in.System().Predicate(State{}, Step{})
	require.ErrorIs(t, err, ErrState)
	_, err = in.System().Predicate(at, Step{Kind: MulticastStep, Initiator: 9})
	require.ErrorIs(t, err, ErrState)
}

// On generated systems the predicate of a message holds for an agent just if
// the sender's does.
func TestPredicateKeepsItsMeaning(t *testing.T) {
	holds, fails := 0, 0
	for seed := range seeds(t, 150) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := NewInterpreter(sys)
		for _, s := range sample(t, in, 15) {
			for _, tr := range (twin{sys}).steps(s) {
				original := sys.Commands[tr.Step.Command].Predicate
				if original == nil {
					continue
				}
				grounded, err := in.System().Predicate(s, tr.Step)
				require.NoError(t, err)
				for j := range sys.Agents {
					n := env{twin: twin{sys}, state: s, property: twin{sys}.relabelling(s, j), data: map[int]Value{}}
					bare := env{twin: twin{sys}, property: n.property}
					if tr.Step.Kind != PointToPointStep {
						n.channel = &tr.Step.Channel
					}
					for _, d := range tr.Step.Data {
						n.data[d.Var] = d.Value
					}
					want := n.holds(original)
					require.Equal(t, want, bare.holds(grounded), "%s\n%s", sys, sys.ExprString(original, -1))
					if want {
						holds++
					} else {
						fails++
					}
				}
			}
		}
	}
	require.Greater(t, holds, 1000)
	require.Greater(t, fails, 1000)
}
