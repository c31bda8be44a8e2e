package circuits_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// On generated systems, induction that may work as long as it likes decides what diagrams decide:
// what it finds invariants for holds, what it finds a run for does not. Nothing is left open.
func TestInductionAgreesWithDiagrams(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "RCHECK_TRIALS", 60)) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		draw := mctest.NewFormulas(source, sys)
		letter := func() *ltol.Formula { return ltol.Or(draw.Atom(), draw.Atom(), draw.Atom()) }
		var spec mc.Specification
		for i, f := range []*ltol.Formula{
			ltol.And(ltol.Globally(letter()), ltol.Globally(ltol.Implies(draw.Atom(), ltol.Next(letter())))),
			ltol.WeakUntil(letter(), letter()), ltol.Release(draw.Atom(), letter()),
			ltol.Not(ltol.StrongRelease(letter(), draw.Atom())), draw.Property(), draw.Property(),
		} {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: f})
		}
		if seed%3 == 0 {
			spec.Justice = append(spec.Justice, draw.Condition())
		}
		c, err := mc.NewChecker(ctx, sys, spec)
		if err != nil {
			continue // no initial state
		}
		budget := 1 << 30
		if seed%2 == 0 { // in small pieces
			budget = 1 << 10
		}
		board := &engine.Board{System: sys, Fair: spec.Conditions(), Justice: spec.Justice, MaxLength: 4096}
		for i, p := range spec.Properties {
			board.Add(&engine.Target{Index: i, Formula: p.Formula, Parts: p.Formula.Conjuncts()})
		}
		values, err := symbolic.Analyse(ctx, sys, nil)
		require.NoError(t, err)
		shared := onCircuit(board, -1, 200)
		shared.Know((*circuit.Flow)(values))
		induction := circuits.NewInduction(shared, true)
		for worked := true; worked || budget < 1<<40; budget *= 2 {
			worked, err = induction.Advance(ctx, min(budget, 1<<50))
			require.NoError(t, err)
		}
		for _, p := range spec.Properties {
			r := c.CheckProperty(ctx, p)
			require.NoError(t, r.Err)
			what := fmt.Sprintf("seed %d: %s, fairness %v", seed, p.Formula, spec.Justice)
			switch {
			case board.Proved(p.Formula):
				require.Equal(t, mc.Holds, r.Verdict, what)
				count["holds"]++
				if !p.Formula.Safety() {
					count["no lasso"]++
				}
			case board.Trace(p.Formula) != nil:
				require.Equal(t, mc.Violated, r.Verdict, what)
				require.False(t, board.Target(p.Formula).Shortest, "nobody looked at shorter runs: %s", what)
				count["violated"]++
				if !p.Formula.Safety() {
					count["lasso"]++
				}
			default:
				require.Fail(t, "nothing is known", what)
			}
		}
		c.Close()
	}
	t.Log(count)
	require.Greater(t, min(count["holds"], count["violated"]), 30)
	require.Greater(t, min(count["no lasso"], count["lasso"]), 20)
}

// Induction decides no formula about states that says more than its formula about runs. For example,
// A G p ∧ E F q says of runs that G p. What it proves or refutes is so in the explicit graph.
func TestInductionLeavesWhatSaysMoreThanItsRuns(t *testing.T) {
	ctx := context.Background()
	proved, more := 0, 0
	for seed := range uint64(recipetest.Number(t, "RCHECK_TRIALS", 60)) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(ctx, in, 400)
		if err != nil {
			continue // too large, or no initial state
		}
		naive := &ltoltest.Graph{Atom: func(s, id int) bool {
			holds, err := in.StateHolds(id, g.State(s))
			require.NoError(t, err)
			return holds
		}}
		for s := range g.Len() {
			if s < g.Initial() {
				naive.Initial = append(naive.Initial, s)
			}
			var move ltoltest.Move
			for _, e := range g.Edges(s) {
				move.To = append(move.To, e.To)
			}
			naive.Moves = append(naive.Moves, []ltoltest.Move{move})
		}
		explicit, err := ltoltest.New(naive)
		require.NoError(t, err)
		atom := func() *ltol.StateFormula {
			for {
				id := source.Intn(len(sys.Propositions))
				switch f := ltol.StateProp(id); {
				case sys.Propositions[id].Kind != recipe.StateProposition:
				case source.Intn(2) == 0:
					return f
				default:
					return ltol.NotState(f)
				}
			}
		}
		p := ltol.Prop(ltol.Atom{Kind: ltol.State})
		always := func() *ltol.StateFormula {
			return ltol.AllPaths(ltol.Globally(p), ltol.OrState(atom(), atom(), atom()))
		}
		board := &engine.Board{System: sys, MaxLength: 4096}
		for range 4 {
			for _, f := range []*ltol.StateFormula{
				always(), ltol.AndState(always(), ltol.ExistsPath(ltol.Finally(p), ltol.AndState(atom(), atom()))),
				ltol.AllPaths(ltol.Finally(p), always()),
			} {
				board.Add(&engine.Target{Index: len(board.Targets), Formula: f.OnPaths(), State: f})
			}
		}
		values, err := symbolic.Analyse(ctx, sys, nil)
		require.NoError(t, err)
		shared := onCircuit(board, -1, 200)
		shared.Know((*circuit.Flow)(values))
		induction := circuits.NewInduction(shared, true)
		for worked := true; worked; {
			worked, err = induction.Advance(ctx, 1<<40)
			require.NoError(t, err)
		}
		for _, target := range board.Targets {
			holds, err := explicit.Holds(target.State)
			require.NoError(t, err)
			what := fmt.Sprintf("seed %d: %s", seed, target.State)
			switch _, violated := target.Violation(); {
			case target.Proved:
				require.True(t, holds, what)
				proved++
			case violated:
				require.False(t, holds, what)
			case !holds:
				more++
			}
		}
	}
	require.Greater(t, min(proved, more), 20)
}

