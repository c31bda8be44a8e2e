package bounded

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A Search looks for a violation with as few steps as there are, bound by bound: for runs to a bad
// step, or for lassos (Biere, Cimatti, Clarke, Zhu, "Symbolic model checking without BDDs", TACAS
// 1999, doi:10.1007/3-540-49059-0_14). What is demanded for one bound stays good for the next: a
// lasso comes back to a state that one of its steps is chosen to begin in, and only that it has
// come back is assumed (Heljanko, Junttila, Latvala, "Incremental and complete bounded model
// checking for full PLTL", CAV 2005, doi:10.1007/11513988_10).
type Search struct {
	// Leaps tells to look for lassos of 1, 2, 4, 8 and so on steps only. There is a lasso of each number
	// of steps from that of the shortest one on.
	Leaps bool

	goal  Goal
	u     *unrolling
	steps int       // of the runs that are looked for next
	asked []sat.Lit // what is assumed for them; nil until they are unrolled

	// Of lassos: the state that is come back to, whether its step was passed, and what was true
	// since.
	anchor []circuit.Lit
	starts []circuit.Lit
	inside circuit.Lit
	since  []circuit.Lit
}

// NewSearch begins a search. The machine may get no more latches.
func NewSearch(m *Machine, goal Goal) *Search {
	roots := append([]circuit.Lit{goal.Bad}, goal.Again...)
	s := &Search{goal: goal, u: unroll(m, append(roots, m.Telling()...)...), steps: 1, inside: circuit.False}
	if len(goal.Again) > 0 {
		for range m.Latches {
			s.anchor = append(s.anchor, s.u.Input())
		}
		s.since = make([]circuit.Lit, len(goal.Again))
	}
	return s
}

// Steps is the number of steps of the runs that are looked for next: there is no shorter violation.
func (s *Search) Steps() int { return s.steps }

// Work counts what was done, in gates and clauses looked at.
func (s *Search) Work() int { return s.u.Work() }

// Next goes on until there is a violation, none with at most so many steps is left, no run at all has
// so many steps, or the work has come to a limit; done tells of all but the last. The error is the
// context's.
func (s *Search) Next(ctx context.Context, most, limit int) (run *Run, done bool, err error) {
	for s.steps <= most {
		if err := ctx.Err(); err != nil || s.Work() > limit {
			return nil, false, err
		}
		if s.asked == nil {
			s.extend()
		}
		if s.Leaps && s.steps&(s.steps-1) != 0 {
			s.steps++
			s.asked = nil
			continue
		}
		switch s.u.Solver.Solve(limit-s.u.Graph.Work(), s.asked...) {
		case sat.Unknown:
			return nil, false, nil
		case sat.Satisfiable:
			return s.read(), true, nil
		}
		if !slices.ContainsFunc(s.asked, s.u.Solver.HasFailed) {
			return nil, true, nil // no run has so many steps
		}
		if len(s.asked) == 1 {
			s.u.Solver.Add(s.asked[0].Not())
		}
		s.steps, s.asked = s.steps+1, nil
	}
	return nil, true, nil
}

// extend unrolls one more step.
func (s *Search) extend() {
	before := s.u.state
	s.u.frame()
	last := s.steps - 1
	if len(s.goal.Again) == 0 {
		s.asked = []sat.Lit{s.u.Literal(s.u.at(last, s.goal.Bad))}
		return
	}
	g := s.u
	start := g.Input()
	s.starts = append(s.starts, start)
	s.u.Assert(g.And(start, s.inside).Not()) // there is one start
	s.equal(start, before)
	s.inside = g.Or(s.inside, start)
	back := g.Input()
	s.equal(back, s.u.state)
	s.asked = []sat.Lit{s.u.Literal(back), s.u.Literal(s.inside)}
	for i, l := range s.goal.Again {
		s.since[i] = g.Or(s.since[i], g.And(s.inside, s.u.at(last, l)))
		s.asked = append(s.asked, s.u.Literal(s.since[i]))
	}
}

// equal demands that the state is the anchor where a literal is true.
func (s *Search) equal(when circuit.Lit, state []circuit.Lit) {
	here := s.u.Literal(when)
	for i, l := range state {
		a, b := s.u.Literal(l), s.u.Literal(s.anchor[i])
		s.u.Solver.AddWhen(here, a.Not(), b)
		s.u.Solver.AddWhen(here, a, b.Not())
	}
}

// read is the run that the solver has found.
func (s *Search) read() *Run {
	is := s.u.Solution().Is
	run := &Run{Loop: -1}
	for k := range s.steps {
		run.Steps = append(run.Steps, func(l circuit.Lit) bool { return is(s.u.at(k, l)) })
		if len(s.goal.Again) > 0 && is(s.starts[k]) {
			run.Loop = k
		}
	}
	return run
}
