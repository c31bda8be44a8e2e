package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Force is the set of states in which a coalition has actions with which every move leads into a set, whatever the others do and
// whichever line an evolution chooses. A move is a joint action with a successor; the coalition's actions must be part of one. A state
// without a move is in the result if it is in the set. The coalition commits itself without seeing what the others do.
//
// With the moves M(s, a) = ∃t. T(s, a, t) it is ∃a_Γ. (∃a_rest. M) ∧ ¬∃a_rest, t. (T ∧ t ∉ set): the part of the joint action that is a
// function of the state is no choice of anybody.
func (m *Model) Force(sc *bdd.Scope, coalition []int, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	if m.open == nil && c.Err() == nil {
		open, err := m.plan(c, bdd.Next, m.thresholds, false)
		c.Fail(err)
		m.open = open
	}
	var ours, theirs []bdd.VarID
	for i, a := range m.Actions {
		switch {
		case a < 0:
		case slices.Contains(coalition, i):
			ours = append(ours, a)
		default:
			theirs = append(theirs, a)
		}
	}
	others := m.manager.VarSet(bdd.Current, theirs...)
	lead := func(to bdd.Node) bdd.Node { // where, with which actions of the coalition, a move leads to a set
		return c.Exists(others, c.And(m.Valid, m.through(c, m.open, c.Rename(m.toNext, to))))
	}
	moves, risky := lead(m.Valid), lead(c.Diff(m.Valid, set))
	own := m.manager.VarSet(bdd.Current, ours...)
	stuck := c.Diff(m.Valid, c.Exists(own, moves))
	return c.Return(c.Or(c.And(stuck, set), c.Exists(own, c.Diff(moves, risky))))
}
