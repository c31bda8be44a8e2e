package types

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func TestAmbiguousReading(t *testing.T) {
	const model = "agent A local: b : bool repeat: { b } * ! true () [] system = A(a, true)"
	files := token.NewFileSet()
	file, list := parser.ParseFile(files, "test.rcp", []byte(model), parser.Options{})
	p, list := Resolve(nil, files, file, list, Options{})
	require.NoError(t, list.Err())
	e := func(text string) ast.Expr {
		e, list := parser.ParseFormula(files, "formula", []byte(text), parser.Options{Model: file})
		require.NoError(t, list.Err())
		return e
	}
	good, bad := e("F a-b"), &ast.Ident{NamePos: e("G a-b").Pos(), Name: "nothing"}
	f, list := p.Formula(nil, files, "SPEC", &ast.Ambiguous{Alternatives: []ast.Expr{bad, good}}, nil)
	require.Empty(t, list, "the alternative without a meaning is dropped")
	require.Equal(t, ltol.OpFinally, f.Op)

	f, list = p.Formula(nil, files, "SPEC", &ast.Ambiguous{Alternatives: []ast.Expr{good, e("X a-b")}}, nil)
	require.Nil(t, f)
	require.Equal(t, ambiguousReading, list[0].Code)

	f, list = p.Formula(nil, files, "SPEC", &ast.Ambiguous{Alternatives: []ast.Expr{bad, bad}}, nil)
	require.Nil(t, f)
	require.Equal(t, unknownName, list[0].Code)
}
