package bdd_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A manager that holds nodes and relations takes new variables: what it holds keeps its meaning,
// and the new ones serve like all others. Another manager with the same layout does not change.
func TestManagersTakeNewVariables(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		l := new(bdd.Layout)
		x, y := l.Add("x", 3), l.Add("y", 2)
		m, s := open(t, l, o)
		other, _ := open(t, l, o)
		c := s.Calculator()
		less := c.And(x.Number(c, bdd.Current, 0).Less(c, x.Number(c, bdd.Next, 0)), x.Valid(c, bdd.Next))
		r, err := c.NewRelation(less, []bdd.VarID{x})
		require.NoError(t, err)
		set := c.And(c.Eq(x, bdd.Current, 1), c.Eq(y, bdd.Current, 0))
		added, err := m.Extend(bdd.NewBit{Name: "late", Below: []bdd.VarID{x}}, bdd.NewBit{Name: "early"})
		if errors.Is(err, bdd.ErrCannotExtend) {
			require.Equal(t, "rudd", m.Engine())
			return
		}
		require.NoError(t, err)
		require.Equal(t, []string{"x", "y"}, m.Order())
		require.Equal(t, []string{"x", "y"}, other.Order())
		require.Equal(t, 2, other.Layout().Len())
		late, early := added[0], added[1]
		require.Equal(t, "late", m.Layout().Name(late))
		require.Equal(t, c.And(c.Eq(x, bdd.Current, 2), c.Eq(y, bdd.Current, 0)), r.Image(c, set))
		flip, err := c.NewRelation(c.Xor(c.Eq(late, bdd.Current, 1), c.Eq(late, bdd.Next, 1)), []bdd.VarID{late})
		require.NoError(t, err)
		require.Equal(t, c.And(set, c.Eq(late, bdd.Current, 0)), flip.Image(c, c.And(set, c.Eq(late, bdd.Current, 1))))
		some, err := c.Result(c.And(set, c.Or(c.Eq(late, bdd.Current, 1), c.Eq(early, bdd.Current, 1))))
		require.NoError(t, err)
		require.Equal(t, int64(3), m.Count(some, []bdd.VarID{x, y, late, early}).Int64())

		_, err = m.Extend(bdd.NewBit{Name: "x"})
		require.ErrorContains(t, err, `"x" is declared twice`)
		_, err = m.Extend(bdd.NewBit{Name: "z", Below: []bdd.VarID{9}})
		require.ErrorIs(t, err, bdd.ErrMisuse)
		require.Equal(t, 4, m.Layout().Len(), "refused extensions change nothing")
		require.NoError(t, m.Reorder(context.Background()))
		require.Equal(t, c.And(c.Eq(x, bdd.Current, 2), c.Eq(y, bdd.Current, 0)), r.Image(c, set))
	})
}

// A bit that stands below one bit of a variable is compared with it bit by bit, however wide they
// are.
func TestNewBitsBesideBits(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		l := new(bdd.Layout)
		x := l.Add("x", 1<<10)
		m, s := open(t, l, o)
		var bits []bdd.NewBit
		for digit := 12; digit > 0; digit-- {
			bits = append(bits, bdd.NewBit{Name: fmt.Sprint(digit), Below: []bdd.VarID{x}, Digit: digit})
		}
		added, err := m.Extend(bits...)
		if errors.Is(err, bdd.ErrCannotExtend) {
			return
		}
		require.NoError(t, err)
		c := s.Calculator()
		same, value := bdd.True, x.Number(c, bdd.Current, 0)
		for i, v := range added {
			bit := bdd.False
			if digit := 12 - i; digit <= 10 {
				bit = value[digit-1]
			}
			same = c.And(same, c.Equiv(bit, c.Eq(v, bdd.Current, 1)))
		}
		require.NoError(t, c.Err())
		require.LessOrEqual(t, m.NodeCount(same), 2+3*10+2)
	})
}
