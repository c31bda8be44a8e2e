package ast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

func name(s string) *ast.Ident { return &ast.Ident{Name: s} }

func binary(op ast.Op, x, y ast.Expr) ast.Expr { return &ast.Binary{Op: op, X: x, Y: y} }

func unary(op ast.Op, x ast.Expr) ast.Expr { return &ast.Unary{Op: op, X: x} }

func ExamplePrint() {
	a, b := name("a"), name("b")
	x := unary(ast.Globally, binary(ast.Implies, a, binary(ast.And, unary(ast.Finally, b), a)))
	fmt.Println(ast.Print(x, ast.Style{Reading: ast.Tight}))
	fmt.Println(ast.Print(x, ast.Style{Reading: ast.Wide}))
	fmt.Println(ast.Print(x, ast.Style{Reading: ast.Wide, EitherReading: true}))
	fmt.Println(ast.Print(x, ast.Style{Full: true}))
	// Output:
	// G (a -> F b & a)
	// G a -> (F b) & a
	// G (a -> (F b) & a)
	// G (a -> ((F b) & a))
}

func TestParenthesesWhereNeeded(t *testing.T) {
	a, b, c := name("a"), name("b"), name("c")
	for _, test := range []struct {
		x           ast.Expr
		tight, wide string
	}{
		{binary(ast.And, binary(ast.Or, a, b), c), "(a | b) & c", ""},
		{binary(ast.Or, binary(ast.And, a, b), c), "a & b | c", ""},
		{binary(ast.And, a, binary(ast.And, b, c)), "a & (b & c)", ""},
		{binary(ast.Implies, a, binary(ast.Implies, b, c)), "a -> b -> c", ""},
		{binary(ast.Implies, binary(ast.Implies, a, b), c), "(a -> b) -> c", ""},
		{binary(ast.Eq, binary(ast.Eq, a, b), c), "(a = b) = c", ""},
		{binary(ast.Eq, unary(ast.Not, a), b), "(!a) = b", ""},
		{unary(ast.Not, binary(ast.Eq, a, b)), "!a = b", ""},
		{binary(ast.Eq, a, unary(ast.Not, b)), "a = !b", ""},
		{binary(ast.Eq, a, unary(ast.Not, binary(ast.Eq, b, c))), "a = !(b = c)", ""},
		{binary(ast.Sub, a, binary(ast.Sub, b, c)), "a - (b - c)", ""},
		{unary(ast.Neg, binary(ast.Mul, a, b)), "-(a * b)", ""},
		{binary(ast.Mul, unary(ast.Neg, a), b), "-a * b", ""},
		{unary(ast.Finally, binary(ast.Until, a, b)), "F (a U b)", "F a U b"},
		{binary(ast.Until, unary(ast.Finally, a), b), "F a U b", "(F a) U b"},
		{binary(ast.And, a, unary(ast.Finally, b)), "a & F b", ""},
		{unary(ast.Not, unary(ast.Finally, binary(ast.And, a, b))), "!F (a & b)", "!F a & b"},
		{binary(ast.And, unary(ast.Not, unary(ast.Finally, a)), b), "!F a & b", "!(F a) & b"},
		{&ast.Conditional{Cond: unary(ast.Finally, a), Then: b, Else: c}, "F a ? b : c", "(F a) ? b : c"},
		{binary(ast.And, &ast.Conditional{Cond: a, Then: b, Else: c}, a), "(a ? b : c) & a", ""},
		{&ast.Conditional{Cond: a, Then: b, Else: &ast.Conditional{Cond: a, Then: b, Else: c}}, "a ? b : a ? b : c", ""},
		{&ast.Conditional{Cond: &ast.Conditional{Cond: a, Then: b, Else: c}, Then: b, Else: c}, "(a ? b : c) ? b : c", ""},
		{binary(ast.And, &ast.Quantifier{Vars: []*ast.Ident{a}, Types: []*ast.Ident{b}, Dialect: ast.Classic, X: a}, c), `(\/ a : b . a) & c`, ""},
		{binary(ast.And, c, &ast.Quantifier{Universal: true, Vars: []*ast.Ident{a}, Types: []*ast.Ident{b}, Dialect: ast.Current, X: binary(ast.Or, a, c)}),
			`c & forall a : b . a | c`, ""},
		{&ast.Observe{Dialect: ast.Classic, Obs: binary(ast.Gt, a, b), X: binary(ast.Gt, a, b)}, "<(a > b)> (a > b)", ""},
		{&ast.Observe{Necessary: true, Dialect: ast.Classic, Obs: binary(ast.Gt, a, b), X: binary(ast.Gt, a, b)}, "[a > b] a > b", ""},
		{&ast.Observe{Necessary: true, Dialect: ast.Current, Obs: a, X: binary(ast.And, a, b)}, "[[a]] (a & b)", "[[a]] a & b"},
	} {
		if test.wide == "" {
			test.wide = test.tight
		}
		assert.Equal(t, test.tight, ast.Print(test.x, ast.Style{Reading: ast.Tight}))
		assert.Equal(t, test.wide, ast.Print(test.x, ast.Style{Reading: ast.Wide}))
	}
}

// A chain of thousands of operators is printed, visited and located without deep recursion or
// quadratic work along it.
func TestLongChains(t *testing.T) {
	const n = 100_000
	x := ast.Expr(name("a"))
	for range n {
		x = binary(ast.Or, x, name("a"))
	}
	for _, full := range []bool{false, true} {
		text := ast.Print(x, ast.Style{Full: full})
		assert.Equal(t, n, strings.Count(text, " | "))
		assert.NotContains(t, text, "(")
	}
	count := 0
	ast.Inspect(x, func(ast.Node) bool { count++; return true })
	assert.Equal(t, 2*n+1, count)
}

func TestInspectLeavesOut(t *testing.T) {
	x := binary(ast.And, unary(ast.Not, name("a")), name("b"))
	var seen []string
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			seen = append(seen, id.Name)
		}
		_, not := n.(*ast.Unary)
		return !not
	})
	assert.Equal(t, []string{"b"}, seen)
}
