package branch

import (
	"context"
	"errors"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// waysOfSearching turn the thresholds that matter to joint steps to both extremes, and choose
// engines.
var waysOfSearching = []struct {
	encoding symbolic.Options
	search   search.Thresholds
}{
	{},
	{symbolic.Options{Thresholds: symbolic.Thresholds{ClusterNodes: -1}, Order: symbolic.ByAgent}, search.Thresholds{MaxJoined: -1}},
	{symbolic.Options{Thresholds: symbolic.Thresholds{Deterministic: -1}}, search.Thresholds{MaxJoined: 1 << 40}},
	{symbolic.Options{BDD: bdd.Options{Engine: "rudd"}}, search.Thresholds{StepsBeforePreparing: -1}},
}

// A jointTwin is an interpreted system labelled symbolically and explicitly.
type jointTwin struct {
	t      *testing.T
	report *ispltest.Report
	sp     *space.Interpreted
	labels *Labelling
}

// newJointTwin is nil for a model with many states. The way decides how the search goes, and
// whether paths end where there is no step.
func newJointTwin(t *testing.T, p *ispl.Program, way int) *jointTwin {
	ctx := context.Background()
	ends := way/len(waysOfSearching)%2 == 1
	r, err := ispltest.Check(p, 400, ends)
	if errors.Is(err, interpreted.ErrStateLimit) {
		return nil
	}
	require.NoError(t, err)
	ways := waysOfSearching[way%len(waysOfSearching)]
	model, err := symbolic.Encode(ctx, p.System, ways.encoding)
	require.NoError(t, err)
	sp, err := space.OfInterpreted(ctx, model, interpreted.NewInterpreter(p.System))
	require.NoError(t, err)
	system := search.NewSystem(sp, search.Fairness{}, search.Options{Thresholds: ways.search})
	require.NoError(t, system.Explore(ctx))
	options := Options{Green: sp.Green, PathsEnd: ends, Endless: p.Endless}
	options.Translation.Thresholds.MaxRecurrences = -(way % 2)
	plain := New(system, sp, search.Fairness{}, options)
	var justice []*ltol.Formula
	for _, f := range p.Fairness {
		set, err := plain.States(ctx, f)
		require.NoError(t, err)
		justice = append(justice, ltol.Prop(system.Derive(set)))
	}
	plain.Close()
	fairness := search.NewFairness(justice, nil)
	system.Assume(fairness)
	return &jointTwin{t, r, sp, New(system, sp, fairness, options)}
}

func (w *jointTwin) close() {
	w.labels.Close()
	w.sp.Model.Close()
}

// set is the set of the explicit states for which there is a true.
func (w *jointTwin) set(sc *bdd.Scope, in []bool) bdd.Node {
	out, c := bdd.False, sc.Calculator()
	for s, is := range in {
		if is {
			out = c.Or(out, c.Take(w.sp.StateSet(sc, w.report.Graph.States[s])))
		}
	}
	require.NoError(w.t, c.Err())
	return out
}

// compare compares what is known of a formula, and reports the explicit states in which it holds.
func (w *jointTwin) compare(f *ltol.StateFormula, seed int) (states []bool) {
	ctx := context.Background()
	sc := w.sp.Manager().NewScope(ctx)
	defer sc.Close()
	set, err := w.labels.States(ctx, f)
	require.NoError(w.t, err)
	want, err := w.report.Evaluator.States(f)
	require.NoError(w.t, err)
	require.Equal(w.t, w.set(sc, want), set, "seed %d: %s", seed, f)
	verdict := decided(w.t, w.labels, sc, w.sp.Init(), f)
	naive, err := w.report.Evaluator.Holds(f)
	require.NoError(w.t, err)
	require.Equal(w.t, naive, verdict, "seed %d: %s", seed, f)
	return want
}

// The sets of states that satisfy the formulas of generated ISPL models are those of the explicit
// evaluator, with and without fairness, however the search goes; so are the reachable states,
// deadlocks, and successors one by one.
func TestLabelsOfJointStepsAgreeWithExplicitEvaluator(t *testing.T) {
	compared, telling, fair, unfair, deadlocks := 0, 0, 0, 0, 0
	made, strategies := map[ltol.StateOp]int{}, map[ltol.Op]int{}
	for seed := range recipetest.Number(t, "BRANCH_MODELS", 240) {
		file := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{Formulas: 6, NoFairness: seed%3 == 0})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(file), ispl.Options{})
		require.NoError(t, list.Err())
		w := newJointTwin(t, p, seed)
		if w == nil {
			continue
		}
		ctx := context.Background()
		g := w.report.Graph
		reached, dead, _ := w.labels.sys.Reached()
		sc := w.sp.Manager().NewScope(ctx)
		everywhere, stuck := make([]bool, len(g.States)), make([]bool, len(g.States))
		for s := range everywhere {
			everywhere[s], stuck[s] = true, slices.Contains(ispltest.Deadlocks(g), s)
		}
		require.Equal(t, w.set(sc, everywhere), reached, "seed %d", seed)
		require.Equal(t, w.set(sc, stuck), dead, "seed %d", seed)
		domain, err := w.labels.Domain(ctx)
		require.NoError(t, err)
		require.Equal(t, w.set(sc, w.report.Evaluator.Live()), domain, "seed %d", seed)
		sc.Close()
		deadlocks += min(1, len(ispltest.Deadlocks(g)))
		fair += min(1, len(p.Fairness))
		for _, f := range p.Formulas {
			states := w.compare(f.Formula, seed)
			compared++
			made[f.Formula.Op()]++
			if f.Formula.Op() == ltol.StateCan && len(p.Fairness) > 0 {
				strategies[f.Formula.Path().Op()]++
				unfair += min(1, int(w.labels.Unfair(f.Formula)))
			}
			if slices.Contains(states, true) && slices.Contains(states, false) {
				telling++
			}
		}
		w.close()
	}
	t.Logf("%d formulas, %d tell states apart; %d models with fairness, %d with deadlocks; %v; strategies under fairness %v, %d unfair", compared,
		telling, fair, deadlocks, made, strategies, unfair)
	require.Greater(t, telling, compared/5)
	require.Greater(t, fair, 20)
	require.Greater(t, deadlocks, 20)
	require.Len(t, strategies, 4)
	require.Positive(t, unfair)
}

