package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A cycle of the system takes each agent round a cycle of its own: seen from one agent, it is a
// closed walk in the graph of the agent's local states. So an interaction that takes some agent
// from one strongly connected component of its local graph into another lies on no cycle, and can
// be left out of every search for fair cycles; without it, the local graphs of its other
// participants may fall apart into smaller components, and so on. In systems where agents make
// progress this leaves few interactions or none, and saves the fair hull from finding that out one
// layer of states at a time.

// localGraphs are the agents as the analysis sees them.
type localGraphs struct {
	space  space.Space
	agents []*localView // nil: not looked at
}

// localView is an agent in one search: its local states, over its variables.
type localView struct {
	*localAgent
	states bdd.Node // kept
	list   [][]int  // in lexicographic order
}

// localGraphs projects sets of states on the agents.
func (s *System) localGraphs(t *task, sets ...bdd.Node) *localGraphs {
	if s.locals == nil {
		for agent := range s.space.Agents() {
			s.locals = append(s.locals, newLocalAgent(s.space, agent))
		}
	}
	l := &localGraphs{space: s.space}
	c := t.open()
	defer t.close(c)
	l.addViews(c, c.OrAll(sets...), s.locals, s.opts.Thresholds.MaxLocalStates)
	return l
}

// addViews adds those of some agents. It forgets all others first, and then looks at each half.
func (l *localGraphs) addViews(c *bdd.Calculator, states bdd.Node, agents []*localAgent, most int) {
	others := slices.Clone(l.space.Variables())
	for _, agent := range agents {
		others = slices.DeleteFunc(others, func(v bdd.VarID) bool { return slices.Contains(agent.vars, v) })
	}
	states = l.space.Manager().VarSet(bdd.Current, others...).Exists(c, states)
	if half := len(agents) / 2; half > 0 {
		l.addViews(c, states, agents[:half], most)
		l.addViews(c, states, agents[half:], most)
	} else if len(agents) > 0 {
		l.agents = append(l.agents, agents[0].view(c, states, most))
	}
}

func newLocalAgent(sp space.Space, agent int) *localAgent {
	vars, man := sp.VariablesOf(agent), sp.Manager()
	others := slices.DeleteFunc(slices.Clone(sp.Variables()), func(v bdd.VarID) bool { return slices.Contains(vars, v) })
	return &localAgent{
		vars: vars, forget: man.VarSet(bdd.Current, others...).Union(man.VarSet(bdd.Next, others...)),
		stay: map[string]bdd.Node{},
	}
}

func (l *localGraphs) release() {
	for _, v := range l.agents {
		if v != nil {
			l.space.Manager().Release(v.states)
		}
	}
}

// view is nil for an agent with more than so many local states.
func (l *localAgent) view(c *bdd.Calculator, states bdd.Node, most int) *localView {
	if len(l.vars) == 0 || c.Err() != nil {
		return nil
	}
	man := c.Scope().Manager()
	if n := man.Count(states, l.vars); !n.IsInt64() || n.Int64() > int64(most) {
		return nil
	}
	v := &localView{localAgent: l, states: c.Keep(states)}
	man.Each(states, l.vars, func(codes []int) bool {
		v.list = append(v.list, slices.Clone(codes))
		return true
	})
	return v
}

// analyse gives for each interaction the states from which its steps may lie on a cycle, if only
// steps from the given states are taken (all, if nil); True where that excludes nothing. The
// interactions may belong to a refinement. The caller releases the nodes. Besides, it gives the
// components of each agent that is looked at: a cycle keeps to one of them.
func (l *localGraphs) analyse(t *task, moves []space.Move, from predicates) (predicates, []partition) {
	a := cycleAnalysis{localGraphs: l, man: l.space.Manager(), moves: moves,
		parts: make([]partition, len(l.agents)), due: make([]urgency, len(l.agents))}
	defer func() { releaseAll(a.man, a.relations) }()
	a.start(t, from)
	for agent := range l.agents {
		a.lost(agent)
	}
	for most := dirty; most != settled && !t.failed(); most = slices.Max(append(a.due, settled)) {
		for agent, due := range a.due {
			if due == most {
				a.refine(t, agent, most == partly || from != nil)
			}
		}
	}
	return a.result(t), a.parts
}

// cycleAnalysis shrinks relations until all steps stay in a local component of each agent.
type cycleAnalysis struct {
	*localGraphs
	man       *bdd.Manager
	moves     []space.Move
	relations []bdd.Node // by interaction, over current and next copies; kept
	parts     []partition
	due       []urgency // by agent
}

