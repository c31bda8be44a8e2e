package search

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A cycle of the system takes each agent round a cycle of its own: seen from
// one agent, it is a closed walk in the graph of the agent's local states. So
// an interaction that takes some agent from one strongly connected component
// of its local graph into another lies on no cycle, and can be left out of
// every search for fair cycles; without it, the local graphs of its other
// participants may fall apart into smaller components, and so on. In systems
// where agents make progress this leaves few interactions or none, and saves
// the fair hull from finding that out one layer of states at a time.

// localGraphs are the agents as the analysis sees them.
type localGraphs struct {
	space  space.Space
	agents []*localView // nil: not looked at
	// known are earlier results for the model's own interactions, nil if there
	// are none.
	known predicates
}

// localView is one agent: its variables and its local states; kept.
type localView struct {
	vars   []bdd.VarID
	states bdd.Node    // over vars
	forget *bdd.VarSet // both copies of all other agents' variables
}

// localGraphs projects sets of states on the agents.
func (s *System) localGraphs(ctx context.Context, known predicates, sets ...bdd.Node) (*localGraphs, error) {
	l := &localGraphs{space: s.space, known: known}
	sc := s.space.Manager().NewScope(ctx)
	defer sc.Close()
	for agent := range s.space.Agents() {
		view, err := newLocalView(sc, s.space, agent, sets, s.opts.Thresholds.MaxLocalStates)
		if err != nil {
			l.release()
			return nil, err
		}
		l.agents = append(l.agents, view)
		sc.Reset()
	}
	return l, nil
}

func (l *localGraphs) release() {
	for _, v := range l.agents {
		if v != nil {
			l.space.Manager().Release(v.states)
		}
	}
}

// newLocalView is nil for an agent with more than so many local states.
func newLocalView(sc *bdd.Scope, sp space.Space, agent int, sets []bdd.Node, most int) (*localView, error) {
	man := sp.Manager()
	vars := sp.VariablesOf(agent)
	if len(vars) == 0 {
		return nil, nil
	}
	others := slices.DeleteFunc(slices.Clone(sp.Variables()), func(v bdd.VarID) bool { return slices.Contains(vars, v) })
	before := man.VarSet(bdd.Current, others...)
	states := bdd.False
	for _, set := range sets {
		local, err := sc.Exists(before, set)
		if err == nil {
			states, err = sc.Or(states, local)
		}
		if err != nil {
			return nil, err
		}
	}
	if n := man.Count(states, vars); !n.IsInt64() || n.Int64() > int64(most) {
		return nil, nil
	}
	return &localView{vars, man.Keep(states), before.Union(man.VarSet(bdd.Next, others...))}, nil
}

// A partition divides the local states of an agent, each given by the codes of
// the agent's variables, into strongly connected components.
type partition struct {
	vars       []bdd.VarID
	states     [][]int
	components [][]int // indices of states
}

// analyse gives for each interaction the states from which its steps may lie on
// a cycle, if only steps from the given states are taken (all, if nil); True
// where that excludes nothing. The interactions may belong to a refinement.
// The caller releases the nodes. Besides, it gives the components of each
// agent that is looked at: a cycle keeps to one of them.
func (l *localGraphs) analyse(ctx context.Context, moves []space.Move, from predicates) (predicates, []partition, error) {
	a := cycleAnalysis{localGraphs: l, man: l.space.Manager(), moves: moves, parts: make([]partition, len(l.agents))}
	defer func() { releaseAll(a.man, a.relations) }()
	if err := a.start(ctx, from); err != nil {
		return nil, nil, err
	}
	for changed := true; changed; {
		changed = false
		for agent := range a.agents {
			if a.agents[agent] == nil {
				continue
			}
			less, err := a.refine(ctx, agent)
			if err != nil {
				return nil, nil, err
			}
			changed = changed || less
		}
	}
	out, err := a.result(ctx)
	return out, a.parts, err
}

// cycleAnalysis shrinks relations until all steps stay in a local component of
// each agent.
type cycleAnalysis struct {
	*localGraphs
	man       *bdd.Manager
	moves     []space.Move
	relations []bdd.Node // by interaction, over current and next copies; kept
	parts     []partition
}

