package workload

import (
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Cells is a system of n pairs of cells which count to 2 together. Partners are declared n apart,
// so that the order of declaration is exponential in n and the best one linear.
func Cells(n int) *System {
	y := &System{Layout: &bdd.Layout{}, States: new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n)), nil)}
	for i := range 2 * n {
		y.Vars = append(y.Vars, y.Layout.Add(fmt.Sprintf("cell%d", i), 3))
	}
	y.build = func(b builder, out *Instance) {
		out.Initial = bdd.True
		for i := range n {
			p, q := y.Vars[i], y.Vars[n+i]
			out.Initial = b.AndAll(out.Initial, b.Eq(p, bdd.Current, 0), b.Eq(q, bdd.Current, 0))
			trans := bdd.False
			for code := range 2 {
				step := b.AndAll(b.Eq(p, bdd.Current, code), b.Eq(p, bdd.Next, code+1), b.Eq(q, bdd.Next, code+1))
				trans = b.Or(trans, step)
			}
			out.Relations = append(out.Relations, b.relation(trans, p, q))
		}
	}
	return y
}
