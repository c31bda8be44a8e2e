package views

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certificate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The views of generated families are confirmed by a SAT solver. A set that lacks any view of a reachable
// state of some system is not.
func TestCertificates(t *testing.T) {
	const work = 1 << 30
	ctx, refuted := context.Background(), 0
	texts := []string{learning}
	for seed := range uint64(recipetest.Number(t, "CERTIFY_FAMILIES", 5)) {
		texts = append(texts, rchecktest.ForAllSizes(recipetest.Seeded(seed)))
	}
	for i, text := range texts {
		large := read(t, text, 11)
		_, f, err := family.Of(ctx, read(t, text, 9), large)
		require.NoError(t, err)
		kept := 1
		if len(f.Classes) == 1 {
			kept += i % 2
		}
		a, err := f.Abstract(keeping(f, kept, 1))
		require.NoError(t, err)
		v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, work)
		require.NoError(t, err)
		confirm := func(set bdd.Node, work int) error {
			var b bytes.Buffer
			require.NoError(t, v.model.Manager.Dump(&b, set))
			return certificate.Views(ctx, certificate.Of(f, a, &b), work)
		}
		require.NoError(t, confirm(v.All, work), text)
		require.ErrorIs(t, confirm(v.All, 1), certificate.ErrWork)
		small, _, err := family.Of(ctx, read(t, text, kept+1), large)
		if err != nil {
			v.Close()
			continue
		}
		c := v.model.Manager.Calculator(ctx)
		for _, s := range realViews(t, v, small, 12) {
			one := bdd.True
			for _, x := range v.variables {
				value := recipe.Value(s.Control[x.Agent])
				if x.Local >= 0 {
					value = s.Locals[x.Local]
				}
				one = c.And(one, c.Eq(x.ID, bdd.Current, slices.Index(x.Values, value)))
			}
			require.ErrorIs(t, confirm(c.Diff(v.All, one), work), certificate.ErrWrong, "%s of\n%s", a.System.StateString(s), text)
			refuted++
		}
		c.Close()
		v.Close()
	}
	require.Greater(t, refuted, 10)
}

// realViews are some views of the reachable states of a system, each once.
func realViews(t *testing.T, v *Views, f *family.Family, most int) []recipe.State {
	g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(f.System), 60)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
	}
	var out []recipe.State
	looks(t, v.abstraction, f, func(l *look) {
		for i := range g.Len() {
			s := l.view(g.State(i))
			if len(out) < most && !slices.ContainsFunc(out, s.Equal) {
				out = append(out, s)
			}
		}
	})
	return out
}

// A SAT solver confirms each condition on states that the search in the space of views says to hold always.
// It may confirm more of them, as it knows which symbols of the outside are equal.
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
				claim := certificate.Of(f, a, bytes.NewReader(b.Bytes()))
				claim.Condition = condition
				err = certificate.Views(ctx, claim, work)
				if holds || err != nil {
					found[holds]++
				}
				if holds {
					require.NoError(t, err, "seed %d, %v", seed, p.Expr)
				} else if err != nil {
					require.ErrorIs(t, err, certificate.ErrBad, "seed %d, %v", seed, p.Expr)
				}
			}
			v.Close()
		}
	}
	require.Greater(t, min(found[true], found[false]), 10)
}

// Two agents that have a partner in common have one outside of the view. If the condition is settled, that
// does not count.
func TestSettledCertificates(t *testing.T) {
	ctx := context.Background()
	text := learning + "SPEC forall k : Worker . forall j : Worker . k != j -> (G !(k-partner = j-partner & k-partner != nobody));\n"
	_, f, err := family.Of(ctx, read(t, text, 9), read(t, text, 11))
	require.NoError(t, err)
	id := slices.IndexFunc(f.System.Propositions, func(p recipe.Proposition) bool { return slices.Equal(f.Members(p.Expr), []int{0, 1}) })
	s := keeping(f, 2, 1)
	s.Tracked, s.Propositions = []int{0, 1}, []int{id}
	a, err := f.Abstract(s)
	require.NoError(t, err)
	v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, 1<<30)
	require.NoError(t, err)
	defer v.Close()
	for settled, want := range map[bool]error{false: certificate.ErrBad, true: nil} {
		var b bytes.Buffer
		require.NoError(t, v.Dump(&b))
		claim := certificate.Of(f, a, &b)
		claim.Condition, claim.Settled = ltol.Not(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})), settled
		require.ErrorIs(t, certificate.Views(ctx, claim, 1<<30), want)
	}
}
