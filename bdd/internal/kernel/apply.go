package kernel

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Apply implements engine.Engine.
func (k *Kernel) Apply(ctx context.Context, op engine.Op, a, b Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	switch op {
	case engine.And:
		return k.and(a, b), nil
	case engine.Or:
		return k.or(a, b), nil
	case engine.Xor:
		return k.xor(a, b), nil
	case engine.Diff:
		return k.diff(a, b), nil
	case engine.Implies:
		return k.implies(a, b), nil
	case engine.Equiv:
		return k.equiv(a, b), nil
	}
	return 0, fmt.Errorf("kernel: no connective %d", op)
}

// Cube implements engine.Engine.
func (k *Kernel) Cube(ctx context.Context, literals []engine.Literal) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	sorted := slices.Clone(literals)
	slices.SortFunc(sorted, func(x, y engine.Literal) int { return cmp.Compare(k.levelOf[y.Var], k.levelOf[x.Var]) })
	sorted = slices.Compact(sorted)
	r = 1
	for _, l := range sorted {
		if l.Value {
			r = k.mk(uint32(k.levelOf[l.Var]), 0, r)
		} else {
			r = k.mk(uint32(k.levelOf[l.Var]), r, 0)
		}
	}
	return r, nil
}

// find looks up a result; h is hashKey of the key.
func (k *Kernel) find(h uint64, key uint32, a, b Ref) (Ref, bool) {
	e := &k.cache[h>>k.cacheShift]
	if e.key == key && e.a == a && e.b == b {
		k.hits++
		return e.r, true
	}
	return 0, false
}

// step counts a recursion step that has to be computed.
func (k *Kernel) step() {
	k.miss++
	if k.fuel--; k.fuel < 0 {
		k.look()
	}
}

// store remembers a result; h is hashKey of the key. The cache may have grown since h was used to look it up.
func (k *Kernel) store(h uint64, key uint32, a, b, r Ref) {
	k.cache[h>>k.cacheShift] = result{key, a, b, r}
}

// split gives the level of the first of two nodes and their cofactors by it.
func (k *Kernel) split(a, b Ref) (level uint32, a0, a1, b0, b1 Ref) {
	x, y := &k.nodes[a], &k.nodes[b]
	switch {
	case x.level == y.level:
		return x.level, x.lo, x.hi, y.lo, y.hi
	case x.level < y.level:
		return x.level, x.lo, x.hi, b, b
	default:
		return y.level, a, a, y.lo, y.hi
	}
}

func (k *Kernel) and(a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	if a <= 1 {
		if a == 0 {
			return 0
		}
		return b
	}
	if a == b {
		return a
	}
	h := hashKey(opAnd, a, b)
	if r, ok := k.find(h, opAnd, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.and(a0, b0)
	r := k.mk(level, lo, k.and(a1, b1))
	k.store(h, opAnd, a, b, r)
	return r
}

func (k *Kernel) or(a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	if a <= 1 {
		if a == 0 {
			return b
		}
		return 1
	}
	if a == b {
		return a
	}
	h := hashKey(opOr, a, b)
	if r, ok := k.find(h, opOr, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.or(a0, b0)
	r := k.mk(level, lo, k.or(a1, b1))
	k.store(h, opOr, a, b, r)
	return r
}

func (k *Kernel) xor(a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	if a <= 1 {
		if a == 0 {
			return b
		}
		return k.not(b)
	}
	if a == b {
		return 0
	}
	h := hashKey(opXor, a, b)
	if r, ok := k.find(h, opXor, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.xor(a0, b0)
	r := k.mk(level, lo, k.xor(a1, b1))
	k.store(h, opXor, a, b, r)
	return r
}

// diff is a ∧ ¬b.
func (k *Kernel) diff(a, b Ref) Ref {
	switch {
	case a == 0 || b == 1 || a == b:
		return 0
	case b == 0:
		return a
	case a == 1:
		return k.not(b)
	}
	h := hashKey(opDiff, a, b)
	if r, ok := k.find(h, opDiff, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.diff(a0, b0)
	r := k.mk(level, lo, k.diff(a1, b1))
	k.store(h, opDiff, a, b, r)
	return r
}

func (k *Kernel) implies(a, b Ref) Ref {
	switch {
	case a == 0 || b == 1 || a == b:
		return 1
	case a == 1:
		return b
	case b == 0:
		return k.not(a)
	}
	h := hashKey(opImplies, a, b)
	if r, ok := k.find(h, opImplies, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.implies(a0, b0)
	r := k.mk(level, lo, k.implies(a1, b1))
	k.store(h, opImplies, a, b, r)
	return r
}

func (k *Kernel) equiv(a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	if a <= 1 {
		if a == 0 {
			return k.not(b)
		}
		return b
	}
	if a == b {
		return 1
	}
	h := hashKey(opEquiv, a, b)
	if r, ok := k.find(h, opEquiv, a, b); ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.equiv(a0, b0)
	r := k.mk(level, lo, k.equiv(a1, b1))
	k.store(h, opEquiv, a, b, r)
	return r
}
