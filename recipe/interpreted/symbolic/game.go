package symbolic

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Coalition is a set of agents that act together.
type Coalition struct {
	Members []int
	// EmptyMoves says that joint actions that the protocols allow are moves even if they have no
	// successor, as in the published tool MCMAS. Such a move leads into every set.
	EmptyMoves bool
}

// Force is the set of states in which a coalition has actions with which every move leads into a
// set, whatever the other agents do, and whichever line an evolution chooses. A move is a joint
// action with a successor, see [Coalition]. The actions of the coalition must be part of a move. A
// state without a move is in the result if it is in the set. The coalition chooses without seeing
// the choices of the others.
//
// With the moves M(s, a) = ∃t. T(s, a, t), the result is ∃a_Γ. (∃a_rest. M) ∧ ¬∃a_rest, t. (T ∧ t ∉
// set). The part of the joint action that is a function of the state is nobody's choice.
func (m *Model) Force(sc *bdd.Scope, coalition Coalition, set bdd.Node) (bdd.Node, error) {
	return m.Lead(sc, coalition, set, m.Valid)
}

// Lead is the set of states in which a coalition has actions with which every move leads
// into the set within, and some move into set. A state without a move is in the result if it is in
// both.
func (m *Model) Lead(sc *bdd.Scope, coalition Coalition, within, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	g := m.game(c, coalition)
	moves := g.moves
	if set != m.Valid {
		moves = g.lead(c, set)
	}
	safe := g.safe(c, moves, within)
	stuck := c.Diff(m.Valid, g.own.Exists(c, g.moves))
	return c.Return(c.Or(c.AndAll(stuck, within, set), g.own.Exists(c, safe)))
}

// Choose is the set of states with actions of the coalition. The actions are part of a move, and
// every move with these actions leads into the set.
func (m *Model) Choose(sc *bdd.Scope, coalition Coalition, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	g := m.game(c, coalition)
	return c.Return(g.safe(c, g.moves, set))
}

// game is the game of a coalition, kept as long as the model is.
func (m *Model) game(c *bdd.Calculator, coalition Coalition) *game {
	var ours, theirs []bdd.VarID
	for i, a := range m.Actions {
		switch {
		case a < 0:
		case slices.Contains(coalition.Members, i):
			ours = append(ours, a)
		default:
			theirs = append(theirs, a)
		}
	}
	key := fmt.Sprint(ours, coalition.EmptyMoves)
	if g, ok := m.games[key]; ok {
		return g
	}
	g := &game{model: m, own: m.manager.VarSet(bdd.Current, ours...)}
	parts, t := m.conjuncts(), m.thresholds
	if joint := m.joint(); len(joint) == 1 { // in whatever order the parts are joined, they become this one
		parts, t = joint, Thresholds{ClusterNodes: -1}
	}
	var err error
	g.steps, err = m.plan(c, m.changed, bdd.Next, t, theirs, parts)
	c.Fail(err)
	if g.moves = g.lead(c, m.Valid); coalition.EmptyMoves {
		g.moves = m.manager.VarSet(bdd.Current, theirs...).Exists(c, m.permitted(c, m.Valid))
	}
	if c.Err() == nil {
		c.Keep(g.moves)
		m.games[key] = g
	}
	return g
}

// safe is the part of a set of moves, as states with actions of the coalition, with which every
// move leads into a set.
func (g *game) safe(c *bdd.Calculator, moves, set bdd.Node) bdd.Node {
	return c.Diff(moves, g.lead(c, c.Diff(g.model.Valid, set)))
}

// lead is where, with which actions of the coalition, a move leads to a set.
func (g *game) lead(c *bdd.Calculator, to bdd.Node) bdd.Node {
	return c.And(g.model.Valid, g.model.through(c, g.steps, g.model.toNext.Rename(c, to)))
}
