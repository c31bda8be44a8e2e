package compare

import (
	"fmt"
	"math"
	"slices"
)

// A group is all that is known of one machine under the same limits: only
// there are times taken together.
type group struct {
	machine   Machine
	seconds   float64
	mebiBytes int64
	sessions  []*Session
	columns   []*column
	// best has a column for each peer with several configurations: of each
	// question the cell of the one that did best. Nobody can choose so, but no
	// choice is better.
	best      []*column
	questions []Question
}

// A column is a configuration of one version of its tool.
type column struct {
	*Configuration
	version string
	label   string // the name, with the version if there are several
	style   int    // in pictures
	cells   map[Question]*cell
}

// A cell is what is known of one question for one column.
type cell struct {
	runs    []Run
	skipped string
}

// groups sorts the sessions by machine and limits, in the order in which they
// come first.
func (r *Results) groups() []*group {
	var out []*group
	for _, s := range r.Sessions {
		i := slices.IndexFunc(out, func(g *group) bool {
			return g.machine == s.Machine && g.seconds == s.Plan.Seconds && g.mebiBytes == s.Plan.MebiBytes
		})
		if i < 0 {
			i = len(out)
			out = append(out, &group{machine: s.Machine, seconds: s.Plan.Seconds, mebiBytes: s.Plan.MebiBytes})
		}
		out[i].add(s)
	}
	for _, g := range out {
		g.finish()
	}
	return out
}

func (g *group) add(s *Session) {
	g.sessions = append(g.sessions, s)
	columns := map[string]*column{}
	for i := range s.Configurations {
		c := &s.Configurations[i]
		version := s.tool(c.Tool).Version
		at := slices.IndexFunc(g.columns, func(k *column) bool { return k.Name == c.Name && k.version == version })
		if at < 0 {
			at = len(g.columns)
			g.columns = append(g.columns, &column{Configuration: c, version: version, label: c.Name, cells: map[Question]*cell{}})
		}
		columns[c.Name] = g.columns[at]
	}
	for _, c := range s.Cases {
		if !slices.Contains(g.questions, c.Question) {
			g.questions = append(g.questions, c.Question)
		}
		cells := columns[c.Configuration].cells
		if cells[c.Question] == nil {
			cells[c.Question] = &cell{skipped: c.Skipped}
		}
		cells[c.Question].runs = append(cells[c.Question].runs, c.Runs...)
	}
}

// finish puts columns and questions in their order.
func (g *group) finish() {
	order := func(c *column) int {
		return slices.IndexFunc(Configurations(), func(k Configuration) bool { return k.Name == c.Name })
	}
	slices.SortStableFunc(g.columns, func(a, b *column) int { return order(a) - order(b) })
	slices.SortStableFunc(g.questions, compareBySubject)
	for _, c := range g.columns {
		for _, other := range g.columns {
			if other != c && other.Name == c.Name {
				c.label = c.Name + " " + c.version
			}
		}
	}
	g.choose(NuSMV)
	g.choose(NuXmv)
	g.choose(ABC)
	for i, c := range g.withBest() {
		c.style = i
	}
}

// choose adds the column of what did best of a tool.
func (g *group) choose(tool string) {
	var of []*column
	for _, c := range g.columns {
		if c.Tool == tool {
			of = append(of, c)
		}
	}
	if len(of) < 2 {
		return
	}
	b := &column{Configuration: &Configuration{Tool: tool}, label: "best of " + tool, cells: map[Question]*cell{}}
	g.best = append(g.best, b)
	for _, q := range g.questions {
		for _, c := range of {
			if one := c.cells[q]; one != nil && one.better(b.cells[q]) {
				b.cells[q] = one
			}
		}
	}
}

// better reports whether a cell did better than another, which may be nil: an
// answer is better than none, and a fast one than a slow one; to have tried is
// better than not to.
func (c *cell) better(d *cell) bool {
	switch {
	case d == nil:
		return true
	case c.solved() && d.solved():
		return c.spread(runSeconds).Median < d.spread(runSeconds).Median
	case c.solved() || d.solved():
		return c.solved()
	}
	return len(c.runs) > 0 && len(d.runs) == 0
}

// withBest are all columns, those of the best at the end.
func (g *group) withBest() []*column { return append(slices.Clone(g.columns), g.best...) }

