package bdd_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// countdown is a context which ends after it has been looked at a number of times: a cancellation
// at a repeatable instant.
type countdown struct {
	context.Context
	left atomic.Int64
}

func newCountdown(looks int) *countdown {
	c := &countdown{Context: context.Background()}
	c.left.Store(int64(looks))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// shuffler makes a function with many nodes: the sum of two numbers whose bits are far apart in the
// order.
type shuffler struct {
	m    *bdd.Manager
	bits []bdd.VarID
}

func newShuffler(t testing.TB, bits int, o bdd.Options) *shuffler {
	var l bdd.Layout
	h := &shuffler{}
	for i := range 2 * bits {
		h.bits = append(h.bits, l.Add(fmt.Sprint("b", i), 2))
	}
	m, err := bdd.New(&l, o)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	h.m = m
	return h
}

// same says that the first half of the bits, read in the order given by offset, equals the second:
// exponentially many nodes.
func (h *shuffler) same(s *bdd.Scope, offset int) (bdd.Node, error) {
	c := s.NewScope().Calculator()
	defer c.Close()
	n := len(h.bits) / 2
	r := bdd.True
	for i := range n {
		r = c.And(r, h.bits[i].Equals(c, bdd.Current, h.bits[n+(i+offset)%n], bdd.Current))
	}
	return c.Return(r)
}

// An operation that needs more than the limit says so; smaller ones go on working, before and
// after.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		o    bdd.Options
		want error
	}{
		"nodes": {bdd.Options{MaxNodes: 20_000}, bdd.ErrNodeLimit},
		"bytes": {bdd.Options{MaxBytes: 1 << 20, CacheSize: 1 << 12}, bdd.ErrMemoryLimit},
	} {
		t.Run(name, func(t *testing.T) {
			h := newShuffler(t, 18, native(c.o))
			s := h.m.NewScope(context.Background())
			defer s.Close()
			for range 5 {
				_, err := h.same(s, 0)
				require.ErrorIs(t, err, c.want)
				require.ErrorContains(t, err, "nodes")
				small := h.bits[0].Equals(s.Calculator(), bdd.Current, h.bits[35], bdd.Current)
				require.Equal(t, 3, h.m.NodeCount(small))
				require.Equal(t, "34359738368", h.m.Count(small, h.bits).String())
			}
			if c.o.MaxNodes > 0 {
				require.LessOrEqual(t, h.m.Stats().Peak, c.o.MaxNodes)
			}
			if c.o.MaxBytes > 0 {
				require.LessOrEqual(t, h.m.Stats().PeakBytes, c.o.MaxBytes)
			}
		})
	}
	_, err := bdd.New(&bdd.Layout{}, native(bdd.Options{MaxBytes: 1000}))
	require.ErrorIs(t, err, bdd.ErrMemoryLimit)
}

// rudd looks at its limits between operations: one of them can exceed a limit, and then fails; what
// was there before stays usable.
func TestLimitsBetweenOperations(t *testing.T) {
	for want, o := range map[error]bdd.Options{
		bdd.ErrNodeLimit:   {Engine: "rudd", MaxNodes: 2000},
		bdd.ErrMemoryLimit: {Engine: "rudd", MaxBytes: 1 << 18, InitialNodes: 500},
	} {
		h := newShuffler(t, 13, o)
		s := h.m.NewScope(context.Background())
		defer s.Close()
		for range 5 {
			_, err := h.same(s, 0)
			require.ErrorIs(t, err, want)
			small := h.bits[0].Equals(s.Calculator(), bdd.Current, h.bits[25], bdd.Current)
			require.Equal(t, 3, h.m.NodeCount(small))
			require.Equal(t, "33554432", h.m.Count(small, h.bits).String())
		}
	}
}

// A limit counts garbage only until it is reached: work which fits after a collection succeeds.
func TestLimitsCollectFirst(t *testing.T) {
	h := newShuffler(t, 10, bdd.Options{MaxNodes: 20_000})
	for i := range 30 {
		s := h.m.NewScope(context.Background())
		n, err := h.same(s, i%3)
		require.NoError(t, err)
		require.Equal(t, "1024", h.m.Count(n, h.bits).String())
		s.Close()
	}
}

// A deadline that passes inside an operation stops it soon, whatever the operation is doing.
func TestDeadlineInsideAnOperation(t *testing.T) {
	h := newShuffler(t, 40, native(bdd.Options{MaxBytes: 1 << 30}))
	for _, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 150 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		s := h.m.NewScope(ctx)
		start := time.Now()
		_, err := h.same(s, 0)
		late := time.Since(start) - after
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Less(t, late, 15*time.Second) // generous: the machine may be slow and busy; the operation would take for ever
		s.Close()
		cancel()
	}
}
