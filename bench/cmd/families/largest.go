package main

import (
	"context"
	"fmt"
	"io"
	"regexp"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// largest prints, for each family, the largest sizes that end within the limits, for each of the
// purposes that match.
func (b *bencher) largest(ctx context.Context, families []*bench.Family, purposes *regexp.Regexp, out io.Writer) error {
	t := &markdown.Table{}
	t.Row("family", "size counts", "largest for", "size", "states", "CPU, s", "MiB", "the next", "is out of")
	for _, f := range families {
		for _, w := range wanted {
			if !purposes.MatchString(w.name) {
				continue
			}
			size := func(steps int) int { return f.Sizes[0] + steps*f.Step }
			good, best, next, err := largestOf(func(steps int) (*outcome, error) { return b.run(ctx, f, size(steps), w.command) })
			if err != nil {
				return err
			}
			cells := []string{f.Name, f.Counts, w.name, "none", "", "", ""}
			if best != nil {
				one := []*outcome{best}
				cells = append(cells[:3], fmt.Sprint(size(good)), statesOf(f, size(good), [][]*outcome{one}), spent(one), peak(one))
			}
			t.Row(append(cells, fmt.Sprint(size(good+1)), next.Failure)...)
		}
	}
	t.Write(out)
	fmt.Fprint(out, "\nProcessor time and memory of `rcheck-bdd check` as it comes, and of `rcheck-bdd reach`, one run each.\n")
	return nil
}

// wanted is what the largest sizes are looked for.
var wanted = []struct {
	name    string
	command command
}{
	{"reachable states", reachable},
	{"all properties", plain},
}

// largestOf finds two sizes, one step apart, of which the one ends and the other does not, given
// the runs at sizes by their steps from the smallest: first by strides that double, then by
// halving. If even the smallest size does not end, best is nil and good, the steps of best, are -1.
// It relies on larger sizes taking longer.
func largestOf(at func(steps int) (*outcome, error)) (good int, best, next *outcome, err error) {
	good = -1
	bad := 0
	for stride := 1; next == nil; stride *= 2 {
		one, err := at(bad)
		if err != nil {
			return good, nil, nil, err
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
			return good, nil, nil, err
		}
		if one.finished() {
			best, good = one, middle
		} else {
			next, bad = one, middle
		}
	}
	return good, best, next, nil
}