// start sets the relations to what earlier results leave of the interactions
// from the given states.
func (a *cycleAnalysis) start(ctx context.Context, from predicates) error {
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	for i, it := range a.moves {
		steps := it.Relation().Trans()
		if a.known != nil {
			allowed, err := a.of(sc, it)
			if err == nil {
				steps, err = sc.And(steps, allowed)
			}
			if err != nil {
				return err
			}
		}
		if from != nil {
			var err error
			if steps, err = sc.And(steps, from[i]); err != nil {
				return err
			}
		}
		a.relations = append(a.relations, a.man.Keep(steps))
		sc.Reset()
	}
	return nil
}

// refine removes the steps that leave a local component of the agent, and
// reports whether there were any.
func (a *cycleAnalysis) refine(ctx context.Context, agent int) (bool, error) {
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	view := a.agents[agent]
	// local[i] is what interaction i does to the agent.
	local := make([]bdd.Node, len(a.relations))
	union, err := bdd.False, error(nil)
	for i, it := range a.moves {
		if a.relations[i] == bdd.False || !slices.Contains(it.Changed(), agent) {
			continue
		}
		if local[i], err = a.project(sc, it, i, view); err != nil {
			return false, err
		}
		if union, err = sc.Or(union, local[i]); err != nil {
			return false, err
		}
	}
	if a.parts[agent], err = a.partition(sc, view, union); err != nil {
		return false, err
	}
	together, err := a.sameComponent(sc, a.parts[agent])
	if err != nil {
		return false, err
	}
	less := false
	for i := range local {
		if local[i] == bdd.False {
			continue
		}
		inside, err := sc.Leq(local[i], together)
		if err != nil {
			return false, err
		}
		if inside {
			continue
		}
		less = true
		rest, err := a.restrict(sc, a.moves[i], i, view, together)
		if err != nil {
			return false, err
		}
		a.man.Keep(rest)
		a.man.Release(a.relations[i])
		a.relations[i] = rest
	}
	return less, nil
}

// steady lists the agent's variables that an interaction does not change.
func (v *localView) steady(it space.Move) []bdd.VarID {
	return slices.DeleteFunc(slices.Clone(v.vars), func(x bdd.VarID) bool {
		return slices.Contains(it.Relation().Changed(), x)
	})
}

// project is what is left of an interaction, seen from one agent: pairs of its
// local states.
func (a *cycleAnalysis) project(sc *bdd.Scope, it space.Move, i int, view *localView) (bdd.Node, error) {
	same, err := sc.Same(view.steady(it)...)
	if err != nil {
		return bdd.False, err
	}
	seen, err := sc.AndExists(view.forget, a.relations[i], view.states)
	if err != nil {
		return bdd.False, err
	}
	return sc.And(seen, same)
}

// restrict is what is left of an interaction without the steps that take the
// agent from one component to another.
func (a *cycleAnalysis) restrict(sc *bdd.Scope, it space.Move, i int, view *localView, together bdd.Node) (bdd.Node, error) {
	// The relation does not speak of next copies that equal current ones.
	steady := view.steady(it)
	same, err := sc.Same(steady...)
	if err != nil {
		return bdd.False, err
	}
	pairs, err := sc.AndExists(a.man.VarSet(bdd.Next, steady...), together, same)
	if err != nil {
		return bdd.False, err
	}
	return sc.And(a.relations[i], pairs)
}

// partition computes the components of the given relation on the agent's local
// states.
func (a *cycleAnalysis) partition(sc *bdd.Scope, view *localView, steps bdd.Node) (partition, error) {
	p := partition{vars: view.vars}
	index := map[string]int{}
	a.man.Each(view.states, view.vars, func(codes []int) bool {
		index[localKey(codes)] = len(p.states)
		p.states = append(p.states, slices.Clone(codes))
		return true
	})
	edges := make([][]int, len(p.states))
	if steps == bdd.False {
		p.components = components(edges)
		return p, nil
	}
	relation, err := a.man.NewRelation(steps, view.vars)
	if err != nil {
		return p, err
	}
	defer relation.Release()
	for i := range p.states {
		work := sc.NewScope()
		n, err := p.state(work, bdd.Current, i)
		if err == nil {
			n, err = work.Image(relation, n)
		}
		if err == nil {
			a.man.Each(n, view.vars, func(codes []int) bool {
				if j, ok := index[localKey(codes)]; ok {
					edges[i] = append(edges[i], j)
				}
				return true
			})
		}
		work.Close()
		if err != nil {
			return p, err
		}
	}
	p.components = components(edges)
	return p, nil
}

