package joint_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/joint"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// A coin is tossed, and the player does not see it.
const coin = `
Agent Environment
  Vars: heads : boolean; end Vars
  Actions = {toss};
  Protocol: Other : {toss}; end Protocol
  Evolution: heads = true if Action = toss; heads = false if Action = toss; end Evolution
end Agent
Agent Player
  Vars: ready : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: ready = true if Action = wait; end Evolution
end Agent
Evaluation heads if Environment.heads = true; end Evaluation
InitStates Player.ready = false; end InitStates
Formulae
  EF heads;
  AG (heads -> K(Player, heads));
end Formulae
`

func ExampleChecker_Check() {
	program, problems := ispl.Parse("coin.ispl", []byte(coin), ispl.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	ctx := context.Background()
	checker, err := joint.New(ctx, program.System, program.Fairness, joint.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer checker.Close()
	for _, property := range program.Formulas {
		answer, err := checker.Check(ctx, property.Formula)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Holds, property.Text, "for example from", checker.Format(answer.Example))
	}
	// Output:
	// true EF heads for example from Environment.heads = false, Player.ready = false
	// false AG (heads -> K(Player, heads)) for example from Environment.heads = false, Player.ready = false
}
