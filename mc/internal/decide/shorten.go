package decide

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/shortest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Shorten is a short violation of a formula for which a violation is known: a shortest one if
// breadth-first search finds it within its budget, else the shorter one of what it has found until
// then and of what walks for this formula alone find. These depend on nothing but the system, its
// fairness and the formula. Where they find nothing, it is the run that is known.
//
// Then it looks for further violations, if the settings want some; nil if they do not.
//
// A limit leaves the run as it is. The error is a fault.
func (r *Runs) Shorten(
	ctx context.Context, f *ltol.Formula, known *trace.Trace,
) (*trace.Trace, *branch.Further, error) {
	r.s.Enter(fault.PhaseShorten)
	run, err := r.shortened(ctx, f, known)
	if err != nil || r.s.Set.Counterexamples < 2 {
		return run, nil, err
	}
	used, err := shortest.Used(ctx, r.s.Recipe.Interpreter, f, run)
	if err != nil {
		return run, nil, r.s.Fault(err)
	}
	more, err := r.further(ctx, f, used)
	return run, &more, err
}

// shortened is a short violation of a formula, or the one that is known.
func (r *Runs) shortened(ctx context.Context, f *ltol.Formula, known *trace.Trace) (*trace.Trace, error) {
	parts := engine.Parts(f, r.s.Recipe.System)
	if len(parts) > r.s.Set.Thresholds.ShortestParts {
		return r.decisive(ctx, f, known)
	}
	out, err := r.short(ctx, f, r.question(parts))
	switch {
	case err != nil && !fault.IsLimit(err):
		return nil, r.s.Fault(err)
	case out == nil:
		return r.decisive(ctx, f, known)
	}
	return out, nil
}

// fewShare says how much of the budget breadth-first search may use in any case, before walks and again
// after them: one fewShare-th.
const fewShare = 48

// short is what breadth-first search and walks find; nil if nothing.
func (r *Runs) short(ctx context.Context, f *ltol.Formula, q shortest.Question) (*trace.Trace, error) {
	search, err := shortest.Begin(ctx, q)
	if err != nil {
		return nil, err
	}
	out, ended, err := r.explored(ctx, f, search, q.Budget/fewShare, 0)
	if ended || err != nil {
		return out, err
	}
	walked, err := r.reduced(ctx, f, q)
	if err != nil {
		return out, err
	}
	out = shorter(out, walked)
	if search.Prefixes() {
		bound := r.s.Set.Thresholds.BoundedSteps
		if out != nil {
			bound = matters(out) - 1
		}
		found, least, err := r.bounded(ctx, f, bound, q.Budget/boundedShare)
		if err != nil || least {
			return shorter(out, found), err
		}
		out = shorter(out, found)
	}
	below, some := 0, q.Budget/fewShare
	if out != nil {
		below = matters(out)
	}
	if r.s.Set.Shortest {
		some = -1
	}
	found, _, err := r.explored(ctx, f, search, some, below)
	if found == nil {
		return out, err
	}
	return found, err
}

// boundedShare says how much of the budget bounded model checking may use: one boundedShare-th.
const boundedShare = 12

// shorter is the run that shows a violation in fewer states; the first if they have as many. Either may
// be nil.
func shorter(a, b *trace.Trace) *trace.Trace {
	if a == nil || b != nil && matters(b) < matters(a) {
		return b
	}
	return a
}

// reduced is a violation that walks find for this formula alone, without the steps that it does not
// need; nil if they find none.
func (r *Runs) reduced(ctx context.Context, f *ltol.Formula, q shortest.Question) (*trace.Trace, error) {
	walked, err := r.walked(ctx, f)
	if walked == nil || err != nil {
		return nil, err
	}
	q.Budget = r.s.Set.Thresholds.ShortestWalks / fewWalks
	less, err := shortest.Reduce(ctx, q, walked)
	if err != nil {
		return nil, err
	}
	return r.confirmed(ctx, f, less)
}

// matters is how many states of a run show the violation.
func matters(t *trace.Trace) int {
	if t.Decisive > 0 {
		return t.Decisive
	}
	return len(t.Steps)
}

// explored is the run that breadth-first search finds, nil if none; see [shortest.Search.Explore].
// Ended tells that no shorter one is of use.
func (r *Runs) explored(
	ctx context.Context, f *ltol.Formula, search *shortest.Search, few, below int,
) (run *trace.Trace, ended bool, err error) {
	a, err := search.Explore(ctx, few, below)
	switch {
	case err != nil:
		return nil, false, err
	case a.Run == nil && a.Ended && below == 0:
		return nil, false, fault.Internal("no run violates the property by breadth-first search, but one is known")
	case a.Run == nil:
		return nil, a.Ended, nil
	}
	a.Run.Decisive = a.Lost
	run, err = r.confirmed(ctx, f, a.Run)
	return run, a.Ended, err
}

// alone is a board with one target, a formula, and walks for it.
func (r *Runs) alone(f *ltol.Formula) (*engine.Board, *engine.Target, *falsifier.Falsifier) {
	s, limits := r.s, &r.s.Set.Thresholds
	board := &engine.Board{
		System: s.Recipe.System, Justice: s.Recipe.Justice, Compassion: s.Recipe.Compassion,
		Fair: s.Recipe.Conditions(), MaxLength: limits.WalkLength,
	}
	target := &engine.Target{Formula: f, Parts: f.Conjuncts()}
	board.Add(target)
	return board, target, falsifier.New(board, limits.WalkFirst, limits.WalkPairs, limits.ShortestWalks)
}

// walked is a violation that walks find for this formula alone; nil if they soon find none.
func (r *Runs) walked(ctx context.Context, f *ltol.Formula) (*trace.Trace, error) {
	limits := &r.s.Set.Thresholds
	_, target, walks := r.alone(f)
	for !walks.Over() && ctx.Err() == nil {
		if walks.Spent() > max(limits.ShortestWalks/fewWalks, moreWalks*target.Since) {
			break
		}
		if _, err := walks.Advance(ctx, limits.ShortestWalks-walks.Spent()); err != nil {
			return nil, err
		}
	}
	if target.Trace == nil {
		return nil, ctx.Err()
	}
	return r.decisive(ctx, f, target.Trace)
}

// bounded is a violation of at most so many states that bounded model checking finds for this formula
// alone, within a budget; nil if there is none. Least tells that no run shows a violation in fewer.
func (r *Runs) bounded(ctx context.Context, f *ltol.Formula, most, budget int) (run *trace.Trace, least bool, err error) {
	limits, values := &r.s.Set.Thresholds, r.s.Set.Encoding.Values
	if values == nil {
		if values, err = symbolic.Analyse(ctx, r.s.Recipe.System, r.s.Set.Encoding.Flow); err != nil {
			return nil, false, err
		}
	}
	board, target, walks := r.alone(f)
	shared := circuits.NewShared(board, circuits.OfRecipe(board, walks), limits.CircuitFirst, limits.BoundedStates)
	shared.Know((*circuit.Flow)(values))
	search := circuits.NewBounded(shared, most)
	for worked := true; worked && !search.Over() && ctx.Err() == nil; {
		if worked, err = search.Advance(ctx, budget-search.Spent()); err != nil {
			return nil, false, err
		}
	}
	if target.Trace == nil {
		return nil, false, ctx.Err()
	}
	run, err = r.decisive(ctx, f, target.Trace)
	return run, target.Shortest, err
}

// fewWalks says how much of their budget walks may use in any case, one fewWalks-th, and moreWalks how
// long they go on after the first violation, in terms of what they have cost until then.
const fewWalks, moreWalks = 5, 16
