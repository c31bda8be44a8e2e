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
	vec     func(c *bdd.Calculator, x, y bdd.Vec) bdd.Vec
	twin    func(x, y int) int
}{
	{"add", false, (*bdd.Calculator).VecAdd, func(x, y int) int { return x + y }},
	{"sub", false, (*bdd.Calculator).VecSub, func(x, y int) int { return x - y }},
	{"mul", false, (*bdd.Calculator).VecMul, func(x, y int) int { return x * y }},
	{"div", true, (*bdd.Calculator).VecDiv, func(x, y int) int { return x / y }},
	{"mod", true, (*bdd.Calculator).VecMod, func(x, y int) int { return x % y }},
	{"min", false, (*bdd.Calculator).VecMin, func(x, y int) int { return min(x, y) }},
	{"max", false, (*bdd.Calculator).VecMax, func(x, y int) int { return max(x, y) }},
	{"neg", false, func(c *bdd.Calculator, x, _ bdd.Vec) bdd.Vec { return c.VecNeg(x) }, func(x, _ int) int { return -x }},
}

// comparisons likewise.
var comparisons = []struct {
	name string
	vec  func(c *bdd.Calculator, x, y bdd.Vec) bdd.Node
	twin func(x, y int) bool
}{
	{"eq", (*bdd.Calculator).VecEq, func(x, y int) bool { return x == y }},
	{"lt", (*bdd.Calculator).VecLt, func(x, y int) bool { return x < y }},
	{"le", (*bdd.Calculator).VecLe, func(x, y int) bool { return x <= y }},
	{"range", func(c *bdd.Calculator, x, _ bdd.Vec) bdd.Node { return c.VecInRange(x, -3, 4) }, func(x, _ int) bool { return -3 <= x && x <= 4 }},
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
				x, y := s.Calculator().VecVar(vx, bdd.Current, domain.fromX), s.Calculator().VecVar(vy, bdd.Current, domain.fromY)
				for _, op := range arithmetic {
					z := op.vec(s.Calculator(), x, y)
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
					n := op.vec(s.Calculator(), x, y)
					valuations(sizes, func(codes []int) {
						a, b := codes[0]+domain.fromX, codes[1]+domain.fromY
						require.Equal(t, op.twin(a, b), m.Eval(n, state{current: codes}.code), "%s(%d, %d)", op.name, a, b)
						compared++
					})
				}
				less := s.Calculator().VecLt(x, y)
				z := s.Calculator().VecIte(less, s.Calculator().VecMul(x, x), y)
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
				x := s.Calculator().VecVar(from, bdd.Current, -5)
				n := s.Calculator().VecStore(into, bdd.Next, offset, x)
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
	x := s.Calculator().VecVar(v, bdd.Current, 0)
	require.Len(t, x, 4)
	zero := s.Calculator().VecSub(x, x)
	require.Equal(t, bdd.VecConst(0), zero)
	require.Equal(t, x, s.Calculator().VecAdd(zero, x))
}
