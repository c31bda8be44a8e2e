package symbolic

import "github.com/rcheck-bdd/rcheck-bdd/bdd"

// PreImageInside is the part of the set of predecessors of a set that lies inside another set. The
// model keeps the relation for the last set that was the other.
func (m *Model) PreImageInside(sc *bdd.Scope, set, states bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	if m.inside == nil || m.inside.states != states {
		m.restrict(c, states)
	}
	if c.Err() != nil {
		return bdd.False, c.Err()
	}
	if !m.inside.small {
		return c.Return(c.And(states, c.Take(m.PreImage(c.Scope(), set, bdd.True))))
	}
	return c.Return(m.inside.next.AndExists(c, m.toNext.Rename(c, set), m.inside.relation))
}

// restrict makes the relation for a set. If it becomes too large on the way, there is none.
func (m *Model) restrict(c *bdd.Calculator, states bdd.Node) {
	f := m.together.first.Exists(c, c.And(m.Valid, states))
	small := true
	for _, p := range m.together.clusters {
		if small = small && m.manager.NodeCount(f) <= m.thresholds.Inside; small {
			f = p.quantify.AndExists(c, f, p.node)
		}
	}
	if small = small && m.manager.NodeCount(f) <= m.thresholds.Inside; !small {
		f = bdd.False
	}
	if c.Err() != nil {
		return
	}
	if m.inside != nil {
		m.manager.Release(m.inside.states)
		m.manager.Release(m.inside.relation)
	}
	m.inside = &inside{c.Keep(states), c.Keep(f), small, m.manager.VarSet(bdd.Next, m.changed...)}
}
