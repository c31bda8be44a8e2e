package shortest

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
)

// errBudget ends a search that has used up its budget.
var errBudget = errors.New("the budget for a shortest run is used up")

// A meter counts work in steps of diagrams and ends it when the budget is used up.
type meter struct {
	prices runs.Prices
	spent  int
	budget int // negative for no bound
	looks  int
	// bytes is the memory that is taken, about, most the most that may be; no bound if that is not
	// positive.
	bytes int
	most  int64
}

// stepsPerArc, stepsPerNode and stepsPerSuccessor are how many steps of diagrams take as long as a
// step of a product, as a new node of it, and as a part of a successor; arcsPerComponent is how
// many steps of a product take as long as one of them in the search for components.
const stepsPerArc, stepsPerNode, stepsPerSuccessor, arcsPerComponent = 1, 4, 2, 3

// stateBytes, moveBytes, nodeBytes and arcBytes are what a state, a move, a node of a product and
// an arc take, with their places in maps and lists that grow.
const stateBytes, moveBytes, nodeBytes, arcBytes = 160, 18, 120, 24

// allow lets the work go on for so many steps; without end if negative.
func (m *meter) allow(steps int) {
	if m.budget = -1; steps >= 0 {
		m.budget = m.spent + steps
	}
}

// fits reports whether work of so many steps fits into the budget.
func (m *meter) fits(steps int) bool { return m.budget < 0 || m.spent+steps <= m.budget }

func (m *meter) state()     { m.spent += m.prices.State }
func (m *meter) successor() { m.spent += stepsPerSuccessor * m.prices.Successor }
func (m *meter) node()      { m.spent, m.bytes = m.spent+stepsPerNode, m.bytes+nodeBytes }
func (m *meter) arc()       { m.spent += stepsPerArc }

// check is the error that ends the work: the context's, or errBudget.
func (m *meter) check(ctx context.Context) error {
	if m.budget >= 0 && m.spent > m.budget || m.most > 0 && int64(m.bytes) > m.most {
		return errBudget
	}
	if m.looks++; m.looks%64 == 0 {
		return ctx.Err()
	}
	return nil
}
