package space_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// requireChanged demands that a move knows of each agent whose state a step of it changes.
func (a *arena) requireChanged(t *testing.T, mv space.Move, from, to int) {
	before, after := a.graph.State(from), a.graph.State(to)
	for i, agent := range a.System.Agents {
		vars := agent.Vars
		same := before.Control[i] == after.Control[i] &&
			slices.Equal(before.Locals[vars.Start:vars.End], after.Locals[vars.Start:vars.End])
		require.True(t, same || slices.Contains(mv.Changed(), i), "agent %d changes", i)
	}
}

// Every step belongs to one move of a refinement: the one that says so of the explicit step, leads
// from its state to the next one, and knows what the step's propositions are.
func TestMovesHaveTheirSteps(t *testing.T) {
	ctx := context.Background()
	steps, refined := 0, 0
	for seed := range uint64(100) {
		a := newArena(t, seed)
		if a == nil {
			continue
		}
		random := rand.New(rand.NewPCG(seed, 53))
		var asked []int
		for id, p := range a.System.Propositions {
			if p.Kind == recipe.StepProposition && random.IntN(3) > 0 {
				asked = append(asked, id)
			}
		}
		moves, err := a.Refine(ctx, asked)
		require.NoError(t, err)
		if len(moves) > len(a.Moves()) {
			refined++
		}
		for s := range a.graph.Len() {
			for _, e := range a.graph.Edges(s) {
				if e.Step.Kind == recipe.Stutter {
					continue
				}
				having := 0
				for _, mv := range moves {
					if a.c.And(mv.Enabled(), a.states[s]) == bdd.False {
						continue // a move of other data of the message
					}
					has, err := mv.Has(ctx, a.graph.State(s), e.Step)
					require.NoError(t, err)
					if !has {
						continue
					}
					having++
					require.NotEqual(t, bdd.False, a.c.And(mv.Image(a.c, a.states[s]), a.states[e.To]))
					require.NotEqual(t, bdd.False, a.c.And(mv.PreImage(a.c, a.states[e.To]), a.states[s]))
					a.requireChanged(t, mv, s, e.To)
					for _, id := range asked {
						want, err := a.StepHolds(ctx, id, a.graph.State(s), e.Step)
						require.NoError(t, err)
						where := a.c.Take(a.StepProposition(a.c.Scope(), id, mv))
						require.Equal(t, want, a.c.And(where, a.states[s]) != bdd.False)
					}
				}
				require.Equal(t, 1, having, "seed %d: %s", seed, a.System.StepString(e.Step))
				steps++
			}
		}
		a.Discard(moves)
	}
	require.Greater(t, steps, 1000)
	require.Greater(t, refined, 10)
}
