package schedule

// A Prover is what the grant of induction asks its engine.
type Prover interface {
	// Sole reports whether the engine could settle all properties that are not settled, so that nothing
	// else needs the reachable states.
	Sole() bool
	// Stall is how many times the engine has found nothing for as long as all that it did before it
	// found something last, or for so many steps if that is more.
	Stall(least int) int
}

// Induction is the grant of induction: one n-th of each piece of work on diagrams.
//
// While induction could end the check alone, n is small: InductiveFair, or InductiveThird if orbits
// could end it as well, times one more than its stall.
// Nobody knows whether induction or diagrams end first. So both do about the same, as long as
// induction closes frames. Where it closes none, it may cost about the square root of the work on
// diagrams, and when it closes one, it has its first part again. All work counts from InductiveSoon
// steps on: small systems are left to diagrams.
//
// Else n is InductiveShare, and all work counts from InductiveAfter steps on. If some property needs
// the reachable states, diagrams decide the others at little cost once they have them. InductiveShare
// is also the largest n.
func Induction(p Prover) Grant {
	granted, seen, rest := 0, 0, 0 // seen of the work on diagrams, but for a rest
	return func(s *Scheduler) int {
		policy, from, n := &s.policy, s.policy.InductiveAfter, s.policy.InductiveShare
		if n <= 0 {
			return 0
		}
		if s.only == nil && p.Sole() {
			fair := policy.InductiveFair
			if s.Orbits != nil && !s.Orbits.Over() {
				fair = policy.InductiveThird
			}
			from, n = min(from, policy.InductiveSoon), min(n, fair*(1+p.Stall(policy.InductiveStall)))
		}
		if n = max(n, 1); s.Board.Diagrams >= from {
			rest += s.Board.Diagrams - seen
			seen = s.Board.Diagrams
			granted, rest = granted+rest/n, rest%n
		}
		return granted
	}
}
