package symmetry_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// shop is a system of n buyers and m sellers: a buyer learns the private
// channel of a seller that announces itself and pays on it; the seller numbered
// odd, if any, announces itself differently.
func shop(t testing.TB, n, m, odd int) *recipe.System {
	b := recipe.NewBuilder()
	none := b.Channel("none")
	var links []*recipe.Expr
	for i := range m {
		links = append(links, b.Channel(fmt.Sprint("link", i)))
	}
	link := b.Data("LINK", b.ChannelType())
	fancy := b.Data("FANCY", recipe.BoolType)
	for i := range n {
		a := b.Agent(fmt.Sprint("buyer", i), "Buyer")
		held := a.Local("held", b.ChannelType())
		a.Init(recipe.Eq(held, none)).ReceiveGuard(recipe.FalseExpr)
		a.Receive(0, 1, b.Broadcast()).When(recipe.Or(fancy, recipe.Not(fancy))).Set(held, link)
		a.Send(1, 0, held).Set(held, none)
	}
	for i := range m {
		a := b.Agent(fmt.Sprint("seller", i), "Seller")
		sold := a.Local("sold", recipe.IntType(0, 2))
		a.Init(recipe.Eq(sold, recipe.IntExpr(0))).ReceiveGuard(recipe.Eq(b.MessageChannel(), links[i]))
		a.Send(0, 1, b.Broadcast()).With(link, links[i]).With(fancy, recipe.BoolExpr(i == odd))
		a.Receive(1, 0, links[i]).Set(sold, recipe.Min(recipe.Add(sold, recipe.IntExpr(1)), recipe.IntExpr(2)))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

func detect(t testing.TB, sys *recipe.System, keep func(*symmetry.Permutation) bool) *symmetry.Group {
	t.Helper()
	g, err := symmetry.Detect(context.Background(), sys, keep)
	require.NoError(t, err)
	return g
}

// Looking for interchangeable agents ends with the context, however many there are.
func TestInterruptedDetection(t *testing.T) {
	sys := shop(t, 6, 6, -1)
	left := 1 << 30
	asked := countdown{Context: context.Background(), left: &left}
	g, err := symmetry.Detect(asked, sys, nil)
	require.NoError(t, err)
	require.NotEmpty(t, g.Classes())
	looks := 1<<30 - *asked.left
	require.Greater(t, looks, 2*12)
	for n := 0; n < looks; n += 1 + n/20 {
		left := n
		g, err := symmetry.Detect(countdown{context.Background(), &left}, sys, nil)
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, g)
		require.GreaterOrEqual(t, left, -4, "it goes on after the end")
	}
}

// countdown is a context that ends when it has been asked often enough.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestDetect(t *testing.T) {
	require.Equal(t, [][]int{{0, 1, 2}, {3, 4}}, detect(t, shop(t, 3, 2, -1), nil).Classes())
	require.Equal(t, [][]int{{0, 1}, {2, 3, 5}}, detect(t, shop(t, 2, 4, 2), nil).Classes(), "one seller differs in its text")
	require.Empty(t, detect(t, shop(t, 1, 1, -1), nil).Classes())
	apart := func(p *symmetry.Permutation) bool { return p.Agents[1] == 1 }
	require.Equal(t, [][]int{{0, 2}, {3, 4}}, detect(t, shop(t, 3, 2, -1), apart).Classes(), "buyer 1 is told apart")
	for at := range 6 {
		sys := shop(t, 3, 3, 4)
		stays := func(p *symmetry.Permutation) bool { return p.Agents[at] == at }
		g, err := detect(t, sys, nil).Keeping(context.Background(), stays)
		require.NoError(t, err)
		require.Equal(t, detect(t, sys, stays), g)
	}
}

// TestForeignMention checks that an agent whose private channel another agent
// mentions is not exchanged, nor one of two whose channels it mentions in turn.
func TestForeignMention(t *testing.T) {
	build := func(heard ...int) *recipe.System {
		b := recipe.NewBuilder()
		c := []*recipe.Expr{b.Channel("c0"), b.Channel("c1")}
		for i := range 2 {
			a := b.Agent(fmt.Sprint("a", i), "A")
			a.Send(0, 0, c[i])
		}
		s := b.Agent("spy", "Spy")
		for i, channel := range heard {
			s.Receive(i, (i+1)%len(heard), c[channel])
		}
		sys, err := b.System()
		require.NoError(t, err)
		return sys
	}
	require.Equal(t, [][]int{{0, 1}}, detect(t, build(), nil).Classes())
	require.Empty(t, detect(t, build(0), nil).Classes())
	require.Empty(t, detect(t, build(0, 1), nil).Classes())
}

