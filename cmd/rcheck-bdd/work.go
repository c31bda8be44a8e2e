package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// work is the check of one model. It runs in a goroutine of its own, so that what it has found can
// be reported even while it is inside an operation that nothing can interrupt.
type work struct {
	flags      *checkFlags
	model      *model
	properties []mc.Property // the selected ones

	results   chan *finding // in the order of properties, but for violations that are known before
	left      chan struct{} // closed when follow no longer receives results
	announced map[int]bool  // by index: those that were
	done      chan ending

	loaded []byte       // reachable states, or nil
	family *sizes.Model // what runAll checks

	body func(context.Context) // what follow starts: run

	overtime time.Duration // how much real time it may take after its time is up

	mu    sync.Mutex
	now   mc.Progress
	since time.Time // when the property at work was begun
}

// A finding is a result, with what is new about it.
type finding struct {
	mc.Result
	part  part
	sizes *report.Sizes // what is known of all sizes, if that was asked for
	below error         // why smaller sizes are none of these, if they are not
	// system is the one of a result, if that is not the model's own.
	system *recipe.System
}

// The parts of what is found out about a property: its line and all else at once, or the line of a
// violation first and all else in its turn; then warnings, perhaps.
type part uint8

const (
	whole part = iota
	lineAlone
	restAlone
	warningsAlone
)

// An ending is what a check leaves besides its results.
type ending struct {
	report mc.Report
	// saved are the reachable states, if they are to be saved and are known.
	saved []byte
	err   error // not a limit, nor one that some result has
}

// ahead is how many results the check may have found that nobody has shown and recorded yet. Then
// it waits. So little is left to show when a limit is reached.
const ahead = 64

func newWork(flags *checkFlags, m *model, selected *selection) *work {
	w := &work{
		flags: flags, model: m, done: make(chan ending, 1), overtime: overtime, announced: map[int]bool{},
		results: make(chan *finding, ahead), left: make(chan struct{}),
	}
	w.properties = selected.of(m.properties())
	if at := flags.conjunct; at > 0 {
		var parts []mc.Property
		for _, p := range w.properties {
			if all := conjunctsOf(p); at <= len(all) {
				parts = append(parts, all[at-1])
			}
		}
		w.properties = parts
	}
	w.body = w.run
	return w
}

// properties are those that the model states, and those that were added.
func (m *model) properties() []mc.Property {
	if m.ispl != nil {
		return rcp.OfISPL(m.ispl).Properties
	}
	return rcp.Specification(m.program).Properties
}

// conjunctsOf are the parts that a property is checked in. Each part has all assumptions.
func conjunctsOf(p mc.Property) (out []mc.Property) {
	if p.State != nil {
		for _, p.State = range p.State.Conjuncts() {
			out = append(out, p)
		}
		return out
	}
	parts := (*ltol.Formula).Conjuncts
	if p.Assumed != nil {
		parts = (*ltol.Formula).Consequences
	}
	for _, p.Formula = range parts(p.Formula) {
		out = append(out, p)
	}
	return out
}

// end tells how the work has ended. It is deferred.
func (w *work) end(as *ending) {
	if r := recover(); r != nil {
		*as = ending{err: fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, r, debug.Stack())}
	}
	w.done <- *as
}

// run runs the session.
func (w *work) run(ctx context.Context) {
	var end ending
	defer w.end(&end)
	session := w.session()
	session.Tell = w.tell
	if w.flags.save != "" {
		before := session.Reached
		session.Reached = func(ctx context.Context, c *mc.Checker, stats mc.SystemStats) error {
			if before != nil {
				if err := before(ctx, c, stats); err != nil {
					return err
				}
			}
			var saved bytes.Buffer
			err := c.SaveReachable(ctx, &saved)
			if end.saved = saved.Bytes(); mc.IsLimit(err) {
				end.saved, err = nil, nil
			}
			return err
		}
	}
	report, err := session.Run(ctx)
	if end.err = err; report != nil {
		end.report = *report
	}
}

// session is what the flags ask for.
func (w *work) session() *mc.Session {
	s := &mc.Session{
		Properties: w.properties, Show: w.flags.witness, Warnings: w.flags.warningEffort(),
		Verdicts: w.runless(),
	}
	if w.model.ispl != nil {
		w.isplSession(s)
	} else {
		spec := rcp.Fairness(w.model.program)
		spec.Properties = w.properties
		s.Model = mc.ModelOf(w.model.program.System, spec, w.options()...)
	}
	switch {
	case w.flags.stats:
		s.Layers = mc.Everything
	case w.flags.documents.json != "":
		s.Layers = mc.Little
	}
	return s
}

// runless reports whether nobody looks at runs, verdictsAlone whether nothing but verdicts is
// wanted.
func (w *work) runless() bool { return w.flags.quiet && !w.flags.documents.any() }

func (w *work) verdictsAlone() bool {
	return w.runless() && w.flags.warningEffort() == mc.Nothing && !w.flags.stats && w.flags.save == "" &&
		w.flags.certify == 0
}

// tell passes on what the session tells, in its goroutine.
func (w *work) tell(e mc.Event) {
	switch e := e.(type) {
	case mc.Progress:
		w.note(e)
	case mc.ViolationKnown:
		w.announced[e.Property.Index] = true
		w.give(&finding{Result: e.Result, part: lineAlone})
	case mc.Decided:
		f := finding{Result: e.Result}
		if w.announced[e.Property.Index] && e.Verdict == mc.Violated { // an internal error takes it back
			f.part = restAlone
		}
		w.give(&f)
	case mc.Warned:
		w.give(&finding{Result: mc.Result{Property: e.Property, Warnings: e.Warnings}, part: warningsAlone})
	}
}

