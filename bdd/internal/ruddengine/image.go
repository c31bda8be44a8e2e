package ruddengine

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// NewFrame implements engine.Engine. It returns 0, which every operation refuses, where one of
// changed is not a pair of the engine's.
func (e *Engine) NewFrame(changed []engine.Pair) engine.Frame {
	changed = engine.DistinctPairs(changed)
	current, next := make([]engine.Var, len(changed)), make([]engine.Var, len(changed))
	for i, p := range changed {
		if !e.isVar(p.Current) || p.Next == engine.NoVar || e.nextOf[p.Current] != p.Next {
			return 0
		}
		current[i], next[i] = p.Current, p.Next
	}
	i, key := e.prepared.Find('f', current)
	if i > 0 {
		return engine.Frame(i)
	}
	from, to := e.NewVarSet(current), e.NewVarSet(next)
	back, on := e.NewRenaming(next, current), e.NewRenaming(current, next)
	if from == 0 || to == 0 || back == 0 || on == 0 {
		return 0
	}
	e.frames = append(e.frames, frame{e.sets[from], e.sets[to], e.renamings[back], e.renamings[on]})
	e.prepared[key] = int32(len(e.frames) - 1)
	return engine.Frame(len(e.frames) - 1)
}

// step runs two operations one after the other, of which the second gets the result of the first,
// with a prepared frame.
func (e *Engine) step(
	ctx context.Context, f engine.Frame, first func(frame) (Ref, error), second func(frame, Ref) (Ref, error), operands ...Ref,
) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) {
		if f <= 0 || int(f) >= len(e.frames) {
			return engine.False, fmt.Errorf("ruddengine: %w: frame %d", ErrArgument, f)
		}
		r, err := first(e.frames[f])
		if err == nil {
			err = e.between(ctx)
		}
		if err != nil {
			return engine.False, err
		}
		return second(e.frames[f], r)
	}, operands...)
}

// Image implements engine.Engine: rudd's relational product, then the renaming.
func (e *Engine) Image(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return e.step(ctx, f,
		func(f frame) (Ref, error) { return e.andExists(f.current, rel, set) },
		func(f frame, r Ref) (Ref, error) { return e.rename(ctx, f.toCurrent, r) }, rel, set)
}

// PreImage implements engine.Engine: the renaming, then rudd's relational product.
func (e *Engine) PreImage(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return e.step(ctx, f,
		func(f frame) (Ref, error) { return e.rename(ctx, f.toNext, set) },
		func(f frame, r Ref) (Ref, error) { return e.andExists(f.next, rel, r) }, rel, set)
}
