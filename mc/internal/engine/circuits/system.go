package circuits

import (
	"context"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A System is what the targets of a board are about: a circuit, and an interpreter that confirms
// runs.
type System interface {
	// Build makes the circuit; see package circuit. It is called until it succeeds.
	Build(ctx context.Context, o circuit.Options) (circuit.System, error)
	// Start is the fault of a system that has no initial state.
	Start() error
	// Refute notes on the board that a run violates a target, once the run is confirmed. A run to a
	// bad step may be too little for that, and nothing is noted. shortest tells that no violation is
	// shorter. An error that is no limit is a fault of ours.
	Refute(ctx context.Context, t *engine.Target, run *bounded.Run, shortest bool) error
}

type ofRecipe struct {
	board *engine.Board
	walks *falsifier.Falsifier
	in    *recipe.Interpreter
	model *circuit.Model
}

// OfRecipe is the ReCiPe system of a board. Walks close the cycles of runs.
func OfRecipe(board *engine.Board, walks *falsifier.Falsifier) System {
	return &ofRecipe{board: board, walks: walks, in: recipe.NewQuickInterpreter(board.System).Trusting()}
}

func (s *ofRecipe) Build(ctx context.Context, o circuit.Options) (circuit.System, error) {
	var err error
	s.model, err = circuit.Build(ctx, s.board.System, o)
	return s.model, err
}

func (s *ofRecipe) Start() error {
	_, err := s.walks.Start(rand.New(rand.NewPCG(0, 6)))
	return err
}

func (s *ofRecipe) Refute(ctx context.Context, t *engine.Target, found *bounded.Run, shortest bool) error {
	run, end, err := found.Trace(s.model, s.in)
	stream := uint64(5)
	if shortest {
		stream = 4
	}
	switch {
	case err != nil:
		return fault.Internal("a run of the circuit: %w", err)
	case run.Loop < 0:
		run, err = s.walks.Close(ctx, t, run.Steps, end, rand.New(rand.NewPCG(uint64(len(found.Steps)), stream)))
	default:
		run, err = s.walks.Confirm(ctx, run, t.Formula)
	}
	if err != nil || run == nil {
		return err
	}
	if shortest {
		s.board.NoneShorter(t)
	}
	return s.board.Violated(t, run)
}

type ofJoint struct {
	board *engine.Board
	walks *falsifier.Joint
	sys   *interpreted.System
	model *circuit.Joint
}

// OfJoint is an interpreted system. Walks confirm runs.
func OfJoint(board *engine.Board, sys *interpreted.System, walks *falsifier.Joint) System {
	return &ofJoint{board: board, sys: sys, walks: walks}
}

func (s *ofJoint) Build(ctx context.Context, o circuit.Options) (circuit.System, error) {
	o.Flow = nil // which is about ReCiPe systems
	var err error
	s.model, err = circuit.BuildJoint(ctx, s.sys, o)
	return s.model, err
}

func (s *ofJoint) Start() error { return nil } // all formulas hold of a system without an initial state

func (s *ofJoint) Refute(ctx context.Context, t *engine.Target, found *bounded.Run, shortest bool) error {
	states, actions, err := found.Joints(s.model)
	if err != nil {
		return fault.Internal("a run of the circuit: %w", err)
	}
	run := &branch.Run{Loop: found.Loop}
	for i, a := range actions {
		run.States, run.Steps = append(run.States, states[i]), append(run.Steps, a)
		if a == nil { // the state repeats for ever
			run.Loop = i
			break
		}
	}
	if run.Loop < 0 {
		run.States = append(run.States, states[len(actions)])
	}
	if run, err = s.walks.Confirm(ctx, t, run); err != nil || run == nil {
		return err
	}
	if shortest {
		s.board.NoneShorter(t)
	}
	return s.board.Refuted(t, run)
}
