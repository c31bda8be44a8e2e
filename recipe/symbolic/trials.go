package symbolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Trials compare a model with models of the same system in other orders.
type trials struct{ *Model }

// tryOrders explores the first states in the model's order until the set is
// large enough to judge by, repeats the same images in other orders, and
// returns the model whose set came out smallest; it closes the others. Where
// the exploration ends within the budget the order hardly matters: the model is
// returned at once, unless the set is large for that and some orders bring
// what belongs together much closer. Budgets are counted in work and not in time, so
// that the same system always gets the same order; another order may cost
// TrialExcess times as much as the model's own has.
//
// The sets compared are equal: the images are taken in the order of
// interactions, which does not depend on that of the variables.
//
// Images may cost many times what saturation costs. So the reachable states are saturated in the
// model's own order once images have taken as much work as the encoding, sets no longer grow
// TrialExcess times while each interaction is taken once, and no other order looks much better.
// Saturation may take as much work as all trials until then. If it ends, the model is returned, with
// these states. Else it is tried again after three times the work.
//
// Sets on the way may be large where the first and the last ones are small. So, where
// there are many agents, the interactions of a sample of them are explored to the end.
// An order in which that takes TrialExcess times less work wins at once.
func (m *trials) tryOrders(ctx context.Context, o Options) (*Model, error) {
	excess, pass := m.thresholds.TrialExcess, len(m.Interactions)
	begun, settled := workOf(m.Manager), false
	due := begun
	ownIsGood := sync.OnceValue(func() bool { return len(m.candidates(true)) == 0 })
	own, complete, err := m.trial(ctx, m.thresholds.TrialImages, func(sizes []int) int {
		spent, last := workOf(m.Manager)-begun, len(sizes)-1
		if spent > due && last >= pass && sizes[last] <= excess*sizes[last-pass] && ownIsGood() {
			due = 3 * spent
			settled = m.within(begun+2*spent, func() error { return m.saturate(ctx, nil) }) == nil
		}
		if settled {
			return -1
		}
		return m.thresholds.TrialNodes
	})
	images := len(own)
	if err != nil || images == 0 || settled || complete && own[images-1] <= m.thresholds.SettledNodes {
		return m.Model, nil // a limit that trials hit is met, and reported, again by what uses the model
	}
	orders := m.candidates(complete)
	if len(orders) == 0 {
		return m.Model, nil
	}
	best := own[images-1]
	chosen, most := m.Model, excess*workOf(m.Manager)
	effort, sampled := m.trySample(ctx, workOf(m.Manager))
	limit := func(sizes []int) int {
		if sampled {
			return excess * best
		}
		slack := float64(max(m.thresholds.TrialSlack, 0)) / 100 * float64(images) / float64(len(sizes))
		return int(min(float64(excess*best), float64(own[len(sizes)-1])*(1+slack)))
	}
	for _, order := range orders {
		o.Order = order
		other, err := encode(ctx, m.System, m.Flow, o, most)
		if err != nil {
			continue // the limits are too tight for this order
		}
		sizes, _, _ := (&trials{other}).trial(ctx, images, limit)
		whole := len(sizes) == images
		better := whole && sizes[images-1] < best
		decided := false
		if sampled && whole {
			work, ok := (&trials{other}).trySample(ctx, effort)
			decided = ok && work < effort/max(excess, 1)
			better = better && ok || decided
			if better {
				effort = work
			}
		}
		if better {
			chosen, other, best = other, chosen, sizes[images-1]
		}
		if other != m.Model {
			other.Close()
		}
		if decided {
			break
		}
	}
	if chosen != m.Model {
		m.Close()
	}
	return chosen, nil
}

// encode builds the model in the order that the options give, within so much work (see
// [Model.within]).
func encode(ctx context.Context, sys *recipe.System, flow *Flow, o Options, most int) (*Model, error) {
	m := declared(sys, flow, o)
	m.most = most
	if err := m.arrange(o.Order); err != nil {
		return nil, err
	}
	layout := m.layout()
	if bits := m.bitOrder(o.Order); bits != nil {
		o.BDD.Order = bits
	}
	manager, err := bdd.New(layout, o.BDD)
	if err != nil {
		return nil, fmt.Errorf("symbolic: %w", err)
	}
	m.Manager = manager
	m.owner = o.Poll
	manager.SetPoll(m.poll)
	if err := m.build(ctx); err != nil {
		m.Close()
		return nil, fmt.Errorf("symbolic: encoding the system: %w", err)
	}
	return m, nil
}

