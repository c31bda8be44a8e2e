package decide

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Check decides whether all fair computations satisfy a formula.
func (r *Runs) Check(ctx context.Context, f *ltol.Formula) Answer {
	a := r.check(ctx, f)
	if a.Trace == nil {
		return a
	}
	run, err := r.decisive(ctx, f, a.Trace)
	if err != nil {
		return a.failed(err)
	}
	a.Trace = run
	return a
}

func (r *Runs) check(ctx context.Context, f *ltol.Formula) Answer {
	var a Answer
	s, board := r.s, r.s.Engines.Board()
	target := board.Target(f)
	if target != nil {
		defer s.Engines.Scheduler.Reported(target)
		if violation := s.Engines.Scheduler.Final(target); violation != nil {
			a.Violated, a.Trace = true, violation
			return a
		}
	}
	proved := board.Proved(f) && !s.Set.Certify
	if !proved && s.Engines.Scheduler.Enough(nil) && !s.Reachable() {
		return a.failed(s.Fault(s.Engines.Scheduler.Over()))
	}
	// What all properties share has no part in the time-out of one.
	_, err := r.comparison.Compare(ctx)
	if err != nil && (!fault.IsLimit(err) || ctx.Err() != nil) {
		return a.failed(err)
	}
	start := time.Now()
	ctx, cancel := s.ForProperty(ctx)
	defer cancel()
	s.Search.Restart()
	before := s.Engines.Meter.Diagrams()
	if !proved {
		a.Trace, err = r.refuteMeanwhile(ctx, f, target, &a.Stats)
	}
	if board.Proved(f) {
		a.Stats.Clauses, a.Stats.InvariantNodes = target.Clauses, target.Nodes
	}
	a.Stats.Images, a.Stats.Rounds = s.Effort()
	a.Seconds = time.Since(start).Seconds()
	limit, searched := err, !proved && err == nil
	switch {
	case err != nil && !(board.Proved(f) && fault.IsLimit(err)):
		return a.failed(err)
	case a.Trace != nil && board.Proved(f):
		return a.failed(engine.Contradicted)
	case a.Trace != nil:
		a.Violated = true
		return a
	}
	if err := board.Decide(f); err != nil {
		return a.failed(err)
	}
	a.Tested, err = r.comparison.Test(ctx, f, s.Engines.Meter.Diagrams()-before)
	if a.Tested.Repeated = s.Set.Certify && searched; s.Set.Certify && !searched {
		a.Tested.Reason = limit.Error()
	}
	a.Seconds = time.Since(start).Seconds()
	if errors.Is(err, fault.ErrInternal) {
		return a.failed(err)
	}
	return a
}

// refuteMeanwhile is refute while the engines look for answers about the property as well.
func (r *Runs) refuteMeanwhile(
	ctx context.Context, f *ltol.Formula, target *engine.Target, stats *Stats,
) (*trace.Trace, error) {
	if target != nil {
		defer r.s.Engines.During(ctx, target, false)()
	}
	return r.refute(ctx, f, stats)
}

// refute searches, conjunct by conjunct, for a fair computation that does not satisfy f, and
// confirms the one it returns.
func (r *Runs) refute(ctx context.Context, f *ltol.Formula, stats *Stats) (*trace.Trace, error) {
	s := r.s
	if a := s.Engines.Answers[f]; a != nil { // orbits have answered while diagrams worked
		*stats = Stats{Conjuncts: a.Conjuncts, Orbits: a.Orbits, AutomatonStates: a.AutomatonStates}
		if a.Trace == nil {
			return nil, nil
		}
		return certify.Confirm(ctx, s, a.Trace, f, false)
	}
	defer s.Search.Learn(nil)
	parts, err := r.conjuncts(ctx, f)
	if err != nil {
		return nil, s.Fault(err)
	}
	groups, err := search.Alike(ctx, s.Search, parts)
	if err != nil {
		return nil, s.Fault(err)
	}
	var limit error
	for _, members := range groups {
		var list []*ltol.Formula
		for _, i := range members {
			list = append(list, parts[i])
		}
		t, err := r.refuteSome(ctx, list, stats)
		if t != nil {
			return certify.Confirm(ctx, s, t, f, false)
		}
		if err != nil && (limit == nil || !fault.IsLimit(err)) {
			limit = err
		}
		if err != nil && (!fault.IsLimit(err) || ctx.Err() != nil) {
			return nil, limit
		}
	}
	return nil, limit
}

// conjuncts are the parts of f, one of all that exchanges of agents make of each other.
func (r *Runs) conjuncts(ctx context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
	if r.s.Renaming == nil {
		return r.s.Conjuncts(ctx, f, false)
	}
	r.s.Enter(fault.PhaseSymmetry)
	returns, err := r.shiftReturns(ctx)
	if err != nil {
		return nil, err
	}
	return r.s.Conjuncts(ctx, f, returns)
}

// shiftReturns reports whether the shift of the system is known to map initial states to reachable
// states only.
func (r *Runs) shiftReturns(ctx context.Context) (bool, error) {
	shift := r.s.Renaming.Shift()
	if shift == nil || shift.Initial || !r.s.HaveReached() {
		return false, nil
	}
	if r.returns == nil {
		reached, _, _ := r.s.Search.Reached()
		left, inside := r.s.Set.Thresholds.MaxInitialSamples, true
		err := r.s.Recipe.Interpreter.InitialStates(func(s recipe.State) bool {
			left--
			inside = left >= 0 && ctx.Err() == nil && r.s.Model.Contains(reached, shift.By.State(s))
			return inside
		})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return false, err
		}
		r.returns = &inside
	}
	return *r.returns, nil
}
