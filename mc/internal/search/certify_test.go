package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A counter is an agent that counts to 3 and then does nothing any more, in a system whose
// propositions say that it has come so far and that it is past that.
func counter(t *testing.T) (s *System, end, past *ltol.Formula) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "Counter")
	x := a.Local("x", recipe.IntType(0, 4))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	a.Send(0, 0, b.Broadcast()).When(recipe.Lt(x, recipe.IntExpr(3))).Set(x, recipe.Add(x, recipe.IntExpr(1)))
	a.Send(0, 0, b.Broadcast()).When(recipe.Eq(x, recipe.IntExpr(1)))
	is := func(n int) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition("p", recipe.Eq(x, recipe.IntExpr(n))), Kind: ltol.State})
	}
	end, past = is(3), is(4)
	sys, err := b.System()
	require.NoError(t, err)
	s = encoded(t, sys)
	t.Cleanup(func() { closeSpace(s) })
	require.NoError(t, s.Explore(context.Background()))
	return s, end, past
}

func checkFor(t *testing.T, s *System, f *ltol.Formula) *emptiness {
	goals, err := s.Goals(context.Background(), f, ltol.Options{})
	require.NoError(t, err)
	require.Len(t, goals, 1)
	e := s.newEmptiness(s.begin(context.Background()), goals[0])
	require.NotNil(t, e)
	t.Cleanup(e.release)
	return e
}

// What certifies that there is no fair cycle fails if one was overlooked, a deadlock or another, or
// if a part of the product was not explored.
func TestCertifyEmptyFindsFaults(t *testing.T) {
	s, end, past := counter(t)
	certify := func(e *emptiness) error {
		work := s.begin(context.Background())
		e.certifyEmpty(work)
		return work.err
	}
	for name, f := range map[string]*ltol.Formula{
		"a deadlock": ltol.Finally(end), "another cycle": ltol.Globally(ltol.Not(end)),
	} {
		t.Run(name, func(t *testing.T) {
			e := checkFor(t, s, f)
			work := s.begin(context.Background())
			e.product.graph.closure(work, forward, e.reached, nil)
			require.NoError(t, work.err)
			require.ErrorContains(t, certify(e), "backwards finds some")
		})
	}
	t.Run("a part of the product", func(t *testing.T) {
		e := checkFor(t, s, ltol.Finally(past))
		work := s.begin(context.Background())
		require.Nil(t, e.fairRegion(work))
		require.NoError(t, work.err)
		require.NoError(t, certify(e))
		for q := range e.reached.part {
			e.reached.set(q, bdd.False)
		}
		require.ErrorContains(t, certify(e), "not closed")
	})
}

// A condition that is none on a letter is an error, and not false.
func TestConditionsAreLetters(t *testing.T) {
	s, end, _ := counter(t)
	first, ok := s.space.Pick(s.space.Init())
	require.True(t, ok)
	l := letter{task: s.begin(context.Background()), sys: s, state: first}
	for tr, err := range s.space.Successors(context.Background(), first) {
		require.NoError(t, err)
		l.step = tr.Step
	}
	require.False(t, l.satisfies(ltol.Or(ltol.False(), end)))
	require.NoError(t, l.err)
	l.satisfies(ltol.Or(end, ltol.Finally(end)))
	require.ErrorContains(t, l.err, "temporal operator")
}
