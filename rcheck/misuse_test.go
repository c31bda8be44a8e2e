package rcheck_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misused makes what calls can be made with: a program with its file and text, and contexts.
func misused(t *testing.T) misusetest.Fixture {
	const text = "agent A local: x : bool init: !x repeat: s: <TRUE> *! (TRUE)()[x := !x] system = A(a, TRUE) SPEC G F a-x"
	return func() []any {
		p, list := rcheck.Parse("m.rcp", []byte(text), rcheck.Options{})
		require.NotNil(t, p, "%v", list)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		return []any{context.Background(), p, p.File, p.Files, []byte(text), "G a-x", rcheck.Options{}, ended, new(ast.File)}
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), new(rcheck.Program))
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"Parse": rcheck.Parse, "ParseContext": rcheck.ParseContext,
		"ParseFormula": rcheck.ParseFormula, "CountingNames": rcheck.CountingNames,
	})
	_, _, err := rcheck.ParseContext(nil, "m.rcp", nil, rcheck.Options{})
	require.EqualError(t, err, "rcheck: misuse: there is no context")
	require.ErrorIs(t, err, recipe.ErrMisuse)
}
