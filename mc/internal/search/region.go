package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A region is a set of product states: for each state of the automaton the states of the system
// that it is paired with. It keeps its nodes until it is released.
type region struct {
	man  *bdd.Manager
	part []bdd.Node
}

func newRegion(man *bdd.Manager, states int) *region {
	return &region{man: man, part: make([]bdd.Node, states)}
}

func (r *region) set(q int, n bdd.Node) {
	r.man.Keep(n)
	r.man.Release(r.part[q])
	r.part[q] = n
}

func (r *region) clone() *region {
	c := newRegion(r.man, len(r.part))
	for q, n := range r.part {
		c.set(q, n)
	}
	return c
}

// release drops all nodes. Releasing a nil region does nothing.
func (r *region) release() {
	if r == nil {
		return
	}
	for q := range r.part {
		r.set(q, bdd.False)
	}
}

func (r *region) empty() bool { return nothingIn(r.part) }

// nothingIn reports whether all sets are empty.
func nothingIn(sets []bdd.Node) bool {
	return !slices.ContainsFunc(sets, func(n bdd.Node) bool { return n != bdd.False })
}

func (r *region) equal(s *region) bool { return slices.Equal(r.part, s.part) }

func (r *region) nodes() int { return r.man.NodeCount(r.part...) }

// within is the part of a region whose system states lie in a set.
func (r *region) within(t *task, set bdd.Node) *region {
	c := t.open()
	defer t.close(c)
	out := newRegion(r.man, len(r.part))
	for q, n := range r.part {
		out.set(q, c.And(n, set))
	}
	return out
}

// states are those of all nodes; a nil region has all.
func (r *region) states(c *bdd.Calculator) bdd.Node {
	if r == nil {
		return bdd.True
	}
	return c.OrAll(r.part...)
}

// add joins n to part q and reports what is new of it.
func (r *region) add(c *bdd.Calculator, q int, n bdd.Node) (fresh bdd.Node) {
	fresh = c.Diff(n, r.part[q])
	if fresh != bdd.False {
		r.include(c, q, n)
	}
	return fresh
}

// include joins n to part q, which stays as it is after an error.
func (r *region) include(c *bdd.Calculator, q int, n bdd.Node) {
	if all, err := c.Result(c.Or(r.part[q], n)); err == nil {
		r.set(q, all)
	}
}

// A partition divides the local states of an agent, each given by the codes of the agent's
// variables, into strongly connected components.
type partition struct {
	vars       []bdd.VarID
	states     [][]int
	components [][]int // indices of states
}
