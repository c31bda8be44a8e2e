package mc

import (
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An explicit part of a check is what the interpreter was asked about a system, for all properties
// and for all checkers that decide them at the same time.
type explicit struct {
	prices runs.Prices
	plain  *recipe.Interpreter

	mu       sync.Mutex
	compared bool // the system has been compared; err is what came of that
	err      error
	done     Certificate
	walks    []*runs.Walk
	ready    int // the walks made when the system was compared
	kept     int // states on walks
	// executed and visited are the commands, and the control states by agent, that the interpreter
	// has met.
	executed []bool
	visited  [][]bool
}

func newExplicit(sys *recipe.System) *explicit {
	e := &explicit{
		prices: runs.NewPrices(sys), plain: recipe.NewInterpreter(sys),
		executed: make([]bool, len(sys.Commands)), visited: make([][]bool, len(sys.Agents)),
	}
	for a := range sys.Agents {
		e.visited[a] = make([]bool, sys.Agents[a].States)
	}
	return e
}

// meet notes a step that a reachable state has.
func (e *explicit) meet(s recipe.State, step recipe.Step) {
	for a, q := range s.Control {
		e.visited[a][q] = true
	}
	if step.Kind == recipe.Stutter {
		return
	}
	e.executed[step.Command] = true
	for _, p := range step.Participants {
		e.executed[p.Command] = true
	}
}
