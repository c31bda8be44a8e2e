package mc

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An explicit part of a check is what the interpreter was asked about a system, for all properties
// that one checker decides.
type explicit struct {
	prices runs.Prices
	plain  *recipe.Interpreter

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

// forJob is the explicit part of a job: it begins with what e knows, and has made nothing itself. Jobs
// make their further walks for themselves. Walks depend on the order of variables of who makes
// them, and two jobs may reorder differently.
func (e *explicit) forJob() *explicit {
	job := *e
	job.done = Certificate{}
	job.walks = slices.Clip(e.walks)
	job.executed = make([]bool, len(e.executed))
	job.visited = make([][]bool, len(e.visited))
	for a := range e.visited {
		job.visited[a] = make([]bool, len(e.visited[a]))
	}
	return &job
}

// add adds what a job has asked the interpreter.
func (e *explicit) add(job *explicit) {
	e.done.Walks += job.done.Walks
	e.done.Steps += job.done.Steps
	e.done.States += job.done.States
	e.done.Successors += job.done.Successors
	note := func(to, from []bool) {
		for i, met := range from {
			to[i] = to[i] || met
		}
	}
	note(e.executed, job.executed)
	for a := range e.visited {
		note(e.visited[a], job.visited[a])
	}
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
