package flow_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A counter that stops at 3 never takes a greater value, whatever its type allows.
func ExampleAnalyse() {
	b := recipe.NewBuilder()
	counter := b.Agent("counter", "Counter")
	n := counter.Local("n", recipe.IntType(0, 1000))
	counter.Init(recipe.Eq(n, recipe.IntExpr(0)))
	counter.Send(0, 0, b.Broadcast()).When(recipe.Lt(n, recipe.IntExpr(3))).Set(n, recipe.Add(n, recipe.IntExpr(1)))
	counter.Send(0, 0, b.Broadcast()).When(recipe.Gt(n, recipe.IntExpr(5))).Label("never")
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := flow.Analyse(context.Background(), system, flow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	lo, hi, _ := result.Vars[0].Bounds()
	fmt.Printf("n is in %d..%d\n", lo, hi)
	fmt.Println("commands that may be executed:", result.Fires)
	// Output:
	// n is in 0..3
	// commands that may be executed: [true false]
}
