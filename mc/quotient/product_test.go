package quotient

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The moves of a representative have the letters that hold on the state and the step, by an instant
// of their own. Steps with the same letters to the same representative are one. Representatives that
// no search meets are not labelled.
func TestMovesHaveTheLettersOfTheirSteps(t *testing.T) {
	kinds, whole := map[string]bool{}, 0
	for name, set := range map[string]map[string]int{
		"allocation.rcp": {"N": 3, "M": 3}, "stable.rcp": {"N": 3}, "commit.rcp": {"N": 3},
		"mobiles.rcp": {"N": 3}, "keys.rcp": {"N": 3},
	} {
		text, err := os.ReadFile("../../bench/models/" + name)
		require.NoError(t, err)
		p, list := rcheck.Parse(name, text, rcheck.Options{Set: set})
		require.NoError(t, list.Err())
		for _, s := range p.Specs {
			parts := s.Formula.Conjuncts()
			requireLetters(t, p.System, parts[0], kinds)
			if len(parts) > 1 && !slices.ContainsFunc(parts, func(f *ltol.Formula) bool { return !single(f) }) {
				requireLetters(t, p.System, s.Formula, kinds)
				whole++
			}
		}
	}
	require.Greater(t, whole, 10)
	require.Len(t, kinds, 4, "%v", kinds)
}

// A step proposition may read all there is of the state from which the step is taken, also by the
// predicate of the message: the same step has other letters in other states.
func TestLettersOfStepsReadTheState(t *testing.T) {
	b := recipe.NewBuilder()
	property := b.Property("p", recipe.BoolType)
	var level, control []*recipe.Expr
	var up []int
	for _, name := range []string{"left", "right"} {
		lamp := b.Agent(name, "Lamp")
		x := lamp.Local("level", recipe.IntType(0, 2))
		lamp.Init(recipe.Eq(x, recipe.IntExpr(0))).Relabel(property, recipe.Eq(x, recipe.IntExpr(0)))
		brighter := lamp.Send(0, 0, b.Broadcast()).When(recipe.Lt(x, recipe.IntExpr(2)))
		brighter.To(recipe.And(property, recipe.Eq(x, recipe.IntExpr(1))))
		brighter.Set(x, recipe.Add(x, recipe.IntExpr(1)))
		lamp.Send(0, 1, b.Broadcast())
		lamp.Send(1, 0, b.Broadcast())
		up, level, control = append(up, brighter.ID()), append(level, x), append(control, lamp.Control())
	}
	executed := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: up[:1]}
	kinds := map[string]bool{}
	var letters []*ltol.Formula
	for name, e := range map[string]*recipe.Expr{
		"local":      recipe.Eq(level[0], recipe.IntExpr(1)),
		"control":    recipe.Eq(control[1], recipe.IntExpr(1)),
		"enabled":    {Op: recipe.OpEnabled, Type: recipe.BoolType, Commands: up[1:]},
		"deadlock":   {Op: recipe.OpDeadlock, Type: recipe.BoolType},
		"quantifier": recipe.Exists(recipe.TrueExpr),
		"property":   recipe.Forall(property),
		"alone":      recipe.TrueExpr,
	} {
		p := b.StepProposition(name, recipe.And(executed, e))
		letters = append(letters, ltol.Prop(ltol.Atom{ID: p, Kind: ltol.Step}))
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, letter := range letters {
		requireLetters(t, sys, ltol.Globally(letter), kinds)
	}
	require.Equal(t, map[string]bool{"steps": true, "both": true}, kinds)
}

// Of six steps to one state, every second with a letter, two moves are left.
func TestStepsThatTakeTurnsAreTwoMoves(t *testing.T) {
	b := recipe.NewBuilder()
	lamp := b.Agent("lamp", "Lamp")
	var commands []int
	for range 6 {
		commands = append(commands, lamp.Send(0, 0, b.Broadcast()).ID())
	}
	second := []int{commands[1], commands[3], commands[5]}
	executed := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: second}
	letter := b.StepProposition("second", executed)
	sys, err := b.System()
	require.NoError(t, err)
	f := ltol.Globally(ltol.Prop(ltol.Atom{ID: letter, Kind: ltol.Step}))
	requireLetters(t, sys, f, map[string]bool{})
}

