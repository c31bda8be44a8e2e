package direct

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// node is a step of the graph with the truth of every formula at the position that it leaves.
type node struct {
	next  place
	truth []bool // by index in tableau.formulas
	// The temporal formulas bind the next position: these formulas must have these values there.
	want []wanted
}

// wanted is the value that a formula must have at the next position.
type wanted struct {
	formula int
	value   bool
}

// place is a state and which of the past atoms are true in it, by position in tableau.past.
type place struct {
	state   int
	entered uint64
}

// build makes the nodes that can be reached from states, and their edges.
func (t *tableau) build(states int) {
	made := map[place][]int{}
	var work []place
	visit := func(p place) {
		if _, ok := made[p]; ok {
			return
		}
		made[p] = []int{}
		work = append(work, p)
		for j, st := range t.g.steps[p.state] {
			next := place{state: t.g.targets[p.state][j]}
			for bit, i := range t.past {
				if t.formulas[i].entered(st) {
					next.entered |= 1 << bit
				}
			}
			for _, n := range t.guesses(p, st) {
				if len(t.nodes) == maxNodes {
					panic(fault{ErrTooLarge})
				}
				n.next = next
				made[p] = append(made[p], len(t.nodes))
				t.nodes = append(t.nodes, n)
			}
		}
	}
	t.start = make([][]int, states)
	for s := range states {
		p := place{state: s}
		visit(p)
		for _, i := range made[p] {
			if t.nodes[i].truth[t.root] {
				t.start[s] = append(t.start[s], i)
			}
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range made[p] {
			visit(t.nodes[i].next)
		}
	}
	t.out = make([][]int, len(t.nodes))
	for i, n := range t.nodes {
		for _, k := range made[n.next] {
			if n.allows(t.nodes[k]) {
				t.out[i] = append(t.out[i], k)
			}
		}
	}
}

func (n node) allows(next node) bool {
	for _, w := range n.want {
		if next.truth[w.formula] != w.value {
			return false
		}
	}
	return true
}

// guesses lists the nodes of a step: one for each consistent guess of the temporal formulas.
func (t *tableau) guesses(p place, st *Step) []node {
	pos := position{t.g.states[p.state], st, p.state}
	atoms := make([]bool, len(t.formulas))
	for i, f := range t.formulas {
		atoms[i] = f.holds != nil && f.holds(pos)
	}
	for bit, i := range t.past {
		atoms[i] = p.entered>>bit&1 == 1
	}
	var out []node
	truth := make([]bool, len(t.formulas))
	var want []wanted
	var guess func(i int)
	guess = func(i int) {
		if i == len(t.formulas) {
			out = append(out, node{truth: slices.Clone(truth), want: slices.Clone(want)})
			return
		}
		f := t.formulas[i]
		// Operands have smaller indices and are settled.
		settle := func(value bool) {
			truth[i] = value
			guess(i + 1)
		}
		// bind guesses a value which the next position's value of formula k must confirm.
		bind := func(k int) {
			if bound := slices.IndexFunc(want, func(w wanted) bool { return w.formula == k }); bound >= 0 {
				settle(want[bound].value)
				return
			}
			for _, value := range []bool{false, true} {
				want = append(want, wanted{k, value})
				settle(value)
				want = want[:len(want)-1]
			}
		}
		switch {
		case f.op == ast.Not:
			settle(!truth[f.a])
		case f.op == ast.And:
			settle(truth[f.a] && truth[f.b])
		case f.op == ast.Next:
			bind(f.a)
		case f.op == ast.Until && truth[f.b]:
			settle(true)
		case f.op == ast.Until && !truth[f.a]:
			settle(false)
		case f.op == ast.Until:
			bind(i)
		default:
			settle(atoms[i])
		}
	}
	guess(0)
	return out
}

// fairPaths tells for each state whether a fair strongly connected part can be reached from one of
// its starts.
func (t *tableau) fairPaths() []bool {
	all := make([]int, len(t.nodes))
	into := make([][]int, len(t.nodes))
	for i, next := range t.out {
		all[i] = i
		for _, k := range next {
			into[k] = append(into[k], i)
		}
	}
	good := make([]bool, len(t.nodes))
	for work := t.fairWithin(all); len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if !good[i] {
			good[i] = true
			work = append(work, into[i]...)
		}
	}
	out := make([]bool, len(t.start))
	for s, starts := range t.start {
		for _, i := range starts {
			out[s] = out[s] || good[i]
		}
	}
	return out
}

// fairWithin lists nodes on fair cycles among the given nodes, at least one of each strongly
// connected part that has some. What breaks a compassion condition is taken out, and the search
// repeated in the rest.
func (t *tableau) fairWithin(nodes []int) []int {
	var out []int
	for _, part := range t.components(nodes) {
		if !t.cyclic(part) || !t.fulfils(part) {
			continue
		}
		bad := -1
		for _, c := range t.compassion {
			if t.some(part, c[0]) && !t.some(part, c[1]) {
				bad = c[0]
			}
		}
		if bad < 0 {
			out = append(out, part[0])
			continue
		}
		var rest []int
		for _, i := range part {
			if !t.nodes[i].truth[bad] {
				rest = append(rest, i)
			}
		}
		out = append(out, t.fairWithin(rest)...)
	}
	return out
}

func (t *tableau) some(part []int, f int) bool {
	return slices.ContainsFunc(part, func(i int) bool { return t.nodes[i].truth[f] })
}

// fulfils reports whether a part has a node for every justice condition, and for every until one
// where it is false or comes true.
func (t *tableau) fulfils(part []int) bool {
	for _, j := range t.justice {
		if !t.some(part, j) {
			return false
		}
	}
	for k, f := range t.formulas {
		met := func(i int) bool { return !t.nodes[i].truth[k] || t.nodes[i].truth[f.b] }
		if f.op == ast.Until && !slices.ContainsFunc(part, met) {
			return false
		}
	}
	return true
}

func (t *tableau) cyclic(part []int) bool {
	return len(part) > 1 || slices.Contains(t.out[part[0]], part[0])
}

// components are the strongly connected components of the subgraph of the given nodes: what a node
// can reach and be reached from.
func (t *tableau) components(nodes []int) [][]int {
	within := make([]bool, len(t.nodes))
	in := make([][]int, len(t.nodes))
	for _, i := range nodes {
		within[i] = true
	}
	for _, i := range nodes {
		for _, k := range t.out[i] {
			if within[k] {
				in[k] = append(in[k], i)
			}
		}
	}
	// Kosaraju: finishing times forwards, then trees backwards.
	var order []int
	seen := make([]bool, len(t.nodes))
	var visit func(i int)
	visit = func(i int) {
		if !within[i] || seen[i] {
			return
		}
		seen[i] = true
		for _, k := range t.out[i] {
			visit(k)
		}
		order = append(order, i)
	}
	for _, i := range nodes {
		visit(i)
	}
	var parts [][]int
	done := make([]bool, len(t.nodes))
	for _, last := range slices.Backward(order) {
		if done[last] {
			continue
		}
		done[last] = true
		part := []int{last}
		for j := 0; j < len(part); j++ {
			for _, k := range in[part[j]] {
				if !done[k] {
					done[k] = true
					part = append(part, k)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// tableau reduces formulas to atoms, !, &, X and U.
type tableau struct {
	g        *Graph
	formulas []core // operands before what has them
	temporal []int  // the indices of X and U
	past     []int  // the indices of atoms about the step that entered

	root       int
	justice    []int
	compassion [][2]int

	nodes []node
	out   [][]int
	start [][]int // by state: the nodes in which the root is true
}
