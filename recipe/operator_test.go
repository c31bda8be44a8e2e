package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

var connectives = []Op{OpNot, OpAnd, OpOr, OpImplies, OpIff}

// What the connectives make of false and false, false and true, true and false,
// true and true.
func TestTruthTables(t *testing.T) {
	for op, want := range map[Op][4]Value{
		OpAnd: {0, 0, 0, 1}, OpOr: {0, 1, 1, 1}, OpImplies: {1, 1, 0, 1}, OpIff: {1, 0, 0, 1}, OpNot: {1, 1, 0, 0},
		OpEq: {1, 0, 0, 1}, OpNe: {0, 1, 1, 0},
	} {
		for i, v := range want {
			got, ok := op.Apply(Value(i/2), Value(i%2))
			require.True(t, ok)
			require.Equal(t, v, got, "%d %s %d", i/2, op, i%2)
		}
	}
}

// The cases of a connective cover each pair of truth values once, and where the
// right operand does not count its truth value changes nothing.
func TestCasesOfConnectives(t *testing.T) {
	for _, op := range connectives {
		seen := map[[2]Value]int{}
		for _, v := range []Value{False, True} {
			for _, c := range op.Facts().Cases(v) {
				for _, right := range []Value{False, True} {
					if !c.Alone && c.Right != right {
						continue
					}
					seen[[2]Value{c.Left, right}]++
					got, _ := op.Apply(c.Left, right)
					require.Equal(t, v, got, "%s of %v", op, c)
				}
			}
		}
		require.Len(t, seen, 4)
		for pair, n := range seen {
			require.Equal(t, 1, n, "%s of %v", op, pair)
		}
	}
	require.Empty(t, OpAnd.Facts().Cases(2))
}

// A comparison and its complement are true of no values both, nor false.
func TestComplements(t *testing.T) {
	for _, op := range []Op{OpEq, OpNe, OpLt, OpLe, OpGt, OpGe} {
		complement := op.Facts().Complement
		for a := range Value(3) {
			for b := range Value(3) {
				x, _ := op.Apply(a, b)
				y, _ := complement.Apply(a, b)
				require.NotEqual(t, x, y, "%d %s, %s %d", a, op, complement, b)
			}
		}
		require.Equal(t, op, complement.Facts().Complement)
	}
}

func TestOperatorsWithoutValue(t *testing.T) {
	for _, op := range []Op{OpConst, OpIte, OpExists, 255} {
		_, ok := op.Apply(1, 1)
		require.False(t, ok, "%s", op)
	}
	for _, op := range []Op{OpDiv, OpMod} {
		_, ok := op.Apply(1, 0)
		require.False(t, ok, "%s", op)
	}
}

// As a condition a folded expression means what the plain one does: for
// operands that are constants, or true, false, absent and undefined leaves.
func TestFoldingKeepsConditions(t *testing.T) {
	property := func(i int) *Expr { return &Expr{Op: OpProperty, Type: BoolType, Index: i} }
	zero := Eq(Div(num(1), num(0)), num(1))
	operands := []*Expr{TrueExpr, FalseExpr, property(0), property(1), property(2), property(3), Not(property(2)), zero}
	n := env{property: func(i int) meaning {
		return []meaning{{v: True}, {v: False}, {absent: true}, {undefined: true}}[i]
	}}
	folded := 0
	same := func(op Op, args ...*Expr) {
		plain := &Expr{Op: op, Type: BoolType, Args: args}
		got := Fold(op, BoolType, args...)
		require.Equal(t, n.boolean(plain).undefined, n.boolean(got).undefined, "%s %v", op, args)
		require.Equal(t, n.holds(plain), n.holds(got), "%s %v", op, args)
		if got.Op != op {
			folded++
		}
	}
	for _, a := range operands {
		for _, b := range operands {
			for _, op := range connectives {
				same(op, []*Expr{a, b}[:op.Facts().Arity]...)
			}
			same(OpEq, a, b)
			same(OpNe, a, b)
			for _, c := range operands {
				same(OpIte, a, b, c)
			}
		}
	}
	require.Greater(t, folded, 200)
}

func TestFoldingOfNumbers(t *testing.T) {
	require.Equal(t, IntExpr(-1), Fold(OpMod, IntType(-9, 9), num(-7), num(3)))
	require.Equal(t, IntExpr(-7), Fold(OpNeg, IntType(-9, 9), num(7)))
	require.Equal(t, TrueExpr, Fold(OpLe, BoolType, num(7), num(7)))
	require.Equal(t, FalseExpr, Fold(OpEq, BoolType, num(1), TrueExpr), "values of different kinds")
	require.Equal(t, OpDiv, Fold(OpDiv, IntType(-9, 9), num(7), num(0)).Op, "undefined")
	require.Len(t, Fold(OpAnd, BoolType, TrueExpr).Args, 1, "not as many operands as the operator takes")
	require.Equal(t, OpAnd, Fold(OpAnd, BoolType, TrueExpr, nil).Op)
}

// What a predicate compares stays a condition, of which no operand is absent.
func TestGroundedComparisonsOfConditions(t *testing.T) {
	b := NewBuilder()
	q := b.Property("q", BoolType)
	a := b.Agent("a", "A")
	x := initialised(a, "x", digit, 2)
	a.Send(0, 0, b.Broadcast()).To(Eq(And(q, Eq(x, num(2))), FalseExpr))
	in := NewInterpreter(system(t, b))
	at := start(t, in)
	transitions, err := in.Successors(at)
	require.NoError(t, err)
	got, err := in.System().Predicate(at, transitions[0].Step)
	require.NoError(t, err)
	require.Equal(t, "(@q & true) = false", in.System().ExprString(got, -1))
}

// What has an undefined operand and an absent one is undefined: the negation of
// such a comparison does not hold.
func TestZeroDivisorOfWhatIsAbsent(t *testing.T) {
	for _, c := range []struct {
		divisor *Expr
		reached int
	}{{num(0), 0}, {num(2), 1}} {
		b := NewBuilder()
		p := b.Property("p", digit)
		b.Agent("a", "A").Send(0, 0, b.Broadcast()).To(Not(Eq(Div(p, c.divisor), num(1))))
		b.Agent("b", "B").Receive(0, 0, b.Broadcast())
		in := NewInterpreter(system(t, b))
		transitions, err := in.Successors(start(t, in))
		require.NoError(t, err)
		require.Len(t, transitions[0].Step.Participants, c.reached)
	}
}
