package sweep

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// maxColumns is how many properties have columns of their own in a table for people.
const maxColumns = 6

// Text writes the summary as a table for each model, and what is missing or failed.
func (s *Summary) Text(w io.Writer) error {
	for i, m := range s.Plan.Models {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if len(s.Plan.Models) > 1 {
			fmt.Fprintln(w, m.Name)
		}
		if err := s.table(w, m.Name); err != nil {
			return err
		}
	}
	for _, o := range s.Outcomes {
		for _, e := range o.Errors {
			fmt.Fprintf(w, "failed: %s\n", strings.Join(strings.Fields(e), " "))
		}
	}
	if n := len(s.Missing); n > 0 {
		fmt.Fprintf(w, "%d of %d jobs have no result:\n", n, s.Jobs)
		for _, why := range s.Missing[:min(n, 10)] {
			fmt.Fprintln(w, " ", why)
		}
		if n > 10 {
			fmt.Fprintf(w, "  and %d more\n", n-10)
		}
	}
	return nil
}

func (s *Summary) table(w io.Writer, model string) error {
	columns := s.columns(model)
	wide := len(columns) > maxColumns
	var head []string
	for _, a := range s.Plan.Axes {
		head = append(head, a.Name)
	}
	head = append(head, "states", "CPU s", "MiB")
	if wide {
		head = append(head, "hold", "violated", "unknown")
	} else {
		for i := range columns {
			head = append(head, columns[i].Label())
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(head, "\t"))
	for _, o := range s.Outcomes {
		if o.Model != model {
			continue
		}
		var row []string
		for _, a := range s.Plan.Axes {
			row = append(row, strconv.Itoa(o.Set[a.Name]))
		}
		states := cmp.Or(o.States, "-")
		row = append(row, states, strconv.FormatFloat(o.CPUSeconds, 'f', 2, 64), strconv.FormatInt((o.PeakBytes+1<<19)>>20, 10))
		if wide {
			row = append(row, o.count(mc.Holds), o.count(mc.Violated), o.count(mc.Unknown))
		} else {
			for _, c := range columns {
				row = append(row, o.verdictOf(c.Property))
			}
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	return t.Flush()
}

// columns are a model's properties, by their numbers, each with a verdict that knows its name if
// there is one.
func (s *Summary) columns(model string) []Verdict {
	var out []Verdict
	for _, o := range s.Outcomes {
		for _, v := range o.Verdicts {
			i := slices.IndexFunc(out, func(w Verdict) bool { return w.Property == v.Property })
			switch {
			case o.Model != model:
			case i < 0:
				out = append(out, v)
			case out[i].Name == "":
				out[i] = v
			}
		}
	}
	return out
}

// verdictOf is the verdict of the property with this number.
func (o *Outcome) verdictOf(property int) string {
	for i := range o.Verdicts {
		if o.Verdicts[i].Property == property {
			return o.Verdicts[i].Verdict
		}
	}
	return "-"
}

func (o *Outcome) count(v mc.Verdict) string {
	n := 0
	for i := range o.Verdicts {
		if o.Verdicts[i].Verdict == v.String() {
			n++
		}
	}
	return strconv.Itoa(n)
}

// JSON writes the summary as one document.
func (s *Summary) JSON(w io.Writer) error {
	text, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

// CSV writes a line for each property at each value.
func (s *Summary) CSV(w io.Writer) error {
	head := []string{"model"}
	for _, a := range s.Plan.Axes {
		head = append(head, a.Name)
	}
	lines := [][]string{append(head, "property", "verdict", "expected", "states", "cpu_seconds", "peak_bytes")}
	for _, o := range s.Outcomes {
		row := []string{o.Model}
		for _, a := range s.Plan.Axes {
			row = append(row, strconv.Itoa(o.Set[a.Name]))
		}
		line := func(property, verdict, expected string) {
			lines = append(lines, append(slices.Clone(row), property, verdict, expected, o.States,
				strconv.FormatFloat(o.CPUSeconds, 'f', 3, 64), strconv.FormatInt(o.PeakBytes, 10)))
		}
		for _, v := range o.Verdicts {
			line(v.Label(), v.Verdict, v.Expected)
		}
		if len(o.Verdicts) == 0 {
			line("", "", "")
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// Chart draws processor time and states over the first constant, a line for each model and value of
// the others.
func (s *Summary) Chart(w io.Writer) error {
	if len(s.Plan.Axes) == 0 || len(s.Plan.Axes[0].Values) < 2 {
		return fmt.Errorf("a chart needs a constant with two values at least: --set N=2..8")
	}
	first := s.Plan.Axes[0]
	seconds, states := &plot.Panel{Title: "processor time"}, &plot.Panel{Title: "reachable states"}
	seconds.Y.Label, states.Y.Label = "seconds", "states"
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		x := float64(o.Set[first.Name])
		if len(o.Missing) == 0 && o.CPUSeconds > 0 {
			seconds.Series = add(seconds.Series, s.seriesOf(o), plot.Point{X: x, Y: o.CPUSeconds})
		}
		if n, err := strconv.ParseFloat(o.States, 64); err == nil && n > 0 {
			states.Series = add(states.Series, s.seriesOf(o), plot.Point{X: x, Y: n})
		}
	}
	var models []string
	for _, m := range s.Plan.Models {
		models = append(models, m.Name)
	}
	f := plot.Figure{Title: strings.Join(models, ", "), Columns: 2}
	for _, p := range []*plot.Panel{seconds, states} {
		if len(p.Series) == 0 {
			continue
		}
		p.X = plot.Axis{Label: first.Name, Min: float64(slices.Min(first.Values)), Max: float64(slices.Max(first.Values))}
		p.Y.Log = true
		p.Y.Min, p.Y.Max = decades(p.Series)
		f.Panels = append(f.Panels, *p)
	}
	if len(f.Panels) == 0 {
		return fmt.Errorf("no job has a result to draw")
	}
	f.NoLegend = len(f.Panels[0].Series) == 1
	_, err := io.WriteString(w, f.SVG())
	return err
}

// seriesOf names the line that an outcome is on.
func (s *Summary) seriesOf(o *Outcome) string {
	var words []string
	if len(s.Plan.Models) > 1 {
		words = append(words, o.Model)
	}
	for _, a := range s.Plan.Axes[1:] {
		words = append(words, fmt.Sprintf("%s=%d", a.Name, o.Set[a.Name]))
	}
	return strings.Join(words, " ")
}

func add(all []plot.Series, name string, p plot.Point) []plot.Series {
	i := slices.IndexFunc(all, func(s plot.Series) bool { return s.Name == name })
	if i < 0 {
		i = len(all)
		all = append(all, plot.Series{Name: name, Style: i, Line: true})
	}
	all[i].Points = append(all[i].Points, p)
	slices.SortFunc(all[i].Points, func(a, b plot.Point) int { return int(a.X - b.X) })
	return all
}

// decades are powers of ten around all points.
func decades(all []plot.Series) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, s := range all {
		for _, p := range s.Points {
			lo, hi = min(lo, p.Y), max(hi, p.Y)
		}
	}
	lo, hi = math.Pow10(int(math.Floor(math.Log10(lo)))), math.Pow10(int(math.Ceil(math.Log10(hi))))
	if lo == hi {
		hi *= 10
	}
	return lo, hi
}
