package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

const (
	// watchInterval is how often the watchdog looks.
	watchInterval = 50 * time.Millisecond
	// grace is how much processor time a check may take after its time is up: operations of some engines cannot be interrupted.
	grace = 200 * time.Millisecond
	// usualPatience is how much real time it may take; on a machine that does much else, that is little processor time.
	usualPatience = 5 * time.Second
)

// work is the check of one model. It runs in a goroutine of its own, so that what it has found can be reported even while it is
// inside an operation that nothing can interrupt.
type work struct {
	flags      *checkFlags
	name       string
	program    *rcheck.Program
	properties []mc.Property // the selected ones

	results chan finding // in the order of properties, but for violations that are known before
	told    map[int]bool // by index: those that were
	done    chan ending

	loaded []byte // reachable states, or nil

	body func(context.Context) // what follow starts: run

	patience time.Duration // how much real time it may take after its time is up

	warned int // the work done for warnings, in steps of diagrams

	mu    sync.Mutex
	now   mc.Progress
	since time.Time // when the property at work was begun
}

// A finding is a result, with what is new about it.
type finding struct {
	mc.Result
	part part
}

// The parts of what is found out about a property: its line and all else at once, or the line of a violation first and all else
// in its turn; then warnings, perhaps.
type part uint8

const (
	whole part = iota
	lineAlone
	restAlone
	warningsAlone
)

// give hands out a result, without its line if that was handed out early and is still true: it is not where an internal error takes
// the verdict back.
func (w *work) give(r mc.Result) {
	f := finding{Result: r}
	if w.told[r.Property.Index] && r.Verdict == mc.Violated {
		f.part = restAlone
	}
	w.results <- f
}

// announce hands out the line of a violation.
func (w *work) announce(r mc.Result) {
	w.told[r.Property.Index] = true
	w.results <- finding{r, lineAlone}
}

// ending is what a check leaves beside its results.
type ending struct {
	stats    mc.SystemStats
	order    []string // of the encoded variables
	warnings []mc.Warning
	// certificate is what was compared with the explicit semantics.
	certificate mc.Certificate
	// saved are the reachable states, if they are to be saved and are known.
	saved []byte
	// limit is what kept the work from saying everything about the system, whatever its properties; nil if nothing did.
	limit error
	err   error // not a limit, nor one that some result has
}

func newWork(flags *checkFlags, m *model, selected *selection) *work {
	w := &work{flags: flags, name: m.name, program: m.program, done: make(chan ending, 1), patience: usualPatience, told: map[int]bool{}}
	for _, spec := range m.program.Specs {
		if selected.selects(spec.Index, spec.Name) {
			p := rcp.Property(spec)
			if flags.conjunct > 0 {
				parts := conjunctsOf(spec)
				if flags.conjunct > len(parts) {
					continue
				}
				p.Formula = parts[flags.conjunct-1]
			}
			w.properties = append(w.properties, p)
		}
	}
	w.results = make(chan finding, 3*len(w.properties))
	w.body = w.run
	return w
}

// conjunctsOf are the parts that a property is checked in, a formula about states in one.
func conjunctsOf(s *rcheck.Spec) []*ltol.Formula {
	if s.Formula == nil {
		return []*ltol.Formula{nil}
	}
	return s.Formula.Conjuncts()
}

// run checks the properties one after the other.
func (w *work) run(ctx context.Context) {
	var end ending
	defer func() {
		if r := recover(); r != nil {
			end = ending{err: fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, r, debug.Stack())}
		}
		w.done <- end
	}()
	spec := rcp.Fairness(w.program)
	spec.Properties = w.properties
	checker, err := mc.NewChecker(ctx, w.program.System, spec, w.options()...)
	var limit *mc.LimitError
	if errors.As(err, &limit) {
		for _, p := range w.properties {
			w.give(limit.Result(p))
		}
		end.limit = limit
		return
	}
	if err != nil {
		end.err = err
		return
	}
	defer checker.Close()
	stats, err := checker.Reach(ctx)
	if !isInternal(err) {
		_, err = checker.Compare(ctx)
	}
	if isInternal(err) {
		end.err = err
		return
	}
	if w.flags.save != "" && !mc.IsLimit(err) {
		var saved bytes.Buffer
		if err := checker.SaveReachable(ctx, &saved); err == nil {
			end.saved = saved.Bytes()
		} else if !mc.IsLimit(err) {
			end.err = err
			return
		}
	}
	var used error // the share of the work that warnings have
	checker.CheckProperties(ctx, w.properties, func(r mc.Result) {
		if r.Verdict == mc.Holds && r.Property.State == nil && w.flags.witness {
			r.Trace = witness(ctx, checker, r.Property)
		}
		if r.Verdict == mc.Holds && r.Property.State != nil && w.flags.witness {
			var err error
			if r.Witness, err = checker.ExplainStates(ctx, r.Property); isInternal(err) {
				end.err = errors.Join(end.err, err)
			}
		}
		w.give(r)
		if r.Verdict == mc.Holds && w.flags.warnOfAll(&stats) {
			err := w.warning(ctx, checker, 0, func(ctx context.Context) (err error) {
				r.Warnings, err = checker.Vacuity(ctx, r.Property)
				return err
			})
			if isInternal(err) {
				end.err = errors.Join(end.err, err)
			} else if errors.Is(err, mc.ErrShare) {
				used = err
			}
			w.results <- finding{r, warningsAlone}
		}
	})
	w.inspect(ctx, checker, &end)
	if end.limit == nil {
		end.limit = used
	}
}

