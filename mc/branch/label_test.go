package branch

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// statePropositions lists the propositions of a system that are about states.
func statePropositions(sys *recipe.System) (ids []int) {
	for i, p := range sys.Propositions {
		if p.Kind == recipe.StateProposition {
			ids = append(ids, i)
		}
	}
	return ids
}

// drawn makes state formulas of every operator.
type drawn struct {
	recipetest.Source
	ids    []int // of propositions
	agents int
	games  bool // abilities too
	made   map[ltol.StateOp]int
}

func (d *drawn) group() []int {
	var out []int
	for k := range d.agents {
		if d.Intn(2) == 0 {
			out = append(out, k)
		}
	}
	return out
}

func (d *drawn) formula(depth int) *ltol.StateFormula {
	f := d.operator(depth)
	d.made[f.Op()]++
	return f
}

func (d *drawn) operator(depth int) *ltol.StateFormula {
	if depth == 0 {
		return ltol.StateProp(d.ids[d.Intn(len(d.ids))])
	}
	sub := func() *ltol.StateFormula { return d.formula(depth - 1) }
	operators := 14
	if d.games {
		operators = 16
	}
	switch d.Intn(operators) {
	case 14, 15:
		return ltol.Can(d.players(), d.goal(), sub(), sub())
	case 0:
		return ltol.NotState(sub())
	case 1:
		return ltol.AndState(sub(), sub())
	case 2:
		return ltol.OrState(sub(), sub())
	case 3:
		return ltol.ImpliesState(sub(), sub())
	case 4:
		return ltol.IffState(sub(), sub())
	case 5:
		return ltol.Knows(d.Intn(d.agents), sub())
	case 6:
		return ltol.EveryoneKnows(d.group(), sub())
	case 7:
		return ltol.DistributedKnows(d.group(), sub())
	case 8:
		return ltol.CommonKnows(d.group(), sub())
	case 9:
		return ltol.Obliged(d.Intn(d.agents), sub())
	case 10, 11:
		return ltol.AllPaths(d.path(2), sub(), sub())
	default:
		return ltol.ExistsPath(d.path(2), sub(), sub())
	}
}

// players is a coalition, to which the scheduler may belong.
func (d *drawn) players() []int {
	out := d.group()
	if d.Intn(3) == 0 {
		out = append(out, d.agents)
	}
	return out
}

// goal is what a coalition can be after, over two state formulas.
func (d *drawn) goal() *ltol.Formula {
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	return []*ltol.Formula{ltol.Next(p), ltol.Finally(p), ltol.Globally(p), ltol.Until(p, q)}[d.Intn(4)]
}

// path is a path formula over two state formulas.
func (d *drawn) path(depth int) *ltol.Formula {
	if depth == 0 {
		return ltol.Prop(ltol.Atom{ID: d.Intn(2), Kind: ltol.State})
	}
	sub := func() *ltol.Formula { return d.path(depth - 1) }
	switch d.Intn(9) {
	case 0:
		return ltol.Not(sub())
	case 1:
		return ltol.And(sub(), sub())
	case 2:
		return ltol.Next(sub())
	case 3, 4:
		return ltol.Finally(sub())
	case 5, 6:
		return ltol.Globally(sub())
	case 7:
		return ltol.Until(sub(), sub())
	}
	return ltol.WeakUntil(sub(), sub())
}

// A twin is a system twice: labelled symbolically and as an explicit graph.
type twin struct {
	graph    *recipe.Graph
	model    *symbolic.Model
	labels   *Labelling
	explicit *ltoltest.Evaluator
}

