package interpreted_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// generated is a small system.
func generated(t *testing.T, seed int) *interpreted.System {
	f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
	p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
	require.NoError(t, list.Err())
	return p.System
}

// product lists all ways to take one of each list.
func product(lists [][]int) [][]int {
	out := [][]int{nil}
	for _, list := range lists {
		var longer [][]int
		for _, begun := range out {
			for _, x := range list {
				longer = append(longer, append(slices.Clone(begun), x))
			}
		}
		out = longer
	}
	return out
}

// joints are all joint actions that the protocols allow.
func joints(in *interpreted.Interpreter, s interpreted.State) [][]int {
	var lists [][]int
	for a, agent := range in.System().Agents {
		lists = append(lists, []int{-1})
		if len(agent.Actions) > 0 {
			lists[a] = in.Allowed(a, s)
		}
	}
	return product(lists)
}

// ends are the states to which a joint action leads, by trying all combinations of lines that
// apply.
func ends(sys *interpreted.System, s interpreted.State, j interpreted.Joint) []interpreted.State {
	next := []interpreted.State{slices.Clone(s)}
	extend := func(lines []interpreted.EvolutionLine) {
		var out []interpreted.State
		applies := false
		for _, l := range lines {
			if v, ok := l.When.Eval(s, j); !ok || v == 0 {
				continue
			}
			applies = true
			for _, t := range next {
				u, fits := slices.Clone(t), true
				for _, a := range l.Assign {
					v, ok := a.Value.Eval(s, nil)
					fits = fits && ok && sys.Vars[a.Var].Type.Contains(v)
					u[a.Var] = v
				}
				if fits {
					out = append(out, u)
				}
			}
		}
		if applies {
			next = out
		}
	}
	for a, agent := range sys.Agents {
		if !sys.Single {
			extend(agent.Evolution)
			continue
		}
		for _, v := range sys.Owns(a) {
			others := func(l interpreted.EvolutionLine) bool { return l.Assign[0].Var != v }
			extend(slices.DeleteFunc(slices.Clone(agent.Evolution), others))
		}
	}
	slices.SortFunc(next, interpreted.State.Compare)
	return slices.CompactFunc(next, func(a, b interpreted.State) bool { return a.Compare(b) == 0 })
}

// TestStepsAgreeWithTheProduct: joint actions, steps and successors that are found one by one are
// those of all combinations, in the same order.
func TestStepsAgreeWithTheProduct(t *testing.T) {
	ctx := context.Background()
	several, stuck := 0, 0
	for seed := range 150 {
		sys := generated(t, seed)
		in := interpreted.NewInterpreter(sys)
		g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 60})
		if err != nil {
			require.ErrorIs(t, err, interpreted.ErrStateLimit)
		}
		for _, s := range g.States[:min(20, len(g.States))] {
			var all, steps [][]int
			var tos, reached []interpreted.State
			for _, j := range joints(in, s) {
				all = append(all, j)
				next := slices.Collect(in.Next(s, j))
				require.Equal(t, ends(sys, s, j), next, "seed %d", seed)
				for _, to := range next {
					steps, tos = append(steps, j), append(tos, to)
				}
				if len(next) > 1 {
					several++
				}
			}
			var listed, taken [][]int
			for j := range in.Joints(s) {
				listed = append(listed, j)
			}
			require.Equal(t, all, listed, "seed %d", seed)
			require.NoError(t, in.Steps(ctx, s, func(j interpreted.Joint, next interpreted.State) bool {
				taken, reached = append(taken, j), append(reached, next)
				return true
			}))
			require.Equal(t, steps, taken, "seed %d", seed)
			require.Equal(t, tos, reached, "seed %d", seed)
			is, err := in.Stuck(ctx, s)
			require.NoError(t, err)
			require.Equal(t, len(steps) == 0, is, "seed %d", seed)
			if is {
				stuck++
			}
			requireLeads(t, in, s, g.States[:min(20, len(g.States))])
		}
	}
	require.Greater(t, several, 100)
	require.Positive(t, stuck)
}