// warnings take one warningShare-th of what was done for the properties, or leastWarning steps of diagrams if that is more.
const warningShare, leastWarning = 8, 50_000

// warning looks for what deserves a warning, to the end if that was asked for, else within what is left of the share that it may take,
// or so many steps of diagrams if that is more.
func (w *work) warning(ctx context.Context, checker *mc.Checker, least int, look func(context.Context) error) error {
	before := checker.Work()
	defer func() { w.warned += checker.Work() - before }()
	if w.flags.warnings != "auto" || len(w.properties) == 0 || w.flags.deny.deniesOther(mc.CodeDeadlock) {
		return look(ctx)
	}
	budget := max((before-w.warned)/warningShare-w.warned, leastWarning-w.warned, least)
	return checker.Within(budget, func() error { return look(ctx) })
}

// inspect gathers what there is to say about the system, whatever its properties.
func (w *work) inspect(ctx context.Context, checker *mc.Checker, end *ending) {
	end.stats, end.limit = checker.Reach(ctx)
	end.certificate, _ = checker.Compare(ctx) // whose error was met before, or is the same limit
	if w.flags.stats {
		end.order = checker.Model().Order()
	}
	if w.flags.warnOfAll(&end.stats) {
		var warnings []mc.Warning
		err := w.warning(ctx, checker, leastWarning/2, func(ctx context.Context) (err error) {
			warnings, err = checker.Warnings(ctx)
			return err
		})
		if errors.Is(err, mc.ErrShare) && len(warnings) == 0 && end.stats.Deadlocks.Sign() > 0 {
			warnings = []mc.Warning{w.deadlocks(&end.stats)}
		}
		if isInternal(err) {
			end.err = errors.Join(end.err, err)
		} else if err != nil {
			end.limit = err
		}
		end.warnings = warnings
	} else if w.flags.warn() && end.stats.Reached && end.stats.Deadlocks.Sign() > 0 {
		end.warnings = []mc.Warning{w.deadlocks(&end.stats)}
	}
	if w.flags.stats || w.flags.documents.json != "" {
		end.stats.Layers = fewLayers(ctx, checker.Interpreter(), &end.stats)
	}
	if w.flags.stats && end.stats.Layers == 0 && end.stats.Reached {
		err := checker.Within(max(checker.Work(), leastLayers), func() (err error) {
			end.stats.Layers, err = checker.Layers(ctx)
			return err
		})
		if isInternal(err) {
			end.err = errors.Join(end.err, err)
		}
	}
}

// leastLayers is how many steps of diagrams counting layers may take where --stats asks for it, or as many as all the rest if that is
// more: some models have layers that are a thousand times as large as the reachable states.
const leastLayers = 5_000_000

// deadlocks is the warning about the deadlocks of a large system.
func (w *work) deadlocks(stats *mc.SystemStats) mc.Warning {
	return mc.Warning{
		Code: mc.CodeDeadlock, Pos: w.program.System.Agents[0].Pos,
		Message: fmt.Sprintf("%s of %s reachable states are deadlocks (`rcheck-bdd reach` shows a shortest run to one)", stats.Deadlocks, stats.States),
	}
}

// fewStates is how many reachable states a system may have for its layers to be counted one by one, which takes no time.
const fewStates = 20_000

