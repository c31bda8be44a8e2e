package ltol_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

func TestStateFormulasPrint(t *testing.T) {
	p, q := ltol.StateProp(0), ltol.StateProp(1)
	x, y := ltol.Prop(ltol.Atom{ID: 0}), ltol.Prop(ltol.Atom{ID: 1})
	for _, test := range []struct {
		formula *ltol.StateFormula
		want    string
	}{
		{ltol.AllPaths(ltol.Globally(ltol.Implies(x, ltol.Finally(y))), p, ltol.Knows(0, q)), "AG (s0 -> F K(k0, s1))"},
		{ltol.AllPaths(ltol.Globally(x), ltol.ExistsPath(ltol.Finally(x), p)), "AG EF s0"},
		{ltol.AllPaths(ltol.And(ltol.Globally(x), ltol.Finally(x)), ltol.ExistsPath(ltol.Next(x), p)), "A ((G EX s0) & F EX s0)"},
		{ltol.ExistsPath(ltol.Globally(x), ltol.AndState(p, q)), "EG (s0 & s1)"},
		{ltol.AllPaths(ltol.And(x, ltol.Finally(y)), ltol.ExistsPath(ltol.Next(x), p), ltol.ExistsPath(ltol.Until(x, x), q)), "A ((EX s0) & F E (s1 U s1))"},
		{ltol.ExistsPath(ltol.Globally(x), ltol.NotState(p)), "EG !s0"},
		{ltol.AndState(ltol.ExistsPath(ltol.Globally(x), p), ltol.NotState(ltol.ExistsPath(ltol.Globally(x), q))), "(EG s0) & !(EG s1)"},
		{ltol.AndState(p, ltol.ExistsPath(ltol.Globally(x), q)), "s0 & EG s1"},
		{ltol.OrState(ltol.AndState(p, q), ltol.NotState(ltol.ExistsPath(ltol.Until(x, y), p, q))), "(s0 & s1) | !E (s0 U s1)"},
		{ltol.Can([]int{2, 1, 2}, ltol.Next(x), p), "can({k1, k2}, X s0)"},
		{ltol.IffState(ltol.EveryoneKnows([]int{0, 1}, p), ltol.DistributedKnows([]int{0}, q)), "GK({k0, k1}, s0) <-> DK({k0}, s1)"},
		{ltol.ImpliesState(ltol.CommonKnows([]int{1}, p), ltol.Obliged(1, ltol.TrueState())), "GCK({k1}, s0) -> O(k1, true)"},
		{ltol.OrState(), "!true"},
	} {
		assert.Equal(t, test.want, test.formula.String())
	}
	named := ltol.StateNotation{Atom: func(int) string { return "wet" }, Agent: func(int) string { return "anna" }}
	assert.Equal(t, "GK({anna}, wet)", ltol.EveryoneKnows([]int{3}, p).Format(named))
	for name, want := range map[string]string{"wet": "!wet", "a & b": "!(a & b)", "a -> b": "!(a -> b)", "n = 3": "!(n = 3)"} {
		compound := ltol.StateNotation{Atom: func(int) string { return name }}
		assert.Equal(t, want, ltol.NotState(p).Format(compound))
	}
}

func TestStateFormulasAreCompared(t *testing.T) {
	x := ltol.Prop(ltol.Atom{ID: 0})
	make := func() *ltol.StateFormula {
		return ltol.ImpliesState(ltol.Can([]int{1, 0}, ltol.Next(x), ltol.StateProp(3)), ltol.Knows(1, ltol.StateProp(2)))
	}
	assert.True(t, make().Equal(make()))
	assert.False(t, make().Equal(ltol.NotState(make())))
	assert.False(t, ltol.Knows(0, ltol.StateProp(2)).Equal(ltol.Knows(1, ltol.StateProp(2))))
	assert.False(t, ltol.AllPaths(ltol.Next(x), ltol.TrueState()).Equal(ltol.AllPaths(ltol.Finally(x), ltol.TrueState())))
	assert.PanicsWithError(t, "ltol: misuse: a path formula reads the state formula 0 of 0", func() { ltol.AllPaths(x) })
}
