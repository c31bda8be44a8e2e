package schedule

import (
	"cmp"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
)

// A Meter counts the work of a check in steps of diagrams: that on its diagrams, that of jobs, and
// what orbits have cost. It ends the work where a budget is used up.
type Meter struct {
	// Diagrams is the work on the diagrams so far, Orbits what exploring orbits has cost besides what
	// the scheduler's engine has.
	Diagrams, Orbits func() int
	// Budget is the work at which all of it ends; 0 for no end.
	Budget int
	// Told, if it is not nil, is told the work at each poll.
	Told func(work int)
	// Trials is the work on diagrams that are not used, on which orders were tried.
	Trials int

	sched  *Scheduler
	polled int // the work on diagrams when they last asked
	jobs   int // the work on diagrams of jobs
	most   int // the end of questions with a budget of their own, in place of Budget
}

// NewMeter makes a meter for the scheduler's work, with a budget.
func NewMeter(s *Scheduler, budget int) *Meter {
	none := func() int { return 0 }
	return &Meter{Diagrams: none, Orbits: none, Budget: budget, sched: s}
}

// Begin has the next poll pay for the work from now on.
func (m *Meter) Begin() { m.polled = m.Diagrams() }

// Poll is what diagrams ask while they work. The error is [fault.ErrShare], or that of
// [Scheduler.Poll].
func (m *Meter) Poll() error {
	if most := cmp.Or(m.most, m.Budget); most > 0 && m.Work() > most {
		return fault.ErrShare
	}
	if m.Told != nil {
		m.Told(m.Work())
	}
	before := m.polled
	m.polled = m.Diagrams()
	return m.sched.Poll(m.polled - before)
}

// Work is all work so far.
func (m *Meter) Work() int {
	work := m.Diagrams() + m.jobs + m.Orbits()
	if m.sched.Orbits != nil {
		work += m.sched.Orbits.Spent()
	}
	return work
}

// All is the work of all engines so far; Work leaves out that of some.
func (m *Meter) All() int {
	return max(m.Diagrams()+m.Trials, m.sched.Board.Diagrams) + m.jobs + m.Orbits() + m.sched.Spent()
}

// AddJob counts what a job has done.
func (m *Meter) AddJob(work int) { m.jobs += work }

// Within ends the work of do after so many more steps. The budget does not count them.
func (m *Meter) Within(steps int, do func() error) error {
	before, spent := m.most, m.Work()
	defer func() {
		if m.most = before; m.most == 0 && m.Budget > 0 {
			m.Budget += m.Work() - spent
		}
	}()
	m.most = spent + min(max(steps, 0), math.MaxInt-spent)
	return do()
}

// Left is a budget for a check that has done so much already, and goes on with what is left; 0 for
// no end.
func (m *Meter) Left(done int) int {
	if m.Budget <= 0 {
		return 0
	}
	return max(m.Budget-m.Work()+done, 1)
}
