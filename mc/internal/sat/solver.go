// Package sat decides whether clauses can be satisfied, by conflict-driven learning: Eén,
// Sörensson, "An extensible SAT-solver", SAT 2003, doi:10.1007/978-3-540-24605-3_37, with the
// literal block distance of Audemard, Simon, "Predicting learnt clauses quality in modern SAT
// solvers", IJCAI 2009.
//
// It exists because a check has to cost the same and give the same in every run: a solver that
// takes turns with other searches must stop after so much work, not after so much time, and go on
// later with what it has learnt. Clauses and variables may be added between calls.
package sat

import "slices"

// A Lit is a variable, times two, plus one for its negation.
type Lit uint32

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// A Status is the outcome of a search.
type Status uint8

const (
	// Unknown tells that the work ran out.
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

const (
	unset int8 = iota
	yes
	no
)

// noClause is the reason of decisions; clauses begin at a position above it.
const noClause = 0

// A Solver holds clauses. The zero Solver has none.
type Solver struct {
	// arena holds the clauses one after the other: their length and mark, their block distance, and
	// their literals.
	arena   []uint32
	watches [][]watch // by literal: clauses that watch its negation
	values  []int8    // by literal
	level   []int     // by variable
	reason  []uint32
	phase   []Lit // by variable: the literal it was last
	trail   []Lit
	limits  []int // lengths of the trail at decisions
	head    int   // of the trail that is propagated

	activity  []float64
	increment float64
	order     heap

	learnt    []uint32
	keep      int // learnt clauses before some are dropped
	conflicts int
	work      int
	seen      []bool
	model     []int8
	failed    []Lit
	broken    bool
}

type watch struct {
	clause  uint32
	blocker Lit
}

const header = 2

// Work counts steps: clauses looked at, and what conflicts cost.
func (s *Solver) Work() int { return s.work }

// Variable adds a variable and returns its literal.
func (s *Solver) Variable() Lit {
	if len(s.arena) == 0 {
		s.arena, s.increment, s.keep = make([]uint32, 1), 1, firstKept
	}
	v := len(s.level)
	s.level, s.reason = append(s.level, 0), append(s.reason, noClause)
	s.phase, s.activity = append(s.phase, Lit(v)<<1|1), append(s.activity, 0)
	s.values, s.watches = append(s.values, unset, unset), append(s.watches, nil, nil)
	s.seen = append(s.seen, false)
	s.order.add(v, s.activity)
	return Lit(v) << 1
}

// Add adds a clause, between searches.
func (s *Solver) Add(lits ...Lit) {
	var clause []Lit
	for _, l := range lits {
		if s.values[l] == yes || slices.Contains(clause, l.Not()) {
			return
		}
		if s.values[l] == unset && !slices.Contains(clause, l) {
			clause = append(clause, l)
		}
	}
	s.work += len(lits)
	switch {
	case s.broken:
	case len(clause) == 0:
		s.broken = true
	case len(clause) == 1:
		s.assign(clause[0], noClause)
		s.broken = s.propagate() != noClause
	default:
		s.attach(clause, 0)
	}
}

// attach stores a clause; its first two literals are watched. Learnt ones have a distance above 0.
func (s *Solver) attach(clause []Lit, distance uint32) uint32 {
	c := uint32(len(s.arena))
	s.arena = append(s.arena, uint32(len(clause)), distance)
	for _, l := range clause {
		s.arena = append(s.arena, uint32(l))
	}
	s.watch(c)
	return c
}

func (s *Solver) watch(c uint32) {
	a, b := s.literal(c, 0), s.literal(c, 1)
	s.watches[a.Not()] = append(s.watches[a.Not()], watch{c, b})
	s.watches[b.Not()] = append(s.watches[b.Not()], watch{c, a})
}

func (s *Solver) literal(c uint32, i int) Lit { return Lit(s.arena[int(c)+header+i]) }

func (s *Solver) literals(c uint32) []uint32 {
	return s.arena[int(c)+header : int(c)+header+int(s.arena[c])]
}

func (s *Solver) assign(l Lit, reason uint32) {
	s.values[l], s.values[l.Not()] = yes, no
	v := l >> 1
	s.level[v], s.reason[v], s.phase[v] = len(s.limits), reason, l
	s.trail = append(s.trail, l)
}

// propagate draws conclusions from clauses of which one literal is left; it returns a clause that
// has none.
func (s *Solver) propagate() (conflict uint32) {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		watches := s.watches[l]
		kept := watches[:0]
		s.work += 1 + len(watches)
		for i, w := range watches {
			if s.values[w.blocker] == yes {
				kept = append(kept, w)
				continue
			}
			lits := s.literals(w.clause)
			if Lit(lits[0]) == l.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := Lit(lits[0])
			if s.values[first] == yes {
				kept = append(kept, watch{w.clause, first})
				continue
			}
			if s.moved(w.clause, lits, first) {
				continue
			}
			kept = append(kept, watch{w.clause, first})
			if s.values[first] == no {
				kept = append(kept, watches[i+1:]...)
				s.head = len(s.trail)
				conflict = w.clause
				break
			}
			s.assign(first, w.clause)
		}
		s.watches[l] = kept
		if conflict != noClause {
			return conflict
		}
	}
	return noClause
}

