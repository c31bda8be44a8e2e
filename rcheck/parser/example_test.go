package parser_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func ExampleParseFile() {
	src := `channels: c
agent Light
    local: on : bool
    init: !on
    repeat: push: <true> c? [on := !on]
system = Light(lamp, true)
SPEC G lamp-push -> lamp-on
SPEC F lamp-on &
`
	files := token.NewFileSet()
	f, list := parser.ParseFile(files, "light.rcp", []byte(src), parser.Options{})
	fmt.Println(len(f.Decls), "declarations,", f.Dialect, "dialect,", f.Reading, "reading")
	for _, d := range list {
		fmt.Printf("%s: %s[%s]\n  %s\n", d.Start, d.Severity, d.Code, d.Detail)
	}
	// Output:
	// 5 declarations, classic dialect, tight reading
	// light.rcp:7:6: warning[RC0201]
	//   this is read as `(G lamp-push) -> lamp-on`; current files and the published R-CHECK tool would read it as `G (lamp-push -> lamp-on)`
	// light.rcp:9:1: error[RC0105]
	//   expected an expression, found end of file
}

func ExampleParseFormula() {
	files := token.NewFileSet()
	model, _ := parser.ParseFile(files, "m.rcp", []byte("agent A repeat: {true} *? []\nsystem = A(a, true)"), parser.Options{})
	x, _ := parser.ParseFormula(files, "--prop", []byte("G a-x -> a-y"), parser.Options{Model: model})
	fmt.Println(ast.Print(x, ast.Style{Full: true}))
	// Output: G (a-x -> a-y)
}
