package symmetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// ballot draws a system of n nodes that know each other by number. A node votes for a number, 0 for
// nobody, and tells others in messages. A clerk keeps the number it heard last. plain tells that
// all only copy numbers and compare them, and that nothing tells one number from others. Otherwise,
// one expression may do something else with them.
type ballot struct {
	b         *recipe.Builder
	draw      *rand.Rand
	n         int
	odd       int // the number of the expression that does something else; negative if none does
	drawn     int // the expressions so far
	who, for_ *recipe.Expr
}

func newBallot(seed uint64, plain bool) *ballot {
	x := &ballot{b: recipe.NewBuilder(), draw: rand.New(rand.NewPCG(seed, 5)), odd: -1}
	x.n = 2 + x.draw.IntN(3)
	if !plain {
		x.odd = x.draw.IntN(50)
	}
	return x
}

// value draws what has a number as value; a node has an id, and a clerk none.
func (x *ballot) value(id, own, heard *recipe.Expr) *recipe.Expr {
	list := []*recipe.Expr{own, recipe.IntExpr(0)}
	if id != nil {
		list = append(list, id, id)
	}
	if heard != nil {
		list = append(list, heard, heard)
	}
	some := func() *recipe.Expr { return list[x.draw.IntN(len(list))] }
	if x.drawn++; x.drawn == x.odd {
		return []*recipe.Expr{
			recipe.IntExpr(1), recipe.Min(own, some()), recipe.Max(some(), recipe.IntExpr(1)),
			recipe.Ite(recipe.Le(own, some()), some(), own), recipe.IntExpr(x.n),
		}[x.draw.IntN(5)]
	}
	if x.draw.IntN(3) == 0 {
		return recipe.Ite(recipe.Eq(some(), some()), some(), some())
	}
	return some()
}

// condition draws a condition on numbers.
func (x *ballot) condition(id, own, heard *recipe.Expr) *recipe.Expr {
	a, b := x.value(id, own, heard), x.value(id, own, heard)
	if x.drawn++; x.drawn == x.odd {
		return []*recipe.Expr{
			recipe.Lt(a, b), recipe.Le(own, recipe.IntExpr(1)), recipe.Eq(recipe.Add(a, recipe.IntExpr(1)), b), recipe.Ne(own, recipe.IntExpr(2)),
			recipe.Eq(recipe.Ite(recipe.Gt(own, a), recipe.IntExpr(1), recipe.IntExpr(0)), recipe.IntExpr(0)),
		}[x.draw.IntN(5)]
	}
	switch x.draw.IntN(5) {
	case 0:
		return recipe.TrueExpr
	case 1:
		return recipe.Ne(a, b)
	case 2:
		return recipe.Eq(recipe.Ite(recipe.Eq(own, a), a, b), own)
	}
	return recipe.Eq(a, b)
}

func (x *ballot) numbers(lo int) *recipe.Type {
	if x.drawn++; x.drawn == x.odd {
		return recipe.IntType(lo, x.n-1)
	}
	return recipe.IntType(lo, x.n+x.draw.IntN(2))
}

// commands draws what an agent does.
func (x *ballot) commands(a *recipe.AgentBuilder, id, own *recipe.Expr) {
	for range 2 + x.draw.IntN(2) {
		from, to := x.draw.IntN(2), x.draw.IntN(2)
		switch x.draw.IntN(5) {
		case 0:
			a.Get(from, to).To(x.condition(id, own, x.who)).With(x.for_, x.value(id, own, nil)).Set(own, x.value(id, own, x.for_))
		case 1:
			a.Supply(from, to).When(x.condition(id, own, x.for_)).With(x.for_, x.value(id, own, nil))
		case 2:
			a.Receive(from, to, x.b.Broadcast()).When(x.condition(id, own, x.for_)).Set(own, x.value(id, own, x.for_))
		default:
			c := a.Send(from, to, x.b.Broadcast()).When(x.condition(id, own, nil)).To(x.condition(id, own, x.who))
			c.With(x.for_, x.value(id, own, nil)).Set(own, x.value(id, own, nil))
		}
	}
}

