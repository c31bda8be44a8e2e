package draw_test

import (
	"context"
	"fmt"
	"os"

	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The structure automaton of an agent, as text; Scenes makes a picture of it.
func ExampleStructure() {
	b := recipe.NewBuilder()
	line := b.Channel("line")
	caller := b.Agent("caller", "Caller")
	caller.Send(0, 1, line).Label("ring")
	caller.Receive(1, 0, line).Label("answered")
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	diagrams := draw.Structure(system, nil)
	for _, d := range diagrams {
		if err := d.WriteText(context.Background(), os.Stdout); err != nil {
			fmt.Println(err)
		}
	}
	scene, err := draw.Scenes(context.Background(), diagrams...)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(scene.Boxes), "boxes and", len(scene.Lines), "lines")
	// Output:
	// agent Caller
	// > (0)
	//      --> (1)  ring: {true} line ! true ()[]
	//   (1)
	//      --> (0)  answered: {true} line ? []
	// 9 boxes and 3 lines
}
