package recipetest

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Blinking is a system of one agent that toggles a local. One proposition says that the local is
// true, and one that the agent toggles it.
func Blinking() *recipe.System {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.BoolType)
	send := a.Send(0, 0, b.Broadcast()).Set(x, recipe.Not(x))
	b.StateProposition("x", x)
	b.StepProposition("toggles", recipe.Executed(send))
	sys, err := b.System()
	if err != nil {
		panic("recipetest: " + err.Error())
	}
	return sys
}
