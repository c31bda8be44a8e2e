package ltol

import (
	"encoding/binary"
)

// mergeBisimilar makes one state of those that have, up to such states, the same edges. Classes are refined
// until the edges of a class agree; guards being canonical, agreeing is equality.
func (a *Automaton) mergeBisimilar() *Automaton {
	class := make([]int, len(a.States))
	classes := 1
	for {
		bySignature := map[string]int{}
		refined := make([]int, len(a.States))
		for q := range a.States {
			key := a.signature(q, class)
			c, ok := bySignature[key]
			if !ok {
				c = len(bySignature)
				bySignature[key] = c
			}
			refined[q] = c
		}
		class = refined
		if len(bySignature) == classes || len(bySignature) == len(a.States) {
			return a.quotient(class)
		}
		classes = len(bySignature)
	}
}

// signature describes q's class and its edges up to classes.
func (a *Automaton) signature(q int, class []int) string {
	edges := make([]Edge, len(a.States[q]))
	for i, e := range a.States[q] {
		edges[i] = Edge{class[e.To], e.Guard, e.Acc}
	}
	key := binary.AppendUvarint(nil, uint64(class[q]))
	for _, e := range a.joinEdges(edges) {
		key = binary.AppendUvarint(key, uint64(e.To))
		key = binary.AppendUvarint(key, uint64(e.Guard.root))
		key = binary.AppendUvarint(key, e.Acc)
	}
	return string(key)
}
