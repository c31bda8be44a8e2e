package counters

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A way is a local state in which an agent can be after a step, and in which steps.
type way struct {
	to   *local
	when bdd.Node
}

// Reactions are a step of singles, tracked agents and movers, and what counted agents beside these
// do in it.
type reactions struct {
	*Space
	c       *bdd.Calculator
	base    bdd.Node    // over the locals of singles and tracked agents, before and after
	changed []bdd.VarID // of these
	// ways has, for local states that are in it, all that one agent can do. In others, agents stay.
	ways map[*local][]way
}

// steps says how counters change in the step, if movers leave and enter some local states. It
// returns the variables that change, too.
//
// The next counters begin with 0. Then the agents of each local state are added to those in which
// they arrive.
func (r *reactions) steps(from, to []*local) (steps bdd.Node, changed []bdd.VarID) {
	c := r.c
	touched := map[*local]bool{}
	for _, l := range slices.Concat(from, to) {
		touched[l] = true
	}
	for p, list := range r.ways {
		touched[p] = true
		for _, w := range list {
			touched[w.to] = true
		}
	}
	steps, changed = c.And(r.base, r.known), slices.Clone(r.changed)
	r.all(func(_ *class, l *local) {
		if touched[l] {
			changed = append(changed, l.some, l.many)
			steps = c.AndAll(steps, c.Eq(l.some, bdd.Next, 0), c.Eq(l.many, bdd.Next, 0))
		}
		if r.question.Finite {
			changed = append(changed, l.left, l.entered)
			steps = c.AndAll(steps, c.Eq(l.left, bdd.Next, 0), c.Eq(l.entered, bdd.Next, 0))
		}
	})
	r.all(func(_ *class, l *local) {
		if touched[l] {
			steps = r.contribute(steps, l, count(from, l))
		}
	})
	for i, l := range to {
		steps = r.arrive(steps, from[i], l)
	}
	return steps, changed
}

func count(list []*local, l *local) int {
	n := 0
	for _, x := range list {
		if x == l {
			n++
		}
	}
	return n
}

// contribute lets the agents of a local state react, of which some have left it before as movers.
func (r *reactions) contribute(steps bdd.Node, l *local, movers int) bdd.Node {
	c := r.c
	some, many := c.Eq(l.some, bdd.Current, 1), c.Eq(l.many, bdd.Current, 1)
	none := steps
	one := r.goOne(none, l)
	all := r.goMany(r.goOne(one, l), l)
	switch movers {
	case 0:
		return c.OrAll(c.Diff(none, some), c.And(one, c.Diff(some, many)), c.And(all, many))
	case 1:
		return c.OrAll(c.And(none, c.Diff(some, many)), c.And(c.Or(one, all), many))
	}
	return c.And(c.OrAll(none, one, all), many)
}

// waysOf are the ways of one agent in a local state.
func (r *reactions) waysOf(l *local) []way {
	if list, ok := r.ways[l]; ok {
		return list
	}
	return []way{{l, bdd.True}}
}

// goOne lets one more agent of a local state go any of its ways.
func (r *reactions) goOne(steps bdd.Node, l *local) bdd.Node {
	out := bdd.False
	for _, w := range r.waysOf(l) {
		out = r.c.Or(out, r.arrive(r.c.And(steps, w.when), l, w.to))
	}
	return out
}

// goMany lets any number of more agents of a local state go any of their ways. Each way counts two
// at most.
func (r *reactions) goMany(steps bdd.Node, l *local) bdd.Node {
	for _, w := range r.waysOf(l) {
		for range 2 {
			steps = r.c.Or(steps, r.arrive(r.c.And(steps, w.when), l, w.to))
		}
	}
	return steps
}

// arrive adds an agent that comes from a local state to the next counter of another one.
func (r *reactions) arrive(steps bdd.Node, from, to *local) bdd.Node {
	c := r.c
	none := c.Cofactor(c.Cofactor(steps, to.some, bdd.Next, 0), to.many, bdd.Next, 0)
	more := c.Cofactor(steps, to.some, bdd.Next, 1)
	more = c.Or(c.Cofactor(more, to.many, bdd.Next, 0), c.Cofactor(more, to.many, bdd.Next, 1))
	many := c.Eq(to.many, bdd.Next, 1)
	steps = c.And(c.Eq(to.some, bdd.Next, 1), c.Or(c.Diff(none, many), c.And(more, many)))
	if from != to && r.question.Finite {
		steps = r.set(r.set(steps, from.left), to.entered)
	}
	return steps
}

// set makes the next value of a variable 1.
func (r *reactions) set(steps bdd.Node, id bdd.VarID) bdd.Node {
	c := r.c
	return c.And(r.Diagrams.VarSet(bdd.Next, id).Exists(c, steps), c.Eq(id, bdd.Next, 1))
}
