package simulate_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A counter, walked step by step, and at random until a condition is met.
func ExampleSession() {
	b := recipe.NewBuilder()
	counter := b.Agent("counter", "Counter")
	n := counter.Local("n", recipe.IntType(0, 5))
	counter.Init(recipe.Eq(n, recipe.IntExpr(0)))
	counter.Send(0, 0, b.Broadcast()).Label("up").Set(n, recipe.Add(n, recipe.IntExpr(1)))
	counter.Send(0, 0, b.Broadcast()).Label("down").When(recipe.Gt(n, recipe.IntExpr(0))).Set(n, recipe.Sub(n, recipe.IntExpr(1)))
	full := ltol.Prop(ltol.Atom{ID: b.StateProposition("full", recipe.Eq(n, recipe.IntExpr(5))), Kind: ltol.State})
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	in := recipe.NewInterpreter(system)
	states, _, err := simulate.NewInitial(in, nil).First(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	session, err := simulate.NewSession(in, states[0], 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, choice := range session.Choices() {
		fmt.Println("possible:", system.CommandString(choice.Step.Command))
	}
	if err := session.Take(session.Choices()[0]); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(system.StateString(session.State()))

	condition, err := simulate.NewCondition(full)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, met, err := session.Random(context.Background(), 1000, condition)
	fmt.Println(met, err, system.StateString(session.State()))
	// Output:
	// possible: counter-up
	// counter@0 n=1
	// true <nil> counter@0 n=5
}
