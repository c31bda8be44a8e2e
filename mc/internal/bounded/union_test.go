package bounded

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// still is the machine of a system of one agent that stays in its only state.
func still(t *testing.T) *Machine {
	b := recipe.NewBuilder()
	b.Agent("still", "Still").Send(0, 0, b.Broadcast())
	sys, err := b.System()
	require.NoError(t, err)
	model, err := circuit.Build(context.Background(), sys, circuit.Options{})
	require.NoError(t, err)
	return NewMachine(model, &ltol.Translator{})
}

// A run of a union of automata begins in one initial state, and in no other state.
func TestRunsBeginInOneState(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 23))
		m := still(t)
		u := &union{edges: make([][]ltol.Edge, 1+random.IntN(5))}
		is := make([]bool, len(u.edges))
		for q := range u.edges {
			is[q] = random.IntN(2) == 0
		}
		u.start = is
		first := len(m.Latches)
		for range u.edges {
			m.latch("run")
		}
		begins := m.oneOf(first, u)
		for set := range 1 << len(u.edges) {
			values := m.Simulate(func(node int) uint64 {
				for q := range u.edges {
					if m.Latches[first+q].Bit.Node() == node {
						return uint64(set >> q & 1)
					}
				}
				return 0
			})
			want := false
			for q := range u.edges {
				want = want || is[q] && set == 1<<q
			}
			require.Equal(t, want, values.Is(begins), "states %b of %v", set, is)
		}
	}
}

// In a union, an automaton with fewer acceptance sets has all its edges in the others, and its
// states and edges keep their places.
func TestUnionsOfAutomata(t *testing.T) {
	ctx := context.Background()
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	u := &union{}
	var automata []*ltol.Automaton
	for _, f := range []*ltol.Formula{
		ltol.Finally(p),
		ltol.And(ltol.Globally(ltol.Finally(p)), ltol.Globally(ltol.Finally(q))),
		ltol.Globally(ltol.Finally(q)),
	} {
		a, err := ltol.Translate(ctx, f, ltol.Options{})
		require.NoError(t, err)
		automata = append(automata, a)
		u.add(a)
	}
	require.Equal(t, 2, u.sets)
	require.False(t, u.finite)
	base := 0
	for _, a := range automata {
		for from, edges := range a.States {
			for i, e := range edges {
				got := u.edges[base+from][i]
				require.Equal(t, base+e.To, got.To)
				for set := range u.sets {
					want := set >= a.Acceptance || e.Acc>>set&1 == 1
					require.Equal(t, want, got.Acc>>set&1 == 1)
				}
			}
		}
		for q := range a.States {
			require.Equal(t, slices.Contains(a.Initial, q), u.start[base+q])
		}
		base += len(a.States)
	}
	require.Len(t, u.edges, base)
	require.Contains(t, u.decided, true)
}
