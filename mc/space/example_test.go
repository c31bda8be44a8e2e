package space_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The same steps, once as diagrams and once one by one.
func ExampleOfRecipe() {
	b := recipe.NewBuilder()
	dice := b.Agent("dice", "Dice")
	n := dice.Local("n", recipe.IntType(1, 6))
	dice.Send(0, 0, b.Broadcast()).Label("turn").When(recipe.Lt(n, recipe.IntExpr(6))).Set(n, recipe.Add(n, recipe.IntExpr(1)))
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := symbolic.Encode(context.Background(), system, symbolic.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	s := space.OfRecipe(model, recipe.NewInterpreter(system))
	state, _ := s.Pick(s.Init())
	fmt.Println(s.Count(s.Init()), "initial states,", len(s.Moves()), "move")
	for step, err := range s.Successors(context.Background(), state) {
		fmt.Println(s.StateString(state), "leads to", s.StateString(step.Next), err)
	}
	// Output:
	// 6 initial states, 1 move
	// dice@0 n=1 leads to dice@0 n=2 <nil>
}
