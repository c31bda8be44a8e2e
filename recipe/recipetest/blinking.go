package recipetest

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Blinking is a system of one agent that toggles a local, with the propositions that it is set and
// that the toggle is taken.
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
