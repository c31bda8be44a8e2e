package alike

import (
	"context"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Engine proves properties of one system.
type Engine struct {
	*engine.Apart
	board  *engine.Board
	with   Prover
	least  int
	divide engine.Divide
}

var _ engine.Engine = (*Engine)(nil)

// NewEngine makes the engine for the targets of a board. with has the limits of proofs. Agents are
// taken for alike if there are at least so many. The caller closes the engine.
func NewEngine(board *engine.Board, with Prover, least int, divide engine.Divide) *Engine {
	e := &Engine{board: board, with: with, least: least, divide: divide}
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
		err = e.proveAll(f)
	}
	if _, err = Reason(err); err == nil || fault.IsLimit(err) {
		return nil
	}
	return fault.Internal("views: %w", err)
}

// proveAll asks for all targets views with few agents first, and then views with more.
func (e *Engine) proveAll(f *family.Family) error {
	var open []*goal
	for _, t := range e.board.Targets {
		if t.State != nil {
			continue
		}
		var parts []*ltol.Formula
		err := e.Whole(func(ctx context.Context) (err error) {
			parts, err = e.divide(ctx, t.Formula)
			return err
		})
		if err != nil {
			return err
		}
		list, reason := Conjuncts(f, ltol.And(parts...), e.board.Fair)
		if reason != "" {
			t.Why = append(t.Why, reason)
			continue
		}
		g := &goal{target: t, with: e.with}
		for _, key := range slices.Sorted(maps.Keys(list)) {
			g.left = append(g.left, list[key])
		}
		open = append(open, g)
	}
	for beside := 0; beside <= e.with.Beside && len(open) > 0; beside++ {
		for _, g := range open {
			if err := e.prove(f, g, beside); err != nil {
				return err
			}
		}
		open = slices.DeleteFunc(open, func(g *goal) bool { return g.hopeless || len(g.left) == 0 })
	}
	return nil
}

// A goal is a target with the conjuncts that are still to be proved; hopeless if no more
// are asked for.
type goal struct {
	target   *engine.Target
	with     Prover
	left     []*Conjunct
	hopeless bool
}

// prove asks views of so many agents for the conjuncts that are left of a goal. It notes that the
// target holds if all are proved.
func (e *Engine) prove(f *family.Family, g *goal, beside int) error {
	var left []*Conjunct
	for _, c := range g.left {
		g.hopeless = g.hopeless || g.target.Decided || g.target.Trace != nil || !c.fits(f, beside)
		if g.hopeless {
			return nil
		}
		holds, reason := false, ""
		err := e.Whole(func(ctx context.Context) (err error) {
			holds, _, reason, err = g.with.Decide(ctx, f, c, beside)
			return err
		})
		if err != nil {
			return err
		}
		if g.hopeless = reason != ""; g.hopeless {
			g.target.Why = append(g.target.Why, reason)
		}
		if !holds {
			left = append(left, c)
		}
	}
	if g.left = left; len(left) == 0 && !g.target.Decided {
		e.board.Holds(g.target, 0, g.with.Nodes)
	}
	return nil
}
