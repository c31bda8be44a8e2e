package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Label is the property's name, or its number if it has none, and the conjunct that was checked, if
// it was one only.
func (r *Result) Label() string {
	label := cmp.Or(r.Name, strconv.Itoa(r.Index))
	if r.Conjunct > 0 {
		label += fmt.Sprintf(" (conjunct %d)", r.Conjunct)
	}
	return label
}

// expectation says how the verdict meets what was expected, if anything was; it is followed by a
// formula.
func (r *Result) expectation() string {
	switch {
	case r.Expected == "":
		return ""
	case r.AsExpected():
		return "as expected: "
	}
	return "expected " + r.Expected + ": "
}

// reading says what strategies depend on, before a formula; nothing if they depend on the whole state.
func (r *Result) reading() string {
	if r.Ability == "" || r.Ability == "perfect" {
		return ""
	}
	return "[" + r.Ability + "] "
}

// Text prints a check as it goes: a line per property, then the traces.
type Text struct {
	W     io.Writer
	Style terminal.Style
	// Columns is the width of a line, 0 if it does not matter.
	Columns int
	View

	labels int
}

// Begin starts the lines of a file whose properties have the given labels. The heading may be
// empty.
func (t *Text) Begin(heading string, labels []string) {
	if heading != "" {
		fmt.Fprintf(t.W, "%s\n", t.Style.Strong(heading+":"))
	}
	t.labels = 1
	for _, l := range labels {
		t.labels = max(t.labels, utf8.RuneCountInString(l))
	}
}

// Line prints the line of one property: verdict, name or number, time, size of the search, and then
// the formula, as far as there is room for it, or what prevented an answer, in any case.
func (t *Text) Line(r *Result) {
	label := r.Label() + strings.Repeat(" ", t.labels-utf8.RuneCountInString(r.Label()))
	size := r.Stats.size()
	if r.Sizes != nil {
		size = r.Sizes.size()
	}
	head := fmt.Sprintf("%-8s  %s  %8.3fs  %8s  ", r.Verdict, label, r.Seconds, size)
	what := r.reading() + r.expectation() + r.Sizes.Text(r.Verdict) + oneLine(r.Formula)
	if room := t.Columns - utf8.RuneCountInString(head); t.Columns > 0 && utf8.RuneCountInString(what) > max(room, 1) {
		what = string([]rune(what)[:max(room-1, 0)]) + "…"
	}
	if r.Verdict == "unknown" {
		what = r.reading() + r.expectation() + r.Sizes.Text(r.Verdict) + oneLine(r.Reason)
	}
	verdict := t.verdict(r)
	fmt.Fprintf(t.W, "%s%s%s\n", verdict, head[len(r.Verdict):], what)
}

// size is how much was searched.
func (s *PropertyStats) size() string {
	switch {
	case s == nil:
		return "0 nodes"
	case s.ProductNodes == 0 && s.Clauses > 0:
		return counted(s.Clauses, "clause")
	case s.ProductNodes == 0 && s.InvariantNodes > 0:
		return counted(s.InvariantNodes, "node")
	case s.ProductNodes == 0 && s.Orbits > 0:
		return counted(s.Orbits, "orbit")
	}
	return counted(s.ProductNodes, "node")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// verdict is painted by what it means for the check.
func (t *Text) verdict(r *Result) string {
	switch {
	case r.AsExpected():
		return t.Style.Good(r.Verdict)
	case r.Verdict == "unknown":
		return t.Style.Doubt(r.Verdict)
	}
	return t.Style.Bad(r.Verdict)
}

// Details prints what there is to say beyond the line of a property, until the context ends: then
// it returns its error.
func (t *Text) Details(ctx context.Context, r *Result) error {
	if r.Explanation != nil {
		if err := t.example(ctx, r); err != nil {
			return err
		}
	}
	if err := t.trace(ctx, r); err != nil {
		return err
	}
	if err := t.further(ctx, r); err != nil {
		return err
	}
	return t.witness(ctx, r)
}

// trace prints why a property is violated.
func (t *Text) trace(ctx context.Context, r *Result) error {
	if r.Trace == nil {
		return nil
	}
	fmt.Fprintf(t.W, "\n%s %s\n", t.Style.Strong("Property "+r.Label()+" is violated"+r.asExpected()+":"), oneLine(r.Formula))
	return t.run(ctx, r.Trace)
}

// run prints a run that violates a property.
func (t *Text) run(ctx context.Context, run *trace.Trace) error {
	options := t.Options(t.Style)
	if err := run.WriteText(ctx, t.W, options); err != nil {
		return err
	}
	states := len(run.Steps)
	last := run.Steps[states-1]
	if last.Message.Kind == recipe.Stutter && run.Needed(options) == states {
		text, err := trace.BlockedText(ctx, recipe.NewInterpreter(run.System), last.State, options)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.W, "%s\n%s", t.Style.Strong("What the agents wait for there:"), text)
	}
	return nil
}

