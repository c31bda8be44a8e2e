package ruddengine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// operators maps connectives to rudd's. rudd's difference is wrong; its OPless(a, b) is b ∧ ¬a.
var operators = [...]rudd.Operator{
	engine.And:     rudd.OPand,
	engine.Or:      rudd.OPor,
	engine.Xor:     rudd.OPxor,
	engine.Diff:    rudd.OPless,
	engine.Implies: rudd.OPimp,
	engine.Equiv:   rudd.OPbiimp,
}

// Apply implements engine.Engine.
func (e *Engine) Apply(ctx context.Context, op engine.Op, a, b Ref) (Ref, error) {
	if int(op) >= len(operators) {
		return engine.False, fmt.Errorf("ruddengine: %w: connective %d", ErrArgument, op)
	}
	return e.operation(ctx, func() (Ref, error) { return e.apply(op, a, b) }, a, b)
}

func (e *Engine) apply(op engine.Op, a, b Ref) (Ref, error) {
	if op == engine.Diff {
		a, b = b, a
	}
	return e.take(e.b.Apply(e.arg(0, a), e.arg(1, b), operators[op]))
}

// Not implements engine.Engine.
func (e *Engine) Not(ctx context.Context, a Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) { return e.not(a) }, a)
}

func (e *Engine) not(a Ref) (Ref, error) { return e.take(e.b.Not(e.arg(0, a))) }

// Ite implements engine.Engine.
func (e *Engine) Ite(ctx context.Context, f, g, h Ref) (Ref, error) {
	return e.operation(ctx, func() (Ref, error) { return e.ite(f, g, h) }, f, g, h)
}

func (e *Engine) ite(f, g, h Ref) (Ref, error) {
	return e.take(e.b.Ite(e.arg(0, f), e.arg(1, g), e.arg(2, h)))
}

// Cube implements engine.Engine.
func (e *Engine) Cube(ctx context.Context, literals []engine.Literal) (Ref, error) {
	for _, l := range literals {
		if !e.isVar(l.Var) {
			return engine.False, fmt.Errorf("ruddengine: %w: variable %d", ErrArgument, l.Var)
		}
	}
	return e.operation(ctx, func() (Ref, error) { return e.cube(literals) })
}

// cube conjoins from the bottom up, so that each step makes one node.
func (e *Engine) cube(literals []engine.Literal) (Ref, error) {
	sorted := slices.Clone(literals)
	slices.SortStableFunc(sorted, func(x, y engine.Literal) int { return cmp.Compare(e.levelOf[y.Var], e.levelOf[x.Var]) })
	r := engine.True
	for i, l := range sorted {
		if i > 0 && l.Var == sorted[i-1].Var && l.Value != sorted[i-1].Value {
			return engine.False, fmt.Errorf("ruddengine: %w: variable %d is required to be true and false", ErrArgument, l.Var)
		}
		var err error
		if r, err = e.apply(engine.And, e.literal(l), r); err != nil {
			return engine.False, err
		}
	}
	return r, nil
}

// literal is the node of a literal.
func (e *Engine) literal(l engine.Literal) Ref {
	if l.Value {
		return e.lits[1][e.levelOf[l.Var]]
	}
	return e.lits[0][e.levelOf[l.Var]]
}
