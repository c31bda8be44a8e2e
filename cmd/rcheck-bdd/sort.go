package main

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// sortFlag is the flag that says how steps that commute are ordered in runs.
type sortFlag string

func (s *sortFlag) declare(f *cli.Flags) {
	f.Choice((*string)(s), "sort", "order of steps that do not depend on each other, `none|agents`: agents puts the steps of one agent\n"+
		"together, if the property then has the same value", "none", "agents")
}

// sorted orders the steps of a run that is shown because of a property, so that formulas, those of
// fairness among them, keep their values. The run keeps its order if a note on standard error says
// so.
func (s sortFlag) sorted(ctx context.Context, env *cli.Env, run *trace.Trace, formulas []*ltol.Formula, name string) (*trace.Trace, error) {
	if s != "agents" {
		return run, nil
	}
	in := recipe.NewQuickInterpreter(run.System)
	out, err := run.ByAgents(ctx, in)
	if err != nil || out == run {
		return run, err
	}
	for _, f := range formulas {
		was, err := valueOn(ctx, in, run, f)
		if err != nil {
			return run, err
		}
		is, err := valueOn(ctx, in, out, f)
		if err != nil {
			return run, err
		}
		if was != is {
			fmt.Fprintf(env.Stderr, "note: the run of property %s keeps its order, because the property depends on it\n", terminal.Name(name))
			return run, nil
		}
	}
	return out, nil
}

// valueOn is the value of a formula on a lasso. On a finite run, it is false if every continuation
// violates the formula.
func valueOn(ctx context.Context, in *recipe.Interpreter, run *trace.Trace, f *ltol.Formula) (bool, error) {
	reading := trace.Read(ctx, in, run)
	if run.Lasso() {
		return reading.Satisfies(f)
	}
	refuted, err := reading.Refutes(len(run.Steps)-1, f)
	return !refuted, err
}