// The families' verdicts are those that the explicit evaluator finds.
func TestFamiliesOfJointSteps(t *testing.T) {
	for i, f := range family.Families {
		p, list := ispl.Parse(f.Name, []byte(f.Write(f.Small())), ispl.Options{})
		require.NoError(t, list.Err())
		w := newJointTwin(t, p, i)
		require.NotNil(t, w, f.Name)
		for _, property := range p.Formulas {
			w.compare(property.Formula, i)
		}
		w.close()
	}
}

// Explicit successors are the interpreter's moves, and a state without any has the stutter.
func TestSuccessorsOfJointSteps(t *testing.T) {
	p, list := ispl.Parse("stops", []byte(`Agent P
  Vars: x : 0..2; end Vars
  Actions = {go, stay};
  Protocol: x < 2 : {go, stay}; end Protocol
  Evolution: x = x + 1 if Action = go; end Evolution
end Agent
Evaluation last if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Formulae EF last; end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	w := newJointTwin(t, p, 0)
	defer w.close()
	successors := func(s interpreted.State) (out []space.Transition) {
		for tr, err := range w.sp.Successors(t.Context(), s) {
			require.NoError(t, err)
			leads, err := w.sp.Leads(t.Context(), s, tr.Step, tr.Next)
			require.NoError(t, err)
			require.True(t, leads)
			out = append(out, tr)
		}
		return out
	}
	moves := successors(interpreted.State{1})
	require.Equal(t, []space.Transition{{Step: interpreted.Joint{0}, Next: interpreted.State{2}}, {Step: interpreted.Joint{1}, Next: interpreted.State{1}}}, moves)
	require.False(t, w.sp.IsStutter(moves[0].Step))
	stutter := successors(interpreted.State{2})
	require.Equal(t, []space.Transition{{Step: interpreted.Joint(nil), Next: interpreted.State{2}}}, stutter)
	require.True(t, w.sp.IsStutter(stutter[0].Step))
	last, err := w.sp.StateHolds(0, interpreted.State{2})
	require.NoError(t, err)
	require.True(t, last)
	require.Equal(t, "P.x = 2", w.sp.StateString(interpreted.State{2}))
}
