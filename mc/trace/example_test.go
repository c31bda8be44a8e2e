package trace_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Walking a run: who initiates each step, who takes part, and where it leads.
func ExampleTrace() {
	b := recipe.NewBuilder()
	line := b.Channel("line")
	caller := b.Agent("caller", "Caller")
	caller.Send(0, 1, line).Label("ring")
	phone := b.Agent("phone", "Phone")
	rings := phone.Local("rings", recipe.BoolType)
	phone.Init(recipe.Not(rings))
	phone.Receive(0, 0, line).Label("answer").Set(rings, recipe.TrueExpr)
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	in := recipe.NewInterpreter(system)
	run := trace.Trace{System: system, Loop: -1}
	_ = in.InitialStates(func(s recipe.State) bool {
		next, _ := in.Successors(s)
		run.Steps = []trace.Step{{State: s.Clone(), Message: next[0].Step}, {State: next[0].Next}}
		return false
	})
	fmt.Println("replays:", run.Replay(in) == nil)
	for i, step := range run.Steps {
		fmt.Println(i, system.StateString(step.State))
		if value, ok := run.Value(i, "phone", "rings"); ok {
			fmt.Println("  the phone rings:", value)
		}
		if run.Next(i) < 0 {
			break
		}
		message := step.Message
		fmt.Println("  by", system.CommandString(message.Command))
		for _, p := range message.Participants {
			fmt.Println("  with", system.CommandString(p.Command))
		}
	}
	// Output:
	// replays: true
	// 0 caller@0; phone@0 rings=false
	//   the phone rings: false
	//   by caller-ring
	//   with phone-answer
	// 1 caller@1; phone@0 rings=true
	//   the phone rings: true
}