// TestWhatNoExchangeMoves checks that agents are told apart by sending to all and on a channel, and
// by values of which some type has only one.
func TestWhatNoExchangeMoves(t *testing.T) {
	build := func(sent func(b *recipe.Builder) (channels, values []*recipe.Expr)) *recipe.System {
		b := recipe.NewBuilder()
		channels, values := sent(b)
		shade := b.Data("SHADE", values[0].Type)
		for i := range 2 {
			b.Agent(fmt.Sprint("a", i), "A").Send(0, 0, channels[i]).With(shade, values[i])
		}
		sys, err := b.System()
		require.NoError(t, err)
		return sys
	}
	all := func(b *recipe.Builder) ([]*recipe.Expr, []*recipe.Expr) {
		return []*recipe.Expr{b.Broadcast(), b.Channel("c")}, []*recipe.Expr{recipe.TrueExpr, recipe.TrueExpr}
	}
	shades := func(narrow ...string) func(*recipe.Builder) ([]*recipe.Expr, []*recipe.Expr) {
		return func(b *recipe.Builder) ([]*recipe.Expr, []*recipe.Expr) {
			wide := b.Enum("wide", "red", "blue", "green")
			b.Data("OTHER", b.Enum("narrow", narrow...))
			red, blue := recipe.Const(wide, wide.Values[0]), recipe.Const(wide, wide.Values[1])
			return []*recipe.Expr{b.Broadcast(), b.Broadcast()}, []*recipe.Expr{red, blue}
		}
	}
	require.Equal(t, [][]int{{0, 1}}, detect(t, build(shades("green")), nil).Classes())
	require.Empty(t, detect(t, build(shades("green", "blue")), nil).Classes())
	require.Empty(t, detect(t, build(all), nil).Classes())
}

// random returns a random element of the group, as a product of permutations
// that Canonical gives for random states.
func random(t *testing.T, sys *recipe.System, g *symmetry.Group, r *rand.Rand) *symmetry.Permutation {
	p := symmetry.Identity(sys)
	for range 4 {
		_, q := g.Canonical(randomState(sys, r))
		p = p.Then(q)
	}
	return p
}

func randomState(sys *recipe.System, r *rand.Rand) recipe.State {
	var s recipe.State
	for _, v := range sys.Vars {
		s.Locals = append(s.Locals, v.Type.Value(r.IntN(v.Type.Size())))
	}
	for _, a := range sys.Agents {
		s.Control = append(s.Control, r.IntN(a.States))
	}
	return s
}

// TestAutomorphisms checks what makes the quotient sound: permutations of the
// group map initial states to initial states and transitions to transitions.
func TestAutomorphisms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, sys := range []*recipe.System{shop(t, 3, 2, -1), shop(t, 2, 4, 2), shop(t, 3, 3, -1)} {
		in := recipe.NewInterpreter(sys)
		g := detect(t, sys, nil)
		moved := 0
		for range 200 {
			s, p := randomState(sys, r), random(t, sys, g, r)
			image := p.State(s)
			if !image.Equal(s) {
				moved++
			}
			requireSteps(t, in, p, s, true)
		}
		require.Greater(t, moved, 50)
	}
}

// requireSteps asserts that a permutation maps the steps from a state to those from the state's
// image, and an initial state to an initial one if that is asked.
func requireSteps(t *testing.T, in *recipe.Interpreter, p *symmetry.Permutation, s recipe.State, initial bool) {
	t.Helper()
	image := p.State(s)
	if initial {
		require.Equal(t, in.IsInitial(s), in.IsInitial(image))
	}
	require.True(t, p.Inverse().State(image).Equal(s))
	want := map[string]bool{}
	require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
		want[fmt.Sprint(p.Step(tr.Step), in.Key(p.State(tr.Next)))] = true
		return true
	}))
	got := map[string]bool{}
	require.NoError(t, in.EachSuccessor(image, func(tr recipe.Transition) bool {
		got[fmt.Sprint(tr.Step, in.Key(tr.Next))] = true
		return true
	}))
	require.Equal(t, want, got)
}

