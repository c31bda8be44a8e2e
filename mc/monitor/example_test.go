package monitor_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/monitor"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A door that opens and closes: is it ever opened twice?
func ExampleMonitor() {
	b := recipe.NewBuilder()
	door := b.Agent("door", "Door")
	door.Send(0, 0, b.Broadcast()).Label("open")
	door.Send(0, 0, b.Broadcast()).Label("close")
	sys, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	opens := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{0}}
	sys.Propositions = []recipe.Proposition{{Kind: recipe.StepProposition, Name: "door-open", Expr: opens}}
	open := ltol.Prop(ltol.Atom{Kind: ltol.Step, ID: 0})

	meaning, err := logs.ParseMap("door.map", "on opened\n  command door-open\non closed\n  command door-close")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	m, err := monitor.New(ctx, sys, meaning, conform.Options{Properties: []*ltol.Formula{
		ltol.Globally(ltol.Implies(open, ltol.Next(ltol.Not(open)))),
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	for i, event := range []string{"opened", "closed", "opened", "opened"} {
		changes, err := m.Record(ctx, &logs.Record{File: "door.log", Line: i + 1, Fields: []logs.Field{
			{Name: "event", Value: logs.Value{Text: event}},
		}})
		if err != nil {
			fmt.Println(err)
		}
		for _, c := range changes {
			fmt.Println(c.Place, c.Verdict)
		}
	}
	// Output: door.log:4 violated
}
