package flow_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
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
	result := flow.Analyse(system, flow.Options{Work: 1_000_000})
	lo, hi, _ := result.Vars[0].Bounds()
	fmt.Printf("n is in %d..%d\n", lo, hi)
	fmt.Println("commands that may be executed:", result.Fires)
	// Output:
	// n is in 0..3
	// commands that may be executed: [true false]
}
