package mc

import (
	"context"
	"errors"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// CheckProperty decides one property, which need not belong to the checker's specification, under
// the specification's fairness.
func (c *Checker) CheckProperty(ctx context.Context, p Property) Result {
	r := Result{Property: p}
	if err := c.usable(ctx); err != nil {
		return r.failed(err)
	}
	c.property = p.Index
	defer func() { c.property = 0 }()
	if p.State != nil {
		return c.checkStates(ctx, p)
	}
	if err := c.about(ctx, p.Formula); err != nil {
		return r.failed(err)
	}
	target := c.board().Target(p.Formula)
	if target != nil {
		defer c.sched.Reported(target)
		if violation := c.sched.Final(target); violation != nil {
			r.Verdict, r.Trace = Violated, violation
			return r
		}
	}
	proved := c.board().Clauses(p.Formula) > 0 && !c.set.certify
	if !proved && c.sched.Enough(nil) && !c.reachable() {
		return c.fault(c.sched.Over()).(*LimitError).Result(p)
	}
	// What all properties share has no part in the time-out of one.
	_, err := c.Compare(ctx)
	if err != nil && (!IsLimit(err) || ctx.Err() != nil) {
		return r.failed(err)
	}
	start := time.Now()
	ctx, cancel := c.ForProperty(ctx)
	defer cancel()
	c.search.Restart()
	before := c.work()
	if !proved {
		r.Trace, err = c.refuteInTurns(ctx, p.Formula, target, &r.Stats)
	}
	r.Stats.Clauses = c.board().Clauses(p.Formula)
	r.Stats.Images, r.Stats.Rounds = c.effort()
	r.Seconds = time.Since(start).Seconds()
	limit, searched := err, !proved && err == nil
	switch {
	case err != nil && !(c.board().Clauses(p.Formula) > 0 && IsLimit(err)):
		return r.failed(err)
	case r.Trace != nil && r.Stats.Clauses > 0:
		return r.failed(engine.Contradicted)
	case r.Trace != nil:
		r.Verdict = Violated
	default:
		r.Verdict = Holds
		if err := c.board().Decide(p.Formula); err != nil {
			return r.failed(err)
		}
		r.Certificate, err = c.testOnRuns(ctx, p.Formula, c.work()-before)
		if r.Certificate.Repeated = c.set.certify && searched; c.set.certify && !searched {
			r.Certificate.Reason = limit.Error()
		}
		r.Seconds = time.Since(start).Seconds()
		if errors.Is(err, ErrInternal) {
			return r.failed(err)
		}
	}
	return r
}

// conjuncts are the parts of f. One that says of many things that they follow from something is divided
// as well where exchanges of agents make the same of some of them: otherwise one search for all is
// cheaper than one for each.
func (c *Checker) conjuncts(ctx context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
	var out []*ltol.Formula
	for _, part := range engine.Parts(f) {
		divided := part.Consequences()
		if len(divided) > 1 {
			different, err := c.unlike(ctx, divided)
			if err != nil {
				return nil, err
			}
			if len(different) == len(divided) {
				divided = []*ltol.Formula{part}
			} else {
				divided = different
			}
		}
		out = append(out, divided...)
	}
	return out, nil
}

// refuteInTurns is refute while the engines look for answers about the property as well.
func (c *Checker) refuteInTurns(
	ctx context.Context, f *ltol.Formula, target *engine.Target, stats *PropertyStats,
) (*trace.Trace, error) {
	if target != nil {
		defer c.during(ctx, target, false)()
	}
	return c.refute(ctx, f, stats)
}

// refute searches, conjunct by conjunct, for a fair computation that does not satisfy f, and
// confirms the one it returns.
func (c *Checker) refute(ctx context.Context, f *ltol.Formula, stats *PropertyStats) (*trace.Trace, error) {
	if a := c.answer(f, stats); a != nil {
		if a.Trace == nil {
			return nil, nil
		}
		return c.confirmed(ctx, a.Trace, f, false)
	}
	var limit error
	defer c.search.Learn(nil)
	seen := c.newRepresentatives()
	parts, err := c.conjuncts(ctx, f)
	if err != nil {
		return nil, c.fault(err)
	}
	for _, part := range parts {
		if seen != nil {
			c.enter(PhaseSymmetry)
			if new, err := seen.Add(ctx, part); err != nil {
				return nil, c.fault(err)
			} else if !new {
				continue
			}
		}
		stats.Conjuncts++
		t, done, err := c.findOnOrbits(ctx, ltol.Not(part), stats)
		if !done && err == nil {
			t, err = c.find(ctx, ltol.Not(part), stats)
		}
		if err != nil {
			if limit == nil || !IsLimit(err) {
				limit = err
			}
			if IsLimit(err) && ctx.Err() == nil {
				continue // another conjunct may still be violated
			}
			return nil, limit
		}
		if t == nil {
			c.search.Learn(part)
			continue
		}
		return c.confirmed(ctx, t, f, false)
	}
	return nil, limit
}

// Result is what is known of a property when the limit has ended the work on its system: that it is
// violated, if an engine has shown it.
func (e *LimitError) Result(p Property) Result {
	return Result{Property: p}.failed(e)
}
