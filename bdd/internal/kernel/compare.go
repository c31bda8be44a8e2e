package kernel

// verdict is a truth value in the form the cache holds.
func verdict(b bool) Ref {
	if b {
		return 1
	}
	return 0
}

func (k *operations) leq(a, b Ref) bool {
	switch {
	case a == 0 || b == 1 || a == b:
		return true
	case a == 1 || b == 0:
		return false
	}
	known, h, ok := k.find(opLeq, a, b)
	if ok {
		return known == 1
	}
	k.step()
	_, a0, a1, b0, b1 := k.split(a, b)
	r := k.leq(a0, b0) && k.leq(a1, b1)
	k.store(h, opLeq, a, b, verdict(r))
	return r
}

func (k *operations) disjoint(a, b Ref) bool {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == 0:
		return true
	case a == 1 || a == b:
		return false
	}
	known, h, ok := k.find(opDisjoint, a, b)
	if ok {
		return known == 1
	}
	k.step()
	_, a0, a1, b0, b1 := k.split(a, b)
	r := k.disjoint(a0, b0) && k.disjoint(a1, b1)
	k.store(h, opDisjoint, a, b, verdict(r))
	return r
}
