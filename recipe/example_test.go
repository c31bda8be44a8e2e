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

// A client asks any shop that has stock for an item; a shop without stock and a
// client that is never served wait for each other.
func market() *recipe.System {
	b := recipe.NewBuilder()
	price := b.Data("PRICE", recipe.IntType(0, 9))
	stock := b.Property("stock", recipe.IntType(0, 2))

	client := b.Agent("client", "Client")
	paid := client.Local("paid", recipe.IntType(0, 9))
	client.Init(recipe.Eq(paid, recipe.IntExpr(0)))
	client.Get(0, 0).Label("buy").
		To(recipe.Gt(stock, recipe.IntExpr(0))).
		When(recipe.Gt(price, paid)).
		Set(paid, price)

	shop := b.Agent("shop", "Shop")
	items := shop.Local("items", recipe.IntType(0, 2))
	shop.Init(recipe.Eq(items, recipe.IntExpr(1)))
	shop.Relabel(stock, items)
	shop.Supply(0, 0).Label("sell").
		With(price, recipe.IntExpr(5)).
		Set(items, recipe.Sub(items, recipe.IntExpr(1)))

	system, err := b.System()
	if err != nil {
		panic(err)
	}
	return system
}

func ExampleInterpreter_Successors() {
	system := market()
	in := recipe.NewInterpreter(system)
	_ = in.InitialStates(func(s recipe.State) bool {
		transitions, _ := in.Successors(s)
		for _, t := range transitions {
			predicate, _ := in.System().Predicate(s, t.Step)
			fmt.Println(system.StepString(t.Step))
			fmt.Println("  from an agent with", system.ExprString(predicate, -1))
			fmt.Println("  to", system.StateString(t.Next))
		}
		return true
	})
	// Output:
	// client-buy gets@any -> shop-sell (PRICE=5)
	//   from an agent with @stock > 0
	//   to client@0 paid=5; shop@0 items=0
}

func ExampleInterpreter_Blocked() {
	system := market()
	in := recipe.NewInterpreter(system)
	graph, _ := recipe.Explore(context.Background(), in, 0)
	blocked, err := in.Blocked(context.Background(), graph.State(graph.Deadlocks[0]))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, agent := range blocked {
		for _, command := range agent.Commands {
			fmt.Printf("%s: %s\n", system.CommandString(command.Command), system.HindranceString(command.Hindrance))
			for _, other := range command.Others {
				fmt.Printf("  %s: %s\n", system.CommandString(other.Command), system.HindranceString(other))
			}
		}
	}
	// Output:
	// client-buy: it has no partner
	//   shop-sell: the predicate @stock > 0 is false for it
	// shop-sell: its update items := items - 1 is -1, which is not in 0..2
}
