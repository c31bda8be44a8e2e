package space_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An arena is a system with all of its reachable states, and the sets of each as diagrams.
type arena struct {
	*space.Recipe
	graph  *recipe.Graph
	c      *bdd.Calculator
	states []bdd.Node
}

// newArena is nil for systems of many states.
func newArena(t *testing.T, seed uint64) *arena {
	ctx := context.Background()
	sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3, Commands: 6, Propositions: 3})
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(ctx, in, 40)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
		return nil
	}
	m, err := symbolic.Encode(ctx, sys, symbolic.Options{})
	require.NoError(t, err)
	a := &arena{Recipe: space.OfRecipe(m, in), graph: g, c: m.Manager.Calculator(ctx)}
	for i := range g.Len() {
		a.states = append(a.states, a.c.Take(a.StateSet(a.c.Scope(), g.State(i))))
	}
	t.Cleanup(func() {
		require.NoError(t, a.c.Err())
		a.c.Close()
		a.Close()
	})
	return a
}

// set is a set of states as a diagram, list the states of a diagram.
func (a *arena) set(has func(state int) bool) bdd.Node {
	out := bdd.False
	for i, n := range a.states {
		if has(i) {
			out = a.c.Or(out, n)
		}
	}
	return out
}

func (a *arena) list(set bdd.Node) []int {
	var out []int
	for i, n := range a.states {
		if a.c.And(n, set) != bdd.False {
			out = append(out, i)
		}
	}
	return out
}

// stuck tells whether a state has no step.
func (a *arena) stuck(state int) bool {
	return a.graph.Edges(state)[0].Step.Kind == recipe.Stutter
}

// play is the worth of what is left of the choices of a step from a state, in the order in which
// players make them: who begins, the command, who supplies, with what, and what receivers of the
// coalition do. It is the game of [space.Recipe.Table], told once more. The worth is that of the
// states that can follow and, of a choice, joined of those of its branches.
func (a *arena) play(
	steps []recipe.Edge, made int, ours func(player int) bool, worth func(next []int) int, join func(mine bool, branches []int) int,
) int {
	const last = 4
	if made > last {
		var next []int
		for _, e := range steps {
			next = append(next, e.To)
		}
		return worth(next)
	}
	var player []int // who makes the choice; the same in all steps
	var keys []string
	branches := map[string][]recipe.Edge{}
	for _, e := range steps {
		p, key := a.Agents(), ""
		supplies := e.Step.Kind == recipe.PointToPointStep
		switch {
		case made == 0:
			key = fmt.Sprint(e.Step.Initiator)
		case made == 1:
			p, key = e.Step.Initiator, fmt.Sprint(e.Step.Command)
		case made == 2 && supplies:
			key = fmt.Sprint(e.Step.Participants[0].Agent)
		case made == 3 && supplies:
			p, key = e.Step.Participants[0].Agent, fmt.Sprint(e.Step.Participants[0].Command)
		case made == last && !supplies:
			for _, q := range e.Step.Participants {
				if ours(q.Agent) {
					key += fmt.Sprint(" ", q.Command)
				}
			}
			p = -1
		}
		if branches[key] == nil {
			keys = append(keys, key)
		}
		branches[key] = append(branches[key], e)
		player = append(player, p)
	}
	mine := player[0] < 0 || ours(player[0])
	var values []int
	for _, key := range keys {
		values = append(values, a.play(branches[key], made+1, ours, worth, join))
	}
	return join(mine, values)
}

// force tells whether a coalition has choices with which every step leads into a set.
func (a *arena) force(state int, ours func(int) bool, in func(int) bool) bool {
	return a.lead(state, ours, in, in)
}

// lead tells whether it has choices with which every step leads within one set, and some into
// another.
func (a *arena) lead(state int, ours, within, in func(int) bool) bool {
	const bad, safe, leads = 0, 1, 2
	if a.stuck(state) {
		return within(state) && in(state)
	}
	worth := func(next []int) int {
		switch {
		case slices.ContainsFunc(next, func(s int) bool { return !within(s) }):
			return bad
		case slices.ContainsFunc(next, in):
			return leads
		}
		return safe
	}
	return a.play(a.graph.Edges(state), 0, ours, worth, func(mine bool, branches []int) int {
		if !mine && slices.Min(branches) == bad {
			return bad
		}
		return slices.Max(branches)
	}) == leads
}

