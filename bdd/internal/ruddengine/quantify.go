package ruddengine

import (
	"context"
	"fmt"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// NewVarSet implements engine.Engine. It returns 0, which every operation refuses, where a variable
// does not exist.
func (e *Engine) NewVarSet(vars []engine.Var) engine.VarSet {
	vars = engine.Distinct(vars)
	i, key := e.prepared.Find('s', vars)
	if i > 0 {
		return engine.VarSet(i)
	}
	literals := make([]engine.Literal, len(vars))
	for i, v := range vars {
		if !e.isVar(v) {
			return 0
		}
		literals[i] = engine.Literal{Var: v, Value: true}
	}
	if e.failure != nil {
		return 0
	}
	// Preparing takes no context and knows no limit; a cube is as many nodes as it has variables.
	first := len(e.held)
	cube, err := e.cube(literals)
	if err == nil {
		err = e.pin(cube)
	}
	e.settle(first, engine.False)
	if err != nil {
		return 0
	}
	e.sets = append(e.sets, cube)
	e.prepared[key] = int32(len(e.sets) - 1)
	return engine.VarSet(len(e.sets) - 1)
}

// over runs an operation on the cube of a prepared set.
func (e *Engine) over(ctx context.Context, set engine.VarSet, compute func(cube Ref) (Ref, error), operands ...Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) {
		if set <= 0 || int(set) >= len(e.sets) {
			return engine.False, fmt.Errorf("ruddengine: %w: set of variables %d", ErrArgument, set)
		}
		return compute(e.sets[set])
	}, operands...)
}

// Exists implements engine.Engine.
func (e *Engine) Exists(ctx context.Context, set engine.VarSet, a Ref) (Ref, error) {
	return e.over(ctx, set, func(cube Ref) (Ref, error) { return e.exists(cube, a) }, a)
}

// exists is ∃ of the variables in cube. Unlike rudd's, it accepts the empty set.
func (e *Engine) exists(cube, a Ref) (Ref, error) {
	if cube == engine.True || a <= engine.True {
		return a, nil
	}
	return e.take(e.b.Exist(e.arg(0, a), e.arg(1, cube)))
}

// Forall implements engine.Engine: ¬∃ set. ¬a, as rudd has no universal quantifier.
func (e *Engine) Forall(ctx context.Context, set engine.VarSet, a Ref) (Ref, error) {
	return e.over(ctx, set, func(cube Ref) (Ref, error) {
		r, err := e.not(a)
		if err != nil {
			return engine.False, err
		}
		if r, err = e.exists(cube, r); err != nil {
			return engine.False, err
		}
		if err := e.asked(ctx); err != nil {
			return engine.False, err
		}
		return e.not(r)
	}, a)
}

// AndExists implements engine.Engine.
func (e *Engine) AndExists(ctx context.Context, set engine.VarSet, a, b Ref) (Ref, error) {
	return e.over(ctx, set, func(cube Ref) (Ref, error) { return e.andExists(cube, a, b) }, a, b)
}

// andExists is ∃ of the variables in cube over a ∧ b. Unlike rudd's, it accepts the empty set.
func (e *Engine) andExists(cube, a, b Ref) (Ref, error) {
	if cube == engine.True {
		return e.apply(engine.And, a, b)
	}
	return e.take(e.b.AppEx(e.arg(0, a), e.arg(1, b), rudd.OPand, e.arg(2, cube)))
}
