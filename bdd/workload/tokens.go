package workload

import (
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// tokenStates are numbers of states of Tokens, on which all strategies and both engines agree.
var tokenStates = map[int]int64{8: 95, 14: 70_218, 18: 5_953_982, 22: 251_645_588, 26: 7_652_672_860}

// Tokens is a ring of n places of capacity 3, across which tokens move one by one: sets with many
// nodes, relations with few.
func Tokens(n int) *System {
	y := &System{Layout: &bdd.Layout{}}
	if states, known := tokenStates[n]; known {
		y.States = big.NewInt(states)
	}
	for i := range n {
		y.Vars = append(y.Vars, y.Layout.Add(fmt.Sprintf("p%d", i), 4))
	}
	y.build = func(b builder, out *Instance) {
		out.Initial = bdd.True
		for i := range n {
			p, q := y.Vars[i], y.Vars[(i+n/2+i%2)%n]
			trans := bdd.False
			for from := 1; from < 4; from++ {
				for to := range 3 {
					step := b.AndAll(b.Eq(p, bdd.Current, from), b.Eq(p, bdd.Next, from-1), b.Eq(q, bdd.Current, to), b.Eq(q, bdd.Next, to+1))
					trans = b.Or(trans, step)
				}
			}
			out.Relations = append(out.Relations, b.relation(trans, p, q))
			out.Initial = b.And(out.Initial, b.Eq(p, bdd.Current, i%3))
		}
	}
	return y
}
