package jointtest

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// TestFound compares where something holds, the values that variables take, and the lengths of
// shortest runs with explicit exploration, on generated systems.
func TestFound(t *testing.T) {
	ctx := context.Background()
	compared := 0
	for seed := range 40 {
		f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 300})
		if err != nil {
			continue
		}
		compared++
		c, err := New(ctx, p.System, nil, Options{})
		require.NoError(t, err)
		agrees := func(found *report.Found, err error, holds func(i int) bool) {
			require.NoError(t, err)
			n, shortest := 0, -1
			for i := range g.States {
				if holds(i) {
					n++
					if steps := len(ispltest.Path(g, i)) - 1; shortest < 0 || steps < shortest {
						shortest = steps
					}
				}
			}
			require.Equal(t, int64(n), found.States.Int64(), "seed %d", seed)
			require.Equal(t, n > 0, found.Run != nil)
			if n > 0 {
				require.Len(t, found.Run.Steps, shortest, "seed %d", seed)
				replays(t, in, found.Run)
				require.True(t, holds(g.Index(found.Run.States[shortest].(interpreted.State))))
			}
		}
		for _, q := range p.System.Propositions {
			found, err := c.Where(ctx, q.When)
			agrees(found, err, func(i int) bool { return in.Holds(q.When, g.States[i]) })
		}
		dead, over := map[int]bool{}, map[int]bool{}
		for _, i := range ispltest.Deadlocks(g) {
			dead[i] = true
		}
		for _, i := range ispltest.Overflows(g) {
			over[i] = true
		}
		found, err := c.Deadlocks(ctx)
		agrees(found, err, func(i int) bool { return dead[i] })
		found, err = c.Overflows(ctx)
		agrees(found, err, func(i int) bool { return over[i] })
		taken, err := c.Taken(ctx)
		require.NoError(t, err)
		for v := range p.System.Vars {
			want := map[recipe.Value]bool{}
			for _, s := range g.States {
				want[s[v]] = true
			}
			require.Len(t, taken[v], len(want), "seed %d", seed)
			for _, x := range taken[v] {
				require.True(t, want[x])
			}
		}
		c.Close()
	}
	require.Greater(t, compared, 20)
}

// TestDeadlockFree compares the formula of --deadlock-free with the deadlocks of explicit
// exploration, where the last state repeats and where paths end there. Its witness is a shortest
// run to a deadlock, and the certificate agrees.
func TestDeadlockFree(t *testing.T) {
	ctx := context.Background()
	met := map[bool]int{}
	for seed := range 40 {
		f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 300})
		if err != nil {
			continue
		}
		shortest := -1
		for _, i := range ispltest.Deadlocks(g) {
			if steps := len(ispltest.Path(g, i)) - 1; shortest < 0 || steps < shortest {
				shortest = steps
			}
		}
		free := p.DeadlockFree().Formula
		for _, ends := range []bool{false, true} {
			c, err := New(ctx, p.System, nil, Options{Samples: 20, PathsEnd: ends})
			require.NoError(t, err)
			a, err := c.Check(ctx, free)
			require.NoError(t, err)
			require.Equal(t, shortest < 0, a.Holds, "seed %d", seed)
			met[a.Holds]++
			if !a.Holds {
				w, err := c.Witness(ctx, free, a.Example)
				require.NoError(t, err)
				replays(t, in, &branch.Run{States: w.Run.States[:shortest+1], Steps: w.Run.Steps[:shortest]})
				stuck, err := in.Stuck(ctx, w.Run.States[shortest].(interpreted.State))
				require.NoError(t, err)
				require.True(t, stuck, "seed %d", seed)
			}
			_, err = c.Compare(ctx)
			require.NoError(t, err)
			c.Close()
		}
	}
	require.Greater(t, min(met[true], met[false]), 10)
}

// replays checks that a run begins in an initial state and takes steps of the interpreter. A state
// without a successor is the last one, and stutters.
func replays(t *testing.T, in *interpreted.Interpreter, r *branch.Run) {
	require.True(t, in.Holds(in.System().Init, r.States[0].(interpreted.State)))
	for i, step := range r.Steps {
		from, to := r.States[i].(interpreted.State), r.Loop
		if i+1 < len(r.States) {
			to = i + 1
		}
		if step.(interpreted.Joint) == nil {
			stuck, err := in.Stuck(t.Context(), from)
			require.NoError(t, err)
			require.True(t, stuck && to == i)
			continue
		}
		followed := false
		for next := range in.Next(from, step.(interpreted.Joint)) {
			followed = followed || next.Compare(r.States[to].(interpreted.State)) == 0
		}
		require.True(t, followed)
	}
}

