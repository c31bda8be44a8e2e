package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoRegexpIsCompiledAtStart: every run of the program pays for what package variables hold, and
// a regular expression costs as much as parsing a small model. A function compiles it when it is
// first needed.
func TestNoRegexpIsCompiledAtStart(t *testing.T) {
	files := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || startsElsewhere(path):
			return nil
		}
		files++
		compiledAtStart(t, path)
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 500)
}

// startsElsewhere tells of files of other programs.
func startsElsewhere(path string) bool {
	path = filepath.ToSlash(path)
	return strings.HasPrefix(path, "../../bench/") && !strings.HasPrefix(path, "../../bench/plot/") ||
		strings.HasPrefix(path, "../../cmd/release/")
}

// compiledAtStart asserts that no package variable of a file is the result of a call that compiles.
func compiledAtStart(t *testing.T, path string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	require.NoError(t, err)
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			ast.Inspect(d, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					require.NotEqual(t, "MustCompile", s.Sel.Name, "%s", set.Position(s.Pos()))
				}
				_, function := n.(*ast.FuncLit)
				return !function
			})
		}
	}
}
