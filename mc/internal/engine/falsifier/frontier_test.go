package falsifier

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The hash after a step, of what it changes, is that of the whole state, in random systems;
// different states have different ones; and walks close their lassos where a state comes again, as
// comparing all states says.
func TestHashesFollowSteps(t *testing.T) {
	rounds, hashes := 0, map[uint64]string{}
	for seed := range uint64(recipetest.Number(t, "MC_HASHES", 40)) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Free: seed%3 == 0})
		board := &engine.Board{System: sys, MaxLength: 4096}
		board.Add(&engine.Target{Formula: ltol.True()})
		h := New(board, 20_000, 20, 1<<40)
		clear(hashes)
		for number := range 2 * strategies {
			random := rand.New(rand.NewPCG(seed, uint64(number)))
			s, err := h.Start(random)
			require.NoError(t, err)
			w := &runs.Walk{Initial: true}
			h.number = number
			end, round, err := h.extend(context.Background(), w, s, 30, h.chooser(number%strategies, random), random)
			require.NoError(t, err)
			states := []recipe.State{}
			for i := range w.Steps {
				s := w.Steps[i].State
				states = append(states, s)
				f := &frontier{Falsifier: h, hash: hashed(s)}
				require.NoError(t, h.in.EachSuccessor(s, func(next recipe.Transition) bool {
					require.Equal(t, hashed(next.Next), f.after(s, &next))
					return true
				}))
				key := h.in.Key(s)
				if known, ok := hashes[f.hash]; ok {
					require.Equal(t, known, key)
				}
				hashes[f.hash] = key
			}
			met := -1
			for i, s := range states {
				for _, earlier := range states[:i] {
					require.False(t, earlier.Equal(s), "a walk ends where a state comes again")
				}
				if s.Equal(end) {
					met = i
				}
			}
			if round == nil {
				require.Negative(t, met)
				require.Len(t, w.Steps, 30)
				continue
			}
			require.Equal(t, met, round.Loop)
			for _, l := range append(w.Lassos, *round) {
				require.NoError(t, w.Trace(sys, l).Replay(recipe.NewInterpreter(sys)))
			}
			rounds++
		}
	}
	require.Positive(t, rounds)
}

// States whose hashes are equal are not taken for each other.
func TestHashesMayCollide(t *testing.T) {
	state := func(v recipe.Value) recipe.State { return recipe.State{Locals: []recipe.Value{v}} }
	f := &frontier{walk: &runs.Walk{Steps: []trace.Step{{State: state(1)}}}, positions: map[uint64]int{7: 0, 8: 1}}
	for hash, want := range map[uint64]recipe.Value{7: 1, 8: 2} {
		for v := range recipe.Value(3) {
			_, met := f.met(hash, state(v), state(2))
			require.Equal(t, v == want, met)
		}
	}
	_, met := f.met(9, state(1), state(1))
	require.False(t, met)
}

// Commands of one kind have one number: first what few agents do, then what reaches others, then
// what reaches nobody. If agents are to join first, what spawns them comes before all.
func TestKindsInOrder(t *testing.T) {
	at := func(line int) recipe.Position { return recipe.Position{Line: line} }
	never := recipe.BoolExpr(false)
	sys := &recipe.System{Agents: make([]recipe.Agent, 3)}
	for a := range 2 {
		sys.Agents[a].Commands.Start = len(sys.Commands)
		for line, predicate := range []*recipe.Expr{never, recipe.BoolExpr(true), never} {
			sys.Commands = append(sys.Commands, recipe.Command{Agent: a, Pos: at(line), Predicate: predicate})
		}
	}
	sys.Agents[2].Commands.Start = 6
	sys.Commands = append(sys.Commands, recipe.Command{Agent: 2, Pos: at(9), Predicate: never})
	seen := map[[7]int]bool{}
	for seed := range uint64(20) {
		seen[[7]int(kindsInOrder(sys, rand.New(rand.NewPCG(seed, 0)), seed%2 == 0))] = true
	}
	require.Equal(t, map[[7]int]bool{{2, 1, 3, 2, 1, 3, 0}: true, {3, 1, 2, 3, 1, 2, 0}: true}, seen)
	sys.Commands[2].Spawns, sys.Commands[5].Spawns = []int{2}, []int{2}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		require.Equal(t, []int{3, 2, 0, 3, 2, 0, 1}, kindsInOrder(sys, random, true))
		require.Contains(t, seen, [7]int(kindsInOrder(sys, random, false)))
	}
}
