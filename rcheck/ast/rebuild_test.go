package ast_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Expressions of all kinds are what they were if nothing changes, and change everywhere if
// something does.
func TestRebuild(t *testing.T) {
	for _, text := range []string{
		"a-x", "!a-x & (a-x | b-y) -> X (a-x U b-y)", "(a-x = 1 ? a-x + 2 : min(a-x, -3)) > n[i] * 2",
		"forall k : T . <<sender = a & exists(@p = a)>> [[chan = a]] a-x", "a-x - b-y - a-x" + strings.Repeat(" + a-x", 5000),
	} {
		x, list := parser.ParseFormula(token.NewFileSet(), "f", []byte(text), parser.Options{})
		require.False(t, list.HasErrors(), list.Error())
		var same, renamed func(ast.Expr) ast.Expr
		same = func(x ast.Expr) ast.Expr { return ast.Rebuild(x, same) }
		renamed = func(x ast.Expr) ast.Expr {
			if name, ok := x.(*ast.Ident); ok && name.Name == "a" {
				return &ast.Ident{Name: "c"}
			}
			return ast.Rebuild(x, renamed)
		}
		before := ast.Print(x, ast.Style{Full: true})
		require.Equal(t, before, ast.Print(same(x), ast.Style{Full: true}))
		after := ast.Print(renamed(x), ast.Style{Full: true})
		require.Equal(t, before, ast.Print(x, ast.Style{Full: true}), "the original changed")
		if strings.Contains(text, "= a") {
			require.NotContains(t, after, "= a")
		}
	}
}

func TestLeftSpine(t *testing.T) {
	x, _ := parser.ParseFormula(token.NewFileSet(), "f", []byte("a + (b + c) + d"), parser.Options{})
	first, chain := ast.LeftSpine(x.(*ast.Binary))
	require.Equal(t, "a", ast.Print(first, ast.Style{}))
	require.Len(t, chain, 2)
	require.Equal(t, "(b + c)", ast.Print(chain[0].Y, ast.Style{}))
	require.Equal(t, "d", ast.Print(chain[1].Y, ast.Style{}))
}
