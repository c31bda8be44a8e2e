package mc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
)

// A Model makes its checker, which tells of its progress and of violations.
type Model func(ctx context.Context, tell func(Event)) (*Checker, error)

// An Event is what a session tells while it goes on: a [Progress], [ViolationKnown], [Decided] or
// [Warned].
type Event interface{ event() }

// ViolationKnown tells that a property is violated before its result comes, as the run may be
// another one then: see [WithFound] and [Checker.Shorten].
type ViolationKnown struct{ Result }

// Decided tells the result of a property. Results come in the order of the properties, but those
// with runs that violate a property come last, after shorter runs were looked for.
type Decided struct{ Result }

// Warned tells of warnings about a property that holds. They come after its result.
type Warned struct {
	Property Property
	Warnings []Warning
}

func (Progress) event()       {}
func (ViolationKnown) event() {}
func (Decided) event()        {}
func (Warned) event()         {}

// An Effort says how much work may be done for what is no verdict.
type Effort uint8

const (
	// Nothing does none.
	Nothing Effort = iota
	// Little does what is cheap: a share of the work done for verdicts, on small systems.
	Little
	// Everything goes to the end.
	Everything
)

// A Session is one check of a model: its reachable states, properties, warnings, certificates and
// figures, in this order. It tells events as it goes on, and ends with a report.
type Session struct {
	Model      Model
	Properties []Property
	// Warnings is the effort for warnings. Little looks for all in systems of up to Small diagram
	// nodes, and counts the deadlocks of larger ones. Where that took too much the report has the
	// limit [ErrShare].
	Warnings Effort
	// Small is 10 000 if it is 0.
	Small int
	// Layers is the effort for counting breadth-first layers. Some models have layers that are a
	// thousand times as large as the reachable states.
	Layers Effort
	// Verdicts tells that nobody looks at runs, so that no short ones are looked for.
	Verdicts bool
	// Show adds to each property that holds why it does, if that can be shown.
	Show bool
	// Tell, if it is not nil, is called with events, in the session's goroutine.
	Tell func(Event)
	// Reached, if it is not nil, is called once the reachable states are known, or a limit has kept
	// them from that. An error ends the session.
	Reached func(ctx context.Context, c *Checker, stats SystemStats) error
	// Inspect, if it is not nil, asks further questions at the end.
	Inspect func(ctx context.Context, c *Checker, report *Report)
}

// Run does all of it. Limits make results Unknown and are no error; the report has the one that
// kept it from saying everything about the system. The error is a fault of the model or of the
// specification, or joins internal errors, except those that results have.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	if s == nil || s.Model == nil {
		return nil, misuse("a session without a model")
	}
	a := newAsking(s)
	c, err := s.Model(ctx, a.tell)
	var limit *LimitError
	if errors.As(err, &limit) {
		unencoded := limit.subject
		a.several = unencoded != nil && unencoded.Set.Counterexamples > 1
		for _, p := range s.Properties {
			a.decided(ctx, limit.Result(p))
		}
		if unencoded != nil {
			a.checker = &Checker{s: unencoded, core: decide.Unencoded(unencoded)}
		}
		a.shorten(ctx)
		a.report.Limit, a.report.Stats.Steps = limit, limit.board.Work()
		return a.report, nil
	}
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return a.ask(ctx, c)
}

// asking is a session that runs.
type asking struct {
	*Session
	checker *Checker
	report  *Report
	stats   SystemStats // before the first property
	spent   int         // the work done for warnings
	limit   error       // what kept warnings about properties from being complete
	faults  []error
	known   map[int]bool // by index of a property: its violation was told
	long    []int        // the results whose runs may be longer than they need be, or have others beside them
	several bool         // others are wanted
}

func newAsking(s *Session) *asking {
	return &asking{Session: s, report: &Report{}, known: map[int]bool{}}
}

func (a *asking) tell(e Event) {
	if known, is := e.(ViolationKnown); is {
		if a.known[known.Property.Index] {
			return
		}
		a.known[known.Property.Index] = true
	}
	if a.Tell != nil {
		a.Tell(e)
	}
}

func (a *asking) give(r Result) {
	a.report.Results = append(a.report.Results, r)
	a.tell(Decided{r})
}

// fault keeps an error if it is internal, and reports whether it is.
func (a *asking) fault(err error) bool {
	internal := errors.Is(err, ErrInternal)
	if internal {
		a.faults = append(a.faults, err)
	}
	return internal
}

