package bdd

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Closure is a list of relations to be taken again and again, in whatever order is fastest. It keeps the relations' nodes until it is released; the
// relations may be released before.
type Closure struct {
	m         *Manager
	relations []Relation
	id        engine.Closure // where the engine is an engine.Saturator
}

// NewClosure prepares the closure under relations of this manager.
func (m *Manager) NewClosure(relations ...*Relation) *Closure {
	c := &Closure{m: m}
	var steps []engine.Step
	for _, r := range relations {
		m.Keep(r.trans)
		c.relations = append(c.relations, *r)
		steps = append(steps, engine.Step{Frame: r.frame, Relation: engine.Ref(r.trans)})
	}
	if e, ok := m.eng.(engine.Saturator); ok {
		c.id = e.NewClosure(steps)
	}
	return c
}

// Release gives up the closure's hold on its relations' nodes. The closure must not be used afterwards; releasing it again does nothing.
func (c *Closure) Release() {
	for _, r := range c.relations {
		c.m.Release(r.trans)
	}
	if e, ok := c.m.eng.(engine.Saturator); ok && c.relations != nil {
		e.DropClosure(c.id)
	}
	c.relations = nil
}

// Forward is the least Z with
//
//	Z = set ∨ (within ∧ ⋁ Image(r, Z)), the disjunction over all relations r of c:
//
// the states which paths from set reach, where every state after the first lies in within. The support of set and within holds current copies
// only. The native engine saturates, which is often much faster and needs much less room than a loop of images; it finds no shortest paths.
func (s *Scope) Forward(c *Closure, set, within Node) (Node, error) {
	return s.close(c, false, set, within)
}

// Backward is Forward with PreImage for Image: the states from which paths lead to set, where every state before the last lies in within.
func (s *Scope) Backward(c *Closure, set, within Node) (Node, error) {
	return s.close(c, true, set, within)
}

func (s *Scope) close(c *Closure, backward bool, set, within Node) (Node, error) {
	if e, ok := s.m.eng.(engine.Saturator); ok {
		return s.retry("closure", func() (engine.Ref, error) {
			return e.Saturate(s.ctx, c.id, backward, engine.Ref(set), engine.Ref(within), s.m.roots)
		})
	}
	return s.chain(c, backward, set, within)
}

// chain applies each relation to what the round has found so far, until a round finds nothing.
func (s *Scope) chain(c *Closure, backward bool, set, within Node) (Node, error) {
	t := s.temporary()
	defer t.done()
	step := t.Image
	if backward {
		step = t.PreImage
	}
	for {
		before := set
		for i := range c.relations {
			next, err := step(&c.relations[i], set)
			if err == nil {
				next, err = t.And(next, within)
			}
			if err == nil {
				set, err = t.Or(set, next)
			}
			if err != nil {
				return False, err
			}
		}
		if set == before {
			return t.Return(set), nil
		}
		t.Reset(set)
	}
}
