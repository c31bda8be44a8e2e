package ltoltest_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
)

const (
	agents = 3
	atoms  = 3
)

// randomGraph makes a total structure in which agents see some of the atoms and a number of their
// own.
func randomGraph(rng *rand.Rand) *ltoltest.Graph {
	states := 1 + rng.Intn(8)
	labels, views := make([]int, states), make([][agents]string, states)
	moves := make([][]ltoltest.Move, states)
	for s := range states {
		labels[s] = rng.Intn(1 << atoms)
		for k := range agents {
			views[s][k] = fmt.Sprint(rng.Intn(3))
		}
		choices := [agents]int{1 + rng.Intn(2), 1 + rng.Intn(2), 1 + rng.Intn(2)}
		for code := range choices[0] * choices[1] * choices[2] {
			joint := []int{code % choices[0], code / choices[0] % choices[1], code / choices[0] / choices[1]}
			to := []int{rng.Intn(states)}
			if rng.Intn(5) == 0 {
				to = append(to, rng.Intn(states))
			}
			if code == 0 || rng.Intn(8) > 0 {
				moves[s] = append(moves[s], ltoltest.Move{Actions: joint, To: to})
			}
		}
	}
	return &ltoltest.Graph{
		Initial: []int{0},
		Moves:   moves,
		Atom:    func(s, id int) bool { return labels[s]&(1<<id) != 0 },
		View:    func(k, s int) string { return views[s][k] },
		Red:     func(k, s int) bool { return labels[s]&(1<<k) != 0 },
	}
}

func prop(i int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: i}) }

// randomState makes a state formula.
func randomState(rng *rand.Rand, depth int) *ltol.StateFormula {
	if depth == 0 {
		return ltol.StateProp(rng.Intn(atoms))
	}
	sub := func() *ltol.StateFormula { return randomState(rng, depth-1) }
	switch rng.Intn(7) {
	case 0:
		return ltol.NotState(sub())
	case 1:
		return ltol.AndState(sub(), sub())
	case 2:
		return ltol.Knows(rng.Intn(agents), sub())
	case 3:
		return ltol.ExistsPath(ltol.Until(prop(0), prop(1)), sub(), sub())
	case 4:
		return ltol.AllPaths(ltol.Finally(prop(0)), sub())
	case 5:
		return ltol.Can([]int{rng.Intn(agents)}, ltol.Globally(prop(0)), sub())
	}
	return sub()
}

type world struct {
	t   *testing.T
	rng *rand.Rand
	e   *ltoltest.Evaluator
	g   *ltoltest.Graph
}

func (w *world) states(f *ltol.StateFormula) []bool {
	w.t.Helper()
	states, err := w.e.States(f)
	require.NoError(w.t, err)
	return states
}

// same asserts that two formulas hold in the same states from which fair paths start.
func (w *world) same(f, g *ltol.StateFormula) {
	w.t.Helper()
	a, b := w.states(f), w.states(g)
	for s, live := range w.e.Live() {
		require.True(w.t, !live || a[s] == b[s], "state %d: %s and %s", s, f, g)
	}
}

// valid asserts that a formula holds in all states from which fair paths start.
func (w *world) valid(f *ltol.StateFormula) {
	w.t.Helper()
	w.same(f, ltol.TrueState())
}

// deterministic says that every combination of actions leads to one state.
func (w *world) deterministic() bool {
	return !slices.ContainsFunc(w.g.Moves, func(moves []ltoltest.Move) bool {
		return slices.ContainsFunc(moves, func(m ltoltest.Move) bool { return len(m.To) > 1 })
	})
}

// overWorlds calls f with random graphs, every other one with fairness.
func overWorlds(t *testing.T, count int, f func(*world)) {
	for i := range count {
		rng := rand.New(rand.NewSource(int64(i)))
		g := randomGraph(rng)
		if i%2 == 1 {
			for range 1 + rng.Intn(2) {
				g.Fair = append(g.Fair, randomState(rng, 1))
			}
		}
		e, err := ltoltest.New(g)
		require.NoError(t, err)
		f(&world{t, rng, e, g})
	}
}

