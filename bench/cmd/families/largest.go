package main

import (
	"context"
	"fmt"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

// largest prints, for each family, the largest sizes that end within the
// limits.
func (r *runner) largest(ctx context.Context, families []*bench.Family, out io.Writer) error {
	t := &table{}
	t.row("family", "up to", "size", "states", "nodes", "process, s", "peak, MiB", "the next, size", "ends for want of")
	for _, f := range families {
		for _, reachOnly := range []bool{true, false} {
			best, next, err := r.largestOf(ctx, f, reachOnly)
			if err != nil {
				return err
			}
			upTo := "all properties"
			if reachOnly {
				upTo = "reachable states"
			}
			cells := []string{f.Name, upTo, "none", "", "", "", ""}
			if best != nil {
				cells = []string{
					f.Name, upTo, fmt.Sprint(best.Size), grouped(best.What.States), fmt.Sprint(best.What.Nodes), seconds(best.Seconds),
					fmt.Sprint(best.PeakBytes >> 20),
				}
			}
			t.row(append(cells, fmt.Sprint(next.Size), next.Failure)...)
		}
	}
	t.write(out)
	return nil
}

// largestOf finds two sizes, one step apart, of which the one ends and the
// other does not: first by strides that double, then by halving. If even the
// family's smallest size does not end, best is nil.
func (r *runner) largestOf(ctx context.Context, f *bench.Family, reachOnly bool) (best, next *result, err error) {
	at := func(steps int) (*result, error) { return r.run(ctx, f, f.Sizes[0]+steps*f.Step, reachOnly) }
	good, bad := -1, 0
	for stride := 1; next == nil; stride *= 2 {
		one, err := at(bad)
		if err != nil {
			return nil, nil, err
		}
		if !one.finished() {
			next = one
			break
		}
		best, good, bad = one, bad, bad+stride
	}
	for bad-good > 1 && best != nil {
		middle := (good + bad) / 2
		one, err := at(middle)
		if err != nil {
			return nil, nil, err
		}
		if one.finished() {
			best, good = one, middle
		} else {
			next, bad = one, middle
		}
	}
	return best, next, nil
}
