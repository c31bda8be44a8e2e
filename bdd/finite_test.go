package bdd_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Every code that fits a variable's bits, valid or not, against the meaning of the predicates over
// one variable.
func TestPredicatesOfOneVariable(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		compared := 0
		for size := 1; size <= 9; size++ {
			var l bdd.Layout
			v := l.Add("v", size)
			m, s := open(t, &l, o)
			codes := 1 << l.Bits(v)
			require.GreaterOrEqual(t, codes, size)
			require.Less(t, codes, 2*size)
			at := func(n bdd.Node, c bdd.Copy, code int) bool {
				return m.Eval(n, func(_ bdd.VarID, copy bdd.Copy) int {
					if copy == c {
						return code
					}
					return codes - 1
				})
			}
			for _, c := range []bdd.Copy{bdd.Current, bdd.Next} {
				valid := v.Valid(s.Calculator(), c)
				odd := v.OneOf(s.Calculator(), c, 1, 3, 5, 7, 9, 11, -1)
				for code := range codes {
					require.Equal(t, code < size, at(valid, c, code), "size %d code %d", size, code)
					require.Equal(t, code%2 == 1 && code < size, at(odd, c, code), "size %d code %d", size, code)
				}
				require.Equal(t, valid, v.OneOf(s.Calculator(), c, 0, 1, 2, 3, 4, 5, 6, 7, 8))
				for k := -1; k <= codes; k++ {
					eq := s.Calculator().Eq(v, c, k)
					for code := range codes {
						require.Equal(t, code == k && k < size, at(eq, c, code), "size %d code %d", size, code)
						compared++
					}
				}
			}
		}
		t.Logf("%d results compared with integers", compared)
	})
}

// Equality of two variables, of every pair of sizes and copies, on all codes that fit their bits.
func TestEquals(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		for size1 := 1; size1 <= 5; size1++ {
			for size2 := 1; size2 <= 5; size2++ {
				var l bdd.Layout
				x, y := l.Add("x", size1), l.Add("y", size2)
				m, s := open(t, &l, o)
				for copies := range 4 {
					c1, c2 := bdd.Copy(copies&1), bdd.Copy(copies>>1)
					n := x.Equals(s.Calculator(), c1, y, c2)
					require.Equal(t, n, y.Equals(s.Calculator(), c2, x, c1))
					for i := range 1 << l.Bits(x) {
						for j := range 1 << l.Bits(y) {
							got := m.Eval(n, func(v bdd.VarID, c bdd.Copy) int {
								switch {
								case v == x && c == c1:
									return i
								case v == y && c == c2:
									return j
								}
								return 0
							})
							require.Equal(t, i == j, got, "sizes %d, %d, codes %d, %d", size1, size2, i, j)
						}
					}
				}
			}
		}
	})
}

func TestSame(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		sizes := []int{3, 1, 2, 4}
		var l bdd.Layout
		for i, size := range sizes {
			l.Add(fmt.Sprint("v", i), size)
		}
		m, s := open(t, &l, o)
		n := bdd.Same(s.Calculator(), 0, 1, 3)
		valuations(sizes, func(before []int) {
			valuations(sizes, func(after []int) {
				want := before[0] == after[0] && before[3] == after[3]
				require.Equal(t, want, m.Eval(n, state{before, after}.code))
			})
		})
		require.Equal(t, bdd.True, bdd.Same(s.Calculator()))
	})
}

// Cofactors and renamings of the equality of two variables.
func TestCofactorAndRenaming(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x, y := l.Add("x", 5), l.Add("y", 3)
		m, s := open(t, &l, o)
		n := x.Equals(s.Calculator(), bdd.Current, y, bdd.Current)
		for code := -1; code <= 5; code++ {
			got := s.Calculator().Cofactor(n, x, bdd.Current, code)
			require.Equal(t, s.Calculator().Eq(y, bdd.Current, code) != bdd.False || code == 3, got != bdd.False, code)
			if code != 3 { // which fits y's bits but is not one of its codes
				require.Equal(t, s.Calculator().Eq(y, bdd.Current, code), got)
			}
		}
		next := m.Renaming(bdd.Current, bdd.Next, x).Rename(s.Calculator(), n)
		require.Equal(t, x.Equals(s.Calculator(), bdd.Next, y, bdd.Current), next)
		require.Equal(t, x.Equals(s.Calculator(), bdd.Next, y, bdd.Next), m.Renaming(bdd.Current, bdd.Next, y).Rename(s.Calculator(), next))
		require.Equal(t, n, m.Renaming(bdd.Next, bdd.Current, x).Rename(s.Calculator(), next))
	})
}

// Declarations that make no sense, and what asks for copies and variables that are not there.
func TestLayoutErrors(t *testing.T) {
	for name, declare := range map[string]func(l *bdd.Layout){
		"declared twice": func(l *bdd.Layout) { l.Add("x", 2); l.Add("x", 2) },
		"has 0 values":   func(l *bdd.Layout) { l.Add("x", 0) },
		"has -1 values":  func(l *bdd.Layout) { l.AddSingle("x", -1) },
	} {
		var l bdd.Layout
		declare(&l)
		_, err := bdd.New(&l, bdd.Options{})
		require.ErrorContains(t, err, name)
	}
	var l bdd.Layout
	x := l.AddSingle("x", 3)
	_, err := bdd.New(&l, bdd.Options{Engine: "abacus"})
	require.ErrorContains(t, err, `no engine "abacus"`)
	m, s := open(t, &l, bdd.Options{})
	one := s.Calculator().Eq(x, bdd.Current, 1)
	fault := func(operation func(c *bdd.Calculator)) error {
		c := s.Calculator()
		operation(c)
		return c.Err()
	}
	require.ErrorContains(t, fault(func(c *bdd.Calculator) { c.Eq(x, bdd.Next, 0) }), `variable "x" has no next copy`)
	require.ErrorContains(t, fault(func(c *bdd.Calculator) { c.Eq(7, bdd.Current, 0) }), "no variable 7")
	require.Error(t, fault(func(c *bdd.Calculator) { bdd.Same(c, x) }))
	_, err = m.NewRelation(bdd.True, []bdd.VarID{x})
	require.Error(t, err)
	require.ErrorIs(t, fault(func(c *bdd.Calculator) { m.VarSet(bdd.Next, x).Exists(c, one) }), bdd.ErrMisuse)
	s.Close()
	require.ErrorContains(t, fault(func(c *bdd.Calculator) { c.And(bdd.True, bdd.True) }), "scope is closed")
}
