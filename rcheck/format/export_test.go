package format

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// File formats a tree without errors in its own dialect.
func File(f *ast.File) []byte { return layOut(f, ast.NoDialect, false, nil) }