// Induction could settle everything as long as each property that is not settled is of the form of
// a safety property and not given up. It notes when it closes a frame or proves something.
func TestInductionCouldSettleAll(t *testing.T) {
	ctx := context.Background()
	sys := recipetest.Blinking()
	on := ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State})
	always := ltol.Globally(ltol.Or(on, ltol.Not(ltol.Next(ltol.Not(on))), ltol.Next(ltol.Not(on))))
	response := ltol.Globally(ltol.Finally(on))
	decided := &engine.Target{Index: 1, Formula: ltol.True(), Decided: true}
	induction := func(repeat bool, second *engine.Target) (*circuits.Induction, *engine.Board) {
		board := &engine.Board{System: sys, MaxLength: 100, Repeat: repeat}
		board.Add(&engine.Target{Formula: always})
		if second != nil {
			board.Add(second)
		}
		shared := onCircuit(board, -1, 200)
		values, err := symbolic.Analyse(ctx, sys, nil)
		require.NoError(t, err)
		shared.Know((*circuit.Flow)(values))
		return circuits.NewInduction(shared, true), board
	}
	d, board := induction(false, nil)
	require.True(t, d.Sole())
	require.Zero(t, d.Closed())
	for worked := true; worked; {
		var err error
		worked, err = d.Advance(ctx, 1<<40)
		require.NoError(t, err)
	}
	require.Positive(t, board.Targets[0].Clauses)
	require.True(t, d.Sole(), "all is settled")
	require.Equal(t, d.Spent(), d.Closed(), "the proof was found just now")

	d, board = induction(false, &engine.Target{Index: 1, Formula: response})
	require.False(t, d.Sole())
	board.Targets[1].Trace = &trace.Trace{}
	require.True(t, d.Sole())
	d, board = induction(false, &engine.Target{Index: 1, Formula: response})
	board.Holds(board.Targets[1], 0, 1)
	require.False(t, d.Sole(), "the first state has settled it")
	board.Diagrams++
	board.Holds(board.Targets[1], 0, 1)
	require.True(t, d.Sole(), "another engine has")
	for _, other := range []*engine.Target{decided, nil} {
		d, _ = induction(other == nil, other)
		require.False(t, d.Sole(), "properties about states, and proofs that are repeated, need diagrams")
	}
}

// Of a system without an initial state anything holds by induction: that is an error of the system,
// not a verdict.
func TestInductionWithoutInitialStates(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x, y := a.Local("x", recipe.IntType(0, 200)), a.Local("y", recipe.IntType(0, 200))
	a.Init(recipe.And(recipe.Lt(x, y), recipe.Lt(y, x)))
	a.Send(0, 0, b.Broadcast())
	p := b.StateProposition("p", recipe.Lt(x, y))
	sys, err := b.System()
	require.NoError(t, err)
	f := ltol.Globally(ltol.Prop(ltol.Atom{ID: p, Kind: ltol.State}))
	board := &engine.Board{System: sys, MaxLength: 100}
	board.Add(&engine.Target{Formula: f, Parts: f.Conjuncts()})
	shared := onCircuit(board, -1, 200)
	values, err := symbolic.Analyse(ctx, sys, nil)
	require.NoError(t, err)
	shared.Know((*circuit.Flow)(values))
	induction := circuits.NewInduction(shared, true)
	for worked := true; worked && err == nil; {
		worked, err = induction.Advance(ctx, 1<<40)
	}
	var none *recipe.NoInitialStateError
	require.ErrorAs(t, err, &none)
	require.False(t, board.Proved(f))
}

