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

// ImageAll is the disjunction of the images of set under all relations of c. The support of set holds current copies only. The native engine passes
// over the upper part of set once for all relations, so that this is much faster than one Image after the other.
func (s *Scope) ImageAll(c *Closure, set Node) (Node, error) { return s.stepAll(c, false, set) }

// PreImageAll is ImageAll with PreImage for Image.
func (s *Scope) PreImageAll(c *Closure, set Node) (Node, error) { return s.stepAll(c, true, set) }

func (s *Scope) stepAll(c *Closure, backward bool, set Node) (Node, error) {
	if e, ok := s.m.eng.(engine.Saturator); ok {
		return s.retry("image of all relations", func() (engine.Ref, error) {
			return e.StepAll(s.ctx, c.id, backward, engine.Ref(set))
		})
	}
	t := s.temporary()
	defer t.done()
	r := False
	for i := range c.relations {
		next, err := t.step(&c.relations[i], backward, set)
		if err == nil {
			r, err = t.Or(r, next)
		}
		if err != nil {
			return False, err
		}
	}
	return t.Return(r), nil
}

// step is Image or PreImage.
func (s *Scope) step(r *Relation, backward bool, set Node) (Node, error) {
	if backward {
		return s.PreImage(r, set)
	}
	return s.Image(r, set)
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
	for {
		before := set
		for i := range c.relations {
			next, err := t.step(&c.relations[i], backward, set)
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
