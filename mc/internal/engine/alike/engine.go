package alike

import (
	"context"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Engine proves properties of one system.
type Engine struct {
	*engine.Apart
	board *engine.Board
	with  Prover
	least int
}

var _ engine.Engine = (*Engine)(nil)

// NewEngine makes the engine for the targets of a board. with has the limits of proofs. Agents are
// taken for alike if there are at least so many. The caller closes the engine.
func NewEngine(board *engine.Board, with Prover, least int) *Engine {
	e := &Engine{board: board, with: with, least: least}
	e.Apart = engine.NewApart(e.run)
	e.with.Encoding.NoTrials = true
	e.with.Encoding.Poll = func(m *bdd.Manager) error { return e.Poll(m) }
	return e
}

// run goes through the targets. Of properties that cannot be proved, the engine makes nothing.
func (e *Engine) run() error {
	var f *family.Family
	err := e.Whole(func(ctx context.Context) (err error) {
		f, err = family.Alone(ctx, WithOwnPropositions(e.board.System), e.least)
		return err
	})
	if err == nil && len(f.Classes) > 0 {
		for _, t := range e.board.Targets {
			if t.State == nil && err == nil {
				err = e.prove(f, t)
			}
		}
	}
	if _, err = Reason(err); err == nil || fault.IsLimit(err) {
		return nil
	}
	return fault.Internal("views: %w", err)
}

// prove notes a target that holds if all of its conjuncts are proved.
func (e *Engine) prove(f *family.Family, t *engine.Target) error {
	list, reason := Conjuncts(f, t.Formula, e.board.Fair)
	if reason != "" {
		return nil
	}
	p := e.with
	for _, key := range slices.Sorted(maps.Keys(list)) {
		if t.Decided || t.Trace != nil {
			return nil
		}
		holds := false
		err := e.Whole(func(ctx context.Context) (err error) {
			holds, err = p.proves(ctx, f, list[key])
			return err
		})
		if err != nil || !holds {
			return err
		}
	}
	e.board.Holds(t, 0, p.Nodes)
	return nil
}

// proves tells whether a conjunct holds by views with more and more agents, as long as there are so
// many, or by counters.
func (p *Prover) proves(ctx context.Context, f *family.Family, c *Conjunct) (bool, error) {
	for beside := 0; c.fits(f, beside); beside++ {
		holds, _, reason, err := p.Decide(ctx, f, c, beside)
		if holds || reason != "" || err != nil {
			return holds, err
		}
	}
	return false, nil
}
