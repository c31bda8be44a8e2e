package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// What is searched for in place of a premise follows from the premise, and does not say more: of a
// response, that it answers again and again if it is asked so.
func TestWhatFollowsFromPremises(t *testing.T) {
	p := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	s := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}) }
	again := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	for _, test := range []struct{ premise, want *ltol.Formula }{
		{ltol.Globally(ltol.Implies(p(0), ltol.Finally(p(1)))), ltol.Implies(again(p(0)), again(p(1)))},
		{ltol.Globally(ltol.Implies(s(2), ltol.Implies(p(0), ltol.Finally(s(3))))), ltol.Implies(again(ltol.And(s(2), p(0))), again(s(3)))},
		{ltol.Globally(ltol.Or(p(0), p(1), ltol.Finally(s(2)))), ltol.Implies(again(ltol.Not(ltol.Or(p(0), p(1)))), again(s(2)))},
		{ltol.Globally(ltol.Necessary(2, ltol.Finally(s(3)))), ltol.Implies(again(s(2)), again(s(3)))},
		{ltol.Globally(p(0)), ltol.Globally(p(0))},
		{again(p(0)), again(p(0))},
		{ltol.Globally(ltol.Implies(p(0), ltol.Next(p(1)))), ltol.Globally(ltol.Implies(p(0), ltol.Next(p(1))))},
		{ltol.Finally(p(0)), ltol.True()},
		{ltol.Until(p(0), p(1)), ltol.True()},
	} {
		parts := test.premise.Divided(1, 1)
		require.Len(t, parts, 1)
		got := weaker(parts[0])
		for _, none := range []*ltol.Formula{
			ltol.And(test.premise, ltol.Not(got)), ltol.Not(ltol.Iff(got, test.want)),
		} {
			word, err := ltol.Satisfiable(t.Context(), none, ltol.Options{})
			require.NoError(t, err)
			require.Nil(t, word, "%s for %s", got, test.premise)
		}
	}
}
