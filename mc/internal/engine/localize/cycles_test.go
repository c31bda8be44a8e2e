package localize

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// prove has the engine work at formulas under fairness, with budgets of the given size.
func prove(t *testing.T, sys *recipe.System, justice, formulas []*ltol.Formula, budget int) *engine.Board {
	board := &engine.Board{System: sys, Justice: justice}
	for i, f := range formulas {
		board.Add(&engine.Target{Index: i, Formula: f})
	}
	decide(t, board, budget)
	return board
}

// decide has the engine work on a board, with budgets of the given size.
func decide(t *testing.T, board *engine.Board, budget int) {
	sys := board.System
	l := New(board, 100, 3, func(ctx context.Context, poll func(*bdd.Manager) error) (Encoding, error) {
		m, err := symbolic.Encode(ctx, sys, symbolic.Options{Poll: poll, NoTrials: true})
		if err != nil {
			return nil, err
		}
		return space.OfRecipe(m, recipe.NewInterpreter(sys)), nil
	}, func(_ context.Context, f *ltol.Formula) ([]*ltol.Formula, error) { return engine.Parts(f, sys), nil })
	defer l.Close()
	for !l.Over() {
		_, err := l.Advance(context.Background(), budget)
		require.NoError(t, err)
	}
}

// No run of a generated system violates what local cycles prove of it, as explicit search in all
// states tells. Runs are fair, or need not be.
func TestCyclesAgainstExplicitRuns(t *testing.T) {
	ctx := context.Background()
	proved, open := 0, 0
	for seed := range uint64(150) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 4})
		if _, err := recipe.Explore(ctx, recipe.NewInterpreter(sys), 300); err != nil {
			continue
		}
		random := mctest.NewFormulas(source, sys)
		letter := func() *ltol.Formula {
			return ltol.Prop(ltol.Atom{ID: random.States[source.Intn(len(random.States))], Kind: ltol.State})
		}
		if len(random.Steps) > 0 {
			states := letter
			letter = func() *ltol.Formula {
				if source.Intn(2) == 0 {
					return states()
				}
				return ltol.Prop(ltol.Atom{ID: random.Steps[source.Intn(len(random.Steps))], Kind: ltol.Step})
			}
		}
		var justice, formulas []*ltol.Formula
		if seed%3 == 0 {
			justice = append(justice, letter())
		}
		for range 4 {
			x, y := letter(), letter()
			formulas = append(formulas, ltol.Globally(ltol.Finally(x)), ltol.Finally(ltol.Globally(x)),
				ltol.Globally(ltol.Implies(x, ltol.Finally(y))), random.Formula(2),
				ltol.Finally(x), ltol.Until(x, y), ltol.Globally(ltol.Or(ltol.Finally(x), ltol.Globally(y))), ltol.And(ltol.Globally(ltol.Finally(x)), ltol.Finally(ltol.Globally(y))))
		}
		finder := quotient.NewFinder(recipe.NewInterpreter(sys), quotient.Options{})
		for _, target := range prove(t, sys, justice, formulas, 1+source.Intn(100_000)).Targets {
			if !target.Proved {
				open++
				continue
			}
			phi := ltol.Not(target.Formula)
			for _, f := range justice {
				phi = ltol.And(phi, ltol.Globally(ltol.Finally(f)))
			}
			run, _, err := finder.Find(ctx, phi)
			require.NoError(t, err)
			require.Nil(t, run, "seed %d: %s", seed, target.Formula)
			proved++
		}
	}
	t.Logf("%d proved, %d not", proved, open)
	require.Greater(t, min(proved, open), 50)
}

// Of many clients of a store, one commits again and again: a client that does not commit has only
// finitely many steps. The states of the store need not be explored for that.
func TestCyclesOfManyAgents(t *testing.T) {
	src, err := os.ReadFile("../../../../bench/models/store.rcp")
	require.NoError(t, err)
	p, problems := rcheck.Parse("store.rcp", src, rcheck.Options{Set: map[string]int{"N": 9}})
	require.NotNil(t, p, "%v", problems)
	var formulas []*ltol.Formula
	for _, spec := range p.Specs {
		if spec.Name == "somebody_commits" || spec.Name == "ends" || spec.Name == "settles" {
			formulas = append(formulas, spec.Formula)
		}
	}
	require.Len(t, formulas, 3)
	for _, target := range prove(t, p.System, nil, formulas, 1<<40).Targets {
		require.Equal(t, target.Formula == formulas[1], target.Proved, "%s", target.Formula)
	}
}

// Where the reachable states are known, the engine leaves cycles to the search with diagrams, and
// needs no diagrams of its own for them.
func TestCyclesWithoutReachableStates(t *testing.T) {
	for _, explored := range []bool{false, true} {
		f := ltol.Globally(ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State})))
		board := &engine.Board{System: &recipe.System{}, Explored: explored}
		board.Add(&engine.Target{Formula: f})
		encoded := false
		l := New(board, 100, 3, func(context.Context, func(*bdd.Manager) error) (Encoding, error) {
			encoded = true
			return nil, bdd.ErrNodeLimit
		}, nil)
		for !l.Over() {
			_, err := l.Advance(context.Background(), 1000)
			require.NoError(t, err)
		}
		l.Close()
		require.Equal(t, !explored, encoded)
	}
}

// A cycle need not touch an initial state: the lamp goes from its first state to a cycle of two
// others, and is never broken.
func TestCyclesAwayFromTheInitialStates(t *testing.T) {
	p, problems := rcheck.Parse("lamp.rcp", []byte(`
message-structure: M : 0..1
property-variables:
agent Lamp
    local: x : 0..2, broken : bool
    init: x = 0 & !broken
    receive-guard: false
    repeat: {true} *! (true)(M := 0)[x := (x = 2 ? 1 : 2)]
system = Lamp(lamp, true)
SPEC F lamp-broken;
SPEC F (lamp-x = 1);
SPEC G F (lamp-x = 1);
SPEC lamp-x = 0 U lamp-broken;
`), rcheck.Options{})
	require.NotNil(t, p, "%v", problems)
	var formulas []*ltol.Formula
	for _, spec := range p.Specs {
		formulas = append(formulas, spec.Formula)
	}
	var proved []bool
	for _, target := range prove(t, p.System, nil, formulas, 1<<40).Targets {
		proved = append(proved, target.Proved)
	}
	require.Equal(t, []bool{false, true, true, false}, proved)
}
