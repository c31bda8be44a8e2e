// Package falsifier looks for violations on random walks of the explicit interpreter. It is the
// engine that works first, as walks need no encoding. Every violation it gives is replayed and
// evaluated anew.
package falsifier

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Advance makes one walk and tests the targets on it, if a violation is of use to one of them.
func (f *Falsifier) Advance(ctx context.Context, budget int) (bool, error) {
	if f.board.Wanted() == 0 {
		return false, nil
	}
	f.end = f.board.Walks + budget
	if err := f.walk(ctx); err != nil && !fault.IsLimit(err) {
		return false, err
	}
	return true, nil
}

// left is the budget that is left for long walks and dear targets.
func (f *Falsifier) left() int { return max(f.end-f.board.Walks, f.first) }

// walk makes a walk and tests the targets on it. Most walks are short, few are long: their lengths
// are those of the ruler sequence. Walks in a fixed order of commands look at one step of a state
// only, and go on for half of what there is to spend: they close loops as long as a round in which
// every agent moves once.
//
// The tests of one target may cost, in all, twice the equal part of each open target and one more: of
// what walks have cost, or may cost now. So one target may have all of it, and each of four targets two
// fifths. A formula whose test costs more than any budget is tested later, not never.
func (f *Falsifier) walk(ctx context.Context) error {
	f.board.Walks++
	random := rand.New(rand.NewPCG(uint64(f.number), 3))
	round := f.number/strategies + 1
	strategy := f.number % strategies
	length := shortWalk << bits.TrailingZeros(uint(round))
	if ordered(strategy) {
		length = f.left() / 2 / f.prices.Successor
	}
	length = max(1, min(length, f.board.Wanted()))
	choose := f.chooser(strategy, random)
	f.number++
	s, err := f.Start(random)
	if err != nil {
		return err
	}
	w := &runs.Walk{Initial: true}
	end, back, err := f.extend(ctx, w, s, length, choose, random)
	if err != nil {
		return err
	}
	if back != nil {
		w.Lassos = append(w.Lassos, *back)
	}
	open := 1
	for _, t := range f.board.Targets {
		open += min(f.board.Wants(t), 1)
	}
	for i, t := range f.board.Targets {
		price, c := f.price(i, w), &f.cost[i]
		if f.board.Wants(t) < 1 || c.spent+price > 2*max(f.left(), f.board.Walks)/open {
			continue
		}
		f.board.Walks += price
		c.spent += price
		run, err := f.test(ctx, t, w, end, random)
		if err != nil {
			return err
		}
		if err := f.board.Violated(t, run); err != nil {
			return err
		}
	}
	return nil
}

// shortWalk is the length of the shortest walks.
const shortWalk = 16

// maxStarts is how many initial states walks begin in.
const maxStarts = 64

// Start is an initial state, drawn from the first of them. The error is a fault of the system if it
// has none.
func (f *Falsifier) Start(random *rand.Rand) (recipe.State, error) {
	if f.starts == nil {
		err := f.in.InitialStates(func(s recipe.State) bool {
			f.starts = append(f.starts, s.Clone())
			return len(f.starts) < maxStarts
		})
		f.board.Walks += len(f.starts) * f.prices.Successor
		var none *recipe.NoInitialStateError
		switch {
		case errors.As(err, &none):
			return recipe.State{}, err // a fault of the system
		case err != nil:
			return recipe.State{}, fault.Internal("%w", err)
		case len(f.starts) == 0:
			return recipe.State{}, fault.Internal("there is no initial state")
		}
	}
	return f.starts[random.IntN(len(f.starts))], nil
}

// price is what testing a target on a walk costs.
func (f *Falsifier) price(target int, w *runs.Walk) int {
	c := f.cost[target]
	return c.letter*(len(w.Steps)+len(w.Lassos)) + c.nodes*(len(w.Steps)+2*w.Lengths())
}

// test looks for a violation on a walk, and confirms it.
func (f *Falsifier) test(ctx context.Context, t *engine.Target, w *runs.Walk, end recipe.State, random *rand.Rand) (*trace.Trace, error) {
	most := f.board.Wants(t)
	for _, l := range w.Lassos {
		if l.End >= most {
			continue
		}
		run := w.Trace(f.board.System, l)
		if violated, err := f.violates(ctx, w, run, t.Formula); err != nil {
			return nil, err
		} else if violated {
			return f.Confirm(ctx, run, t.Formula)
		}
	}
	if len(f.board.Fair) > 0 {
		return nil, nil // it is not known whether the walk goes on fairly
	}
	whole := &trace.Trace{System: f.board.System, Steps: w.Steps, Loop: -1}
	var broken error
	refuted := func(steps int) bool {
		refuted, err := w.Read(ctx, f.in, whole).Refutes(steps, t.Formula)
		broken = errors.Join(broken, err)
		return refuted
	}
	most = min(most, len(w.Steps))
	if !refuted(most) || broken != nil {
		return nil, broken
	}
	steps := 1 + sort.Search(most-1, func(n int) bool { return refuted(n + 1) })
	if broken != nil {
		return nil, broken
	}
	if steps < len(w.Steps) {
		end = w.Steps[steps].State
	}
	return f.Close(ctx, t, w.Steps[:steps], end, random)
}

// Close makes a confirmed lasso of steps that refute a target already, from the state in which they
// end. Of a target whose violation is known it tries once only, and makes only one short enough to
// be of use; nil if it finds none.
func (f *Falsifier) Close(ctx context.Context, t *engine.Target, steps []trace.Step, end recipe.State, random *rand.Rand) (*trace.Trace, error) {
	tries, length := 2*strategies, f.board.MaxLength
	if t.Trace != nil {
		tries, length = 1, f.board.Wants(t)-len(steps)
	}
	for n := range tries {
		w := &runs.Walk{Initial: true, Steps: slices.Clone(steps)}
		_, back, err := f.extend(ctx, w, end, length, f.chooser((n+1)%strategies, random), random)
		if err != nil {
			return nil, err
		}
		for i, l := range w.Lassos {
			if back == nil || l.End < back.End {
				back = &w.Lassos[i]
			}
		}
		if back != nil {
			return f.Confirm(ctx, w.Trace(f.board.System, *back), t.Formula)
		}
	}
	return nil, nil
}

// violates reports whether a lasso is fair and does not satisfy a formula.
func (f *Falsifier) violates(ctx context.Context, w *runs.Walk, run *trace.Trace, formula *ltol.Formula) (bool, error) {
	values := w.Read(ctx, f.in, run)
	if fair, err := values.SatisfiesAll(f.board.Fair); !fair || err != nil {
		return false, err
	}
	holds, err := values.Satisfies(formula)
	return !holds && err == nil, err
}

// Confirm replays a lasso, evaluates fairness and the formula anew, and returns the lasso. A lasso
// that is no violation is a fault.
func (f *Falsifier) Confirm(ctx context.Context, run *trace.Trace, formula *ltol.Formula) (*trace.Trace, error) {
	if err := run.Replay(f.in); err != nil {
		return nil, fault.Internal("%w", err)
	}
	violated, err := f.violates(ctx, nil, run, formula)
	if err == nil && !violated {
		err = fault.Internal("a run of the interpreter refutes a property that it satisfies")
	}
	return run, err
}
