package symbolic_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A sender and two receivers: one relation for each interaction, over the variables of the agents
// that it changes.
func ExampleEncode() {
	b := recipe.NewBuilder()
	line := b.Channel("line")
	caller := b.Agent("caller", "Caller")
	caller.Send(0, 1, line).Label("ring")
	for _, name := range []string{"hall", "attic"} {
		phone := b.Agent(name, "Phone")
		rings := phone.Local("rings", recipe.BoolType)
		phone.Init(recipe.Not(rings))
		phone.Receive(0, 0, line).Label("answer").Set(rings, recipe.TrueExpr)
	}
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := symbolic.Encode(context.Background(), system, symbolic.Options{NoTrials: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	fmt.Println("variables:", model.Order())
	fmt.Println("of the hall:", len(model.VariablesOf(1)))
	fmt.Println("interactions:", len(model.Interactions))
	fmt.Println("initial states:", model.Count(model.Init))
	// Output:
	// variables: [caller-automaton-state hall-rings attic-rings]
	// of the hall: 1
	// interactions: 1
	// initial states: 1
}
