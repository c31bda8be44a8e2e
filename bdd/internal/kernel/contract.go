package kernel

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// connectives are the recursions for the connectives.
var connectives = [...]func(k *operations, a, b Ref) Ref{
	engine.And:     (*operations).and,
	engine.Or:      (*operations).or,
	engine.Xor:     func(k *operations, a, b Ref) Ref { return k.parity(opXor, 0, a, b) },
	engine.Diff:    (*operations).diff,
	engine.Implies: func(k *operations, a, b Ref) Ref { return k.or(k.not(a), b) },
	engine.Equiv:   func(k *operations, a, b Ref) Ref { return k.parity(opEquiv, 1, a, b) },
}

// Apply implements engine.Engine.
func (k *Kernel) Apply(ctx context.Context, op engine.Op, a, b Ref) (Ref, error) {
	if int(op) >= len(connectives) {
		return 0, fmt.Errorf("kernel: no connective %d", op)
	}
	return operate(ctx, k, func() Ref { return connectives[op](&k.operations, a, b) })
}

// operate is what an operation returns.
func operate[T any](ctx context.Context, k *Kernel, operation func() T) (out T, err error) {
	if err := k.begin(ctx); err != nil {
		return out, err
	}
	defer k.end(&err)
	return operation(), nil
}

// Cube implements engine.Engine.
func (k *Kernel) Cube(ctx context.Context, literals []engine.Literal) (Ref, error) {
	return operate(ctx, k, func() (r Ref) {
		sorted := slices.Clone(literals)
		slices.SortFunc(sorted, func(x, y engine.Literal) int { return cmp.Compare(k.levelOf[y.Var], k.levelOf[x.Var]) })
		r = 1
		for _, l := range slices.Compact(sorted) {
			if l.Value {
				r = k.mk(uint32(k.levelOf[l.Var]), 0, r)
			} else {
				r = k.mk(uint32(k.levelOf[l.Var]), r, 0)
			}
		}
		return r
	})
}

// Leq implements engine.Comparer. It makes no nodes and stops at the first point where b fails to
// cover a.
func (k *Kernel) Leq(ctx context.Context, a, b Ref) (bool, error) {
	return operate(ctx, k, func() bool { return k.leq(a, b) })
}

// Disjoint implements engine.Comparer. It makes no nodes and stops at the first point that a and b
// share.
func (k *Kernel) Disjoint(ctx context.Context, a, b Ref) (bool, error) {
	return operate(ctx, k, func() bool { return k.disjoint(a, b) })
}

// Image implements engine.Engine.
func (k *Kernel) Image(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.image(&k.frames[f], opImage|uint32(f), false, rel, set) })
}

// PreImage implements engine.Engine.
func (k *Kernel) PreImage(ctx context.Context, f engine.Frame, rel, set Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.image(&k.frames[f], opPreImage|uint32(f), true, rel, set) })
}

// Compose implements engine.Saturator.
func (k *Kernel) Compose(ctx context.Context, f engine.Frame, a, b Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.compose(&k.frames[f], opCompose|uint32(f), a, b) })
}

// Not implements engine.Engine.
func (k *Kernel) Not(ctx context.Context, a Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.not(a) })
}

// Ite implements engine.Engine.
func (k *Kernel) Ite(ctx context.Context, f, g, h Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.ite(f, g, h) })
}

// Exists implements engine.Engine.
func (k *Kernel) Exists(ctx context.Context, set engine.VarSet, a Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.quantify(&k.sets[set], opExists|uint32(set), 1, a) })
}

// Forall implements engine.Engine.
func (k *Kernel) Forall(ctx context.Context, set engine.VarSet, a Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.quantify(&k.sets[set], opForall|uint32(set), 0, a) })
}

// AndExists implements engine.Engine.
func (k *Kernel) AndExists(ctx context.Context, set engine.VarSet, a, b Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.andExists(&k.sets[set], uint32(set), a, b) })
}

// Rename implements engine.Engine. Where a renaming keeps the order of a function's variables it
// costs one pass; elsewhere it costs an if-then-else per node.
func (k *Kernel) Rename(ctx context.Context, r engine.Renaming, a Ref) (Ref, error) {
	return operate(ctx, k, func() Ref { return k.rename(&k.renamings[r], opRename|uint32(r), a) })
}

// Restrict implements engine.Engine: the restriction of O. Coudert and J. C. Madre, "A Unified
// Framework for the Formal Verification of Sequential Circuits" (ICCAD 1990,
// doi:10.1109/ICCAD.1990.129859), which drops the variables of care that f does not test and
// replaces f by a child where care excludes the other. The result can be larger than f; f itself is
// returned then.
func (k *Kernel) Restrict(ctx context.Context, f, care Ref) (Ref, error) {
	return operate(ctx, k, func() Ref {
		if care == 0 {
			return 0
		}
		r := k.restrict(f, care)
		if r > 1 && k.Size(r) >= k.Size(f) {
			return f
		}
		return r
	})
}

// Saturate implements engine.Saturator.
//
// It is the saturation of G. Ciardo, G. Lüttgen and R. Siminiceanu, "Saturation: An Efficient
// Iteration Strategy for Symbolic State-Space Generation" (TACAS 2001,
// doi:10.1007/3-540-45319-9_23), in the form that T. van Dijk and J. van de Pol use for binary
// diagrams ("Sylvan: Multi-Core Framework for Decision Diagrams", STTT 19, 2017,
// doi:10.1007/s10009-016-0433-2): a node's children are closed under the relations which begin
// below it, then the relations which begin at it fire until nothing is new, the children being
// closed again each time. What a relation does to the children by themselves belongs to their
// closures; see agenda. The constraint follows Y. Zhao and G. Ciardo, "Symbolic CTL Model
// Checking of Asynchronous Systems Using Constrained Saturation" (ATVA 2009,
// doi:10.1007/978-3-642-04761-9_27).
//
// One call does the work of many operations, so it collects in between. What the recursion holds is
// in k.guard for that.
func (k *Kernel) Saturate(ctx context.Context, id engine.Closure, backward bool, set, within Ref, roots engine.Marker) (Ref, error) {
	return operate(ctx, k, func() Ref {
		k.guard, k.guardRoots = k.guard[:0], roots
		s := k.startSteps(id, backward)
		return s.close(s.c.first, set, within)
	})
}

// StepAll implements engine.Saturator. All relations go down the diagram together, each leaving at
// the first level that concerns it, so that what is above is passed once rather than once for each.
func (k *Kernel) StepAll(ctx context.Context, id engine.Closure, backward bool, set Ref) (Ref, error) {
	return operate(ctx, k, func() Ref {
		s := k.startSteps(id, backward)
		return s.take(s.c.stays, set, s.all(0, set), engine.True)
	})
}
