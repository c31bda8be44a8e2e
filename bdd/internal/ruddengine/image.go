package ruddengine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// frame is the prepared form of the bits a relation may change. As pairs are adjacent, both renamings keep the order.
type frame struct {
	current, next     engine.VarSet
	toCurrent, toNext engine.Renaming
}

// NewFrame implements engine.Engine. It returns 0, which every operation refuses, where one of changed is not a pair of the engine's.
func (e *Engine) NewFrame(changed []engine.Pair) engine.Frame {
	changed = slices.Clone(changed)
	slices.SortFunc(changed, func(p, q engine.Pair) int { return cmp.Compare(p.Current, q.Current) })
	changed = slices.Compact(changed)
	current, next := make([]engine.Var, len(changed)), make([]engine.Var, len(changed))
	for i, p := range changed {
		if !e.isVar(p.Current) || p.Next == engine.NoVar || e.nextOf[p.Current] != p.Next {
			return 0
		}
		current[i], next[i] = p.Current, p.Next
	}
	i, key := e.number('f', current)
	if i > 0 {
		return engine.Frame(i)
	}
	f := frame{
		current: e.NewVarSet(current), next: e.NewVarSet(next),
		toCurrent: e.NewRenaming(next, current), toNext: e.NewRenaming(current, next),
	}
	if f.current == 0 || f.next == 0 || f.toCurrent == 0 || f.toNext == 0 {
		return 0
	}
	e.frames = append(e.frames, f)
	e.prepared[key] = int32(len(e.frames) - 1)
	return engine.Frame(len(e.frames) - 1)
}

func (e *Engine) frameOf(f engine.Frame) (frame, error) {
	if f <= 0 || int(f) >= len(e.frames) {
		return frame{}, fmt.Errorf("ruddengine: %w: frame %d", ErrArgument, f)
	}
	return e.frames[f], nil
}

// Image implements engine.Engine: rudd's relational product, then the renaming.
func (e *Engine) Image(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) {
		fr, err := e.frameOf(f)
		if err != nil {
			return engine.False, err
		}
		r, err := e.andExists(e.sets[fr.current].cube, rel, set)
		if err != nil {
			return engine.False, err
		}
		if err := e.between(ctx); err != nil {
			return engine.False, err
		}
		return e.rename(ctx, e.renamings[fr.toCurrent], r)
	}, rel, set)
}

// PreImage implements engine.Engine: the renaming, then rudd's relational product.
func (e *Engine) PreImage(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) {
		fr, err := e.frameOf(f)
		if err != nil {
			return engine.False, err
		}
		r, err := e.rename(ctx, e.renamings[fr.toNext], set)
		if err != nil {
			return engine.False, err
		}
		if err := e.between(ctx); err != nil {
			return engine.False, err
		}
		return e.andExists(e.sets[fr.next].cube, rel, r)
	}, rel, set)
}
