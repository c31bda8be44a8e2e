package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

// sizes measures three sizes of each family and prints a table.
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
	of := map[cell][]*result{}
	for range runs {
		for _, c := range cells {
			one, err := r.run(ctx, c.family, c.size, false)
			if err != nil {
				return err
			}
			of[c] = append(of[c], one)
		}
	}
	t := &table{}
	t.row("family", "size", "states", "nodes", "interactions", "reachable, s", "properties", "all of them, s", "process, s", "peak, MiB")
	for _, c := range cells {
		t.row(sizesRow(of[c])...)
	}
	t.write(out)
	fmt.Fprintf(out, "\nMedians of %d runs. Nodes are those of the diagram of the reachable states.\n", runs)
	return nil
}

// sizesRow are the cells for the runs of one case.
func sizesRow(runs []*result) []string {
	first := runs[0]
	m := first.What
	states, nodes, reach, check, total := "?", "?", "–", "–", "–"
	if m.Reached {
		states, nodes = grouped(m.States), fmt.Sprint(m.Nodes)
		reach = seconds(median(runs, func(r *result) float64 { return r.What.ReachSeconds }))
	}
	if first.finished() {
		check = seconds(median(runs, func(r *result) float64 { return r.What.CheckSeconds() }))
		total = seconds(median(runs, func(r *result) float64 { return r.Seconds }))
	}
	done := fmt.Sprint(len(m.Properties))
	if !first.finished() {
		done = fmt.Sprintf("%d, then out of %s", len(m.Properties), first.Failure)
	}
	peak := median(runs, func(r *result) float64 { return float64(r.PeakBytes) })
	return []string{
		first.Family, fmt.Sprint(first.Size), states, nodes, fmt.Sprint(m.Interactions), reach, done, check, total,
		fmt.Sprintf("%.0f", peak/(1<<20)),
	}
}

// median of a figure of the runs; of an even number the mean of the two in the
// middle.
func median(runs []*result, of func(*result) float64) float64 {
	var values []float64
	for _, r := range runs {
		values = append(values, of(r))
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
