package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// sizes measures three sizes of each family: the plain command, in turns with those that leave out
// a part of what it does, and prints a table.
func (b *bencher) sizes(ctx context.Context, families []*bench.Family, runs int, out io.Writer) error {
	commands := []command{plain, noWarnings, diagrams, orbits}
	t := &markdown.Table{}
	t.Row("family", "size", "states", "check, s", "MiB", "without warnings, s", "ratio", "diagrams, s", "orbits, s")
	for _, f := range families {
		for _, size := range f.Sizes {
			of := make([][]*outcome, len(commands))
			for range runs {
				for i, c := range commands {
					if failed(of[i]) {
						continue
					}
					one, err := b.run(ctx, f, size, c)
					if err != nil {
						return err
					}
					of[i] = append(of[i], one)
				}
			}
			t.Row(append([]string{f.Name, fmt.Sprint(size), statesOf(f, size, of)}, figures(of)...)...)
		}
	}
	t.Write(out)
	fmt.Fprintf(out, "\nProcessor time of whole processes, medians of %d runs in turns: `check`, `check --warnings=none`, and this with\n"+
		"`--symmetry=off` and `--symmetry=orbits`. What did not end within the limits was run once.\n", runs)
	return nil
}

// failed reports whether a run did not finish. There is no use in others then.
func failed(runs []*outcome) bool {
	return slices.ContainsFunc(runs, func(o *outcome) bool { return !o.finished() })
}

// statesOf is the number of states of a family by its formula or by any run.
func statesOf(f *bench.Family, size int, of [][]*outcome) string {
	if f.States != nil {
		return markdown.Grouped(f.States(size).String())
	}
	for _, runs := range of {
		for _, one := range runs {
			if one.States != "" {
				return markdown.Grouped(one.States)
			}
		}
	}
	return "?"
}

// figures are the cells for the runs of the plain command, without warnings, by diagrams and by
// orbits.
func figures(of [][]*outcome) []string {
	ratio := "–"
	if !failed(of[0]) && !failed(of[1]) {
		ratio = fmt.Sprintf("%.2f", processorTime(of[0])/processorTime(of[1]))
	}
	return []string{spent(of[0]), peak(of[0]), spent(of[1]), ratio, spent(of[2]), spent(of[3])}
}

func processorTime(runs []*outcome) float64 {
	return median(runs, func(o *outcome) float64 { return o.CPU })
}

// spent is how long the runs took, or how far they came.
func spent(runs []*outcome) string {
	if one := runs[len(runs)-1]; !one.finished() {
		return fmt.Sprintf("out of %s, %d decided", one.Failure, one.Decided)
	}
	return markdown.Seconds(processorTime(runs))
}

func peak(runs []*outcome) string {
	return markdown.Mebibytes(median(runs, func(o *outcome) float64 { return float64(o.PeakBytes) }))
}

// median of a figure of the runs.
func median[T any](runs []T, of func(T) float64) float64 { return compare.SpreadOf(runs, of).Median }
