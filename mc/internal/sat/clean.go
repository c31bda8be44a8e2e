package sat

import "slices"

// Remove removes a clause that has a name, between searches. What was learnt from it stays: it must
// follow from the clauses that are there after the next one is added.
func (s *Solver) Remove(name Clause) {
	if c := s.named[name]; c != noClause {
		s.arena[c+1] = dropped
		s.named[name] = noClause
		s.waste += header + int(s.arena[c])
	}
	s.unnamed = append(s.unnamed, name)
}

// Release removes the clauses that were added with the first literal as their condition, and what
// was learnt from them. No other clause may have this literal or its negation. The variable may be
// given out anew.
func (s *Solver) Release(when Lit) {
	if s.values[when] != no {
		s.assign(when.Not(), noClause)
		s.broken = s.propagate() != noClause || s.broken
	}
	s.released = append(s.released, when)
}

// clean prepares a search at level 0: it moves the clauses together if many of them are not needed
// any more.
func (s *Solver) clean() {
	s.settle()
	release := len(s.released) >= s.patience
	useless := release || s.waste > len(s.arena)/4
	if useless {
		s.dropSatisfied()
	}
	if len(s.learnt) > s.keep {
		s.dropLearnt()
		useless = true
	}
	if useless {
		s.compact()
	}
	if release {
		s.forget()
	}
	s.needs.met = place{trail: s.needs.settled}
}

// forget gives released variables free, which no clause has any more.
func (s *Solver) forget() {
	for _, when := range s.released {
		s.values[when], s.values[when.Not()] = unset, unset
	}
	s.free = append(s.free, s.released...)
	s.released = s.released[:0]
	s.trail = slices.DeleteFunc(s.trail, func(l Lit) bool { return s.values[l] == unset })
	s.head, s.needs.settled = len(s.trail), len(s.trail)
}

// compact moves the clauses together that are not dropped.
func (s *Solver) compact() {
	old := s.arena
	s.work += len(old) / 8
	s.arena = make([]uint32, 1, len(old))
	for at := 1; at < len(old); {
		end := at + header + int(old[at])
		to := uint32(noClause)
		if old[at+1] != dropped {
			to = uint32(len(s.arena))
			s.arena = append(s.arena, old[at:end]...)
		} else {
			prove(s.Proof, "d ", old[at+header:end]...)
		}
		old[at+1] = to
		at = end
	}
	move := func(clauses []uint32) []uint32 {
		kept := clauses[:0]
		for _, c := range clauses {
			if to := old[c+1]; to != noClause {
				kept = append(kept, to)
			}
		}
		return kept
	}
	for l, watches := range s.watches {
		kept := watches[:0]
		for _, w := range watches {
			if to := old[w.clause&^binary+1]; to != noClause {
				kept = append(kept, watch{to | w.clause&binary, w.blocker})
			}
		}
		s.watches[l] = kept
		s.needs.owed[l] = move(s.needs.owed[l])
	}
	s.needs.always = move(s.needs.always)
	s.learnt = move(s.learnt)
	for _, l := range s.trail {
		s.reason[l>>1] = noClause // nobody asks at level 0
	}
	for i, c := range s.named {
		if c != noClause {
			s.named[i] = old[c+1]
		}
	}
}
