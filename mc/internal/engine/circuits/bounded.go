package circuits

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
)

// Bounded is the engine of bounded model checking: it looks for the shortest violations of the
// targets, bound by bound.
type Bounded struct {
	*Shared
	// steps is the most steps of a run.
	steps int
	spent int
	tasks []task
}

// A task is what bounded checking knows of a target.
type task struct {
	search *bounded.Search
	spent  int
	slice  slice
	over   bool // nothing more is looked for
}

// NewBounded makes the engine. It looks for runs of at most so many steps.
func NewBounded(s *Shared, steps int) *Bounded {
	return &Bounded{Shared: s, steps: steps, tasks: make([]task, len(s.board.Targets))}
}

// Spent is what bounded checking has cost, and building the circuit.
func (b *Bounded) Spent() int { return b.spent + b.built }

// Alone reports whether some open target is not for induction; see package schedule.
func (b *Bounded) Alone() bool {
	for i, t := range b.board.Targets {
		if _, violated := t.Violation(); !t.Safety && !b.tasks[i].over && !t.Decided && !violated {
			return true
		}
	}
	return false
}

// Over reports whether every target is searched to the end.
func (b *Bounded) Over() bool {
	t, _ := b.cheapest()
	return t == nil || b.over()
}

// Advance goes on with the target that has cost the least so far.
func (b *Bounded) Advance(ctx context.Context, budget int) (bool, error) {
	if !b.ready(ctx, budget) {
		return false, nil
	}
	t, k := b.cheapest()
	if t == nil || budget < int(k.slice) {
		return false, nil
	}
	if err := b.pursue(ctx, t, k, budget); err != nil && !fault.IsLimit(err) {
		return false, err
	}
	return true, nil
}

// cheapest is the target that has cost the least so far of those for which there is something to
// look for, with its task; nil if there is none.
func (b *Bounded) cheapest() (least *engine.Target, of *task) {
	for i, t := range b.board.Targets {
		if k := &b.tasks[i]; !t.Decided && !k.over && (of == nil || k.spent < of.spent) {
			least, of = t, k
		}
	}
	return least, of
}

// pursue goes on with the search for a target.
func (b *Bounded) pursue(ctx context.Context, t *engine.Target, k *task, budget int) error {
	if k.search == nil {
		if err := b.begin(ctx, t, k, budget); err != nil || k.search == nil {
			return err
		}
	}
	most := b.steps
	length, violated := t.Violation()
	if violated {
		most = min(most, length-1)
	}
	before, steps := k.search.Work(), k.search.Steps()
	run, done, err := k.search.Next(ctx, most, before+gatesPerStep*budget)
	cost := 1 + (k.search.Work()-before)/gatesPerStep
	k.spent, b.spent = k.spent+cost, b.spent+cost
	k.slice.after(cost, k.search.Steps() > steps)
	if err != nil {
		return err
	}
	if k.over = done; run != nil {
		return b.system.Refute(ctx, t, run, true)
	}
	if done && violated && most == length-1 {
		b.board.NoneShorter(t)
	}
	return nil
}

// stepsPerEdge is about how many steps of diagrams take as long as an edge of an automaton that is
// made of a property.
const stepsPerEdge = 100

// begin makes the machine of a target and a search on it. There is none yet if the automata of the
// property are too large for the budget, and the next slice is larger then.
func (b *Bounded) begin(ctx context.Context, t *engine.Target, k *task, budget int) error {
	limits := b.bounds()
	most := min(limits.MaxEdges, 1+budget/stepsPerEdge)
	smaller := most < limits.MaxEdges && budget < mostSlice
	limits.MaxEdges = most
	m, goal, err := b.goal(ctx, t, true, (*bounded.Machine).Goal, limits)
	switch {
	case err == nil:
		k.search = bounded.NewSearch(m, goal)
	case errors.Is(err, ltol.ErrTooLarge) && smaller:
		k.spent, b.spent, k.slice = k.spent+budget, b.spent+budget, slice(4*budget)
	default:
		k.over = true
	}
	return err
}