// ask asks an open checker everything.
func (a *asking) ask(ctx context.Context, c *Checker) (*Report, error) {
	a.checker, a.several = c, c.s.Set.Counterexamples > 1
	stats, err := c.Reach(ctx)
	if a.stats = stats; !errors.Is(err, ErrInternal) {
		_, err = c.Compare(ctx)
	}
	if errors.Is(err, ErrInternal) { // which decides nothing
		for _, p := range a.Properties {
			a.report.Results = append(a.report.Results, Result{Property: p}.failed(err))
		}
		return a.report, err
	}
	if a.Reached != nil {
		if err := a.Reached(ctx, c, stats); err != nil {
			return nil, err
		}
	}
	a.report.Results = slices.Grow(a.report.Results, len(a.Properties))
	c.CheckProperties(ctx, a.Properties, func(r Result) { a.decided(ctx, r) })
	a.shorten(ctx)
	a.finish(ctx)
	return a.report, errors.Join(a.faults...)
}

// decided hands out a result, and looks for warnings about it.
func (a *asking) decided(ctx context.Context, r Result) {
	if a.Show && r.Verdict == Holds {
		a.fault(a.checker.Show(ctx, &r))
	}
	if r.Verdict == Violated && (r.Trace != nil || r.Witness != nil && a.several) && !a.Verdicts {
		a.long = append(a.long, len(a.report.Results))
		a.report.Results = append(a.report.Results, r)
		a.tell(ViolationKnown{r})
		return
	}
	a.give(r)
	if r.Verdict != Holds || !a.warns(&a.stats) {
		return
	}
	var found []Warning
	err := a.aside(0, func() (err error) {
		found, err = a.checker.Vacuity(ctx, r.Property)
		return err
	})
	if !a.fault(err) && errors.Is(err, ErrShare) {
		a.limit = err
	}
	if len(found) > 0 {
		last := &a.report.Results[len(a.report.Results)-1]
		last.Warnings = append(last.Warnings[:len(last.Warnings):len(last.Warnings)], found...)
		a.tell(Warned{r.Property, found})
	}
}

// shorten looks for shorter runs, once all verdicts are told.
func (a *asking) shorten(ctx context.Context) {
	for _, i := range a.long {
		r := &a.report.Results[i]
		if err := a.checker.Shorten(ctx, r); a.fault(err) {
			*r = r.failed(err)
		}
		a.tell(Decided{*r})
	}
}

const (
	smallSystem = 10_000 // nodes of the reachable states
	// Warnings take one warningShare-th of the work, or leastWarning steps if that is more.
	warningShare, leastWarning = 8, 50_000
	// leastLayers is how many steps counting layers may take, or as many as all the rest.
	leastLayers = 5_000_000
)

// warns reports whether to look for everything that deserves a warning.
func (a *asking) warns(stats *SystemStats) bool {
	small := stats.ReachableNodes <= cmp.Or(a.Small, smallSystem)
	return stats.Reached && (a.Warnings == Everything || a.Warnings == Little && small)
}

// aside looks for warnings within what is left of their work, or so many steps if that is more.
func (a *asking) aside(least int, look func() error) error {
	before := a.checker.Work()
	defer func() { a.spent += a.checker.Work() - before }()
	if a.Warnings == Everything || len(a.Properties) == 0 {
		return look()
	}
	budget := max((before-a.spent)/warningShare-a.spent, leastWarning-a.spent, least)
	return a.checker.Within(budget, look)
}

// finish says what there is to say about the system.
func (a *asking) finish(ctx context.Context) {
	r, c := a.report, a.checker
	var err error
	r.Stats, r.Limit = c.Reach(ctx)
	r.Certificate, err = c.Compare(ctx)
	a.fault(err) // a limit was met before
	r.Order = c.Order()
	a.inspect(ctx)
	if a.Layers > Nothing {
		r.Stats.Layers = c.FewLayers(ctx)
	}
	if a.Layers == Everything && r.Stats.Layers == 0 && r.Stats.Reached {
		a.fault(c.Within(max(c.Work(), leastLayers), func() (err error) {
			r.Stats.Layers, err = c.Layers(ctx)
			return err
		}))
	}
	if a.Inspect != nil {
		a.Inspect(ctx, c, r)
	}
	r.Limit = cmp.Or(r.Limit, a.limit)
}

// inspect looks for warnings about the system.
func (a *asking) inspect(ctx context.Context) {
	r := a.report
	if a.warns(&r.Stats) {
		err := a.aside(leastWarning/2, func() (err error) {
			r.Warnings, err = a.checker.Warnings(ctx)
			return err
		})
		if !a.fault(err) && err != nil {
			r.Limit = err
		}
		if !errors.Is(err, ErrShare) || len(r.Warnings) > 0 {
			return
		}
	}
	open := a.checker.sys != nil && a.checker.sys.IsOpen() // agents outside may always stop
	dead := r.Stats.Reached && !open && r.Stats.Deadlocks.Sign() > 0
	if a.Warnings > Nothing && dead && len(r.Warnings) == 0 {
		r.Warnings = []Warning{{
			Code: CodeDeadlock, Pos: a.checker.Position(),
			Message: fmt.Sprintf("%s of %s reachable states are deadlocks "+
				"(`rcheck-bdd reach` shows a shortest run to one)", r.Stats.Deadlocks, r.Stats.States),
		}}
	}
}
