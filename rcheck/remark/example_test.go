package remark_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
)

func ExampleSet() {
	const model = `//rcheck: allow RC0305
const N = 3;
agent A
  local: x : 0..2
  repeat: {x < 2} *! true [x := x + 1]
system = A(a, a = a)
//rcheck: expect violated
SPEC G a-x < 2
`
	program, list := rcheck.Parse("a.rcp", []byte(model), rcheck.Options{})
	var remarks remark.Set
	problems := remarks.Read(program.File, func() []string { return []string{"RC0305"} })
	fmt.Println(problems.Err(), len(list), "warning,", len(remarks.Filter(list)), "left")
	for _, s := range program.Specs {
		fmt.Println(s.Text, "is expected to be", remarks.Expected(s.Pos.String()))
	}
	// Output:
	// <nil> 1 warning, 0 left
	// G a-x < 2 is expected to be violated
}