// TestCanonical compares representatives and orbit sizes with orbits listed in
// full: the representative lies in the orbit and, where the size is exact, is
// the same for the whole orbit.
func TestCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sys := shop(t, 3, 3, -1)
	in := recipe.NewInterpreter(sys)
	g := detect(t, sys, nil)
	exacts := 0
	for range 300 {
		s := randomState(sys, r)
		orbit := orbitOf(sys, in, g, s)
		rep, p := g.Canonical(s)
		require.True(t, p.State(s).Equal(rep))
		rep = rep.Clone()
		require.Contains(t, orbit, in.Key(rep))
		size, exact := g.OrbitSize(s)
		if !exact {
			continue
		}
		exacts++
		require.Equal(t, fmt.Sprint(len(orbit)), size.String())
		for _, other := range orbit {
			same, _ := g.Canonical(other)
			require.True(t, same.Equal(rep))
		}
	}
	require.Greater(t, exacts, 250)
}

// TestSizesOfLinkedOrbits has agents that each point at one, in every way of
// pointing: whether a cycle of two is taken first or one of three matters for
// the representative, and no colour tells. Sizes that are said to be exact are
// compared with orbits listed in full, and so are representatives.
func TestSizesOfLinkedOrbits(t *testing.T) {
	const n = 5
	b := recipe.NewBuilder()
	for i := range n {
		a := b.Agent(fmt.Sprint("walker", i), "Walker")
		a.Local("at", b.LocationType())
		a.Send(0, 0, b.Broadcast())
	}
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	g := detect(t, sys, nil)
	require.Equal(t, [][]int{{0, 1, 2, 3, 4}}, g.Classes())
	locations := sys.Location.Size()
	exacts, unknown := 0, 0
	s := recipe.State{Locals: make([]recipe.Value, n), Control: make([]int, n)}
	sizes := map[string]int{} // of orbits, by each state of them that was met
	for code := range locations * locations * locations * locations * locations {
		for v := range n {
			s.Locals[v] = sys.Location.Value(code % locations)
			code /= locations
		}
		size, exact := g.OrbitSize(s)
		if !exact {
			unknown++
			continue
		}
		exacts++
		key := in.Key(s)
		if sizes[key] == 0 {
			rep, _ := g.Canonical(s)
			rep = rep.Clone()
			orbit := orbitOf(sys, in, g, s)
			for other, state := range orbit {
				sizes[other] = len(orbit)
				same, _ := g.Canonical(state)
				require.True(t, same.Equal(rep), "%s has representatives %s and %s", sys.StateString(s), sys.StateString(rep), sys.StateString(same))
			}
		}
		require.Equal(t, fmt.Sprint(sizes[key]), size.String(), sys.StateString(s))
	}
	t.Logf("%d sizes are exact, %d unknown", exacts, unknown)
	require.Greater(t, exacts, 2000)
	require.Positive(t, unknown)
}

// TestAlike compares which agents are alike in a state with all permutations of the group, listed
// in full: some permutation that keeps the state must map an agent to the one that it is like.
// Where nobody holds two links nothing is missed.
func TestAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	b := recipe.NewBuilder()
	for i := range 5 { // that point at one another in circles
		a := b.Agent(fmt.Sprint("walker", i), "Walker")
		a.Local("at", b.LocationType())
		a.Send(0, 0, b.Broadcast())
	}
	walkers, err := b.System()
	require.NoError(t, err)
	found, missed := 0, 0
	for _, sys := range []*recipe.System{shop(t, 3, 3, -1), shop(t, 4, 2, -1), walkers} {
		g := detect(t, sys, nil)
		all := permutations(sys, g)
		for i := range 200 {
			s := randomState(sys, r)
			if sys == walkers && i%20 == 0 { // in a circle of two and one of three, no agent of which looks different
				at := r.Perm(5)
				for i, next := range []int{1, 0, 3, 4, 2} {
					s.Locals[at[i]] = sys.Agents[at[next]].Location
				}
			}
			alike, by := g.Alike(s)
			for _, p := range by {
				require.True(t, p.State(s).Equal(s) && !p.Trivial())
				for a, b := range p.Agents {
					require.Equal(t, alike[a], alike[b])
				}
			}
			for a, b := range alike {
				require.LessOrEqual(t, b, a)
				require.Equal(t, b, alike[b])
			}
			for a := range alike {
				for b := range a {
					if slices.ContainsFunc(all, func(p *symmetry.Permutation) bool { return p.Agents[a] == b && p.State(s).Equal(s) }) {
						if found++; alike[a] != alike[b] {
							missed++
						}
					} else {
						require.NotEqual(t, alike[a], alike[b], "%s: agents %d and %d differ", sys.StateString(s), a, b)
					}
				}
			}
		}
	}
	t.Logf("%d pairs are alike, %d of them missed", found, missed)
	require.Greater(t, found, 300)
	require.Less(t, missed, found/20)
}

