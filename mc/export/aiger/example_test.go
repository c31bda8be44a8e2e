package aiger_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/aiger"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A lamp that is switched on once is never off again, or so a hardware model checker is asked.
func ExampleTranslate() {
	b := recipe.NewBuilder()
	lamp := b.Agent("lamp", "Lamp")
	on := lamp.Local("on", recipe.BoolType)
	lamp.Init(recipe.Not(on))
	lamp.Send(0, 0, b.Broadcast()).Label("press").Set(on, recipe.TrueExpr)
	off := ltol.Prop(ltol.Atom{ID: b.StateProposition("off", recipe.Not(on)), Kind: ltol.State})
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := aiger.Translate(context.Background(), system, mc.Specification{Properties: []mc.Property{
		{Index: 1, Formula: ltol.Globally(off)},
	}}, aiger.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(file.ASCII())
	// Output:
	// aag 12 1 4 0 7 1
	// 2
	// 4 1
	// 6 23
	// 8 13
	// 10 14 1
	// 24
	// 12 9 3
	// 14 10 9
	// 16 10 8
	// 18 15 5
	// 20 7 2
	// 22 20 19
	// 24 22 16
	// i0 lamp-press on *
	// l0 started
	// l1 awry
	// l2 lamp-on
	// l3 property-1-at[0]
	// b0
}
