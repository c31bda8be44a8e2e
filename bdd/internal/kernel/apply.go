package kernel

// Operations are the recursions over nodes. They run between begin and end only, but for walks.
type operations struct {
	upkeep
	stack []Ref // scratch of walks
}

func (k *operations) and(a, b Ref) Ref {
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
	r, h, ok := k.find(opAnd, a, b)
	if ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.and(a0, b0)
	r = k.mk(level, lo, k.and(a1, b1))
	k.store(h, opAnd, a, b, r)
	return r
}

func (k *operations) or(a, b Ref) Ref {
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
	r, h, ok := k.find(opOr, a, b)
	if ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.or(a0, b0)
	r = k.mk(level, lo, k.or(a1, b1))
	k.store(h, opOr, a, b, r)
	return r
}

// parity is ⊕, which is 0 where the operands are equal, or ¬⊕, which is 1 there: equal.
func (k *operations) parity(key uint32, equal, a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	if a <= 1 {
		if a == equal {
			return b
		}
		return k.not(b)
	}
	if a == b {
		return equal
	}
	r, h, ok := k.find(key, a, b)
	if ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.parity(key, equal, a0, b0)
	r = k.mk(level, lo, k.parity(key, equal, a1, b1))
	k.store(h, key, a, b, r)
	return r
}

// diff is a ∧ ¬b.
func (k *operations) diff(a, b Ref) Ref {
	switch {
	case a == 0 || b == 1 || a == b:
		return 0
	case b == 0:
		return a
	case a == 1:
		return k.not(b)
	}
	r, h, ok := k.find(opDiff, a, b)
	if ok {
		return r
	}
	k.step()
	level, a0, a1, b0, b1 := k.split(a, b)
	lo := k.diff(a0, b0)
	r = k.mk(level, lo, k.diff(a1, b1))
	k.store(h, opDiff, a, b, r)
	return r
}

func (k *operations) not(a Ref) Ref {
	if a <= 1 {
		return a ^ 1
	}
	r, h, ok := k.find(opNot, a, 0)
	if ok {
		return r
	}
	k.step()
	x := k.nodes[a]
	lo := k.not(x.lo)
	r = k.mk(x.level, lo, k.not(x.hi))
	k.store(h, opNot, a, 0, r)
	return r
}
