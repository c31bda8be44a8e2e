package ltol

import "slices"

// Components returns the strongly connected components of a graph, which is given by the successors
// of each node. The nodes of a component are in increasing order. A component comes after all
// components that it can reach (Tarjan, "Depth-first search and linear graph algorithms", SIAM J.
// Comput. 1(2), 1972, doi:10.1137/0201010, with an explicit stack). It is used to find cycles in
// automata and in products.
func Components(successors [][]int) [][]int {
	n := len(successors)
	t := tarjan{successors: successors, index: make([]int, n), low: make([]int, n), onStack: make([]bool, n)}
	for v := range n {
		if t.index[v] == 0 {
			t.search(v)
		}
	}
	return t.found
}

type tarjan struct {
	successors [][]int
	index      []int // order of discovery from 1; 0: not yet
	low        []int
	onStack    []bool
	stack      []int
	next       int
	found      [][]int
}

func (t *tarjan) search(root int) {
	type frame struct{ v, i int }
	t.open(root)
	work := []frame{{root, 0}}
	for len(work) > 0 {
		f := &work[len(work)-1]
		if f.i < len(t.successors[f.v]) {
			w := t.successors[f.v][f.i]
			if w < 0 || w >= len(t.index) {
				panic(misuse("Components: there is no node %d: the graph has %d", w, len(t.index)))
			}
			f.i++
			if t.index[w] == 0 {
				t.open(w)
				work = append(work, frame{w, 0})
			} else if t.onStack[w] {
				t.low[f.v] = min(t.low[f.v], t.index[w])
			}
			continue
		}
		v := f.v
		work = work[:len(work)-1]
		if len(work) > 0 {
			parent := work[len(work)-1].v
			t.low[parent] = min(t.low[parent], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.close(v)
		}
	}
}

func (t *tarjan) open(v int) {
	t.next++
	t.index[v], t.low[v] = t.next, t.next
	t.onStack[v] = true
	t.stack = append(t.stack, v)
}

func (t *tarjan) close(v int) {
	at := len(t.stack) - 1
	for t.stack[at] != v {
		at--
	}
	component := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	for _, w := range component {
		t.onStack[w] = false
	}
	slices.Sort(component)
	t.found = append(t.found, component)
}

// components of the automaton's states, and for every state the index of its component.
func (a *Automaton) components() (found [][]int, of []int) {
	found = Components(mapped(a.States, func(edges []Edge) []int { return mapped(edges, func(e Edge) int { return e.To }) }))
	of = make([]int, len(a.States))
	for i, states := range found {
		for _, q := range states {
			of[q] = i
		}
	}
	return found, of
}
