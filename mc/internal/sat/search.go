package sat

import "slices"

// A Status is the outcome of a search.
type Status uint8

const (
	// Unknown tells that the work ran out.
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// Add adds a clause, between searches.
func (s *Solver) Add(lits ...Lit) {
	s.clause = append(s.clause[:0], lits...)
	s.add(everywhere)
}

// AddWhen adds a clause, between searches: if the first literal is true, so is one of the others.
// Where the first literal has no value, the clause needs none.
func (s *Solver) AddWhen(when Lit, lits ...Lit) {
	s.clause = append(append(s.clause[:0], when.Not()), lits...)
	s.add(when)
}

// AddNamed is like [Solver.AddWhen], and names the clause.
func (s *Solver) AddNamed(when Lit, lits ...Lit) Clause {
	s.clause = append(append(s.clause[:0], when.Not()), lits...)
	c := s.add(when)
	if n := len(s.unnamed); n > 0 {
		name := s.unnamed[n-1]
		s.unnamed, s.named[name] = s.unnamed[:n-1], c
		return name
	}
	s.named = append(s.named, c)
	return Clause(len(s.named) - 1)
}

// add adds the clause that is prepared. It is needed where a literal is true. There is no clause if
// it follows from level 0 alone, or is one literal.
func (s *Solver) add(when Lit) (c uint32) {
	s.work += len(s.clause)
	clause, satisfied := s.clause[:0], false
	for _, l := range s.clause {
		switch {
		case s.values[l] == yes, s.seen[l>>1] && slices.Contains(clause, l.Not()):
			satisfied = true
		case s.values[l] == unset && !s.seen[l>>1]:
			clause = append(clause, l)
			s.seen[l>>1] = true
		}
	}
	for _, l := range clause {
		s.seen[l>>1] = false
	}
	switch {
	case s.broken, satisfied:
	case len(clause) == 0:
		s.broken = true
	case len(clause) == 1:
		s.assign(clause[0], noClause)
		s.broken = s.propagate() != noClause
	default:
		c = s.attach(clause, 0)
		s.owe(when, c)
	}
	return c
}

// Solve looks for values that satisfy the clauses and the assumptions, and stops when the work done
// comes to a limit. What it learns stays for the next search.
func (s *Solver) Solve(limit int, assumptions ...Lit) Status {
	s.model, s.failed = s.model[:0], s.failed[:0]
	defer s.cancel(0)
	s.searches++
	s.calm()
	status, done := Unsatisfiable, s.broken
	for round := 1; !done; round++ {
		s.cancel(0)
		s.clean()
		status, done = s.search(restart*luby(round), limit, assumptions)
	}
	if status == Unsatisfiable {
		clause := s.marked[:0]
		for _, l := range s.failed {
			clause = append(clause, l.Not())
		}
		prove(s.Proof, "", clause...)
		s.marked = clause
	}
	return status
}

// luby is the sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman.
func luby(i int) int {
	for {
		size := 1
		for size < i+1 {
			size *= 2
		}
		if size == i+1 {
			return size / 2
		}
		i -= size/2 - 1
	}
}

// search goes on until the status is known or there were so many conflicts.
func (s *Solver) search(conflicts, limit int, assumptions []Lit) (status Status, done bool) {
	for {
		if conflict := s.propagate(); conflict != noClause {
			if len(s.limits) == 0 {
				s.broken = true
				return Unsatisfiable, true
			}
			s.conflicts++
			conflicts--
			s.learn(conflict)
			continue
		}
		if s.work > limit {
			return Unknown, true
		}
		if conflicts <= 0 {
			return Unknown, false
		}
		next, status := s.decide(assumptions)
		if status != Unknown {
			return status, true
		}
		s.limits = append(s.limits, len(s.trail))
		s.needs.open()
		if next != undecided {
			s.assign(next, noClause)
		}
	}
}

// decide is the next assumption, or a variable that has no value. There is a status if all have, or
// if an assumption is false.
func (s *Solver) decide(assumptions []Lit) (Lit, Status) {
	if len(s.limits) < len(assumptions) {
		l := assumptions[len(s.limits)]
		switch s.values[l] {
		case yes:
			return undecided, Unknown
		case no:
			s.blame(l)
			return undecided, Unsatisfiable
		}
		return l, Unknown
	}
	for {
		v, ok := s.order.pop(s.activity)
		if !ok {
			next := s.need()
			if next != undecided {
				return next, Unknown
			}
			s.model = append(s.model, s.values...)
			return undecided, Satisfiable
		}
		if s.values[Lit(v)<<1] == unset {
			return s.phase[v], Unknown
		}
	}
}

// Is reports whether a literal is true after a search that was satisfied. Of a dependent variable
// without a value, both literals are not.
func (s *Solver) Is(l Lit) bool { return s.model[l] == yes }

// HasFailed reports whether an assumption is one of those that cannot be satisfied together, after
// a search that was not satisfied, until the next search.
func (s *Solver) HasFailed(l Lit) bool { return len(s.failed) > 0 && s.blamed[l] == s.searches }

// blame finds the assumptions that make another one false (analyzeFinal of Eén and Sörensson): when
// it is looked at, all decisions are assumptions.
func (s *Solver) blame(l Lit) {
	s.failed = append(s.failed, l)
	s.blamed[l] = s.searches
	if s.level[l>>1] == 0 {
		return
	}
	s.seen[l>>1] = true
	for i := len(s.trail) - 1; i >= s.limits[0]; i-- {
		x := s.trail[i]
		if !s.seen[x>>1] {
			continue
		}
		s.seen[x>>1] = false
		reason := s.reason[x>>1]
		if reason == noClause {
			s.failed = append(s.failed, x)
			s.blamed[x] = s.searches
			continue
		}
		s.work += int(s.arena[reason])
		for _, y := range s.literals(reason) {
			if v := y >> 1; Lit(v) != x>>1 && s.level[v] > 0 {
				s.seen[v] = true
			}
		}
	}
}
