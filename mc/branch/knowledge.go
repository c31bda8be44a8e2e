package branch

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

func isEpistemic(op ltol.StateOp) bool {
	switch op {
	case ltol.StateKnows, ltol.StateEveryone, ltol.StateDistributed, ltol.StateCommon, ltol.StateObliged:
		return true
	}
	return false
}

// possible is the dual of an operator of knowledge or obligation, of a set of
// states of the domain: the states, reachable or not, from which some state of
// the set cannot be told by
//
//   - the agent (K), some agent of the group (GK), all of the group together
//     (DK), or a chain of members of the group (GCK), the least fixpoint of
//     Y = set ∪ ⋃ of the states that a member cannot tell from one of Y;
//   - or, for O, all states if the agent violates no norm in some state of the
//     set, and none otherwise.
func (l *Labelling) possible(c *bdd.Calculator, f *ltol.StateFormula, set bdd.Node) bdd.Node {
	switch f.Op() {
	case ltol.StateKnows:
		return l.confused(c, []int{f.ID()}, set)
	case ltol.StateDistributed:
		return l.confused(c, f.Agents(), set)
	case ltol.StateEveryone:
		return l.confusedOne(c, f.Agents(), set)
	case ltol.StateCommon:
		domain := l.domain
		for y := set; ; {
			more := c.Or(y, c.And(domain, l.confusedOne(c, f.Agents(), y)))
			if more == y || c.Err() != nil {
				return l.confusedOne(c, f.Agents(), y)
			}
			y = more
		}
	}
	if l.opts.Green != nil {
		set = c.And(set, c.Take(l.opts.Green(c.Scope(), f.ID())))
	}
	if set == bdd.False {
		return bdd.False
	}
	return bdd.True
}

// confused is the set of states that agree with one of the given ones in
// whatever the agents see, all together.
func (l *Labelling) confused(c *bdd.Calculator, agents []int, set bdd.Node) bdd.Node {
	var seen []bdd.VarID
	for _, a := range agents {
		seen = append(seen, l.opts.Sees(a)...)
	}
	hidden := slices.DeleteFunc(slices.Clone(l.sp.Variables()), func(v bdd.VarID) bool { return slices.Contains(seen, v) })
	return c.Exists(l.sp.Manager().VarSet(bdd.Current, hidden...), set)
}

// confusedOne is the set of states that some agent cannot tell from one of the
// given ones.
func (l *Labelling) confusedOne(c *bdd.Calculator, agents []int, set bdd.Node) bdd.Node {
	out := bdd.False
	for _, a := range agents {
		out = c.Or(out, l.confused(c, []int{a}, set))
	}
	return out
}
