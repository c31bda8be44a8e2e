package mc

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
)

// Jobs whose diagrams have different orders make different walks. Which of them is the first to
// make a walk changes nothing about the walks of the other.
func TestJobsShareNoWalks(t *testing.T) {
	ctx := context.Background()
	walks := func(first int) (out [2]string) {
		c := reachedChecker(t)
		clones, err := c.core.Clones(ctx, 2)
		require.NoError(t, err)
		clones[1].Subject.Set.Sampling.Length = 1 // as if its diagrams had another order
		before := c.core.Comparison.Done()
		for _, job := range []int{first, 1 - first} {
			_, ready := c.core.Comparison.Walks()
			for k := ready; k < ready+20; k++ {
				w, err := clones[job].Comparison.Walk(ctx, k)
				require.NoError(t, err)
				out[job] += fmt.Sprintln(w.Steps)
			}
		}
		require.Equal(t, before, c.core.Comparison.Done())
		sum := before
		for _, d := range clones {
			require.Equal(t, 20, d.Comparison.Done().Walks)
			sum.Walks += d.Comparison.Done().Walks
			sum.Steps += d.Comparison.Done().Steps
			sum.States += d.Comparison.Done().States
			sum.Successors += d.Comparison.Done().Successors
			c.core.Comparison.Add(d.Comparison)
			d.Subject.Close()
		}
		require.Equal(t, sum, c.core.Comparison.Done())
		return out
	}
	require.NotEqual(t, walks(0)[0], walks(0)[1], "the two make different walks")
	require.Equal(t, walks(0), walks(1))
}

// What jobs have done counts as work of the checker, so that as much is done for warnings as
// without jobs. What a job met, the checker has met.
func TestWorkOfJobsCounts(t *testing.T) {
	ctx := context.Background()
	c := reachedChecker(t)
	_, spec := relay(t)
	clones, err := c.core.Clones(ctx, 2)
	require.NoError(t, err)
	clear(c.core.Comparison.Met.Executed)
	clones[0].Comparison.Met.Executed[0] = true
	before, worked := c.Work(), 0
	c.core.InParallel(ctx, clones, questions(c, spec), func(int, decide.Answer) {
		require.Greater(t, c.Work(), worked)
		worked = c.Work()
	})
	require.Greater(t, worked, before)
	require.True(t, c.core.Comparison.Met.Executed[0])
}
