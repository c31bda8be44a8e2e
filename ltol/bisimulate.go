package ltol

import (
	"encoding/binary"
	"slices"
)

// mergeBisimilar merges states that have the same edges, targets that are merged counting as equal:
// the coarsest partition in which the states of a class agree on their edges to classes. Guards
// being canonical, agreeing is equality.
//
// A class of states that no longer agree is split; the part that keeps its number is that whose
// edges are as they were, or else the largest. Only states with edges to the others need to be
// looked at again (Kanellakis, Smolka, "CCS expressions, finite state processes, and three problems
// of equivalence", Information and Computation 86(1), 1990, doi:10.1016/0890-5401(90)90025-D).
func (a *Automaton) mergeBisimilar() *Automaton {
	p := newPartition(a)
	for len(p.stale) > 0 {
		p.refine()
	}
	return a.quotient(inOrderOfStates(p.class))
}

// inOrderOfStates numbers classes anew, by their first states.
func inOrderOfStates(class []int) []int {
	number := map[int]int{}
	renumbered := make([]int, len(class))
	for q, c := range class {
		if _, ok := number[c]; !ok {
			number[c] = len(number)
		}
		renumbered[q] = number[c]
	}
	return renumbered
}

type partition struct {
	*Automaton
	class        []int
	members      [][]int // by class
	predecessors [][]int
	stale        []int // states whose edges lead to classes that were renumbered, in increasing order
}

func newPartition(a *Automaton) *partition {
	p := &partition{Automaton: a, class: make([]int, len(a.States)), predecessors: make([][]int, len(a.States))}
	for q, edges := range a.States {
		p.stale = append(p.stale, q)
		for _, e := range edges {
			p.predecessors[e.To] = append(p.predecessors[e.To], q)
		}
	}
	p.members = [][]int{slices.Clone(p.stale)}
	return p
}

// refine splits the classes of the stale states.
func (p *partition) refine() {
	bySignature := make(map[string][]int)
	parts := make([][]string, len(p.members)) // signatures of stale members, by class
	for _, q := range p.stale {
		key := p.signature(q)
		if bySignature[key] == nil {
			parts[p.class[q]] = append(parts[p.class[q]], key)
		}
		bySignature[key] = append(bySignature[key], q)
	}
	p.stale = nil
	for c, keys := range parts {
		stale := 0
		largest := 0
		for i, key := range keys {
			stale += len(bySignature[key])
			if len(bySignature[key]) > len(bySignature[keys[largest]]) {
				largest = i
			}
		}
		if stale == len(p.members[c]) { // nobody's edges are as they were
			keys = slices.Delete(keys, largest, largest+1)
		}
		for _, key := range keys {
			p.separate(bySignature[key])
		}
	}
	slices.Sort(p.stale)
	p.stale = slices.Compact(p.stale)
}

// separate moves states, all of one class, to a class of their own.
func (p *partition) separate(states []int) {
	old, c := p.class[states[0]], len(p.members)
	for _, q := range states {
		p.class[q] = c
		p.stale = append(p.stale, p.predecessors[q]...)
	}
	p.members[old] = slices.DeleteFunc(p.members[old], func(q int) bool { return p.class[q] == c })
	p.members = append(p.members, states)
}

// signature describes q's class and its edges up to classes.
func (p *partition) signature(q int) string {
	edges := mapped(p.States[q], func(e Edge) Edge { return Edge{p.class[e.To], e.Guard, e.Acc} })
	key := binary.AppendUvarint(nil, uint64(p.class[q]))
	for _, e := range p.table.joinEdges(edges) {
		key = binary.AppendUvarint(key, uint64(e.To))
		key = binary.AppendUvarint(key, uint64(e.Guard.root))
		key = binary.AppendUvarint(key, e.Acc)
	}
	return string(key)
}
