package rchecktest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
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
	require.Greater(t, accepted, n*2/3)
}

// A property that is printed in either dialect, with few parentheses or many, and read back is the
// same formula.
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
				if first.State != nil {
					require.True(t, first.State.Equal(again.State), "%s printed as %s\n%s", s.Text, text, m.Text)
				} else {
					require.True(t, first.Formula.Equal(again.Formula), "%s printed as %s\n%s", s.Text, text, m.Text)
				}
				read++
			}
		}
	})
	t.Logf("%d formulas read back", read)
}

// A model that is laid out anew, in its own dialect or converted to the other one, says the same,
// and stays as it is from then on.
func TestFormattedModelsAreRead(t *testing.T) {
	eachProgram(t, 60, func(m rchecktest.Model, p *rcheck.Program) {
		require.Positive(t, requireFormats(t, m.Text, m.Options))
	})
}

// So are the models of the repository.
func TestModelsOfTheRepositoryAreFormatted(t *testing.T) {
	formatted := 0
	for _, root := range []string{"../../../bench/models", "../../../cmd/rcheck-bdd/testdata/models"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".rcp") || slices.Contains([]string{"broken.rcp", "binary.rcp"}, filepath.Base(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, 3, requireFormats(t, string(text), rcheck.Options{}), path)
			formatted++
			return nil
		})
		require.NoError(t, err)
	}
	require.Greater(t, formatted, 10)
}

// A formula about states says the same in all its spellings: with few parentheses or all, as it was
// written or printed, in the dialect of the model or the other one; and models that state such
// formulas are laid out as they are.
func TestFormulasAboutStatesAreRead(t *testing.T) {
	operators := map[ltol.StateOp]int{}
	n := recipetest.Number(t, "RCHECK_MODELS", 40)
	read, rejected := 0, 0
	for seed := range n {
		m, min, full := rchecktest.WithStates(recipetest.Seeded(uint64(seed)), 4)
		p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if list.HasErrors() {
			continue
		}
		stated := m.Text
		for i := range min {
			q, first, list := p.WithProperty("", min[i])
			if first == nil { // what is compared is constant, or a label is about the step before
				rejected++
				continue
			}
			same := func(text string) {
				_, again, list := q.WithProperty("", text)
				require.NoError(t, list.Err(), "%s written as %s\n%s", min[i], text, m.Text)
				require.Equal(t, first.State == nil, again.State == nil)
				if first.State == nil {
					require.True(t, first.Formula.Equal(again.Formula), "%s written as %s\n%s", min[i], text, m.Text)
					return
				}
				require.True(t, first.State.Equal(again.State), "%s written as %s\n%s", min[i], text, m.Text)
				read++
			}
			require.NoError(t, list.Err())
			same(full[i])
			for _, style := range []ast.Style{{}, {Dialect: ast.Classic}, {Dialect: ast.Current}, {EitherReading: true}, {Full: true}} {
				style.Reading = p.File.Reading
				same(ast.Print(first.Expr, style))
			}
			if first.State != nil {
				count(first.State, operators)
				stated += "SPEC " + min[i] + ";\n"
			}
		}
		require.Positive(t, requireFormats(t, stated, m.Options))
	}
	t.Logf("%d formulas read, %d rejected, operators %v", read, rejected, operators)
	require.Greater(t, read, 4*rejected)
	for op := ltol.StateTrue; op <= ltol.StateCan; op++ {
		require.Positive(t, operators[op], "%d", op)
	}
}

func count(f *ltol.StateFormula, operators map[ltol.StateOp]int) {
	operators[f.Op()]++
	for _, a := range f.Args() {
		count(a, operators)
	}
}

// What begins as something does that follows a name stands in parentheses after a word that may be
// one: E is a data variable here.
func TestWordsThatMayBeNamesArePrinted(t *testing.T) {
	p, list := rcheck.Parse("model.rcp", []byte(`enum channel { c }
message-structure: E : bool, EF : 0..1
agent A
  local: x : 0..1
  init: x = 0
  repeat: l: { true } c ! true (E := true) [x := 1 - x]
system = A(a, true)
`), rcheck.Options{})
	require.NoError(t, list.Err())
	for _, text := range []string{"E <<E>> (a-x = 1)", "EF <<!E>> a-x = 0", "EF (-a-x = 0)", "E ([[E]] a-x = 1)"} {
		_, first, list := p.WithProperty("", text)
		require.NoError(t, list.Err(), text)
		for _, style := range []ast.Style{{}, {Dialect: ast.Classic}, {Dialect: ast.Current}, {EitherReading: true}, {Full: true}} {
			style.Reading = p.File.Reading
			printed := ast.Print(first.Expr, style)
			_, again, list := p.WithProperty("", printed)
			require.NoError(t, list.Err(), "%s printed as %s", text, printed)
			require.True(t, first.State.Equal(again.State), "%s printed as %s", text, printed)
		}
	}
}
