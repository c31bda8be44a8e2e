package branch

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// possible is the dual of an operator of knowledge or obligation: the states,
// reachable or not, for which some of the given states counts,
//
//   - of the domain, one that the agent (K), some agent of the group (GK), or
//     all of the group together (DK) cannot tell from them,
//   - for GCK, they themselves or one at the end of a chain of states of the
//     domain, neighbours in which some agent of the group cannot tell apart:
//     the least fixpoint of Y = set ∪ ⋃ of the states that a member cannot tell
//     from one of Y in the domain,
//   - for O, any state of the domain in which the agent violates no norm.
func (l *Labelling) possible(c *bdd.Calculator, f *ltol.StateFormula, set bdd.Node) bdd.Node {
	switch f.Op() {
	case ltol.StateKnows:
		return l.confused(c, []int{f.ID()}, l.domain, set)
	case ltol.StateDistributed:
		return l.confused(c, f.Agents(), l.domain, set)
	case ltol.StateEveryone:
		return l.confusedOne(c, f.Agents(), set)
	case ltol.StateCommon:
		for y := set; ; {
			more := c.Or(y, l.confusedOne(c, f.Agents(), y))
			if more == y || c.Err() != nil {
				return y
			}
			y = more
		}
	}
	inside := c.And(set, l.domain)
	if l.opts.Green != nil {
		inside = c.And(inside, c.Take(l.opts.Green(c.Scope(), f.ID())))
	}
	if inside == bdd.False {
		return bdd.False
	}
	return bdd.True
}

// confused is the set of states that agree with one that two sets share in
// whatever the agents see, all together.
func (l *Labelling) confused(c *bdd.Calculator, agents []int, within, set bdd.Node) bdd.Node {
	var seen []bdd.VarID
	for _, a := range agents {
		seen = append(seen, l.sees(a)...)
	}
	hidden := slices.DeleteFunc(slices.Clone(l.sp.Variables()), func(v bdd.VarID) bool { return slices.Contains(seen, v) })
	return c.AndExists(l.sp.Manager().VarSet(bdd.Current, hidden...), within, set)
}

// sees lists the variables of which a player knows the values. Who is no agent, as a
// scheduler, sees everything.
func (l *Labelling) sees(player int) []bdd.VarID {
	if player >= l.sp.Agents() {
		return l.sp.Variables()
	}
	return l.opts.Sees(player)
}

// confusedOne is the set of states that some agent cannot tell from one of the
// given ones within the domain.
func (l *Labelling) confusedOne(c *bdd.Calculator, agents []int, set bdd.Node) bdd.Node {
	inside, out := c.And(set, l.domain), bdd.False
	for _, a := range agents {
		out = c.Or(out, l.confused(c, []int{a}, bdd.True, inside))
	}
	return out
}
