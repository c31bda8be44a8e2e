package runs

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Prices say what explicit work costs, in steps of diagrams.
type Prices struct {
	sys *recipe.System
	// State is the price of looking for the steps of a state, Successor that of each of them.
	State, Successor int
	// assignments bounds how often a quantifier over property identifiers looks at its operand.
	assignments int
	// whole is the price of looking at a whole state, as an interpreter does that does not trust.
	whole int
}

// NewPrices estimates prices from the sizes of a system's expressions.
func NewPrices(sys *recipe.System) Prices {
	p := Prices{sys: sys, assignments: 1}
	nodes := 0
	for i := range sys.Commands {
		for _, e := range sys.Commands[i].Exprs() {
			nodes += size(e)
		}
	}
	// About one command in five starts in a control state that matters.
	p.State = 1 + nodes/(5*nodesPerStep)
	p.Successor = 1 + (len(sys.Vars)+len(sys.Agents))/nodesPerStep
	p.whole = p.Successor
	for i := range sys.Properties {
		p.assignments = min(p.assignments*sys.Properties[i].Type.Size(), MaxPrice)
	}
	return p
}

// Trusting is the list for an interpreter that believes in the states it is given.
func (p Prices) Trusting() Prices {
	p.whole = 0
	return p
}

// Orbits is the price of exploring orbits.
func (p *Prices) Orbits(e quotient.Effort) int {
	return e.States*p.State + e.Successors*stepsPerSuccessor*p.Successor + e.Unfolded*stepsPerUnfolded + e.Marks*stepsPerMark +
		e.Letters/nodesPerStep + e.Arcs/arcsPerStep + e.Exchanges*stepsPerExchange
}

// Formula gives two prices at one position: of asking for all atoms of a formula, and of evaluating
// its connectives.
func (p *Prices) Formula(f *ltol.Formula) (letter, nodes int) {
	letter = 1
	for _, a := range f.Atoms() {
		e := p.sys.Propositions[a.ID].Expr
		letter = min(letter+p.atom(e), MaxPrice)
	}
	return letter, min(1+f.Size()/nodesPerStep, MaxPrice)
}

// atom is the price of asking for an atom.
func (p *Prices) atom(e *recipe.Expr) int {
	nodes := 0
	times := 1
	for e := range e.All() {
		switch e.Op {
		case recipe.OpExists, recipe.OpForall:
			times = p.assignments
		case recipe.OpEnabled, recipe.OpDeadlock:
			nodes += nodesPerStep * p.State
		}
		nodes++
	}
	return p.whole + min(1+nodes/nodesPerStep, MaxPrice/times)*times
}

// MaxPrice is more than any work costs.
const MaxPrice = 1 << 40

// nodesPerStep and arcsPerStep are the numbers of nodes of expressions that take the interpreter, and
// of steps of a product that take a search, as long as a step of diagrams takes.
const nodesPerStep, arcsPerStep = 4, 4

// stepsPerSuccessor, stepsPerUnfolded, stepsPerMark and stepsPerExchange are how many steps of diagrams
// take as long as keeping a part of a successor, as unfolding an edge, as describing an agent, and
// as comparing a text with agents exchanged.
const stepsPerSuccessor, stepsPerUnfolded, stepsPerMark, stepsPerExchange = 2, 3, 4, 200

// size is the number of nodes of an expression, which may be nil.
func size(e *recipe.Expr) int {
	if e == nil {
		return 0
	}
	n := 0
	e.Walk(func(*recipe.Expr) bool { n++; return true })
	return n
}
