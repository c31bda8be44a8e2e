package bdd

import (
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Closure is a list of relations to be taken again and again, in whatever order is fastest. It keeps the relations' nodes until it is released; the
// relations may be released before.
type Closure struct {
	m         *Manager
	relations []Relation // as they were given until prepared, then merged
	prepared  bool
	id        engine.Closure // where the engine is an engine.Saturator and prepared
	fault     error          // why it cannot be used
}

// NewClosure makes the closure under relations of this manager. If one is nil, released or another manager's, operations with the closure fail
// with ErrMisuse.
func (m *Manager) NewClosure(relations ...*Relation) *Closure {
	m.must("NewClosure")
	c := &Closure{m: m}
	for _, r := range relations {
		if err := r.usableBy(&Scope{m: m}); err != nil {
			c.Release()
			return &Closure{m: m, fault: err}
		}
		c.relations = append(c.relations, Relation{m: m, trans: m.Keep(r.trans), changed: r.changed, frame: r.frame})
	}
	return c
}

// Release gives up the closure's hold on its relations' nodes. Operations with it fail with ErrMisuse afterwards; releasing it again does
// nothing.
func (c *Closure) Release() {
	if c == nil || c.m == nil || c.fault != nil {
		return
	}
	for _, r := range c.relations {
		c.m.Release(r.trans)
	}
	if e, ok := c.m.eng.(engine.Saturator); ok && c.prepared && !c.m.closed {
		e.DropClosure(c.id)
	}
	c.relations, c.prepared, c.fault = nil, false, misuse("the closure is released")
}

// prepare makes the closure ready for use: it merges relations and tells the engine. If there is no room to merge, relations stay as they are.
func (c *Closure) prepare(s *Scope) error {
	if err := c.usableBy(s); err != nil {
		return fail("closure", err)
	}
	if c.prepared {
		return nil
	}
	merged, err := c.merged(s)
	switch {
	case err == nil:
		for i := range merged {
			c.m.Keep(merged[i].trans)
		}
		for _, r := range c.relations {
			c.m.Release(r.trans)
		}
		c.relations = merged
	case !errors.Is(err, ErrNodeLimit) && !errors.Is(err, ErrMemoryLimit):
		return err
	}
	if e, ok := c.m.eng.(engine.Saturator); ok {
		var steps []engine.Step
		for _, r := range c.relations {
			steps = append(steps, engine.Step{Frame: r.frame, Relation: engine.Ref(r.trans)})
		}
		c.id = e.NewClosure(steps)
	}
	c.prepared = true
	return nil
}

// merged unites relations that change the same variables and begin at the same level, as far as the union is not larger than the two together: one
// pass then does the work of two. Its nodes are held by s.
func (c *Closure) merged(s *Scope) ([]Relation, error) {
	type kind struct {
		frame engine.Frame
		level int
	}
	last := map[kind]int{} // the place of the last relation of each kind
	var merged []Relation
	for _, r := range c.relations {
		k := kind{r.frame, c.m.topLevel(r.trans)}
		i, ok := last[k]
		if ok {
			a := merged[i].trans
			union, err := s.Or(a, r.trans)
			if err != nil {
				return nil, err
			}
			if ok = c.m.NodeCount(union) <= c.m.NodeCount(a)+c.m.NodeCount(r.trans); ok {
				merged[i].trans = union
			}
		}
		if !ok {
			last[k] = len(merged)
			merged = append(merged, r)
		}
	}
	return merged, nil
}

// ImageAll is the disjunction of the images of set under all relations of c. The support of set holds current copies only. The native engine passes
// over the upper part of set once for all relations, so that this is much faster than one Image after the other.
func (s *Scope) ImageAll(c *Closure, set Node) (Node, error) { return s.stepAll(c, false, set) }

// PreImageAll is ImageAll with PreImage for Image.
func (s *Scope) PreImageAll(c *Closure, set Node) (Node, error) { return s.stepAll(c, true, set) }

func (s *Scope) stepAll(c *Closure, backward bool, set Node) (Node, error) {
	t := s.temporary()
	defer t.done()
	if err := c.prepare(t); err != nil {
		return False, err
	}
	if e, ok := s.m.eng.(engine.Saturator); ok {
		return s.retry("image of all relations", func() (engine.Ref, error) {
			return e.StepAll(s.ctx, c.id, backward, engine.Ref(set))
		}, set)
	}
	k := t.Calculator()
	r := False
	for i := range c.relations {
		r = k.Or(r, k.step(&c.relations[i], backward, set))
	}
	return k.Return(r)
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
	t := s.temporary()
	defer t.done()
	if err := c.prepare(t); err != nil {
		return False, err
	}
	if e, ok := s.m.eng.(engine.Saturator); ok {
		return s.retry("closure", func() (engine.Ref, error) {
			return e.Saturate(s.ctx, c.id, backward, engine.Ref(set), engine.Ref(within), s.m.roots)
		}, set, within)
	}
	return t.chain(c, backward, set, within)
}

// chain applies each relation to what the round has found so far, until a round finds nothing. s is a scope for this alone, whose parent gets the
// result; set and within are held elsewhere.
func (s *Scope) chain(c *Closure, backward bool, set, within Node) (Node, error) {
	k := s.Calculator()
	for before := False; k.err == nil && set != before; k.Reset(set) {
		before = set
		for i := range c.relations {
			set = k.Or(set, k.And(k.step(&c.relations[i], backward, set), within))
		}
	}
	return k.Return(set)
}