// TestLawsOfPaths: CTL by fixpoints is CTL by automata, dualities and expansions.
func TestLawsOfPaths(t *testing.T) {
	overWorlds(t, 150, func(w *world) {
		byAutomata, err := ltoltest.New(w.g)
		require.NoError(t, err)
		byAutomata.Automata = true
		p, q := randomState(w.rng, 2), randomState(w.rng, 2)
		for _, path := range []*ltol.Formula{
			ltol.Next(prop(0)), ltol.Finally(prop(0)), ltol.Globally(prop(1)), ltol.Until(prop(0), prop(1)), ltol.Until(prop(1), prop(0)),
		} {
			for _, f := range []*ltol.StateFormula{ltol.ExistsPath(path, p, q), ltol.AllPaths(path, p, q)} {
				states, err := byAutomata.States(f)
				require.NoError(t, err)
				require.Equal(t, states, w.states(f), "%s", f)
			}
			w.same(ltol.AllPaths(path, p, q), ltol.NotState(ltol.ExistsPath(ltol.Not(path), p, q)))
		}
		eu := ltol.ExistsPath(ltol.Until(prop(0), prop(1)), p, q)
		w.same(eu, ltol.OrState(q, ltol.AndState(p, ltol.ExistsPath(ltol.Next(prop(0)), eu))))
		eg := ltol.ExistsPath(ltol.Globally(prop(0)), p)
		w.same(eg, ltol.AndState(p, ltol.ExistsPath(ltol.Next(prop(0)), eg)))
		gf := ltol.ExistsPath(ltol.And(ltol.Globally(ltol.Finally(prop(0))), ltol.Finally(prop(1))), p, q)
		w.same(gf, ltol.OrState(ltol.AndState(q, ltol.ExistsPath(ltol.Globally(ltol.Finally(prop(0))), p)),
			ltol.ExistsPath(ltol.Next(prop(0)), gf)))
		for _, fair := range w.g.Fair {
			if fair.Op() == ltol.StateAtom {
				w.valid(ltol.AllPaths(ltol.Globally(ltol.Finally(prop(0))), fair))
			}
		}
	})
}

// TestLawsOfKnowledge are the axioms of S5 and what relates the knowledge of groups.
func TestLawsOfKnowledge(t *testing.T) {
	overWorlds(t, 200, func(w *world) {
		p, q := randomState(w.rng, 2), randomState(w.rng, 2)
		all := []int{0, 1, 2}
		for k := range agents {
			kp := ltol.Knows(k, p)
			w.valid(ltol.ImpliesState(ltol.AndState(ltol.Knows(k, ltol.ImpliesState(p, q)), kp), ltol.Knows(k, q)))
			w.valid(ltol.ImpliesState(kp, p))
			w.valid(ltol.ImpliesState(kp, ltol.Knows(k, kp)))
			w.valid(ltol.ImpliesState(ltol.NotState(kp), ltol.Knows(k, ltol.NotState(kp))))
			w.same(ltol.Knows(k, ltol.AndState(p, q)), ltol.AndState(kp, ltol.Knows(k, q)))
			w.same(kp, ltol.DistributedKnows([]int{k}, p))
			w.same(kp, ltol.EveryoneKnows([]int{k}, p))
			w.same(kp, ltol.CommonKnows([]int{k}, p))
			w.valid(ltol.ImpliesState(kp, ltol.DistributedKnows(all, p)))
			w.valid(ltol.ImpliesState(ltol.EveryoneKnows(all, p), kp))
			red := ltol.StateProp(k)
			w.valid(ltol.Obliged(k, ltol.NotState(red)))
			w.valid(ltol.ImpliesState(ltol.Obliged(k, ltol.ImpliesState(p, q)), ltol.ImpliesState(ltol.Obliged(k, p), ltol.Obliged(k, q))))
		}
		c := ltol.CommonKnows(all, p)
		w.same(c, ltol.AndState(p, ltol.EveryoneKnows(all, c)))
		w.same(c, connected(w, all, p))
		w.same(ltol.EveryoneKnows(all, p), ltol.AndState(ltol.Knows(0, p), ltol.Knows(1, p), ltol.Knows(2, p)))
	})
}

// connected checks GCK against connected components, and returns it.
func connected(w *world, group []int, p *ltol.StateFormula) *ltol.StateFormula {
	c := ltol.CommonKnows(group, p)
	values, live := w.states(p), w.e.Live()
	component := make([]int, len(live))
	for s := range component {
		component[s] = s
	}
	for changed := true; changed; {
		changed = false
		for s := range live {
			for u := range live {
				near := live[s] && live[u] && slices.ContainsFunc(group, func(k int) bool { return w.g.View(k, s) == w.g.View(k, u) })
				if near && component[s] != component[u] {
					component[s] = min(component[s], component[u])
					component[u], changed = component[s], true
				}
			}
		}
	}
	for s, holds := range w.states(c) {
		want := true
		for u := range live {
			want = want && (!live[u] || component[u] != component[s] || values[u])
		}
		require.True(w.t, !live[s] || holds == want, "state %d: %s", s, c)
	}
	return c
}