// TestLines: lines of evolutions that apply together are told of, with a run to where they do,
// unless they say the same; so are lines of protocols that are for nothing. Against explicit
// exploration, both are right on generated systems.
func TestLines(t *testing.T) {
	ctx := context.Background()
	overlaps, idle := 0, 0
	for seed := range 60 {
		f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 200})
		if err != nil {
			continue
		}
		c, err := New(ctx, p.System, nil, Options{})
		require.NoError(t, err)
		warnings, err := c.Warnings(ctx)
		require.NoError(t, err)
		at := map[recipe.Position]string{}
		told := map[int]bool{} // agents
		for _, w := range warnings {
			at[w.Pos] += w.Code + ";"
		}
		for a := range p.System.Agents {
			agent := &p.System.Agents[a]
			for _, l := range agent.Protocol {
				applies := false
				for _, s := range g.States {
					applies = applies || in.Holds(l.When, s)
				}
				require.Equal(t, !applies, at[l.Pos] == report.CodeIdleLine+";", "seed %d", seed)
				if !applies {
					idle++
				}
			}
			for _, l := range agent.Evolution {
				told[a] = told[a] || at[l.Pos] == report.CodeOverlap+";"
			}
			want := false
			for i, edges := range g.Moves {
				for _, e := range edges {
					want = want || together(c, in, agent, g.States[i], e.Joint)
				}
			}
			require.Equal(t, want, told[a], "seed %d", seed)
			if want {
				overlaps++
			}
		}
		c.Close()
	}
	require.Positive(t, overlaps)
	require.Positive(t, idle)
}

// together says whether two lines of an agent apply at once that do not say the same, to one
// variable where each has lines of its own.
func together(c *Checker, in *interpreted.Interpreter, a *interpreted.Agent, s interpreted.State, j interpreted.Joint) bool {
	var enabled []interpreted.EvolutionLine
	for _, l := range a.Evolution {
		if v, ok := l.When.Eval(s, j); ok && v != 0 {
			enabled = append(enabled, l)
		}
	}
	for i, l := range enabled {
		for _, k := range enabled[:i] {
			if (!in.System().Single || l.Assign[0].Var == k.Assign[0].Var) && !same(in.System(), k, l) {
				return true
			}
		}
	}
	return false
}

// same says whether two lines assign the same.
func same(sys *interpreted.System, a, b interpreted.EvolutionLine) bool {
	text := func(l interpreted.EvolutionLine) (out string) {
		for _, to := range l.Assign {
			out += sys.VarName(to.Var) + " = " + sys.Text(to.Value) + ";"
		}
		return out
	}
	return text(a) == text(b)
}

// TestWalk: random walks take steps of the interpreter, always the same for a seed, stop where a
// condition is met, and find shortest ways.
func TestWalk(t *testing.T) {
	ctx := context.Background()
	p, list := ispl.Parse("count.ispl", []byte(`Agent P
  Vars: x : 0..5; end Vars
  Actions = {inc, dec};
  Protocol: x < 5 : {inc, dec}; end Protocol
  Evolution: x = x + 1 if Action = inc; x = x - 1 if Action = dec; end Evolution
end Agent
Evaluation three if P.x = 3; end Evaluation
InitStates P.x = 0; end InitStates
Formulae EF three; end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	in := interpreted.NewInterpreter(p.System)
	_, err := simulate.NewJointWalk(in, interpreted.State{1}, 1)
	require.Error(t, err)
	w, err := simulate.NewJointWalk(in, interpreted.State{0}, 1)
	require.NoError(t, err)
	choices, err := w.Choices(ctx, 1)
	require.NoError(t, err)
	require.Len(t, choices, 1) // dec leaves the range
	_, err = w.Choices(ctx, 0)
	require.ErrorIs(t, err, interpreted.ErrStepLimit)
	three := p.System.Propositions[0].When
	found, err := w.Seek(ctx, three, 100)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, 3, w.Taken())
	require.Equal(t, 2, w.Back(2))
	require.Equal(t, interpreted.State{1}, w.State())
	require.Equal(t, 1, w.Back(9))
	_, met, err := w.Random(ctx, 10000, three)
	require.NoError(t, err)
	require.True(t, met)
	for i := range w.Taken() {
		require.Contains(t, slices.Collect(in.Next(w.Before(i), w.Action(i))), w.Before(i+1))
	}
	taken, _, err := w.Random(ctx, 100000, nil)
	require.NoError(t, err)
	require.Less(t, taken, 100000) // 5 is a deadlock
	require.Equal(t, interpreted.State{5}, w.State())
	found, err = w.Seek(ctx, three, 100)
	require.NoError(t, err)
	require.False(t, found)
	_, err = w.Seek(ctx, three, 0)
	require.NoError(t, err)
	again, err := simulate.NewJointWalk(in, interpreted.State{0}, 1)
	require.NoError(t, err)
	_, _, err = again.Random(ctx, 10, nil)
	require.NoError(t, err)
	other, _ := simulate.NewJointWalk(in, interpreted.State{0}, 1)
	_, _, err = other.Random(ctx, 10, nil)
	require.NoError(t, err)
	require.Equal(t, again, other)
}
