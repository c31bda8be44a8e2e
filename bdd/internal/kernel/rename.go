package kernel

func (k *operations) rename(m *renaming, key uint32, a Ref) Ref {
	x := k.nodes[a]
	if a <= 1 || int(x.level) > m.last {
		return a
	}
	r, h, ok := k.find(key, a, 0)
	if ok {
		return r
	}
	k.step()
	lo := k.rename(m, key, x.lo)
	hi := k.rename(m, key, x.hi)
	level := m.target[x.level]
	if level < k.nodes[lo].level && level < k.nodes[hi].level {
		r = k.mk(level, lo, hi)
	} else {
		r = k.ite(k.mk(level, 0, 1), hi, lo)
	}
	k.store(h, key, a, 0, r)
	return r
}
