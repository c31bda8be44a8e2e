package schedule

// A Prover is what the grant of induction asks its engine.
type Prover interface {
	// Sole reports whether the engine could settle all properties that are not settled, so that
	// nothing else needs the reachable states.
	Sole() bool
	// Closed is what the engine had cost when it last closed a frame or proved a property.
	Closed() int
}

// Induction is the grant of induction: one n-th of the work on diagrams.
//
// If some property needs the reachable states, n is InductiveShare, and the work counts from
// InductiveAfter steps on: diagrams decide the other properties at little cost once they have these
// states. While orbits are near their end, the same numbers count.
//
// Else nobody knows whether induction or diagrams end first, and the work counts from InductiveSoon
// steps on. Most proofs are short, or very long. So n begins with InductiveFair, twice that while
// orbits work as well, and grows by as much with each InductiveStall steps in which induction
// closes no frame. Then induction has about the square root of the work on diagrams. When it closes
// a frame, n is as at first.
//
// In the second case, it has InductiveFirst steps at once, since most proofs need no more. While
// orbits are near their end, it has them from InductiveSoon steps on. Package subject sets this number
// to -1 (none) unless only verdicts are wanted.
//
// Induction is granted an eighth of what it had so far at once. Interrupted searches begin the
// question anew at which they were, so they should be interrupted rarely.
func Induction(p Prover) Grant {
	granted, seen, rest := 0, 0, 0 // seen of the work on diagrams, but for a rest
	return func(s *Scheduler) int {
		policy, from, n := &s.policy, s.policy.InductiveAfter, s.policy.InductiveShare
		if n <= 0 {
			return 0
		}
		if s.only == nil && p.Sole() {
			near := s.nearly()
			if granted < policy.InductiveFirst && (!near || s.Board.Diagrams >= policy.InductiveSoon) {
				granted = policy.InductiveFirst
			}
			if !near {
				fair := policy.InductiveFair
				if s.Orbits != nil && !s.Orbits.Over() {
					fair *= 2
				}
				fruitless := granted - min(p.Closed(), granted)
				from = min(from, policy.InductiveSoon)
				n = min(n, fair*(1+fruitless/max(policy.InductiveStall, 1)))
			}
		}
		if s.Board.Diagrams < from {
			return granted
		}
		rest, seen = rest+s.Board.Diagrams-seen, s.Board.Diagrams
		if piece := 1 + granted/8; rest/max(n, 1) >= piece {
			granted, rest = granted+piece, rest-piece*max(n, 1)
		}
		return granted
	}
}

// nearly reports whether orbits may soon have answered everything.
func (s *Scheduler) nearly() bool {
	return s.Orbits != nil && !s.Orbits.Over() && s.Orbits.Near(s.policy.OrbitsFrontier)
}