func (x *ballot) system(t testing.TB) *recipe.System {
	x.who = x.b.Property("who", x.numbers(0))
	x.for_ = x.b.Data("FOR", x.numbers(0))
	seed, drawn := x.draw.Uint64(), x.drawn
	rings, votes := x.odd == 0, x.numbers(0)
	for i := range x.n {
		a := x.b.Agent(fmt.Sprint("node", i), "Node")
		id, vote := a.Local("id", recipe.IntType(1, x.n)), a.Local("vote", votes)
		number, first := recipe.IntExpr(i+1), recipe.IntExpr(0)
		if rings {
			first = recipe.IntExpr((i+1)%x.n + 1)
		}
		a.Init(recipe.And(recipe.Eq(id, number), recipe.Eq(vote, first)))
		x.draw, x.drawn = rand.New(rand.NewPCG(seed, 1)), drawn // all nodes do the same
		a.Relabel(x.who, x.value(id, vote, nil))
		x.commands(a, id, vote)
	}
	clerk := x.b.Agent("clerk", "Clerk")
	last := clerk.Local("last", x.numbers(0))
	clerk.Init(recipe.Eq(last, recipe.IntExpr(0))).Relabel(x.who, x.value(nil, last, nil))
	x.commands(clerk, nil, last)
	for range 4 {
		of := func() *recipe.Expr {
			return &recipe.Expr{Op: recipe.OpLocal, Type: votes, Index: 2*x.draw.IntN(x.n) + 1}
		}
		a, some := of(), recipe.IntExpr(x.draw.IntN(x.n+1))
		e := []*recipe.Expr{
			recipe.Eq(a, some), recipe.Eq(a, of()), recipe.Lt(a, some), recipe.Le(a, of()), recipe.Eq(recipe.Add(a, recipe.IntExpr(1)), some),
			recipe.Eq(recipe.Ite(recipe.Eq(last, some), a, of()), of()),
		}[x.draw.IntN(6)]
		x.b.StateProposition(fmt.Sprint("p", x.drawn, len(fmt.Sprint(e))), e)
		x.drawn++
	}
	sys, err := x.b.System()
	require.NoError(t, err)
	return sys
}

// movesNumbers reports whether the first agent of each class is exchanged with its number.
func movesNumbers(g *symmetry.Group) bool {
	return slices.ContainsFunc(g.Classes(), func(c []int) bool { return g.Exchange(c[0], c[1]).MovesNumbers() })
}

// Exchanging agents with their numbers maps steps to steps, and initial states to initial states.
// All nodes are interchangeable where the numbers only tell them apart.
func TestScalarsets(t *testing.T) {
	found := map[bool]int{}
	for seed := range uint64(600) {
		plain := seed%3 == 0
		x := newBallot(seed, plain)
		sys := x.system(t)
		g := detect(t, sys, nil)
		if plain {
			nodes := []int{}
			for i := range x.n {
				nodes = append(nodes, i)
			}
			require.Equal(t, [][]int{nodes}, g.Classes(), "seed %d", seed)
			require.True(t, movesNumbers(g), "seed %d", seed)
		}
		if len(g.Classes()) == 0 {
			continue
		}
		found[plain]++
		in, r := recipe.NewInterpreter(sys), rand.New(rand.NewPCG(seed, 2))
		for range 10 {
			requireSteps(t, in, random(t, sys, g, r), randomState(sys, r), true)
			requireSteps(t, in, anyExchange(g, r), randomState(sys, r), true)
		}
		require.NoError(t, in.InitialStates(func(s recipe.State) bool {
			requireSteps(t, in, anyExchange(g, r), s, true)
			return true
		}))
	}
	t.Logf("%v", found)
	require.Equal(t, 200, found[true])
	require.Greater(t, found[false], 50)
	require.Less(t, found[false], 300, "numbers that are used otherwise tell nodes apart")
}

func anyExchange(g *symmetry.Group, r *rand.Rand) *symmetry.Permutation {
	c := g.Classes()[r.IntN(len(g.Classes()))]
	at := r.Perm(len(c))
	return g.Exchange(c[at[0]], c[at[1]])
}

