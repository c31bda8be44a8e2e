package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// compared are sizes at which rudd needs a third of a second at least, so that it is not the start
// of processes that is measured.
var compared = []named{
	{"allocation", []int{7}}, {"allocation-release", []int{6}}, {"manufacturing", []int{8}}, {"stable", []int{4}}, {"ring", []int{24}},
	{"commit", []int{16}}, {"store", []int{3}}, {"election", []int{8}}, {"gossip", []int{12}},
	{"queens", []int{10}}, {"milner", []int{300}}, {"milner-mono", []int{120}}, {"milner-closure", []int{300}},
	{"tokens", []int{18}}, {"tokens-chained", []int{18}}, {"tokens-closure", []int{18}},
}

// What the native engine has to show, as times of rudd by its own: in the median over the families
// of models, and for each of them.
const (
	neededMedian = 2.5
	neededEach   = 1 / 1.05
)

// engines measures everything on both engines in turn and prints a table for models and one for
// programs.
func (r *runner) engines(ctx context.Context, all []subject, runs int, out io.Writer) error {
	native, rudd := make([][]*result, len(all)), make([][]*result, len(all))
	for range runs {
		for i, s := range all {
			for _, engine := range []struct {
				name string
				runs *[]*result
			}{{"native", &native[i]}, {"rudd", &rudd[i]}} {
				c := s.c
				c.Engine = engine.name
				one, err := r.runCase(ctx, s.name, s.size, c, engine.name)
				if err != nil {
					return err
				}
				*engine.runs = append(*engine.runs, one)
			}
		}
	}
	models, programs := &markdown.Table{}, &markdown.Table{}
	models.Row("family", "size", "encoding, s", "reachable, s", "properties, s", "process, s", "MiB",
		"encoding, s", "reachable, s", "properties, s", "process, s", "MiB", "times faster")
	programs.Row("program", "size", "process, s", "MiB", "process, s", "MiB", "times faster")
	var ratios []float64
	for i, s := range all {
		ratio := ratioOf(native[i], rudd[i])
		cells := []string{s.name, fmt.Sprint(s.size)}
		if s.model {
			ratios = append(ratios, ratio)
			cells = append(append(cells, phases(native[i])...), phases(rudd[i])...)
			models.Row(append(cells, fmt.Sprintf("%.1f", ratio))...)
		} else {
			programs.Row(append(cells, process(native[i]), memory(native[i]), process(rudd[i]), memory(rudd[i]), fmt.Sprintf("%.1f", ratio))...)
		}
	}
	for _, t := range []*markdown.Table{models, programs} {
		if t.Len() > 0 {
			t.Write(out)
			fmt.Fprintln(out)
		}
	}
	fmt.Fprintf(out, "Medians of %d runs, taken in turn; first the native engine, then rudd with its %s tables.\n", runs, ruddTables())
	if len(ratios) > 0 {
		all := compare.SpreadOf(ratios, func(ratio float64) float64 { return ratio })
		middle, least := all.Median, all.Least
		fmt.Fprintf(out, "Over the families of models the native engine is %.1f times faster in the median (needed: %.1f, %s), %.1f times at least\n"+
			"(needed: %.2f, %s).\n", middle, neededMedian, met(middle >= neededMedian), least, neededEach, met(least >= neededEach))
	}
	return nil
}

func met(yes bool) string {
	if yes {
		return "met"
	}
	return "NOT MET"
}

// ratioOf is how many times longer the slower runs took, in the median. Runs that did not finish
// count with the time until they were stopped.
func ratioOf(fast, slow []*result) float64 {
	whole := func(r *result) float64 { return r.Seconds }
	return median(slow, whole) / median(fast, whole)
}

// phases are the cells for one engine.
func phases(runs []*result) []string {
	of := func(f func(m *bench.Measurement) float64) string {
		return markdown.Seconds(median(runs, func(r *result) float64 { return f(r.What) }))
	}
	return []string{
		of(func(m *bench.Measurement) float64 { return m.EncodeSeconds }),
		of(func(m *bench.Measurement) float64 { return m.ReachSeconds }),
		of((*bench.Measurement).CheckSeconds),
		process(runs), memory(runs),
	}
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

// memory is the peak of the runs in MiB.
func memory(runs []*result) string {
	return markdown.Mebibytes(median(runs, func(r *result) float64 { return float64(r.PeakBytes) }))
}

// ruddTables says which of its two tables rudd was built with.
func ruddTables() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-tags" && slices.Contains(strings.Split(s.Value, ","), "buddy") {
				return "`buddy`"
			}
		}
	}
	return "default"
}
