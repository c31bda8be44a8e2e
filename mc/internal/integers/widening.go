// Package integers looks for ranges of integers without one (P000 Sections 5.1 and 6), so that the
// system in these ranges has the same computations as the system over all integers.
//
// A range is exact if no reachable state has a step over all integers that gives a variable a value
// beyond it. Then the reachable states, their steps and the deadlocks are those over all integers.
// If a range is too small, the ranges of the variables that leave it become at least twice as
// large. In such a range, properties are decided all the same: a run that violates one is a
// violation if the interpreter over all integers takes the same steps.
package integers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Property is a formula about runs that is looked at in ranges that are too small. Run is a
// violation over all integers. Within tells that all runs inside the last ranges satisfy it, as far
// as that is known.
type Property struct {
	Formula *ltol.Formula
	Run     *trace.Trace
	Within  bool
}

// An Answer is what a check in some ranges says of a property: the run violates it, or it holds.
type Answer struct {
	Run   *trace.Trace
	Holds bool
}

// A Widening tries larger and larger ranges.
type Widening struct {
	System *recipe.System
	// Fairness are the conditions of fair runs.
	Fairness   []*ltol.Formula
	Properties []*Property
	// More tells that an exact range is needed also if all these properties are violated.
	More bool
	// First is the least bound of a range that grows, Most the largest one, in size.
	First, Most int
	// Leaving explores the system with ranges, and lists a reachable state for each command that
	// initiates a step with a value beyond them: see report.Inspection.Leaving. It also returns a
	// shortest run to such a state of one command.
	Leaving func(ctx context.Context, ranged *recipe.System, unlimited []bool, of int) ([]recipe.State, *trace.Trace, error)
	// Decide checks properties of the system with ranges, and answers in their order.
	Decide func(ctx context.Context, ranged *recipe.System, properties []*Property) ([]Answer, error)

	// Ranges are those of the locals that have none, by local.
	Ranges []recipe.Interval

	over      *recipe.Interpreter // over all integers
	unlimited []bool              // by local: it has no range
}

// Run returns the system with exact ranges. If there is none, or a limit is reached, it returns the
// error of the limit; [fault.ErrGrows] says that integers may grow without a bound. The properties
// say what is known then. [fault.ErrAllViolated] says that all properties are violated, and nothing
// more is asked.
func (w *Widening) Run(ctx context.Context) (*recipe.System, error) {
	locals, _ := w.System.Unbounded()
	w.over, w.unlimited = recipe.NewQuickInterpreter(w.System), make([]bool, len(w.System.Vars))
	w.Ranges = make([]recipe.Interval, len(w.System.Vars))
	for _, v := range locals {
		w.unlimited[v] = true
		w.widen(v, w.System.Vars[v].Start)
	}
	for {
		ranged, err := w.System.Narrowed(w.Ranges)
		if err != nil || len(locals) == 0 {
			return ranged, err
		}
		if err := w.represented(ranged); err != nil {
			return nil, err
		}
		beyond, err := w.leaving(ctx, ranged)
		if err == nil && len(beyond) == 0 {
			return ranged, nil
		}
		if err == nil {
			err = w.properties(ctx, ranged)
		}
		switch {
		case errors.Is(err, fault.ErrShare):
			return nil, fmt.Errorf("%w, as far as is known: more work is needed than is allowed to find out whether %s", fault.ErrGrows, w.ranges())
		case err != nil:
			return nil, err
		}
		if far := w.grow(beyond); far != nil {
			return nil, w.grows(ctx, ranged, far)
		}
	}
}

// widen makes the range of a local contain an interval. All locals of one type have one range.
func (w *Widening) widen(v int, in recipe.Interval) {
	for other := range w.System.Vars {
		if w.System.Vars[other].Type == w.System.Vars[v].Type {
			r := &w.Ranges[other]
			r.Lo, r.Hi = min(r.Lo, in.Lo), max(r.Hi, in.Hi)
		}
	}
}

// A departure is a step over all integers that gives a local a value beyond its range. The command
// is that of the agent of the local.
type departure struct {
	local     int
	value     int
	command   int
	initiator int // the command that initiates the step
}

