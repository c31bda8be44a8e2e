package recipe_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// wide is a system with one broadcast to those whose identifiers satisfy a predicate, and a
// proposition about such identifiers.
func wide(t *testing.T, size int, about func(p, q, x, d *Expr) (predicate, proposition *Expr)) (*Interpreter, State, Step) {
	b := NewBuilder()
	p, q := b.Property("p", IntType(0, size)), b.Property("q", IntType(0, size))
	a := b.Agent("a", "A")
	x := a.Local("x", IntType(0, 9))
	a.Init(Eq(x, IntExpr(5)))
	d := b.Data("D", IntType(0, 9))
	predicate, proposition := about(p, q, x, d)
	a.Send(0, 0, b.Broadcast()).To(predicate).With(d, x)
	b.StepProposition("it", proposition)
	sys, err := b.System()
	require.NoError(t, err)
	in := NewQuickInterpreter(sys)
	s := firstState(t, in)
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	require.Len(t, transitions, 1)
	return in, s, transitions[0].Step
}

func firstState(t *testing.T, in *Interpreter) (first State) {
	require.NoError(t, in.InitialStates(func(s State) bool {
		first = s.Clone()
		return false
	}))
	return first
}

// Identifiers that are only compared with values take few values, however many their types have;
// the answers are those of the plain interpreter, and of types that are small enough for all values
// to be tried.
func TestQuantifiersOverLargeTypes(t *testing.T) {
	type parts = func(p, q, x, d *Expr) (predicate, proposition *Expr)
	for name, about := range map[string]parts{
		"a value between two": func(p, q, x, d *Expr) (*Expr, *Expr) {
			return And(Gt(p, x), Lt(p, IntExpr(7))), Forall(Eq(p, IntExpr(6)))
		},
		"a value beyond all": func(p, q, x, d *Expr) (*Expr, *Expr) { return Gt(p, x), Exists(TrueExpr) },
		"a value at the end": func(p, q, x, d *Expr) (*Expr, *Expr) { return Ge(p, IntExpr(10)), Exists(Eq(p, IntExpr(10))) },
		"none between two":   func(p, q, x, d *Expr) (*Expr, *Expr) { return And(Gt(p, x), Lt(p, IntExpr(6))), Exists(TrueExpr) },
		"not the compared": func(p, q, x, d *Expr) (*Expr, *Expr) {
			return Ne(p, x), Exists(And(Ne(p, IntExpr(4)), Ne(p, IntExpr(6))))
		},
		"two identifiers": func(p, q, x, d *Expr) (*Expr, *Expr) {
			return And(Eq(p, x), Ge(q, IntExpr(3))), Forall(Or(Gt(q, IntExpr(2)), Lt(p, d)))
		},
		"beyond the type":      func(p, q, x, d *Expr) (*Expr, *Expr) { return Lt(p, IntExpr(-5)), Exists(TrueExpr) },
		"nothing is said of p": func(p, q, x, d *Expr) (*Expr, *Expr) { return TrueExpr, Forall(Or(Eq(p, p), Gt(q, d))) },
		"an undefined landmark": func(p, q, x, d *Expr) (*Expr, *Expr) {
			return TrueExpr, Exists(Eq(p, Div(d, Sub(d, IntExpr(5)))))
		},
	} {
		t.Run(name, func(t *testing.T) {
			var answers []bool
			for _, size := range []int{10, 40} {
				in, s, step := wide(t, size, about)
				got, err := in.StepHolds(0, s, step)
				require.NoError(t, err)
				answers = append(answers, got)
				require.Equal(t, stepHolds(in.System(), in.System().Propositions[0].Expr, s, step), got)
				plain, err := NewInterpreter(in.System()).StepHolds(0, s, step)
				require.NoError(t, err)
				require.Equal(t, plain, got)
			}
			require.Equal(t, answers[0], answers[1])
		})
	}
	in, s, step := wide(t, 1_000_000, func(p, q, x, d *Expr) (*Expr, *Expr) { return And(Gt(p, x), Gt(q, x)), Forall(And(Ge(p, d), Ge(q, d))) })
	got, err := in.StepHolds(0, s, step)
	require.NoError(t, err)
	require.True(t, got)
}

// What has to be tried value by value ends with its context.
func TestQuantifiersEndWithTheirContext(t *testing.T) {
	in, s, step := wide(t, 1_000_000, func(p, q, x, d *Expr) (*Expr, *Expr) { return TrueExpr, Forall(Ge(Add(p, q), IntExpr(0))) })
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, err := in.StepHoldsContext(ctx, 0, s, step)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	again, err := in.StepHoldsContext(ctx, 0, s, Step{})
	require.NoError(t, err, "of the stutter nothing has to be tried")
	require.False(t, again)
}