// An urgency is why an agent has to be looked at again.
type urgency int

const (
	settled urgency = iota
	partly          // interactions have steps to lose and others to keep
	dirty           // interactions have lost steps
)

// lost has an agent be looked at because its interactions have lost steps.
func (a *cycleAnalysis) lost(agent int) {
	if a.agents[agent] != nil {
		a.due[agent] = dirty
	}
}

// start sets the relations to the steps of the interactions from the given states.
func (a *cycleAnalysis) start(t *task, from predicates) {
	c := t.open()
	defer t.close(c)
	for i, it := range a.moves {
		steps := it.Relation().Trans()
		if from != nil {
			steps = c.And(steps, from[i])
		}
		a.relations = append(a.relations, c.Keep(steps))
		c.Reset()
	}
}

// refine removes the steps that leave a local component of the agent. If all steps of the system are
// looked at, interactions that have others as well wait, unless all is set: their relations can
// become larger, and another agent may show that none of their steps lies on a cycle.
func (a *cycleAnalysis) refine(t *task, agent int, all bool) {
	c := t.open()
	defer t.close(c)
	view := a.agents[agent]
	// local[i] is what interaction i does to the agent.
	local := make([]bdd.Node, len(a.relations))
	union := bdd.False
	for i, it := range a.moves {
		if a.relations[i] != bdd.False && slices.Contains(it.Changed(), agent) {
			local[i] = a.project(c, it, i, view)
			union = c.Or(union, local[i])
		}
	}
	p := view.partition(c, a.man, union)
	a.parts[agent], a.due[agent] = p, settled
	together := a.sameComponent(c, p)
	if closed, err := c.Leq(union, together); closed || err != nil {
		return
	}
	for i := range local {
		if inside, err := c.Leq(local[i], together); inside || err != nil {
			continue
		}
		rest := c.And(local[i], together)
		if rest != bdd.False && !all {
			a.due[agent] = partly
			continue
		}
		if rest != bdd.False {
			rest = a.restrict(c, a.moves[i], i, view, together)
		}
		for _, other := range a.moves[i].Changed() {
			if other != agent {
				a.lost(other)
			}
		}
		a.man.Release(a.relations[i])
		a.relations[i] = c.Keep(rest)
	}
}

// steady lists the agent's variables that an interaction does not change. In same, these keep their
// values.
func (v *localView) steady(c *bdd.Calculator, it space.Move) (list []bdd.VarID, same bdd.Node) {
	list = slices.DeleteFunc(slices.Clone(v.vars), func(x bdd.VarID) bool {
		return slices.Contains(it.Relation().Changed(), x)
	})
	key := fmt.Sprint(list)
	same, known := v.stay[key]
	if !known {
		if same = bdd.Same(c, list...); c.Err() == nil {
			v.stay[key] = c.Keep(same)
		}
	}
	return list, same
}

// project is the part of an interaction that one agent sees: pairs of its local states.
func (a *cycleAnalysis) project(c *bdd.Calculator, it space.Move, i int, view *localView) bdd.Node {
	_, same := view.steady(c, it)
	return c.And(view.forget.AndExists(c, a.relations[i], view.states), same)
}

// restrict takes from an interaction the steps that lead the agent from one component to another.
func (a *cycleAnalysis) restrict(c *bdd.Calculator, it space.Move, i int, view *localView, together bdd.Node) bdd.Node {
	// The relation does not speak of next copies that equal current ones.
	steady, same := view.steady(c, it)
	return c.And(a.relations[i], a.man.VarSet(bdd.Next, steady...).AndExists(c, together, same))
}

// partition computes the components of the given relation on the agent's local states. Its pairs
// count as work of the manager. A state may have thousands, so that there is an operation now and
// then, which looks at the context.
func (v *localView) partition(c *bdd.Calculator, man *bdd.Manager, steps bdd.Node) partition {
	edges := make([][]int, len(v.list))
	n := len(v.vars)
	man.Each(steps, v.vars, func(codes []int) bool {
		if j, ok := slices.BinarySearchFunc(v.list, codes[n:], slices.Compare); ok {
			i, _ := slices.BinarySearchFunc(v.list, codes[:n], slices.Compare)
			if edges[i] = append(edges[i], j); len(edges[i])%64 == 0 {
				c.Xor(steps, steps)
			}
		}
		return c.Err() == nil
	}, bdd.Current, bdd.Next)
	for _, to := range edges {
		slices.Sort(to)
	}
	return partition{v.vars, v.list, ltol.Components(edges)}
}

