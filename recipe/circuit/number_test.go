package circuit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Arithmetic and comparisons of all pairs of small integers are those of the operators; operands
// are constants, and numbers that inputs choose.
func TestArithmetic(t *testing.T) {
	m := &Model{Step: &Step{Graph: NewGraph()}}
	alg := literals{m}
	var values []recipe.Value
	for v := recipe.Value(-9); v <= 9; v++ {
		values = append(values, v)
	}
	x, y := m.newVariable(0, 0, values), m.newVariable(0, 1, values)
	bit := map[int]func(a, b recipe.Value) bool{}
	for k, l := range x.Bits {
		bit[l.Node()] = func(a, _ recipe.Value) bool { return x.code(a)>>k&1 == 1 }
	}
	for k, l := range y.Bits {
		bit[l.Node()] = func(_, b recipe.Value) bool { return y.code(b)>>k&1 == 1 }
	}
	results := map[recipe.Op]number{}
	for _, op := range []recipe.Op{recipe.OpNeg, recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax} {
		results[op] = alg.Arithmetic(op, x.number, y.number)
	}
	for _, op := range []recipe.Op{recipe.OpEq, recipe.OpLt, recipe.OpLe} {
		results[op] = alg.Condition(alg.Compare(op, x.number, y.number), True)
	}
	small := recipe.IntType(-2, 5)
	within := alg.Within(results[recipe.OpAdd], small)
	for _, a := range values {
		for _, b := range values {
			is := m.Simulate(func(node int) uint64 {
				if f := bit[node]; f != nil && f(a, b) {
					return 1
				}
				return 0
			})
			require.Equal(t, a, valueOf(is, x.number))
			for op, result := range results {
				want, defined := op.Apply(a, b)
				if defined {
					require.Equal(t, want, valueOf(is, result), "%s of %d and %d", op, a, b)
				}
				constants := alg.constantly(op, a, b)
				if defined {
					require.Equal(t, want, valueOf(is, constants), "%s of the constants %d and %d", op, a, b)
				}
			}
			require.Equal(t, small.Contains(a+b), is.Is(within))
		}
	}
}

// Digits of which one is always another, or never, or the same for all values, have no bits of
// their own.
func TestVariablesTellTheirValues(t *testing.T) {
	for _, c := range []struct {
		bits   int
		values []recipe.Value
	}{
		{0, []recipe.Value{7}}, {1, []recipe.Value{-1, 0}}, {1, []recipe.Value{-2, 1}}, {1, []recipe.Value{2, 5}},
		{1, []recipe.Value{0, 3}}, {1, []recipe.Value{-4, 3}}, {3, []recipe.Value{1, 2, 4}}, {2, []recipe.Value{-3, -2, 5}},
	} {
		m := &Model{Step: &Step{Graph: NewGraph()}}
		x := m.newVariable(0, 0, c.values)
		require.Len(t, x.Bits, c.bits, "of %v", c.values)
		for _, v := range c.values {
			is := m.Simulate(func(node int) uint64 {
				for k, l := range x.Bits {
					if l.Node() == node {
						return uint64(x.code(v) >> k & 1)
					}
				}
				return 0
			})
			require.Equal(t, v, valueOf(is, x.number), "of %v", c.values)
		}
	}
}

// valueOf is the value of a number in two's complement.
func valueOf(values Values, x number) recipe.Value {
	out := recipe.Value(0)
	for i, l := range x.digits {
		switch {
		case !values.Is(l):
		case i == len(x.digits)-1:
			out -= 1 << i
		default:
			out += 1 << i
		}
	}
	return out
}

func (l literals) constantly(op recipe.Op, a, b recipe.Value) number {
	if op.Facts().Class == recipe.ClassComparison {
		return l.Condition(l.Compare(op, constant(a), constant(b)), True)
	}
	return l.Arithmetic(op, constant(a), constant(b))
}
