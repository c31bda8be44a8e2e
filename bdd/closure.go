package bdd

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Closure is a list of relations to be taken again and again, in whatever order is fastest. It
// keeps the relations' nodes until it is released; the relations may be released before.
type Closure struct {
	m         *Manager
	relations []Relation // as they were given until prepared, then merged
	prepared  bool
	id        engine.Closure // where the engine is an engine.Saturator and prepared
	// leaping is the same for closures without a bound: of the relations in leaps any number of
	// steps is one.
	leaping engine.Closure
	leaps   []Node // by relation, kept; False where there is none; nil until they are known
	fault   error  // why it cannot be used
}

// NewClosure makes the closure under relations of this manager. If one is nil, released or another
// manager's, operations with the closure fail with ErrMisuse.
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

// Release gives up the closure's hold on its relations' nodes. Operations with it fail with
// ErrMisuse afterwards; releasing it again does nothing.
func (l *Closure) Release() {
	if l == nil || l.m == nil || l.fault != nil {
		return
	}
	for _, r := range l.relations {
		l.m.Release(r.trans)
	}
	for _, n := range l.leaps {
		l.m.Release(n)
	}
	if e, ok := l.m.eng.(engine.Saturator); ok && l.prepared && !l.m.closed {
		e.DropClosure(l.id)
		if l.leaps != nil {
			e.DropClosure(l.leaping)
		}
	}
	l.relations, l.leaps, l.prepared, l.fault = nil, nil, false, misuse("the closure is released")
}

// prepare makes the closure ready for use: it merges relations and tells the engine. If there is no
// room to merge, relations stay as they are.
func (l *Closure) prepare(s *Scope) error {
	if err := l.usableBy(s); err != nil {
		return fail("closure", err)
	}
	if l.prepared {
		return nil
	}
	merged, err := l.merged(s)
	switch {
	case err == nil:
		for i := range merged {
			l.m.Keep(merged[i].trans)
		}
		for _, r := range l.relations {
			l.m.Release(r.trans)
		}
		l.relations = merged
	case !errors.Is(err, ErrNodeLimit) && !errors.Is(err, ErrMemoryLimit):
		return err
	}
	if e, ok := l.m.eng.(engine.Saturator); ok {
		var steps []engine.Step
		for _, r := range l.relations {
			steps = append(steps, engine.Step{Frame: r.frame, Relation: engine.Ref(r.trans)})
		}
		l.id = e.NewClosure(steps)
	}
	l.prepared = true
	return nil
}

// merged unites relations that change the same variables and begin at the same level, as far as the
// union is not larger than the two together: one pass then does the work of two. Its nodes are held
// by s.
func (l *Closure) merged(s *Scope) ([]Relation, error) {
	type kind struct {
		frame engine.Frame
		level int
	}
	k := s.Calculator()
	last := map[kind]int{} // the place of the last relation of each kind
	var merged []Relation
	for _, r := range l.relations {
		of := kind{r.frame, l.m.topLevel(r.trans)}
		i, ok := last[of]
		if ok {
			a := merged[i].trans
			union, err := k.Result(k.Or(a, r.trans))
			if err != nil {
				return nil, err
			}
			if ok = l.m.NodeCount(union) <= l.m.NodeCount(a)+l.m.NodeCount(r.trans); ok {
				merged[i].trans = union
			}
		}
		if !ok {
			last[of] = len(merged)
			merged = append(merged, r)
		}
	}
	return merged, nil
}

// prepareLeaps finds the relations of which saturation is to take many steps at a time. A relation
// that counts to n has to be taken n times otherwise, from each of the values that another one has
// left: n² times in all.
func (l *Closure) prepareLeaps(s *Scope, e engine.Saturator) error {
	if l.leaps != nil {
		return nil
	}
	leaps := make([]Node, len(l.relations))
	var steps []engine.Step
	for i, r := range l.relations {
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
		l.m.Keep(n)
	}
	l.leaps, l.leaping = leaps, e.NewClosure(steps)
	return nil
}

// leap is the transitive closure of the relation by squaring, False if it is too large, the
// relation itself, or not wanted: if no variable of many values gets one that depends on the one it
// had.
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
		more := k.Or(all, k.do("composition", nil, func() (engine.Ref, error) {
			return e.Compose(s.ctx, r.frame, engine.Ref(all), engine.Ref(all))
		}, all))
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

// Image is the disjunction of the images of set under all relations of the closure. The support of
// set holds current copies only. The native engine passes over the upper part of set once for all
// relations, so that this is much faster than one Image after the other.
func (l *Closure) Image(c *Calculator, set Node) Node { return l.step(c, false, set) }

// PreImage is the disjunction of the preimages of set under all relations of the closure.
func (l *Closure) PreImage(c *Calculator, set Node) Node { return l.step(c, true, set) }

func (l *Closure) step(c *Calculator, backward bool, set Node) Node {
	return c.within(func(c *Calculator) Node {
		if c.Fail(l.prepare(c.s)); c.failed() {
			return False
		}
		if e, ok := c.s.m.eng.(engine.Saturator); ok {
			return c.do("image of all relations", nil, func() (engine.Ref, error) {
				return e.StepAll(c.s.ctx, l.id, backward, engine.Ref(set))
			}, set)
		}
		r := False
		for i := range l.relations {
			r = c.Or(r, l.relations[i].step(c, backward, set))
		}
		return r
	})
}

// Forward is the least Z with
//
//	Z = set ∨ (within ∧ ⋁ Image(r, Z)), the disjunction over all relations r of the closure:
//
// the states which paths from set reach, where every state after the first lies in within. The
// support of set and within holds current copies only. The native engine saturates, which is often
// much faster and needs much less room than a loop of images; it finds no shortest paths.
func (l *Closure) Forward(c *Calculator, set, within Node) Node {
	return l.steps(c, false, set, within)
}

// Backward is Forward with PreImage for Image: the states from which paths lead to set, where every
// state before the last lies in within.
func (l *Closure) Backward(c *Calculator, set, within Node) Node {
	return l.steps(c, true, set, within)
}

func (l *Closure) steps(c *Calculator, backward bool, set, within Node) Node {
	return c.within(func(c *Calculator) Node {
		if c.Fail(l.prepare(c.s)); c.failed() {
			return False
		}
		e, ok := c.s.m.eng.(engine.Saturator)
		if !ok {
			return l.chain(c, backward, set, within)
		}
		id := l.id
		if within == True {
			if c.Fail(l.prepareLeaps(c.s, e)); c.failed() {
				return False
			}
			id = l.leaping
		}
		return c.do("closure", nil, func() (engine.Ref, error) {
			return e.Saturate(c.s.ctx, id, backward, engine.Ref(set), engine.Ref(within), c.s.m.roots)
		}, set, within)
	})
}

// chain applies each relation to what the round has found so far, until a round finds nothing. The
// calculator's scope is for this alone; set and within are held elsewhere.
func (l *Closure) chain(c *Calculator, backward bool, set, within Node) Node {
	for before := False; c.err == nil && set != before; c.Reset(set) {
		before = set
		for i := range l.relations {
			set = c.Or(set, c.And(l.relations[i].step(c, backward, set), within))
		}
	}
	return set
}
