package bdd

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Relation is a set of steps which change some variables and leave all others as they are. It keeps
// its node until it is released.
type Relation struct {
	m       *Manager
	trans   Node
	changed []VarID
	frame   engine.Frame
	fault   error // why it cannot be used
}

// NewRelation prepares the relation { (s, t) | trans(s, t), t equals s but for changed }. The
// support of trans may hold the current copy of any variable but the next copies of changed only;
// it is an error if it holds others, or if a variable of changed has no next copy.
func (m *Manager) NewRelation(trans Node, changed []VarID) (*Relation, error) {
	err := m.usable()
	if err == nil {
		err = m.holds([]Node{trans})
	}
	if err == nil {
		err = m.check(Next, changed)
	}
	if err != nil {
		return nil, fail("NewRelation", err)
	}
	changed = slices.Clone(changed)
	slices.Sort(changed)
	changed = slices.Compact(changed)
	var pairs []engine.Pair
	for _, v := range changed {
		x := &m.layout.vars[v]
		for i := range x.copies[Current] {
			pairs = append(pairs, engine.Pair{Current: x.copies[Current][i], Next: x.copies[Next][i]})
		}
	}
	for _, b := range m.Support(trans) {
		if b.Copy == Next && !slices.Contains(changed, b.Var) {
			return nil, fail("NewRelation",
				misuse("the relation does not change variable %q but speaks of its next copy", m.layout.Name(b.Var)))
		}
	}
	return &Relation{m: m, trans: m.Keep(trans), changed: changed, frame: m.eng.NewFrame(pairs)}, nil
}

// Trans is the node the relation was made from.
func (r *Relation) Trans() Node {
	if r == nil {
		return False
	}
	return r.trans
}

// Changed lists the variables the relation may change, by increasing number. The caller must not
// modify it.
func (r *Relation) Changed() []VarID {
	if r == nil {
		return nil
	}
	return r.changed
}

// Release gives up the relation's hold on its node. Operations with it fail with ErrMisuse
// afterwards; releasing it again does nothing.
func (r *Relation) Release() {
	if r == nil || r.fault != nil {
		return
	}
	r.m.Release(r.trans)
	r.trans, r.fault = False, misuse("the relation is released")
}

// Image is { t | ∃ s ∈ set: (s, t) ∈ r }, over current copies. The support of set holds current
// copies only.
func (r *Relation) Image(c *Calculator, set Node) Node {
	return r.step(c, false, set)
}

// PreImage is { s | ∃ t ∈ set: (s, t) ∈ r }, over current copies. The support of set holds current
// copies only.
func (r *Relation) PreImage(c *Calculator, set Node) Node {
	return r.step(c, true, set)
}

// step is PreImage or Image.
func (r *Relation) step(c *Calculator, backward bool, set Node) Node {
	name, step := "image", engine.Engine.Image
	if backward {
		name, step = "preimage", engine.Engine.PreImage
	}
	return c.do(name, r.usableBy(c.Scope()), func() (engine.Ref, error) {
		return step(c.s.m.eng, c.s.ctx, r.frame, engine.Ref(r.trans), engine.Ref(set))
	}, set)
}