// requireLeads compares all joint actions, whether the protocols allow them or not, between a state
// and others.
func requireLeads(
	t *testing.T, in *interpreted.Interpreter, s interpreted.State, others []interpreted.State,
) {
	var lists [][]int
	for _, a := range in.System().Agents {
		list := []int{-1}
		for x := range a.Actions {
			list = append(list, x)
		}
		lists = append(lists, list)
	}
	allowed := joints(in, s)
	random := rand.New(rand.NewSource(int64(len(others))))
	for range 40 {
		var j interpreted.Joint
		for _, list := range lists {
			j = append(j, list[random.Intn(len(list))])
		}
		is := slices.ContainsFunc(allowed, func(k []int) bool { return slices.Equal(k, j) })
		to := others[random.Intn(len(others))]
		next := ends(in.System(), s, j)
		if is && len(next) > 0 && random.Intn(2) == 0 {
			to = next[random.Intn(len(next))]
		}
		same := func(u interpreted.State) bool { return u.Compare(to) == 0 }
		require.Equal(t, is && slices.ContainsFunc(next, same), in.Leads(s, j, to),
			"%s from %s to %s", in.FormatJoint(j), in.Format(s), in.Format(to))
	}
}

// assigns is a line that gives a variable a value.
func assigns(when *interpreted.Expr, v int, value recipe.Value) interpreted.EvolutionLine {
	assign := []interpreted.Assignment{{Var: v, Value: interpreted.Const(value)}}
	return interpreted.EvolutionLine{When: when, Assign: assign}
}

// crowd is agents that each may do one of four things, and so many of them overflow in any case. It
// begins with 0 everywhere.
func crowd(agents, bad int) *interpreted.System {
	sys := &interpreted.System{Init: interpreted.Const(recipe.True)}
	for a := range agents {
		zero := interpreted.Apply(interpreted.OpEq, interpreted.Var(a), interpreted.Const(0))
		sys.Init = interpreted.Apply(interpreted.OpAnd, sys.Init, zero)
		line := assigns(interpreted.Performs(a, 0), a, 1)
		agent := interpreted.Agent{
			Name: "P", Sees: []int{a}, Actions: []string{"a", "b", "c", "d"}, Other: []int{0, 1, 2, 3},
		}
		if a >= agents-bad {
			line = assigns(interpreted.Const(recipe.True), a, 9)
		}
		agent.Evolution = []interpreted.EvolutionLine{line}
		sys.Vars = append(sys.Vars, interpreted.Variable{Name: "x", Agent: a, Type: recipe.IntType(0, 1)})
		sys.Agents = append(sys.Agents, agent)
	}
	return sys
}

// TestManyAgents: of 4^40 joint actions the first ones come at once, and an overflow that is up to
// one agent is seen at once.
func TestManyAgents(t *testing.T) {
	ctx := context.Background()
	in := interpreted.NewInterpreter(crowd(40, 0))
	s := make(interpreted.State, 40)
	count := 0
	require.NoError(t, in.Steps(ctx, s, func(interpreted.Joint, interpreted.State) bool {
		count++
		return count < 10
	}))
	require.Equal(t, 10, count)
	stuck, err := interpreted.NewInterpreter(crowd(40, 1)).Stuck(ctx, s)
	require.NoError(t, err)
	require.True(t, stuck)
	_, err = interpreted.Explore(ctx, in, interpreted.Limits{Steps: 100})
	require.ErrorIs(t, err, interpreted.ErrStepLimit)
}

// together is two agents that overflow unless both do the same, behind so many others.
func together(others int) *interpreted.System {
	sys := crowd(others+2, 0)
	same := interpreted.Const(recipe.False)
	for x := range 4 {
		both := interpreted.Apply(interpreted.OpAnd, interpreted.Performs(others, x), interpreted.Performs(others+1, 3-x))
		same = interpreted.Apply(interpreted.OpOr, same, both)
	}
	last := &sys.Agents[others+1]
	last.Evolution = []interpreted.EvolutionLine{
		assigns(same, others+1, 9), assigns(interpreted.Apply(interpreted.OpNot, same), others+1, 8),
	}
	return sys
}

// TestStepsHeedTheirContext: where every joint action overflows and two agents decide it, no step
// is found, and the search for one ends with the context.
func TestStepsHeedTheirContext(t *testing.T) {
	sys := together(30)
	sys.Init = interpreted.Const(recipe.True)
	in := interpreted.NewInterpreter(sys)
	looks := &countdown{Context: context.Background(), left: 1000}
	_, err := in.Stuck(looks, make(interpreted.State, 32))
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, -looks.left, 1000) // it looked a few times more on the way out
	few := interpreted.NewInterpreter(together(2))
	stuck, err := few.Stuck(context.Background(), make(interpreted.State, 4))
	require.NoError(t, err)
	require.True(t, stuck)
	initial := &countdown{Context: context.Background(), left: 1000}
	err = in.InitialStates(initial, func(interpreted.State) bool { return true })
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, -initial.left, 1000)
}

// A countdown is a context that is done after so many looks.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
