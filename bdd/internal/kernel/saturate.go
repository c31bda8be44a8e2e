package kernel

import "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"

// stepping is one call of Saturate or StepAll.
type stepping struct {
	k          *saturator
	c          *closure
	opSaturate uint32
	opStep     uint32
	backward   bool
}

// startSteps begins to work with a closure.
func (k *saturator) startSteps(id engine.Closure, backward bool) *stepping {
	if k.keys > maxPrepared/2 {
		k.renumber()
	}
	c := k.closures[id]
	if c.epoch != k.epoch {
		c.regroup(k)
	}
	s := &stepping{k, c, opSaturate, opStepAll, backward}
	if backward {
		s.opSaturate, s.opStep = opSaturateBack, opStepAllBack
	}
	return s
}

// close is the least set that holds set and, within the constraint, all successors of its states
// under the steps of the agenda.
func (s *stepping) close(a *agenda, set, within Ref) Ref {
	if set <= 1 || within == 0 || set == within || a == nil {
		return set // the whole constraint is closed
	}
	k := s.k
	key := s.opSaturate | a.key
	r, h, ok := k.find(key, set, within)
	if ok {
		return r
	}
	k.step()
	base := len(k.guard)
	k.guard = append(k.guard, set, within, 0, 0)
	if level := min(k.nodes[set].level, k.nodes[within].level); level < a.level {
		r = s.pass(level, a, set, within, base+2)
	} else {
		r = s.fire(a, set, within, base+2)
	}
	k.guard = k.guard[:base]
	k.store(h, key, set, within, r)
	if r != set {
		k.store(hashKey(key, r, within), key, r, within, r)
	}
	return r
}

// pass closes the cofactors at a level that no step concerns. The places from base of k.guard on
// are free, two of them.
func (s *stepping) pass(level uint32, a *agenda, set, within Ref, base int) Ref {
	k := s.k
	s0, s1 := k.cofactors(set, level)
	w0, w1 := k.cofactors(within, level)
	k.guard[base] = s.close(a, s0, w0)
	k.guard[base+1] = s.close(a, s1, w1)
	return k.mk(level, k.guard[base], k.guard[base+1])
}

// fire closes set under the steps of an agenda at the first level that one of them concerns. The
// places from base of k.guard on are free, two of them.
func (s *stepping) fire(a *agenda, set, within Ref, base int) Ref {
	k := s.k
	s.c.expand(k, a)
	lo, hi := k.cofactors(set, a.level)
	w0, w1 := k.cofactors(within, a.level)
	up, down := a.across[0], a.across[1]
	if s.backward {
		up, down = down, up
	}
	for {
		k.guard[base], k.guard[base+1] = lo, hi
		k.collectInside(s.c.steps)
		k.guard[base] = s.close(a.below[0], lo, w0)
		hi = s.take(up, k.guard[base], hi, w1)
		k.guard[base+1] = hi
		k.guard[base+1] = s.close(a.below[1], hi, w1)
		lo = s.take(down, k.guard[base+1], k.guard[base], w0)
		if lo != k.guard[base] {
			hi = k.guard[base+1]
			continue
		}
		all := k.mk(a.level, lo, k.guard[base+1])
		next := all
		for i := range a.whole { // each from what those before have found
			next = s.take(a.whole[i:i+1], next, next, within)
		}
		if next == all {
			return all
		}
		lo, hi = k.cofactors(next, a.level)
	}
}

// take adds to a set what steps reach from another one within the constraint.
func (s *stepping) take(steps []engine.Step, from, to, within Ref) Ref {
	for _, st := range steps {
		if to == within {
			break
		}
		to = s.k.or(to, s.k.and(s.step(st, from), within))
	}
	return to
}

// step is the image or preimage under one relation.
func (s *stepping) step(st engine.Step, set Ref) Ref {
	f := &s.k.frames[st.Frame]
	if s.backward {
		return s.k.image(f, opPreImage|uint32(st.Frame), true, st.Relation, set)
	}
	return s.k.image(f, opImage|uint32(st.Frame), false, st.Relation, set)
}
