package bdd_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// twins is one sequence of operations done on both engines. Results are compared as dumps, which
// are equal byte by byte when the diagrams are.
type twins struct {
	t        *testing.T
	managers [2]*bdd.Manager
	scopes   [2]*bdd.Scope
	pool     [2][]bdd.Node
}

// do adds the result of an operation to the pool.
func (w *twins) do(operation func(c *bdd.Calculator, pool []bdd.Node) bdd.Node) {
	for i, s := range w.scopes {
		c := s.Calculator()
		w.pool[i] = append(w.pool[i], must(c.Result(operation(c, w.pool[i]))))
	}
	w.compare(len(w.pool[0]) - 1)
}

func (w *twins) compare(k int) {
	var text [2]bytes.Buffer
	for i, m := range w.managers {
		require.NoError(w.t, m.Dump(&text[i], w.pool[i][k]))
	}
	require.Equal(w.t, text[1].String(), text[0].String())
}

// Random sequences of operations over a dozen variables give the same diagrams on both engines,
// with collections at different points.
func TestEnginesAgree(t *testing.T) {
	for seed := range uint64(rounds(20, 300)) {
		random := rand.New(rand.NewPCG(seed, 41))
		w := &twins{t: t}
		var l bdd.Layout
		var vars []bdd.VarID
		for i := range 12 {
			vars = append(vars, l.Add(fmt.Sprint("v", i), 2+random.IntN(7)))
		}
		for i, o := range []bdd.Options{native(bdd.Options{InitialNodes: 1, Thresholds: extremes(random)}), {Engine: "rudd"}} {
			w.managers[i], w.scopes[i] = open(t, &l, o)
		}
		pick := func() bdd.VarID { return vars[random.IntN(len(vars))] }
		for range 40 {
			w.randomOperation(random, pick)
			i := random.IntN(2)
			require.NoError(t, w.managers[i].Collect(context.Background()))
			if n := len(w.pool[0]); n > 10 { // forget the older half
				for i, s := range w.scopes {
					w.pool[i] = append([]bdd.Node(nil), w.pool[i][n/2:]...)
					s.Reset(w.pool[i]...)
				}
			}
		}
		for k := range w.pool[0] {
			w.compare(k)
		}
	}
}

// randomOperation draws an operation and its operands by lot.
func (w *twins) randomOperation(random *rand.Rand, pick func() bdd.VarID) {
	v1, v2, code, n := pick(), pick(), random.IntN(8), len(w.pool[0])
	if n < 4 || random.IntN(4) == 0 {
		w.do(func(k *bdd.Calculator, _ []bdd.Node) bdd.Node { return v1.OneOf(k, bdd.Current, code, code/2, 1) })
		w.do(func(k *bdd.Calculator, _ []bdd.Node) bdd.Node { return v1.Equals(k, bdd.Current, v2, bdd.Current) })
		return
	}
	a, b, c := random.IntN(n), random.IntN(n), random.IntN(n)
	binary := []func(*bdd.Calculator, bdd.Node, bdd.Node) bdd.Node{
		(*bdd.Calculator).And, (*bdd.Calculator).Or, (*bdd.Calculator).Xor, (*bdd.Calculator).Diff, (*bdd.Calculator).Implies, (*bdd.Calculator).Equiv,
	}[random.IntN(6)]
	w.do(func(k *bdd.Calculator, p []bdd.Node) bdd.Node { return binary(k, p[a], p[b]) })
	switch random.IntN(5) {
	case 0:
		w.do(func(k *bdd.Calculator, p []bdd.Node) bdd.Node { return k.Ite(p[a], p[b], p[c]) })
	case 1:
		w.do(func(k *bdd.Calculator, p []bdd.Node) bdd.Node {
			return k.Scope().Manager().VarSet(bdd.Current, v1, v2).AndExists(k, p[a], p[b])
		})
	case 2:
		w.do(func(k *bdd.Calculator, p []bdd.Node) bdd.Node {
			return k.Scope().Manager().VarSet(bdd.Current, v1).Forall(k, p[a])
		})
	default:
		how := random.IntN(4)
		w.do(func(k *bdd.Calculator, p []bdd.Node) bdd.Node { return steps(k, how, v1, v2, p[a], p[b], p[c]) })
	}
}

// steps takes one or many steps in which v1 is copied to v2, or v2 set at will, where guard holds.
func steps(outer *bdd.Calculator, how int, v1, v2 bdd.VarID, guard, set, within bdd.Node) bdd.Node {
	k := outer.Scope().NewScope().Calculator()
	defer k.Close()
	m := k.Scope().Manager()
	shift := must(k.NewRelation(k.And(guard, v1.Equals(k, bdd.Current, v2, bdd.Next)), []bdd.VarID{v2}))
	free := must(k.NewRelation(k.And(guard, v1.Valid(k, bdd.Next)), []bdd.VarID{v1}))
	defer shift.Release()
	defer free.Release()
	c := m.NewClosure(shift, free)
	defer c.Release()
	switch how {
	case 0:
		return shift.Image(outer, set)
	case 1:
		return c.Image(outer, set)
	case 2:
		return c.Forward(outer, set, within)
	default:
		return c.Backward(outer, set, within)
	}
}

// Managers over one layout can be used by several goroutines, one each.
func TestOneManagerPerGoroutine(t *testing.T) {
	var l bdd.Layout
	var vars []bdd.VarID
	for i := range 6 {
		vars = append(vars, l.Add(fmt.Sprint("v", i), 5))
	}
	var group sync.WaitGroup
	counts := make([]string, 8)
	for i := range counts {
		group.Go(func() {
			o := native(bdd.Options{InitialNodes: 1})
			if i%2 == 1 {
				o.Engine = "rudd"
			}
			m, err := bdd.New(&l, o)
			if err != nil {
				counts[i] = err.Error()
				return
			}
			defer m.Close()
			s := m.NewScope(context.Background())
			defer s.Close()
			sum := bdd.VecConst(0)
			for _, v := range vars {
				sum = sum.Add(s.Calculator(), v.Number(s.Calculator(), bdd.Current, 0))
			}
			counts[i] = m.Count(sum.Eq(s.Calculator(), bdd.VecConst(12)), vars).String()
		})
	}
	group.Wait()
	for _, c := range counts {
		require.Equal(t, "1751", c) // the coefficient of x^12 in (1+x+x²+x³+x⁴)^6
	}
}
