package kernel

// restrict expects a care set other than 0.
func (k *operations) restrict(f, c Ref) Ref {
	if f <= 1 || c == 1 {
		return f
	}
	if f == c {
		return 1
	}
	r, h, ok := k.find(opRestrict, f, c)
	if ok {
		return r
	}
	k.step()
	x, y := k.nodes[f], k.nodes[c]
	switch {
	case y.level < x.level:
		r = k.restrict(f, k.or(y.lo, y.hi))
	case x.level < y.level:
		lo := k.restrict(x.lo, c)
		r = k.mk(x.level, lo, k.restrict(x.hi, c))
	case y.lo == 0:
		r = k.restrict(x.hi, y.hi)
	case y.hi == 0:
		r = k.restrict(x.lo, y.lo)
	default:
		lo := k.restrict(x.lo, y.lo)
		r = k.mk(x.level, lo, k.restrict(x.hi, y.hi))
	}
	k.store(h, opRestrict, f, c, r)
	return r
}