// poll is what the manager asks while it works: whether the work is more than an order is worth,
// and the owner of the encoding.
func (m *Model) poll() error {
	if m.most < math.MaxInt && workOf(m.Manager) > m.most {
		return errTooMuchWork
	}
	if m.owner != nil {
		return m.owner(m.Manager)
	}
	return nil
}

// within does something that ends with [errTooMuchWork] when the work on the model, from its
// beginning on, is more than most.
func (m *Model) within(most int, do func() error) error {
	defer func(before int) { m.most = before }(m.most)
	m.most = most
	m.Manager.SetPoll(m.poll)
	return do()
}

var errTooMuchWork = errors.New("more work than an order is worth")

// workOf is how many steps the diagrams have taken so far; an engine that does not
// count them has taken at least as many as it has nodes.
func workOf(m *bdd.Manager) int {
	s := m.Stats()
	return max(int(s.CacheHits+s.CacheMisses), s.Peak)
}

// trySample saturates the initial states under the interactions that a sample of the
// agents begins: SampleAgents of each type, spread evenly. It returns the work that this
// took. ok is false if no type has more agents than that, or if the work exceeds most.
func (m *trials) trySample(ctx context.Context, most int) (work int, ok bool) {
	sample := map[int]bool{}
	for _, list := range recipe.AgentsByType(m.System) {
		n := min(len(list), max(m.thresholds.SampleAgents, 0))
		ok = ok || n < len(list)
		for i := range n {
			sample[list[(2*i+1)*len(list)/(2*n)]] = true
		}
	}
	if !ok {
		return 0, false
	}
	before := workOf(m.Manager)
	err := m.within(before+most, func() error {
		return m.saturate(ctx, sample)
	})
	return workOf(m.Manager) - before, err == nil
}

// saturate looks for the states that are reached under the interactions that a sample of the agents
// begins. Without a sample, these are all interactions, and it keeps the states. After an error it
// keeps none.
func (m *trials) saturate(ctx context.Context, sample map[int]bool) error {
	var relations []*bdd.Relation
	for _, it := range m.Interactions {
		if sample == nil || sample[it.Initiator] && (it.supply == nil || sample[it.supply.Agent]) {
			relations = append(relations, it.Relation)
		}
	}
	closure := m.Manager.NewClosure(relations...)
	defer closure.Release()
	c := m.Manager.Calculator(ctx)
	defer c.Close()
	reached := closure.Forward(c, m.Init, bdd.True)
	if sample == nil {
		m.Reached = c.Keep(reached)
	}
	return c.Err()
}

// trial takes images from the initial states, one interaction after the other,
// each of all states reached before, until images have been taken, the set has
// more nodes than limit says for so many, or nothing new is found (complete). It returns the
// nodes of the set after each image.
func (m *trials) trial(
	ctx context.Context, images int, limit func(sizes []int) int,
) (sizes []int, complete bool, err error) {
	c := m.Manager.Calculator(ctx)
	defer c.Close()
	reached, since, pass := m.Init, 0, len(m.Interactions)
	nodes := m.Manager.NodeCount(reached)
	for i := 0; len(sizes) < images; i = (i + 1) % pass {
		if since == pass {
			return sizes, true, nil
		}
		next := c.Or(reached, m.Interactions[i].Relation.Image(c, reached))
		if c.Err() != nil {
			break
		}
		since++
		if next != reached {
			since = 0
			reached = next
			c.Reset(reached)
			nodes = m.Manager.NodeCount(reached)
		}
		if sizes = append(sizes, nodes); nodes > limit(sizes) {
			break
		}
	}
	return sizes, false, c.Err()
}

