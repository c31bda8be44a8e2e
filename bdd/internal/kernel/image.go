package kernel

// image conjoins, quantifies and renames in one recursion. The two variables of a changed pair are
// adjacent and are dealt with in one step, so that with cofactors Rij (current = i, next = j) of
// rel and Si of set the result's cofactors are
//
//	Tj = image(R0j, S0) ∨ image(R1j, S1)
//
// Backwards they are Ti = image(Ri0, S0) ∨ image(Ri1, S1), the same with the indices of R
// exchanged. A variable which the frame does not change is a plain conjunction's, and below the
// last changed level the whole is one.
func (k *operations) image(f *frame, key uint32, back bool, rel, set Ref) Ref {
	if rel == 0 || set == 0 {
		return 0
	}
	x, y := k.nodes[rel], k.nodes[set]
	level := min(f.top[x.level], y.level)
	if int(level) > f.last {
		return k.and(rel, set)
	}
	r, h, ok := k.find(key, rel, set)
	if ok {
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
	r = k.mk(level, lo, hi)
	k.store(h, key, rel, set, r)
	return r
}

// compose is image with a relation for the set: at a changed pair, with cofactors Aij and Bij
// (current = i, next = j), the result's are
//
//	Rij = compose(Ai0, B0j) ∨ compose(Ai1, B1j)
func (k *operations) compose(f *frame, key uint32, a, b Ref) Ref {
	if a == 0 || b == 0 {
		return 0
	}
	level := min(f.top[k.nodes[a].level], f.top[k.nodes[b].level])
	if int(level) > f.last {
		return k.and(a, b)
	}
	r, h, ok := k.find(key, a, b)
	if ok {
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
	r = k.mk(level, lo, hi)
	k.store(h, key, a, b, r)
	return r
}