// Propositions with one key have one meaning, whatever they do with numbers.
func TestKeysOfNumbers(t *testing.T) {
	same, different := 0, 0
	for seed := range uint64(150) {
		sys := newBallot(3*seed, true).system(t)
		g, r := detect(t, sys, nil), rand.New(rand.NewPCG(seed, 3))
		in, id := recipe.NewInterpreter(sys), symmetry.Identity(sys)
		for range 6 {
			p, q := random(t, sys, g, r), random(t, sys, g, r)
			for i, x := range sys.Propositions {
				require.Equal(t, id.Key(x.Expr), p.Then(p.Inverse()).Key(x.Expr))
				for k, y := range sys.Propositions {
					if p.Key(x.Expr) != q.Key(y.Expr) {
						different++
						continue
					}
					same++
					for range 10 { // x after p is y after q
						s := randomState(sys, r)
						a, err := in.StateHolds(i, p.Inverse().State(s))
						require.NoError(t, err)
						b, err := in.StateHolds(k, q.Inverse().State(s))
						require.NoError(t, err)
						require.Equal(t, a, b, "%s and %s", p.Key(x.Expr), q.Key(y.Expr))
					}
				}
			}
		}
	}
	require.Greater(t, same, 500)
	require.Greater(t, different, 500)
}

// Representatives are in the orbits, sizes are those of orbits listed in full, and agents that are
// alike can be exchanged.
func TestOrbitsOfNumbers(t *testing.T) {
	exacts, alike := 0, 0
	for seed := range uint64(60) {
		sys := newBallot(3*seed, true).system(t)
		g, r, in := detect(t, sys, nil), rand.New(rand.NewPCG(seed, 4)), recipe.NewInterpreter(sys)
		all := permutations(sys, g)
		for range 10 {
			s := randomState(sys, r)
			for i := range len(g.Classes()[0]) { // each node has its number, and most have not voted
				s.Locals[2*i] = recipe.Value(i + 1)
				if r.IntN(3) > 0 {
					s.Locals[2*i+1] = 0
				}
			}
			orbit := map[string]recipe.State{}
			for _, p := range all {
				image := p.State(s)
				orbit[in.Key(image)] = image
			}
			rep, p := g.Canonical(s)
			require.True(t, p.State(s).Equal(rep))
			rep = rep.Clone()
			require.Contains(t, orbit, in.Key(rep))
			if size, exact := g.OrbitSize(s); exact {
				exacts++
				require.Equal(t, fmt.Sprint(len(orbit)), size.String())
				for _, other := range orbit {
					same, _ := g.Canonical(other)
					require.True(t, same.Equal(rep))
				}
			}
			first, _ := g.Alike(s)
			for a, b := range first {
				if a != b {
					alike++
					require.True(t, slices.ContainsFunc(all, func(p *symmetry.Permutation) bool { return p.Agents[a] == b && p.State(s).Equal(s) }))
				}
			}
		}
	}
	require.Greater(t, exacts, 400)
	require.Greater(t, alike, 50)
}

// Where keep refuses what moves numbers, agents are exchanged only if they stay.
func TestNumbersThatStay(t *testing.T) {
	sys := newBallot(0, true).system(t)
	stay := func(p *symmetry.Permutation) bool { return !p.MovesNumbers() }
	require.Empty(t, detect(t, sys, stay).Classes())
	g, err := detect(t, sys, nil).Keeping(context.Background(), stay)
	require.NoError(t, err)
	require.Empty(t, g.Classes())
	require.False(t, movesNumbers(detect(t, shop(t, 3, 2, -1), nil)))
}

// Agents whose conditions stand in another order are exchanged, although the numbers in the same
// places of their texts differ.
func TestNumbersInAnotherOrder(t *testing.T) {
	b := recipe.NewBuilder()
	for i := range 2 {
		a := b.Agent(fmt.Sprint("a", i), "A")
		x, y := a.Local("x", recipe.IntType(0, 3)), a.Local("y", recipe.IntType(0, 3))
		one, two := recipe.Eq(x, recipe.IntExpr(1)), recipe.Eq(y, recipe.IntExpr(2))
		if i == 1 {
			one, two = two, one
		}
		a.Init(recipe.And(one, two))
		a.Send(0, 0, b.Broadcast()).Set(x, y).Set(y, x)
	}
	sys, err := b.System()
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 1}}, detect(t, sys, nil).Classes())
}