// candidates lists orders worth trying besides that of composition:
//
//   - the types one after the other but reversed;
//   - the types interleaved, with the instances that are alone of their type first,
//     last or in the middle;
//   - agents placed close to those they talk to;
//   - variables placed close to those that the same interactions read or change, and
//     those of one name together.
//
// Where the
// reachable states are settled, it lists only those that are much better by the
// look of them.
func (m *trials) candidates(settled bool) [][]string {
	var singles []int
	types := recipe.AgentsByType(m.System)
	var many [][]int
	for _, agents := range types {
		if len(agents) == 1 {
			singles = append(singles, agents...)
		} else {
			many = append(many, agents)
		}
	}
	mixed := interleave(many)
	half := len(mixed) / 2
	slices.Reverse(types)
	var orders [][]*variable
	for _, agents := range [][]int{
		slices.Concat(mixed[:half], singles, mixed[half:]),
		slices.Concat(singles, mixed),
		slices.Concat(mixed, singles),
		slices.Concat(types...),
		m.attract(),
	} {
		orders = append(orders, m.variablesOf(agents))
	}
	orders = append(orders, m.shorter(1, m.byName(), m.force())...)
	if settled {
		orders = m.shorter(m.thresholds.TrialExcess, orders...)
	}
	var out [][]string
	seen := map[string]bool{fmt.Sprint(m.names(m.vars)): true}
	for _, order := range orders {
		names := m.names(order)
		if key := fmt.Sprint(names); !seen[key] {
			seen[key] = true
			out = append(out, names)
		}
	}
	return out
}

// byName puts variables of one name over all agents of a type together.
func (m *Coding) byName() []*variable {
	first := map[string]int{}
	rank := func(x *variable) int {
		name := m.System.Agents[x.agent].TypeName + "-"
		if x.local >= 0 {
			name += m.System.Vars[x.local].Name
		}
		n, _ := memo.Number(first, name)
		return n
	}
	for _, x := range m.vars {
		rank(x)
	}
	out := slices.Clone(m.vars)
	slices.SortStableFunc(out, func(x, y *variable) int { return cmp.Compare(rank(x), rank(y)) })
	return out
}

// interleave merges lists so that each is spread evenly over the result.
func interleave(lists [][]int) []int {
	type place struct {
		at       float64
		agent, l int
	}
	var all []place
	for l, list := range lists {
		for i, a := range list {
			all = append(all, place{(float64(i) + 0.5) / float64(len(list)), a, l})
		}
	}
	slices.SortStableFunc(all, func(x, y place) int { return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.l, y.l)) })
	out := make([]int, len(all))
	for i, p := range all {
		out[i] = p.agent
	}
	return out
}

// attract moves agents towards those they take part in interactions with; see
// shorten.
func (m *trials) attract() []int {
	n := len(m.System.Agents)
	var edges [][]int
	for _, it := range m.Interactions {
		agents := slices.Clone(it.Changed)
		if !slices.Contains(agents, it.Initiator) {
			agents = append(agents, it.Initiator)
		}
		if len(agents) > 1 && len(agents) < n {
			edges = append(edges, agents)
		}
	}
	return m.shorten(slices.Clone(m.agentOrder), edges)
}

// force moves variables towards those that the same interactions read or
// change, and a little towards those of the same agent; see shorten.
func (m *trials) force() []*variable {
	order := make([]int, len(m.vars))
	for i := range order {
		order[i] = i
	}
	out := make([]*variable, len(m.vars))
	for i, v := range m.shorten(order, m.hypergraph()) {
		out[i] = m.vars[v]
	}
	return out
}

// shorter keeps the orders in which the edges of the hypergraph, added up, are shorter
// times times than in the model's own.
func (m *trials) shorter(times int, orders ...[]*variable) [][]*variable {
	edges := m.hypergraph()
	span := func(order []*variable) int {
		place := make([]int, len(order))
		for i, x := range order {
			place[slices.Index(m.vars, x)] = i
		}
		return totalSpan(edges, place)
	}
	least := span(m.vars)
	return slices.DeleteFunc(orders, func(order []*variable) bool { return span(order)*times >= least })
}

