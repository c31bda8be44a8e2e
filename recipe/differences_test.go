package recipe_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// compared is a random Boolean that compares identifiers as quantifiers over all integers allow.
func compared(random *rand.Rand, depth int, ids, others []*Expr) *Expr {
	if depth > 0 {
		a, b := compared(random, depth-1, ids, others), compared(random, depth-1, ids, others)
		return []func() *Expr{
			func() *Expr { return And(a, b) }, func() *Expr { return Or(a, b) }, func() *Expr { return And(a, Not(b)) },
			func() *Expr { return Iff(a, b) },
		}[random.IntN(4)]()
	}
	constant := IntExpr(random.IntN(9) - 4)
	id := ids[random.IntN(len(ids))]
	number := append(others, constant)[random.IntN(len(others)+1)]
	left := []*Expr{
		id, Add(id, constant), Sub(id, ids[random.IntN(len(ids))]), Neg(id), Max(id, number), Min(ids[0], ids[1]),
		Sub(number, id), Ite(Lt(id, number), ids[0], Add(ids[1], constant)), Div(number, number), number,
	}[random.IntN(10)]
	right := number
	if left.Op == OpSub && left.Args[0].Op == OpProperty && left.Args[1].Op == OpProperty {
		right = constant
	} else if left.Op == OpProperty && random.IntN(2) == 0 {
		right = Add(ids[random.IntN(len(ids))], constant)
	}
	return Compare([]Op{OpEq, OpNe, OpLt, OpLe, OpGt, OpGe}[random.IntN(6)], left, right)
}

// Quantifiers over all integers have the value that they have over a range which is far larger than
// all numbers, and over the range of the narrowed system, all of whose values are tried.
func TestQuantifiersOverAllIntegers(t *testing.T) {
	ctx := context.Background()
	truth := map[bool]int{}
	for seed := range uint64(recipetest.Number(t, "RCHECK_TRIALS", 150)) {
		holds := func(typ *Type, narrow bool) bool {
			random := rand.New(rand.NewPCG(seed, 2))
			b := NewBuilder()
			p, q := b.Property("p", typ), b.Property("q", typ)
			r := b.Property("r", IntType(-1, 1))
			a := b.Agent("a", "A")
			x := a.Local("x", IntType(0, 3))
			a.Init(Eq(x, IntExpr(int(seed%4))))
			d := b.Data("D", IntType(-3, 3))
			predicate := compared(random, 1, []*Expr{p, q}, []*Expr{x, d, r})
			body := compared(random, 1, []*Expr{q, p}, []*Expr{d, r})
			a.Send(0, 0, b.Broadcast()).To(predicate).With(d, Sub(IntExpr(0), x))
			quantified := Exists(body)
			if seed%2 == 0 {
				quantified = Forall(body)
			}
			b.StepProposition("it", quantified)
			sys, err := b.System()
			require.NoError(t, err)
			if narrow {
				sys, err = sys.Narrowed(make([]Interval, 1))
				require.NoError(t, err)
				_, any := sys.Unbounded()
				require.False(t, any)
			}
			in := NewInterpreter(sys)
			s := firstState(t, in)
			steps, err := in.Successors(s)
			require.NoError(t, err)
			out, err := in.StepHoldsContext(ctx, 0, s, steps[0].Step)
			require.NoError(t, err)
			return out
		}
		want := holds(IntType(-45, 45), false)
		truth[want]++
		require.Equal(t, want, holds(UnboundedType(), false), "seed %d", seed)
		require.Equal(t, want, holds(UnboundedType(), true), "seed %d, narrowed", seed)
	}
	require.Greater(t, min(truth[true], truth[false]), 30)
}

// What compares something else than differences is told.
func TestDifferences(t *testing.T) {
	b := NewBuilder()
	p, q := b.Property("p", UnboundedType()), b.Property("q", UnboundedType())
	a := b.Agent("a", "A")
	x := a.Local("x", IntType(0, 3))
	a.Send(0, 0, b.Broadcast())
	sys, err := b.System()
	require.NoError(t, err)
	for _, e := range []*Expr{
		Eq(Mul(p, IntExpr(2)), x), Eq(Mod(p, IntExpr(2)), x), Lt(Add(p, q), x), Lt(Add(p, q), IntExpr(3)), Lt(Add(p, x), q), Lt(Add(p, p), x),
		Lt(IntExpr(0), Ite(Eq(Div(p, IntExpr(2)), x), x, IntExpr(1))),
	} {
		require.NotNil(t, sys.Differences(And(Lt(p, x), e)).Other, "%s", sys.ExprString(e, -1))
	}
	d := sys.Differences(Lt(Add(p, IntExpr(5)), q), Lt(Sub(x, p), IntExpr(2)))
	require.Nil(t, d.Other)
	require.Equal(t, 12, d.Distance, "two identifiers, and a constant of 5")
	require.Len(t, d.Landmarks, 2)
	_, err = sys.Narrowed(nil)
	require.ErrorIs(t, err, ErrMisuse)
}

// An identifier can be as far from a number as the constants between identifiers say.
func TestDistancesBetweenIdentifiers(t *testing.T) {
	b := NewBuilder()
	p, q := b.Property("p", UnboundedType()), b.Property("q", UnboundedType())
	a := b.Agent("a", "A")
	x := a.Local("x", IntType(0, 9))
	a.Init(Eq(x, IntExpr(5)))
	a.Send(0, 0, b.Broadcast()).To(And(Eq(p, Add(q, IntExpr(4))), Eq(q, x)))
	b.StepProposition("it", Exists(Gt(p, q)))
	sys, err := b.System()
	require.NoError(t, err)
	in := NewInterpreter(sys)
	s := firstState(t, in)
	steps, err := in.Successors(s)
	require.NoError(t, err)
	holds, err := in.StepHolds(0, s, steps[0].Step)
	require.NoError(t, err)
	require.True(t, holds)
}