// column is the one with a name, the first of several versions; nil if there
// is none.
func (g *group) column(name string) *column {
	for _, c := range g.columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// about are the questions about a family.
func (g *group) about(family string) []Question {
	return slices.DeleteFunc(slices.Clone(g.questions), func(q Question) bool { return q.Family != family })
}

// badness orders outcomes: of several runs the worst is shown.
var badness = []Outcome{Answered, TimeOut, MemoryOut, Unanswered, Crashed}

// outcome is the worst outcome of the runs.
func (c *cell) outcome() Outcome {
	worst := 0
	for _, r := range c.runs {
		worst = max(worst, slices.Index(badness, r.Outcome))
	}
	return badness[worst]
}

// solved reports whether the question was asked, and answered each time.
func (c *cell) solved() bool { return c != nil && len(c.runs) > 0 && c.outcome() == Answered }

// A Spread is the median of some figures, of an even number the mean of the two in the middle, with the least and the largest.
type Spread struct{ Median, Least, Most float64 }

// SpreadOf is the spread of a figure of some runs, of which there must be one at least.
func SpreadOf[T any](runs []T, figure func(T) float64) Spread {
	var all []float64
	for _, r := range runs {
		all = append(all, figure(r))
	}
	slices.Sort(all)
	n := len(all)
	return Spread{(all[(n-1)/2] + all[n/2]) / 2, all[0], all[n-1]}
}

func (c *cell) spread(of func(Run) float64) Spread { return SpreadOf(c.runs, of) }

func runSeconds(r Run) float64 { return r.Seconds }
func runCPU(r Run) float64     { return r.CPU }
func runPeak(r Run) float64    { return float64(r.PeakBytes) }

// ratio is how many times as long as the baseline a cell took, by medians. If
// the cell reached the limit of time it is at least that.
func (g *group) ratio(c, baseline *cell) (ratio float64, atLeast, ok bool) {
	if !baseline.solved() || c == nil || len(c.runs) == 0 {
		return 0, false, false
	}
	base := baseline.spread(runSeconds).Median
	switch {
	case base <= 0:
		return 0, false, false
	case c.solved():
		return c.spread(runSeconds).Median / base, false, true
	case c.outcome() == TimeOut:
		return g.seconds / base, true, true
	}
	return 0, false, false
}

// A tally counts what became of the questions for one column.
type tally struct {
	asked, solved, time, memory, failed, skipped int
	// faster counts questions that were answered in less time than by the
	// baseline; of those that both answered, mean is the geometric mean of the
	// ratios of times, and compared their number.
	faster, compared int
	mean             float64
}

// ratio is the mean ratio with the number of questions that it is of; empty if there are none.
func (t *tally) ratio() string {
	if t.compared == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%d)", factor(t.mean), t.compared)
}

func (g *group) tally(c, baseline *column, wanted func(Question) bool) tally {
	var t tally
	logs := 0.0
	for _, q := range g.questions {
		one := c.cells[q]
		if one == nil || !wanted(q) {
			continue
		}
		t.asked++
		if len(one.runs) == 0 {
			t.skipped++
			continue
		}
		switch one.outcome() {
		case Answered:
			t.solved++
		case TimeOut:
			t.time++
		case MemoryOut:
			t.memory++
		default:
			t.failed++
		}
		if baseline == nil || !one.solved() {
			continue
		}
		base := baseline.cells[q]
		if !base.solved() {
			t.faster++
			continue
		}
		if ratio, _, ok := g.ratio(one, base); ok && ratio > 0 {
			t.compared++
			logs += math.Log(ratio)
			if ratio < 1 {
				t.faster++
			}
		}
	}
	if t.compared > 0 {
		t.mean = math.Exp(logs / float64(t.compared))
	}
	return t
}

// answer is what the cells of a question say, the exact one of numbers of
// states; empty if nobody answered.
func (g *group) answer(q Question) string {
	var given []GivenAnswer
	for _, c := range g.columns {
		one := c.cells[q]
		if one == nil {
			continue
		}
		for i := range one.runs {
			if one.runs[i].Outcome == Answered {
				given = give(given, one.runs[i].answerText(), c.Name)
			}
		}
	}
	if len(given) == 0 {
		return ""
	}
	if q.Kind == AllProperties {
		return summarised(given[0].Answer)
	}
	return given[0].Answer
}
