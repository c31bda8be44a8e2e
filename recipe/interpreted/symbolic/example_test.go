package symbolic_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// The successors of the initial states of a counter that goes up and down.
func ExampleEncode() {
	program, problems := ispl.Parse("counter.ispl", []byte(`
Agent Counter
  Vars: x : 0..5; end Vars
  Actions = {up, down};
  Protocol: x = 0 : {up}; x = 5 : {down}; Other : {up, down}; end Protocol
  Evolution: x = x + 1 if Action = up; x = x - 1 if Action = down; end Evolution
end Agent
Evaluation top if Counter.x = 5; end Evaluation
InitStates Counter.x > 1 and Counter.x < 4; end InitStates
Formulae EF top; end Formulae`), ispl.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	model, err := symbolic.Encode(context.Background(), program.System, symbolic.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	sc := model.Manager().NewScope(context.Background())
	defer sc.Close()
	next, err := model.Image(sc, model.Init)
	fmt.Println(model.Count(model.Init), model.Count(next), err)
	// Output: 2 4 <nil>
}
