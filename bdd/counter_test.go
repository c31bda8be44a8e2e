package bdd

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// A counter modulo 5, and a variable that it does not change.
func TestCounter(t *testing.T) {
	var l Layout
	x := l.Add("x", 5)
	y := l.Add("y", 3)
	m, err := New(&l, Options{})
	require.NoError(t, err)
	defer m.Close()
	s := m.NewScope(context.Background())
	defer s.Close()

	c := s.Calculator()
	next := x.Number(c, Current, 0).Add(c, VecConst(1)).Mod(c, VecConst(5))
	r, err := c.NewRelation(c.And(x.Store(c, Next, 0, next), x.Valid(c, Current)), []VarID{x})
	require.NoError(t, err)
	set := c.Eq(x, Current, 0)
	for i := 1; i <= 7; i++ {
		set = r.Image(c, set)
		require.Equal(t, c.Eq(x, Current, i%5), set)
		require.Equal(t, c.Eq(x, Current, (i+4)%5), r.PreImage(c, set))
		require.NoError(t, c.Err())
	}
	require.Equal(t, "3", m.Count(set, []VarID{x, y}).String())
	codes, ok := m.Pick(set, []VarID{y, x})
	require.True(t, ok)
	require.Equal(t, []int{0, 2}, codes)
	var all [][2]int
	m.Each(set, []VarID{x, y}, func(c []int) bool { all = append(all, [2]int{c[0], c[1]}); return true })
	require.Equal(t, [][2]int{{2, 0}, {2, 1}, {2, 2}}, all)
}
