package symbolic

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// schedule is an order of clusters of parts, with what to quantify before the first and after each of them.
type schedule struct {
	first    *bdd.VarSet
	clusters []cluster
}

type cluster struct {
	node     bdd.Node
	quantify *bdd.VarSet
}

// column is a copy of a variable.
type column struct {
	v    bdd.VarID
	copy bdd.Copy
}

// plan makes the schedule that quantifies the changed variables' given copy and, if asked to, all actions.
func (m *Model) plan(c *bdd.Calculator, copy bdd.Copy, t Thresholds, actions bool) (*schedule, error) {
	going := map[column]bool{}
	for _, v := range m.changed {
		going[column{v, copy}] = true
	}
	for _, a := range m.Actions {
		if a >= 0 && actions {
			going[column{a, bdd.Current}] = true
		}
	}
	nodes := m.joined(c, m.ordered(going), t)
	s := &schedule{}
	last := map[column]int{}
	for i, n := range nodes {
		for _, col := range m.support(n) {
			if going[col] {
				last[col] = i + 1
			}
		}
	}
	sets := make([][2][]bdd.VarID, len(nodes)+1) // by step and copy
	for col := range going {
		sets[last[col]][col.copy] = append(sets[last[col]][col.copy], col.v)
	}
	for i, set := range sets {
		for _, list := range set {
			slices.Sort(list)
		}
		quantify := m.manager.VarSet(bdd.Current, set[bdd.Current]...).Union(m.manager.VarSet(bdd.Next, set[bdd.Next]...))
		if i == 0 {
			s.first = quantify
			continue
		}
		s.clusters = append(s.clusters, cluster{c.Keep(nodes[i-1]), quantify})
	}
	return s, c.Err()
}

// support lists the columns that a node mentions.
func (m *Model) support(n bdd.Node) []column {
	var out []column
	seen := map[column]bool{}
	for _, bit := range m.manager.Support(n) {
		if col := (column{bit.Var, bit.Copy}); !seen[col] {
			seen[col] = true
			out = append(out, col)
		}
	}
	return out
}

// ordered puts the parts in an order in which many columns end early: of those that are left it takes the one that ends the most, less
// what it begins that stays.
func (m *Model) ordered(going map[column]bool) []bdd.Node {
	supports := make([][]column, len(m.parts))
	users := map[column]int{}
	for i, p := range m.parts {
		supports[i] = m.support(p.node)
		for _, col := range supports[i] {
			users[col]++
		}
	}
	left := make([]int, len(m.parts))
	for i := range left {
		left[i] = i
	}
	var out []bdd.Node
	seen := map[column]bool{}
	for len(left) > 0 {
		best, bestScore := 0, 0
		for at, i := range left {
			score := 0
			for _, col := range supports[i] {
				switch {
				case going[col] && users[col] == 1:
					score += 2
				case !seen[col] && !going[col] && col.copy == bdd.Next:
					score--
				case !seen[col] && going[col]:
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
			users[col]--
			seen[col] = true
		}
		out = append(out, m.parts[i].node)
	}
	return out
}

// joined conjoins neighbours while the result has at most as many nodes as the threshold says.
func (m *Model) joined(c *bdd.Calculator, nodes []bdd.Node, t Thresholds) []bdd.Node {
	var out []bdd.Node
	for _, n := range nodes {
		if len(out) > 0 && m.manager.NodeCount(out[len(out)-1], n) <= t.ClusterNodes {
			both := c.And(out[len(out)-1], n)
			if c.Err() == nil && m.manager.NodeCount(both) <= t.ClusterNodes {
				out[len(out)-1] = both
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

// Image is the set of successors of a set. The set may mention variables of actions: then only joint actions that satisfy it count.
func (m *Model) Image(sc *bdd.Scope, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.Rename(m.toNow, m.through(c, m.forward, set)))
}

// PreImage is the set of predecessors of a set. If moves is not True, only steps of which it holds count; it may mention current values and
// actions.
func (m *Model) PreImage(sc *bdd.Scope, set, moves bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.And(m.Valid, m.through(c, m.backward, c.And(moves, c.Rename(m.toNext, set)))))
}

func (m *Model) through(c *bdd.Calculator, s *schedule, f bdd.Node) bdd.Node {
	f = c.Exists(s.first, f)
	for _, p := range s.clusters {
		f = c.AndExists(p.quantify, f, p.node)
	}
	return f
}

// Performs is the condition that an agent performs an action: on its state, or on the variable of its action.
func (m *Model) Performs(sc *bdd.Scope, agent, action int) (bdd.Node, error) {
	c := sc.Calculator()
	return c.Result(m.performs(c, agent, action))
}

// Stuck is the set of states without a successor: a protocol allows nothing, or every joint action leaves a range.
func (m *Model) Stuck(sc *bdd.Scope) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.Diff(m.Valid, c.Take(m.PreImage(c.Scope(), m.Valid, bdd.True))))
}

// Overflow is the part of a set of states in which some joint action that the protocols allow has no successor, because every choice of an
// evolution leaves the range of a variable. As parts of evolutions decide different variables, each is asked by itself.
func (m *Model) Overflow(sc *bdd.Scope, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	var actions []bdd.VarID
	for _, a := range m.Actions {
		if a >= 0 {
			actions = append(actions, a)
		}
	}
	choices, out := m.manager.VarSet(bdd.Current, actions...), bdd.False
	for _, p := range m.parts {
		if p.rule {
			continue
		}
		never := c.Diff(set, c.Exists(m.manager.VarSet(bdd.Next, p.changes...), p.node))
		for _, r := range m.parts {
			if r.rule && never != bdd.False {
				never = c.And(never, r.node)
			}
		}
		out = c.Or(out, c.Exists(choices, never))
		c.Reset(out)
	}
	return c.Return(out)
}

// Reach is the set of reachable states, which the scope holds, and the number of layers in which breadth-first search meets them. The error
// wraps a limit or the context's error with the layers that are known.
func (m *Model) Reach(sc *bdd.Scope) (set bdd.Node, layers int, err error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	reached, frontier := m.Init, m.Init
	for frontier != bdd.False && c.Err() == nil {
		layers++
		image := c.Take(m.Image(c.Scope(), frontier))
		frontier = c.Diff(image, reached)
		reached = c.Or(reached, frontier)
		c.Reset(reached, frontier)
	}
	set, err = c.Return(reached)
	if err != nil {
		return bdd.False, layers, fmt.Errorf("interpreted/symbolic: reachable states, %d layers: %w", layers, err)
	}
	return set, layers, nil
}

// Knows is the set of states within the domain in which an agent knows that the state lies in a set.
func (m *Model) Knows(sc *bdd.Scope, agent int, domain, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	return c.Return(c.Diff(domain, c.Exists(m.Unseen(agent), c.Diff(domain, set))))
}

// CommonlyKnown is the set of states within the domain in which it is common knowledge in a group that the state lies in a set: those that
// no chain of states, neighbours in which a member cannot tell apart, connects with a state outside the set.
func (m *Model) CommonlyKnown(sc *bdd.Scope, group []int, domain, set bdd.Node) (bdd.Node, error) {
	c := sc.NewScope().Calculator()
	defer c.Close()
	doubted := c.Diff(domain, set)
	for before := bdd.False; doubted != before && c.Err() == nil; {
		before = doubted
		for _, k := range group {
			doubted = c.Or(doubted, c.And(domain, c.Exists(m.Unseen(k), doubted)))
		}
	}
	return c.Return(c.Diff(domain, doubted))
}
