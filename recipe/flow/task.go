package flow

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// newTask splits conditions, which are cut into their conjuncts, and results
// into parts. Their order is kept within the parts.
func newTask(conditions []*recipe.Expr, outs []out) *task {
	t := &task{outs: len(outs)}
	owner := map[leaf]int{} // the group of a variable
	var groups []*part
	var redirect []int
	find := func(g int) int {
		for redirect[g] != g {
			g = redirect[g]
		}
		return g
	}
	group := func(e *recipe.Expr) int {
		g := len(groups)
		groups, redirect = append(groups, &part{}), append(redirect, g)
		leavesOf(e, func(l leaf) {
			if o, ok := owner[l]; ok {
				redirect[find(o)] = find(g)
			}
			owner[l] = g
		})
		return g
	}
	var conjuncts []*recipe.Expr
	for _, c := range conditions {
		conjuncts = append(conjuncts, recipe.Conjuncts(c)...)
	}
	for _, c := range conjuncts {
		group(c)
	}
	for _, o := range outs {
		group(o.expr)
	}
	for i, c := range conjuncts {
		p := groups[find(i)]
		p.conditions = append(p.conditions, c)
	}
	for i, o := range outs {
		o.index, o.once = i, true
		seen := map[leaf]bool{}
		leavesOf(o.expr, func(l leaf) { o.once, seen[l] = o.once && !seen[l], true })
		p := groups[find(len(conjuncts)+i)]
		p.outs = append(p.outs, o)
	}
	for _, p := range groups {
		if len(p.conditions)+len(p.outs) > 0 {
			p.joint = newProduct(p.conditions, p.outs)
			t.parts = append(t.parts, p)
		}
	}
	return t
}

// spread makes the products of fewer variables than all.
func (p *part) spread() {
	if p.conditional != nil {
		return
	}
	p.conditional = []*product{newProduct(p.conditions, nil)}
	for i := range p.conditions {
		p.conditional = append(p.conditional, newProduct(p.conditions[i:i+1], nil))
	}
	for i := range p.outs {
		o := p.outs[i : i+1]
		p.resulting = append(p.resulting, [2]*product{newProduct(p.conditions, o), newProduct(nil, o)})
	}
}

// perform narrows the view by the conditions of a task and returns its
// results; ok is false if nothing satisfies it.
func (a *analysis) perform(t *task, w *view) (results []Set, ok bool) {
	results = make([]Set, t.outs)
	for _, p := range t.parts {
		if !a.part(p, w, results) {
			return nil, false
		}
	}
	return results, true
}

// part performs one part: on sets, and if that is not exact, on combinations
// of values as far as these are few.
func (a *analysis) part(p *part, w *view, results []Set) bool {
	if !w.assumeAll(p) {
		return false
	}
	if !w.results(p, results) {
		return false
	}
	if w.exact || a.coarse() {
		return true
	}
	if tried, sat := a.combine(p.joint, w, results); tried {
		return sat
	}
	p.spread()
	for i, c := range p.conditional {
		tried, sat := a.combine(c, w, results)
		if tried && !sat {
			return false
		}
		if tried && i == 0 {
			break
		}
	}
	if !w.results(p, results) {
		return false
	}
	for _, r := range p.resulting {
		tried, sat := a.combine(r[0], w, results)
		if !tried {
			tried, sat = a.combine(r[1], w, results)
		}
		if tried && !sat {
			return false
		}
	}
	return true
}

// results evaluates the results of a part; it returns false if one has no
// value.
func (w *view) results(p *part, results []Set) bool {
	for _, o := range p.outs {
		results[o.index] = w.eval(o.expr).intersect(o.within)
		w.exact = w.exact && o.once
		if results[o.index].IsEmpty() {
			return false
		}
	}
	return true
}

// assumeAll narrows a view by the conditions of a part and by the sets that
// its results must be in, twice if once is not exact.
func (w *view) assumeAll(p *part) bool {
	for range 2 {
		w.exact = true
		for _, c := range p.conditions {
			if !w.assume(c, true) {
				return false
			}
		}
		for _, o := range p.outs {
			if values := w.eval(o.expr); !values.SubsetOf(o.within) && !w.narrow(o.expr, values.intersect(o.within)) {
				return false
			}
		}
		if w.exact {
			break
		}
	}
	return true
}
