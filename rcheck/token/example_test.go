package token_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// One number names a place in any of several texts.
func ExampleFileSet() {
	files := token.NewFileSet()
	model := files.Add("a.rcp", []byte("const N = 2;\nagent A\n"))
	formula := files.Add("(formula)", []byte("G a-x"))
	for _, p := range []token.Pos{model.Pos(19), formula.Pos(2)} {
		fmt.Println(files.Position(p))
	}
	// Output:
	// a.rcp:2:7
	// (formula):1:3
}
