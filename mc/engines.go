package mc

import (
	"cmp"
	"context"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// makeEngines makes the engines that the settings ask for and their scheduler.
func (c *Checker) makeEngines() {
	limits := &c.set.thresholds
	board := &engine.Board{
		System: c.sys, Justice: c.spec.Justice, Compassion: c.spec.Compassion, Fair: c.spec.formulas(),
		MaxLength: limits.WalkLength, Repeat: c.set.certify,
	}
	if c.set.diagramsOnly {
		c.sched = schedule.New(board, limits.policy(), schedule.Engines{})
		return
	}
	for i, p := range c.spec.Properties {
		t := &engine.Target{Index: i, Formula: p.Formula}
		if p.State != nil {
			t.Formula, t.Decided = ltol.True(), true // walks and circuits decide nothing about states
		}
		t.Parts = t.Formula.Conjuncts()
		board.Add(t)
	}
	walks := falsifier.New(board, limits.WalkFirst, limits.WalkPairs)
	c.circuit = circuits.NewShared(board, limits.CircuitFirst, limits.BoundedStates)
	c.sched = schedule.New(board, limits.policy(), schedule.Engines{
		Walks: walks, FirstWalk: walks.First(),
		Bounded:   circuits.NewBounded(c.circuit, walks, limits.BoundedSteps),
		Induction: circuits.NewInduction(c.circuit, walks, limits.InductiveQueries),
	})
	c.sched.Figures = c.set.figures
	if found := c.set.found; found != nil {
		c.sched.Announce = func(t *engine.Target, violation *trace.Trace) {
			found(Result{Property: c.spec.Properties[t.Index], Verdict: Violated, Trace: violation})
		}
	}
}

// board is what the engines know.
func (c *Checker) board() *engine.Board { return c.sched.Board }

// know tells the engines on circuits what values there are.
func (c *Checker) know(values *symbolic.Flow) {
	if c.circuit != nil {
		c.circuit.Know((*circuit.Flow)(values))
	}
}

// during has the engines work while diagrams do, until the returned function is called; see
// [schedule.Scheduler.During].
func (c *Checker) during(ctx context.Context, only *engine.Target, racing bool) (end func()) {
	if c.frozen {
		return func() {}
	}
	if c.model != nil {
		c.polled = c.work()
	}
	return c.sched.During(ctx, only, racing)
}

// poll is what the diagrams and the orbits of an encoded system ask while they work.
func (c *Checker) poll() error {
	if most := cmp.Or(c.most, c.budget); most > 0 && c.effortInAll() > most {
		return ErrShare
	}
	before := c.polled
	c.polled = c.work()
	return c.sched.Poll(c.polled - before)
}

// pollOrbits is what a finder of orbits asks while it works: the engine that explores orbits in turns
// with diagrams, or the check itself.
func (c *Checker) pollOrbits() error {
	switch {
	case c.sched.Orbits != nil:
		return c.sched.Orbits.Poll()
	case c.model == nil:
		return nil
	}
	return c.poll()
}

// An encoder counts the work of encoding. The managers of orders that are tried are counted one
// after the other.
type encoder struct {
	manager *bdd.Manager
	counted int
}

// stepsPerLook is about how many steps of diagrams take as long as what is done between two polls
// besides work on diagrams, while a system is encoded; stepsPerOperation counts that work in, for the
// engine that does not count its steps.
const stepsPerLook, stepsPerOperation = 16, 128

// since is the work since the last poll.
func (e *encoder) since(m *bdd.Manager) int {
	if m != e.manager {
		e.manager, e.counted = m, 0
	}
	if m.Engine() == "rudd" {
		return stepsPerOperation
	}
	now := int(m.Work())
	done := max(now-e.counted, 0)
	e.counted = now
	return stepsPerLook + done
}

// startOrbits has orbits explored in turns with diagrams.
func (c *Checker) startOrbits() {
	var formulas []*ltol.Formula
	for _, p := range c.spec.Properties {
		formulas = append(formulas, p.Formula)
	}
	c.sched.Orbits = orbits.New(c.newFinder(4), c.renaming, formulas, c.spec.formulas(), c.explicit.prices)
}

// takeOrbits has the checker go on with the orbits that have answered everything.
func (c *Checker) takeOrbits() {
	f := c.sched.Orbits.Figures()
	c.stats.States, c.stats.Deadlocks, c.stats.Orbits, c.stats.Reached = f.States, f.Deadlocks, f.Orbits, true
	c.finder = c.sched.Orbits.Finder()
	c.endOrbits()
}

// endOrbits ends that, and keeps what orbits have answered.
func (c *Checker) endOrbits() {
	if c != nil && c.sched != nil && c.sched.Orbits != nil {
		c.sched.Orbits.Close()
		c.answers, c.sched.Orbits = c.sched.Orbits.Answers(), nil
	}
}

// answer is what orbits have found out about a property in turns with diagrams; nil if that is
// nothing.
func (c *Checker) answer(f *ltol.Formula, stats *PropertyStats) *orbits.Answer {
	a := c.answers[f]
	if a != nil {
		*stats = PropertyStats{Conjuncts: a.Conjuncts, Orbits: a.Orbits, AutomatonStates: a.AutomatonStates}
	}
	return a
}

// Work is how much the checker has done so far, in steps of diagrams: look-ups of results (see
// [bdd.Manager.Work]), and what orbits cost in these. It is the same in every run.
func (c *Checker) Work() int {
	if c.usable(context.Background()) != nil {
		return 0
	}
	return c.effortInAll()
}

// Within has the questions that do asks of the checker end with [ErrShare], wrapped, when the
// checker has done so many more steps of diagrams. Questions that are worth only a part of the work,
// such as warnings, so end at the same place in every run, and [WithBudget] does not count what they
// take. The error is that of do.
func (c *Checker) Within(steps int, do func() error) error {
	if do == nil {
		return misuse("Within: there is nothing to do")
	}
	if err := c.usable(context.Background()); err != nil {
		return err
	}
	before, spent := c.most, c.effortInAll()
	defer func() {
		if c.most = before; c.most == 0 && c.budget > 0 {
			c.budget += c.effortInAll() - spent
		}
	}()
	c.most = spent + min(max(steps, 0), math.MaxInt-spent)
	return do()
}

// effortInAll is the work on diagrams, that of jobs included, and what orbits have cost.
func (c *Checker) effortInAll() int {
	work := c.work() + c.inJobs
	if c.sched.Orbits != nil {
		work += c.sched.Orbits.Spent()
	}
	return work + c.explicit.prices.Orbits(c.finder.Effort())
}
