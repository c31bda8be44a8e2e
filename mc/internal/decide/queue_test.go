package decide

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Jobs that tell of their steps in pieces get the properties that list scheduling gives them, whatever
// the order in which they run. Each property counts as one step more.
func TestQueueIsListScheduling(t *testing.T) {
	for seed := range uint64(200) {
		source := recipetest.Seeded(seed)
		costs := make([]int, source.Intn(12))
		for i := range costs {
			costs[i] = source.Intn(8) * source.Intn(8)
		}
		jobs := 1 + source.Intn(4)
		want, spent := make([]int, len(costs)), make([]int, jobs)
		for i, cost := range costs {
			want[i] = slices.Index(spent, slices.Min(spent))
			spent[want[i]] += 1 + cost
		}
		pauses := make([]int, 16)
		for i := range pauses {
			pauses[i] = source.Intn(4)
		}
		got := make([]int, len(costs))
		q := newQueue(jobs, len(costs))
		var wait sync.WaitGroup
		for job := range jobs {
			wait.Go(func() {
				steps := 0
				for {
					i, ok := q.take(job, steps)
					if !ok {
						return
					}
					got[i] = job
					for end := steps + costs[i]; steps < end; steps++ {
						q.tell(job, steps)
						for range pauses[(job+steps)%len(pauses)] {
							runtime.Gosched()
						}
					}
				}
			})
		}
		wait.Wait()
		require.Equal(t, want, got, "seed %d: %v", seed, costs)
	}
}

// A job that is broken gets what is left when all others are broken, too.
func TestBrokenJobsComeLast(t *testing.T) {
	q := newQueue(2, 5)
	var wait sync.WaitGroup
	var got [2][]int
	for job := range 2 {
		wait.Go(func() {
			steps := 0
			for {
				i, ok := q.take(job, steps)
				if !ok {
					return
				}
				got[job] = append(got[job], i)
				if steps = broken; job == 1 && i < 3 {
					steps = 10 * (i + 1)
				}
			}
		})
	}
	wait.Wait()
	require.Equal(t, [2][]int{{0, 4}, {1, 2, 3}}, got)
}
