package report

import (
	"cmp"
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Deadlock is about the reachable states without any step.
type Deadlock struct {
	// States is their number.
	States *big.Int
	// Trace is a shortest run to one of them, where it stutters for ever.
	Trace *trace.Trace
	// Agents tells what each agent waits for there.
	Agents []recipe.AgentReport
}

// Deadlocks reports on reachable deadlocks; nil if there are none.
func (s *System) Deadlocks(ctx context.Context) (*Deadlock, error) {
	_, dead, _ := s.Search.Reached()
	return s.deadlock(ctx, dead)
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever does not satisfy the
// formulas of fairness, so that no property sees them; nil if there are none.
func (s *System) UnfairDeadlocks(ctx context.Context, fairness []*ltol.Formula) (*Deadlock, error) {
	k := s.Model.Manager.Calculator(ctx)
	defer k.Close()
	_, dead, _ := s.Search.Reached()
	fair := dead
	for _, f := range fairness {
		fair = k.And(fair, s.stutteringSatisfies(k, f))
	}
	unfair, err := k.Result(k.Diff(dead, fair))
	if err != nil {
		return nil, err
	}
	return s.deadlock(ctx, unfair)
}

// deadlock is about a set of reachable deadlocks.
func (s *System) deadlock(ctx context.Context, set bdd.Node) (*Deadlock, error) {
	if set == bdd.False {
		return nil, nil
	}
	t, err := s.RunTo(ctx, set)
	if err != nil {
		return nil, err
	}
	return deadlocked(ctx, s.Interpreter, s.Model.Count(set), t)
}

// deadlocked is a report of so many deadlocks, given a run to one of them, which stutters there.
func deadlocked(ctx context.Context, in *recipe.Interpreter, states *big.Int, t *trace.Trace) (*Deadlock, error) {
	t.Loop = len(t.Steps) - 1
	t.Steps[t.Loop].Message = recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}
	agents, err := in.Blocked(ctx, t.Steps[t.Loop].State)
	return &Deadlock{States: states, Trace: t, Agents: agents}, cmp.Or(err, t.Replay(in))
}

// stutteringSatisfies is the set of states s for which the computation s, stutter, s, stutter, …
// satisfies f after its first step: on a word with one letter, temporal connectives are Boolean
// ones, and no step atom holds.
func (s *System) stutteringSatisfies(k *bdd.Calculator, f *ltol.Formula) bdd.Node {
	return ltol.Fold(f, func(f *ltol.Formula, args []bdd.Node) bdd.Node {
		switch f.Op() {
		case ltol.OpAtom:
			if f.Atom().Kind == ltol.State {
				return k.Take(s.Model.StateProposition(k.Scope(), f.Atom().ID))
			}
			return bdd.False
		case ltol.OpPossible:
			return bdd.False
		case ltol.OpNecessary:
			return bdd.True
		case ltol.OpNext, ltol.OpFinally, ltol.OpGlobally:
			return args[0]
		case ltol.OpUntil, ltol.OpRelease:
			return args[1]
		case ltol.OpWeakUntil:
			return k.Or(args[0], args[1])
		case ltol.OpStrongRelease:
			return k.And(args[0], args[1])
		}
		return search.Sets(k).Connect(f.Op(), args)
	})
}
