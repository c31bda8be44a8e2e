package falsifier

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Falsifier is the engine of random walks. Its randomness depends on the number of the walk
// alone.
type Falsifier struct {
	board  *engine.Board
	free   []int // the free locals of the system
	in     *recipe.Interpreter
	prices runs.Prices
	starts []recipe.State
	// first is what walks may cost whatever else is done.
	first int
	// alone is what walks may cost where no other engine pays for them.
	alone int
	// executed counts how often walks have executed each command.
	executed []int
	number   int // of walks
	// cost is what testing targets costs, by target.
	cost []cost
	// end is where the spending of the present budget ends.
	end int
}

// A cost is what testing a target costs at a position: asking for its atoms, and evaluating its
// connectives. All its tests have cost what is spent.
type cost struct{ letter, nodes, spent int }

// New makes a falsifier for the targets of a board. Before there is other work it may cost first
// steps of diagrams, or, if that is more, perPair for each pair of a send and an agent; see
// [Falsifier.First]. alone bounds all walks where no other engine pays for them.
func New(board *engine.Board, first, perPair, alone int) *Falsifier {
	sys := board.System
	f := &Falsifier{
		board: board, free: sys.FreeVars(), in: recipe.NewQuickInterpreter(sys).Trusting(),
		prices: runs.NewPrices(sys).Trusting(), alone: alone, executed: make([]int, len(sys.Commands)),
	}
	for _, t := range board.Targets {
		var c cost
		c.letter, c.nodes = f.prices.Formula(ltol.And(append([]*ltol.Formula{t.Formula}, board.Fair...)...))
		f.cost = append(f.cost, c)
	}
	pairs := 1
	for i := range sys.Commands {
		if sys.Commands[i].Kind == recipe.Send {
			pairs += len(sys.Agents)
		}
	}
	if first > 0 {
		f.first = max(first, min(perPair, runs.MaxPrice/pairs)*pairs)
	}
	return f
}

// First is what walks may cost before there is other work, in steps of diagrams.
func (f *Falsifier) First() int { return f.first }

// Spent is what walks have cost.
func (f *Falsifier) Spent() int { return f.board.Walks }

// Over reports whether no violation is of use any more, or walks alone have cost what they may.
func (f *Falsifier) Over() bool { return f.board.Wanted() == 0 || f.board.Walks >= f.alone }