// A check of an invariant does not wait for a budget: it may cost as much as the search did. So the
// budget in which the invariant is found is the last one.
func TestInvariantsAreCheckedAtOnce(t *testing.T) {
	for most := 2; most <= 30; most++ {
		if most&(most+1) == 0 {
			continue // each code is a value
		}
		source, spent, closed := rounds(most), 0, 0
		target := induced(t, source, 1, &spent, &closed)
		require.Greater(t, target.Clauses, 1, source)
		require.Equal(t, spent, closed, source)
	}
}

// rounds is an agent whose number goes from 0 to most and back. In each control state it has one value,
// so that the step from most in another control state leaves the domain.
func rounds(most int) string {
	steps, other := "", ""
	for n := range most {
		steps += "{true} *! (true)()[n := n + 1]; "
		other += fmt.Sprintf("a-n != %d & ", n)
	}
	return fmt.Sprintf(`
agent A
 local: n : 0..255
 init: n = 0
 repeat: (%s{true} *! (true)()[n := 0])
system = A(a, true)
SPEC G !(%sa-n != %d);`, steps, other, most)
}

// induced is the one target of a model after induction in growing budgets, which proves it.
func induced(t *testing.T, source string, budget int, spent, closed *int) *engine.Target {
	t.Helper()
	p, list := rcheck.Parse("model.rcp", []byte(source), rcheck.Options{})
	require.NoError(t, list.Err())
	f := p.Specs[0].Formula
	board := &engine.Board{System: p.System, MaxLength: 100}
	board.Add(&engine.Target{Formula: f, Parts: f.Conjuncts()})
	shared := onCircuit(board, -1, 200)
	shared.Know(nil)
	induction := circuits.NewInduction(shared, false)
	for ; !induction.Over(); budget += budget/8 + 1 {
		before := induction.Spent()
		worked, err := induction.Advance(context.Background(), budget)
		require.NoError(t, err)
		require.Equal(t, worked, induction.Spent() > before)
	}
	require.True(t, board.Proved(f), source)
	*spent, *closed = induction.Spent(), induction.Closed()
	return board.Targets[0]
}

// A property that is an invariant by itself is proved without a search, if steps keep the domains of
// variables. If they do not, there is a search.
func TestInvariantsByThemselves(t *testing.T) {
	spent, closed := 0, 0
	for _, budget := range []int{1, 1 << 30} {
		target := induced(t, `
enum channel { moves }
message-structure: X : 1..5
agent Robot
 local: x : 1..5
 init: true
 receive-guard: chan = moves
 repeat: (
  east: {x < 5} moves! (true)(X := x + 1)[x := x + 1]
  + west: {x > 1} moves! (true)(X := x - 1)[x := x - 1]
  + free: {X != x} moves? []
 )
system = Robot(robot[i : 1..3], x = i)
SPEC forall i : 1..3 . forall j : i + 1..3 . G robot[i]-x != robot[j]-x;`, budget, &spent, &closed)
		require.Equal(t, 1, target.Clauses)
		require.Equal(t, spent, closed, "the proof was found just now")
		require.Greater(t, induced(t, rounds(2), budget, &spent, &closed).Clauses, 1)
	}
}

// late has a property that holds because `a-p` is false at first. The solver that checks the invariant
// has to remember what it learnt of gates when it looked at others.
const late = `
agent A
 local: p : bool
 init: !p
 repeat: (go: {true} *! (true)()[] + on: {true} *! (true)()[p := true])
agent B
 local: f : bool
 init: !f
 repeat: (h: {true} *? [f := !f] + g: {true} *! (false)()[f := !f])
system = A(a, true) || B(b, true)
FAIRNESS a-p;
SPEC !((X (b-f -> b-h)) & (G a-p));
`

func TestInvariantsPassTheirCheck(t *testing.T) {
	p, list := rcheck.Parse("late.rcp", []byte(late), rcheck.Options{})
	require.NoError(t, list.Err())
	r, err := mc.Check(context.Background(), p.System, rcp.Specification(p), mc.WithEngines("induction"))
	require.NoError(t, err)
	require.NoError(t, r.Results[0].Err)
	require.Equal(t, mc.Holds, r.Results[0].Verdict)
}
