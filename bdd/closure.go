package bdd

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Closure is a list of relations to be taken again and again, in whatever order is fastest. It keeps the relations' nodes until it is released; the
// relations may be released before.
type Closure struct {
	m         *Manager
	relations []Relation // as they were given until prepared, then merged
	prepared  bool
	id        engine.Closure // where the engine is an engine.Saturator and prepared
	// leaping is the same for closures without a bound: of the relations in leaps any number of steps is one.
	leaping engine.Closure
	leaps   []Node // by relation, kept; False where there is none; nil until they are known
	fault   error  // why it cannot be used
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
	for _, n := range c.leaps {
		c.m.Release(n)
	}
	if e, ok := c.m.eng.(engine.Saturator); ok && c.prepared && !c.m.closed {
		e.DropClosure(c.id)
		if c.leaps != nil {
			e.DropClosure(c.leaping)
		}
	}
	c.relations, c.leaps, c.prepared, c.fault = nil, nil, false, misuse("the closure is released")
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

// prepareLeaps finds the relations of which saturation is to take many steps at a time. A relation that counts to n has to be taken n times
// otherwise, from each of the values that another one has left: n² times in all.
func (c *Closure) prepareLeaps(s *Scope, e engine.Saturator) error {
	if c.leaps != nil {
		return nil
	}
	leaps := make([]Node, len(c.relations))
	var steps []engine.Step
	for i, r := range c.relations {
		var err error
		if leaps[i], err = r.leap(s, e); err != nil && !errors.Is(err, ErrNodeLimit) && !errors.Is(err, ErrMemoryLimit) {
			return err
		}
		relation := r.trans
		if leaps[i] != False {
			relation = leaps[i]
		}
		steps = append(steps, engine.Step{Frame: r.frame, Relation: engine.Ref(relation)})
	}
	for _, n := range leaps {
		c.m.Keep(n)
	}
	c.leaps, c.leaping = leaps, e.NewClosure(steps)
	return nil
}

// leap is the transitive closure of the relation by squaring, False if it is too large, the relation itself, or not wanted: if no variable of many
// values gets one that depends on the one it had.
func (r *Relation) leap(s *Scope, e engine.Saturator) (Node, error) {
	m, k := r.m, s.Calculator()
	all := r.trans
	bits := m.Support(all)
	counts := func(v VarID) bool { // its new value depends on the old one
		reads := func(c Copy) bool {
			return slices.ContainsFunc(bits, func(b Bit) bool { return b.Var == v && b.Copy == c })
		}
		return m.layout.vars[v].size >= m.at.LeapValues && reads(Current) && reads(Next)
	}
	if !slices.ContainsFunc(r.changed, counts) {
		return False, nil
	}
	for m.NodeCount(all) <= m.at.LeapNodes {
		more := k.Or(all, k.do(func(s *Scope) (Node, error) {
			return s.retry("composition", func() (engine.Ref, error) {
				return e.Compose(s.ctx, r.frame, engine.Ref(all), engine.Ref(all))
			}, all)
		}))
		switch {
		case k.err != nil:
			return False, k.err
		case more != all:
			all = more
		case all == r.trans:
			return False, nil
		default:
			return all, nil
		}
	}
	return False, nil
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
		id := c.id
		if within == True {
			if err := c.prepareLeaps(t, e); err != nil {
				return False, err
			}
			id = c.leaping
		}
		return s.retry("closure", func() (engine.Ref, error) {
			return e.Saturate(s.ctx, id, backward, engine.Ref(set), engine.Ref(within), s.m.roots)
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
