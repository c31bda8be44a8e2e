package branch_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

func show(r *branch.Run) string {
	return fmt.Sprintf("by a run of %d steps", len(r.Steps))
}

// A checker labels states for the properties about them, and shows why one holds.
func ExampleWitness() {
	program, problems := rcheck.Parse("lamp.rcp", []byte(`
agent Lamp
    local: n : 0..2
    init: n = 0
    repeat: up: {n < 2} *! (true)()[n := n + 1]
system = Lamp(lamp, true)
SPEC E F lamp-n = 2
`), rcheck.Options{})
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
	w, err := checker.ExplainStates(ctx, rcp.Property(program.Specs[0]))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Holds, show(w.Run))
	// Output:
	// true by a run of 2 steps
}
