package recipe_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// counter counts to last, one broadcast each.
func counter(t testing.TB, agents, last int) *Interpreter {
	b := NewBuilder()
	for i := range agents {
		a := b.Agent("a"+string(rune('0'+i)), "A")
		x := initialised(a, "x", IntType(0, last), 0)
		a.Send(0, 0, b.Broadcast()).Label("tick").Set(x, Add(x, num(1)))
	}
	s, err := b.System()
	require.NoError(t, err)
	return NewInterpreter(s)
}

func TestExplore(t *testing.T) {
	in := counter(t, 2, 3)
	g, err := Explore(context.Background(), in, 0)
	require.NoError(t, err)
	require.True(t, g.Complete)
	require.Equal(t, 16, g.Len())
	require.Equal(t, 1, g.Initial())
	require.Equal(t, []Range{{0, 1}, {1, 3}, {3, 6}, {6, 10}, {10, 13}, {13, 15}, {15, 16}}, g.Layers)
	require.Equal(t, 24, g.Steps)
	require.Equal(t, []int{15}, g.Deadlocks)
	require.Equal(t, State{Locals: []Value{3, 3}, Control: []int{0, 0}}, g.State(15))
	require.Equal(t, []Edge{{Step: Step{Kind: Stutter, Initiator: -1, Command: -1, Locality: AnyLocality}, To: 15}}, g.Edges(15))
	for i := range g.Len() {
		require.Equal(t, i, g.Index(g.State(i)))
	}
}

// Paths are runs, as long as the layer of their end is deep.
func TestPathsAreShortestRuns(t *testing.T) {
	for seed := range seeds(t, 60) {
		in := NewInterpreter(recipetest.System(recipetest.Seeded(seed), recipetest.Shape{}))
		g, err := Explore(context.Background(), in, 200)
		if err != nil {
			require.ErrorIs(t, err, ErrStateLimit)
			continue
		}
		for depth, layer := range g.Layers {
			for i := layer.Start; i < layer.End; i++ {
				at, path := recipetest.Path(g, i)
				require.True(t, in.IsInitial(at))
				require.Len(t, path, depth)
				for _, tr := range path {
					transitions, err := in.Successors(at)
					require.NoError(t, err)
					require.Contains(t, transitions, tr)
					at = tr.Next
				}
				require.True(t, at.Equal(g.State(i)))
				for _, e := range g.Edges(i) {
					require.GreaterOrEqual(t, e.To, 0)
					require.Less(t, e.To, g.Layers[min(depth+1, len(g.Layers)-1)].End)
				}
			}
		}
	}
}

func TestExploreStopsAtTheLimit(t *testing.T) {
	g, err := Explore(context.Background(), counter(t, 2, 99), 50)
	require.ErrorIs(t, err, ErrStateLimit)
	require.EqualError(t, err, "recipe: limit on explicit states reached: more than 50 states, 9 layers begun")
	require.Equal(t, 50, g.Len())
	require.False(t, g.Complete)
	beyond := State{Locals: []Value{99, 99}, Control: []int{0, 0}}
	require.Equal(t, -1, g.Index(beyond))

	g, err = Explore(context.Background(), counter(t, 2, 3), 16)
	require.NoError(t, err, "as many as there are is enough")
	require.True(t, g.Complete)
}

func TestExploreStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, err := Explore(ctx, counter(t, 2, 99), 0)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, g.Complete)
}

func TestExploreWithoutInitialState(t *testing.T) {
	b := NewBuilder()
	b.Agent("a", "A").Init(FalseExpr)
	g, err := Explore(context.Background(), NewInterpreter(system(t, b)), 0)
	var none *NoInitialStateError
	require.ErrorAs(t, err, &none)
	require.Zero(t, g.Len())
	require.Zero(t, g.Initial())
	require.False(t, g.Complete)
}

// A system without locals has one state, packed into no bytes.
func TestExploreOneState(t *testing.T) {
	b := NewBuilder()
	b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s")
	g, err := Explore(context.Background(), NewInterpreter(system(t, b)), 0)
	require.NoError(t, err)
	require.Equal(t, 1, g.Len())
	require.Equal(t, 0, g.Edges(0)[0].To)
	require.Empty(t, g.Deadlocks)
}

func BenchmarkExplore(b *testing.B) {
	in := counter(b, 4, 17) // 104976 states, 4 steps each
	b.ReportAllocs()
	for b.Loop() {
		g, err := Explore(context.Background(), in, 0)
		require.NoError(b, err)
		require.Equal(b, 18*18*18*18, g.Len())
	}
}

// The index of states grows with them.
func TestExploreManyStates(t *testing.T) {
	g, err := Explore(context.Background(), counter(t, 2, 69), 0)
	require.NoError(t, err)
	require.Equal(t, 4900, g.Len())
	require.Equal(t, 2*69*70, g.Steps)
	for i := 0; i < g.Len(); i += 37 {
		require.Equal(t, i, g.Index(g.State(i)))
	}
}

// One interpreter serves several goroutines, and calls within its callbacks.
func TestInterpreterIsSafeForConcurrentUse(t *testing.T) {
	in := counter(t, 3, 4)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			g, err := Explore(context.Background(), in, 0)
			assert.NoError(t, err)
			assert.Equal(t, 125, g.Len())
		})
	}
	group.Wait()
	inner := 0
	require.NoError(t, in.EachSuccessor(start(t, in), func(tr Transition) bool {
		before := tr.Next.Clone()
		transitions, err := in.Successors(tr.Next)
		require.NoError(t, err)
		inner += len(transitions)
		return assert.Equal(t, before, tr.Next)
	}))
	require.Equal(t, 9, inner)
}
