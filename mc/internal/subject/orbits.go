package subject

import (
	"cmp"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
)

// newMeter begins to meter the work, within a budget.
func newMeter(s *Subject, budget int) {
	m := schedule.NewMeter(s.Engines.Scheduler, budget)
	m.Orbits = func() int { return s.Engines.Prices.Orbits(s.Finder.Effort()) }
	s.Engines.Meter = m
	s.Engines.Board().Work = m.All
}

// NewFinder explores orbits in one of so many parts of the memory that diagrams may take, as they
// may have to take over while orbits are there. If the check does not bound the edges of automata,
// so many are the most; 0 for the default of package ltol.
func (s *Subject) NewFinder(parts int64, edges int) *quotient.Finder {
	translation := s.Set.Translation
	translation.MaxEdges = cmp.Or(translation.MaxEdges, edges)
	return quotient.NewFinder(s.Recipe.Interpreter, quotient.Options{
		Poll:        func() error { return pollOrbits(s) },
		Translation: translation, MaxOrbits: s.Set.Thresholds.MaxOrbits, Thresholds: s.Set.Thresholds.Orbits,
		Repeat:   s.Set.Certify,
		MaxBytes: s.Set.Encoding.BDD.MaxBytes / parts,
	})
}

// pollOrbits is what a finder of orbits asks while it works: the engine that explores orbits
// besides diagrams, or the check itself.
func pollOrbits(s *Subject) error {
	switch {
	case s.Engines.Scheduler.Orbits != nil:
		return s.Engines.Scheduler.Orbits.Poll()
	case s.Space == nil:
		return nil
	}
	return s.Engines.Meter.Poll()
}

// takeOrbits goes on with the orbits that have answered everything.
func (s *Subject) takeOrbits() {
	o := s.Engines.Scheduler.Orbits
	f := o.Figures()
	s.Stats.States, s.Stats.Deadlocks, s.Stats.Orbits, s.Stats.Reached = f.States, f.Deadlocks, f.Orbits, true
	s.Finder = o.Finder()
	s.Engines.endOrbits()
}

// Close frees the memory.
func (s *Subject) Close() {
	s.Engines.close()
	s.Space.Close()
}
