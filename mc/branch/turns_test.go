package branch

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// turn decides one step of the game of turns from the explicit steps, choice by choice: the
// scheduler picks an initiator, that one a command, for a get the scheduler a supplier and that one
// what it supplies; then the coalition's participants pick their receives, then the others.
func turn(edges []recipe.Edge, sys *recipe.System, in func(player int) bool, good func(to int) bool) bool {
	safe, _ := turnTo(edges, sys, in, good, -1)
	return safe
}

// turnTo tells as well whether the coalition can do so in a way in which the next state may be to.
func turnTo(edges []recipe.Edge, sys *recipe.System, in func(player int) bool, good func(to int) bool, to int) (safe, leads bool) {
	scheduler := len(sys.Agents)
	type chooser struct {
		player func(e recipe.Edge) int
		choice func(e recipe.Edge) string
	}
	always := func(player int) func(recipe.Edge) int { return func(recipe.Edge) int { return player } }
	receives := func(ours bool) func(e recipe.Edge) string {
		return func(e recipe.Edge) string {
			var list []int
			for _, p := range e.Step.Participants {
				if in(p.Agent) == ours && e.Step.Kind != recipe.PointToPointStep {
					list = append(list, p.Command)
				}
			}
			return fmt.Sprint(list)
		}
	}
	supplier := func(e recipe.Edge) int {
		if e.Step.Kind != recipe.PointToPointStep {
			return scheduler
		}
		return e.Step.Participants[0].Agent
	}
	ours, theirs := -1, -2 // players who stand for all participants of a side
	order := []chooser{
		{always(scheduler), func(e recipe.Edge) string { return fmt.Sprint(e.Step.Initiator) }},
		{func(e recipe.Edge) int { return e.Step.Initiator }, func(e recipe.Edge) string { return fmt.Sprint(e.Step.Command) }},
		{always(scheduler), func(e recipe.Edge) string { return fmt.Sprint(supplier(e)) }},
		{supplier, func(e recipe.Edge) string {
			if e.Step.Kind != recipe.PointToPointStep {
				return ""
			}
			return fmt.Sprint(e.Step.Participants[0].Command)
		}},
		{always(ours), receives(true)},
		{always(theirs), receives(false)},
		{always(theirs), func(e recipe.Edge) string { return fmt.Sprint(e.To) }},
	}
	var play func(edges []recipe.Edge, order []chooser) (safe, leads bool)
	play = func(edges []recipe.Edge, order []chooser) (safe, leads bool) {
		if len(order) == 0 {
			safe = good(edges[0].To)
			return safe, safe && edges[0].To == to
		}
		parts := map[string][]recipe.Edge{}
		for _, e := range edges {
			key := order[0].choice(e)
			parts[key] = append(parts[key], e)
		}
		player := order[0].player(edges[0])
		chosen := player == ours || player >= 0 && in(player)
		safe = !chosen
		for _, list := range parts {
			s, l := play(list, order[1:])
			leads = leads || l
			if chosen {
				safe = safe || s
			} else {
				safe = safe && s
			}
		}
		return safe, safe && leads
	}
	return play(edges, order)
}

