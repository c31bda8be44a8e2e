package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// notable is the regret, and slack the seconds, beyond both of which a question is listed.
const notable, slack = 1.5, 0.02

// write writes the summary, with the number of questions that no engine alone answers as fast, and
// the questions of the largest regret.
func write(out io.Writer, asked []*question) {
	list := withRegret(asked)
	t := &markdown.Table{}
	t.Row("questions", "without regret", "median", "nine of ten below", "worst", "worst of")
	if last := len(list) - 1; last >= 0 {
		at := func(i int) string { r, _ := list[i].regret(); return fmt.Sprintf("%.2f", r) }
		t.Row(fmt.Sprint(len(asked)), fmt.Sprint(len(asked)-len(list)), at(last/2), at(last*9/10), at(last), list[last].name)
	}
	t.Write(out)
	fmt.Fprintf(out, "\nQuestions with a regret of more than %g and %g s:\n\n", notable, slack)
	t = &markdown.Table{}
	t.Row("question", "verdict", "plain, s", "best, s", "by", "regret")
	for _, q := range slices.Backward(withRegret(asked)) {
		r, _ := q.regret()
		best := q.best()
		p, b := q.answers[plain], q.answers[best]
		if r <= notable || p.seconds-b.seconds <= slack {
			continue
		}
		t.Row(q.name, b.verdict, markdown.Seconds(p.seconds), markdown.Seconds(b.seconds), best,
			fmt.Sprintf("%.2f", r))
	}
	t.Write(out)
}

// withRegret are the questions that some engine answers alone, those with the least regret first.
func withRegret(asked []*question) (out []*question) {
	for _, q := range asked {
		if _, ok := q.regret(); ok {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b *question) int {
		x, _ := a.regret()
		y, _ := b.regret()
		if x < y {
			return -1
		}
		return 1
	})
	return out
}

// figure draws each question at what its best engine took, and the plain command.
func figure(asked []*question) *plot.Figure {
	axis := plot.Axis{Min: 0.005, Max: 100, Log: true}
	panel := plot.Panel{Title: "processor time of a question, s", X: axis, Y: axis, Diagonals: []float64{1, 1.5}}
	panel.X.Label, panel.Y.Label = "best engine alone", "plain command"
	for i, name := range mc.EngineNames() {
		s := plot.Series{Name: name, Style: i}
		for _, q := range asked {
			if q.best() == name {
				s.Points = append(s.Points, plot.Point{
					X: max(q.answers[name].seconds, axis.Min), Y: max(q.answers[plain].seconds, axis.Min),
				})
			}
		}
		panel.Series = append(panel.Series, s)
	}
	return &plot.Figure{Title: "The plain command and the best engine", Panels: []plot.Panel{panel}}
}
