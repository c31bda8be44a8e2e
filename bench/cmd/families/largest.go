package main

import (
	"context"
	"fmt"
	"io"
	"regexp"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// largest prints, for each family, the largest sizes that end within the
// limits, for each of the purposes that match.
func (r *runner) largest(ctx context.Context, families []*bench.Family, purposes *regexp.Regexp, out io.Writer) error {
	t := &markdown.Table{}
	t.Row("family", "size counts", "largest for", "size", "states", "process, s", "CPU, s", "peak, MiB", "the next", "is out of")
	for _, f := range families {
		for _, w := range wanted {
			if !purposes.MatchString(w.name) {
				continue
			}
			best, next, err := largestOf(func(steps int) (*result, error) {
				return r.run(ctx, f, f.Sizes[0]+steps*f.Step, w.use, w.reachOnly)
			})
			if err != nil {
				return err
			}
			cells := []string{f.Name, f.Counts, w.name, "none", "", "", "", ""}
			if best != nil {
				cells = []string{
					f.Name, f.Counts, w.name, fmt.Sprint(best.Size), markdown.Grouped(best.What.States), markdown.Seconds(best.Seconds), markdown.Seconds(best.CPU),
					fmt.Sprint(best.PeakBytes >> 20),
				}
			}
			t.Row(append(cells, fmt.Sprint(next.Size), next.Failure)...)
		}
	}
	t.Write(out)
	return nil
}

// wanted is what the largest sizes are looked for.
var wanted = []struct {
	name      string
	use       bench.Symmetry
	reachOnly bool
}{
	{"reachable states", bench.Off, true},
	{"all properties", bench.Off, false},
	{"all properties, orbits", bench.Orbits, false},
}

// largestOf finds two sizes, one step apart, of which the one ends and the
// other does not, given the runs at sizes by their steps from the smallest:
// first by strides that double, then by halving. If even the smallest size does
// not end, best is nil. It relies on larger sizes taking longer.
func largestOf(at func(steps int) (*result, error)) (best, next *result, err error) {
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
