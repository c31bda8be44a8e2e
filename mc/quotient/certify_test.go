package quotient

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Four switches can only be switched on. Every state is in the quotient, whichever switch is
// on; one whose representative is taken away is missed. A search that is repeated finds nothing if
// there is nothing, and else what was overlooked.
func TestCertificatesOfOrbits(t *testing.T) {
	ctx := context.Background()
	b := recipe.NewBuilder()
	var on []*recipe.Expr
	for i := range 4 {
		s := b.Agent(fmt.Sprint("switch", i), "Switch")
		x := s.Local("on", recipe.BoolType)
		s.Init(recipe.Not(x))
		s.Send(0, 0, b.Broadcast()).When(recipe.Not(x)).Set(x, recipe.TrueExpr)
		on = append(on, x)
	}
	some := ltol.Prop(ltol.Atom{ID: b.StateProposition("some", recipe.Or(on...)), Kind: ltol.State})
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	f := NewFinder(in, Options{Repeat: true})
	state := func(bits int) recipe.State {
		s := recipe.State{Locals: make([]recipe.Value, 4), Control: make([]int, 4)}
		for i := range s.Locals {
			s.Locals[i] = recipe.Value(bits >> i & 1)
		}
		return s
	}
	_, known := f.Contains(state(0))
	require.False(t, known, "there is no quotient")
	_, _, orbits, err := f.Count(ctx)
	require.NoError(t, err)
	require.Equal(t, 5, orbits)
	for bits := range 16 {
		in, known := f.Contains(state(bits))
		require.True(t, in && known, "%04b", bits)
	}
	group, err := symmetry.Detect(ctx, sys, nil)
	require.NoError(t, err)
	g, err := f.quotient(ctx, group)
	require.NoError(t, err)
	rep, _ := g.group.Canonical(state(0b0101))
	delete(g.index, in.Key(rep))
	for bits := range 16 {
		in, known := f.Contains(state(bits))
		require.True(t, known)
		require.Equal(t, onesOf(bits) != 2, in, "%04b", bits)
	}

	for _, c := range []struct {
		formula *ltol.Formula
		found   bool
	}{
		{ltol.Finally(some), true}, {ltol.Globally(ltol.Not(some)), false}, {ltol.Globally(ltol.Finally(ltol.Not(some))), false},
		{ltol.Finally(ltol.Globally(some)), true}, {ltol.Next(ltol.Not(some)), false}, {ltol.True(), true},
	} {
		found, _, err := f.Find(ctx, c.formula)
		require.NoError(t, err)
		require.Equal(t, c.found, found != nil)
		q, err := f.question(ctx, c.formula)
		require.NoError(t, err)
		p := newProduct(ctx, in, g, q, new(meter))
		if c.found {
			require.ErrorIs(t, p.certifyEmpty(ctx), errOverlooked, "%s", c.formula)
		} else {
			require.NoError(t, p.certifyEmpty(ctx), "%s", c.formula)
		}
	}
}

func onesOf(bits int) int {
	n := 0
	for ; bits > 0; bits &= bits - 1 {
		n++
	}
	return n
}
