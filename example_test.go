package rcheckbdd_test

import (
	"context"
	"fmt"
	"log"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// From the text of a model to verdicts, and to the run that shows why one of its properties is
// violated.
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

// What agents know, and what they can bring about: the text says why, and programs read its parts.
func Example_knowledgeAndAbilities() {
	const model = `
enum channel { post }
agent Sender
    local: sent : bool
    init: !sent
    receive-guard: false
    repeat: send: {!sent} post! true ()[sent := true] + wait: {true} *! false ()[]
agent Reader
    local: got : bool
    init: !got
    repeat: get: {true} post? [got := true]
system = Sender(ann, true) || Reader(bob, true)
SPEC NAME knows := AG (ann-sent -> K(bob, ann-sent));
SPEC NAME secret := AG !K(bob, ann-sent);
SPEC NAME silent := can({ann}, G !bob-got);
`
	program, diagnostics := rcheck.Parse("post.rcp", []byte(model), rcheck.Options{})
	if err := diagnostics.Err(); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	spec := rcp.Specification(program)
	checker, err := mc.NewChecker(ctx, program.System, spec)
	if err != nil {
		log.Fatal(err)
	}
	defer checker.Close()
	names := witness.OfRecipe(program.System, program.Sees...)
	for _, p := range spec.Properties {
		result := checker.CheckProperty(ctx, p)
		if err := checker.Show(ctx, &result); err != nil { // also shows why a property holds
			log.Fatal(err)
		}
		fmt.Println(result)
		why, err := witness.Of(ctx, names, result.Witness)
		if err != nil {
			log.Fatal(err)
		}
		if why.Run.Moves() {
			fmt.Println("  the first step:", why.Run.Steps[0].Message)
		}
		for player, rules := range why.Strategy {
			fmt.Printf("  %s: %v\n", player, rules[0])
		}
	}
	// Output:
	// holds knows: AG (ann-sent -> K(bob, ann-sent))
	// violated secret: AG !K(bob, ann-sent)
	//   the first step: ann-send, bob-get
	// holds silent: can({ann}, G !bob-got)
	//   ann: wait always
}

// Where on a run a property is lost, and why.
func Example_marks() {
	const model = `
enum channel { c }
agent Counter
    local: n : 0..3
    init: n = 0
    repeat: up: {n < 3} c! true ()[n := n + 1]
system = Counter(k, true)
SPEC NAME low := G (k-n < 2);
`
	program, diagnostics := rcheck.Parse("counter.rcp", []byte(model), rcheck.Options{})
	if err := diagnostics.Err(); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	report, err := mc.Check(ctx, program.System, rcp.Specification(program))
	if err != nil {
		log.Fatal(err)
	}
	run := report.Results[0].Trace
	reading := trace.Read(ctx, recipe.NewInterpreter(program.System), run)
	if run.Decisive, err = reading.Decisive(program.Specs[0].Formula); err != nil {
		log.Fatal(err)
	}
	run.Marks = []trace.Mark{{Step: run.Decisive - 1, Lost: true}}
	fmt.Print(run)
	// Output:
	// 0
	//     k: n = 0
	//   k-up: sends on c, which nobody receives  counter.rcp:6:13
	// 1
	//     k: n = 1
	//   k-up: sends on c, which nobody receives  counter.rcp:6:13
	// 2
	//     k: n = 2
	//     ^ from here on, the property cannot become true
	// -- 1 more state does not matter --
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

// A puzzle: from how many places can a knight on a board of five by five be in a corner after two
// jumps?
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
	corner := c.And(x.OneOf(c, bdd.Current, 0, 4), y.OneOf(c, bdd.Current, 0, 4))
	places, err := c.Result(jump.PreImage(c, jump.PreImage(c, corner)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Scope().Manager().Count(places, place), "places")
	// Output: 12 places
}
