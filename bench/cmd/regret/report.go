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

// write writes the summary, with the number of questions that no engine alone answers as fast, and the questions of the largest regret.
func write(out io.Writer, asked []*question) {
	t := &markdown.Table{}
	t.Row("", "questions", "without regret", "median", "nine of ten below", "worst", "worst of")
	for _, f := range []struct {
		name string
		of   func(answer) float64
	}{{"processor time", seconds}, {"steps", steps}} {
		list := withRegret(asked, f.of)
		if len(list) == 0 {
			continue
		}
		at := func(i int) string { r, _ := list[i].regret(f.of); return fmt.Sprintf("%.2f", r) }
		last := len(list) - 1
		t.Row(f.name, fmt.Sprint(len(list)), fmt.Sprint(len(asked)-len(list)), at(last/2), at(last*9/10), at(last), list[last].name)
	}
	t.Write(out)
	fmt.Fprintf(out, "\nQuestions with a regret of more than %g and %g s:\n\n", notable, slack)
	t = &markdown.Table{}
	t.Row("question", "verdict", "plain, s", "best, s", "by", "regret", "in steps")
	for _, q := range slices.Backward(withRegret(asked, seconds)) {
		r, _ := q.regret(seconds)
		best := q.best(seconds)
		p, b := q.answers[plain], q.answers[best]
		if r <= notable || p.seconds-b.seconds <= slack {
			continue
		}
		inSteps, _ := q.regret(steps)
		t.Row(q.name, b.verdict, markdown.Seconds(p.seconds), markdown.Seconds(b.seconds), best,
			fmt.Sprintf("%.2f", r), fmt.Sprintf("%.2f", inSteps))
	}
	t.Write(out)
}

// withRegret are the questions that some engine answers alone, those with the least regret first.
func withRegret(asked []*question, of func(answer) float64) (out []*question) {
	for _, q := range asked {
		if _, ok := q.regret(of); ok {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b *question) int {
		x, _ := a.regret(of)
		y, _ := b.regret(of)
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
			if q.best(seconds) == name {
				s.Points = append(s.Points, plot.Point{
					X: max(q.answers[name].seconds, axis.Min), Y: max(q.answers[plain].seconds, axis.Min),
				})
			}
		}
		panel.Series = append(panel.Series, s)
	}
	return &plot.Figure{Title: "The plain command and the best engine", Panels: []plot.Panel{panel}}
}
