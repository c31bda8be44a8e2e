package mc_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// TestJobsChangeNothing compares results, traces and their order with and
// without jobs.
func TestJobsChangeNothing(t *testing.T) {
	ctx := context.Background()
	for _, model := range []string{"allocation-release.rcp", "manufacturing.rcp", "stable.rcp"} {
		p, spec := scaled(t, model, nil)
		var results [][]mc.Result
		for _, jobs := range []int{1, 2, 5} {
			c, err := mc.NewChecker(ctx, p.System, spec, mc.WithJobs(jobs))
			require.NoError(t, err)
			var got []mc.Result
			c.CheckProperties(ctx, spec.Properties, func(r mc.Result) {
				got = append(got, r)
				_, err := c.Reach(ctx) // the checker may be used meanwhile
				require.NoError(t, err)
			})
			c.Close()
			results = append(results, got)
		}
		for _, got := range results[1:] {
			require.Len(t, got, len(spec.Properties))
			for i, r := range got {
				want := results[0][i]
				require.Equal(t, want.Verdict, r.Verdict)
				require.NotEqual(t, mc.Unknown, r.Verdict, r.Reason)
				require.Equal(t, want.Property.Name, r.Property.Name)
				require.Equal(t, want.Stats.ProductNodes, r.Stats.ProductNodes)
				require.Equal(t, want.Trace == nil, r.Trace == nil)
				if r.Trace != nil {
					require.Equal(t, want.Trace.String(), r.Trace.String())
				}
			}
		}
	}
}

// TestJobsHaveNoLuck: however many jobs run at a time, reports are equal in everything but seconds.
func TestJobsHaveNoLuck(t *testing.T) {
	ctx := context.Background()
	for _, model := range []string{"allocation.rcp", "store.rcp"} {
		p, spec := scaled(t, model, nil)
		var reports []*mc.Report
		for _, threads := range []int{1, 1, 8} {
			func() {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
				r, err := mc.Check(ctx, p.System, spec, mc.WithJobs(3), mc.WithVacuity(), mc.WithSymmetry(mc.SymmetryOff))
				require.NoError(t, err)
				for i := range r.Results {
					r.Results[i].Seconds = 0
				}
				r.Stats.Seconds, r.Stats.EncodeSeconds = 0, 0
				reports = append(reports, r)
			}()
		}
		require.Equal(t, reports[0], reports[1])
		require.Equal(t, reports[0], reports[2])
	}
}

// TestJobsAndLimits checks that jobs end with the context, each property
// undecided.
func TestJobsAndLimits(t *testing.T) {
	p, spec := scaled(t, "allocation.rcp", map[string]int{"N": 5, "M": 5})
	c, err := mc.NewChecker(context.Background(), p.System, spec, mc.WithJobs(2), mc.WithEngines("diagrams"))
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Reach(context.Background())
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	n := 0
	c.CheckProperties(ctx, spec.Properties, func(r mc.Result) {
		n++
		require.Equal(t, mc.Unknown, r.Verdict)
		var limit *mc.LimitError
		require.True(t, errors.As(r.Err, &limit), "%v", r.Err)
	})
	require.Equal(t, len(spec.Properties), n)
}
