package sat

import "slices"

// decay is by how much more each conflict counts than the one before.
const decay = 1 / 0.95

// learn adds the clause that a conflict comes from, up to the first point that all its reasons go
// through, and takes back what that undoes.
func (s *Solver) learn(conflict uint32) {
	clause := append(s.clause[:0], 0)
	open := 0
	at := len(s.trail)
	for {
		for _, x := range s.literals(conflict) {
			l := Lit(x)
			v := l >> 1
			if s.seen[v] || s.level[v] == 0 || s.values[l] == yes {
				continue // yes is the literal that the clause is the reason for
			}
			s.seen[v] = true
			s.bump(int(v))
			if s.level[v] == len(s.limits) {
				open++
			} else {
				clause = append(clause, l)
			}
		}
		s.work += int(s.arena[conflict])
		for at--; !s.seen[s.trail[at]>>1]; at-- {
		}
		l := s.trail[at]
		s.seen[l>>1] = false
		if open--; open == 0 {
			clause[0] = l.Not()
			break
		}
		conflict = s.reason[l>>1]
	}
	s.marked = append(s.marked[:0], clause[1:]...)
	clause = append(clause[:1], slices.DeleteFunc(clause[1:], s.implied)...)
	for _, l := range s.marked {
		s.seen[l>>1] = false
	}
	s.clause = clause
	prove(s.Proof, "", clause...)
	s.increment *= decay
	s.jump(clause)
}

// implied reports whether the other literals of a clause that is being learnt imply one.
func (s *Solver) implied(l Lit) bool {
	reason := s.reason[l>>1]
	if reason == noClause {
		return false
	}
	for _, x := range s.literals(reason) {
		v := x >> 1
		if !s.seen[v] && s.level[v] > 0 && Lit(v) != l>>1 {
			return false
		}
	}
	return true
}

// jump goes back to where a learnt clause draws a conclusion.
func (s *Solver) jump(clause []Lit) {
	if len(clause) == 1 {
		s.cancel(0)
		s.assign(clause[0], noClause)
		return
	}
	for len(s.stamps) <= len(s.limits) {
		s.stamps = append(s.stamps, 0)
	}
	distance, highest := uint32(1), 1
	for i, l := range clause[1:] {
		level := s.level[l>>1]
		if s.stamps[level] != s.conflicts {
			s.stamps[level] = s.conflicts
			distance++
		}
		if level > s.level[clause[highest]>>1] {
			highest = i + 1
		}
	}
	clause[1], clause[highest] = clause[highest], clause[1]
	s.cancel(s.level[clause[1]>>1])
	c := s.attach(clause, distance)
	s.learnt = append(s.learnt, c)
	s.assign(clause[0], c)
}

// bump makes a variable be decided earlier.
func (s *Solver) bump(v int) {
	const most = 1e100
	if s.activity[v] += s.increment; s.activity[v] > most {
		for i := range s.activity {
			s.activity[i] /= most
		}
		s.increment /= most
	}
	if s.needs.dependent[v] && !s.needs.active[v] {
		s.needs.active[v] = true
		s.needs.busy = append(s.needs.busy, v)
	} else {
		s.order.up(v, s.activity)
	}
}