// permutations lists the group, by exchanges of two agents applied until nothing new comes up.
func permutations(sys *recipe.System, g *symmetry.Group) []*symmetry.Permutation {
	all := []*symmetry.Permutation{symmetry.Identity(sys)}
	seen := map[string]bool{fmt.Sprint(all[0].Agents): true}
	for i := 0; i < len(all); i++ {
		for _, class := range g.Classes() {
			for k, a := range class {
				for _, b := range class[k+1:] {
					if p := all[i].Then(g.Exchange(a, b)); !seen[fmt.Sprint(p.Agents)] {
						seen[fmt.Sprint(p.Agents)] = true
						all = append(all, p)
					}
				}
			}
		}
	}
	return all
}

// orbitOf lists the orbit of s by exchanging two agents of a class, with their
// private symbols, until nothing new comes up.
func orbitOf(sys *recipe.System, in *recipe.Interpreter, g *symmetry.Group, s recipe.State) map[string]recipe.State {
	var swaps []*symmetry.Permutation
	for _, class := range g.Classes() {
		for i, a := range class {
			for _, b := range class[i+1:] {
				p := symmetry.Identity(sys)
				p.Agents[a], p.Agents[b] = b, a
				exchange := func(x, y string) {
					v, _ := sys.SymbolOf(x)
					w, _ := sys.SymbolOf(y)
					p.Symbols[v], p.Symbols[w] = w, v
				}
				exchange(sys.Agents[a].Name, sys.Agents[b].Name)
				if sys.Agents[a].TypeName == "Seller" {
					exchange("link"+sys.Agents[a].Name[len("seller"):], "link"+sys.Agents[b].Name[len("seller"):])
				}
				swaps = append(swaps, p)
			}
		}
	}
	orbit := map[string]recipe.State{in.Key(s): s}
	for queue := []recipe.State{s}; len(queue) > 0; queue = queue[1:] {
		for _, p := range swaps {
			if next := p.State(queue[0]); orbit[in.Key(next)].Locals == nil {
				orbit[in.Key(next)] = next
				queue = append(queue, next)
			}
		}
	}
	return orbit
}

// TestOrbitsAddUp counts the reachable states of a system by its orbits.
func TestOrbitsAddUp(t *testing.T) {
	sys := shop(t, 3, 3, -1)
	in := recipe.NewInterpreter(sys)
	g := detect(t, sys, nil)
	reached := func(canonical func(recipe.State) recipe.State) []recipe.State {
		seen := map[string]bool{}
		var queue []recipe.State
		add := func(s recipe.State) bool {
			if s = canonical(s); !seen[in.Key(s)] {
				seen[in.Key(s)] = true
				queue = append(queue, s)
			}
			return true
		}
		require.NoError(t, in.InitialStates(add))
		for i := 0; i < len(queue); i++ {
			require.NoError(t, in.EachSuccessor(queue[i], func(tr recipe.Transition) bool { return add(tr.Next) }))
		}
		return queue
	}
	all := reached(symmetry.Identity(sys).State)
	orbits := reached(func(s recipe.State) recipe.State { rep, _ := g.Canonical(s); return rep.Clone() })
	sum := new(big.Int)
	for _, s := range orbits {
		size, exact := g.OrbitSize(s)
		require.True(t, exact)
		sum.Add(sum, size)
	}
	require.Equal(t, fmt.Sprint(len(all)), sum.String())
	require.Less(t, len(orbits), len(all)/10)
	require.True(t, slices.ContainsFunc(orbits, func(s recipe.State) bool { return slices.Max(s.Control) > 0 }))
}
