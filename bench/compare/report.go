package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
)

// A table is a session as a report shows it.
type table struct {
	*Session
	cells     map[string]map[Question]*Case // by configuration
	questions []Question
}

// Report makes a page of sessions, in Markdown. The same sessions make the same bytes.
func Report(sessions []*Session) string {
	var out bytes.Buffer
	fmt.Fprint(&out, "# rcheck-bdd next to its peers\n\n")
	a := Agree(sessions)
	if len(a.Disagreements) > 0 {
		fmt.Fprintf(&out, "> **ANSWERS DIFFER** in %d cases. Do not rely on the figures before that is explained.\n>\n> - %s\n\n",
			len(a.Disagreements), strings.Join(a.Disagreements, "\n> - "))
	} else {
		fmt.Fprintf(&out, "All answers agree. Two configurations or more gave %d of them (verdicts of a property, numbers of\n"+
			"reachable states); one alone gave %d.\n\n", a.Compared, a.Alone)
	}
	for _, s := range sessions {
		t := &table{Session: s, cells: map[string]map[Question]*Case{}}
		for _, c := range s.Configurations {
			t.cells[c.Name] = map[Question]*Case{}
		}
		for _, c := range s.Cases {
			if !slices.Contains(t.questions, c.Question) {
				t.questions = append(t.questions, c.Question)
			}
			t.cells[c.Configuration][c.Question] = c
		}
		slices.SortStableFunc(t.questions, compareBySubject)
		t.setting(&out)
		t.counts(&out)
		t.failures(&out)
		for _, f := range bench.Families() {
			t.family(&out, f)
		}
	}
	out.WriteString(rules)
	return out.String()
}

// setting says what was measured where.
func (t *table) setting(out *bytes.Buffer) {
	var tools []string
	for _, tool := range t.Tools {
		tools = append(tools, tool.Name+" "+tool.Version)
	}
	fmt.Fprintf(out, "## Measured on %s\n\n", cmp.Or(t.Machine.Name, t.Machine.String()))
	fmt.Fprintf(out, "- When: %s, %d run(s) of each measurement", t.Started.Format("2006-01-02 15:04 UTC"), t.Plan.Runs)
	if t.Load != nil {
		fmt.Fprintf(out, ", load before %.1f", *t.Load)
	}
	if !t.Complete {
		fmt.Fprint(out, ", interrupted before its end")
	}
	fmt.Fprintf(out, "\n- Machine: %v\n- Limits of each process: %v s, %d MiB\n- Tools: %s\n", t.Machine.Hardware,
		t.Plan.Seconds, t.Plan.MebiBytes, strings.Join(tools, ", "))
	if len(t.Absent) > 0 {
		fmt.Fprintf(out, "- Not there: %s\n", strings.Join(t.Absent, ", "))
	}
	out.WriteString("\n")
	rows := &markdown.Table{}
	rows.Row("configuration", "tool", "options", "what it is")
	scripts := ""
	for _, c := range t.Configurations {
		rows.Row(c.Name, c.Tool, "`"+c.options()+"`", c.About)
		if len(c.Script) > 0 {
			scripts += scriptLines(c.Name, c.Script)
		}
	}
	rows.Write(out)
	fmt.Fprintf(out, "\nIn a script, %s is `check_ltlspec -n 0`, then the same with 1, and so on, or `print_reachable_states`.\n\n%s%s",
		checkCommand, scripts, scriptLines("the others, for all properties in one process", oneByOne))
}

func scriptLines(of string, lines []string) string {
	return fmt.Sprintf("The script of %s:\n\n    %s\n\n", of, strings.Join(lines, "\n    "))
}

// counts is the table of what became of all questions.
func (t *table) counts(out *bytes.Buffer) {
	rows := &markdown.Table{}
	head := []string{"answered, of those asked"}
	for _, k := range kinds {
		head = append(head, kindNames[k], "× "+BaselineName)
	}
	rows.Row(append(head, "out of time", "out of memory", "failed", "not tried")...)
	for _, c := range t.Configurations {
		row, ended := []string{c.Name}, map[string]int{}
		for _, k := range kinds {
			asked, answered, common, logs := 0, 0, 0, 0.0
			for _, q := range t.questions {
				one := t.cells[c.Name][q]
				if one == nil || q.Kind != k {
					continue
				}
				asked++
				ended[one.word()]++
				seconds, ok := one.seconds()
				if !ok {
					continue
				}
				answered++
				if base, ok := t.cells[BaselineName][q].seconds(); ok && base > 0 && seconds > 0 {
					common++
					logs += math.Log(seconds / base)
				}
			}
			texts := []string{"", ""}
			if asked > 0 {
				texts[0] = fmt.Sprintf("%d of %d", answered, asked)
			}
			if common > 0 {
				texts[1] = fmt.Sprintf("×%.2f (%d)", math.Exp(logs/float64(common)), common)
			}
			row = append(row, texts...)
		}
		for _, word := range []string{"time", "memory", "failed", "–"} {
			row = append(row, fmt.Sprint(ended[word]))
		}
		rows.Row(row...)
	}
	rows.Write(out)
	fmt.Fprintf(out, "\n× %s is how many times as long as %[1]s a configuration took: the geometric mean over the questions\n"+
		"that both answered (in brackets, how many).\n\n", BaselineName)
}

