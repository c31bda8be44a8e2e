package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// dump writes the structure of an expression without its positions and parentheses.
func dump(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Binary:
		return "(" + dump(x.X) + " " + x.Op.String() + " " + dump(x.Y) + ")"
	case *ast.Unary:
		return x.Op.String() + "{" + dump(x.X) + "}"
	case *ast.Conditional:
		return "if{" + dump(x.Cond) + "," + dump(x.Then) + "," + dump(x.Else) + "}"
	case *ast.Observe:
		return fmt.Sprintf("observe %t{%s}{%s}", x.Necessary, dump(x.Obs), dump(x.X))
	case *ast.Quantifier:
		s := fmt.Sprintf("quantifier %t", x.Universal)
		for _, v := range x.Vars {
			s += " " + v.Name
		}
		for _, t := range x.Types {
			s += " :" + t.Name
		}
		if x.Lo != nil {
			s += " " + dump(x.Lo) + ".." + dump(x.Hi)
		}
		return s + "{" + dump(x.X) + "}"
	case *ast.PredicateQuantifier:
		return fmt.Sprintf("predicate %t{%s}", x.Universal, dump(x.X))
	case *ast.Call:
		args := make([]string, len(x.Args))
		for i, a := range x.Args {
			args[i] = dump(a)
		}
		return x.Fun.Name + "(" + strings.Join(args, ",") + ")"
	default:
		return ast.Print(x, ast.Style{})
	}
}

func ident(name string) *ast.Ident { return &ast.Ident{Name: name} }

// genExpr generates expressions of a kind: a number or a truth value of a command, a descriptor, or
// a formula.
type genExpr struct {
	t       *rapid.T
	dialect ast.Dialect
}