// What coalitions can bring about in one step is what the game says that is played out on the steps
// of the interpreter: for drawn systems, coalitions and sets.
func TestTablesAgainstTheGame(t *testing.T) {
	ctx := context.Background()
	forced, led, chosen, plans := map[bool]int{}, map[bool]int{}, 0, 0
	for seed := range uint64(120) {
		a := newArena(t, seed)
		if a == nil {
			continue
		}
		random := rand.New(rand.NewPCG(seed, 9))
		reached := a.set(func(int) bool { return true })
		stuck := a.set(a.stuck)
		for range 4 {
			member := make([]bool, a.Players())
			var coalition []int
			for p := range member {
				if member[p] = random.IntN(2) == 0; member[p] {
					coalition = append(coalition, p)
				}
			}
			ours := func(p int) bool { return member[p] }
			table, err := a.Table(ctx, coalition, reached, stuck)
			require.NoError(t, err)
			some, other := make([]bool, a.graph.Len()), make([]bool, a.graph.Len())
			for i := range some {
				some[i], other[i] = random.IntN(4) > 0, random.IntN(3) == 0
			}
			in, within := func(s int) bool { return other[s] }, func(s int) bool { return some[s] }
			force := a.list(table.Force(a.c, nil, a.set(within), nil))
			lead := a.list(table.Lead(a.c, a.set(within), a.set(in)))
			for s := range some {
				want := a.force(s, ours, within)
				require.Equal(t, want, slices.Contains(force, s), "seed %d, state %d, coalition %v", seed, s, coalition)
				forced[want]++
				explicit, err := a.Forces(ctx, a.graph.State(s), coalition, func(next space.State) (bool, error) {
					return some[a.graph.Index(next.(recipe.State))], nil
				})
				require.NoError(t, err)
				require.Equal(t, want, explicit, "seed %d, state %d, coalition %v", seed, s, coalition)
				want = a.lead(s, ours, within, in)
				require.Equal(t, want, slices.Contains(lead, s), "seed %d, state %d, coalition %v", seed, s, coalition)
				led[want]++
			}
			n, options := a.requireChoices(t, table, within, force)
			chosen, plans = chosen+n, plans+options
			a.requireAttracted(t, table.(space.SwiftTable), ours, within, in)
			table.Close()
		}
	}
	for _, n := range []int{forced[true], forced[false], led[true], led[false], chosen, plans} {
		require.Greater(t, n, 300)
	}
}

// requireChoices chooses where the coalition can force a set: a decision has one option at most in
// a state, only where it is possible, and all steps by the options lead into the set.
func (a *arena) requireChoices(t *testing.T, table space.Table, within func(int) bool, force []int) (states, options int) {
	where := a.c.Diff(a.set(func(s int) bool { return slices.Contains(force, s) }), a.set(a.stuck))
	p := table.Choose(a.c, nil, a.set(within), where, nil)
	require.Len(t, p, len(table.Decisions()))
	for d, sets := range p {
		taken := bdd.False
		for o, n := range sets {
			require.Equal(t, bdd.False, a.c.And(taken, n), "two options at once")
			require.Equal(t, bdd.False, a.c.Diff(n, table.Possible(a.c, d, o)), "an option that is not possible")
			taken = a.c.Or(taken, n)
			options += len(a.list(n))
		}
	}
	for _, s := range a.list(table.Image(a.c, p, where)) {
		require.True(t, within(s), "a step by the plan leads out of the set")
	}
	before := a.list(a.c.And(where, table.PreImage(a.c, p, a.set(within))))
	require.Equal(t, a.list(where), before, "every state has a step by the plan into the set")
	require.Subset(t, force, a.list(a.c.Diff(table.Force(a.c, p, a.set(within), nil), a.set(a.stuck))))
	return len(before), options
}

// requireAttracted asks for what the side that chooses who begins can reach.
func (a *arena) requireAttracted(t *testing.T, table space.SwiftTable, ours func(int) bool, within, in func(int) bool) {
	attracted := make([]bool, a.graph.Len())
	for s := range attracted {
		attracted[s] = in(s)
	}
	for again := true; again; {
		again = false
		for s := range attracted {
			can := table.Begins() && a.force(s, ours, func(s int) bool { return attracted[s] })
			if !table.Begins() { // the others come last and see what the coalition does
				can = !a.stuck(s) && !a.force(s, ours, func(s int) bool { return !attracted[s] })
			}
			if !attracted[s] && within(s) && can {
				attracted[s], again = true, true
			}
		}
	}
	got := a.list(table.Attract(a.c, a.set(in), a.set(func(s int) bool { return within(s) || in(s) })))
	for s := range attracted {
		require.Equal(t, attracted[s], slices.Contains(got, s), "state %d", s)
	}
}
