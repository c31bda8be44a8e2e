package symmetry_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Three switches that nothing tells apart, and a fourth that begins elsewhere.
func ExampleDetect() {
	b := recipe.NewBuilder()
	for i := range 4 {
		s := b.Agent(fmt.Sprintf("switch%d", i+1), "Switch")
		on := s.Local("on", recipe.BoolType)
		s.Init(recipe.Eq(on, recipe.BoolExpr(i == 3)))
		s.Send(0, 0, b.Broadcast()).Set(on, recipe.Not(on))
	}
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	group, err := symmetry.Detect(context.Background(), system, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("interchangeable:", group.Classes())
	state := recipe.State{Locals: []recipe.Value{1, 0, 0, 1}, Control: make([]int, 4)}
	one, _ := group.Canonical(state)
	one = one.Clone()
	other, _ := group.Canonical(recipe.State{Locals: []recipe.Value{0, 0, 1, 1}, Control: make([]int, 4)})
	size, _ := group.OrbitSize(state)
	fmt.Println("one orbit:", one.Equal(other), "of", size)
	// Output:
	// interchangeable: [[0 1 2]]
	// one orbit: true of 3
}
