package symbolic

import "github.com/rcheck-bdd/rcheck-bdd/bdd"

// PreImageInside is the part of the set of predecessors of a set that lies inside another set. The
// model keeps what it knows about the last set that was the other. It makes the relation for that set
// once preimages by the parts have cost as much as the thresholds say.
func (m *Model) PreImageInside(sc *bdd.Scope, set, states bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	in := &m.inside
	if in.states != states {
		m.manager.Release(in.states)
		m.manager.Release(in.relation)
		*in = inside{states: c.Keep(states)}
	}
	if !in.tried && in.work > m.thresholds.BeforeInside {
		in.tried = true
		m.restrict(c)
	}
	if in.relation != bdd.False {
		return c.Return(in.next.AndExists(c, m.toNext.Rename(c, set), in.relation))
	}
	began := m.manager.Work()
	found := c.And(states, c.Take(m.PreImage(c.Scope(), set, bdd.True)))
	in.work += int(m.manager.Work() - began)
	return c.Return(found)
}

// restrict makes the relation for a set. If it becomes too large on the way, there is none.
func (m *Model) restrict(c *bdd.Calculator) {
	s, _ := m.plan(c, nil, bdd.Next, Thresholds{ClusterNodes: -1}, m.chosen(), m.joint()) // c keeps the error
	f := s.first.Exists(c, c.And(m.Valid, m.inside.states))
	for _, p := range s.clusters {
		if f = p.quantify.AndExists(c, f, p.node); m.manager.NodeCount(f) > m.thresholds.Inside {
			return
		}
	}
	m.inside.relation, m.inside.next = c.Keep(f), m.manager.VarSet(bdd.Next, m.changed...)
}
