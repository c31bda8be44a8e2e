package sat

// owe notes that a clause is needed where a literal is true.
func (s *Solver) owe(when Lit, c uint32) {
	switch {
	case when == everywhere || s.values[when] == yes:
		s.needs.always = append(s.needs.always, c)
	case s.arena[c] > 2: // what two literals say is propagated
		s.needs.owed[when] = append(s.needs.owed[when], c)
	}
}

// settle prepares a search: what is true at level 0 stays so.
func (s *Solver) settle() {
	n := &s.needs
	for ; n.settled < len(s.trail); n.settled++ {
		l := s.trail[n.settled]
		prove(s.Proof, "", l)
		n.always = append(n.always, n.owed[l]...)
		n.owed[l] = nil
	}
	kept := n.always[:0]
	for _, c := range n.always {
		if _, met := s.satisfied(c); !met {
			kept = append(kept, c)
		}
	}
	n.always = kept
}

// calm begins a search: it leaves dependent variables to their clauses until a conflict involves
// them.
func (s *Solver) calm() {
	n := &s.needs
	for _, v := range n.busy {
		n.active[v] = false
		s.order.remove(v, s.activity)
	}
	n.busy = n.busy[:0]
}

// need is a literal that satisfies a clause that is needed, or undecided if all are satisfied. A
// clause whose literals are all false defines a gate out of focus: it is not needed.
func (s *Solver) need() Lit {
	n := &s.needs
	for ; n.met.always < len(n.always); n.met.always++ {
		if next, met := s.satisfied(n.always[n.met.always]); !met && next != undecided {
			return next
		}
	}
	for ; n.met.trail < len(s.trail); n.met.trail++ {
		owed := n.owed[s.trail[n.met.trail]]
		for ; n.met.clause < len(owed); n.met.clause++ {
			if next, met := s.satisfied(owed[n.met.clause]); !met && next != undecided {
				return next
			}
		}
		n.met.clause = 0
	}
	return undecided
}
