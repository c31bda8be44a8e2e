package symbolic

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// allocation is the resource allocation system of P000 Section 4 with n clients
// and m machines, every third machine a standard one.
func allocation(t testing.TB, n, m int) *recipe.System {
	b := recipe.NewBuilder()
	channels := map[string]*recipe.Expr{}
	for _, c := range []string{"c", "empty", "g1", "g2", "t"} {
		channels[c] = b.Channel(c)
	}
	for i := 1; i <= m; i++ {
		b.Channel(fmt.Sprint("vmm", i))
	}
	ch := b.ChannelType()
	roles := b.Enum("rolevals", "clnt", "vm", "mgr")
	kinds := b.Enum("msgvals", "reserve", "request", "release", "buy", "connect", "full", "complete")
	msg, lnk := b.Data("MSG", kinds), b.Data("LNK", ch)
	cv := b.Property("cv", roles)
	value := func(name string) *recipe.Expr { return b.Value(kinds, name) }
	role := func(name string) *recipe.Expr { return b.Value(roles, name) }
	is := recipe.Eq
	and, or := recipe.And, recipe.Or
	at := b.MessageChannel()
	empty, c := channels["empty"], channels["c"]
	got := func(name string) *recipe.Expr { return is(msg, value(name)) }

	for i := 1; i <= n; i++ {
		a := b.Agent(fmt.Sprint("client", i), "Client")
		cl, ml, tl := a.Local("cLink", ch), a.Local("mLink", ch), a.Local("tLink", ch)
		ro := a.Local("role", roles)
		a.Init(and(is(cl, c), is(ml, empty), is(tl, channels["t"]), is(ro, role("clnt"))))
		a.Relabel(cv, ro)
		a.ReceiveGuard(or(is(at, b.Broadcast()), is(at, cl), is(at, tl)))
		g := func(link *recipe.Expr) *recipe.Expr {
			return or(and(is(at, b.Broadcast()), is(cv, ro)), and(is(at, cl), is(cv, role("mgr"))), is(at, link))
		}
		a.Send(0, 1, b.Broadcast()).Label("sReserve").When(is(cl, c)).To(g(ml)).With(msg, value("reserve")).Set(cl, c)
		a.Receive(0, 1, b.Broadcast()).Label("rReserve").When(and(is(cl, c), got("reserve"))).Set(cl, empty)
		a.Send(1, 2, cl).Label("sRequest").When(recipe.Not(is(cl, empty))).To(g(ml)).With(msg, value("request")).Set(cl, c)
		a.Receive(2, 3, cl).Label("rConnect").When(and(is(ml, empty), got("connect"))).Set(ml, lnk)
		a.Send(3, 4, b.Broadcast()).Label("sRelease").To(g(ml)).With(msg, value("release")).Set(cl, empty)
		a.Send(4, 5, ml).Label("sBuy").When(recipe.Not(is(ml, empty))).To(g(ml)).With(msg, value("buy")).Set(ml, empty)
		a.Send(5, 0, tl).Label("sSolve").To(g(tl)).With(msg, value("complete"))
		a.Receive(5, 0, tl).Label("rSolve").When(got("complete"))
		a.Receive(1, 0, b.Broadcast()).Label("rRelease").When(and(is(cl, empty), got("release"))).Set(cl, c)
	}
	a := b.Agent("manager", "Manager")
	cl, sl, hl := a.Local("cLink", ch), a.Local("sLink", ch), a.Local("hLink", ch)
	ro := a.Local("role", roles)
	a.Init(and(is(hl, channels["g1"]), is(sl, channels["g2"]), is(cl, c), is(ro, role("mgr"))))
	a.Relabel(cv, ro)
	a.ReceiveGuard(or(is(at, b.Broadcast()), is(at, cl), is(at, hl)))
	a.Receive(0, 1, cl).When(got("request"))
	a.Send(1, 2, hl).With(msg, value("request"))
	a.Receive(2, 3, hl).When(got("full"))
	a.Send(3, 2, sl).With(msg, value("request"))
	a.Receive(2, 0, cl).When(got("connect"))
	for i := 1; i <= m; i++ {
		a := b.Agent(fmt.Sprint("machine", i), "Machine")
		gl, pl, cl := a.Local("gLink", ch), a.Local("pLink", ch), a.Local("cLink", ch)
		asgn := a.Local("asgn", recipe.BoolType)
		group := channels["g1"]
		if i%3 == 0 {
			group = channels["g2"]
		}
		a.Init(and(recipe.Not(asgn), is(cl, empty), is(gl, group), is(pl, b.Channel(fmt.Sprint("vmm", i)))))
		a.Relabel(cv, role("vm"))
		a.ReceiveGuard(or(is(at, b.Broadcast()), is(at, gl), is(at, pl), is(at, cl)))
		a.Receive(0, 1, gl).When(and(is(cl, empty), got("request"))).Set(cl, c)
		a.Send(1, 0, cl).When(and(is(cl, c), recipe.Not(asgn))).With(msg, value("connect")).With(lnk, pl).Set(cl, empty).Set(asgn, recipe.TrueExpr)
		a.Send(1, 0, gl).When(and(is(cl, c), asgn)).With(msg, value("full")).Set(cl, empty).Set(asgn, recipe.TrueExpr)
		a.Receive(1, 0, cl).When(and(is(cl, c), got("connect"))).Set(cl, empty)
		a.Receive(1, 0, gl).When(and(is(cl, c), asgn, got("full"))).Set(cl, empty).Set(asgn, recipe.TrueExpr)
		a.Receive(0, 0, pl).When(got("buy"))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// reachable is the set of reachable states by chaining over the interactions.
func reachable(t testing.TB, m *Model) bdd.Node {
	c := m.Manager.Calculator(context.Background())
	defer c.Close()
	reached := m.Manager.Keep(m.Init)
	for {
		before := reached
		for _, it := range m.Interactions {
			next := c.Keep(c.Or(reached, it.Relation.Image(c, reached)))
			require.NoError(t, c.Err())
			m.Manager.Release(reached)
			reached = next
			c.Reset()
		}
		if reached == before {
			return reached
		}
	}
}

func TestAllocationCounts(t *testing.T) {
	for n, want := range map[int]int64{3: 306, 4: 0, 5: 28858} {
		m, err := Encode(context.Background(), allocation(t, n, n), Options{})
		require.NoError(t, err)
		got := m.Count(reachable(t, m))
		if want > 0 {
			require.Equal(t, big.NewInt(want).String(), got.String())
		}
		m.Close()
	}
}

func BenchmarkAllocationReachable(b *testing.B) {
	for _, n := range []int{3, 5, 6, 7, 8, 9, 10} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				m, err := Encode(context.Background(), allocation(b, n, n), Options{BDD: bdd.Options{InitialNodes: 4 << 20, CacheSize: 1 << 22}})
				require.NoError(b, err)
				set := reachable(b, m)
				b.ReportMetric(float64(m.Manager.NodeCount(set)), "nodes")
				b.ReportMetric(float64(len(m.Interactions)), "interactions")
				m.Close()
			}
		})
	}
}
