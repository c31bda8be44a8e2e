package format_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func ExampleSource() {
	src := "channels:c agent A local:x:bool init:x==TRUE&&TRUE repeat:(<x>c!TRUE()[x:=false])system=A(a,TRUE) SPEC F a-x&G a-x"
	out, _ := format.Source(token.NewFileSet(), "m.rcp", []byte(src), format.Options{Dialect: ast.Current})
	fmt.Print(string(out))
	// Output:
	// enum channel { c }
	//
	// agent A
	//     local: x : bool
	//     init: x = true & true
	//     repeat: ({x} c! true()[x := false])
	//
	// system = A(a, true)
	//
	// SPEC (F a-x) & G a-x;
}
