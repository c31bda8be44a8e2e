package mc

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A race is the exploration of orbits in turns with that of the reachable states as a set: a
// coroutine that goes on when it has credit, which the work on diagrams gives it. It depends on that
// work alone, so that who wins is the same in every run.
type race struct {
	finder   *quotient.Finder
	renaming *quotient.Renaming
	spec     Specification
	prices   *runs.Prices
	limits   *Thresholds

	resume func() (struct{}, bool)
	stop   func()
	pause  func(struct{}) bool // false when the race is over

	ctx context.Context // of the turn
	// encoding is the work of encoding, credit what orbits may cost for now, granted the part of it
	// that was given because little was left to do, all in steps of diagrams.
	encoding, credit, granted int
	// prospects are the prices of the questions, by property; nil until they are known.
	prospects [][]int
	// order is that in which orbits go through the properties that are not too large for them: those
	// on few orbits first.
	order     []int
	over, won bool
	fault     error

	figures SystemStats // those of the reachable states
	answers map[*ltol.Formula]*answer
}

// An answer is what orbits have found out about a property: a run that violates it, not confirmed
// yet, or nil if it holds.
type answer struct {
	trace *trace.Trace
	stats PropertyStats
}

// errAnswered ends work on diagrams because orbits have answered everything.
var errAnswered = errors.New("orbits have answered all properties")

func newRace(c *Checker) *race {
	r := &race{
		finder: c.newFinder(4), renaming: c.renaming, spec: c.spec, prices: &c.explicit.prices,
		limits: &c.set.thresholds, answers: map[*ltol.Formula]*answer{},
	}
	r.resume, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.pause = yield
		err := r.run(pace{context.Background(), r})
		r.won = err == nil
		if !r.won && !IsLimit(err) && !errors.Is(err, quotient.ErrTooLarge) {
			r.fault = internal("orbits: %w", err)
		}
		r.over = true
	})
	return r
}

// pace is the context of the coroutine: who asks it waits while there is no credit. The limits of a
// turn end the turn only.
type pace struct {
	context.Context
	r *race
}

func (p pace) Err() error {
	for !p.r.over && (p.r.spent() >= p.r.credit || p.r.ctx.Err() != nil) {
		p.r.over = !p.r.pause(struct{}{})
	}
	if p.r.over {
		return context.Canceled
	}
	return nil
}

// spent is what orbits have cost.
func (r *race) spent() int { return r.prices.Orbits(r.finder.Effort()) }

// turn explores orbits for the credit that so much work on diagrams gives. The error is errAnswered
// when orbits have won, or an internal one.
func (r *race) turn(ctx context.Context, work int) error {
	if !r.over && work >= r.limits.OrbitsAfter {
		credit := r.limits.OrbitsFirst + r.granted
		part := r.limits.OrbitsShare
		if r.narrow() {
			part = r.limits.OrbitsNarrow
		}
		if part > 0 {
			credit += work / part
		}
		if credit <= r.spent() {
			more := r.affordable(work)
			r.granted += more
			credit += more
		}
		r.goOn(ctx, credit)
	}
	return r.outcome()
}

// affordable is what the properties that come next are foreseen to cost, as many of them as together
// cost little, compared with the work on diagrams.
func (r *race) affordable(work int) int {
	even := min(work, r.limits.OrbitsEven)
	most := even + (work-even)*r.limits.OrbitsPromise
	sum := 0
	for _, i := range r.order {
		rest := sum
		for _, price := range r.prospects[i] {
			rest += price
		}
		if r.granted+rest > most {
			break
		}
		sum = rest
	}
	return sum
}

// narrow reports whether orbits are being counted and few of those met have not been looked at, so
// that there may soon be no more.
func (r *race) narrow() bool {
	e := r.finder.Effort()
	return r.prospects == nil && (e.Met-e.States)*r.limits.OrbitsFrontier <= e.States
}

