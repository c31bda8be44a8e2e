package circuit_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A counter from 0 to 5 takes three bits; a choice says which step is taken, here the only one.
func ExampleBuild() {
	b := recipe.NewBuilder()
	counter := b.Agent("counter", "Counter")
	n := counter.Local("n", recipe.IntType(0, 5))
	counter.Init(recipe.Eq(n, recipe.IntExpr(0)))
	counter.Send(0, 0, b.Broadcast()).Label("up").Set(n, recipe.Add(n, recipe.IntExpr(1)))
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := circuit.Build(context.Background(), system, circuit.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(model.State), "bits,", len(model.Choices), "choice,", len(model.Interactions), "interaction")
	inputs := map[int]uint64{model.State[2].Node(): 1, model.Choices[0].Node(): 1} // n = 4, the lowest digit first
	values := model.Simulate(func(input int) uint64 { return inputs[input] })
	fmt.Println(values.Of(model.Next[0])&1, values.Of(model.Next[1])&1, values.Of(model.Next[2])&1)
	// Output:
	// 3 bits, 1 choice, 1 interaction
	// 1 0 1
}
