package views

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The views of generated families are confirmed by a SAT solver. A set that lacks any one of them is not.
func TestCertificates(t *testing.T) {
	const work = 1 << 30
	ctx, refuted := context.Background(), 0
	for seed := range uint64(recipetest.Number(t, "CERTIFY_FAMILIES", 6)) {
		text := rchecktest.ForAllSizes(recipetest.Seeded(seed))
		_, f, err := family.Of(ctx, read(t, text, 9), read(t, text, 11))
		require.NoError(t, err)
		kept := 1
		if len(f.Classes) == 1 {
			kept += int(seed) % 2
		}
		a, err := f.Abstract(keeping(f, kept, 1))
		require.NoError(t, err)
		v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, work)
		require.NoError(t, err)
		confirm := func(set bdd.Node, work int) error {
			var b bytes.Buffer
			require.NoError(t, v.model.Manager.Dump(&b, set))
			return certify.Views(ctx, a, &b, nil, work)
		}
		require.NoError(t, confirm(v.All, work), text)
		require.ErrorIs(t, confirm(v.All, 1), certify.ErrWork)
		c := v.model.Manager.Calculator(ctx)
		tried := 0
		v.model.Manager.Each(v.All, ids(v.variables), func(codes []int) bool {
			one := bdd.True
			for i, code := range codes {
				one = c.And(one, c.Eq(v.variables[i].ID, bdd.Current, code))
			}
			require.ErrorIs(t, confirm(c.Diff(v.All, one), work), certify.ErrWrong, "%v of\n%s", codes, text)
			tried++
			return tried < 4
		})
		refuted += tried
		c.Close()
		v.Close()
	}
	require.Greater(t, refuted, 10)
}

// A SAT solver says of a condition on states whether all views satisfy it, as the search in the space of
// views does.
func TestCertificatesOfConditions(t *testing.T) {
	const work = 1 << 30
	ctx, found := context.Background(), map[bool]int{}
	for seed := range uint64(recipetest.Number(t, "CERTIFY_FAMILIES", 5)) {
		_, f, err := family.Of(ctx, read(t, rchecktest.ForAllSizes(recipetest.Seeded(seed)), 9), read(t, rchecktest.ForAllSizes(recipetest.Seeded(seed)), 11))
		require.NoError(t, err)
		tried := 0
		for id, p := range f.System.Propositions {
			members := f.Members(p.Expr)
			if tried == 3 || p.Kind != recipe.StateProposition || len(members) > 2 || len(f.Classes) > 1 || p.Expr.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpDeadlock || e.Op == recipe.OpEnabled }) {
				continue
			}
			tried++
			s := keeping(f, max(1, len(members)), 1)
			s.Tracked, s.Propositions = members, []int{id}
			a, err := f.Abstract(s)
			require.NoError(t, err)
			v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, work)
			require.NoError(t, err)
			var b bytes.Buffer
			require.NoError(t, v.Dump(&b))
			space, err := v.Space(ctx)
			require.NoError(t, err)
			atom := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
			for _, condition := range []*ltol.Formula{atom, ltol.Not(atom), ltol.Or(atom, ltol.Not(atom)), ltol.Iff(atom, ltol.Not(atom)), ltol.Implies(ltol.Not(atom), atom)} {
				holds, err := space.Holds(ctx, ltol.Globally(condition), nil, ltol.Options{})
				require.NoError(t, err)
				err = certify.Views(ctx, a, bytes.NewReader(b.Bytes()), condition, work)
				if found[holds]++; holds {
					require.NoError(t, err, "seed %d, %v", seed, p.Expr)
				} else {
					require.ErrorIs(t, err, certify.ErrBad, "seed %d, %v", seed, p.Expr)
				}
			}
			v.Close()
		}
	}
	require.Greater(t, min(found[true], found[false]), 10)
}
