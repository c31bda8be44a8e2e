package bdd_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// value is the integer that x is at a state.
func value(m *bdd.Manager, x bdd.Vec, codes []int) int {
	v := 0
	for i, n := range x {
		if m.Eval(n, state{current: codes}.code) {
			if i == len(x)-1 {
				v -= 1 << i
			} else {
				v += 1 << i
			}
		}
	}
	return v
}

func TestVecConst(t *testing.T) {
	var l bdd.Layout
	m, _ := open(t, &l, bdd.Options{})
	for k := -300; k <= 300; k++ {
		require.Equal(t, k, value(m, bdd.VecConst(k), nil))
	}
	require.Len(t, bdd.VecConst(0), 1)
	require.Len(t, bdd.VecConst(-1), 1)
	require.Len(t, bdd.VecConst(7), 4)
	require.Len(t, bdd.VecConst(-8), 4)
}

// arithmetic lists the operations with their twins on integers; nonzero ones are not asked about a
// zero second operand.
var arithmetic = []struct {
	name    string
	nonzero bool
	vec     func(x bdd.Vec, c *bdd.Calculator, y bdd.Vec) bdd.Vec
	twin    func(x, y int) int
}{
	{"add", false, bdd.Vec.Add, func(x, y int) int { return x + y }},
	{"sub", false, bdd.Vec.Sub, func(x, y int) int { return x - y }},
	{"mul", false, bdd.Vec.Mul, func(x, y int) int { return x * y }},
	{"div", true, bdd.Vec.Div, func(x, y int) int { return x / y }},
	{"mod", true, bdd.Vec.Mod, func(x, y int) int { return x % y }},
	{"min", false, bdd.Vec.Min, func(x, y int) int { return min(x, y) }},
	{"max", false, bdd.Vec.Max, func(x, y int) int { return max(x, y) }},
	{"neg", false, func(x bdd.Vec, c *bdd.Calculator, _ bdd.Vec) bdd.Vec { return x.Neg(c) }, func(x, _ int) int { return -x }},
}

// comparisons likewise.
var comparisons = []struct {
	name string
	vec  func(x bdd.Vec, c *bdd.Calculator, y bdd.Vec) bdd.Node
	twin func(x, y int) bool
}{
	{"eq", bdd.Vec.Eq, func(x, y int) bool { return x == y }},
	{"lt", bdd.Vec.Less, func(x, y int) bool { return x < y }},
	{"le", bdd.Vec.AtMost, func(x, y int) bool { return x <= y }},
	{"range", func(x bdd.Vec, c *bdd.Calculator, _ bdd.Vec) bdd.Node { return x.InRange(c, -3, 4) }, func(x, _ int) bool { return -3 <= x && x <= 4 }},
}

// Every operation on every pair of values of whole domains of several sizes and offsets.
func TestVecOperations(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		compared := 0
		for _, domain := range []struct{ sizeX, fromX, sizeY, fromY int }{
			{16, -8, 16, -8}, {9, -4, 5, -2}, {7, 3, 3, -9}, {1, 5, 8, -1}, {1, -6, 1, 4}, {32, 0, 7, 1},
		} {
			t.Run(fmt.Sprint(domain), func(t *testing.T) {
				var l bdd.Layout
				sizes := []int{domain.sizeX, domain.sizeY}
				vx, vy := l.Add("x", domain.sizeX), l.AddSingle("y", domain.sizeY)
				m, s := open(t, &l, o)
				x, y := vx.Number(s.Calculator(), bdd.Current, domain.fromX), vy.Number(s.Calculator(), bdd.Current, domain.fromY)
				for _, op := range arithmetic {
					z := op.vec(x, s.Calculator(), y)
					valuations(sizes, func(codes []int) {
						a, b := codes[0]+domain.fromX, codes[1]+domain.fromY
						if op.nonzero && b == 0 {
							return
						}
						require.Equal(t, op.twin(a, b), value(m, z, codes), "%s(%d, %d)", op.name, a, b)
						compared++
					})
				}
				for _, op := range comparisons {
					n := op.vec(x, s.Calculator(), y)
					valuations(sizes, func(codes []int) {
						a, b := codes[0]+domain.fromX, codes[1]+domain.fromY
						require.Equal(t, op.twin(a, b), m.Eval(n, state{current: codes}.code), "%s(%d, %d)", op.name, a, b)
						compared++
					})
				}
				less := x.Less(s.Calculator(), y)
				z := x.Mul(s.Calculator(), x).Ite(s.Calculator(), less, y)
				valuations(sizes, func(codes []int) {
					a, b := codes[0]+domain.fromX, codes[1]+domain.fromY
					want := b
					if a < b {
						want = a * a
					}
					require.Equal(t, want, value(m, z, codes))
				})
			})
		}
		t.Logf("%d results compared with integers", compared)
	})
}

// Storing an integer into variables of every size and offset, on all codes that fit the variable's
// bits.
func TestVecStore(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		compared := 0
		for size := 1; size <= 6; size++ {
			for _, offset := range []int{-3, 0, 2} {
				var l bdd.Layout
				from := l.Add("from", 12)
				into := l.Add("into", size)
				m, s := open(t, &l, o)
				x := from.Number(s.Calculator(), bdd.Current, -5)
				n := into.Store(s.Calculator(), bdd.Next, offset, x)
				for code := range 12 {
					for stored := range 1 << l.Bits(into) {
						got := m.Eval(n, func(v bdd.VarID, c bdd.Copy) int {
							if v == from {
								return code
							}
							return stored
						})
						require.Equal(t, stored < size && stored+offset == code-5, got, "size %d offset %d: %d into %d", size, offset, code-5, stored)
						compared++
					}
				}
			}
		}
		t.Logf("%d results compared with integers", compared)
	})
}

// Widths follow the values, not the operations.
func TestVecWidth(t *testing.T) {
	var l bdd.Layout
	v := l.Add("v", 6)
	_, s := open(t, &l, bdd.Options{})
	x := v.Number(s.Calculator(), bdd.Current, 0)
	require.Len(t, x, 4)
	zero := x.Sub(s.Calculator(), x)
	require.Equal(t, bdd.VecConst(0), zero)
	require.Equal(t, x, zero.Add(s.Calculator(), x))
}
