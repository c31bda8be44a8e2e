package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Find searches for a computation that meets the goal, without a trace to show it unless run is set.
// If certify is set and there is none, another search confirms that. If there is an error, the
// outcome tells how far the search has come.
func (s *System) Find(ctx context.Context, goal Goal, run, certify bool) (out Outcome, err error) {
	t := s.begin(ctx)
	out = s.findOne(t, goal, s.space.Init(), false, run, certify)
	return out, t.err
}

// findOne is Find from some states on: elsewhere tells whether they are others than the initial ones.
func (s *System) findOne(t *task, goal Goal, starts bdd.Node, elsewhere, run, certify bool) (out Outcome) {
	q := s.ask(t, goal, starts)
	defer q.release()
	if t.failed() || elsewhere && starts == bdd.False {
		return out
	}
	if q.owing != nil || !elsewhere {
		starts = bdd.False // the initial states of q.sys
	}
	var found *Run
	out = q.sys.find(t, q.goal, starts, certify, func(e *emptiness, h *hull) {
		if run {
			found = q.plain(e.extract(t, h))
		}
	})
	out.Run = found
	return out
}

// Exists is the set of reachable states from which some fair path meets one of the goals, whose
// formula must read no step that enters the first state. The reachable states must be known. The
// caller releases the set.
func (s *System) Exists(ctx context.Context, goals ...Goal) (bdd.Node, error) {
	t := s.begin(ctx)
	c := t.open()
	defer c.Close()
	all := bdd.False
	for _, goal := range goals {
		all = c.Or(all, s.existsOne(t, c, goal))
		c.Reset(all)
	}
	return c.Keep(all), c.Err()
}

// existsOne is Exists of one goal. Where obligations are bits, all reachable states count as
// reached with any bits, which is closed under steps.
func (s *System) existsOne(t *task, c *bdd.Calculator, goal Goal) bdd.Node {
	q := s.ask(t, goal, s.reached)
	defer q.release()
	if t.failed() {
		return c.Take(bdd.False, t.err)
	}
	if q.owing == nil {
		return s.exists(t, c, goal)
	}
	q.sys.Adopt(s.reached, bdd.False)
	defer t.man.Release(s.reached)
	return q.owing.bits.without(c, c.And(q.sys.exists(t, c, q.goal), q.owing.init))
}

// RunFrom returns a computation from a state of the set that meets one of the
// goals, which are as for [System.Exists]; nil if there is none. The reachable states
// must be known, and the set be a part of them.
func (s *System) RunFrom(ctx context.Context, starts bdd.Node, goals ...Goal) (*Run, error) {
	t := s.begin(ctx)
	for _, goal := range goals {
		if run := s.findOne(t, goal, starts, true, true, false).Run; run != nil || t.failed() {
			return run, t.err
		}
	}
	return nil, nil
}

// A question is a goal with the system to search for it: the one that was asked, or where the goal
// has obligations, that with bits for them.
type question struct {
	asked, sys *System
	goal       Goal
	owing      *owing // the space of sys, nil where that is the one that was asked
}

// ask begins to search for a goal, from some states on. The caller releases the question, whether
// the task has failed or not. With bits, runs are fair if what can be put off is not put off
// forever.
func (s *System) ask(t *task, goal Goal, starts bdd.Node) *question {
	q := &question{asked: s, sys: s, goal: goal}
	if goal.tableau == nil {
		return q
	}
	s.enter(StageProduct)
	every, err := s.translator.Translate(t.ctx, ltol.True(), ltol.Options{})
	t.fail(err)
	o := newOwing(t, s, goal.tableau, starts)
	if o == nil {
		return q
	}
	q.owing, q.goal = o, Goal{Automaton: every}
	q.sys = NewSystem(o, s.fair.and(goal.also), s.opts)
	q.sys.recurrent, q.sys.staying = s.recurrent, o.staying
	for _, set := range s.derived {
		q.sys.Derive(set)
	}
	c := t.open()
	defer t.close(c)
	for _, f := range goal.tableau.Conditions {
		q.sys.fair.justice = append(q.sys.fair.justice, f.MapAtoms(func(a ltol.Atom) ltol.Atom {
			if v, ok := o.bits.variable(a); ok {
				return q.sys.Derive(c.Eq(v, bdd.Current, 1))
			}
			return a
		}))
	}
	if len(q.sys.fair.justice) == 0 { // not every state has a successor that the rules allow
		q.sys.fair.justice = []*ltol.Formula{ltol.True()}
	}
	return q
}

// release gives up what was made for the question, and adds what that has done to the effort.
func (q *question) release() {
	if q.owing == nil {
		return
	}
	releaseAll(q.owing.Manager(), q.sys.derived)
	q.owing.release()
	q.asked.effort.add(&q.sys.effort)
}

// plain is a run as one of the system that was asked.
func (q *question) plain(r *Run) *Run {
	if r == nil || q.owing == nil {
		return r
	}
	out := &Run{Steps: r.Steps, Loop: r.Loop}
	for _, s := range r.States {
		out.States = append(out.States, s.(owingState).state)
	}
	return out
}