// hypergraph has an edge for the variables that an interaction reads or changes
// and for those of an agent, as places in the order of the model, unless these are all.
func (m *trials) hypergraph() [][]int {
	at := map[bdd.VarID]int{}
	edges := make([][]int, len(m.System.Agents))
	for i, x := range m.vars {
		at[x.id] = i
		edges[x.agent] = append(edges[x.agent], i)
	}
	for _, it := range m.Interactions {
		var edge []int
		for _, bit := range m.Manager.Support(it.Relation.Trans()) {
			if i, ok := at[bit.Var]; ok {
				edge = append(edge, i)
			}
		}
		slices.Sort(edge)
		edges = append(edges, slices.Compact(edge))
	}
	return slices.DeleteFunc(edges, func(e []int) bool { return len(e) < 2 || len(e) == len(m.vars) })
}

// tryStaggers encodes a system with wide integers in four orders: their bits together by weight,
// below or above all other variables, staggered by WideStagger, and one integer after the other. It
// returns the first model that reaches all states within a sixteenth of WideWork, else within a
// quarter, else within WideWork, and nil if none does. An order that has used up its part pauses, and
// goes on where it was once it has more.
func (m *trials) tryStaggers(ctx context.Context, o Options) *Model {
	narrow := func(x *variable) bool { return !x.wide }
	above := m.names(slices.DeleteFunc(slices.Clone(m.vars), narrow)) // stagger is 0 still
	orders := [][]string{m.names(m.vars), above}
	for _, m.stagger = range []int{m.thresholds.WideStagger, m.wideBits} {
		orders = append(orders, m.names(m.vars))
	}
	most := 0
	var paused []func() (*Model, bool)
	for _, o.Order = range orders {
		own := o
		goOn, end := iter.Pull(func(pause func(*Model) bool) {
			own.Poll = func(b *bdd.Manager) error {
				for workOf(b) > most {
					if !pause(nil) {
						return errTooMuchWork
					}
				}
				if o.Poll != nil {
					return o.Poll(b)
				}
				return nil
			}
			model, err := encode(ctx, m.System, m.Flow, own, math.MaxInt)
			if err == nil && (&trials{model}).saturate(ctx, nil) == nil {
				pause(model)
				return
			}
			model.Close()
		})
		defer end()
		paused = append(paused, goOn)
	}
	for _, most = range []int{m.thresholds.WideWork / 16, m.thresholds.WideWork / 4, m.thresholds.WideWork} {
		for _, goOn := range paused {
			if model, _ := goOn(); model != nil {
				return model
			}
		}
	}
	return nil
}

// shorten moves the members of an order, numbers from 0, towards those they
// share edges of a hypergraph with: FORCE (Aloul, Markov, Sakallah, FORCE: a fast
// and easy-to-implement variable-ordering heuristic, GLSVLSI 2003). It returns
// the best order met.
func (m *Coding) shorten(order []int, edges [][]int) []int {
	n := len(order)
	best, least := slices.Clone(order), math.MaxInt
	met := map[string]bool{}
	for range m.thresholds.AttractRounds {
		key := fmt.Sprint(order)
		if met[key] { // from here on the same orders come again
			break
		}
		met[key] = true
		place := make([]int, n)
		for i, a := range order {
			place[a] = i
		}
		if span := totalSpan(edges, place); span < least {
			best, least = slices.Clone(order), span
		}
		sum, degree := make([]float64, n), make([]int, n)
		for _, members := range edges {
			centre := 0.0
			for _, a := range members {
				centre += float64(place[a]) / float64(len(members))
			}
			for _, a := range members {
				sum[a] += centre
				degree[a]++
			}
		}
		at := func(a int) float64 {
			if degree[a] == 0 {
				return float64(place[a])
			}
			return sum[a] / float64(degree[a])
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	}
	return best
}

// totalSpan adds up how far apart the outermost members of each edge are.
func totalSpan(edges [][]int, place []int) int {
	total := 0
	for _, members := range edges {
		lo, hi := math.MaxInt, 0
		for _, a := range members {
			lo, hi = min(lo, place[a]), max(hi, place[a])
		}
		total += hi - lo
	}
	return total
}
