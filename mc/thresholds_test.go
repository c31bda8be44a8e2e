package mc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// verdictPath lists the packages whose code a verdict rests on.
var verdictPath = []string{
	"bdd", "bdd/internal/engine", "bdd/internal/kernel", "bdd/internal/ruddengine",
	"ltol", "mc", "mc/branch", "mc/conform", "mc/conform/logs", "mc/export/aiger", "mc/export/smv", "mc/internal/bounded", "mc/internal/engine", "mc/internal/engine/alike", "mc/internal/engine/circuits", "mc/internal/engine/falsifier", "mc/internal/certificate", "mc/internal/certify", "mc/internal/decide", "mc/internal/engine/orbits", "mc/internal/formalism", "mc/internal/inductive", "mc/internal/report", "mc/internal/runs", "mc/internal/sat", "mc/internal/schedule", "mc/internal/search", "mc/internal/settings", "mc/internal/subject", "mc/internal/vacuity", "mc/quotient", "mc/rcp", "mc/trace", "mc/words",
	"rcheck", "rcheck/ast", "rcheck/internal/lower", "rcheck/parser", "rcheck/scanner", "rcheck/token", "rcheck/types",
	"recipe", "recipe/circuit", "recipe/evaluate", "recipe/flow", "recipe/interpreted/symbolic", "recipe/symbolic", "recipe/symmetry",
}

// A number in the source may choose an algorithm: a threshold, a cap, a size of what counts as small. Whoever
// moves it must be able to, and what lies on its other side is code that a verdict rests on as well. So every
// number has an entry in one of two lists (thresholds_list_test.go): the tests that turn it to its extremes, or
// the reason why it chooses nothing.
//
// Numbers are constants and variables of packages and functions that are initialised with one (enumerations by
// iota left out), literals from 10 on that stand in comparisons or in calls of min and max, and numeric fields
// of structs called Options, Limits, Sampling, Policy or Thresholds.
func TestEveryThresholdIsTurned(t *testing.T) {
	found := map[string]string{} // positions by key
	for _, dir := range verdictPath {
		numbersOf(t, dir, found)
	}
	require.Greater(t, len(found), 60)
	for key, at := range found {
		lists := 0
		if _, ok := turnedBy[key]; ok {
			lists++
		}
		if _, ok := noChoice[key]; ok {
			lists++
		}
		require.Equal(t, 1, lists, "%s: %s must stand in exactly one list of thresholds_list_test.go", at, key)
	}
	for key, tests := range turnedBy {
		require.Contains(t, found, key, "what the list says is turned is gone")
		require.NotEmpty(t, tests, key)
		for _, test := range tests {
			requireTurns(t, key, test)
		}
	}
	for key, reason := range noChoice {
		require.Contains(t, found, key, "what the list says is no choice is gone")
		require.NotEmpty(t, reason, key)
	}
}

// numbersOf collects the numbers of a package; there are none if there is no such package.
func numbersOf(t *testing.T, dir string, found map[string]string) {
	t.Helper()
	for _, file := range sources(t, dir, false) {
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		note := func(at ast.Node, path ...string) {
			found[dir+"."+strings.Join(path, ".")] = files.Position(at.Pos()).String()
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				declared(d, func(n *ast.Ident) { note(n, n.Name) })
				structFields(d, func(owner string, n *ast.Ident) { note(n, owner, n.Name) })
			case *ast.FuncDecl:
				if d.Body != nil {
					insideOf(d, func(at ast.Node, name string) { note(at, d.Name.Name, name) })
				}
			}
		}
	}
}

// sources lists the Go files of a package, its tests or all others.
func sources(t *testing.T, dir string, tests bool) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	require.NoError(t, err)
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") != tests })
}

// declared visits the names that a declaration of constants or variables initialises with numbers.
func declared(d *ast.GenDecl, visit func(*ast.Ident)) {
	if d.Tok != token.CONST && d.Tok != token.VAR {
		return
	}
	enumeration := false
	ast.Inspect(d, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		enumeration = enumeration || ok && id.Name == "iota"
		return true
	})
	if enumeration {
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		for i, v := range spec.Values {
			if i < len(spec.Names) && numeric(v) {
				visit(spec.Names[i])
			}
		}
	}
}

// numeric reports whether an expression is made of numbers only, with a literal among them.
func numeric(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.ParenExpr:
		return numeric(e.X)
	case *ast.UnaryExpr:
		return numeric(e.X)
	case *ast.BinaryExpr:
		return numeric(e.X) || numeric(e.Y)
	case *ast.CallExpr: // a conversion
		return len(e.Args) == 1 && numeric(e.Args[0])
	}
	return false
}

// structFields visits the numeric fields of structs called Options, Limits, Sampling, Policy or Thresholds.
func structFields(d *ast.GenDecl, visit func(owner string, field *ast.Ident)) {
	for _, s := range d.Specs {
		spec, ok := s.(*ast.TypeSpec)
		if !ok || !slices.Contains([]string{"Options", "Limits", "Sampling", "Policy", "Thresholds"}, spec.Name.Name) {
			continue
		}
		of, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range of.Fields.List {
			kind, ok := f.Type.(*ast.Ident)
			if !ok || !strings.HasPrefix(kind.Name, "int") && !strings.HasPrefix(kind.Name, "uint") && !strings.HasPrefix(kind.Name, "float") {
				continue
			}
			for _, name := range f.Names {
				visit(spec.Name.Name, name)
			}
		}
	}
}

// insideOf visits the numbers in a function: by name what is declared, by value what is compared.
func insideOf(fn *ast.FuncDecl, visit func(at ast.Node, name string)) {
	literal := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.INT && lit.Kind != token.FLOAT {
			return
		}
		if v, err := strconv.ParseInt(lit.Value, 0, 64); err != nil || v >= 10 {
			visit(e, lit.Value)
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				declared(n, func(id *ast.Ident) { visit(id, id.Name) })
			}
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				literal(n.X)
				literal(n.Y)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "min" || id.Name == "max") {
				for _, a := range n.Args {
					literal(a)
				}
			}
		}
		return true
	})
}

// requireTurns checks that a test, given as its package and its name, exists, and that the tests of its package
// name what they are said to turn: themselves, or as Thresholds whose fields are all drawn.
func requireTurns(t *testing.T, key, test string) {
	t.Helper()
	dir, name, ok := strings.Cut(test, " ")
	require.True(t, ok, test)
	turned := key[strings.LastIndex(key, ".")+1:]
	declares, mentions := false, false
	for _, file := range sources(t, dir, true) {
		if filepath.Base(file) == "thresholds_list_test.go" {
			continue
		}
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		text := string(src)
		declares = declares || strings.Contains(text, "\nfunc "+name+"(")
		mentions = mentions || strings.Contains(text, turned) ||
			(strings.Contains(key, "Thresholds.") || strings.Contains(key, "Policy.")) &&
				strings.Contains(text, "recipetest.Extremes(")
	}
	require.True(t, declares, "%s: there is no test %s", key, test)
	require.True(t, mentions, "%s: no test of %s mentions it", key, dir)
}
