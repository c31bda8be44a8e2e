package smv_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A lamp that is switched on once, and the property that it is switched on.
func Example() {
	b := recipe.NewBuilder()
	lamp := b.Agent("lamp", "Lamp")
	lit := lamp.Local("lit", recipe.BoolType)
	lamp.Init(recipe.Not(lit))
	on := lamp.Send(0, 0, b.Broadcast()).Label("on").When(recipe.Not(lit)).Set(lit, recipe.TrueExpr)
	switched := b.StepProposition("lamp-on", recipe.Executed(on))
	sys, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	f := ltol.Finally(ltol.Prop(ltol.Atom{ID: switched, Kind: ltol.Step}))
	module, err := smv.Translate(context.Background(), sys, mc.Specification{
		Properties: []mc.Property{{Index: 1, Text: "F lamp-on", Formula: f}},
	}, smv.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(module)
	// Output:
	// -- Made by rcheck-bdd for NuSMV.
	// -- One disjunct of TRANS is one interaction; the last is the stutter of states without any.
	//
	// MODULE main
	// VAR
	//   -- lamp
	//   lamp-lit : boolean;
	//   -- observations: whether the step that led here satisfied ...
	//   observed-lamp-on : boolean; -- lamp-on
	// DEFINE
	//   -- when interactions are possible
	//   can-lamp-on := !lamp-lit;
	//   progress := can-lamp-on;
	// INIT !lamp-lit
	// INIT !observed-lamp-on
	// TRANS
	//   -- lamp on: {!lit} * ! true ()[lit := true]
	//   can-lamp-on
	//     & next(lamp-lit)
	//     & next(observed-lamp-on)
	//   |
	//   -- no interaction is possible
	//   !progress
	//     & (next(lamp-lit) <-> lamp-lit)
	//     & !next(observed-lamp-on)
	//
	// -- property 1: F lamp-on
	// LTLSPEC NAME property-1 := F observed-lamp-on;
}
