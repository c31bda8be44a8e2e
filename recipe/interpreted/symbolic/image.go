package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A columnSet tells of each column whether it is one of some.
type columnSet []bool

func (m *States) columnSet() columnSet { return make(columnSet, 2*len(m.of)) }

func (c column) index() int { return 2*int(c.v) + int(c.copy) }

func (s columnSet) has(c column) bool { return s[c.index()] }

// add adds a column, and reports whether it is new.
func (s columnSet) add(c column) bool {
	is := s[c.index()]
	s[c.index()] = true
	return !is
}

// plan makes the schedule that quantifies the given copy of variables and the given actions, of
// parts or of what they were joined to.
func (m *Model) plan(c *bdd.Calculator, vars []bdd.VarID, copy bdd.Copy, t Thresholds, actions []bdd.VarID, parts []bdd.Node) (*schedule, error) {
	going := m.columnSet()
	for _, v := range vars {
		going.add(column{v, copy})
	}
	for _, a := range actions {
		going.add(column{a, bdd.Current})
	}
	nodes := m.joined(c, m.ordered(parts, going), t)
	for _, n := range nodes {
		c.Keep(n)
	}
	s := &schedule{}
	last := make([]int, len(going))
	for i, n := range nodes {
		for _, col := range m.support(n) {
			last[col.index()] = i + 1
		}
	}
	sets := make([][2][]bdd.VarID, len(nodes)+1) // by step and copy
	for i, is := range going {
		if is {
			set := &sets[last[i]][i%2]
			*set = append(*set, bdd.VarID(i/2))
		}
	}
	for i, set := range sets {
		quantify := m.manager.VarSet(bdd.Current, set[bdd.Current]...).Union(m.manager.VarSet(bdd.Next, set[bdd.Next]...))
		if i == 0 {
			s.first = quantify
			continue
		}
		s.clusters = append(s.clusters, cluster{nodes[i-1], quantify})
	}
	return s, c.Err()
}

// support lists the columns that a node mentions.
func (m *States) support(n bdd.Node) []column {
	var out []column
	seen := m.columnSet()
	for _, bit := range m.manager.Support(n) {
		if col := (column{bit.Var, bit.Copy}); seen.add(col) {
			out = append(out, col)
		}
	}
	return out
}

// ordered puts parts in an order in which many columns end early: of those that are left it takes
// the one that ends the most, less what it begins that stays.
func (m *Model) ordered(parts []bdd.Node, going columnSet) []bdd.Node {
	supports := make([][]column, len(parts))
	users := make([]int, len(going))
	for i, n := range parts {
		supports[i] = m.support(n)
		for _, col := range supports[i] {
			users[col.index()]++
		}
	}
	left := make([]int, len(parts))
	for i := range left {
		left[i] = i
	}
	var out []bdd.Node
	seen := m.columnSet()
	for len(left) > 0 {
		best, bestScore := 0, 0
		for at, i := range left {
			score := 0
			for _, col := range supports[i] {
				switch {
				case going.has(col) && users[col.index()] == 1:
					score += 2
				case !seen.has(col) && !going.has(col) && col.copy == bdd.Next:
					score--
				case !seen.has(col) && going.has(col):
					score--
				}
			}
			if at == 0 || score > bestScore {
				best, bestScore = at, score
			}
		}
		i := left[best]
		left = slices.Delete(left, best, best+1)
		for _, col := range supports[i] {
			users[col.index()]--
			seen.add(col)
		}
		out = append(out, parts[i])
	}
	return out
}

// joined conjoins neighbours, pair by pair, while the result has at most as many nodes as the
// threshold says. Neighbours that mention mostly the same columns may have about as many nodes as
// both apart: counting one number in the parts of many agents takes little more than in one of
// them.
func (m *Model) joined(c *bdd.Calculator, nodes []bdd.Node, t Thresholds) []bdd.Node {
	for merged := t.ClusterNodes >= 0; merged; {
		merged = false
		var out []bdd.Node
		for ; len(nodes) > 1; nodes = nodes[1:] {
			apart := m.manager.NodeCount(nodes[0], nodes[1])
			limit := t.ClusterNodes
			if apart > limit && m.alike(nodes[0], nodes[1]) {
				limit = max(limit, t.ClusterGrowth*apart)
			}
			if apart <= limit {
				both := c.And(nodes[0], nodes[1])
				if c.Err() == nil && m.manager.NodeCount(both) <= limit {
					nodes, merged = nodes[1:], true
					nodes[0] = both
				}
			}
			out = append(out, nodes[0])
		}
		nodes = append(out, nodes...)
		c.Reset(nodes...)
	}
	return nodes
}

// alike says that one of two nodes mentions more than half of the columns of the other.
func (m *Model) alike(a, b bdd.Node) bool {
	x, y := m.support(a), m.support(b)
	seen := m.columnSet()
	for _, col := range x {
		seen.add(col)
	}
	both := 0
	for _, col := range y {
		if seen.has(col) {
			both++
		}
	}
	return 2*both > min(len(x), len(y))
}

// Image is the set of successors of a set. If the set depends on variables of actions, only joint
// actions that satisfy it are used.
func (m *Model) Image(sc *bdd.Scope, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(m.toNow.Rename(c, m.through(c, m.forward, set)))
}

// PreImage is the set of predecessors of a set. If moves is not True, only steps that satisfy it
// are used. It may depend on current values and on actions.
func (m *Model) PreImage(sc *bdd.Scope, set, moves bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.And(m.Valid, m.through(c, m.backward, c.And(moves, m.toNext.Rename(c, set)))))
}

func (m *Model) through(c *bdd.Calculator, s *schedule, f bdd.Node) bdd.Node {
	f = s.first.Exists(c, f)
	for _, p := range s.clusters {
		f = p.quantify.AndExists(c, f, p.node)
	}
	return f
}

// Stuck is the set of states without a successor: a protocol allows nothing, or every joint action
// leaves a range.
func (m *Model) Stuck(sc *bdd.Scope) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.Diff(m.Valid, c.Take(m.PreImage(c.Scope(), m.Valid, bdd.True))))
}

// Overflow is the set of the given states in which some joint action that the protocols allow has
// no successor, because every choice of an evolution leaves the range of a variable. The parts of
// evolutions decide different variables, so each part is examined separately.
func (m *Model) Overflow(sc *bdd.Scope, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	out := bdd.False
	for _, p := range m.parts {
		if p.rule {
			continue
		}
		never := c.Diff(set, m.manager.VarSet(bdd.Next, p.changes...).Exists(c, p.node))
		out = c.Or(out, c.Take(m.Possible(c.Scope(), never)))
		c.Reset(out)
	}
	return c.Return(out)
}

// Possible is the set of states that have actions in the given set of states and actions which the
// protocols allow.
func (m *Model) Possible(sc *bdd.Scope, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(m.manager.VarSet(bdd.Current, m.chosen()...).Exists(c, m.permitted(c, set)))
}

// permitted is the part of a set of states and actions that the protocols allow.
func (m *Model) permitted(c *bdd.Calculator, set bdd.Node) bdd.Node {
	for _, p := range m.parts {
		if p.rule && set != bdd.False {
			set = c.And(set, p.node)
		}
	}
	return set
}

// chosen are the variables of actions.
func (m *Model) chosen() []bdd.VarID {
	return slices.DeleteFunc(slices.Clone(m.Actions), func(a bdd.VarID) bool { return a < 0 })
}