// withoutText names the commands that a run does without.
func withoutText(commands []CommandName) string {
	var parts []string
	for i := 0; i < len(commands); {
		var agents []string
		at := commands[i]
		for ; i < len(commands) && commands[i].Position == at.Position && commands[i].shown == at.shown; i++ {
			agents = append(agents, commands[i].Agent)
		}
		text := trace.Together(agents, at.shown)
		if at.Position != "" { // agents outside have none, and actions
			text += " (" + at.Position + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// further prints more runs that violate a property, as far as they were asked for.
func (t *Text) further(ctx context.Context, r *Result) error {
	if r.Further == nil {
		return nil
	}
	for i, run := range r.Further.Runs {
		head := fmt.Sprintf("Counterexample %d of property %s, without", i+2, r.Label())
		fmt.Fprintf(t.W, "\n%s %s:\n", t.Style.Strong(head), withoutText(run.Without))
		var err error
		if run.Explanation != nil {
			err = run.Explanation.WriteText(ctx, t.W, t.Options(t.Style))
		} else {
			err = t.run(ctx, run.Trace)
		}
		if err != nil {
			return err
		}
	}
	if r.Further.Reason != "" {
		head := fmt.Sprintf("Property %s has no further counterexample here:", r.Label())
		fmt.Fprintf(t.W, "\n%s %s.\n", t.Style.Strong(head), r.Further.Reason)
	}
	return nil
}

// witness prints a run on which a property is true.
func (t *Text) witness(ctx context.Context, r *Result) error {
	if r.Witness == nil {
		return nil
	}
	fmt.Fprintf(t.W, "\n%s %s\n", t.Style.Strong("Property "+r.Label()+" holds. This run satisfies it:"), oneLine(r.Formula))
	return r.Witness.WriteText(ctx, t.W, t.Options(t.Style))
}

// asExpected says so if a property is expected to be as it is.
func (r *Result) asExpected() string {
	if r.Expected != "" && r.AsExpected() {
		return ", as expected"
	}
	return ""
}

// example prints an initial state in which a formula about states holds or does not, and why.
func (t *Text) example(ctx context.Context, r *Result) error {
	fmt.Fprintf(t.W, "\n%s %s\n", t.Style.Strong("Property "+r.Label()+" "+isVerdict(r)+r.asExpected()+":"), r.reading()+oneLine(r.Formula))
	return r.Explanation.WriteText(ctx, t.W, t.Options(t.Style))
}

func isVerdict(r *Result) string {
	if r.Verdict == "holds" {
		return "holds"
	}
	return "is violated"
}

// Stats prints the figures of a file.
func (t *Text) Stats(s *Stats) {
	if s == nil {
		return
	}
	fmt.Fprintln(t.W)
	row := func(what, value string) {
		if value != "" {
			fmt.Fprintf(t.W, "%-24s %s\n", what, value)
		}
	}
	row("reachable states", s.ReachableStates)
	row("deadlock states", s.DeadlockStates)
	row("orbits", positive(s.Orbits))
	row("layers", positive(s.Layers))
	row("interactions", strconv.Itoa(s.Interactions))
	row("variables", strconv.Itoa(s.Variables))
	row("nodes of reachable states", positive(s.ReachableNodes))
	row("images", strconv.Itoa(s.Images))
	row("steps", strconv.Itoa(s.Steps))
	row("order", strings.Join(s.Order, ", "))
	row("engine", s.Engine)
	row("peak nodes", strconv.Itoa(s.PeakNodes))
	row("memory of tables", bytesText(s.MemoryBytes))
	row("time to encode", secondsText(s.Encode.Seconds))
	row("time to reach", secondsText(s.Reach.Seconds))
	row("time in all", secondsText(s.Seconds))
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func secondsText(s float64) string { return fmt.Sprintf("%.3fs", s) }

// bytesText is a number of bytes in the largest unit of which there is at least one.
func bytesText(n int64) string {
	units := strings.Fields("B KiB MiB GiB TiB")
	v := float64(n)
	i := 0
	for v >= 1024 && i+1 < len(units) {
		v /= 1024
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}
