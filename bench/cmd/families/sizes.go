package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// sizes measures three sizes of each family, without and with the use of
// symmetry, and prints a table.
func (r *runner) sizes(ctx context.Context, families []*bench.Family, runs int, out io.Writer) error {
	type cell struct {
		family *bench.Family
		size   int
	}
	var cells []cell
	for _, f := range families {
		for _, size := range f.Sizes {
			cells = append(cells, cell{f, size})
		}
	}
	uses := []bench.Symmetry{bench.Off, bench.Orbits}
	of := map[bench.Symmetry]map[cell][]*result{bench.Off: {}, bench.Orbits: {}}
	for range runs {
		for _, c := range cells {
			for _, use := range uses {
				if failed(of[use][c]) {
					continue
				}
				one, err := r.run(ctx, c.family, c.size, use, false)
				if err != nil {
					return err
				}
				of[use][c] = append(of[use][c], one)
			}
		}
	}
	t := &markdown.Table{}
	t.Row("family", "size", "states", "nodes", "interactions", "reachable, s", "properties, s", "process, s", "peak, MiB",
		"orbits", "process, s", "peak, MiB")
	for _, c := range cells {
		t.Row(append(withoutSymmetry(of[bench.Off][c]), withSymmetry(of[bench.Orbits][c])...)...)
	}
	t.Write(out)
	fmt.Fprintf(out, "\nMedians of %d runs; the last three columns with -symmetry=orbits, the others with -symmetry=off. Nodes are those\n"+
		"of the diagram of the reachable states; `process` is all, from start to end.\n"+
		"What did not end within the limits was run once.\n", runs)
	return nil
}

// failed reports whether a run did not finish. There is no use in others then.
func failed(runs []*result) bool {
	return slices.ContainsFunc(runs, func(r *result) bool { return !r.finished() })
}

// withoutSymmetry are the cells for the runs of one case by diagrams alone.
func withoutSymmetry(runs []*result) []string {
	one := typical(runs)
	m := one.What
	states, nodes, reach, check := "?", "?", "–", "–"
	if m.Reached {
		states, nodes = markdown.Grouped(m.States), markdown.Grouped(fmt.Sprint(m.Nodes))
		reach = markdown.Seconds(median(runs, func(r *result) float64 { return r.What.ReachSeconds }))
	}
	if one.finished() {
		check = markdown.Seconds(median(runs, func(r *result) float64 { return r.What.CheckSeconds() }))
	}
	return []string{
		one.Family, fmt.Sprint(one.Size), states, nodes, fmt.Sprint(m.Interactions), reach, check, process(runs), peak(runs),
	}
}

// withSymmetry are the cells for the runs of one case by orbits.
func withSymmetry(runs []*result) []string {
	orbits := "too many"
	if m := typical(runs).What; m.Orbits > 0 {
		orbits = markdown.Grouped(fmt.Sprint(m.Orbits))
	}
	return []string{orbits, process(runs), peak(runs)}
}

// typical is a run that did not finish if there is one: then the case has not.
func typical(runs []*result) *result {
	if i := slices.IndexFunc(runs, func(r *result) bool { return !r.finished() }); i >= 0 {
		return runs[i]
	}
	return runs[0]
}

// process is how long the runs took, or how far they came.
func process(runs []*result) string {
	one := typical(runs)
	if one.finished() {
		return markdown.Seconds(median(runs, func(r *result) float64 { return r.Seconds }))
	}
	return fmt.Sprintf("out of %s, %d decided", one.Failure, one.What.DecidedProperties())
}

func peak(runs []*result) string {
	return fmt.Sprintf("%.0f", median(runs, func(r *result) float64 { return float64(r.PeakBytes) })/(1<<20))
}

// median of a figure of the runs; of an even number the mean of the two in the
// middle.
func median(runs []*result, of func(*result) float64) float64 {
	var values []float64
	for _, r := range runs {
		values = append(values, of(r))
	}
	return middleOf(values)
}

// middleOf is the median of some values.
func middleOf(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
