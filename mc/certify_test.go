package mc

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// relay is a system in which two agents pass a counter to and fro until it is 3, and then nothing
// happens any more; with the property that it never gets so far, which is violated, and the one
// that it gets no farther, which holds.
func relay(t *testing.T) (*recipe.System, Specification) {
	b := recipe.NewBuilder()
	n := b.Data("N", recipe.IntType(0, 3))
	var reached []*recipe.Expr
	for i := range 2 {
		a := b.Agent([]string{"left", "right"}[i], "Player")
		x := a.Local("x", recipe.IntType(0, 3))
		a.Init(recipe.Eq(x, recipe.IntExpr(0)))
		a.Send(0, 0, b.Broadcast()).When(recipe.Lt(x, recipe.IntExpr(3))).With(n, recipe.Add(x, recipe.IntExpr(1))).
			Set(x, recipe.Add(x, recipe.IntExpr(1)))
		a.Receive(0, 0, b.Broadcast()).Set(x, n)
		reached = append(reached, recipe.Eq(x, recipe.IntExpr(3)))
	}
	prop := func(e *recipe.Expr) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition("p", e), Kind: ltol.State})
	}
	end, apart := prop(reached[0]), prop(recipe.And(reached[0], recipe.Not(reached[1])))
	sys, err := b.System()
	require.NoError(t, err)
	return sys, Specification{Properties: []Property{
		{Index: 1, Formula: ltol.Globally(ltol.Not(end))},
		{Index: 2, Formula: ltol.Globally(ltol.Not(apart))},
		{Index: 3, Formula: ltol.Finally(ltol.Globally(ltol.Not(end)))},
	}}
}

func reachedChecker(t *testing.T, opts ...Option) *Checker {
	c := newRelay(t, opts...)
	_, err := c.Reach(context.Background())
	require.NoError(t, err)
	return c
}

// without is the set less the states of which the condition is true.
func (c *Checker) without(t *testing.T, set bdd.Node, drop func(recipe.State) bool) bdd.Node {
	sc := c.s.Model.Manager.NewScope(context.Background())
	defer sc.Close()
	dropped := 0
	c.s.Model.Each(set, func(s recipe.State) bool {
		if drop(s) {
			n, err := c.s.Model.StateSet(sc, s)
			require.NoError(t, err)
			k := sc.Calculator()
			set, err = k.Result(k.Diff(set, n))
			require.NoError(t, err)
			dropped++
		}
		return true
	})
	require.Positive(t, dropped)
	return c.s.Model.Manager.Keep(set)
}

// A certificate fails for whatever is wrong with the reachable states, with the deadlocks, with the
// encoding they were computed from, and with the search for cycles that found none.
func TestCertificatesFindFaults(t *testing.T) {
	ctx := context.Background()
	light, full := "the light certificate", "WithCertificates"
	options := map[string][]Option{light: nil, full: {WithCertificates(10)}}
	for kind := range options {
		t.Run("nothing is wrong, "+kind, func(t *testing.T) {
			done, err := reachedChecker(t, options[kind]...).Compare(ctx)
			require.NoError(t, err)
			require.Equal(t, kind == full, done.Closed)
		})
	}
	for name, spoil := range map[string]func(t *testing.T, c *Checker){
		"an initial state is missing": func(t *testing.T, c *Checker) {
			reached, dead, _ := c.s.Search.Reached()
			c.s.Search.Adopt(c.without(t, reached, c.s.Recipe.Interpreter.IsInitial), dead)
		},
		"a state on the way is missing": func(t *testing.T, c *Checker) {
			reached, dead, _ := c.s.Search.Reached()
			c.s.Search.Adopt(c.without(t, reached, func(s recipe.State) bool { return s.Locals[0] == 2 }), dead)
		},
		"deadlocks are missing": func(t *testing.T, c *Checker) {
			reached, dead, _ := c.s.Search.Reached()
			require.NotEqual(t, bdd.False, dead)
			c.s.Search.Adopt(reached, bdd.False)
		},
		"there are too many deadlocks": func(t *testing.T, c *Checker) {
			reached, _, _ := c.s.Search.Reached()
			c.s.Search.Adopt(reached, reached)
		},
		"a step is thought to be impossible": func(t *testing.T, c *Checker) {
			_, c.s.Model.Interactions[0].Enabled, _ = c.s.Search.Reached()
		},
	} {
		for kind := range options {
			t.Run(name+", "+kind, func(t *testing.T) {
				c := reachedChecker(t, options[kind]...)
				spoil(t, c)
				_, err := c.Compare(ctx)
				require.ErrorIs(t, err, ErrInternal)
			})
		}
	}
	t.Run("an interaction is missing", func(t *testing.T) {
		sys, spec := relay(t)
		c, err := NewChecker(ctx, sys, spec)
		require.NoError(t, err)
		defer c.Close()
		all := c.s.Model.Interactions
		c.s.Model.Interactions = nil
		c.s.NewSearch() // the states without it are closed under the others
		_, err = c.Reach(ctx)
		require.NoError(t, err)
		_, err = c.Compare(ctx)
		require.ErrorIs(t, err, ErrInternal)
		c.s.Model.Interactions = all
	})
}

func questions(c *Checker, spec Specification) []decide.Question {
	return mapped(spec.Properties, func(p Property) decide.Question { return c.question(context.Background(), p) })
}

// A panic in a job is an internal error of its property. The other jobs decide the rest.
func TestPanicInAJob(t *testing.T) {
	c := reachedChecker(t)
	clones, err := c.core.Clones(context.Background(), 2)
	require.NoError(t, err)
	clones[0].Subject.Search = nil // whatever it does, it panics
	sys, spec := relay(t)
	require.NotNil(t, sys)
	var got []Verdict
	c.core.InParallel(context.Background(), clones, questions(c, spec), func(i int, a decide.Answer) {
		r := result(c, spec.Properties[i], a)
		got = append(got, r.Verdict)
		if len(got) > 1 {
			require.NoError(t, r.Err)
			return
		}
		require.ErrorIs(t, r.Err, ErrInternal)
		require.ErrorContains(t, r.Err, "panic: ")
		require.Equal(t, len(got), r.Property.Index)
		require.NotEmpty(t, r.Reason)
	})
	require.Equal(t, []Verdict{Unknown, Holds, Violated}, got)
}