// sameComponent relates the local states that lie in one component, each of them to itself at
// least.
func (a *cycleAnalysis) sameComponent(c *bdd.Calculator, p partition) bdd.Node {
	together := bdd.Same(c, p.vars...)
	for _, component := range p.components {
		if len(component) > 1 {
			pairs := c.And(p.union(c, bdd.Current, component), p.union(c, bdd.Next, component))
			together = c.Or(together, pairs)
		}
	}
	return together
}

// state is the given copy of one local state, union that of several.
func (p *partition) state(c *bdd.Calculator, copy bdd.Copy, i int) bdd.Node {
	n := bdd.True
	for v := len(p.vars) - 1; v >= 0; v-- {
		n = c.And(c.Eq(p.vars[v], copy, p.states[i][v]), n)
	}
	return n
}

func (p *partition) union(c *bdd.Calculator, copy bdd.Copy, states []int) bdd.Node {
	out := bdd.False
	for _, i := range states {
		out = c.Or(out, p.state(c, copy, i))
	}
	return out
}

// result gives for each interaction the states in which one of its remaining steps is possible.
func (a *cycleAnalysis) result(t *task) predicates {
	out := make(predicates, len(a.relations))
	c := t.open()
	defer t.close(c)
	for i, it := range a.moves {
		n := a.man.VarSet(bdd.Next, it.Relation().Changed()...).Exists(c, a.relations[i])
		if n == it.Enabled() {
			n = bdd.True
		}
		out[i] = c.Keep(n)
		c.Reset()
	}
	return out
}

// cyclicPart is the graph without edges that are known to lie on no cycle of it in z, its automaton
// states taken for one; and the local components that cycles keep to. Where relations are in parts,
// or the reachable states are not known, it is all of the graph. The caller releases the graph.
func (s *System) cyclicPart(t *task, g *graph, z *region) (*graph, []partition) {
	if !s.haveReached || !g.whole {
		return g, nil
	}
	l := s.localGraphs(t, z.part...)
	defer l.release()
	c := t.open()
	defer t.close(c)
	var moves []space.Move
	var from predicates
	for mv, m := range g.moves {
		if m.class == nil {
			continue // the stutter comes last
		}
		union := bdd.False
		for _, a := range g.arcs {
			union = c.Or(union, a.any[mv])
		}
		moves, from = append(moves, m.class), append(from, union)
	}
	if t.fail(c.Err()); t.failed() {
		return g, nil
	}
	cyclic, parts := l.analyse(t, moves, from)
	defer releaseAll(g.man, cyclic)
	return g.restricted(t, func(c *bdd.Calculator, a *arc, mv int) bdd.Node {
		if mv >= len(cyclic) {
			return a.any[mv]
		}
		return c.And(a.any[mv], cyclic[mv])
	}), parts
}

// Acyclic reports whether the local states of agents alone show that no fair computation satisfies a
// formula: no cycle of local states has a step of each kind that a fair cycle needs. If false,
// nothing is known. What counts as reached may be any set of states that no step leaves, such as all;
// see [System.AdoptReached]. So the reachable states need not be known.
//
// For example, each transaction of a store ends or waits for another one to commit. So a client that
// never commits has only finitely many steps, in whatever state it begins.
func Acyclic(ctx context.Context, s *System, f *ltol.Formula) (bool, error) {
	goals, err := s.Goals(ctx, f, ltol.Options{})
	for _, goal := range goals {
		if t := s.begin(ctx); goal.Automaton == nil || leavesRoom(t, s, goal) {
			return false, t.err
		}
	}
	return err == nil, err
}

// leavesRoom reports whether local states leave room for a fair cycle, or the task has failed.
func leavesRoom(t *task, s *System, goal Goal) bool {
	e := s.newEmptiness(t, goal)
	defer e.release()
	if e == nil {
		return true
	}
	for q := range e.reached.part {
		e.reached.set(q, s.reached)
	}
	return slices.ContainsFunc(e.sccs, func(scc ltol.SCC) bool { return scc.Strength > ltol.Rejecting && e.leavesRoom(t, scc) })
}

// leavesRoom is the same of a component of the automaton.
func (s *emptiness) leavesRoom(t *task, scc ltol.SCC) bool {
	member := s.members(scc)
	whole := s.product.graph.within(member)
	g, _ := s.sys.cyclicPart(t, whole, s.at(member))
	if g != whole {
		defer g.release()
	}
	return t.failed() || !slices.ContainsFunc(append(s.conditionsOf(scc).sets, allEdges), func(set labels) bool {
		return !slices.ContainsFunc(g.arcs, func(a *arc) bool { return !nothingIn(a.labelled(set)) })
	})
}
