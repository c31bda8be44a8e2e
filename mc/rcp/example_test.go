package rcp_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

const lamp = `
enum channel { button }

agent User
    repeat: press: {true} button! (true)()[]

agent Lamp
    local: on : bool
    init: !on
    repeat: toggle: {true} button? [on := !on]

system = User(user, true) || Lamp(lamp, true)

SPEC NAME comes_on := F lamp-on;
SPEC NAME stays_on := F G lamp-on;
`

// From the text of a model to verdicts, and to a run that shows why a property is violated.
func ExampleSpecification() {
	program, problems := rcheck.Parse("lamp.rcp", []byte(lamp), rcheck.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	report, err := mc.Check(context.Background(), program.System, rcp.Specification(program))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Println(r.Property.Name, r.Verdict)
		if r.Trace != nil {
			fmt.Print(r.Trace)
		}
	}
	// Output:
	// comes_on holds
	// stays_on violated
	// -- from here on the steps repeat for ever --
	// 0
	//     lamp: on = false
	//   user-press: sends on button  lamp.rcp:5:13
	//     lamp-toggle: receives  lamp.rcp:10:13
	// 1
	//     lamp: on = true
	//   user-press: sends on button  lamp.rcp:5:13
	//     lamp-toggle: receives  lamp.rcp:10:13
	// -- back to 0 --
	//     lamp: on = false
}

// One system, asked several questions.
func ExampleProperty() {
	program, problems := rcheck.Parse("lamp.rcp", []byte(lamp), rcheck.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	ctx := context.Background()
	checker, err := mc.NewChecker(ctx, program.System, rcp.Fairness(program))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer checker.Close()
	fmt.Println(checker.CheckProperty(ctx, rcp.Property(program.Specs[0])).Verdict)
	// Output: holds
}