// last gives orbits a turn before diagrams, which have the reachable states, go on to the
// properties: these are foreseen to take several times the work so far.
func (r *race) last(ctx context.Context, work int) error {
	err := r.turn(ctx, work)
	for err == nil && !r.over && r.affordable(work) > 0 && ctx.Err() == nil {
		err = r.turn(ctx, work)
	}
	return err
}

// outcome is the error of a turn.
func (r *race) outcome() error {
	switch {
	case r.fault != nil:
		return r.fault
	case r.won:
		return errAnswered
	}
	return nil
}

func (r *race) goOn(ctx context.Context, credit int) {
	if r.credit = credit; r.spent() < credit {
		r.ctx = ctx
		r.resume()
	}
}

// finish explores orbits to the end, after diagrams have come to theirs. The error is errAnswered if
// they answer everything, nil if they do not, or that of the context, or an internal one.
func (r *race) finish(ctx context.Context) error {
	if !r.over {
		r.goOn(ctx, math.MaxInt)
	}
	if !r.over {
		return ctx.Err()
	}
	return r.turn(ctx, 0)
}

// run counts the orbits and goes through the properties. It ends with [quotient.ErrTooLarge] if some
// of that is not for orbits to do.
func (r *race) run(ctx context.Context) error {
	var err error
	f := &r.figures
	if f.States, f.Deadlocks, f.Orbits, err = r.finder.Count(ctx); err != nil {
		return err
	}
	f.Reached = true
	var questions [][]*ltol.Formula // by property
	for _, p := range r.spec.Properties {
		list, err := r.questions(ctx, p.Formula)
		if err != nil {
			return err
		}
		questions = append(questions, list)
	}
	efforts, orbits, err := r.finder.Estimate(ctx, slices.Concat(questions...))
	if err != nil {
		return err
	}
	var tooLarge error // of some properties, which are left to diagrams
	most := make([]int, len(questions))
	for i, list := range questions {
		prices := make([]int, len(list))
		for k := range list {
			prices[k], most[i] = r.prices.Orbits(efforts[k]), max(most[i], orbits[k])
		}
		efforts, orbits = efforts[len(list):], orbits[len(list):]
		r.prospects = append(r.prospects, prices)
		if most[i] <= r.finder.MaxOrbits() {
			r.order = append(r.order, i)
		} else {
			tooLarge = quotient.ErrTooLarge
		}
	}
	slices.SortStableFunc(r.order, func(i, k int) int { return most[i] - most[k] })
	for _, i := range r.order {
		p := r.spec.Properties[i]
		a, err := r.answer(ctx, questions[i], r.prospects[i])
		switch {
		case errors.Is(err, quotient.ErrTooLarge):
			tooLarge = err
		case err != nil:
			return err
		default:
			r.answers[p.Formula] = a
		}
	}
	return tooLarge
}

// questions are the conjuncts of a property that differ by more than exchanging agents, negated and
// under fairness.
func (r *race) questions(ctx context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
	var out []*ltol.Formula
	seen := r.renaming.Representatives()
	for _, part := range parts(f) {
		new, err := seen.Add(ctx, part)
		if err != nil {
			return nil, err
		}
		if new {
			out = append(out, ltol.And(append([]*ltol.Formula{ltol.Not(part)}, r.spec.formulas()...)...))
		}
	}
	return out, nil
}

// answer asks the questions until one is answered by a run, and strikes off their prices.
func (r *race) answer(ctx context.Context, questions []*ltol.Formula, prices []int) (*answer, error) {
	defer clear(prices)
	a := &answer{}
	for i, q := range questions {
		t, found, err := r.finder.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		a.stats.Conjuncts++
		a.stats.Orbits = max(a.stats.Orbits, found.Orbits)
		a.stats.AutomatonStates += found.Automaton
		prices[i] = 0
		if a.trace = t; t != nil {
			break
		}
	}
	return a, nil
}