// failures lists crashes and missing answers.
func (t *table) failures(out *bytes.Buffer) {
	var lines []string
	for _, q := range t.questions {
		for _, c := range t.Configurations {
			one := t.cells[c.Name][q]
			if one.word() != "failed" {
				continue
			}
			text := "not asked: " + one.Skipped
			if i := slices.IndexFunc(one.Runs, func(r Run) bool { return r.Outcome == one.outcome() }); i >= 0 {
				text = inWords[one.outcome()] + ": " + one.Runs[i].Message
			}
			lines = append(lines, fmt.Sprintf("- %v, %s: %s\n", q, c.Name, text))
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(out, "What failed:\n\n%s\n", strings.Join(lines, ""))
	}
}

// family is the table of a family.
func (t *table) family(out *bytes.Buffer, f *bench.Family) {
	rows := &markdown.Table{}
	head := []string{"size", "question", "answer"}
	about := slices.DeleteFunc(slices.Clone(t.questions), func(q Question) bool { return q.Family != f.Name })
	columns := slices.DeleteFunc(slices.Clone(t.Configurations), func(c Configuration) bool {
		return !slices.ContainsFunc(about, func(q Question) bool { return t.cells[c.Name][q] != nil })
	})
	for _, c := range columns {
		head = append(head, c.Name)
	}
	rows.Row(head...)
	for _, q := range about {
		row := []string{fmt.Sprint(q.Size), q.subject(), t.answer(q)}
		for _, c := range columns {
			row = append(row, t.cells[c.Name][q].word())
		}
		rows.Row(row...)
	}
	if len(about) > 0 {
		fmt.Fprintf(out, "### %s\n\nThe size counts %s.\n\n", f.Name, f.Counts)
		rows.Write(out)
		out.WriteString("\n")
	}
}

// answer is the first answer to a question, of all properties how many hold; empty if there is
// none.
func (t *table) answer(q Question) string {
	for _, c := range t.Configurations {
		one := t.cells[c.Name][q]
		if _, ok := one.seconds(); !ok {
			continue
		}
		r := one.Runs[0]
		verdicts := slices.Collect(maps.Values(r.Verdicts))
		switch q.Kind {
		case ReachableStates:
			return markdown.Grouped(r.States)
		case OneProperty:
			return verdicts[0]
		}
		all := len(verdicts)
		broken := len(slices.DeleteFunc(verdicts, func(v string) bool { return v == holds }))
		return fmt.Sprintf("%d hold, %d violated", all-broken, broken)
	}
	return ""
}

// word is the case in a word: the median time in seconds, or what happened.
func (c *Case) word() string {
	switch seconds, ok := c.seconds(); {
	case c == nil:
		return ""
	case ok:
		return markdown.Seconds(seconds)
	case len(c.Runs) == 0 && strings.Contains(c.Skipped, " at size "):
		return "–"
	}
	switch c.outcome() {
	case TimeOut:
		return "time"
	case MemoryOut:
		return "memory"
	}
	return "failed"
}

// seconds is the median time; it is not ok if the question was not answered each time.
func (c *Case) seconds() (median float64, ok bool) {
	if c == nil || c.outcome() != Answered {
		return 0, false
	}
	return SpreadOf(c.Runs, func(r Run) float64 { return r.Seconds }).Median, true
}

// A Spread is the median of some figures, of an even number the mean of the two in the middle, with
// the least and the largest.
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

// rules ends the report.
const rules = `## How to read this

- Times are those of whole processes in seconds, start included: the median of the runs. "time" and
  "memory" say that a limit was reached. "–" says that the question was not asked, because the same
  configuration reached a limit at a smaller size. A limit that is reached is not tried again.
- A question is about one property, all properties in one process, or the number of reachable states.
  For one property, the model of a peer observes what this property needs and no more. For all
  properties it has what any of them observes, which makes it larger. For the reachable states it has
  all variables of the model and no observations.
- Peers read our translations, ` + "`rcheck-bdd export`" + `, which are made to suit them. The time to make them is
  not counted. Peers do not look for counterexamples (` + "`-dcx`" + `). rcheck-bdd finds, replays and checks a
  counterexample for each property that is violated.
- The configurations are asked one after the other, each process by itself. Each round begins with
  another configuration, so that what disturbs the machine disturbs all of them.
- Answers are compared across all configurations, runs and machines, times never across machines.
- The results (JSON) have the command line of every measurement. Repeat it from the top of a checkout,
  after the command that makes its input.
`
