package quotient_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Twenty switches have a million states, and twenty-one up to exchanging them.
func ExampleFinder_Count() {
	b := recipe.NewBuilder()
	for i := range 20 {
		s := b.Agent(fmt.Sprintf("switch%d", i+1), "Switch")
		on := s.Local("on", recipe.BoolType)
		s.Init(recipe.Not(on))
		s.Send(0, 0, b.Broadcast()).Label("toggle").Set(on, recipe.Not(on))
	}
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	finder := quotient.NewFinder(recipe.NewInterpreter(system), quotient.Options{})
	states, deadlocks, orbits, err := finder.Count(context.Background())
	fmt.Println(states, deadlocks, orbits, err)
	// Output: 1048576 0 21 <nil>
}
