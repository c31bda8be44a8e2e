package engine

import "github.com/rcheck-bdd/rcheck-bdd/bdd"

// Apart is a coroutine that works on diagrams of its own, with one manager after the other.
type Apart struct {
	*Coroutine
	spent   int
	manager *bdd.Manager // whose work was counted last
	counted int
}

// NewApart makes one of a function, which has not begun yet. An error of it is a fault. The managers
// must have [Apart.Poll] as their poll. The caller closes the coroutine.
func NewApart(run func() error) *Apart {
	a := &Apart{}
	a.Coroutine = NewCoroutine(a.Spent, run)
	return a
}

// Spent is what the work has cost.
func (a *Apart) Spent() int { return a.spent }

// perOperation stands for the steps of an operation of an engine of diagrams that does not count
// them.
const perOperation = 128

// Poll counts the work of a manager, and pauses where the budget ends. The error says that the
// coroutine is closed.
func (a *Apart) Poll(m *bdd.Manager) error {
	if m != a.manager {
		a.manager, a.counted = m, 0
	}
	now := int(m.Work())
	if m.Engine() == "rudd" {
		now = a.counted + perOperation
	}
	a.spent, a.counted = a.spent+max(now-a.counted, 0), now
	return a.Coroutine.Poll()
}
