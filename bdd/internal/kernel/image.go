package kernel

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Image implements engine.Engine.
func (k *Kernel) Image(ctx context.Context, f engine.Frame, rel, set Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	return k.image(&k.frames[f], opImage|uint32(f), false, rel, set), nil
}

// PreImage implements engine.Engine.
func (k *Kernel) PreImage(ctx context.Context, f engine.Frame, rel, set Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	return k.image(&k.frames[f], opPreImage|uint32(f), true, rel, set), nil
}

// image conjoins, quantifies and renames in one recursion. The two variables of a changed pair are adjacent and are dealt with in one
// step, so that with cofactors Rij (current = i, next = j) of rel and Si of set the result's cofactors are
//
//	Tj = image(R0j, S0) ∨ image(R1j, S1)
//
// Backwards they are Ti = image(Ri0, S0) ∨ image(Ri1, S1), the same with the indices of R exchanged.
// A variable which the frame does not change is a plain conjunction's, and below the last changed level the whole is one.
func (k *Kernel) image(f *frame, key uint32, back bool, rel, set Ref) Ref {
	if rel == 0 || set == 0 {
		return 0
	}
	x, y := k.nodes[rel], k.nodes[set]
	level := min(f.top[x.level], y.level)
	if int(level) > f.last {
		return k.and(rel, set)
	}
	h := hashKey(key, rel, set)
	if r, ok := k.find(h, key, rel, set); ok {
		return r
	}
	k.step()
	r0, r1 := cofactors(&x, rel, level)
	s0, s1 := cofactors(&y, set, level)
	var lo, hi Ref
	if f.changed[level] {
		r00, r01 := k.cofactors(r0, level+1)
		r10, r11 := k.cofactors(r1, level+1)
		if back {
			r01, r10 = r10, r01
		}
		lo = k.image(f, key, back, r00, s0)
		if lo != 1 {
			lo = k.or(lo, k.image(f, key, back, r10, s1))
		}
		hi = k.image(f, key, back, r01, s0)
		if hi != 1 {
			hi = k.or(hi, k.image(f, key, back, r11, s1))
		}
	} else {
		lo = k.image(f, key, back, r0, s0)
		hi = k.image(f, key, back, r1, s1)
	}
	r := k.mk(level, lo, hi)
	k.store(h, key, rel, set, r)
	return r
}

// Compose implements engine.Saturator.
func (k *Kernel) Compose(ctx context.Context, f engine.Frame, a, b Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	return k.compose(&k.frames[f], opCompose|uint32(f), a, b), nil
}

// compose is image with a relation for the set: at a changed pair, with cofactors Aij and Bij
// (current = i, next = j), the result's are
//
//	Rij = compose(Ai0, B0j) ∨ compose(Ai1, B1j)
func (k *Kernel) compose(f *frame, key uint32, a, b Ref) Ref {
	if a == 0 || b == 0 {
		return 0
	}
	level := min(f.top[k.nodes[a].level], f.top[k.nodes[b].level])
	if int(level) > f.last {
		return k.and(a, b)
	}
	h := hashKey(key, a, b)
	if r, ok := k.find(h, key, a, b); ok {
		return r
	}
	k.step()
	a0, a1 := k.cofactors(a, level)
	b0, b1 := k.cofactors(b, level)
	var lo, hi Ref
	if f.changed[level] {
		b00, b01 := k.cofactors(b0, level+1)
		b10, b11 := k.cofactors(b1, level+1)
		row := func(a Ref) Ref {
			a0, a1 := k.cofactors(a, level+1)
			to0 := k.or(k.compose(f, key, a0, b00), k.compose(f, key, a1, b10))
			return k.mk(level+1, to0, k.or(k.compose(f, key, a0, b01), k.compose(f, key, a1, b11)))
		}
		lo, hi = row(a0), row(a1)
	} else {
		lo, hi = k.compose(f, key, a0, b0), k.compose(f, key, a1, b1)
	}
	r := k.mk(level, lo, hi)
	k.store(h, key, a, b, r)
	return r
}

// cofactors are those of n by the variable at level; n's own level is not above it.
func (k *Kernel) cofactors(n Ref, level uint32) (lo, hi Ref) {
	return cofactors(&k.nodes[n], n, level)
}
