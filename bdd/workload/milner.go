package workload

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Milner is the scheduler of n cyclers from R. Milner, "A Calculus of Communicating Systems" (LNCS
// 92, 1980, doi:10.1007/3-540-10235-3), in the form that BuDDy's example uses, with small
// relations.
func Milner(n int) *System { return scheduler(n, false) }

// milnerMonolithic is Milner with a single relation over all variables.
func milnerMonolithic(n int) *System { return scheduler(n, true) }

// milnerScrambled is Milner in an order drawn by lot, the same one each time.
func milnerScrambled(n int) *System {
	y := scheduler(n, false)
	for _, v := range y.Vars {
		y.Order = append(y.Order, y.Layout.Name(v))
	}
	rand.New(rand.NewPCG(18, 19)).Shuffle(len(y.Order), func(i, j int) { y.Order[i], y.Order[j] = y.Order[j], y.Order[i] })
	return y
}

func scheduler(n int, monolithic bool) *System {
	y := &System{Layout: &bdd.Layout{}, States: new(big.Int).Lsh(big.NewInt(int64(n)), uint(n+1))}
	var c, t, h []bdd.VarID
	for i := range n {
		c = append(c, y.Layout.Add(fmt.Sprintf("c%d", i), 2))
		t = append(t, y.Layout.Add(fmt.Sprintf("t%d", i), 2))
		h = append(h, y.Layout.Add(fmt.Sprintf("h%d", i), 2))
		y.Vars = append(y.Vars, c[i], t[i], h[i])
	}
	y.build = func(b builder, out *Instance) {
		whole := bdd.False
		add := func(trans bdd.Node, changed ...bdd.VarID) {
			if monolithic {
				same := slices.DeleteFunc(slices.Clone(y.Vars), func(v bdd.VarID) bool { return slices.Contains(changed, v) })
				whole = b.Or(whole, b.AndAll(trans, bdd.Same(b.Calculator, same...)))
			} else {
				out.Relations = append(out.Relations, b.relation(trans, changed...))
			}
		}
		var initial []bdd.Node
		for i := range n {
			j, first := (i+1)%n, 0
			if i == 0 {
				first = 1
			}
			add(b.AndAll(b.Eq(c[i], bdd.Current, 1), b.Eq(c[i], bdd.Next, 0), b.Eq(t[i], bdd.Current, 0), b.Eq(t[i], bdd.Next, 1),
				b.Eq(h[i], bdd.Next, 1)), c[i], t[i], h[i])
			add(b.AndAll(b.Eq(h[i], bdd.Current, 1), b.Eq(h[i], bdd.Next, 0), b.Eq(c[j], bdd.Next, 1)), h[i], c[j])
			add(b.AndAll(b.Eq(t[i], bdd.Current, 1), b.Eq(t[i], bdd.Next, 0)), t[i])
			initial = append(initial, b.Eq(c[i], bdd.Current, first), b.Eq(t[i], bdd.Current, 0), b.Eq(h[i], bdd.Current, 0))
		}
		if monolithic {
			out.Relations = []*bdd.Relation{b.relation(whole, y.Vars...)}
		}
		out.Initial = b.AndAll(initial...)
	}
	return y
}
