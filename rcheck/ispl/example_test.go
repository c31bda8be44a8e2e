package ispl_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

const counter = `Agent Counter
Vars: x : 0..5; end Vars
Actions = {up};
Protocol: x < 5 : {up}; end Protocol
Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation top if Counter.x = 5; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae AF top; end Formulae
`

func ExampleParse() {
	program, problems := ispl.Parse("counter.ispl", []byte(counter), ispl.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	for _, property := range program.Formulas {
		fmt.Println(property.Pos, property.Text)
	}
	_, problems = ispl.Parse("counter.ispl", []byte(counter[:len(counter)-18]+"lop; end Formulae"), ispl.Options{})
	fmt.Println(problems.Err())
	// Output:
	// counter.ispl:9:10 AF top
	// counter.ispl:9:13: error[RC0812]: the section Evaluation declares no proposition `lop`; did you mean `top`?
}

func ExampleFormat() {
	text, _, err := ispl.Format(context.Background(), "counter.ispl", []byte(counter))
	fmt.Printf("%.54s… %v\n", text, err)
	// Output:
	// Agent Counter
	//   Vars:
	//     x : 0..5;
	//   end Vars
	//   Actio… <nil>
}
