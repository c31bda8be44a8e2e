package mc

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Sampling sizes the light certificate: how many states a checker compares
// with the explicit interpreter, of its own accord, while it checks. Work is
// counted in steps of diagrams, that is look-ups of results, and never in time,
// so that a check compares the same states in every run.
type Sampling struct {
	// States is the number of states to compare at least, one half of them
	// sampled and one half on walks, and Dearest the number of steps of
	// diagrams that one of them counts for at most: where states cost more,
	// fewer are compared. If States is 0 nothing is compared.
	States, Dearest int
	// Share says that comparing may take one Share-th of the work that a check
	// takes otherwise, if that is more than States allow; 0 that it may not.
	Share int
	// Length is the number of steps of a walk, Lassos that of the lassos looked
	// at on each, Kept that of the states on all walks together, at most.
	Length, Lassos, Kept int
	// Branches is the number of successors of one state looked at, at most.
	Branches int
}

// DefaultSampling is the sampling of checkers that are not told otherwise.
func DefaultSampling() Sampling {
	return Sampling{States: 256, Dearest: 1000, Share: 25, Length: 32, Lassos: 4, Kept: 10_000, Branches: 256}
}

// WithSampling sizes the light certificate; the zero value switches it off. It
// never changes a verdict.
func WithSampling(size Sampling) Option { return func(s *settings) { s.sampling = size } }

// A Certificate says what of a system was compared with the explicit
// interpreter. What differs is an internal error instead.
type Certificate struct {
	// Initial is the number of states of which it was compared whether they are
	// initial.
	Initial int
	// States is the number of states whose steps were compared: all the
	// successors that the interpreter gives, Successors of them, are among the
	// reachable states, and the states without a step are the deadlocks.
	States, Successors int
	// Walks is the number of runs of the interpreter that properties were tested
	// on, Steps that of their steps.
	Walks, Steps int
	// Closed tells that one image of all reachable states, computed in another
	// way, leads nowhere else; see [WithCertificates].
	Closed bool
	// Reason says in a sentence why less was compared than there should be; it
	// is empty if nothing is missing.
	Reason string
}

// A PropertyCertificate says what a property that holds was tested on, beside
// the search that decided it.
type PropertyCertificate struct {
	// Walks is the number of walks of the interpreter that the property was
	// tested on: Lassos infinite runs made of them, of which Unfair said nothing
	// as they are not fair, and Prefixes finite ones.
	Walks, Lassos, Unfair, Prefixes int
	// Repeated tells that the search was repeated in another way.
	Repeated bool
	// Reason says in a sentence why less was tested than there should be.
	Reason string
}

// nodesPerStep is the number of nodes of expressions that take the interpreter
// as long as a step of diagrams takes.
const nodesPerStep = 4

// work is how many steps the diagrams have taken so far. Engines that do not
// count them have made at least as many as they have nodes.
func (c *Checker) work() int {
	s := c.model.Manager.Stats()
	return max(int(s.CacheHits+s.CacheMisses), s.Peak)
}

// A price list says what explicit work costs, in steps of diagrams.
type prices struct {
	sys *recipe.System
	// state is the price of looking for the steps of a state, successor that of
	// each of them.
	state, successor int
	// assignments bounds how often a quantifier over property identifiers looks
	// at its operand.
	assignments int
}

// maxPrice is more than anybody pays.
const maxPrice = 1 << 40

// maxSampling bounds numbers of a Sampling, so that products fit.
const maxSampling = 1 << 30

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
	for i := range sys.Properties {
		p.assignments = min(p.assignments*sys.Properties[i].Type.Size(), maxPrice)
	}
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

// formula gives the prices of asking for all atoms of a formula at one position,
// and of evaluating its connectives there.
func (p *prices) formula(f *ltol.Formula) (letter, nodes int) {
	letter = 1
	for _, a := range f.Atoms() {
		e := p.sys.Propositions[a.ID].Expr
		letter = min(letter+p.atom(e), maxPrice)
	}
	return letter, min(1+f.Size()/nodesPerStep, maxPrice)
}

// atom is the price of asking for an atom: the interpreter looks at the whole
// state first.
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
	return p.successor + min(1+nodes/nodesPerStep, maxPrice/times)*times
}