// newTwin is nil for a system with many states. Agents with even numbers violate a norm where a
// proposition holds. The propositions fair are to hold infinitely often.
func newTwin(t *testing.T, sys *recipe.System, fair []int, encoding ...symbolic.Options) *twin {
	ctx := context.Background()
	ids := statePropositions(sys)
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(ctx, in, 400)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
		return nil
	}
	model, err := symbolic.Encode(ctx, sys, append(encoding, symbolic.Options{})[0])
	require.NoError(t, err)
	var justice []*ltol.Formula
	naive := &ltoltest.Graph{
		Atom: func(s, id int) bool { return holds(t, in, id, g.State(s)) },
		View: func(k, s int) string {
			a := sys.Agents[k].Vars
			return fmt.Sprint(g.State(s).Control[k], g.State(s).Locals[a.Start:a.End])
		},
		Red: func(k, s int) bool { return k%2 == 0 && holds(t, in, ids[k%len(ids)], g.State(s)) },
		Force: func(s int, coalition []int, good func(int) bool) bool {
			return turn(g.Edges(s), sys, func(player int) bool { return slices.Contains(coalition, player) }, good)
		},
		Lead: func(s int, coalition []int, good func(int) bool, to int) bool {
			_, leads := turnTo(g.Edges(s), sys, func(player int) bool { return slices.Contains(coalition, player) }, good, to)
			return leads
		},
	}
	for _, id := range fair {
		justice = append(justice, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		naive.Fair = append(naive.Fair, ltol.StateProp(id))
	}
	for s := range g.Len() {
		if in.IsInitial(g.State(s)) {
			naive.Initial = append(naive.Initial, s)
		}
		var moves []ltoltest.Move
		for _, e := range g.Edges(s) {
			moves = append(moves, ltoltest.Move{Actions: make([]int, len(sys.Agents)), To: []int{e.To}})
		}
		naive.Moves = append(naive.Moves, moves)
	}
	explicit, err := ltoltest.New(naive)
	require.NoError(t, err)
	fairness := search.NewFairness(justice, nil)
	sp := space.OfRecipe(model, in)
	system := search.NewSystem(sp, fairness, search.Options{})
	err = system.Explore(ctx)
	require.NoError(t, err)
	apart := ltol.Options{Thresholds: ltol.Thresholds{MaxRecurrences: -(g.Len() % 2)}}
	return &twin{g, model, New(system, sp, fairness, Options{Translation: apart, Green: func(sc *bdd.Scope, k int) (bdd.Node, error) {
		if k%2 != 0 {
			return bdd.True, nil
		}
		c := sc.Calculator()
		return c.Result(c.Not(c.Take(sp.StateProposition(sc, ids[k%len(ids)]))))
	}}), explicit}
}

func holds(t *testing.T, in *recipe.Interpreter, id int, s recipe.State) bool {
	b, err := in.StateHolds(id, s)
	require.NoError(t, err)
	return b
}

func (w *twin) close() {
	w.labels.Close()
	w.model.Close()
}

// states tells the states in which a formula holds.
func (w *twin) states(t *testing.T, f *ltol.StateFormula) []bool {
	set, err := w.labels.States(context.Background(), f)
	require.NoError(t, err)
	out := make([]bool, w.graph.Len())
	w.model.Each(set, func(s recipe.State) bool { out[w.graph.Index(s)] = true; return true })
	return out
}

// decided tells whether a formula holds in all initial states of the domain, which is how verdicts
// are made.
func decided(t *testing.T, l *Labelling, sc *bdd.Scope, init bdd.Node, f *ltol.StateFormula) bool {
	domain, err := l.Domain(sc.Context())
	require.NoError(t, err)
	set, _, err := l.Initially(sc.Context(), f)
	require.NoError(t, err)
	c := sc.Calculator()
	all, err := c.Leq(c.And(init, domain), set)
	require.NoError(t, err)
	return all
}

// compare compares the states in which a formula holds, and the verdict, with those of the explicit
// evaluator.
func (w *twin) compare(t *testing.T, f *ltol.StateFormula, seed int) (states []bool, verdict bool) {
	want, err := w.explicit.States(f)
	require.NoError(t, err)
	states = w.states(t, f)
	require.Equal(t, want, states, "seed %d: %s", seed, f)
	sc := w.model.Manager.NewScope(context.Background())
	defer sc.Close()
	verdict = decided(t, w.labels, sc, w.model.Init, f)
	naive, err := w.explicit.Holds(f)
	require.NoError(t, err)
	require.Equal(t, naive, verdict, "seed %d: %s", seed, f)
	return states, verdict
}

