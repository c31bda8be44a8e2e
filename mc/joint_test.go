package mc_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
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

func ExampleJointModelOf() {
	program, problems := ispl.Parse("coin.ispl", []byte(coin), ispl.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	spec := rcp.OfISPL(program)
	session := mc.Session{Model: mc.JointModelOf(program.System, spec), Properties: spec.Properties}
	report, err := session.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Println(r.Verdict, r.Property.Text)
	}
	// Output:
	// holds EF heads
	// violated AG (heads -> K(Player, heads))
}
