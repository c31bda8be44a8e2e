package draw

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Each step of a system in which its first agents have a part is an edge of their channelled
// transition system; it is a hole if one of the others begins
// it.
func TestChannelledHasTheStepsOfSystems(t *testing.T) {
	holes, own := 0, 0
	for seed := range uint64(recipetest.Number(t, "DRAW_PARTS", 25)) {
		whole := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 4, Locals: 1, Commands: 4, States: 2})
		if len(whole.Agents) < 3 {
			continue
		}
		p := recipetest.Apart(whole, len(whole.Agents)-2, false)
		if p == nil {
			continue
		}
		part := channelledOf(t, p.Closed, 3000)
		closed := channelledOf(t, whole, 200)
		if part == nil || closed == nil {
			continue
		}
		vars := whole.Agents[p.Agents].Vars.Start
		group := func(s recipe.State) int {
			for n, members := range part.members {
				at := part.whole.State(members[0])
				if slices.Equal(at.Locals[:vars], s.Locals[:vars]) && slices.Equal(at.Control[:p.Agents], s.Control[:p.Agents]) {
					return n
				}
			}
			return -1
		}
		for i := range whole.Agents[p.Agents:] {
			whole.Agents[p.Agents+i].Outside = true // for the labels
		}
		for i := range closed.whole.Len() {
			from := closed.whole.State(i)
			n := group(from)
			require.GreaterOrEqual(t, n, 0, "seed %d", seed)
			edges, err := part.edges(n)
			require.NoError(t, err)
			require.NoError(t, closed.in.EachSuccessor(from, func(tr recipe.Transition) bool {
				if label := closed.label(tr.Step); label != "" {
					require.Contains(t, edges, Edge{Label: label, To: group(tr.Next)}, "seed %d", seed)
					if tr.Step.Initiator < p.Agents {
						own++
					} else {
						holes++
					}
				}
				return true
			}))
		}
	}
	require.Greater(t, min(own, holes), 20)
}

// channelledOf groups the reachable states of a system; nil if there are too many.
func channelledOf(t *testing.T, sys *recipe.System, limit int) *channelled {
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(context.Background(), in, limit)
	if err != nil {
		return nil
	}
	c := &channelled{in: in, sys: sys, whole: g, at: map[string]int{}}
	for i := range g.Len() {
		c.place(i)
	}
	require.Len(t, c.of, g.Len())
	return c
}
