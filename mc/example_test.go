package mc_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A lamp that can be switched on and off, and that breaks one day.
func ExampleCheck() {
	b := recipe.NewBuilder()
	user := b.Agent("user", "User")
	press := user.Send(0, 0, b.Channel("switch")).Label("press")
	lamp := b.Agent("lamp", "Lamp")
	on := lamp.Local("on", recipe.BoolType)
	lamp.Init(recipe.Not(on))
	lamp.Receive(0, 0, b.Channel("switch")).Label("toggle").Set(on, recipe.Not(on))
	lamp.Receive(0, 1, b.Channel("switch")).Label("break").When(on).Set(on, recipe.FalseExpr)

	lit := ltol.Prop(ltol.Atom{ID: b.StateProposition("lamp-on", on), Kind: ltol.State})
	pressed := ltol.Prop(ltol.Atom{ID: b.StepProposition("user-press", recipe.Executed(press)), Kind: ltol.Step})
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := mc.Check(context.Background(), system, mc.Specification{Properties: []mc.Property{
		{Index: 1, Text: "F lamp-on", Formula: ltol.Finally(lit)},
		{Index: 2, Text: "G F lamp-on", Formula: ltol.Globally(ltol.Finally(lit))},
		{Index: 3, Text: "G (lamp-on -> F user-press)", Formula: ltol.Globally(ltol.Implies(lit, ltol.Finally(pressed)))},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Println(r.Verdict, r.Property.Text)
		if r.Trace != nil {
			fmt.Print(r.Trace.String())
		}
	}
	fmt.Println(report.Stats.States, "reachable states,", report.Stats.Deadlocks, "deadlocked")
	// Output:
	// holds F lamp-on
	// violated G F lamp-on
	// 0
	//     lamp: automaton-state = 0, on = false
	//   user-press: sends on switch
	//     lamp-toggle: receives
	// 1
	//     lamp: on = true
	//   user-press: sends on switch
	//     lamp-break: receives
	// -- from here on the steps repeat for ever --
	// 2
	//     lamp: automaton-state = 1, on = false
	//   no step is possible: deadlock
	// -- back to 2 --
	// holds G (lamp-on -> F user-press)
	// 3 reachable states, 1 deadlocked
}

// A property can hold for a reason that its author did not mean: here nothing is ever requested.
func ExampleWithVacuity() {
	b := recipe.NewBuilder()
	server := b.Agent("server", "Server")
	asked, served := server.Local("asked", recipe.BoolType), server.Local("served", recipe.BoolType)
	server.Init(recipe.And(recipe.Not(asked), recipe.Not(served)))
	server.Send(0, 0, b.Broadcast()).Label("serve").When(asked).Set(served, recipe.TrueExpr)
	server.Send(0, 0, b.Broadcast()).Label("wait").When(recipe.Not(asked))
	state := func(name string, e *recipe.Expr) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: b.StateProposition(name, e), Kind: ltol.State})
	}
	answered := ltol.Globally(ltol.Implies(state("asked", asked), ltol.Finally(state("served", served))))
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := mc.Check(context.Background(), system, mc.Specification{
		Properties: []mc.Property{{Index: 1, Text: "G (asked -> F served)", Formula: answered}},
	}, mc.WithVacuity())
	if err != nil {
		fmt.Println(err)
		return
	}
	r := report.Results[0]
	fmt.Println(r.Verdict, r.Property.Text)
	for _, w := range append(r.Warnings, report.Warnings...) {
		fmt.Println(w.Code, w.Message)
	}
	// Output:
	// holds G (asked -> F served)
	// antecedent-never in property 1, the antecedent asked is never true
	// never-executed server-serve is never executed
}

// A checker labels states for the properties about them, and shows why one holds.
func ExampleChecker_ExplainStates() {
	program, problems := rcheck.Parse("lamp.rcp", []byte(`
agent Lamp
    local: n : 0..2
    init: n = 0
    repeat: up: {n < 2} *! (true)()[n := n + 1]
system = Lamp(lamp, true)
SPEC E F lamp-n = 2
`), rcheck.Options{})
	if problems.HasErrors() {
		fmt.Println(problems.Err())
		return
	}
	ctx := context.Background()
	checker, err := mc.NewChecker(ctx, program.System, rcp.Fairness(program))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer checker.Close()
	w, err := checker.ExplainStates(ctx, rcp.Property(program.Specs[0]))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Holds, "by a run of", len(w.Run.Steps), "steps")
	// Output:
	// true by a run of 2 steps
}
