package recipe_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func ranges(lo, hi int) []*Type {
	var out []*Type
	for a := lo; a <= hi; a++ {
		for b := a; b <= hi; b++ {
			out = append(out, IntType(a, b))
		}
	}
	return out
}

// The type of an arithmetic expression is the hull of the values it takes,
// over all small ranges of its operands.
func TestArithmeticTypes(t *testing.T) {
	operations := map[Op]func(a, b int) int{
		OpAdd: func(a, b int) int { return a + b },
		OpSub: func(a, b int) int { return a - b },
		OpMul: func(a, b int) int { return a * b },
		OpDiv: func(a, b int) int { return a / b },
		OpMod: func(a, b int) int { return a % b },
		OpMin: func(a, b int) int { return min(a, b) },
		OpMax: func(a, b int) int { return max(a, b) },
	}
	for op, apply := range operations {
		for _, a := range ranges(-4, 4) {
			for _, b := range ranges(-3, 3) {
				lo, hi, some := math.MaxInt, math.MinInt, false
				for x := a.Lo; x <= a.Hi; x++ {
					for y := b.Lo; y <= b.Hi; y++ {
						if y == 0 && (op == OpDiv || op == OpMod) {
							continue
						}
						lo, hi, some = min(lo, apply(x, y)), max(hi, apply(x, y)), true
					}
				}
				got := Arithmetic(op, Const(a, Value(a.Lo)), Const(b, Value(b.Lo))).Type
				if !some {
					require.Equal(t, 1, got.Size(), "%s %s %s is nowhere defined", a, op, b)
					continue
				}
				require.LessOrEqual(t, got.Lo, lo, "%s %s %s", a, op, b)
				require.GreaterOrEqual(t, got.Hi, hi, "%s %s %s", a, op, b)
				if op != OpMod { // for which the hull may be wider
					require.Equal(t, []int{lo, hi}, []int{got.Lo, got.Hi}, "%s %s %s", a, op, b)
				}
			}
		}
	}
}

func TestArithmeticTypesSaturate(t *testing.T) {
	huge := Const(IntType(math.MinInt, math.MaxInt), 0)
	for _, op := range []Op{OpAdd, OpSub, OpMul, OpMin, OpMax} {
		got := Arithmetic(op, huge, huge).Type
		require.Equal(t, []int{math.MinInt, math.MaxInt}, []int{got.Lo, got.Hi}, "%s", op)
	}
	require.Equal(t, math.MaxInt, Neg(huge).Type.Hi)
	require.Equal(t, -math.MaxInt, Neg(huge).Type.Lo)
	require.Equal(t, math.MaxInt-1, Mod(huge, huge).Type.Hi)
	require.Equal(t, math.MaxInt, Div(huge, huge).Type.Hi)
	require.Equal(t, math.MaxInt, Mul(num(1<<40), num(1<<40)).Type.Hi)
	require.Equal(t, math.MinInt, Mul(num(-1<<40), num(1<<40)).Type.Lo)
}

func TestConditionalTypes(t *testing.T) {
	got := Ite(TrueExpr, num(-2), num(5)).Type
	require.Equal(t, []int{-2, 5}, []int{got.Lo, got.Hi})
	require.Equal(t, BoolType, Ite(TrueExpr, TrueExpr, FalseExpr).Type)
}

func TestChains(t *testing.T) {
	require.Equal(t, TrueExpr, And())
	require.Equal(t, FalseExpr, Or())
	require.Equal(t, FalseExpr, And(FalseExpr))
	require.Len(t, Conjuncts(And(TrueExpr, And(FalseExpr, TrueExpr), Or(TrueExpr, FalseExpr))), 4)
	require.True(t, BoolExpr(true).IsConst(True))
	require.True(t, BoolExpr(false).IsConst(False))
}

func TestTypes(t *testing.T) {
	for _, typ := range []*Type{BoolType, IntType(-2, 3), EnumType("e", 4, 0, 2)} {
		for code := range typ.Size() {
			v := typ.Value(code)
			got, ok := typ.Code(v)
			require.True(t, ok)
			require.Equal(t, code, got)
			require.True(t, typ.Contains(v))
		}
		for _, v := range []Value{-3, 5, 99} {
			require.False(t, typ.Contains(v), "%s, %d", typ, v)
		}
	}
	require.False(t, EnumType("e", 4, 0, 2).Contains(1))
	require.Panics(t, func() { IntType(1, 0) })
	require.Panics(t, func() { EnumType("e") })
	require.Panics(t, func() { EnumType("e", 1, 1) })
	require.Panics(t, func() { EnumType("e", -1) })
}