// fewLayers is the number of breadth-first layers of a system with few reachable states, and 0 if there are too many.
func fewLayers(ctx context.Context, in *recipe.Interpreter, stats *mc.SystemStats) int {
	if !stats.Reached || stats.States.Cmp(big.NewInt(fewStates)) > 0 {
		return 0
	}
	graph, err := recipe.Explore(ctx, in, fewStates)
	if err != nil {
		return 0
	}
	return len(graph.Layers)
}

// symmetries are the uses of interchangeable agents by the values of --symmetry.
var symmetries = map[string]mc.Symmetry{"auto": mc.SymmetryAuto, "off": mc.SymmetryOff, "orbits": mc.SymmetryOrbits}

func (w *work) options() []mc.Option {
	encoding := w.flags.engine.encoding()
	if jobs := min(w.flags.jobs, len(w.properties)); jobs > 1 { // each has diagrams beside those of all
		encoding.BDD.MaxBytes = encoding.BDD.MaxBytes / int64(jobs+1)
	}
	symmetry := symmetries[w.flags.symmetry]
	if symmetry == mc.SymmetryAuto && w.flags.save != "" {
		symmetry = mc.SymmetryConjuncts // the set is asked for
	}
	options := []mc.Option{
		mc.WithEncoding(encoding),
		mc.WithFound(w.announce),
		mc.WithProgress(w.note),
		mc.WithAbility(abilities[w.flags.ability], w.flags.abilitySteps),
		mc.WithSymmetry(symmetry),
		mc.WithReachable(w.loaded),
		mc.WithJobs(w.flags.jobs),
		mc.WithPropertyTimeout(w.flags.propertyTimeout),
	}
	if w.flags.stats {
		options = append(options, mc.WithFigures())
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

// progress returns what note kept.
func (w *work) progress() (now mc.Progress, since time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, w.since
}

func (w *work) describe() string {
	now, _ := w.progress()
	text := terminal.Name(w.name) + ": "
	if now.Property > 0 {
		text += fmt.Sprintf("property %d: ", now.Property)
	}
	return text + fmt.Sprintf("%s (%d images, %d rounds, %d nodes)", now.Phase, now.Images, now.Rounds, now.Nodes)
}

// follow does the work, calls each for the results as they come, and returns when it has ended. If it goes on after a limit on
// time, by more than the grace, follow leaves it to itself and makes up the missing results as unknown.
func (w *work) follow(ctx context.Context, progress *terminal.Progress, each func(*finding)) ending {
	go w.body(ctx)
	watch := time.NewTicker(watchInterval)
	defer watch.Stop()
	received := map[int]*finding{} // by index
	receive := func(f finding) {
		received[f.Property.Index] = &f
		each(&f)
	}
	missing := func(result func(mc.Property) mc.Result) {
		for _, p := range w.properties {
			switch f := received[p.Index]; {
			case f == nil:
				receive(finding{Result: result(p)})
			case f.part == lineAlone:
				receive(finding{f.Result, restAlone})
			}
		}
	}
	var expired moment
	for {
		select {
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
			progress.Show(w.describe)
			if expired.at.IsZero() && ctx.Err() != nil {
				expired = moment{time.Now(), processorTime()}
			}
			if !w.overdue(expired) {
				continue
			}
			for len(w.results) > 0 {
				receive(<-w.results)
			}
			missing(func(p mc.Property) mc.Result { return w.abandoned(ctx, p) })
			left := w.abandoned(ctx, mc.Property{})
			return ending{limit: errors.New(left.Reason)}
		}
	}
}

// moment is a point in time, on the clock and in the processor time of the process.
type moment struct {
	at  time.Time
	cpu time.Duration
}

// overdue reports whether a limit was passed by more than is granted; expired is when the context was seen to be done.
func (w *work) overdue(expired moment) bool {
	if !expired.at.IsZero() && (processorTime()-expired.cpu > grace || time.Since(expired.at) > w.patience) {
		return true
	}
	now, since := w.progress()
	limit := w.flags.propertyTimeout
	return limit > 0 && now.Property > 0 && time.Since(since) > limit+w.patience
}

// abandoned is the result of a property that an operation which cannot be interrupted keeps from being decided.
func (w *work) abandoned(ctx context.Context, p mc.Property) mc.Result {
	now, _ := w.progress()
	cause := ctx.Err()
	if cause == nil {
		cause = context.DeadlineExceeded
	}
	err := &mc.LimitError{Phase: now.Phase, Images: now.Images, Rounds: now.Rounds, Nodes: now.Nodes, Err: cause}
	return mc.Result{Property: p, Reason: err.Error() + ", in an operation that cannot be interrupted", Err: err}
}
