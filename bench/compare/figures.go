package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
)

// A picture is a figure with a caption in Markdown.
type picture struct {
	figure  *plot.Figure
	caption string
}

// beyondLabel names the strip for what reached a limit.
const beyondLabel = "limit"

// timeAxis is the axis of seconds for a group: from a round number below the
// least time to the limit.
func (g *group) timeAxis(label string) plot.Axis {
	least := g.seconds
	for _, c := range g.columns {
		for _, one := range c.cells {
			for _, r := range one.runs {
				if r.Seconds > 0 {
					least = min(least, r.Seconds)
				}
			}
		}
	}
	power := math.Pow10(int(math.Floor(math.Log10(least))))
	for _, digit := range []float64{5, 2} {
		if digit*power <= least {
			power *= digit
			break
		}
	}
	return plot.Axis{Label: label, Log: true, Beyond: beyondLabel, Min: power, Max: g.seconds}
}

// growth draws time against size for one family: all properties in one process,
// and the reachable states.
func (g *group) growth(f *bench.Family) *picture {
	figure := &plot.Figure{Title: "Time against size: " + f.Name, Columns: 2, Width: 380, Height: 280}
	for _, kind := range []Kind{AllProperties, ReachableStates} {
		p := plot.Panel{Title: kindNames[kind], Y: g.timeAxis("time, s")}
		p.X = plot.Axis{Label: "size: " + f.Counts}
		questions := slices.DeleteFunc(g.about(f.Name), func(q Question) bool { return q.Kind != kind })
		for _, q := range questions {
			p.X.Ticks = append(p.X.Ticks, float64(q.Size))
		}
		p.X.Ticks = slices.Compact(p.X.Ticks) // questions are sorted by size
		if len(p.X.Ticks) < 2 {
			continue
		}
		margin := (p.X.Ticks[len(p.X.Ticks)-1] - p.X.Ticks[0]) / 20
		p.X.Min, p.X.Max = p.X.Ticks[0]-margin, p.X.Ticks[len(p.X.Ticks)-1]+margin
		for _, c := range g.columns {
			s := plot.Series{Name: c.label, Style: c.style, Line: true}
			for _, q := range questions {
				one := c.cells[q]
				if y, beyond, ok := one.coordinate(); ok && len(one.runs) > 0 {
					s.Points = append(s.Points, plot.Point{X: float64(q.Size), Y: y, BeyondY: beyond})
				}
			}
			if len(s.Points) > 0 {
				p.Series = append(p.Series, s)
			}
		}
		figure.Panels = append(figure.Panels, p)
	}
	if len(figure.Panels) == 0 {
		return nil
	}
	return &picture{figure, "Medians. What lies on the strip along the top reached a limit, of time or memory; lines end there."}
}

// scatter draws each configuration against the baseline, a panel for each.
func (g *group) scatter(baselineName string) *picture {
	baseline := g.column(baselineName)
	if baseline == nil {
		return nil
	}
	x := g.timeAxis(baseline.label + ", s")
	figure := &plot.Figure{Title: "Each configuration against " + baseline.label, Columns: 3, Width: 260, Height: 260}
	names := []string{"holds", "violated", "all properties", "reachable states"}
	for _, c := range g.withBest() {
		if c == baseline {
			continue
		}
		p := plot.Panel{Title: c.label, X: x, Y: g.timeAxis(c.label + ", s"), Diagonals: []float64{1, 10, 100, 1000}}
		points := make([][]plot.Point, len(names))
		for _, q := range g.questions {
			point, ok := against(q, c, baseline)
			if !ok {
				continue
			}
			points[g.class(q)] = append(points[g.class(q)], point)
		}
		for i, of := range points {
			if len(of) > 0 {
				p.Series = append(p.Series, plot.Series{Name: names[i], Style: i, Points: of})
			}
		}
		if len(p.Series) > 0 {
			figure.Panels = append(figure.Panels, p)
		}
	}
	if len(figure.Panels) == 0 {
		return nil
	}
	return &picture{figure, fmt.Sprintf("A point is a question. Above the diagonal %s is the faster one, by the factors on the parallels. "+
		"What lies on a strip reached a limit, of time or memory, or was not tried after that at a smaller size.", baseline.label)}
}

// class says what kind of point a question is.
func (g *group) class(q Question) int {
	switch {
	case q.Kind == AllProperties:
		return 2
	case q.Kind == ReachableStates:
		return 3
	case g.answer(q) == violated:
		return 1
	}
	return 0
}

// against is the point for a question: the baseline's time, and a column's.
func against(q Question, c, baseline *column) (plot.Point, bool) {
	x, beyondX, okX := baseline.cells[q].coordinate()
	y, beyondY, okY := c.cells[q].coordinate()
	return plot.Point{X: x, Y: y, BeyondX: beyondX, BeyondY: beyondY}, okX && okY
}

// coordinate is the median time, or that the cell lies beyond the limit; it is not ok if there is nothing to draw.
func (c *cell) coordinate() (seconds float64, beyond, ok bool) {
	switch {
	case c == nil:
		return 0, false, false
	case len(c.runs) == 0 || c.outcome().limit():
		return 0, true, true
	case c.solved():
		return c.spread(runSeconds).Median, false, true
	}
	return 0, false, false
}

// cactus draws how many questions are answered by a time for each: all
// questions that the baseline was asked.
func (g *group) cactus(baselineName string) *picture {
	baseline := g.column(baselineName)
	if baseline == nil {
		return nil
	}
	p := plot.Panel{X: g.timeAxis("time for each, s"), Y: plot.Axis{Label: "questions answered", Min: 0, Max: 1}}
	p.X.Beyond = ""
	for _, c := range g.withBest() {
		var times []float64
		asked := 0
		for _, q := range g.questions {
			one := c.cells[q]
			if one == nil || baseline.cells[q] == nil {
				continue
			}
			asked++
			if one.solved() {
				times = append(times, one.spread(runSeconds).Median)
			}
		}
		if asked == 0 {
			continue
		}
		p.Y.Max = max(p.Y.Max, float64(asked))
		slices.SortFunc(times, cmp.Compare)
		s := plot.Series{Name: fmt.Sprintf("%s (%d of %d)", c.label, len(times), asked), Style: c.style, Steps: true, NoMarks: true}
		for i, t := range times {
			s.Points = append(s.Points, plot.Point{X: t, Y: float64(i + 1)})
		}
		if len(times) > 0 {
			s.Points = append([]plot.Point{{X: times[0], Y: 0}}, s.Points...)
			s.Points = append(s.Points, plot.Point{X: g.seconds, Y: float64(len(times))})
		}
		p.Series = append(p.Series, s)
	}
	if len(p.Series) == 0 {
		return nil
	}
	p.Y.Max *= 1.03
	figure := &plot.Figure{Title: "Questions answered within a time", Panels: []plot.Panel{p}, Width: 640, Height: 360}
	return &picture{figure, "How many of the questions each configuration answers if it is given so long for each. In brackets: answered, of those asked."}
}
