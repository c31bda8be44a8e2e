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
		clones, err := c.clones(ctx, 2)
		require.NoError(t, err)
		clones[1].set.sampling.Length = 1 // as if its diagrams had another order
		before := c.explicit.done
		for _, job := range []int{first, 1 - first} {
			for k := c.explicit.ready; k < c.explicit.ready+20; k++ {
				w, err := clones[job].walk(ctx, k)
				require.NoError(t, err)
				out[job] += fmt.Sprintln(w.Steps)
			}
		}
		require.Equal(t, before, c.explicit.done)
		sum := before
		for _, d := range clones {
			require.Equal(t, 20, d.explicit.done.Walks)
			sum.Walks += d.explicit.done.Walks
			sum.Steps += d.explicit.done.Steps
			sum.States += d.explicit.done.States
			sum.Successors += d.explicit.done.Successors
			c.explicit.add(d.explicit)
			d.Close()
		}
		require.Equal(t, sum, c.explicit.done)
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
	clones, err := c.clones(ctx, 2)
	require.NoError(t, err)
	clear(c.explicit.executed)
	clones[0].explicit.executed[0] = true
	before, worked := c.Work(), 0
	c.checkInParallel(ctx, clones, spec.Properties, func(Result) {
		require.Greater(t, c.Work(), worked)
		worked = c.Work()
	})
	require.Equal(t, before+c.inJobs, worked)
	require.True(t, c.explicit.executed[0])
}
