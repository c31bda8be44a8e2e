package types_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

const lamp = `const N = 2;
agent Lamp
    local: level : 0..N
    repeat: {level < N} *! true [level := level + 1]
system = Lamp(one, one = one)
SPEC F one-level = N
`

// The typed tree holds the agents, every name resolved, and the properties.
func ExampleResolve() {
	files := token.NewFileSet()
	file, mistakes := parser.ParseFile(files, "lamp.rcp", []byte(lamp), parser.Options{})
	program, list := types.Resolve(nil, files, file, mistakes, types.Options{Set: map[string]int{"N": 5}})
	fmt.Println(program.System.Agents[0].Name, program.System.Vars[0].Type)
	fmt.Println(len(program.Stated), "property,", len(list), "diagnostics")
	// Output:
	// one 0..5
	// 1 property, 0 diagnostics
}

// Editors ask what names refer to.
func ExampleReferences() {
	files := token.NewFileSet()
	file, _ := parser.ParseFile(files, "lamp.rcp", []byte(lamp), parser.Options{})
	for _, r := range types.References(nil, files, file, types.Options{}) {
		if files.Position(r.At).Line == 6 {
			fmt.Println(files.Position(r.At), "means", files.Position(r.Declared))
		}
	}
	// Output:
	// lamp.rcp:6:8 means lamp.rcp:5:15
	// lamp.rcp:6:12 means lamp.rcp:3:12
	// lamp.rcp:6:20 means lamp.rcp:1:7
}
