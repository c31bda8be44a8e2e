// Package sat decides whether clauses can be satisfied, by conflict-driven learning: Eén,
// Sörensson, "An extensible SAT-solver", SAT 2003, doi:10.1007/978-3-540-24605-3_37, with the
// literal block distance of Audemard, Simon, "Predicting learnt clauses quality in modern SAT
// solvers", IJCAI 2009.
//
// It exists because a check has to cost the same and give the same in every run: a solver that
// takes turns with other searches must stop after so much work, not after so much time, and go on
// later with what it has learnt. Clauses and variables may be added between calls.
package sat

import "bytes"

// A Solver holds clauses. The zero Solver has none.
type Solver struct {
	// Proof, if there is one, gets a proof in the format DRAT of all that is learnt. Its formula is
	// the clauses that were added. A search that fails adds the clause of its failed assumptions,
	// negated.
	Proof *bytes.Buffer

	store
	focus
	level  []int // by variable
	reason []uint32
	phase  []Lit // by variable: the literal it was last
	trail  []Lit
	limits []int // lengths of the trail at decisions
	head   int   // of the trail that is propagated
	needs  needs

	increment float64
	order     heap

	conflicts int
	named     []uint32 // by name; noClause if it is satisfied for good
	unnamed   []Clause // names to give out anew
	released  []Lit    // that clauses may still have
	patience  int      // released variables before their clauses are removed
	free      []Lit    // variables to give out anew
	seen      []bool
	stamps    []int // by level: the conflict whose clause last had a literal of it
	clause    []Lit // that is added or learnt
	marked    []Lit // whose variables are seen
	model     []int8
	failed    []Lit
	searches  int
	blamed    []int // by literal: the search in which it failed last
	broken    bool
}

// restart is the unit of conflicts between restarts, firstKept how many learnt clauses are kept at
// first; both are common values (Eén, Sörensson). firstReleased is how many variables are released
// before their clauses are removed. They change no answer.
const restart, firstKept, firstReleased = 100, 4000, 100

// Variable adds a variable and returns its literal. The variable has a value after each search that
// is satisfied.
func (s *Solver) Variable() Lit {
	l := s.Dependent()
	s.needs.dependent[l>>1] = false
	s.order.add(int(l>>1), s.activity)
	return l
}

// Dependent adds a variable and returns its literal. After a search that is satisfied, the variable
// has a value only if a clause needs one (see [Solver.AddWhen]).
func (s *Solver) Dependent() Lit {
	if n := len(s.free); n > 0 {
		l := s.free[n-1]
		s.free = s.free[:n-1]
		s.needs.dependent[l>>1] = true
		return l
	}
	if len(s.arena) == 0 {
		s.arena, s.increment, s.keep, s.patience = make([]uint32, 1), 1, firstKept, firstReleased
	}
	v := len(s.level)
	s.level, s.reason = append(s.level, 0), append(s.reason, noClause)
	s.phase, s.activity = append(s.phase, Lit(v)<<1|1), append(s.activity, 0)
	s.values, s.watches = append(s.values, unset, unset), append(s.watches, nil, nil)
	s.blamed = append(s.blamed, 0, 0)
	s.seen = append(s.seen, false)
	s.inside = append(s.inside, forever)
	s.needs.variable()
	return Lit(v) << 1
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
		if conflict = s.visit(l); conflict != noClause {
			s.head = len(s.trail)
			return conflict
		}
	}
	return noClause
}

// visit draws conclusions from the clauses that watch a literal that has become false: the negation
// of l.
func (s *Solver) visit(l Lit) (conflict uint32) {
	values, watches := s.values, s.watches[l]
	inside, present := s.inside, s.present
	if len(s.limits) == 0 { // a later focus relies on the conclusions of what holds for good
		present = 0
	}
	s.work += 1 + len(watches)
	kept := 0
	for i, w := range watches {
		blocker := values[w.blocker]
		if blocker == yes || inside[w.blocker>>1] < present {
			watches[kept] = w
			kept++
			continue
		}
		c := w.clause &^ binary
		first := w.blocker
		if w.clause == c {
			at := int(c) + header
			lits := s.arena[at : at+int(s.arena[c])]
			if Lit(lits[0]) == l.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first = Lit(lits[0])
			w.blocker = first
			if blocker = values[first]; blocker != yes && s.moved(c, lits, first) {
				continue
			}
		}
		watches[kept] = w
		kept++
		switch blocker {
		case no:
			kept += copy(watches[kept:], watches[i+1:])
			s.watches[l] = watches[:kept]
			return c
		case unset:
			s.assign(first, c)
		}
	}
	s.watches[l] = watches[:kept]
	return noClause
}

// cancel takes back decisions down to a level.
func (s *Solver) cancel(level int) {
	if len(s.limits) <= level {
		return
	}
	for i := len(s.trail) - 1; i >= s.limits[level]; i-- {
		l := s.trail[i]
		s.values[l], s.values[l.Not()] = unset, unset
		if !s.needs.dependent[l>>1] || s.needs.active[l>>1] {
			s.order.add(int(l>>1), s.activity)
		}
	}
	s.trail = s.trail[:s.limits[level]]
	s.limits = s.limits[:level]
	s.head = len(s.trail)
	s.needs.back(level)
}
