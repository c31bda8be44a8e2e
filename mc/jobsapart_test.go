package mc

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Jobs whose diagrams have different orders make different walks. Which of them is the first to make a
// walk changes nothing about the walks of the other.
func TestJobsShareNoWalks(t *testing.T) {
	ctx := context.Background()
	walks := func(first int) (out [2]string) {
		c := reachedChecker(t)
		clones, err := clonesOf(ctx, c, 2)
		require.NoError(t, err)
		clones[1].s.Set.Sampling.Length = 1 // as if its diagrams had another order
		before := c.comparison.Done()
		for _, job := range []int{first, 1 - first} {
			_, ready := c.comparison.Walks()
			for k := ready; k < ready+20; k++ {
				w, err := clones[job].comparison.Walk(ctx, k)
				require.NoError(t, err)
				out[job] += fmt.Sprintln(w.Steps)
			}
		}
		require.Equal(t, before, c.comparison.Done())
		sum := before
		for _, d := range clones {
			require.Equal(t, 20, d.comparison.Done().Walks)
			sum.Walks += d.comparison.Done().Walks
			sum.Steps += d.comparison.Done().Steps
			sum.States += d.comparison.Done().States
			sum.Successors += d.comparison.Done().Successors
			c.comparison.Add(d.comparison)
			d.Close()
		}
		require.Equal(t, sum, c.comparison.Done())
		return out
	}
	require.NotEqual(t, walks(0)[0], walks(0)[1], "the two make different walks")
	require.Equal(t, walks(0), walks(1))
}

// What jobs have done counts as work of the checker, so that as much is done for warnings as without
// jobs. What a job met, the checker has met.
func TestWorkOfJobsCounts(t *testing.T) {
	ctx := context.Background()
	c := reachedChecker(t)
	_, spec := relay(t)
	clones, err := clonesOf(ctx, c, 2)
	require.NoError(t, err)
	clear(c.comparison.Met.Executed)
	clones[0].comparison.Met.Executed[0] = true
	before, worked := c.Work(), 0
	checkInParallel(ctx, c, clones, spec.Properties, func(Result) {
		require.Greater(t, c.Work(), worked)
		worked = c.Work()
	})
	require.Greater(t, worked, before)
	require.True(t, c.comparison.Met.Executed[0])
}
