package mc

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A cycle of the system takes each agent round a cycle of its own: seen from
// one agent, it is a closed walk in the graph of the agent's local states. So
// an interaction that takes some agent from one strongly connected component
// of its local graph into another lies on no cycle, and can be left out of
// every search for fair cycles; without it, the local graphs of its other
// participants may fall apart into smaller components, and so on. In systems
// where agents make progress this leaves few interactions or none, and saves
// the fair hull from finding that out one layer of states at a time.

// maxLocalStates bounds the local states of an agent that are enumerated;
// agents with more are not looked at.
const maxLocalStates = 2048

// cyclic is what the local graphs say of each of the model's interactions: the
// states from which it may lie on a cycle. It is kept by the checker.
type cyclic struct {
	model *symbolic.Model
	from  predicates // by position in model.Interactions; kept
}

// localView is one agent as the search for local components sees it.
type localView struct {
	vars    []bdd.VarID
	reached bdd.Node    // over vars; kept
	forget  *bdd.VarSet // both copies of all other agents' variables
}

// findCyclic computes the predicates for a system with the given reachable
// states.
func findCyclic(ctx context.Context, model *symbolic.Model, reached bdd.Node) (*cyclic, error) {
	a := cycleAnalysis{model: model, man: model.Manager}
	defer a.release()
	if err := a.prepare(ctx, reached); err != nil {
		return nil, err
	}
	for changed := true; changed; {
		changed = false
		for agent := range a.agents {
			if a.agents[agent] == nil {
				continue
			}
			less, err := a.refine(ctx, agent)
			if err != nil {
				return nil, err
			}
			changed = changed || less
		}
	}
	return a.result(ctx)
}

// cycleAnalysis shrinks relations until all steps stay in a local component of
// each agent.
type cycleAnalysis struct {
	model     *symbolic.Model
	man       *bdd.Manager
	agents    []*localView // nil: not looked at
	relations []bdd.Node   // by interaction, over current and next copies; kept
}

func (a *cycleAnalysis) release() {
	for _, v := range a.agents {
		if v != nil {
			a.man.Release(v.reached)
		}
	}
	releaseAll(a.man, a.relations)
}

func (a *cycleAnalysis) prepare(ctx context.Context, reached bdd.Node) error {
	for _, it := range a.model.Interactions {
		a.relations = append(a.relations, a.man.Keep(it.Relation.Trans()))
	}
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	all := a.model.Variables()
	for agent := range a.model.System.Agents {
		a.agents = append(a.agents, nil)
		vars := variablesOf(a.model, agent)
		if len(vars) == 0 {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(all), func(v bdd.VarID) bool { return slices.Contains(vars, v) })
		before := a.man.VarSet(bdd.Current, others...)
		local, err := sc.Exists(before, reached)
		if err != nil {
			return err
		}
		if n := a.man.Count(local, vars); n.IsInt64() && n.Int64() <= maxLocalStates {
			forget := before.Union(a.man.VarSet(bdd.Next, others...))
			a.agents[agent] = &localView{vars, a.man.Keep(local), forget}
		}
		sc.Reset()
	}
	return nil
}

