package rchecktest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// requireSame requires that two programs have one system and the same formulas.
func requireSame(t *testing.T, p, q *rcheck.Program, text string) {
	t.Helper()
	require.Equal(t, p.System.String(), q.System.String(), text)
	require.Equal(t, len(p.Specs), len(q.Specs))
	for i, s := range p.Specs {
		require.Equal(t, s.Name, q.Specs[i].Name)
		if s.State != nil {
			require.True(t, s.State.Equal(q.Specs[i].State), "%s\n%v\n%v\n%s", s.Text, s.State, q.Specs[i].State, text)
			continue
		}
		require.True(t, s.Formula.Equal(q.Specs[i].Formula), "%s\n%v\n%v\n%s", s.Text, s.Formula, q.Specs[i].Formula, text)
	}
	require.Equal(t, len(p.Justice), len(q.Justice))
	for i, f := range p.Justice {
		require.True(t, f.Equal(q.Justice[i]), text)
	}
	require.Equal(t, len(p.Compassion), len(q.Compassion))
	for i, f := range p.Compassion {
		require.True(t, f[0].Equal(q.Compassion[i][0]) && f[1].Equal(q.Compassion[i][1]), text)
	}
}

// The generator spells every model twice: with as few parentheses as the language page's
// precedences allow, which it knows by itself, and with all. Both say the same.
func TestParenthesesSpellOutPrecedence(t *testing.T) {
	compared := 0
	n := recipetest.Number(t, "RCHECK_MODELS", 200)
	for seed := range n {
		m := rchecktest.New(recipetest.Seeded(uint64(seed)))
		p, list := rcheck.Parse("min.rcp", []byte(m.Text), m.Options)
		q, fullList := rcheck.Parse("full.rcp", []byte(m.Full), m.Options)
		require.Equal(t, list.HasErrors(), fullList.HasErrors(), "seed %d\n%v\n%v\n%s\n%s", seed, list.Err(), fullList.Err(), m.Text, m.Full)
		if list.HasErrors() {
			continue
		}
		compared++
		requireSame(t, p, q, m.Text)
	}
	t.Logf("%d of %d models compared", compared, n)
	require.Greater(t, compared, n*3/4)
}