// give passes on a finding, unless nobody receives it any more.
func (w *work) give(f *finding) {
	select {
	case w.results <- f:
	case <-w.left:
	}
}

// symmetries are the uses of interchangeable agents by the values of --symmetry.
var symmetries = map[string]mc.Symmetry{"auto": mc.SymmetryAuto, "off": mc.SymmetryOff, "orbits": mc.SymmetryOrbits}

// encoding are the options of the encoding.
func (w *work) encoding() symbolic.Options {
	encoding := w.flags.engine.encoding()
	if jobs := min(w.flags.jobs, len(w.properties)); jobs > 1 { // each has diagrams besides those of all
		encoding.BDD.MaxBytes = encoding.BDD.MaxBytes / int64(jobs+1)
	}
	return encoding
}

// encoded are the options that say how states are stored, also those of a family's single sizes.
func (w *work) encoded() []mc.Option {
	symmetry := symmetries[w.flags.symmetry]
	if symmetry == mc.SymmetryAuto && w.flags.save != "" {
		symmetry = mc.SymmetryConjuncts // the set is asked for
	}
	return []mc.Option{mc.WithEncoding(w.encoding()), mc.WithSymmetry(symmetry)}
}

func (w *work) options() []mc.Option {
	by := w.flags.by
	if w.flags.ends == "error" && len(by) == 0 {
		by = []string{"diagrams"} // what others decide would end the exploration
	}
	options := append(w.encoded(),
		mc.WithEngines(by...),
		mc.WithAbility(abilities[w.flags.ability], w.flags.abilitySteps),
		mc.WithReachable(w.loaded),
		mc.WithJobs(w.flags.jobs),
		mc.WithCounterexamples(w.flags.counterexamples),
		mc.WithPropertyTimeout(w.flags.propertyTimeout),
	)
	if w.flags.stats {
		options = append(options, mc.WithFigures())
	}
	if w.runless() {
		options = append(options, mc.WithoutReasons())
	}
	if w.verdictsAlone() {
		options = append(options, mc.WithVerdictsAlone())
	}
	if w.flags.shortest {
		options = append(options, mc.WithShortestRuns())
	}
	if w.flags.certify > 0 {
		options = append(options, mc.WithCertificates(w.flags.certify))
	}
	return options
}

// note keeps what the checker says of its progress. It is called in the checker's goroutine.
func (w *work) note(p mc.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p.Property != w.now.Property {
		w.since = time.Now()
	}
	w.now = p
}

// resume begins the time of the property at work anew: the check may have waited until a result was
// shown.
func (w *work) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
}

// progress returns what note kept.
func (w *work) progress() (now mc.Progress, since time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, w.since
}

// follow does the work, calls each for the results as they come, and returns when it has ended. If
// it goes on after a limit on time, by more than the grace, follow leaves it to itself and makes up
// the missing results as unknown.
func (w *work) follow(ctx context.Context, progress *terminal.Progress, each func(*finding)) ending {
	go w.body(ctx)
	defer close(w.left)
	watch := time.NewTicker(watchInterval)
	defer watch.Stop()
	// received are, by index, the findings of which more is to come; nil where all is there.
	received := make(map[int]*finding, len(w.properties))
	receive := func(f *finding) {
		received[f.Property.Index] = nil
		if f.part == lineAlone {
			received[f.Property.Index] = f
		}
		each(f)
		w.resume()
	}
	missing := func(result func(mc.Property) mc.Result) {
		for _, p := range w.properties {
			switch f, met := received[p.Index]; {
			case !met:
				receive(&finding{Result: result(p)})
			case f != nil:
				receive(&finding{Result: f.Result, part: restAlone})
			}
		}
	}
	var expired moment
	ended := ctx.Done()
	for {
		select {
		case <-ended:
			ended, expired = nil, now()
			watch.Reset(endInterval)
		case r := <-w.results:
			receive(r)
		case end := <-w.done:
			for len(w.results) > 0 {
				receive(<-w.results)
			}
			if end.err == nil {
				return end
			}
			missing(func(p mc.Property) mc.Result { return mc.Result{Property: p, Reason: "an error ended the check"} })
			return end
		case <-watch.C:
			now, _ := w.progress()
			progress.Show(func() string { return describe(w.model.name, now) })
			if !w.overdue(expired) {
				continue
			}
			for len(w.results) > 0 {
				receive(<-w.results)
			}
			missing(func(p mc.Property) mc.Result { return w.abandoned(ctx, p) })
			left := w.abandoned(ctx, mc.Property{})
			return ending{report: mc.Report{Limit: errors.New(left.Reason)}}
		}
	}
}

// overdue reports whether a limit was passed by more than is granted; expired is when the context
// was seen to be done.
func (w *work) overdue(expired moment) bool {
	if !expired.at.IsZero() && expired.past(grace, w.overtime) {
		return true
	}
	now, since := w.progress()
	limit := w.flags.propertyTimeout
	return limit > 0 && now.Property > 0 && time.Since(since) > limit+w.overtime
}

// abandoned is the result of a property that an operation that does not stop in time keeps from
// being decided.
func (w *work) abandoned(ctx context.Context, p mc.Property) mc.Result {
	now, _ := w.progress()
	cause := ctx.Err()
	if cause == nil {
		cause = context.DeadlineExceeded
	}
	err := &mc.LimitError{Phase: now.Phase, Images: now.Images, Rounds: now.Rounds, Nodes: now.Nodes, Err: cause}
	return mc.Result{Property: p, Reason: err.Error() + ", in an operation that did not stop in time", Err: err}
}
