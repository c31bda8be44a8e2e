package rcheckbdd_test

import (
	"context"
	"fmt"
	"log"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// From the text of a model to verdicts, and to the run that shows why one of its properties is violated.
func Example_checkAFile() {
	const model = `
enum channel { button }

agent User
    repeat: press: {true} button! (true)()[]

agent Lamp
    local: on : bool
    init: !on
    repeat: toggle: {true} button? [on := !on]

system = User(user, true) || Lamp(lamp, true)

SPEC NAME comes_on := F lamp-on;
SPEC NAME stays_on := F G lamp-on;
`
	program, diagnostics := rcheck.Parse("lamp.rcp", []byte(model), rcheck.Options{})
	if err := diagnostics.Err(); err != nil {
		log.Fatal(err)
	}
	report, err := mc.Check(context.Background(), program.System, rcp.Specification(program))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(report)
	fmt.Print(report.Results[1].Trace)
	// Output:
	// holds comes_on: F lamp-on
	// violated stays_on: F G lamp-on
	// -- from here on the steps repeat for ever --
	// 0
	//     lamp: on = false
	//   user-press: sends on button  lamp.rcp:5:13
	//     lamp-toggle: receives  lamp.rcp:10:13
	// 1
	//     lamp: on = true
	//   user-press: sends on button  lamp.rcp:5:13
	//     lamp-toggle: receives  lamp.rcp:10:13
	// -- back to 0 --
	//     lamp: on = false
}

// The same system without a text, and a formula made of its atoms.
func Example_buildASystem() {
	b := recipe.NewBuilder()
	button := b.Channel("button")
	user := b.Agent("user", "User")
	user.Send(0, 0, button).Label("press")
	lamp := b.Agent("lamp", "Lamp")
	on := lamp.Local("on", recipe.BoolType)
	lamp.Init(recipe.Not(on))
	lamp.Receive(0, 0, button).Label("toggle").Set(on, recipe.Not(on))
	lit := ltol.Prop(ltol.Atom{Kind: ltol.State, ID: b.StateProposition("lamp-on", on)})
	system, err := b.System()
	if err != nil {
		log.Fatal(err)
	}
	report, err := mc.Check(context.Background(), system, mc.Specification{Properties: []mc.Property{
		{Name: "comes_on", Formula: ltol.Finally(lit)},
		{Name: "stays_on", Formula: ltol.Finally(ltol.Globally(lit))},
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(report)
	// Output:
	// holds comes_on
	// violated stays_on
}

// A puzzle: from how many places can a knight on a board of five by five be in a corner after two jumps?
func Example_diagramsAlone() {
	var layout bdd.Layout
	x, y := layout.Add("x", 5), layout.Add("y", 5)
	place := []bdd.VarID{x, y}
	m, err := bdd.New(&layout, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	c := m.Calculator(context.Background()) // the first error sticks; one look at the end is enough
	defer c.Close()

	jumps := bdd.False
	for _, d := range [][2]int{{1, 2}, {2, 1}} {
		for signs := range 4 {
			dx, dy := d[0]*(1-signs%2*2), d[1]*(1-signs/2*2)
			for i := range 5 {
				for j := range 5 {
					if i+dx >= 0 && i+dx < 5 && j+dy >= 0 && j+dy < 5 {
						jumps = c.Or(jumps, c.AndAll(c.Eq(x, bdd.Current, i), c.Eq(y, bdd.Current, j),
							c.Eq(x, bdd.Next, i+dx), c.Eq(y, bdd.Next, j+dy)))
					}
				}
			}
		}
	}
	jump, err := c.NewRelation(jumps, place)
	if err != nil {
		log.Fatal(err)
	}
	corner := c.And(c.OneOf(x, bdd.Current, 0, 4), c.OneOf(y, bdd.Current, 0, 4))
	places, err := c.Count(c.PreImage(jump, c.PreImage(jump, corner)), place)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(places, "places")
	// Output: 12 places
}
