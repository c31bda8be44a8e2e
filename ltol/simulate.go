package ltol

import "slices"

// mergeSimilar merges states that simulate each other. An edge loses the letters on which another
// edge of the same state, in at least the same acceptance sets, leads to a state that simulates
// more.
//
// State q simulates p if for every letter and edge of p on it, q has an edge on it that belongs to
// at least the same acceptance sets and leads to a state that simulates the target. So q accepts
// every word that p does, run by run, which makes both steps preserve the language: Etessami,
// Wilke, Schuller, "Fair simulation relations, parity games, and state space reduction for Büchi
// automata", SIAM J. Comput. 34(5), 2005, §4 (direct simulation), doi:10.1137/S0097539703420675;
// Clemente, Mayr, "Advanced automata minimization", POPL 2013, §5 (pruning),
// doi:10.1145/2429069.2429079. Both carry over to acceptance on transitions.
//
// An automaton that would need more than Thresholds.MaxSimulationWork is left as it is.
func (a *Automaton) mergeSimilar() *Automaton {
	simulated, ok := a.simulation(a.table.thresholds.MaxSimulationWork)
	if !ok {
		return a
	}
	class, n := make([]int, len(a.States)), 0
	for q := range class {
		class[q] = -1
		for p := range q {
			if simulated[p][q] && simulated[q][p] {
				class[q] = class[p]
				break
			}
		}
		if class[q] < 0 {
			class[q] = n
			n++
		}
	}
	// The relation between classes is that between their first states.
	first := make([]int, n)
	for q := len(class) - 1; q >= 0; q-- {
		first[class[q]] = q
	}
	b := a.collapse(class)
	less := func(p, q int) bool { return simulated[first[p]][first[q]] }
	for q := range b.States {
		b.States[q] = b.pruneEdges(b.States[q], less)
	}
	b.Initial = slices.DeleteFunc(slices.Clone(b.Initial), func(p int) bool {
		return slices.ContainsFunc(b.Initial, func(q int) bool { return p != q && less(p, q) })
	})
	return b.reachable()
}

// simulation is the greatest direct simulation: simulated[p][q] says that q simulates p. It is not
// ok if finding it takes more than the given work.
func (a *Automaton) simulation(work int) (simulated [][]bool, ok bool) {
	n := len(a.States)
	if n > 0 && n > work/n {
		return nil, false
	}
	simulated = make([][]bool, n)
	for p := range simulated {
		simulated[p] = slices.Repeat([]bool{true}, n)
	}
	for changed := true; changed; {
		changed = false
		for p := range n {
			for q := range n {
				if p == q || !simulated[p][q] {
					continue
				}
				before := a.table.work
				if !a.matches(p, q, simulated) {
					simulated[p][q] = false
					changed = true
				}
				work -= 1 + len(a.States[p])*len(a.States[q]) + a.table.work - before
				if work < 0 {
					return nil, false
				}
			}
		}
	}
	return simulated, true
}

// matches says whether q has, for every edge of p and each of its letters, an edge that is at least
// as good.
func (a *Automaton) matches(p, q int, simulated [][]bool) bool {
	for _, e := range a.States[p] {
		letters := e.Guard.root
		for _, f := range a.States[q] {
			if letters == never {
				break
			}
			if simulated[e.To][f.To] && e.Acc&^f.Acc == 0 {
				letters = a.table.minus(letters, f.Guard.root)
			}
		}
		if letters != never {
			return false
		}
	}
	return true
}

// pruneEdges takes from each edge the letters on which another is better. States that simulate each
// other have been merged, so that being better is a strict order on targets and sets and one of the
// best edges stays.
func (a *Automaton) pruneEdges(edges []Edge, less func(p, q int) bool) []Edge {
	if len(edges) > a.table.thresholds.MaxCompared {
		return edges
	}
	var kept []Edge
	for i, e := range edges {
		for j, f := range edges {
			if i != j && less(e.To, f.To) && e.Acc&^f.Acc == 0 {
				e.Guard.root = a.table.minus(e.Guard.root, f.Guard.root)
			}
		}
		if e.Guard.root != never {
			kept = append(kept, e)
		}
	}
	return kept
}
