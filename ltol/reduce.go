package ltol

import (
	"cmp"
	"slices"
)

// quotient is collapse without the states it makes unreachable.
func (a *Automaton) quotient(class []int) *Automaton { return a.collapse(class).reachable() }

// collapse makes one state of each class: class[q] is q's class, from 0, or -1 to drop q and the
// edges to it. A class has the edges of its first state.
func (a *Automaton) collapse(class []int) *Automaton {
	n := 0
	for _, c := range class {
		n = max(n, c+1)
	}
	b := &Automaton{
		States: make([][]Edge, n), Obligations: make([][]*Formula, n), Acceptance: a.Acceptance, table: a.table,
	}
	for q := len(a.States) - 1; q >= 0; q-- {
		c := class[q]
		if c < 0 {
			continue
		}
		b.Obligations[c] = a.Obligations[q]
		b.States[c] = nil
		for _, e := range a.States[q] {
			if to := class[e.To]; to >= 0 {
				b.States[c] = append(b.States[c], Edge{to, e.Guard, e.Acc})
			}
		}
	}
	for c := range b.States {
		b.States[c] = b.table.joinEdges(b.States[c])
	}
	for _, q := range a.Initial {
		if class[q] >= 0 {
			b.Initial = append(b.Initial, class[q])
		}
	}
	slices.Sort(b.Initial)
	b.Initial = slices.Compact(b.Initial)
	return b
}

// joinEdges sorts edges, makes one of those with the same target and sets, and takes from an edge
// the letters on which another one to the same target is in more sets.
func (t *guardTable) joinEdges(edges []Edge) []Edge {
	edges = slices.Clone(edges)
	slices.SortStableFunc(edges, compareEdges)
	joined := edges[:0]
	for _, e := range edges {
		if n := len(joined); n > 0 && joined[n-1].To == e.To && joined[n-1].Acc == e.Acc {
			joined[n-1].Guard.root = t.or(joined[n-1].Guard.root, e.Guard.root)
		} else {
			joined = append(joined, e)
		}
	}
	if len(joined) > t.thresholds.MaxCompared {
		return joined
	}
	var kept []Edge
	for i, e := range joined {
		for j := i + 1; j < len(joined) && joined[j].To == e.To; j++ {
			if e.Acc&^joined[j].Acc == 0 {
				e.Guard.root = t.minus(e.Guard.root, joined[j].Guard.root)
			}
		}
		if e.Guard.root != never {
			kept = append(kept, e)
		}
	}
	return kept
}

func compareEdges(e, f Edge) int { return cmp.Or(cmp.Compare(e.To, f.To), cmp.Compare(e.Acc, f.Acc)) }

// reachable keeps the states that can be reached, numbered in the order of a breadth-first search.
func (a *Automaton) reachable() *Automaton {
	number := slices.Repeat([]int{-1}, len(a.States))
	var order []int
	visit := func(q int) {
		if number[q] < 0 {
			number[q] = len(order)
			order = append(order, q)
		}
	}
	for _, q := range a.Initial {
		visit(q)
	}
	for i := 0; i < len(order); i++ {
		for _, e := range a.States[order[i]] {
			visit(e.To)
		}
	}
	b := &Automaton{Acceptance: a.Acceptance, table: a.table}
	for _, q := range a.Initial {
		b.Initial = append(b.Initial, number[q])
	}
	slices.Sort(b.Initial)
	for _, q := range order {
		edges := slices.Clone(a.States[q])
		for i := range edges {
			edges[i].To = number[edges[i].To]
		}
		slices.SortFunc(edges, compareEdges)
		b.States = append(b.States, edges)
		b.Obligations = append(b.Obligations, a.Obligations[q])
	}
	return b
}