// The sets of states that satisfy generated formulas are those of the explicit evaluator, with and
// without fairness.
func TestLabelsAgreeWithExplicitEvaluator(t *testing.T) {
	made := map[ltol.StateOp]int{}
	systems, formulas, empty, full, initially, somewhere := 0, 0, 0, 0, 0, 0
	for seed := range recipetest.Number(t, "BRANCH_SYSTEMS", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		ids := statePropositions(sys)
		w := newTwin(t, sys, slices.DeleteFunc(slices.Clone(ids[:2]), func(int) bool { return source.Intn(3) > 0 }))
		if w == nil {
			continue
		}
		if w.graph.Len() < 5 {
			w.close()
			continue
		}
		systems++
		d := &drawn{Source: source, ids: ids, agents: len(sys.Agents), made: made}
		for range 10 {
			f := d.formula(3)
			got, verdict := w.compare(t, f, seed)
			formulas++
			switch {
			case !slices.Contains(got, true):
				empty++
			case !slices.Contains(got, false):
				full++
			}
			if verdict {
				initially++
			}
			there := ltol.ExistsPath(ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State})), f)
			_, whole, err := w.labels.Initially(context.Background(), there)
			require.NoError(t, err)
			if !whole {
				somewhere++
				w.compare(t, there, seed)
			}
		}
		w.compare(t, ltol.AllPaths(ltol.Globally(ltol.Prop(ltol.Atom{Kind: ltol.State})),
			ltol.ExistsPath(ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State})), ltol.StateProp(ids[0]))), seed)
		w.close()
	}
	t.Logf("%d systems, %d formulas: %d hold nowhere, %d everywhere, %d in all initial states; operators %v",
		systems, formulas, empty, full, initially, made)
	require.Greater(t, systems, 20)
	require.Greater(t, formulas-empty-full, formulas/7, "too few formulas tell states apart")
	require.Greater(t, somewhere, 10)
	for op := ltol.StateAtom; op < ltol.StateCan; op++ {
		require.Positive(t, made[op], "no formula has operator %d", op)
	}
}

// The states from which a path satisfies one of several conditions of fairness are those of the
// explicit evaluator, of conditions that stand apart and such that edges tell, with fairness of the
// system and without.
func TestLabelsUnderFairAntecedents(t *testing.T) {
	told := 0
	for seed := range recipetest.Number(t, "BRANCH_SYSTEMS", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		ids := statePropositions(sys)
		w := newTwin(t, sys, ids[:source.Intn(2)])
		if w == nil {
			continue
		}
		w.labels.opts.Translation.Thresholds.MaxRecurrences = -1
		again := func(n int) *ltol.Formula {
			f := ltol.Prop(ltol.Atom{ID: n, Kind: ltol.State})
			if source.Intn(2) == 0 {
				f = ltol.Not(f)
			}
			return ltol.Globally(ltol.Finally(f))
		}
		for range 4 {
			path := ltol.Or(ltol.And(again(0), again(1)), ltol.And(again(0), ltol.Finally(ltol.Not(again(1)))), ltol.And(ltol.Implies(again(1), again(0)), again(1)))
			f := ltol.ExistsPath(path, ltol.StateProp(ids[0]), ltol.StateProp(ids[2]))
			want, err := w.explicit.States(f)
			require.NoError(t, err)
			set, err := w.labels.States(context.Background(), f)
			require.NoError(t, err)
			got := make([]bool, w.graph.Len())
			w.model.Each(set, func(s recipe.State) bool { got[w.graph.Index(s)] = true; return true })
			require.Equal(t, want, got, "seed %d: %s", seed, f)
			if slices.Contains(got, true) && slices.Contains(got, false) {
				told++
			}
		}
		w.close()
	}
	require.Greater(t, told, 10)
}
