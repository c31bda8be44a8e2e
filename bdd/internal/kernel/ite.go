package kernel

import "context"

// Not implements engine.Engine.
func (k *Kernel) Not(ctx context.Context, a Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	return k.not(a), nil
}

func (k *Kernel) not(a Ref) Ref {
	if a <= 1 {
		return a ^ 1
	}
	h := hashKey(opNot, a, 0)
	if r, ok := k.find(h, opNot, a, 0); ok {
		return r
	}
	k.step()
	x := k.nodes[a]
	lo := k.not(x.lo)
	r := k.mk(x.level, lo, k.not(x.hi))
	k.store(h, opNot, a, 0, r)
	return r
}

// Ite implements engine.Engine.
func (k *Kernel) Ite(ctx context.Context, f, g, h Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	return k.ite(f, g, h), nil
}

func (k *Kernel) ite(f, g, h Ref) Ref {
	switch {
	case f == 1 || g == h:
		return g
	case f == 0:
		return h
	case g == 1 || g == f:
		return k.or(f, h)
	case h == 0 || h == f:
		return k.and(f, g)
	case g == 0:
		return k.diff(h, f)
	case h == 1:
		return k.implies(f, g)
	}
	if e := k.tripleAt(f, g, h); e.f == f && e.g == g && e.h == h {
		k.hits++
		return e.r
	}
	k.step()
	x, y, z := k.nodes[f], k.nodes[g], k.nodes[h]
	level := min(x.level, y.level, z.level)
	f0, f1 := cofactors(&x, f, level)
	g0, g1 := cofactors(&y, g, level)
	h0, h1 := cofactors(&z, h, level)
	lo := k.ite(f0, g0, h0)
	r := k.mk(level, lo, k.ite(f1, g1, h1))
	*k.tripleAt(f, g, h) = triple{f, g, h, r}
	return r
}

// cofactors are those of n, whose contents are x, by the variable at level; n's own level is not above it.
func cofactors(x *node, n Ref, level uint32) (lo, hi Ref) {
	if x.level == level {
		return x.lo, x.hi
	}
	return n, n
}
