package symbolic

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// tryOrders explores the first states in the model's order until the set is
// large enough to judge by, repeats the same images in other orders, and
// returns the model whose set came out smallest; it closes the others. Where
// the exploration ends within the budget the order does not matter and the
// model is returned at once. Budgets are counted in work and not in time, so
// that the same system always gets the same order.
//
// The sets compared are equal: the images are taken in the order of
// interactions, which does not depend on that of the variables.
func (m *Model) tryOrders(ctx context.Context, o Options) (*Model, error) {
	best, images, complete, err := m.trial(ctx, m.thresholds.TrialImages, m.thresholds.TrialNodes)
	if err != nil || complete {
		return m, nil // a limit that trials hit is met again, and told, by whoever uses the model
	}
	chosen := m
	for _, order := range m.candidates() {
		o.Order = order
		other, err := encode(ctx, m.System, m.Flow, o)
		if err != nil {
			continue // the limits are too tight for this order
		}
		nodes, done, _, err := other.trial(ctx, images, m.thresholds.TrialExcess*best)
		if err == nil && done == images && nodes < best {
			chosen, other, best = other, chosen, nodes
		}
		if other != m {
			other.Close()
		}
	}
	if chosen != m {
		m.Close()
	}
	return chosen, nil
}

// trial takes images from the initial states, one interaction after the other,
// each of all states reached before, until images have been taken, the set has
// more than limit nodes, or nothing new is found (complete). It returns the
// nodes of the set.
func (m *Model) trial(ctx context.Context, images, limit int) (nodes, done int, complete bool, err error) {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	reached, since := m.Init, 0
	nodes = m.Manager.NodeCount(reached)
	for i := 0; done < images; i = (i + 1) % max(len(m.Interactions), 1) {
		if since == len(m.Interactions) {
			return nodes, done, true, nil
		}
		img, err := sc.Image(m.Interactions[i].Relation, reached)
		if err != nil {
			return 0, done, false, err
		}
		next, err := sc.Or(reached, img)
		if err != nil {
			return 0, done, false, err
		}
		done++
		since++
		if next != reached {
			since = 0
			reached = next
			sc.Reset(reached)
			if nodes = m.Manager.NodeCount(reached); nodes > limit {
				break
			}
		}
	}
	return nodes, done, false, nil
}

// candidates lists orders of agents worth trying beside that of composition:
// the types one after the other but reversed, the types interleaved with the
// instances that are alone of their type first or last, and agents placed
// close to those they talk to.
func (m *Model) candidates() [][]string {
	var singles []int
	var types [][]int
	byType := map[string]int{}
	for a := range m.System.Agents {
		name := m.System.Agents[a].TypeName
		if _, seen := byType[name]; !seen {
			byType[name] = len(types)
			types = append(types, nil)
		}
		types[byType[name]] = append(types[byType[name]], a)
	}
	var many [][]int
	for _, agents := range types {
		if len(agents) == 1 {
			singles = append(singles, agents...)
		} else {
			many = append(many, agents)
		}
	}
	mixed := interleave(many)
	var reversed []int
	for _, agents := range slices.Backward(types) {
		reversed = append(reversed, agents...)
	}
	orders := [][]int{
		slices.Concat(singles, mixed),
		slices.Concat(mixed, singles),
		reversed,
		m.attract(),
	}
	var out [][]string
	seen := map[string]bool{fmt.Sprint(m.agentOrder): true}
	for _, order := range orders {
		if key := fmt.Sprint(order); !seen[key] {
			seen[key] = true
			names := make([]string, len(order))
			for i, a := range order {
				names[i] = m.System.Agents[a].Name
			}
			out = append(out, names)
		}
	}
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

// attract moves agents towards those they take part in interactions with: FORCE
// (Aloul, Markov, Sakallah, FORCE: a fast and easy-to-implement
// variable-ordering heuristic, GLSVLSI 2003) on the hypergraph whose edges are
// the agents that an interaction changes. It returns the best order met.
func (m *Model) attract() []int {
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
	order := slices.Clone(m.agentOrder)
	best, least := slices.Clone(order), math.MaxInt
	met := map[string]bool{}
	for range m.thresholds.AttractRounds {
		if key := fmt.Sprint(order); met[key] { // from here on the same orders come again
			break
		} else {
			met[key] = true
		}
		place := make([]int, n)
		for i, a := range order {
			place[a] = i
		}
		if span := totalSpan(edges, place); span < least {
			best, least = slices.Clone(order), span
		}
		sum, degree := make([]float64, n), make([]int, n)
		for _, agents := range edges {
			centre := 0.0
			for _, a := range agents {
				centre += float64(place[a]) / float64(len(agents))
			}
			for _, a := range agents {
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

// totalSpan adds up how far apart the outermost agents of each edge are.
func totalSpan(edges [][]int, place []int) int {
	total := 0
	for _, agents := range edges {
		lo, hi := math.MaxInt, 0
		for _, a := range agents {
			lo, hi = min(lo, place[a]), max(hi, place[a])
		}
		total += hi - lo
	}
	return total
}
