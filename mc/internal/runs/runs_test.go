package runs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// walk makes a walk of the interpreter through a graph and lists all ways in which it can close.
func walk(g *recipe.Graph, random *rand.Rand, length int) (w *runs.Walk, ways []runs.Closing) {
	w = &runs.Walk{Initial: true}
	at := random.IntN(g.Initial())
	var path []int
	for i := range length {
		path = append(path, at)
		edges := g.Edges(at)
		for _, e := range edges {
			for k, before := range path {
				if before == e.To {
					ways = append(ways, runs.Closing{End: i, Loop: k, Step: e.Step})
				}
			}
		}
		e := edges[random.IntN(len(edges))]
		w.Steps = append(w.Steps, trace.Step{State: g.State(at), Message: e.Step})
		at = e.To
	}
	return w, ways
}

// naive answers propositions at the positions of a run anew each time.
func naive(t *testing.T, in *recipe.Interpreter, run *trace.Trace) (state, step func(i, id int) bool) {
	at := func(i int) *recipe.Instant {
		n := recipe.NewInstant(in)
		require.NoError(t, n.Enter(run.Steps[i].State))
		return n
	}
	state = func(i, id int) bool {
		holds, err := at(i).StateHolds(id)
		require.NoError(t, err)
		return holds
	}
	step = func(i, id int) bool {
		n := at(i)
		require.NoError(t, n.Leave(run.Steps[i].Message))
		holds, err := n.StepHolds(context.Background(), id)
		require.NoError(t, err)
		return holds
	}
	return state, step
}

// formula draws a formula over the propositions of a system.
func formula(sys *recipe.System, random *rand.Rand, depth int) *ltol.Formula {
	if depth == 0 {
		id := random.IntN(len(sys.Propositions))
		kind := ltol.State
		if sys.Propositions[id].Kind == recipe.StepProposition {
			kind = []ltol.AtomKind{ltol.Step, ltol.PastStep}[random.IntN(2)]
		}
		return ltol.Prop(ltol.Atom{ID: id, Kind: kind})
	}
	x, y := formula(sys, random, depth-1), formula(sys, random, depth-1)
	switch random.IntN(7) {
	case 0:
		return ltol.Not(x)
	case 1:
		return ltol.And(x, y)
	case 2:
		return ltol.Next(x)
	case 3:
		return ltol.Finally(x)
	case 4:
		return ltol.Globally(x)
	case 5:
		return ltol.Until(x, y)
	}
	return ltol.Implies(x, y)
}

// Many runs along one walk, which remembers the values of propositions, have the values that the
// interpreter gives for each of them anew: the lassos that a walk closes, which end in a step of
// their own, and parts of the walk that return to where they begin.
func TestValuesAlongWalks(t *testing.T) {
	ctx := context.Background()
	values, satisfied, refuted, parts := map[bool]int{}, map[bool]int{}, map[bool]int{}, 0
	for seed := range uint64(80) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(ctx, in, 200)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		random := rand.New(rand.NewPCG(seed, 5))
		w, ways := walk(g, random, 10)
		for range 12 {
			if len(ways) == 0 {
				break
			}
			way := ways[random.IntN(len(ways))]
			run := w.Trace(sys, way)
			require.NoError(t, run.Replay(in))
			v := w.Read(ctx, in, run)
			same := way.End+1 < len(w.Steps) && w.Steps[way.End+1].State.Equal(w.Steps[way.Loop].State)
			if same && way.Loop > 0 && random.IntN(2) == 0 { // the walk itself comes back
				var origins []int
				for i := way.Loop; i <= way.End; i++ {
					origins = append(origins, i)
				}
				run = &trace.Trace{System: sys, Steps: w.Steps[way.Loop : way.End+1]}
				v = trace.Read(ctx, in, run).At(&w.Memo, len(w.Steps), origins)
				parts++
			}
			state, step := naive(t, in, run)
			for i := range run.Steps {
				for id, p := range sys.Propositions {
					want, got := false, false
					if p.Kind == recipe.StepProposition {
						want = step(i, id)
						got, err = v.StepHolds(i, id)
					} else {
						want = state(i, id)
						got, err = v.StateHolds(i, id)
					}
					require.NoError(t, err)
					require.Equal(t, want, got, "seed %d, position %d, proposition %d", seed, i, id)
					values[got]++
				}
			}
			f, f2 := formula(sys, random, 2), formula(sys, random, 1)
			lasso := ltol.Lasso{Length: len(run.Steps), Loop: run.Loop, State: state, Step: step}
			want, err := ltol.Eval(f, lasso)
			require.NoError(t, err)
			got, err := v.Satisfies(f)
			require.NoError(t, err)
			require.Equal(t, want, got)
			satisfied[got]++
			other, err := ltol.Eval(f2, lasso)
			require.NoError(t, err)
			both, err := v.SatisfiesAll([]*ltol.Formula{f, f2})
			require.NoError(t, err)
			require.Equal(t, want && other, both)
		}
		whole := &trace.Trace{System: sys, Steps: w.Steps, Loop: -1}
		state, step := naive(t, in, whole)
		for range 8 {
			f, n := formula(sys, random, 2), 1+random.IntN(len(w.Steps))
			want := ltol.Prefix{Length: n, State: state, Step: step}.Truth(f) == ltol.No
			got, err := w.Read(ctx, in, whole).Refutes(n, f)
			require.NoError(t, err)
			require.Equal(t, want, got)
			refuted[got]++
		}
	}
	for _, n := range []int{values[true], values[false], satisfied[true], satisfied[false], refuted[true], refuted[false], parts} {
		require.Greater(t, n, 30)
	}
}

