package kernel

// all is the union of the images of set under the relations of the groups from g on.
func (s *stepping) all(g int, set Ref) Ref {
	if set == 0 || g == len(s.c.groups) {
		return 0
	}
	k := s.k
	key := s.opStep | (s.c.key + uint32(g))
	r, h, ok := k.find(key, set, 0)
	if ok {
		return r
	}
	k.step()
	gr := &s.c.groups[g]
	level := min(k.nodes[set].level, gr.level)
	below := g
	if level == gr.level {
		below++
	}
	lo, hi := k.cofactors(set, level)
	r = s.all(below, lo)
	r = k.mk(level, r, s.all(below, hi))
	if level == gr.level {
		for _, st := range gr.steps {
			r = k.or(r, s.step(st, set))
		}
	}
	k.store(h, key, set, 0, r)
	return r
}