// variablesOf lists the encoded variables of an agent, in their order. They are
// found by the names that the encoding gives them.
func variablesOf(m *symbolic.Model, agent int) []bdd.VarID {
	a := &m.System.Agents[agent]
	names := []string{a.Name + "-" + trace.ControlName}
	for v := a.Vars.Start; v < a.Vars.End; v++ {
		names = append(names, a.Name+"-"+m.System.Vars[v].Name)
	}
	var out []bdd.VarID
	for _, name := range names {
		if v, ok := m.Manager.Layout().Lookup(name); ok {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// refine removes the steps that leave a local component of the agent, and
// reports whether there were any.
func (a *cycleAnalysis) refine(ctx context.Context, agent int) (bool, error) {
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	view := a.agents[agent]
	// local[i] is what interaction i does to the agent.
	local := make([]bdd.Node, len(a.relations))
	union := bdd.False
	for i, it := range a.model.Interactions {
		if a.relations[i] == bdd.False || !slices.Contains(it.Changed, agent) {
			continue
		}
		var err error
		if local[i], err = a.project(sc, it, i, view); err != nil {
			return false, err
		}
		if union, err = sc.Or(union, local[i]); err != nil {
			return false, err
		}
	}
	together, err := a.sameComponent(sc, view, union)
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
		rest, err := a.restrict(sc, a.model.Interactions[i], i, view, together)
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
func (v *localView) steady(it *symbolic.Interaction) []bdd.VarID {
	return slices.DeleteFunc(slices.Clone(v.vars), func(x bdd.VarID) bool {
		return slices.Contains(it.Relation.Changed(), x)
	})
}

// project is what is left of an interaction, seen from one agent: pairs of its
// local states.
func (a *cycleAnalysis) project(sc *bdd.Scope, it *symbolic.Interaction, i int, view *localView) (bdd.Node, error) {
	same, err := sc.Same(view.steady(it)...)
	if err != nil {
		return bdd.False, err
	}
	seen, err := sc.AndExists(view.forget, a.relations[i], view.reached)
	if err != nil {
		return bdd.False, err
	}
	return sc.And(seen, same)
}

// restrict is what is left of an interaction without the steps that take the
// agent from one component to another.
func (a *cycleAnalysis) restrict(sc *bdd.Scope, it *symbolic.Interaction, i int, view *localView, together bdd.Node) (bdd.Node, error) {
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

// sameComponent relates the agent's local states that lie in one strongly
// connected component of the given relation, each of them to itself at least.
func (a *cycleAnalysis) sameComponent(sc *bdd.Scope, view *localView, steps bdd.Node) (bdd.Node, error) {
	together, err := sc.Same(view.vars...)
	if err != nil || steps == bdd.False {
		return together, err
	}
	relation, err := a.man.NewRelation(steps, view.vars)
	if err != nil {
		return bdd.False, err
	}
	defer relation.Release()
	states, index := a.localStates(view)
	edges := make([][]int, len(states))
	for i, codes := range states {
		work := sc.NewScope()
		n, err := a.localState(work, view, bdd.Current, codes)
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
			return bdd.False, err
		}
	}
	for _, component := range components(edges) {
		if len(component) < 2 {
			continue
		}
		pairs, err := a.square(sc, view, states, component)
		if err != nil {
			return bdd.False, err
		}
		if together, err = sc.Or(together, pairs); err != nil {
			return bdd.False, err
		}
	}
	return together, nil
}

func (a *cycleAnalysis) localStates(view *localView) (states [][]int, index map[string]int) {
	index = map[string]int{}
	a.man.Each(view.reached, view.vars, func(codes []int) bool {
		index[localKey(codes)] = len(states)
		states = append(states, slices.Clone(codes))
		return true
	})
	return states, index
}

func localKey(codes []int) string {
	key := make([]byte, 0, 4*len(codes))
	for _, c := range codes {
		key = append(key, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(key)
}

// localState is the given copy of one local state.
func (a *cycleAnalysis) localState(sc *bdd.Scope, view *localView, c bdd.Copy, codes []int) (bdd.Node, error) {
	n := bdd.True
	for i := len(codes) - 1; i >= 0; i-- {
		bit, err := sc.Eq(view.vars[i], c, codes[i])
		if err == nil {
			n, err = sc.And(bit, n)
		}
		if err != nil {
			return bdd.False, err
		}
	}
	return n, nil
}

// square relates each state of a component to each.
func (a *cycleAnalysis) square(sc *bdd.Scope, view *localView, states [][]int, component []int) (bdd.Node, error) {
	sides := [2]bdd.Node{}
	for c := range sides {
		for _, i := range component {
			n, err := a.localState(sc, view, bdd.Copy(c), states[i])
			if err == nil {
				sides[c], err = sc.Or(sides[c], n)
			}
			if err != nil {
				return bdd.False, err
			}
		}
	}
	return sc.And(sides[bdd.Current], sides[bdd.Next])
}

// result gives for each interaction the states in which what is left of it is
// possible.
func (a *cycleAnalysis) result(ctx context.Context) (*cyclic, error) {
	c := &cyclic{model: a.model, from: make(predicates, len(a.relations))}
	sc := a.man.NewScope(ctx)
	defer sc.Close()
	for i, it := range a.model.Interactions {
		n, err := sc.Exists(a.man.VarSet(bdd.Next, it.Relation.Changed()...), a.relations[i])
		if err != nil {
			c.release()
			return nil, err
		}
		if n == it.Enabled {
			n = bdd.True // it restricts nothing
		}
		c.from[i] = a.man.Keep(n)
		sc.Reset()
	}
	return c, nil
}

func (c *cyclic) release() { releaseAll(c.model.Manager, c.from) }

// of is the set of states from which steps of an interaction, which may belong
// to a refinement, may lie on a cycle.
func (c *cyclic) of(sc *bdd.Scope, it *symbolic.Interaction) (bdd.Node, error) {
	union := bdd.False
	for i, base := range c.model.Interactions {
		if base.Kind != it.Kind || base.Command != it.Command || base.Channel != it.Channel || base.Supply != it.Supply {
			continue
		}
		var err error
		if union, err = sc.Or(union, c.from[i]); err != nil {
			return bdd.False, err
		}
	}
	return union, nil
}
