package ltol

import (
	"context"
	"slices"
)

// assignAcceptance numbers the acceptance sets anew, each component for itself, and sets the edges'
// Acc and the automaton's Acceptance accordingly. late(q, i) says what state q's i-th edge puts
// off: a run is accepting if nothing is put off by all its edges from some point on.
//
// Only what is put off within a component matters for it, and of that only what no other covers: if
// every edge late with x is late with y, then a run that is not forever late with y is not for
// ever late with x. Beyond that, x is left out if every cycle that is late with nothing else for
// ever is not late with x either.
func (a *Automaton) assignAcceptance(late func(q, i int) obset) error {
	found, of := a.components()
	inner := make([]componentEdges, len(found))
	sets := 0
	for i, states := range found {
		inner[i] = a.componentEdges(states, of, late)
		inner[i].simplify()
		sets = max(sets, len(inner[i].sets))
		if inner[i].rejecting {
			sets = max(sets, 1)
		}
	}
	if sets > 64 {
		return &TooLargeError{"the Büchi automaton", "acceptance sets", 64}
	}
	a.Acceptance = sets
	for _, edges := range a.States {
		for i := range edges {
			edges[i].Acc = 0
		}
	}
	for _, c := range inner {
		if c.rejecting {
			continue
		}
		for i, e := range c.edges {
			acc := a.full()
			for set, late := range c.sets {
				if late[i] {
					acc &^= 1 << set
				}
			}
			a.States[e.from][e.index].Acc = acc
		}
	}
	for q := range a.States {
		a.States[q] = a.table.joinEdges(a.States[q])
	}
	return nil
}

// componentEdges are the edges within a component and, for everything they put off, which of them
// do.
type componentEdges struct {
	edges     []innerEdge
	sets      [][]bool // for each obligation put off: is the edge late with it?
	rejecting bool     // something is put off by every edge
	states    int
}

// innerEdge is the index-th edge of state from; source and target number the states within the
// component.
type innerEdge struct {
	from, index    int
	source, target int
}

func (a *Automaton) componentEdges(states []int, of []int, late func(q, i int) obset) componentEdges {
	c := componentEdges{states: len(states)}
	at := make(map[int]int, len(states))
	for i, q := range states {
		at[q] = i
	}
	var order []ob
	lateEdges := map[ob][]int{}
	for _, q := range states {
		for i, e := range a.States[q] {
			if of[e.To] != of[q] {
				continue
			}
			for _, x := range late(q, i) {
				if lateEdges[x] == nil {
					order = append(order, x)
				}
				lateEdges[x] = append(lateEdges[x], len(c.edges))
			}
			c.edges = append(c.edges, innerEdge{q, i, at[q], at[e.To]})
		}
	}
	slices.Sort(order)
	for _, x := range order {
		set := make([]bool, len(c.edges))
		for _, i := range lateEdges[x] {
			set[i] = true
		}
		c.sets = append(c.sets, set)
	}
	return c
}

// simplify leaves out sets that the others imply.
func (c *componentEdges) simplify() {
	for _, set := range c.sets {
		if !slices.Contains(set, false) {
			c.sets, c.rejecting = nil, true
			return
		}
	}
	for i := len(c.sets) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(c.sets), i, i+1)
		covered := slices.ContainsFunc(others, func(other []bool) bool { return covers(other, c.sets[i]) })
		if covered || !c.cycleOnlyLateWith(c.sets[i], others) {
			c.sets = others
		}
	}
}

// covers says whether big is true wherever small is.
func covers(big, small []bool) bool {
	for i := range small {
		if small[i] && !big[i] {
			return false
		}
	}
	return true
}

// cycleOnlyLateWith says whether some cycle lies in the given set and is not all within one of the
// others.
func (c *componentEdges) cycleOnlyLateWith(set []bool, others [][]bool) bool {
	successors := make([][]int, c.states)
	for i, e := range c.edges {
		if set[i] {
			successors[e.source] = append(successors[e.source], e.target)
		}
	}
	parts := Components(successors)
	part := make([]int, c.states)
	for i, states := range parts {
		for _, q := range states {
			part[q] = i
		}
	}
	onTime := make([]map[int]bool, len(parts)) // the others that some edge of the part is not late with
	for i, e := range c.edges {
		p := part[e.source]
		if !set[i] || p != part[e.target] {
			continue
		}
		if onTime[p] == nil {
			onTime[p] = map[int]bool{}
		}
		for j, other := range others {
			if !other[i] {
				onTime[p][j] = true
			}
		}
	}
	return slices.ContainsFunc(onTime, func(met map[int]bool) bool {
		return met != nil && len(met) == len(others)
	})
}

// lateByAcc reads what an edge puts off from its Acc: the acceptance sets it is not in.
func (a *Automaton) lateByAcc(q, i int) obset {
	var late obset
	for set := range a.Acceptance {
		if a.States[q][i].Acc&(1<<set) == 0 {
			late = append(late, ob(set))
		}
	}
	return late
}

// reduce gives an automaton for the same language, smaller if the passes below find a way. It may
// change the one it is given.
func reduce(ctx context.Context, a *Automaton, o Options) (*Automaton, error) {
	a = a.reachable()
	if o.Plain {
		return a, nil
	}
	for {
		states, edges := len(a.States), a.Edges()
		a = a.withoutDead()
		if err := a.assignAcceptance(a.lateByAcc); err != nil {
			return nil, err
		}
		a = a.mergeBisimilar()
		a = a.mergeSimilar()
		a = a.collapseTerminal()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a.table.overflow {
			return nil, &TooLargeError{"the Büchi automaton", "decision nodes", a.table.limit}
		}
		if len(a.States) == states && a.Edges() == edges {
			return a, nil
		}
	}
}
