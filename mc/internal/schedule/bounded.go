package schedule

import "math"

// A Refuter is what the grant of bounded model checking asks its engine.
type Refuter interface {
	// Alone reports whether some open property has no other engine on circuits: no finite run violates
	// it, so that induction does not look at it.
	Alone() bool
}

// Bounded is the grant of bounded model checking.
//
// When every property is settled, it has one BoundedRest-th of the work that is left for shorter
// traces. Until then it has one BoundedShare-th of the work on diagrams, from BoundedAfter steps
// on.
//
// While it is alone with a property, it has more. Nobody knows whether diagrams or a short lasso
// end the check first, as with [Induction]. So its part falls in the same way, from
// InductiveSoon steps on, until diagrams know the reachable states. It begins with one
// BoundedFair-th, and each InductiveStall steps that it has had make the next part smaller by as
// much. For example, of a million steps it has 66 000, of ten million 413 000.
func Bounded(p Refuter) Grant {
	alone := 0 // the work on diagrams until they knew the reachable states
	return func(s *Scheduler) int {
		policy, work := &s.policy, s.Board.Diagrams
		if !s.Board.Explored {
			alone = work
		}
		switch {
		case s.Board.AllSettled():
			return part(s.mostExtra(), policy.BoundedRest)
		case policy.BoundedShare <= 0:
			return 0
		}
		granted := 0
		if work >= policy.BoundedAfter {
			granted = work / policy.BoundedShare
		}
		if from := min(policy.BoundedAfter, policy.InductiveSoon); alone > from && policy.BoundedFair > 0 && p.Alone() {
			granted = max(granted, falling(alone-from, policy.BoundedFair, policy.InductiveStall))
		}
		return granted
	}
}

// falling is what an engine has had of some work if it got one fair-th of it at first, and one
// (fair + fair*h/stall)-th when it had had h steps.
func falling(work, fair, stall int) int {
	h := float64(max(stall, 1))
	return int(h * (math.Sqrt(1+2*float64(work)/(float64(fair)*h)) - 1))
}
