package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// total finds the sum of the variables or, with the variable to leave out, of one more, which what
// it is compared with does not mention; left is -1 if there is none to leave out.
func (m *States) total(vars []int, other *interpreted.Expr) (t *total, left int) {
	mentions := func(v int) bool {
		found := false
		other.Inspect(func(x *interpreted.Expr) { found = found || x.Op == interpreted.OpVar && x.Index == v })
		return found
	}
	without := func(list, of []int) []int {
		return slices.DeleteFunc(slices.Clone(of), func(v int) bool { return slices.Contains(list, v) })
	}
	for _, t := range m.totals {
		more, fewer := without(vars, t.vars), without(t.vars, vars)
		switch {
		case len(more) == 0 && len(fewer) == 0:
			return t, -1
		case len(more) == 1 && len(fewer) == 0 && !mentions(more[0]):
			return t, more[0]
		case len(more) == 1 && len(fewer) == 1 && !mentions(more[0]):
			all := &total{vars: append(slices.Clone(vars), more[0]), compared: map[string]bdd.Node{}}
			slices.SortFunc(all.vars, m.upward)
			m.totals = slices.Insert(m.totals, 0, all)
			return all, more[0]
		}
	}
	t = &total{vars: vars, compared: map[string]bdd.Node{}}
	m.totals = append(m.totals, t)
	return t, -1
}

// upward compares variables by their place, from the bottom of the diagrams.
func (m *States) upward(a, b int) int { return int(m.Vars[b]) - int(m.Vars[a]) }

// addends lists the variables of a sum that has nothing else, and none twice, from the bottom of
// the diagrams, and how many values it may have at most; no variables if it is another expression.
func (m *States) addends(x *interpreted.Expr) (vars []int, values int) {
	values = 1
	var add func(x *interpreted.Expr) bool
	add = func(x *interpreted.Expr) bool {
		switch x.Op {
		case interpreted.OpVar:
			vars = append(vars, x.Index)
			values += m.System.Vars[x.Index].Type.Size() - 1
			return true
		case interpreted.OpPlus:
			return add(x.Args[0]) && add(x.Args[1])
		}
		return false
	}
	if !add(x) {
		return nil, 0
	}
	slices.SortFunc(vars, m.upward)
	if len(slices.Compact(slices.Clone(vars))) < len(vars) {
		return nil, 0
	}
	return vars, values
}

// spread makes the sets of a total, variable by variable. After an error it has none.
func (m *States) spread(c *bdd.Calculator, t *total) {
	all, least := []bdd.Node{bdd.True}, 0
	for _, v := range t.vars {
		typ := m.System.Vars[v].Type
		least += typ.Lo
		sets := make([]bdd.Node, len(all)+typ.Size()-1)
		for code := range typ.Size() {
			is := c.Eq(m.Vars[v], bdd.Current, code)
			for i, set := range all {
				sets[i+code] = c.Or(sets[i+code], c.And(is, set))
			}
		}
		all = sets
	}
	if c.Err() != nil {
		return
	}
	for _, set := range all {
		c.Keep(set)
	}
	t.sets, t.least = all, least
}

// releaseTotals gives up what is known of sums.
func (m *States) releaseTotals() {
	for _, t := range m.totals {
		for _, set := range t.sets {
			m.manager.Release(set)
		}
		for _, set := range t.compared {
			m.manager.Release(set)
		}
	}
	m.totals = nil
}
