package conform

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// initial is the belief at the beginning of a log.
func (m *Model) initial(c *bdd.Calculator) (belief, error) {
	var out [][]bdd.Node
	for _, t := range m.tracks {
		out = append(out, t.initial())
	}
	return m.small(c, out)
}

// observe is what a belief becomes by hidden steps and an entry; nil if the entry is not explained.
func (m *Model) observe(c *bdd.Calculator, b belief, o Observation) (belief, error) {
	if next, ok := m.memory.next(c, b, o.Key); ok {
		return next, nil
	}
	next, err := m.observeAnew(c, b, o)
	if err == nil {
		m.memory.note(b, o.Key, next)
	}
	return next, err
}

// observeAnew is observe for what is not remembered.
func (m *Model) observeAnew(c *bdd.Calculator, b belief, o Observation) (belief, error) {
	if x, ok := b.(*explicit); ok {
		next, err := m.observeExplicit(c, x, o)
		if next != nil {
			return next, nil
		}
		if !errors.Is(err, errMany) {
			return nil, err
		}
	}
	from, err := m.diagramsOf(c, b)
	if err != nil {
		return nil, err
	}
	var out [][]bdd.Node
	for i, t := range m.tracks {
		out = append(out, t.observe(c, from[i], o))
		if i == 0 && out[0][0] == bdd.False {
			return nil, c.Err()
		}
	}
	return m.small(c, out)
}

// union is what is believed in one of two ways.
func (m *Model) union(c *bdd.Calculator, a, b belief) (belief, error) {
	if x, ok := a.(*explicit); ok {
		if y, ok := b.(*explicit); ok && len(x.states)+len(y.states) <= m.thresholds.Explicit {
			return m.unite(x, y), nil
		}
	}
	x, err := m.diagramsOf(c, a)
	if err != nil {
		return nil, err
	}
	y, err := m.diagramsOf(c, b)
	if err != nil {
		return nil, err
	}
	out := make([][]bdd.Node, len(x))
	for i := range x {
		out[i] = slices.Clone(x[i])
		for q := range x[i] {
			out[i][q] = c.Or(x[i][q], y[i][q])
		}
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return m.memory.draw(out), nil
}

// diagramsOf are the diagrams of a belief.
func (m *Model) diagramsOf(c *bdd.Calculator, b belief) ([][]bdd.Node, error) {
	x, ok := b.(*explicit)
	if !ok {
		return b.(*diagrams).sets, nil
	}
	out := make([][]bdd.Node, len(m.tracks))
	for i, t := range m.tracks {
		out[i] = make([]bdd.Node, len(t.aut.States))
	}
	for _, s := range x.states {
		set := c.Take(m.enc.StateSet(c.Scope(), m.in.StateOf(s.key)))
		for _, at := range s.at {
			i, q := m.locate(at)
			out[i][q] = c.Or(out[i][q], set)
		}
	}
	return out, c.Err()
}

// small makes a belief explicit if it has few states.
func (m *Model) small(c *bdd.Calculator, d [][]bdd.Node) (belief, error) {
	if err := c.Err(); err != nil {
		return nil, err
	}
	if n := m.enc.Count(d[0][0]); !n.IsInt64() || n.Int64() > int64(m.thresholds.Explicit) {
		return m.memory.draw(d), nil
	}
	s := spread{at: map[string][]int{}}
	for i, list := range d {
		for q, set := range list {
			m.enc.Each(set, func(state recipe.State) bool {
				s.add(m.in.Key(state), m.offsets[i]+q)
				return true
			})
		}
	}
	return m.memory.list(&s), nil
}

// meets reports whether a belief has a winning node of a track.
func (m *Model) meets(c *bdd.Calculator, b belief, track int) bool {
	memo := b.known()
	if won, ok := memo.won[track]; ok {
		return won
	}
	var won bool
	switch x := b.(type) {
	case *diagrams:
		won = m.tracks[track].wins(c, x.sets[track])
	case *explicit:
		won = slices.ContainsFunc(x.states, func(s explicitState) bool {
			return slices.ContainsFunc(s.at, func(at int) bool {
				i, q := m.locate(at)
				return i == track && m.enc.Contains(m.tracks[i].win[q], m.in.StateOf(s.key))
			})
		})
	}
	if c.Err() != nil {
		return won
	}
	if memo.won == nil {
		memo.won = map[int]bool{}
	}
	memo.won[track] = won
	return won
}

// ended reports whether hidden steps lead from a belief to a state without any step.
func (m *Model) ended(c *bdd.Calculator, b belief) (bool, error) {
	if x, ok := b.(*explicit); ok {
		ended := false
		all, err := m.reached(c, x, func(state recipe.State) { ended = ended || m.in.Deadlock(state) })
		if all != nil || !errors.Is(err, errMany) {
			return ended, err
		}
	}
	d, err := m.diagramsOf(c, b)
	if err != nil {
		return false, err
	}
	apart, err := c.Disjoint(m.tracks[0].close(c, d[0])[0], m.dead)
	return err == nil && !apart, err
}

// states are the states of a belief, hidden steps not taken.
func (m *Model) states(c *bdd.Calculator, b belief) (bdd.Node, error) {
	d, err := m.diagramsOf(c, b)
	if err != nil {
		return bdd.False, err
	}
	return d[0][0], nil
}
