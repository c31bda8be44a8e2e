package ispl_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// TestFormat compares with what is kept: testdata/format/X.ispl becomes
// testdata/format/X.formatted.
func TestFormat(t *testing.T) {
	paths, err := filepath.Glob("testdata/format/*.ispl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		text, list, err := ispl.Format(context.Background(), path, src)
		require.NoError(t, err)
		require.NoError(t, list.Err())
		golden := path[:len(path)-len("ispl")] + "formatted"
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.WriteFile(golden, text, 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(text))
		requireFormatted(t, text)
	}
}

// requireFormatted asserts that formatting changes nothing any more.
func requireFormatted(t *testing.T, text []byte) {
	t.Helper()
	again, list, err := ispl.Format(context.Background(), "again.ispl", text)
	require.NoError(t, err)
	require.NoError(t, list.Err())
	require.Equal(t, string(text), string(again))
}

// TestReadings pins down how operators group, by formulas and what they mean with all parentheses.
func TestReadings(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"AG p -> q", "(AG p) -> q"},
		{"! AG p", "!(AG p)"},
		{"AG ! p and q", "(AG (!p)) and q"},
		{"p and q -> r or s", "(p and q) -> (r or s)"},
		{"p or q and r", "p or (q and r)"},
		{"p -> q -> r", "p -> (q -> r)"},
		{"<g> F p and q", "(<g> F p) and q"},
		{"A (p U q) or E (p U q -> r)", "(A (p U q)) or (E (p U (q -> r)))"},
		{"LTL p U q U r", "LTL (p U q) U r"},
		{"LTL ! p U q", "LTL !(p U q)"},
		{"LTL X p U q and r", "LTL ((X p) U q) and r"},
		{"LTL p U ! q U r", "LTL p U (!(q U r))"},
		{"CTL* A G p and E F q", "CTL* (A (G p)) and (E (F q))"},
		{"K(P, p -> q) and p", "(K(P, (p -> q))) and p"},
	} {
		parse := func(text string) *ispl.Expr {
			src := "Formulae " + text + "; end Formulae"
			f, _ := ispl.ParseFile(nil, token.NewFileSet(), "m.ispl", []byte(src))
			require.NotNil(t, f.Formulae, text)
			require.Len(t, f.Formulae.Items, 1, text)
			return f.Formulae.Items[0].Expr
		}
		x, want := parse(test.text), parse(test.want)
		assert.True(t, x.Equal(want), "%s is read as %s", test.text, ispl.Print(x))
		assert.True(t, parse(ispl.Print(x)).Equal(x), "%s is printed as %s", test.text, ispl.Print(x))
	}
}

func TestFormatRefusesErrors(t *testing.T) {
	text, list, err := ispl.Format(context.Background(), "m.ispl", []byte("Agent"))
	assert.Nil(t, text)
	assert.NoError(t, err)
	assert.True(t, list.HasErrors())
	assert.Equal(t, diag.Code("RC0802"), list[0].Code)
}
