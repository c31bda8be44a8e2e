package ruddengine

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Restrict implements engine.Engine: the restriction of O. Coudert and J. C. Madre, "A Unified
// Framework for the Formal Verification of Sequential Circuits" (ICCAD 1990,
// doi:10.1109/ICCAD.1990.129859). rudd does not have it, so the recursion is done here and only the
// nodes are rudd's. The result can be larger than f; f itself is returned then.
func (e *Engine) Restrict(ctx context.Context, f, care Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) {
		if care == engine.False {
			return engine.False, nil
		}
		r := restriction{e: e, ctx: ctx, results: map[[2]Ref]Ref{}}
		g, err := r.of(f, care)
		if err == nil && g > engine.True && len(e.below(g)) >= len(e.below(f)) {
			g = f
		}
		return g, err
	}, f, care)
}

// restriction is one call of Restrict.
type restriction struct {
	e       *Engine
	ctx     context.Context
	results map[[2]Ref]Ref
}

// of drops the variables of c that f does not test and replaces f by a child where c excludes the
// other. c is not False.
func (r *restriction) of(f, c Ref) (Ref, error) {
	if f <= engine.True || c == engine.True {
		return f, nil
	}
	if f == c {
		return engine.True, nil
	}
	if g, ok := r.results[[2]Ref{f, c}]; ok {
		return g, nil
	}
	if err := r.e.between(r.ctx); err != nil {
		return engine.False, err
	}
	g, err := r.step(f, c)
	if err != nil {
		return engine.False, err
	}
	r.results[[2]Ref{f, c}] = g
	return g, nil
}

func (r *restriction) step(f, c Ref) (Ref, error) {
	t := &r.e.table
	fLevel, cLevel := t.levelAt(f), t.levelAt(c)
	if cLevel < fLevel {
		either, err := r.e.apply(engine.Or, t.lowOf(c), t.highOf(c))
		if err != nil {
			return engine.False, err
		}
		return r.of(f, either)
	}
	cLow, cHigh := c, c
	if cLevel == fLevel {
		cLow, cHigh = t.lowOf(c), t.highOf(c)
	}
	switch {
	case cLow == engine.False:
		return r.of(t.highOf(f), cHigh)
	case cHigh == engine.False:
		return r.of(t.lowOf(f), cLow)
	}
	low, err := r.of(t.lowOf(f), cLow)
	if err != nil {
		return engine.False, err
	}
	high, err := r.of(t.highOf(f), cHigh)
	if err != nil {
		return engine.False, err
	}
	return r.e.ite(r.e.lits[1][fLevel], high, low)
}