// A state without a step may come before all others. Steps of others do not leave a deadlock.
func TestStepsLeaveNoDeadlock(t *testing.T) {
	b := recipe.NewBuilder()
	lamp := b.Agent("lamp", "Lamp")
	level := lamp.Local("level", recipe.IntType(0, 2))
	lamp.Init(recipe.Le(level, recipe.IntExpr(1)))
	up := lamp.Send(0, 0, b.Broadcast()).When(recipe.Eq(level, recipe.IntExpr(1)))
	up.Set(level, recipe.IntExpr(2))
	deadlock := &recipe.Expr{Op: recipe.OpDeadlock, Type: recipe.BoolType}
	stuck := b.StepProposition("stuck", recipe.And(recipe.Executed(up), deadlock))
	sys, err := b.System()
	require.NoError(t, err)
	requireLetters(t, sys, ltol.Globally(ltol.Prop(ltol.Atom{ID: stuck, Kind: ltol.Step})), map[string]bool{})
}

// requireLetters compares the moves of the question of a formula with its letters on each edge. It
// notes what kinds of letters there are.
func requireLetters(t *testing.T, sys *recipe.System, f *ltol.Formula, kinds map[string]bool) {
	t.Helper()
	in := recipe.NewInterpreter(sys)
	finder := NewFinder(in, Options{})
	q, err := finder.question(t.Context(), ltol.Not(f))
	require.NoError(t, err)
	for i, letter := range q.letters.all {
		kind, ok := plain(letter)
		require.True(t, ok)
		require.Equal(t, kind == ltol.State, q.ofStates>>i&1 == 1)
		switch {
		case kind == ltol.State:
			kinds["states"] = true
		case !letter.Propositional():
			kinds["onward"] = true
		case !slices.ContainsFunc(letter.Atoms(), func(a ltol.Atom) bool { return !q.letters.alone(a) }):
			kinds["steps"] = true
		default:
			kinds["both"] = true
		}
	}
	g, err := finder.quotient(t.Context(), q.group)
	require.NoError(t, err)
	p := newProduct(t.Context(), in, g, q, new(meter))
	for rep, s := range g.states {
		require.Nil(t, p.moves[rep])
		p.arcs(rep*len(q.aut.States), func(arc) bool { return false })
		require.NoError(t, p.fault)
		moves := map[move]bool{}
		for _, e := range g.out(rep, new(meter)) {
			at, after := recipe.NewInstant(in), recipe.NewInstant(in)
			require.NoError(t, at.Enter(s))
			require.NoError(t, at.Leave(g.step(e)))
			require.NoError(t, after.Enter(g.by(rep, e).State(g.states[e.to])))
			var word uint64
			for k, letter := range q.letters.all {
				holding, err := ltol.Holds(letter, func(f *ltol.Formula) (bool, error) {
					switch {
					case f.Op() == ltol.OpNext:
						return ltol.Holds(f.Args()[0], func(f *ltol.Formula) (bool, error) { return after.StateHolds(f.Atom().ID) })
					case f.Atom().Kind == ltol.State:
						return at.StateHolds(f.Atom().ID)
					}
					return at.StepHolds(t.Context(), f.Atom().ID)
				})
				require.NoError(t, err)
				if holding {
					word |= 1 << k
				}
			}
			moves[move{e.to, 0, int32(slices.Index(p.words, word))}] = true
			same := func(m move) bool { return m.to == e.to && p.words[m.word] == word }
			require.True(t, slices.ContainsFunc(p.moves[rep], same), "%s: %v from %v", f, g.step(e), s)
		}
		if len(q.letters.recurring) == 0 {
			require.Len(t, p.moves[rep], len(moves))
		}
	}
}