func (g genExpr) choose(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

func (g genExpr) number(depth int) ast.Expr {
	if depth == 0 {
		return []ast.Expr{ident("n"), ident("m"), &ast.IntLit{Literal: ast.Literal{Text: "7"}, Value: 7}, &ast.PropertyRef{Name: ident("p")}}[g.choose("number", 4)]
	}
	switch g.choose("number form", 5) {
	case 0:
		return &ast.Unary{Op: ast.Neg, X: g.number(depth - 1)}
	case 1:
		return &ast.Conditional{Cond: g.truth(depth - 1), Then: g.number(depth - 1), Else: g.number(depth - 1)}
	case 2:
		return &ast.Call{Fun: ident("max"), Args: []ast.Expr{g.number(depth - 1), g.number(depth - 1)}}
	}
	op := []ast.Op{ast.Mul, ast.Div, ast.Mod, ast.Add, ast.Sub}[g.choose("arithmetic", 5)]
	return &ast.Binary{Op: op, X: g.number(depth - 1), Y: g.number(depth - 1)}
}

// truth generates what a guard may be: no part is written differently in the dialects.
func (g genExpr) truth(depth int) ast.Expr {
	if depth == 0 {
		return []ast.Expr{ident("x"), ident("y"), &ast.BoolLit{Value: true}, &ast.Call{Fun: ident("g")}}[g.choose("truth", 4)]
	}
	switch g.choose("truth form", 4) {
	case 0:
		return &ast.Unary{Op: ast.Not, X: g.truth(depth - 1)}
	case 1:
		op := []ast.Op{ast.Eq, ast.Neq, ast.Lt, ast.Le, ast.Gt, ast.Ge}[g.choose("comparison", 6)]
		return &ast.Binary{Op: op, X: g.number(depth - 1), Y: g.number(depth - 1)}
	case 2:
		op := []ast.Op{ast.Eq, ast.Neq}[g.choose("equation", 2)]
		return &ast.Binary{Op: op, X: g.truth(depth - 1), Y: g.truth(depth - 1)}
	}
	op := []ast.Op{ast.And, ast.Or, ast.Implies, ast.Iff}[g.choose("connective", 4)]
	return &ast.Binary{Op: op, X: g.truth(depth - 1), Y: g.truth(depth - 1)}
}

func (g genExpr) descriptor(depth int) ast.Expr {
	if depth > 0 && g.choose("descriptor form", 3) == 0 {
		q := &ast.PredicateQuantifier{Universal: g.choose("universal", 2) == 0}
		q.X = &ast.Paren{X: g.truth(depth - 1)}
		return q
	}
	return g.truth(depth)
}

func (g genExpr) formula(depth int) ast.Expr {
	if depth == 0 {
		k := &ast.Qualified{Agent: ident("a"), Name: ident("x")}
		return []ast.Expr{k, &ast.Binary{Op: ast.Gt, X: &ast.Qualified{Agent: ident("b"), Name: ident("n")}, Y: &ast.IntLit{Literal: ast.Literal{Text: "1"}, Value: 1}},
			ident("deadlock")}[g.choose("atom", 3)]
	}
	switch g.choose("formula form", 8) {
	case 0:
		return &ast.Unary{Op: ast.Not, X: g.formula(depth - 1)}
	case 1, 2:
		op := []ast.Op{ast.Finally, ast.Globally, ast.Next}[g.choose("temporal", 3)]
		return &ast.Unary{Op: op, X: g.formula(depth - 1)}
	case 3:
		return &ast.Observe{Necessary: g.choose("necessary", 2) == 0, Dialect: g.dialect, Obs: g.descriptor(depth - 1), X: g.formula(depth - 1)}
	case 4:
		q := &ast.Quantifier{Universal: g.choose("universal", 2) == 0, Dialect: g.dialect, Vars: []*ast.Ident{ident("k")}}
		if g.choose("over", 2) == 0 {
			q.Types = []*ast.Ident{ident("A"), ident("B")}
		} else {
			q.Lo, q.Hi = g.number(0), g.number(1)
			if _, prop := q.Lo.(*ast.PropertyRef); prop {
				q.Lo = ident("n")
			}
		}
		q.X = g.formula(depth - 1)
		return q
	}
	op := []ast.Op{ast.And, ast.Or, ast.Implies, ast.Iff, ast.Until, ast.WeakUntil, ast.Release}[g.choose("connective", 7)]
	return &ast.Binary{Op: op, X: g.formula(depth - 1), Y: g.formula(depth - 1)}
}

func roundTripModel(t require.TestingT, files *token.FileSet, d ast.Dialect) *ast.File {
	guard := map[ast.Dialect]string{ast.Classic: "<x>", ast.Current: "{x}"}[d]
	f, list := parser.ParseFile(files, "m.rcp", []byte("message-structure: n : 0..3, m : 0..3\nagent A local: x : bool, n : 0..3, m : 0..3 repeat: "+guard+
		" *! true()[]\nsystem = A(a, true) || A(b, true)\n"), parser.Options{})
	require.NoError(t, list.Err())
	return f
}

// What is printed reads back as the same expression, in either dialect and style, also from a tree
// without any parentheses.
func TestPrintedExpressionsReadBack(t *testing.T) {
	for _, dialect := range []ast.Dialect{ast.Classic, ast.Current} {
		files := token.NewFileSet()
		model := roundTripModel(t, files, dialect)
		t.Run(dialect.String(), rapid.MakeCheck(func(t *rapid.T) {
			g := genExpr{t, dialect}
			depth := rapid.IntRange(0, 5).Draw(t, "depth")
			full := rapid.Bool().Draw(t, "full")
			style := ast.Style{Reading: model.Reading, Dialect: dialect, Full: full}
			opts := parser.Options{Model: model}
			check := func(x ast.Expr, parse func(*token.FileSet, string, []byte, parser.Options) (ast.Expr, diagErr)) {
				text := ast.Print(x, style)
				y, err := parse(files, "printed", []byte(text), opts)
				if err.Err() != nil {
					t.Fatalf("%s\n%v", text, err)
				}
				if a, b := dump(x), dump(y); full && ast.Print(x, style) != ast.Print(y, style) || !full && a != b {
					t.Fatalf("%s\nprinted from %s\nreads back as %s", text, a, b)
				}
				if again := ast.Print(y, style); again != text {
					t.Fatalf("%s\nprints again as\n%s", text, again)
				}
			}
			either := style
			either.EitherReading = true
			x := g.formula(depth)
			for _, reading := range []parser.ReadingChoice{parser.ForceTight, parser.ForceWide} {
				text := ast.Print(x, either)
				y, list := parser.ParseFormula(files, "printed", []byte(text), parser.Options{Model: model, Reading: reading})
				if err := list.Err(); err != nil || !full && dump(x) != dump(y) {
					t.Fatalf("%s\nprinted from %s\nreads back as %s\n%v", text, dump(x), dump(y), err)
				}
			}
			check(g.truth(depth), parseExpr)
			check(g.formula(depth), parseFormula)
		}))
	}
}

type diagErr interface{ Err() error }

func parseExpr(files *token.FileSet, name string, src []byte, o parser.Options) (ast.Expr, diagErr) {
	x, list := parser.ParseExpr(files, name, src, o)
	return x, list
}

func parseFormula(files *token.FileSet, name string, src []byte, o parser.Options) (ast.Expr, diagErr) {
	x, list := parser.ParseFormula(files, name, src, o)
	return x, list
}

// Positions nest: every node lies within its parent, parts are in source order, and the source text
// of an operand that is a name is the name.
func TestPositions(t *testing.T) {
	for name, src := range readModels(t) {
		f := parseModel(t, name, src)
		ast.Inspect(f, func(n ast.Node) bool {
			end := n.Pos()
			for _, c := range ast.Children(n) {
				if _, fun := n.(*ast.Quantifier); !fun {
					assert.GreaterOrEqual(t, c.Pos(), end, "%s: %T in %T", name, c, n)
				}
				assert.LessOrEqual(t, c.End(), n.End(), "%s: %T in %T", name, c, n)
				end = c.End()
			}
			if id, ok := n.(*ast.Ident); ok && id.Name != "automaton-state" {
				at := f.Source.Offset(id.NamePos)
				assert.Equal(t, id.Name, src[at:at+len(id.Name)], name)
			}
			return true
		})
	}
}
