package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A spread is a sum of variables as one set of states for each value from least on. The sums that have one variable more, which stands
// above all others in the diagrams, are reached by that variable: agents that see all but one of many variables have most of their sums
// in common.
type spread struct {
	least int
	sets  []bdd.Node // kept
	above map[int]*spread
}

// comparedSum is a comparison one side of which adds up variables, with at most so many values as the threshold says. Counting what the
// variables sum up to takes fewer nodes on the way than adding their bits.
func (m *Model) comparedSum(c *bdd.Calculator, x *interpreted.Expr) (out bdd.Node, ok bool) {
	for side, sum := range x.Args {
		vars, values := m.addends(sum)
		if len(vars) < 2 || values > m.thresholds.Totals {
			continue
		}
		other := m.number(c, x.Args[1-side])
		total := m.spread(c, vars)
		var cases []bdd.Node
		for i, set := range total.sets {
			pair := [2]number{{bdd.VecConst(total.least + i), bdd.True}, other}
			cases = append(cases, c.And(m.compare(c, x.Op, pair[side], pair[1-side]), set))
		}
		return c.OrAll(cases...), true
	}
	return bdd.False, false
}

// addends lists the variables of a sum that has nothing else, from the bottom of the diagrams, and how many values it may have at most;
// no variables if it is another expression.
func (m *Model) addends(x *interpreted.Expr) (vars []int, values int) {
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
	slices.SortFunc(vars, func(a, b int) int { return int(m.Vars[b]) - int(m.Vars[a]) })
	return vars, values
}

// spread is the sum of variables, given from the bottom of the diagrams.
func (m *Model) spread(c *bdd.Calculator, vars []int) *spread {
	if m.spreads == nil {
		m.spreads = &spread{sets: []bdd.Node{bdd.True}}
	}
	at := m.spreads
	for _, v := range vars {
		next := at.above[v]
		if next == nil {
			next = m.plus(c, at, v)
			if c.Err() != nil {
				return next
			}
			if at.above == nil {
				at.above = map[int]*spread{}
			}
			at.above[v] = next
		}
		at = next
	}
	return at
}

// plus adds a variable.
func (m *Model) plus(c *bdd.Calculator, s *spread, v int) *spread {
	t := m.System.Vars[v].Type
	out := &spread{least: s.least + t.Lo, sets: make([]bdd.Node, len(s.sets)+t.Size()-1)}
	for code := range t.Size() {
		is := c.Eq(m.Vars[v], bdd.Current, code)
		for i, set := range s.sets {
			out.sets[i+code] = c.Or(out.sets[i+code], c.And(is, set))
		}
	}
	for _, set := range out.sets {
		c.Keep(set)
	}
	return out
}

// release gives up the sums.
func (s *spread) release(man *bdd.Manager) {
	for _, set := range s.sets {
		man.Release(set)
	}
	for _, larger := range s.above {
		larger.release(man)
	}
}