// What coalitions of agents, with and without the scheduler, can bring about in generated systems
// is what the explicit game of turns says, nobody can bring about what holds on all paths, and
// everybody what holds on some.
func TestAbilityInTurns(t *testing.T) {
	ctx := context.Background()
	open := ltol.Prop(ltol.Atom{Kind: ltol.State})
	telling, between := 0, 0
	for seed := range recipetest.Number(t, "BRANCH_TURNS", 60) {
		source := recipetest.Seeded(uint64(700 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		w := newTwin(t, sys, nil)
		if w == nil {
			continue
		}
		p := ltol.StateProp(statePropositions(sys)[0])
		states := func(f *ltol.StateFormula) []bool {
			set, err := w.labels.States(ctx, f)
			require.NoError(t, err)
			got := make([]bool, w.graph.Len())
			w.model.Each(set, func(s recipe.State) bool { got[w.graph.Index(s)] = true; return true })
			return got
		}
		all := make([]int, len(sys.Agents)+1)
		for k := range all {
			all[k] = k
		}
		goal := states(p)
		for _, path := range []*ltol.Formula{ltol.Next(open), ltol.Finally(open), ltol.Globally(open)} {
			everyPath, somePath := states(ltol.AllPaths(path, p)), states(ltol.ExistsPath(path, p))
			require.Equal(t, everyPath, states(ltol.Can(nil, path, p)), "seed %d", seed)
			require.Equal(t, somePath, states(ltol.Can(all, path, p)), "seed %d", seed)
			for coalition := range 1 << len(all) {
				in := func(player int) bool { return coalition>>player&1 == 1 }
				members := slices.DeleteFunc(slices.Clone(all), func(k int) bool { return !in(k) })
				pre := func(x []bool) []bool {
					out := make([]bool, len(x))
					for s := range out {
						out[s] = turn(w.graph.Edges(s), sys, in, func(to int) bool { return x[to] })
					}
					return out
				}
				got := states(ltol.Can(members, path, p))
				require.Equal(t, solve(path.Op(), goal, pre), got, "seed %d: %v %s", seed, members, path)
				if !slices.Equal(everyPath, somePath) {
					telling++
					if !slices.Equal(got, everyPath) && !slices.Equal(got, somePath) {
						between++
					}
				}
			}
		}
		w.close()
	}
	t.Log(telling, between)
	require.Greater(t, telling, 200)
	require.Greater(t, between, 20)
}

// Where coalitions win drawn goals is what the fixpoints on explicit steps say, in systems with and
// without cycles: f U g, f forever or until g, and X g.
func TestDrawnGoalsInTurns(t *testing.T) {
	ctx := context.Background()
	counts := map[[3]bool]int{} // by whether there are cycles, G was asked for and a state is won
	for seed := range recipetest.Number(t, "BRANCH_TURNS", 60) {
		source := recipetest.Seeded(uint64(500 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 1, Agents: 3, Commands: 7})
		forward := seed%2 == 0
		if forward {
			onlyForward(sys)
		}
		w := newTwin(t, sys, nil)
		if w == nil {
			continue
		}
		finite, err := w.labels.sys.Finite(ctx)
		require.NoError(t, err)
		require.True(t, finite || !forward, "seed %d", seed)
		c := w.labels.man.Calculator(ctx)
		drawn := func(percent int) (has []bool, set bdd.Node) {
			for s := range w.graph.Len() {
				if has = append(has, source.Intn(100) < percent); has[s] {
					set = c.Or(set, c.Take(w.labels.sp.StateSet(c.Scope(), w.graph.State(s))))
				}
			}
			return has, set
		}
		for coalition := range 1 << (len(sys.Agents) + 1) {
			in := func(player int) bool { return coalition>>player&1 == 1 }
			members := slices.DeleteFunc([]int{0, 1, 2, 3}[:len(sys.Agents)+1], func(k int) bool { return !in(k) })
			game, err := w.labels.contest(c, members)
			require.NoError(t, err)
			for _, op := range []ltol.Op{ltol.OpUntil, ltol.OpGlobally, ltol.OpNext} {
				var stay, goal []bool
				stay, game.f = drawn(85)
				goal, game.g = drawn(20)
				game.op = op
				want := solve(op, goal, func(x []bool) []bool {
					out := make([]bool, len(x))
					for s := range out {
						out[s] = turn(w.graph.Edges(s), sys, in, func(to int) bool { return x[to] })
					}
					return out
				}, stay)
				won := game.win(c)
				for s := range want {
					at := c.Take(w.labels.sp.StateSet(c.Scope(), w.graph.State(s)))
					require.Equal(t, want[s], c.And(at, won) != bdd.False, "seed %d, state %d: %v %v", seed, s, members, op)
					counts[[3]bool{finite, op == ltol.OpGlobally, want[s]}]++
				}
			}
			game.table.Close()
		}
		require.NoError(t, c.Err())
		c.Close()
		w.close()
	}
	require.Len(t, counts, 8)
	for what, n := range counts {
		require.Greater(t, n, 400, what)
	}
}

// onlyForward has each command of a system lead to a later control state, so that nothing comes
// again.
func onlyForward(sys *recipe.System) {
	for i := range sys.Commands {
		cmd := &sys.Commands[i]
		cmd.To = max(cmd.To, cmd.From+1)
		agent := &sys.Agents[cmd.Agent]
		agent.States = max(agent.States, cmd.To+1)
	}
}

// A run shows that an ability is missing only where the coalition has no influence at all: the
// others can lead from every state to each of its successors. Where it has, their strategy shows
// it.
func TestRunsShowWhatNobodyPrevents(t *testing.T) {
	ctx := context.Background()
	open := ltol.Prop(ltol.Atom{Kind: ltol.State})
	runs, strategies := 0, 0
	for seed := range recipetest.Number(t, "BRANCH_TURNS", 60) / 3 {
		source := recipetest.Seeded(uint64(900 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		w := newTwin(t, sys, nil)
		if w == nil {
			continue
		}
		p := ltol.StateProp(statePropositions(sys)[0])
		for coalition := range 1 << (len(sys.Agents) + 1) {
			in := func(player int) bool { return coalition>>player&1 == 1 }
			members := slices.DeleteFunc([]int{0, 1, 2, 3}[:len(sys.Agents)+1], func(k int) bool { return !in(k) })
			powerless := true
			for s := range w.graph.Len() {
				for _, e := range w.graph.Edges(s) {
					powerless = powerless && !turn(w.graph.Edges(s), sys, in, func(to int) bool { return to != e.To })
				}
			}
			for _, path := range []*ltol.Formula{ltol.Finally(open), ltol.Globally(open)} {
				x, err := w.labels.Explain(ctx, ltol.Can(members, path, p), w.graph.State(0))
				require.NoError(t, err, "seed %d: %v %s", seed, members, path)
				switch {
				case x.Run != nil:
					require.True(t, powerless && !x.Holds, "seed %d: %v %s", seed, members, path)
					runs++
				case x.Strategy != nil && !x.Holds:
					strategies++
				}
			}
		}
		w.close()
	}
	t.Log(runs, strategies)
	require.Greater(t, min(runs, strategies), 10)
}

// solve is X g, f U g, or f forever or until g. Without f, that is X g, F g or G g.
func solve(op ltol.Op, g []bool, pre func([]bool) []bool, f ...[]bool) []bool {
	if op == ltol.OpNext {
		return pre(g)
	}
	holds := func(s int, next bool) bool {
		switch {
		case f != nil:
			return g[s] || f[0][s] && next
		case op == ltol.OpGlobally:
			return g[s] && next
		}
		return g[s] || next
	}
	x := slices.Clone(g)
	for s := range x {
		x[s] = holds(s, op == ltol.OpGlobally)
	}
	for {
		next := pre(x)
		for s := range next {
			next[s] = holds(s, next[s])
		}
		if slices.Equal(next, x) {
			return x
		}
		x = next
	}
}
