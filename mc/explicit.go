package mc

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An explicit part of a check is what the interpreter was asked about a system, for all properties
// and for all checkers that decide them at the same time.
type explicit struct {
	prices prices
	plain  *recipe.Interpreter

	mu       sync.Mutex
	compared bool // the system has been compared; err is what came of that
	err      error
	done     Certificate
	walks    []*walk
	ready    int // the walks made when the system was compared
	kept     int // states on walks
	// executed and visited are the commands, and the control states by agent, that the interpreter
	// has met.
	executed []bool
	visited  [][]bool
}

func newExplicit(sys *recipe.System) *explicit {
	e := &explicit{
		prices: newPrices(sys), plain: recipe.NewInterpreter(sys),
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

// A walk is a run of the interpreter in which each step is chosen at random.
type walk struct {
	// steps are the states of the run with the steps that leave them.
	steps []trace.Step
	// initial tells that the first state is an initial one; else it is a reachable one.
	initial bool
	lassos  []closing
	// price is what making the walk cost, in steps of diagrams.
	price int
	atoms atoms
}

// atoms remembers what atoms say of the steps of a walk, for all properties and lassos, by
// proposition and position. A proposition is about a state or about a step, so that its number
// alone tells which.
type atoms struct {
	mu      sync.Mutex
	columns map[int][]atomic.Uint32 // 0 not asked yet, 1 false, 2 true
}

func (a *atoms) column(id, length int) []atomic.Uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	column := a.columns[id]
	if column == nil {
		column = make([]atomic.Uint32, length)
		if a.columns == nil {
			a.columns = map[int][]atomic.Uint32{}
		}
		a.columns[id] = column
	}
	return column
}

// A closing is a step that leads from position end of a walk back to position loop: it makes a
// lasso of the walk.
type closing struct {
	end, loop int
	step      recipe.Step
}

// lengths is the number of positions of the walk's lassos.
func (w *walk) lengths() int {
	n := 0
	for _, l := range w.lassos {
		n += l.end + 1
	}
	return n
}

// close adds a lasso to those of the walk; at most so many stay, drawn at random.
func (w *walk) close(l closing, most int, random *rand.Rand) {
	switch {
	case len(w.lassos) < most:
		w.lassos = append(w.lassos, l)
	case most > 0:
		w.lassos[random.IntN(most)] = l
	}
}

// trace is the run that a closing makes of the walk.
func (w *walk) trace(sys *recipe.System, l closing) *trace.Trace {
	t := &trace.Trace{System: sys, Steps: append([]trace.Step(nil), w.steps[:l.end+1]...), Loop: l.loop}
	t.Steps[l.end].Message = l.step
	return t
}

// nodesPerStep is the number of nodes of expressions that take the interpreter as long as a step of
// diagrams takes.
const nodesPerStep = 4

// maxPrice is more than anybody pays.
const maxPrice = 1 << 40

// A price list says what explicit work costs, in steps of diagrams.
type prices struct {
	sys *recipe.System
	// state is the price of looking for the steps of a state, successor that of each of them.
	state, successor int
	// assignments bounds how often a quantifier over property identifiers looks at its operand.
	assignments int
	// whole is the price of looking at a whole state, as an interpreter does that does not trust.
	whole int
}

func newPrices(sys *recipe.System) prices {
	p := prices{sys: sys, assignments: 1}
	nodes := 0
	for i := range sys.Commands {
		c := &sys.Commands[i]
		for _, e := range []*recipe.Expr{c.Guard, c.Channel, c.Predicate, c.Target} {
			nodes += size(e)
		}
		for _, list := range [][]recipe.Assignment{c.Data, c.Updates} {
			for _, a := range list {
				nodes += size(a.Expr)
			}
		}
	}
	// About one command in five starts in a control state that matters.
	p.state = 1 + nodes/(5*nodesPerStep)
	p.successor = 1 + (len(sys.Vars)+len(sys.Agents))/nodesPerStep
	p.whole = p.successor
	for i := range sys.Properties {
		p.assignments = min(p.assignments*sys.Properties[i].Type.Size(), maxPrice)
	}
	return p
}

// trusting is the list for an interpreter that believes in the states it is given.
func (p prices) trusting() prices {
	p.whole = 0
	return p
}

// size is the number of nodes of an expression, which may be nil.
func size(e *recipe.Expr) int {
	if e == nil {
		return 0
	}
	n := 0
	e.Walk(func(*recipe.Expr) bool { n++; return true })
	return n
}

// orbits is the price of exploring orbits.
func (p *prices) orbits(e quotient.Effort) int {
	return e.States*p.state + e.Successors*p.successor*stepsPerSuccessor + e.Marks*stepsPerMark +
		e.Letters/nodesPerStep + e.Arcs*stepsPerArc + e.Exchanges*stepsPerExchange
}

// stepsPerSuccessor, stepsPerMark, stepsPerArc and stepsPerExchange are how many steps of diagrams
// take as long as keeping a part of a successor, as describing an agent, as a step of a product and
// as comparing a text with agents exchanged.
const stepsPerSuccessor, stepsPerMark, stepsPerArc, stepsPerExchange = 2, 4, 2, 200

// formula gives two prices at one position: of asking for all atoms of a formula, and of evaluating
// its connectives.
func (p *prices) formula(f *ltol.Formula) (letter, nodes int) {
	letter = 1
	for _, a := range f.Atoms() {
		e := p.sys.Propositions[a.ID].Expr
		letter = min(letter+p.atom(e), maxPrice)
	}
	return letter, min(1+f.Size()/nodesPerStep, maxPrice)
}

// atom is the price of asking for an atom.
func (p *prices) atom(e *recipe.Expr) int {
	nodes := 0
	times := 1
	e.Walk(func(e *recipe.Expr) bool {
		switch e.Op {
		case recipe.OpExists, recipe.OpForall:
			times = p.assignments
		case recipe.OpEnabled, recipe.OpDeadlock:
			nodes += nodesPerStep * p.state
		}
		nodes++
		return true
	})
	return p.whole + min(1+nodes/nodesPerStep, maxPrice/times)*times
}
