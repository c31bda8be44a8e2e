package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// A reporter makes the files of a report.
type reporter struct {
	results  *Results
	groups   []*group
	baseline string
	files    map[string][]byte
}

// Report makes a report of results: a file report.md with what was measured,
// tables and pictures; a file FAMILY.md for each family with every figure; and
// the pictures as SVG, all by their names. Ratios are to a configuration, the
// baseline. The same results make the same bytes.
func Report(results *Results, baseline string) map[string][]byte {
	r := &reporter{results: results, groups: results.groups(), baseline: baseline, files: map[string][]byte{}}
	var out bytes.Buffer
	r.page(&out)
	r.files["report.md"] = out.Bytes()
	for _, f := range r.families() {
		var out bytes.Buffer
		r.details(&out, f)
		r.files[f.Name+".md"] = out.Bytes()
	}
	return r.files
}

// WriteReport writes a [Report] to a directory, which it makes if need be. Files
// of an earlier report that are not part of this one are left.
func WriteReport(results *Results, directory, baseline string) error {
	if err := os.MkdirAll(directory, 0o777); err != nil {
		return err
	}
	files := Report(results, baseline)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := output.WriteFile(filepath.Join(directory, name), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// families lists those that questions are about, in their order.
func (r *reporter) families() []*bench.Family {
	return slices.DeleteFunc(bench.Families(), func(f *bench.Family) bool {
		return !slices.ContainsFunc(r.groups, func(g *group) bool { return len(g.about(f.Name)) > 0 })
	})
}

func (r *reporter) page(w io.Writer) {
	fmt.Fprint(w, "# rcheck-bdd next to its peers\n\n")
	r.agreement(w)
	for i, g := range r.groups {
		r.machine(w, i, g)
	}
	rules(w)
}

// agreement begins the report: a comparison of wrong answers is worth nothing.
func (r *reporter) agreement(w io.Writer) {
	a := r.results.Agreement()
	if len(a.Disagreements) > 0 {
		fmt.Fprintf(w, "> **ANSWERS DIFFER** in %s; the figures below are not to be relied on before that is explained:\n>\n",
			count(len(a.Disagreements), "case", "cases"))
		for _, d := range a.Disagreements {
			fmt.Fprintf(w, "> - %v\n", d)
		}
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintf(w, "All answers agree: %s (verdicts of a property, numbers of reachable states) by two configurations or more,\n"+
		"%d more by one alone.\n\n", count(a.Compared, "was given", "were given"), a.Alone)
}

// machine reports about one machine.
func (r *reporter) machine(w io.Writer, index int, g *group) {
	prefix := ""
	if len(r.groups) > 1 {
		fmt.Fprintf(w, "# Machine %d\n\n", index+1)
		prefix = fmt.Sprintf("m%d-", index+1)
	}
	r.setting(w, g)
	r.tallies(w, g)
	r.failures(w, g)
	r.picture(w, prefix+"cactus", g.cactus(r.baseline))
	r.picture(w, prefix+"scatter", g.scatter(r.baseline))
	for _, f := range r.families() {
		fmt.Fprintf(w, "## %s\n\nThe size counts %s. [All figures](%[1]s.md)\n\n", f.Name, f.Counts)
		r.picture(w, prefix+"time-"+f.Name, g.growth(f))
		g.medians(w, f.Name)
	}
}

// picture adds a file, if there is something to see.
func (r *reporter) picture(w io.Writer, name string, p *picture) {
	if p == nil {
		return
	}
	r.files[name+".svg"] = []byte(p.figure.SVG())
	fmt.Fprintf(w, "![%s](%s.svg)\n\n%s\n\n", p.figure.Title, name, p.caption)
}

// setting says what was measured where.
func (r *reporter) setting(w io.Writer, g *group) {
	fmt.Fprintf(w, "## What was measured\n\nOn %v. Limits of each process: %v s, %d MiB.\n\n", g.machine, g.seconds, g.mebiBytes)
	for _, s := range g.sessions {
		var tools []string
		for _, t := range s.Tools {
			tools = append(tools, t.Name+" "+t.Version)
		}
		fmt.Fprintf(w, "- %s: %s of each measurement, with %s", s.Started.Format("2006-01-02 15:04 UTC"), count(s.Plan.Runs, "run", "runs"), strings.Join(tools, ", "))
		for _, name := range s.Absent {
			fmt.Fprintf(w, "; %s was not there", name)
		}
		if s.Load != nil {
			fmt.Fprintf(w, "; load of the machine before: %.1f", *s.Load)
		}
		if !s.Complete {
			fmt.Fprint(w, "; interrupted before its end")
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	t := &markdown.Table{}
	t.Row("configuration", "tool", "options", "what it is")
	for _, c := range g.columns {
		t.Row(c.label, c.Tool, "`"+c.options()+"`", c.About)
	}
	write(t, w)
	for _, c := range g.columns {
		if len(c.Script) > 0 {
			script(w, c.label, c.Script)
		}
	}
	script(w, "the others, for all properties in one process", oneByOne)
}

// script shows a script.
func script(w io.Writer, of string, lines []string) {
	fmt.Fprintf(w, "The script of %s, where %s is `check_ltlspec -n 0`, then the same with 1, and so on, or `print_reachable_states`:\n\n", of, checkCommand)
	for _, line := range lines {
		fmt.Fprintf(w, "    %s\n", line)
	}
	fmt.Fprintln(w)
}

// tallies is the table of what became of all questions.
func (r *reporter) tallies(w io.Writer, g *group) {
	fmt.Fprint(w, "## In all\n\n")
	baseline := g.column(r.baseline)
	t := &markdown.Table{}
	t.Row("configuration", "asked", "answered", "out of time", "out of memory", "failed", "not tried", "× "+r.baseline, "faster than it")
	for _, c := range g.withBest() {
		n := g.tally(c, baseline, func(Question) bool { return true })
		faster := "–"
		if baseline != nil && c != baseline {
			faster = fmt.Sprint(n.faster)
		}
		t.Row(c.label, fmt.Sprint(n.asked), fmt.Sprint(n.solved), fmt.Sprint(n.time), fmt.Sprint(n.memory), fmt.Sprint(n.failed),
			fmt.Sprint(n.skipped), cmp.Or(n.ratio(), "–"), faster)
	}
	write(t, w)
	r.byKind(w, g)
	if len(g.best) > 0 {
		fmt.Fprint(w, "The best of a tool takes, for each question anew, the configuration that turned out to be the fastest.\n")
	}
	fmt.Fprintf(w, "Not tried is what the same configuration could not do at a smaller size. × %s is how many times as long as %[1]s it took,\n"+
		"the geometric mean over the questions that both answered (how many); those it did not answer, where it would be more, do not enter.\n\n", r.baseline)
}

// byKind is the table of what was answered, by kinds of questions.
func (r *reporter) byKind(w io.Writer, g *group) {
	t := &markdown.Table{}
	head := []string{"answered, of those asked"}
	for _, k := range kinds {
		head = append(head, kindNames[k], "× "+r.baseline)
	}
	t.Row(head...)
	for _, c := range g.withBest() {
		row := []string{c.label}
		for _, k := range kinds {
			n := g.tally(c, g.column(r.baseline), func(q Question) bool { return q.Kind == k })
			answered := ""
			if n.asked > 0 {
				answered = fmt.Sprintf("%d of %d", n.solved, n.asked)
			}
			row = append(row, answered, n.ratio())
		}
		t.Row(row...)
	}
	write(t, w)
}

// failures lists crashes and missing answers.
func (r *reporter) failures(w io.Writer, g *group) {
	var lines []string
	for _, q := range g.questions {
		for _, c := range g.columns {
			one := c.cells[q]
			if one == nil {
				continue
			}
			if len(one.runs) == 0 && !strings.Contains(one.skipped, " at size ") {
				lines = append(lines, fmt.Sprintf("- %v, %s: not asked: %s", q, c.label, one.skipped))
			}
			for _, run := range one.runs {
				if run.Outcome == Crashed || run.Outcome == Unanswered {
					lines = append(lines, fmt.Sprintf("- %v, %s: %s: %s", q, c.label, inWords[run.Outcome], run.Message))
					break
				}
			}
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(w, "What failed:\n\n%s\n\n", strings.Join(lines, "\n"))
	}
}

// medians is the table of a family.
func (g *group) medians(w io.Writer, name string) {
	t := &markdown.Table{}
	head := []string{"size", "question", "answer"}
	columns := g.columnsFor(name)
	for _, c := range columns {
		head = append(head, c.label)
	}
	t.Row(head...)
	for _, q := range g.about(name) {
		row := []string{fmt.Sprint(q.Size), q.subject(), markdown.Grouped(g.answer(q))}
		for _, c := range columns {
			row = append(row, c.cells[q].short())
		}
		t.Row(row...)
	}
	write(t, w)
}

// columnsFor are the columns that were asked about a family.
func (g *group) columnsFor(name string) []*column {
	var out []*column
	for _, c := range g.columns {
		if slices.ContainsFunc(g.about(name), func(q Question) bool { return c.cells[q] != nil }) {
			out = append(out, c)
		}
	}
	return out
}

// short is the cell in a word: the median time in seconds, or what happened.
func (c *cell) short() string {
	switch {
	case c == nil:
		return ""
	case len(c.runs) == 0:
		return "–"
	case c.solved():
		return markdown.Seconds(c.spread(runSeconds).Median)
	}
	switch c.outcome() {
	case TimeOut:
		return "time"
	case MemoryOut:
		return "memory"
	}
	return "failed"
}

// details is the page of a family.
func (r *reporter) details(w io.Writer, f *bench.Family) {
	fmt.Fprintf(w, "# %s\n\nThe size counts %s. [The report](report.md) says how this was measured.\n\n", f.Name, f.Counts)
	for i, g := range r.groups {
		if len(r.groups) > 1 {
			fmt.Fprintf(w, "## Machine %d: %v\n\n", i+1, g.machine)
		}
		t := &markdown.Table{}
		t.Row("size", "question", "configuration", "answer", "time, s", "from – to", "CPU, s", "× "+r.baseline, "peak, MiB")
		for _, q := range g.about(f.Name) {
			for _, c := range g.columns {
				if one := c.cells[q]; one != nil {
					t.Row(append([]string{fmt.Sprint(q.Size), q.subject(), c.label}, g.detail(q, one, g.column(r.baseline))...)...)
				}
			}
		}
		write(t, w)
	}
}

// detail is what there is to say about a cell.
func (g *group) detail(q Question, c *cell, baseline *column) []string {
	if len(c.runs) == 0 {
		return []string{"not tried: " + c.skipped, "", "", "", "", ""}
	}
	out := []string{inWords[c.outcome()], "", "", "", "", markdown.Mebibytes(c.spread(runPeak).Most)}
	if c.solved() {
		text := c.runs[0].answerText()
		if q.Kind == AllProperties {
			text = summarised(text)
		}
		time := c.spread(runSeconds)
		out[0], out[1] = markdown.Grouped(text), markdown.Seconds(time.Median)
		out[2], out[3] = markdown.Seconds(time.Least)+" – "+markdown.Seconds(time.Most), markdown.Seconds(c.spread(runCPU).Median)
	}
	if baseline == nil {
		return out
	}
	if ratio, atLeast, ok := g.ratio(c, baseline.cells[q]); ok {
		out[4] = factor(ratio)
		if atLeast {
			out[4] = "> " + out[4]
		}
	}
	return out
}

// rules ends the report.
func rules(w io.Writer) {
	fmt.Fprint(w, `## How to read this

- Times are those of whole processes in seconds, start included, the median of the runs; `+"`from – to`"+` is the range. "time" and "memory"
  say that a limit was reached, "–" that the question was not asked because the same configuration reached a limit at a smaller
  size; a limit that is reached is not tried again in further runs. Peak memory is the largest resident size that was seen, looking every few
  milliseconds.
- A question is about one property (the model of a peer then observes what this property needs and no more), about all properties in one
  process (the model of a peer then has what all of them observe, which makes it larger; that is what checking a file means), or
  the number of reachable states (all variables of the model, no observations, so that numbers can be compared).
- Peers read our translation, `+"`rcheck-bdd export smv`"+`, which is made to suit them; the time to make it is not counted. They are told not to
  look for counterexamples (`+"`-dcx`"+`). rcheck-bdd finds, replays and checks a counterexample for each property that is violated.
- The configurations take turns, each process by itself, beginning with another one in each round, so that what disturbs the machine
  disturbs all of them.
- Answers are compared across all configurations, runs and machines, times never across machines.
- The command line of every measurement is in the results (JSON, CSV); it can be repeated from the top of a checkout, after the command
  that makes its input.
`)
}
