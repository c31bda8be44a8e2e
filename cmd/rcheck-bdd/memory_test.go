package main

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// A limit that is ample lets the process grow before memory is collected for the first time, a
// small one does not, and what the environment says counts with either.
func TestCollectingWaitsWhereMemoryIsAmple(t *testing.T) {
	for _, c := range []struct {
		limit          int64
		percent, after int
	}{{ample - 1, later, 100}, {ample, later, later}, {ample - 1, 50, 50}, {ample, 50, 50}} {
		before := debug.SetGCPercent(c.percent)
		_, stop := watchMemory(context.Background(), c.limit)
		require.Equal(t, c.after, debug.SetGCPercent(before))
		stop()
	}
}
