package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// aboutStates measures one property of each kind about the states of each family,
// by processor time, each in a process of its own, besides one that computes the
// reachable states alone, and prints a table.
func (r *runner) aboutStates(ctx context.Context, families []*bench.Family, runs int, out io.Writer) error {
	kinds := []string{"knows", "common", "recovers", "ability"}
	t := &markdown.Table{}
	t.Row("family", "size", "states", "reachable, s", "`K`, s", "`GCK`, s", "`AG EF`, s", "`can`, s", "verdicts", "`K` / reachable")
	for _, f := range families {
		for _, size := range f.Sizes {
			cells := []string{f.Name, fmt.Sprint(size)}
			var verdicts []string
			ratio, reached := "–", true
			var reach float64
			for _, kind := range append([]string{""}, kinds...) {
				if !reached {
					cells = append(cells, "–")
					continue
				}
				c := bench.Case{Model: f.File(), Set: f.Set(size), Symmetry: bench.Off, ReachOnly: kind == "", Properties: f.AboutStates(), Only: kind}
				var all []*result
				for range runs {
					one, err := r.runCase(ctx, f.Name, size, c, "about states: "+kind)
					if err != nil {
						return err
					}
					if all = append(all, one); !one.finished() {
						break
					}
				}
				one := typical(all)
				cpu := median(all, func(r *result) float64 { return r.CPU })
				if kind == "" {
					reach, reached = cpu, one.finished()
					cells = append(cells, markdown.Grouped(one.What.States))
				}
				if !one.finished() {
					cells = append(cells, "out of "+one.Failure)
					continue
				}
				if kind == "knows" {
					ratio = fmt.Sprintf("%.2f", max(0, cpu-reach)/reach)
				}
				if kind != "" {
					verdicts = append(verdicts, one.What.Properties[0].Verdict[:1])
					cpu = max(0, cpu-reach)
				}
				cells = append(cells, markdown.Seconds(cpu))
			}
			t.Row(append(cells, strings.Join(verdicts, " "), ratio)...)
		}
	}
	t.Write(out)
	fmt.Fprintf(out, "\nProcessor time, medians of %d runs: of a process that reads the model and computes the reachable states, and what one that\n"+
		"also decides a property takes more. Verdicts: h holds, v violated. Without the use of symmetry.\n", runs)
	return nil
}
