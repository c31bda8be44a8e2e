package recipetest_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A census counts what happens in generated systems.
type census struct {
	t     *testing.T
	count map[string]int
}

// take explores s (from a few of its states) and counts, once per system, what
// occurs in it.
func (c census) take(s *recipe.System) {
	in := recipe.NewInterpreter(s)
	g, err := recipe.Explore(context.Background(), in, 300)
	if err != nil {
		require.ErrorIs(c.t, err, recipe.ErrStateLimit)
	}
	seen := map[string]bool{}
	for i := range min(g.Len(), 100) {
		st := g.State(i)
		edges := g.Edges(i)
		for k, e := range edges {
			seen[e.Step.Kind.String()] = true
			if n := len(e.Step.Participants); n > 0 {
				seen[e.Step.Kind.String()+" received"] = true
				seen[e.Step.Kind.String()+" received by several"] = seen[e.Step.Kind.String()+" received by several"] || n > 1
			}
			if k > 0 && e.Step.Kind != recipe.PointToPointStep && e.Step.Command == edges[k-1].Step.Command {
				seen["choice of receives"] = true
			}
			if e.Step.Kind == recipe.PointToPointStep && e.Step.Locality != recipe.AnyLocality {
				seen["named get"] = true
			}
			if len(e.Step.Data) > 0 {
				seen["data"] = true
			}
			if e.Step.Kind == recipe.BroadcastStep && s.Commands[e.Step.Command].Channel.Op == recipe.OpLocal {
				seen["broadcast by a channel variable"] = true
			}
			c.propositions(s, func(p int) (bool, error) { return in.StepHolds(p, st, e.Step) }, recipe.StepProposition, seen)
		}
		c.propositions(s, func(p int) (bool, error) { return in.StateHolds(p, st) }, recipe.StateProposition, seen)
		c.obstacles(in, st, seen)
	}
	seen["more than ten states"] = g.Len() > 10
	seen["several initial states"] = g.Initial() > 1
	c.count["systems"]++
	c.count["states"] += g.Len()
	for what, occurs := range seen {
		if occurs {
			c.count[what]++
		}
	}
}

func (c census) propositions(s *recipe.System, holds func(int) (bool, error), kind recipe.PropositionKind, seen map[string]bool) {
	for p := range s.Propositions {
		if s.Propositions[p].Kind == kind {
			value, err := holds(p)
			require.NoError(c.t, err)
			seen[kind.String()+" proposition "+map[bool]string{true: "true", false: "false"}[value]] = true
		}
	}
}

func (c census) obstacles(in *recipe.Interpreter, st recipe.State, seen map[string]bool) {
	for _, f := range in.RangeFaults(st) {
		seen[map[recipe.Obstacle]string{
			recipe.ZeroDivisor: "zero divisor", recipe.DataOutOfRange: "data out of range", recipe.UpdateOutOfRange: "update out of range",
		}[f.Obstacle]] = true
	}
	blocked, err := in.Blocked(c.t.Context(), st)
	require.NoError(c.t, err)
	for _, agent := range blocked {
		for _, command := range agent.Commands {
			seen["blocked multicast"] = seen["blocked multicast"] || command.Obstacle == recipe.ReceiversBlock
			for _, o := range command.Others {
				seen["data missing"] = seen["data missing"] || o.Obstacle == recipe.DataMissing
				seen["not targeted"] = seen["not targeted"] || o.Obstacle == recipe.NotTargeted
			}
		}
	}
}

// leastPercent says of how many systems in a hundred each thing must happen,
// at least.
var leastPercent = map[string]int{
	"broadcast": 60, "broadcast received": 40, "broadcast received by several": 15,
	"multicast": 20, "multicast received": 12, "multicast received by several": 4,
	"p2p": 10, "named get": 3, "stutter": 20, "data": 30,
	"choice of receives": 5, "broadcast by a channel variable": 3, "blocked multicast": 15,
	"data missing": 1, "not targeted": 5,
	"zero divisor": 5, "data out of range": 5, "update out of range": 20,
	"state proposition true": 50, "state proposition false": 50, "step proposition true": 50, "step proposition false": 50,
	"more than ten states": 15, "several initial states": 20,
}

// require checks the percentages, reduced by the divisor.
func (c census) require(divisor int) {
	for _, what := range slices.Sorted(maps.Keys(c.count)) {
		c.t.Logf("%6d  %s", c.count[what], what)
	}
	for what, percent := range leastPercent {
		require.GreaterOrEqual(c.t, 100*divisor*c.count[what], percent*c.count["systems"], what)
	}
}

// Generated systems are alive: every kind of step and every obstacle occurs
// often enough for comparisons to mean something.
func TestSystemsAreAlive(t *testing.T) {
	c := census{t, map[string]int{}}
	for seed := range uint64(500) {
		c.take(recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 2}))
	}
	c.require(1)
}

// systems are those of a shape, as rapid draws them.
func systems(shape recipetest.Shape) *rapid.Generator[*recipe.System] {
	return rapid.Custom(func(t *rapid.T) *recipe.System { return recipetest.System(recipetest.Rapid(t), shape) })
}

func TestSystemsAreAliveUnderRapid(t *testing.T) {
	c := census{t, map[string]int{}}
	for seed := range 200 {
		c.take(systems(recipetest.Shape{Propositions: 2}).Example(seed))
	}
	c.require(4) // rapid prefers simple systems
}

// A total shape has no range faults.
func TestTotalShapeHasNoRangeFaults(t *testing.T) {
	for seed := range uint64(200) {
		s := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Total: true})
		in := recipe.NewInterpreter(s)
		g, err := recipe.Explore(context.Background(), in, 200)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range min(g.Len(), 100) {
			require.Empty(t, in.RangeFaults(g.State(i)), "%s", s)
		}
	}
}

// The same seed makes the same system.
func TestSeedsAreReproducible(t *testing.T) {
	for seed := range uint64(20) {
		first := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3})
		again := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3})
		require.Equal(t, first, again)
	}
}

func TestRapidDrawsSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := systems(recipetest.Shape{Agents: 2}).Draw(t, "system")
		require.NoError(t, s.Check())
	})
}
