package sat

import "slices"

// restart is the unit of conflicts between restarts, firstKept how many learnt clauses are kept at
// first; both are common values (Eén, Sörensson), and change no answer.
const restart, firstKept = 100, 4000

// decay is by how much more each conflict counts than the one before.
const decay = 1 / 0.95

// learn adds the clause that a conflict comes from, up to the first point that all its reasons go
// through, and takes back what that undoes.
func (s *Solver) learn(conflict uint32) {
	clause := []Lit{0}
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
	all := slices.Clone(clause[1:])
	clause = append(clause[:1], slices.DeleteFunc(clause[1:], s.implied)...)
	for _, l := range all {
		s.seen[l>>1] = false
	}
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
	levels := map[int]bool{}
	highest := 1
	for i, l := range clause[1:] {
		levels[s.level[l>>1]] = true
		if s.level[l>>1] > s.level[clause[highest]>>1] {
			highest = i + 1
		}
	}
	clause[1], clause[highest] = clause[highest], clause[1]
	s.cancel(s.level[clause[1]>>1])
	c := s.attach(clause, uint32(1+len(levels)))
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
	s.order.up(v, s.activity)
}

// reduce drops the half of the learnt clauses that join the most levels, and keeps more from now
// on. Reasons and clauses of two levels stay.
func (s *Solver) reduce() {
	s.keep += s.keep / 10
	distance := func(c uint32) int { return int(s.arena[c+1]) }
	slices.SortStableFunc(s.learnt, func(a, b uint32) int { return distance(a) - distance(b) })
	dropped := map[uint32]bool{}
	for _, c := range s.learnt[len(s.learnt)/2:] {
		if first := s.literal(c, 0); distance(c) > 2 && (s.values[first] != yes || s.reason[first>>1] != c) {
			dropped[c] = true
		}
	}
	s.learnt = slices.DeleteFunc(s.learnt, func(c uint32) bool { return dropped[c] })
	slices.Sort(s.learnt)
	s.compact(dropped)
}

// compact moves the clauses together that are left.
func (s *Solver) compact(dropped map[uint32]bool) {
	to := make(map[uint32]uint32, len(s.learnt))
	next := 1
	for at := 1; at < len(s.arena); {
		length := header + int(s.arena[at])
		if !dropped[uint32(at)] {
			if next != at {
				to[uint32(at)] = uint32(next)
				copy(s.arena[next:], s.arena[at:at+length])
			}
			next += length
		}
		at += length
	}
	s.arena = s.arena[:next]
	moved := func(c uint32) uint32 {
		if new, ok := to[c]; ok {
			return new
		}
		return c
	}
	for l, watches := range s.watches {
		kept := watches[:0]
		for _, w := range watches {
			if !dropped[w.clause] {
				kept = append(kept, watch{moved(w.clause), w.blocker})
			}
		}
		s.watches[l] = kept
	}
	for _, l := range s.trail {
		s.reason[l>>1] = moved(s.reason[l>>1])
	}
	for i, c := range s.learnt {
		s.learnt[i] = moved(c)
	}
	s.work += len(s.arena) / 8
}

// A heap orders variables by their activity, the highest first; among equals the lower number.
type heap struct {
	items []int
	at    []int // by variable: 1 + its position, 0 if it is not there
}

func before(x, y int, activity []float64) bool {
	return activity[x] > activity[y] || activity[x] == activity[y] && x < y
}

func (h *heap) add(v int, activity []float64) {
	for len(h.at) <= v {
		h.at = append(h.at, 0)
	}
	if h.at[v] == 0 {
		h.items = append(h.items, v)
		h.at[v] = len(h.items)
		h.up(v, activity)
	}
}

func (h *heap) up(v int, activity []float64) {
	i := h.at[v] - 1
	for ; i > 0 && before(v, h.items[(i-1)/2], activity); i = (i - 1) / 2 {
		h.put(i, h.items[(i-1)/2])
	}
	if i >= 0 {
		h.put(i, v)
	}
}

func (h *heap) put(i, v int) { h.items[i], h.at[v] = v, i+1 }

func (h *heap) pop(activity []float64) (v int, ok bool) {
	if len(h.items) == 0 {
		return 0, false
	}
	v = h.items[0]
	last := h.items[len(h.items)-1]
	h.items, h.at[v] = h.items[:len(h.items)-1], 0
	if n := len(h.items); n > 0 {
		i := 0
		for {
			child := 2*i + 1
			if child >= n {
				break
			}
			if child+1 < n && before(h.items[child+1], h.items[child], activity) {
				child++
			}
			if !before(h.items[child], last, activity) {
				break
			}
			h.put(i, h.items[child])
			i = child
		}
		h.put(i, last)
	}
	return v, true
}
