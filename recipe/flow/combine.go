package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func newProduct(conditions []*recipe.Expr, outs []out) *product {
	p := &product{conditions: conditions, outs: outs}
	collect := func(e *recipe.Expr) {
		leavesOf(e, func(l leaf) {
			if !slices.Contains(p.leaves, l) {
				p.leaves = append(p.leaves, l)
			}
		})
	}
	for _, c := range conditions {
		collect(c)
	}
	for _, o := range outs {
		collect(o.expr)
	}
	return p
}

// combine looks at every combination of the values of a product's variables
// that it has not looked at before, narrows the view to those that satisfy the
// conditions and replaces the results; tried is false, and nothing done, if
// there are too many.
func (a *analysis) combine(p *product, w *view, results []Set) (tried, sat bool) {
	b := &box{sets: make([]Set, len(p.leaves)), left: make([]Set, len(p.leaves)), results: make([]Set, len(p.outs))}
	size := 1
	for i, l := range p.leaves {
		b.sets[i] = *w.at(l)
		n := b.sets[i].Size()
		if n > a.limits.Combinations || size*n > a.limits.Combinations {
			return false, false
		}
		size *= n
	}
	if known := p.find(b.sets); known != nil && !a.forgetful {
		b.sat, b.left, b.results = known.sat, slices.Clone(known.left), slices.Clone(known.results)
		w.add(p, b, known.sets)
	} else {
		w.add(p, b, nil)
	}
	if !a.forgetful {
		p.remember(b, a.limits.Boxes)
	}
	if !b.sat {
		return true, false
	}
	for i, l := range p.leaves {
		*w.at(l) = b.left[i]
	}
	for i, o := range p.outs {
		results[o.index] = b.results[i]
	}
	return true, true
}

// find returns the last known box that lies inside a product of sets.
func (p *product) find(sets []Set) *box {
	for _, b := range slices.Backward(p.known) {
		if within(b.sets, sets) {
			return b
		}
	}
	return nil
}

func within(x, y []Set) bool {
	for i := range x {
		if !x[i].SubsetOf(y[i]) {
			return false
		}
	}
	return true
}

// remember keeps a box in place of those inside it, and forgets the oldest
// beyond a number of them.
func (p *product) remember(b *box, most int) {
	p.known = slices.DeleteFunc(p.known, func(k *box) bool { return within(k.sets, b.sets) })
	p.known = append(p.known, b)
	if len(p.known) > most {
		p.known = slices.Delete(p.known, 0, 1)
	}
}

// add looks at the combinations of a box that are not in the known product,
// nil for none: for each variable, those in which it is the first to have a
// new value.
func (w *view) add(p *product, b *box, known []Set) {
	c := newCombiner(w, p, b)
	if known == nil {
		c.run(0, b.sets)
	} else {
		sets := slices.Clone(b.sets)
		for i := range sets {
			if sets[i] = b.sets[i].minus(known[i]); !sets[i].IsEmpty() {
				c.run(0, sets)
			}
			sets[i] = b.sets[i].intersect(known[i])
		}
	}
	c.finish()
}

// A combiner goes through combinations of values.
type combiner struct {
	*product
	*box
	w        *view
	now      valuation
	chosen   []recipe.Value // by leaf
	survived [][]run        // by leaf
	found    [][]run        // by result
}

func newCombiner(w *view, p *product, b *box) *combiner {
	n, m := len(p.leaves), len(p.outs)
	values := make([]recipe.Value, len(w.locals)+len(w.data))
	return &combiner{product: p, box: b, w: w, chosen: make([]recipe.Value, n), survived: make([][]run, n), found: make([][]run, m),
		now: valuation{base: w.base, locals: values[:len(w.locals)], data: values[len(w.locals):]}}
}

// run looks at all combinations of the sets, those before variable i being
// chosen.
func (c *combiner) run(i int, sets []Set) {
	if i == len(sets) {
		c.visit()
		return
	}
	sets[i].each(func(v recipe.Value) bool {
		c.chosen[i] = v
		switch l := c.leaves[i]; l.op {
		case recipe.OpLocal:
			c.now.locals[l.index-c.now.base] = v
		case recipe.OpData:
			c.now.data[l.index] = v
		default:
			c.now.channel = v
		}
		c.run(i+1, sets)
		return !c.w.stopped()
	})
}

// visit looks at one combination.
func (c *combiner) visit() {
	c.w.spend(len(c.conditions) + len(c.outs))
	for _, e := range c.conditions {
		if v, ok := c.now.value(e); !ok || v != recipe.True {
			return
		}
	}
	values := make([]recipe.Value, 0, 8)
	for _, o := range c.outs {
		v, ok := c.now.value(o.expr)
		if !ok || !o.within.Contains(v) {
			return
		}
		values = append(values, v)
	}
	c.sat = true
	for i, v := range c.chosen {
		c.survived[i] = note(c.survived[i], v)
	}
	for i, v := range values {
		c.found[i] = note(c.found[i], v)
	}
}

// note notes a value, which often follows the last one or is in its run.
func note(list []run, v recipe.Value) []run {
	x := clip(int(v))
	if n := len(list); n > 0 && list[n-1].lo <= x && x <= list[n-1].hi+1 {
		list[n-1].hi = max(list[n-1].hi, x)
		return list
	}
	return append(list, run{x, x})
}

// finish puts what was found into the box.
func (c *combiner) finish() {
	for i, values := range c.survived {
		c.left[i] = c.left[i].Union(normal(values))
	}
	for i, values := range c.found {
		c.results[i] = c.results[i].Union(normal(values))
	}
}

// A valuation gives variables their values.
type valuation struct {
	base         int
	locals, data []recipe.Value
	channel      recipe.Value
}

// value evaluates an expression of a command; ok is false where it meets a zero
// divisor.
func (n *valuation) value(e *recipe.Expr) (v recipe.Value, ok bool) {
	switch e.Op {
	case recipe.OpConst:
		return e.Value, true
	case recipe.OpLocal:
		return n.locals[e.Index-n.base], true
	case recipe.OpData:
		return n.data[e.Index], true
	case recipe.OpChannel:
		return n.channel, true
	}
	a, ok := n.value(e.Args[0])
	if !ok {
		return 0, false
	}
	f := e.Op.Facts()
	switch {
	case f.Class == recipe.ClassChoice:
		return n.value(e.Args[2-a])
	case f.Arity == 1 || f.Short && a == f.Decides:
		return e.Op.Apply(a, a)
	}
	b, ok := n.value(e.Args[1])
	if !ok {
		return 0, false
	}
	return e.Apply(a, b)
}