// TestLawsOfStrategies: coalitions of nobody, monotony, fixpoints, and games under fairness that
// every path satisfies.
func TestLawsOfStrategies(t *testing.T) {
	overWorlds(t, 300, func(w *world) {
		p, q := randomState(w.rng, 1), randomState(w.rng, 1)
		small, large := []int{w.rng.Intn(agents)}, []int{0, 1, 2}
		paths := []*ltol.Formula{ltol.Next(prop(0)), ltol.Finally(prop(0)), ltol.Globally(prop(0)), ltol.Until(prop(0), prop(1))}
		for _, path := range paths {
			w.same(ltol.Can(nil, path, p, q), ltol.AllPaths(path, p, q))
			can := ltol.Can(small, path, p, q)
			w.valid(ltol.ImpliesState(ltol.AllPaths(path, p, q), can))
			w.valid(ltol.ImpliesState(can, ltol.ExistsPath(path, p, q)))
			w.valid(ltol.ImpliesState(ltol.Can(small, path, ltol.AndState(p, q), q), can))
			if w.deterministic() {
				w.same(ltol.Can(large, path, p, q), ltol.ExistsPath(path, p, q))
			}
		}
		if len(w.g.Fair) > 0 {
			return
		}
		fair := *w.g
		fair.Fair = []*ltol.StateFormula{ltol.TrueState(), ltol.TrueState()}
		e, err := ltoltest.New(&fair)
		require.NoError(t, err)
		for _, path := range paths {
			can := ltol.Can(small, path, p, q)
			states, err := e.States(can)
			require.NoError(t, err)
			require.Equal(t, w.states(can), states, "%s", can)
			w.valid(ltol.ImpliesState(can, ltol.Can(large, path, p, q)))
		}
		next := func(f *ltol.StateFormula) *ltol.StateFormula { return ltol.Can(small, ltol.Next(prop(0)), f) }
		g := ltol.Can(small, ltol.Globally(prop(0)), p)
		w.same(g, ltol.AndState(p, next(g)))
		u := ltol.Can(small, ltol.Until(prop(0), prop(1)), p, q)
		w.same(u, ltol.OrState(q, ltol.AndState(p, next(u))))
	})
}

// ring is a structure whose states have one proposition each, with moves of one agent: by state,
// where its actions lead.
func ring(to [][]int, fair ...*ltol.StateFormula) *ltoltest.Graph {
	g := &ltoltest.Graph{Initial: []int{0}, Fair: fair,
		Atom: func(s, id int) bool { return s == id },
		View: func(_, s int) string { return fmt.Sprint(s) },
		Red:  func(int, int) bool { return false },
	}
	for _, choices := range to {
		var moves []ltoltest.Move
		for action, t := range choices {
			moves = append(moves, ltoltest.Move{Actions: []int{action}, To: []int{t}})
		}
		g.Moves = append(g.Moves, moves)
	}
	return g
}

// TestStrategiesUnderFairness: fairness helps against loops that are not fair, a strategy that
// makes every outcome unfair wins nothing, and there are goals that need memory.
func TestStrategiesUnderFairness(t *testing.T) {
	at := ltol.StateProp
	holds := func(g *ltoltest.Graph, f *ltol.StateFormula) bool {
		e, err := ltoltest.New(g)
		require.NoError(t, err)
		h, err := e.Holds(f)
		require.NoError(t, err)
		return h
	}
	finally, globally := ltol.Finally(prop(0)), ltol.Globally(prop(0))
	lazy := [][]int{{0, 1}, {1}}
	require.False(t, holds(ring(lazy), ltol.Can(nil, finally, at(1))))
	require.True(t, holds(ring(lazy, at(1)), ltol.Can(nil, finally, at(1))))
	require.True(t, holds(ring(lazy), ltol.Can([]int{0}, globally, at(0))))
	require.False(t, holds(ring(lazy, at(1)), ltol.Can([]int{0}, globally, at(0))), "no outcome that stays is fair")
	hub := [][]int{{1, 2, 3}, {0}, {0}, {3}}
	require.True(t, holds(ring(hub, at(1), at(2)), ltol.Can([]int{0}, globally, ltol.NotState(at(3)))), "1 and 2 in turn need memory")
	require.True(t, holds(ring(hub, at(3)), ltol.Can([]int{0}, ltol.Until(prop(0), prop(1)), ltol.NotState(at(2)), at(1))))
}

// TestDeadEnds: without stuttering a state without moves has no path, and no strategy makes a step.
func TestDeadEnds(t *testing.T) {
	g := ring([][]int{{1}, {}})
	e, err := ltoltest.New(g)
	require.NoError(t, err)
	stuck := func(f *ltol.StateFormula) bool {
		states, err := e.States(f)
		require.NoError(t, err)
		return states[1]
	}
	next, globally := ltol.Next(prop(0)), ltol.Globally(prop(0))
	require.True(t, stuck(ltol.AllPaths(next, ltol.NotState(ltol.TrueState()))))
	require.True(t, stuck(ltol.AllPaths(globally, ltol.StateProp(1))))
	require.False(t, stuck(ltol.ExistsPath(next, ltol.TrueState())))
	require.False(t, stuck(ltol.ExistsPath(globally, ltol.TrueState())))
	require.True(t, stuck(ltol.AllPaths(ltol.Finally(prop(0)), ltol.StateProp(0))))
	require.False(t, stuck(ltol.Can([]int{0}, globally, ltol.TrueState())))
	require.False(t, stuck(ltol.Can([]int{0}, next, ltol.TrueState())))
}

// TestBeyondTheEvaluator: what cannot be decided is an error.
func TestBeyondTheEvaluator(t *testing.T) {
	e, err := ltoltest.New(ring([][]int{{0}}))
	require.NoError(t, err)
	_, err = e.States(ltol.Can(nil, ltol.Globally(ltol.Finally(prop(0))), ltol.TrueState()))
	require.ErrorContains(t, err, "something other than X, F, G or U")
	_, err = e.States(ltol.ExistsPath(ltol.Possible(0, prop(0)), ltol.TrueState()))
	require.ErrorContains(t, err, "reads steps")
}
