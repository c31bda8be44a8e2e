package rchecktest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// eachProgram calls visit for generated programs.
func eachProgram(t *testing.T, otherwise int, visit func(m rchecktest.Model, p *rcheck.Program)) {
	n := recipetest.Number(t, "RCHECK_MODELS", otherwise)
	accepted := 0
	for seed := range n {
		m := rchecktest.New(recipetest.Seeded(uint64(seed)))
		if p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options); !list.HasErrors() {
			accepted++
			visit(m, p)
		}
	}
	t.Logf("%d of %d models", accepted, n)
	require.Greater(t, accepted, n*3/4)
}

// A property that is printed in either dialect, with few parentheses or many, and read back is the same formula.
func TestPrintedPropertiesAreRead(t *testing.T) {
	read := 0
	eachProgram(t, 120, func(m rchecktest.Model, p *rcheck.Program) {
		for _, s := range p.Specs[:len(p.Specs):len(p.Specs)] {
			p, first, list := p.WithProperty("", s.Text)
			require.NoError(t, list.Err(), "%s\n%s", s.Text, m.Text)
			for _, style := range []ast.Style{
				{}, {Dialect: ast.Classic}, {Dialect: ast.Current}, {EitherReading: true}, {Full: true}, {Full: true, Dialect: ast.Current},
			} {
				style.Reading = p.File.Reading
				text := ast.Print(s.Expr, style)
				_, again, list := p.WithProperty("", text)
				require.NoError(t, list.Err(), "%s printed as %s\n%s", s.Text, text, m.Text)
				require.True(t, first.Formula.Equal(again.Formula), "%s printed as %s\n%s", s.Text, text, m.Text)
				read++
			}
		}
	})
	t.Logf("%d formulas read back", read)
}

// A model that is laid out anew, in its own dialect or converted to the other one, says the same, and stays as it is from then on.
func TestFormattedModelsAreRead(t *testing.T) {
	eachProgram(t, 120, func(m rchecktest.Model, p *rcheck.Program) {
		require.True(t, requireFormats(t, m.Text, m.Options))
	})
}
