package main

import (
	"context"
	"fmt"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// reordered are families and programs which begin in an order that is bad for them.
var reordered = []named{
	{"allocation", []int{6, 8}}, {"allocation-release", []int{5, 7}}, {"manufacturing", []int{4, 6}}, {"stable", []int{4}},
	{"commit", []int{8, 12}}, {"election", []int{6, 12}},
	{"cells", []int{10, 12, 40}}, {"tokens", []int{18, 22}}, {"milner-scrambled", []int{50}},
}

// orders explores each subject in a bad order without reordering, with automatic reordering, and in
// the order that this has found, and prints a table.
func (r *runner) orders(ctx context.Context, all []subject, out io.Writer) error {
	t := &markdown.Table{}
	t.Row("family", "size", "off, s", "nodes at a time", "on, s", "nodes at a time", "saved, s", "nodes at a time")
	for _, s := range all {
		c := s.c
		c.ReachOnly, c.Engine = true, "native"
		c.Mixed = s.model
		off, err := r.runCase(ctx, s.name, s.size, c, "off")
		if err != nil {
			return err
		}
		c.Reorder = true
		on, err := r.runCase(ctx, s.name, s.size, c, "on")
		if err != nil {
			return err
		}
		saved := &result{What: &bench.Measurement{}, Failure: "order"}
		if on.finished() {
			c.Reorder, c.Mixed, c.Order = false, false, on.What.Order
			if saved, err = r.runCase(ctx, s.name, s.size, c, "saved"); err != nil {
				return err
			}
		}
		cells := []string{s.name, fmt.Sprint(s.size)}
		for _, one := range []*result{off, on, saved} {
			cells = append(cells, timeOrLimit(one)...)
		}
		t.Row(cells...)
	}
	t.Write(out)
	fmt.Fprint(out, "\nTime of the process that computes the reachable states. The families of models begin in the order in which variables of the\n"+
		"same name stand together, the programs in theirs.\n")
	return nil
}

// timeOrLimit are the cells of one run.
func timeOrLimit(one *result) []string {
	switch {
	case one.finished():
		return []string{markdown.Seconds(one.Seconds), markdown.Grouped(fmt.Sprint(one.What.PeakNodes))}
	case one.Failure == "order":
		return []string{"–", "–"}
	}
	return []string{"out of " + one.Failure, "–"}
}