// moved looks for another literal to watch instead of the second.
func (s *Solver) moved(c uint32, lits []uint32, first Lit) bool {
	for k := 2; k < len(lits); k++ {
		if x := Lit(lits[k]); s.values[x] != no {
			lits[1], lits[k] = lits[k], lits[1]
			s.watches[x.Not()] = append(s.watches[x.Not()], watch{c, first})
			return true
		}
	}
	return false
}

// cancel takes back decisions down to a level.
func (s *Solver) cancel(level int) {
	if len(s.limits) <= level {
		return
	}
	for i := len(s.trail) - 1; i >= s.limits[level]; i-- {
		l := s.trail[i]
		s.values[l], s.values[l.Not()] = unset, unset
		s.order.add(int(l>>1), s.activity)
	}
	s.trail = s.trail[:s.limits[level]]
	s.limits = s.limits[:level]
	s.head = len(s.trail)
}

// Solve looks for values that satisfy the clauses and the assumptions, and stops when the work done
// comes to a limit. What it learns stays for the next search.
func (s *Solver) Solve(limit int, assumptions ...Lit) Status {
	s.model, s.failed = nil, nil
	if s.broken {
		return Unsatisfiable
	}
	defer s.cancel(0)
	for round := 1; ; round++ {
		status, done := s.search(restart*luby(round), limit, assumptions)
		if done {
			return status
		}
		s.cancel(0)
	}
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
		if len(s.learnt) > s.keep+len(s.trail) {
			s.reduce()
		}
		next, status := s.decide(assumptions)
		if status != Unknown {
			return status, true
		}
		s.limits = append(s.limits, len(s.trail))
		if next != undecided {
			s.assign(next, noClause)
		}
	}
}

// undecided is no literal: an assumption that is true already still has a level of its own.
const undecided = ^Lit(0)

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
			s.model = append([]int8(nil), s.values...)
			return undecided, Satisfiable
		}
		if s.values[Lit(v)<<1] == unset {
			return s.phase[v], Unknown
		}
	}
}

// Is is the value of a literal after a search that was satisfied.
func (s *Solver) Is(l Lit) bool { return s.model[l] == yes }

// Failed are assumptions that cannot be satisfied together, after a search that was not satisfied.
func (s *Solver) Failed() []Lit { return s.failed }

// blame finds the assumptions that make another one false (analyzeFinal of Eén and Sörensson): when
// it is looked at, all decisions are assumptions.
func (s *Solver) blame(l Lit) {
	s.failed = []Lit{l}
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
