package sat

import "slices"

// A Lit is a variable, times two, plus one for its negation.
type Lit uint32

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

const (
	unset int8 = iota
	yes
	no
)

// noClause is the reason of decisions; clauses begin at a position above it.
const noClause = 0

// A Clause is the name of a clause that can be removed.
type Clause int

// A store holds clauses, and what is true of their literals.
type store struct {
	// arena holds the clauses one after the other: their length and mark, their block distance, and
	// their literals.
	arena    []uint32
	watches  [][]watch // by literal: clauses that watch its negation
	values   []int8    // by literal
	activity []float64 // by variable
	learnt   []uint32
	keep     int // learnt clauses before some are dropped
	waste    int // the length of clauses that were removed
	work     int
}

// A watch is an entry in the list of a literal that, once true, leaves a clause with fewer
// literals. If the blocker is true, so is the clause. A clause of two literals has the mark binary,
// and the other literal as its blocker.
type watch struct {
	clause  uint32
	blocker Lit
}

const binary = 1 << 31

const header = 2

// undecided is no literal.
const undecided = ^Lit(0)

// dropped is the block distance of a clause that goes with the next cleaning.
const dropped = 1<<32 - 1

// Work counts steps: clauses looked at, and what conflicts cost.
func (s *store) Work() int { return s.work }

// attach stores a clause; its first two literals are watched. Learnt ones have a distance above 0.
func (s *store) attach(clause []Lit, distance uint32) uint32 {
	c := uint32(len(s.arena))
	s.arena = append(s.arena, uint32(len(clause)), distance)
	for _, l := range clause {
		s.arena = append(s.arena, uint32(l))
	}
	s.watch(c)
	return c
}

func (s *store) watch(c uint32) {
	a, b := s.literal(c, 0), s.literal(c, 1)
	if s.arena[c] == 2 {
		c |= binary
	}
	s.watches[a.Not()] = append(s.watches[a.Not()], watch{c, b})
	s.watches[b.Not()] = append(s.watches[b.Not()], watch{c, a})
}

func (s *store) literal(c uint32, i int) Lit { return Lit(s.arena[int(c)+header+i]) }

func (s *store) literals(c uint32) []uint32 {
	return s.arena[int(c)+header : int(c)+header+int(s.arena[c])]
}

// moved looks for another literal to watch instead of the second.
func (s *store) moved(c uint32, lits []uint32, first Lit) bool {
	for k := 2; k < len(lits); k++ {
		if x := Lit(lits[k]); s.values[x] != no {
			lits[1], lits[k] = lits[k], lits[1]
			s.watches[x.Not()] = append(s.watches[x.Not()], watch{c, first})
			return true
		}
	}
	return false
}

// satisfied reports whether a clause has a literal that is true, and gives the literal without a
// value that was active lately.
func (s *store) satisfied(c uint32) (next Lit, met bool) {
	next = undecided
	s.work++
	for _, x := range s.literals(c) {
		l := Lit(x)
		switch s.values[l] {
		case yes:
			return l, true
		case unset:
			if next == undecided || s.activity[l>>1] > s.activity[next>>1] {
				next = l
			}
		}
	}
	return next, false
}

// dropSatisfied marks the clauses that are true at level 0.
func (s *store) dropSatisfied() {
	for at := 1; at < len(s.arena); at += header + int(s.arena[at]) {
		if _, met := s.satisfied(uint32(at)); met {
			s.arena[at+1] = dropped
		}
	}
	s.waste = 0
}

// dropLearnt marks the half of the learnt clauses that join the most levels, and keeps more from
// now on. Clauses of two levels stay.
func (s *store) dropLearnt() {
	s.keep += s.keep / 10
	distance := func(c uint32) int { return int(s.arena[c+1]) }
	slices.SortStableFunc(s.learnt, func(a, b uint32) int { return distance(a) - distance(b) })
	for _, c := range s.learnt[len(s.learnt)/2:] {
		if distance(c) > 2 {
			s.arena[c+1] = dropped
		}
	}
	slices.Sort(s.learnt)
}
