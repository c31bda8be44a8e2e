package recipe_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A meter counts and broadcasts its reading; a display shows only readings
// that it was told to expect.
func ExampleBuilder() {
	b := recipe.NewBuilder()
	level := b.Data("LEVEL", recipe.IntType(0, 2))
	alarm := b.Property("alarm", recipe.BoolType)

	meter := b.Agent("meter", "Meter")
	n := meter.Local("n", recipe.IntType(0, 2))
	meter.Init(recipe.Eq(n, recipe.IntExpr(0)))
	meter.Send(0, 0, b.Broadcast()).Label("report").To(alarm).
		With(level, n).
		Set(n, recipe.Add(n, recipe.IntExpr(1)))

	display := b.Agent("display", "Display")
	shown := display.Local("shown", recipe.IntType(0, 2))
	display.Init(recipe.Eq(shown, recipe.IntExpr(0)))
	display.Relabel(alarm, recipe.TrueExpr)
	display.Receive(0, 0, b.Broadcast()).Label("show").Set(shown, level)

	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	graph, err := recipe.Explore(context.Background(), recipe.NewInterpreter(system), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range graph.Len() {
		fmt.Println(system.StateString(graph.State(i)))
		for _, edge := range graph.Edges(i) {
			fmt.Println("  " + system.StepString(edge.Step))
		}
	}
	// Output:
	// meter@0 n=0; display@0 shown=0
	//   meter-report sends on * (LEVEL=0) -> display-show
	// meter@0 n=1; display@0 shown=0
	//   meter-report sends on * (LEVEL=1) -> display-show
	// meter@0 n=2; display@0 shown=1
	//   stutter
}
