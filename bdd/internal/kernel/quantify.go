package kernel

// quantify joins the cofactors of the variables in s: by ∨, which ends at 1, or by ∧, which ends at
// 0: at decided.
func (k *operations) quantify(s *varSet, key uint32, decided, a Ref) Ref {
	x := k.nodes[a]
	if int(x.level) > s.last {
		return a
	}
	r, h, ok := k.find(key, a, 0)
	if ok {
		return r
	}
	k.step()
	r = k.quantify(s, key, decided, x.lo)
	switch {
	case !s.in[x.level]:
		r = k.mk(x.level, r, k.quantify(s, key, decided, x.hi))
	case r == decided:
	case decided == 1:
		r = k.or(r, k.quantify(s, key, decided, x.hi))
	default:
		r = k.and(r, k.quantify(s, key, decided, x.hi))
	}
	k.store(h, key, a, 0, r)
	return r
}

// andExists is ∃ s. a ∧ b where set is the number of s.
func (k *operations) andExists(s *varSet, set uint32, a, b Ref) Ref {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == 0:
		return 0
	case a == 1 || a == b:
		return k.quantify(s, opExists|set, 1, b)
	}
	level, a0, a1, b0, b1 := k.split(a, b)
	if int(level) > s.last {
		return k.and(a, b)
	}
	key := opAndExists | set
	r, h, ok := k.find(key, a, b)
	if ok {
		return r
	}
	k.step()
	r = k.andExists(s, set, a0, b0)
	if s.in[level] {
		if r != 1 {
			r = k.or(r, k.andExists(s, set, a1, b1))
		}
	} else {
		r = k.mk(level, r, k.andExists(s, set, a1, b1))
	}
	k.store(h, key, a, b, r)
	return r
}