// After a fault of the interpreter there is an error and no answer.
func TestValuesAfterAFault(t *testing.T) {
	sys := recipetest.System(recipetest.Seeded(1), recipetest.Shape{Propositions: 2})
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(context.Background(), in, 1000)
	require.NoError(t, err)
	w, _ := walk(g, rand.New(rand.NewPCG(1, 1)), 3)
	whole := &trace.Trace{System: sys, Steps: w.Steps, Loop: -1}
	broken := *whole
	broken.Steps = append([]trace.Step(nil), whole.Steps...)
	broken.Steps[0].State = recipe.State{}
	v := trace.Read(context.Background(), in, &broken)
	id := 0
	for sys.Propositions[id].Kind != recipe.StateProposition {
		id++
	}
	never := ltol.And(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}), ltol.Not(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})))
	refuted, err := v.Refutes(1, never)
	require.Error(t, err)
	require.False(t, refuted, "no answer where the interpreter has a fault")
	holds, later := v.StateHolds(1, id)
	require.Equal(t, err, later, "after a fault values mean nothing")
	require.False(t, holds)
}

// A walk keeps at most so many lassos, and each that is offered can be among them.
func TestLassosOfAWalk(t *testing.T) {
	const most, offered = 3, 12
	kept := map[int]int{}
	for seed := range uint64(300) {
		w, random := &runs.Walk{}, rand.New(rand.NewPCG(seed, 1))
		for i := range offered {
			w.Close(runs.Closing{End: i}, most, random)
		}
		require.Len(t, w.Lassos, most)
		positions := 0
		for _, l := range w.Lassos {
			kept[l.End]++
			positions += l.End + 1
		}
		require.Equal(t, positions, w.Lengths())
	}
	for i := range offered {
		require.Greater(t, kept[i], 0, "lasso %d", i)
	}
	w := &runs.Walk{}
	w.Close(runs.Closing{}, 0, rand.New(rand.NewPCG(1, 1)))
	require.Empty(t, w.Lassos)
}

// Prices are positive and bounded, whatever is asked: quantifiers over many identifiers cost what
// their assignments cost, and no product of numbers overflows.
func TestPricesAreBounded(t *testing.T) {
	b := recipe.NewBuilder()
	same := recipe.TrueExpr
	for _, name := range []string{"p", "q", "r", "s", "t", "u", "v"} {
		same = recipe.And(same, recipe.Ge(b.Property(name, recipe.IntType(0, 1000)), recipe.IntExpr(1)))
	}
	a := b.Agent("a", "A")
	plain := b.StepProposition("plain", recipe.Executed(a.Send(0, 0, b.Broadcast())))
	every := b.StepProposition("every", recipe.Forall(same))
	sys, err := b.System()
	require.NoError(t, err)
	p := runs.NewPrices(sys)
	require.Positive(t, p.State)
	require.Positive(t, p.Successor)
	atom := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}) }
	cheap, _ := p.Formula(atom(plain))
	dear, nodes := p.Formula(atom(every))
	require.Less(t, cheap, 100)
	require.Greater(t, dear, 1_000_000)
	require.LessOrEqual(t, dear, runs.MaxPrice)
	require.Positive(t, nodes)
	both, more := p.Formula(ltol.And(atom(plain), atom(every), ltol.Next(atom(every))))
	require.GreaterOrEqual(t, both, dear)
	require.LessOrEqual(t, both, runs.MaxPrice)
	require.GreaterOrEqual(t, more, nodes)
	trusting := p.Trusting()
	trusted, _ := trusting.Formula(atom(plain))
	require.Less(t, trusted, cheap, "an interpreter that trusts looks at less")
}
