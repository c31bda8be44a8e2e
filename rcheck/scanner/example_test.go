package scanner_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// The tokens of a line with their places.
func ExampleScan() {
	files := token.NewFileSet()
	reporter := &diag.Reporter{Files: files}
	tokens, comments := scanner.Scan(files.Add("m.rcp", []byte("x ≠ 3 // not three")), reporter, nil)
	for _, t := range tokens.All() {
		fmt.Println(files.Position(t.Pos), t.Describe())
	}
	fmt.Println(len(comments), "comment,", len(reporter.List), "diagnostics")
	// Output:
	// m.rcp:1:1 name `x`
	// m.rcp:1:3 `≠`
	// m.rcp:1:5 number `3`
	// m.rcp:1:19 end of file
	// 1 comment, 0 diagnostics
}
