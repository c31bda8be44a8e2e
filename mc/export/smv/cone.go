package smv

import "slices"

// A cone is the part of the model that properties can depend on: the variables that some condition
// or observation reads, and those that the next values of such variables are computed from.
//
// No agent is dropped: the stutter depends on whether any interaction is possible, and an agent
// that can go on forever alone starves the others.
type cone map[*variable]bool

// findCone finds the cone of the formulas' atoms and removes from the interactions what lies
// outside of it. If all is set, the cone is the whole model.
func (t *translation) findCone(all bool) {
	inside := cone{}
	add := func(xs ...*node) {
		for _, v := range support(xs...) {
			inside[v] = true
		}
	}
	for _, v := range t.variables {
		if all {
			inside[v] = true
		}
	}
	for _, x := range t.start {
		if vars := support(x); len(vars) > 1 { // what relates variables keeps them
			add(x)
		}
	}
	for _, a := range t.atoms {
		if a.condition != nil {
			add(a.condition)
		}
	}
	for _, it := range t.interactions {
		add(it.enabled)
		add(it.observed...)
	}
	for size := -1; size != len(inside); {
		size = len(inside)
		for _, it := range t.interactions {
			for i := range it.parts {
				if p := &it.parts[i]; inside.touchedBy(p) {
					add(inside.reads(p)...)
				}
			}
		}
	}
	t.variables = slices.DeleteFunc(t.variables, func(v *variable) bool { return !inside[v] })
	t.start = slices.DeleteFunc(t.start, func(x *node) bool {
		return slices.ContainsFunc(support(x), func(v *variable) bool { return !inside[v] })
	})
	for _, it := range t.interactions {
		it.parts = slices.DeleteFunc(it.parts, func(p part) bool { return !inside.touchedBy(&p) })
		for i := range it.parts {
			for k := range it.parts[i].moves {
				m := &it.parts[i].moves[k]
				m.updates = slices.DeleteFunc(m.updates, func(u update) bool { return !inside[u.variable] })
			}
		}
	}
}

// touchedBy reports whether the part changes something inside, or a choice in it is observed.
func (c cone) touchedBy(p *part) bool {
	return slices.ContainsFunc(p.moves, func(m move) bool {
		return m.choice != nil || slices.ContainsFunc(m.updates, func(u update) bool { return c[u.variable] })
	})
}

// reads lists what decides how the part changes the inside.
func (c cone) reads(p *part) []*node {
	out := []*node{p.stays}
	for _, m := range p.moves {
		out = append(out, m.when)
		for _, u := range m.updates {
			if c[u.variable] {
				out = append(out, u.value)
			}
		}
	}
	return out
}

// begin lists the conditions on initial states, conjunct by conjunct.
func (t *translation) begin() {
	for a := range t.sys.Agents {
		x := t.conjoin(t.At(a, 0), t.Holds(t.sys.Agents[a].Init, &setting{}))
		if !x.isTrue() {
			t.start = append(t.start, conjuncts(x)...)
		}
	}
}
