package kernel

func (k *operations) ite(f, g, h Ref) Ref {
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
		return k.or(k.not(f), g)
	}
	key := opIte | uint32(f)
	r, hash, ok := k.find(key, g, h)
	if ok {
		return r
	}
	k.step()
	x, y, z := k.nodes[f], k.nodes[g], k.nodes[h]
	level := min(x.level, y.level, z.level)
	f0, f1 := cofactors(&x, f, level)
	g0, g1 := cofactors(&y, g, level)
	h0, h1 := cofactors(&z, h, level)
	lo := k.ite(f0, g0, h0)
	r = k.mk(level, lo, k.ite(f1, g1, h1))
	k.store(hash, key, g, h, r)
	return r
}