// leaving lists departures from ranges; there are none if the ranges are exact.
func (w *Widening) leaving(ctx context.Context, ranged *recipe.System) (out []departure, err error) {
	states, _, err := w.Leaving(ctx, ranged, w.unlimited, -1)
	if err != nil {
		return nil, err
	}
	for _, s := range states {
		before := len(out)
		err := w.over.EachSuccessor(s, func(t recipe.Transition) bool {
			out = append(out, w.departures(t)...)
			return true
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fault.Internal("no step over the integers leaves the ranges in the state %s, where the encoding has one", w.System.StateString(s))
		}
	}
	return out, nil
}

// departures lists those of a transition.
func (w *Widening) departures(t recipe.Transition) (out []departure) {
	for v, r := range w.Ranges {
		value := int(t.Next.Locals[v])
		if !w.unlimited[v] || value >= r.Lo && value <= r.Hi {
			continue
		}
		d := departure{v, value, t.Step.Command, t.Step.Command}
		for _, p := range t.Step.Participants {
			if p.Agent == w.System.Vars[v].Agent {
				d.command = p.Command
			}
		}
		out = append(out, d)
	}
	return out
}

// represented returns an error if the interpreter over all integers may not represent what a step
// from a state inside the ranges computes.
func (w *Widening) represented(ranged *recipe.System) error {
	for i := range ranged.Commands {
		for _, u := range ranged.Commands[i].Updates {
			t := w.System.Vars[u.Var].Type
			if w.unlimited[u.Var] && (u.Expr.Type.Lo < t.Lo || u.Expr.Type.Hi > t.Hi) {
				return fmt.Errorf("%w, as far as is known: `%s` computes numbers beyond %d if %s", fault.ErrGrows,
					w.System.CommandString(i), t.Hi, w.ranges())
			}
		}
	}
	return nil
}

// grow makes ranges at least twice as large. It returns a departure for which a range would be too
// large, nil if there is none.
func (w *Widening) grow(beyond []departure) *departure {
	for _, d := range beyond {
		r := w.Ranges[d.local]
		if d.value > r.Hi {
			r.Hi = max(d.value, min(max(2*r.Hi+1, w.First), w.Most))
		}
		if d.value < r.Lo {
			r.Lo = min(d.value, max(min(2*r.Lo-1, -w.First), -w.Most))
		}
		if d.value > w.Most || d.value < -w.Most {
			return &d
		}
		w.widen(d.local, r)
	}
	return nil
}

// properties decides in ranges what is not known to be violated.
func (w *Widening) properties(ctx context.Context, ranged *recipe.System) error {
	var open []*Property
	for _, p := range w.Properties {
		if p.Run == nil {
			open = append(open, p)
		}
	}
	if len(open) == 0 {
		return ctx.Err()
	}
	answers, err := w.Decide(ctx, ranged, open)
	if err != nil {
		return err
	}
	left := len(open)
	for i, p := range open {
		p.Within = answers[i].Holds && !w.seesRanges(p.Formula)
		if answers[i].Run != nil {
			if p.Run, err = w.confirmed(ctx, answers[i].Run, p.Formula); err != nil {
				return err
			}
		}
		if p.Run != nil {
			left--
		}
	}
	if left == 0 && !w.More {
		return fault.ErrAllViolated
	}
	return ctx.Err()
}

// confirmed is a violation that is one over all integers; nil if it is none. Each step, with all
// agents that take part or do not, each stutter and the fairness of the run are those of the
// interpreter over all integers. If there is no fairness, the first steps are enough if they alone
// violate the property: whatever follows them is a violation.
func (w *Widening) confirmed(ctx context.Context, run *trace.Trace, f *ltol.Formula) (*trace.Trace, error) {
	out := *run
	out.System = w.System
	violates, err := w.violates(ctx, &out, f)
	if !violates && err == nil && len(w.Fairness) == 0 {
		violates, err = w.begins(ctx, &out, f)
	}
	if !violates {
		return nil, err
	}
	return &out, nil
}

// violates reports whether a lasso is a fair computation over all integers that violates the
// formula.
func (w *Widening) violates(ctx context.Context, run *trace.Trace, f *ltol.Formula) (bool, error) {
	if replays, err := w.replays(run); !replays {
		return false, err
	}
	values := trace.Read(ctx, w.over, run)
	if satisfied, err := values.Satisfies(f); satisfied || err != nil {
		return false, err
	}
	return values.SatisfiesAll(w.Fairness)
}

// begins cuts a run to its first steps that violate the formula whatever follows, and reports
// whether these are steps over all integers.
func (w *Widening) begins(ctx context.Context, run *trace.Trace, f *ltol.Formula) (bool, error) {
	n, err := trace.Read(ctx, w.over, run).Decisive(f)
	if n == 0 || err != nil {
		return false, err
	}
	last := trace.Step{State: run.Steps[run.Next(n-1)].State}
	last.Message.Kind = recipe.Stutter
	run.Steps, run.Loop, run.Decisive = append(slices.Clone(run.Steps[:n]), last), -1, n
	if replays, err := w.replays(run); !replays {
		return false, err
	}
	return trace.Read(ctx, w.over, run).Refutes(n, f)
}

// replays reports whether a run is one over all integers.
func (w *Widening) replays(run *trace.Trace) (bool, error) {
	err := run.Replay(w.over)
	if errors.As(err, new(*trace.ReplayError)) {
		return false, nil
	}
	return err == nil, err
}

// seesRanges reports whether a formula or the fairness speaks of commands that are enabled, or of
// deadlocks. In a range that is too small, these are others than over all integers.
func (w *Widening) seesRanges(f *ltol.Formula) bool {
	return slices.ContainsFunc(append(slices.Clone(w.Fairness), f), func(f *ltol.Formula) bool {
		return slices.ContainsFunc(f.Atoms(), func(a ltol.Atom) bool {
			return w.System.Propositions[a.ID].Expr.Any(func(e *recipe.Expr) bool {
				return e.Op == recipe.OpEnabled || e.Op == recipe.OpDeadlock
			})
		})
	})
}

// grows is the error about a variable that leaves every range that is tried. It tells the number of
// steps after which the variable does, unless a limit ends the search for a shortest run, or it is
// no run over all integers.
func (w *Widening) grows(ctx context.Context, ranged *recipe.System, d *departure) error {
	verb, bound := "grows beyond", w.Ranges[d.local].Hi
	if d.value < w.Ranges[d.local].Lo {
		verb, bound = "falls below", w.Ranges[d.local].Lo
	}
	where := fmt.Sprintf("`%s`", w.System.CommandString(d.command))
	alone := make([]bool, len(w.unlimited))
	alone[d.local] = true
	_, run, err := w.Leaving(ctx, ranged, alone, d.initiator)
	if err != nil && !fault.IsLimit(err) {
		return err
	}
	if run != nil {
		out := *run
		out.System = w.System
		replays, err := w.replays(&out)
		if err != nil {
			return err
		}
		if replays {
			where += fmt.Sprintf(", %d steps", len(run.Steps))
		}
	}
	return fmt.Errorf("%w: `%s` %s %d (%s)", fault.ErrGrows, w.System.VariableName(w.System.Vars[d.local].Agent, d.local),
		verb, bound, where)
}

// Also says what is known of a property that is not decided, as the end of a sentence; it is empty
// if nothing is.
func (w *Widening) Also(p *Property) string {
	if !p.Within {
		return ""
	}
	return "; the property holds on all runs in which " + w.ranges()
}

// mostRanges is how many ranges a message tells.
const mostRanges = 3

// ranges says in which ranges the variables are that have none.
func (w *Widening) ranges() string {
	var out []string
	for v, r := range w.Ranges {
		if w.unlimited[v] {
			name := w.System.VariableName(w.System.Vars[v].Agent, v)
			out = append(out, fmt.Sprintf("`%s` is in %d..%d", name, r.Lo, r.Hi))
		}
	}
	if more := len(out) - mostRanges; more > 0 {
		out = append(out[:mostRanges], fmt.Sprintf("%d more are in such ranges", more))
	}
	last := len(out) - 1
	if last == 0 {
		return out[0]
	}
	return strings.Join(out[:last], ", ") + " and " + out[last]
}