// sameComponent relates the local states that lie in one component, each of
// them to itself at least.
func (a *cycleAnalysis) sameComponent(sc *bdd.Scope, p partition) (bdd.Node, error) {
	together, err := sc.Same(p.vars...)
	for _, component := range p.components {
		if len(component) < 2 || err != nil {
			continue
		}
		var sides [2]bdd.Node
		for c := range sides {
			if err == nil {
				sides[c], err = p.union(sc, bdd.Copy(c), component)
			}
		}
		if err == nil {
			sides[0], err = sc.And(sides[bdd.Current], sides[bdd.Next])
		}
		if err == nil {
			together, err = sc.Or(together, sides[0])
		}
	}
	return together, err
}

// state is the given copy of one local state, union that of several.
func (p *partition) state(sc *bdd.Scope, c bdd.Copy, i int) (bdd.Node, error) {
	n := bdd.True
	for v := len(p.vars) - 1; v >= 0; v-- {
		value, err := sc.Eq(p.vars[v], c, p.states[i][v])
		if err == nil {
			n, err = sc.And(value, n)
		}
		if err != nil {
			return bdd.False, err
		}
	}
	return n, nil
}

func (p *partition) union(sc *bdd.Scope, c bdd.Copy, states []int) (bdd.Node, error) {
	out := bdd.False
	for _, i := range states {
		n, err := p.state(sc, c, i)
		if err == nil {
			out, err = sc.Or(out, n)
		}
		if err != nil {
			return bdd.False, err
		}
	}
	return out, nil
}

func localKey(codes []int) string {
	key := make([]byte, 0, 4*len(codes))
	for _, c := range codes {
		key = append(key, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(key)
}

// result gives for each interaction the states in which what is left of it is
// possible.
func (a *cycleAnalysis) result(ctx context.Context) (predicates, error) {
	out := make(predicates, len(a.relations))
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	for i, it := range a.moves {
		n, err := sc.Exists(a.man.VarSet(bdd.Next, it.Relation().Changed()...), a.relations[i])
		if err != nil {
			releaseAll(a.man, out)
			return nil, err
		}
		if n == it.Enabled() {
			n = bdd.True
		}
		out[i] = a.man.Keep(n)
		sc.Reset()
	}
	return out, nil
}

// of is what is known of an interaction, which may belong to a refinement.
func (l *localGraphs) of(sc *bdd.Scope, it space.Move) (bdd.Node, error) {
	union := bdd.False
	for i, base := range l.space.Moves() {
		if !it.Refines(base) {
			continue
		}
		var err error
		if union, err = sc.Or(union, l.known[i]); err != nil {
			return bdd.False, err
		}
	}
	return union, nil
}

// systemCycles analyses the reachable part of the system, once.
func (s *System) systemCycles(ctx context.Context) error {
	if s.cycles != nil {
		return nil
	}
	l, err := s.localGraphs(ctx, nil, s.reached)
	if err != nil {
		return err
	}
	defer l.release()
	s.cycles, _, err = l.analyse(ctx, s.space.Moves(), nil)
	return err
}

// cyclicPart is the graph without edges that are known to lie on no cycle of
// it in z, its automaton states taken for one; and the local components that
// cycles keep to. The caller releases the graph.
func (s *System) cyclicPart(ctx context.Context, g *graph, z *region) (*graph, []partition, error) {
	if !s.haveReached {
		return g, nil, nil
	}
	if err := s.systemCycles(ctx); err != nil {
		return nil, nil, err
	}
	l, err := s.localGraphs(ctx, s.cycles, z.part...)
	if err != nil {
		return nil, nil, err
	}
	defer l.release()
	sc := g.man.NewScope(ctx)
	defer sc.Close()
	var moves []space.Move
	var from predicates
	for mv, m := range g.moves {
		if m.class == nil {
			continue // the stutter comes last
		}
		union := bdd.False
		for _, a := range g.arcs {
			if union, err = sc.Or(union, a.any[mv]); err != nil {
				return nil, nil, err
			}
		}
		moves, from = append(moves, m.class), append(from, union)
	}
	cyclic, parts, err := l.analyse(ctx, moves, from)
	if err != nil {
		return nil, nil, err
	}
	defer releaseAll(g.man, cyclic)
	part, err := g.restricted(ctx, func(sc *bdd.Scope, a *arc, mv int) (bdd.Node, error) {
		if mv >= len(cyclic) {
			return a.any[mv], nil
		}
		return sc.And(a.any[mv], cyclic[mv])
	})
	return part, parts, err
}
