package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// onlyISPL reads a model in ISPL for a command that runs it, and prints its errors.
func (m *modelFlags) onlyISPL(ctx context.Context, env *cli.Env, name string) (*model, error) {
	if err := m.fitsISPL(); err != nil {
		return nil, err
	}
	return m.readUsable(ctx, env, name)
}

// condition reads a condition on states of a model in ISPL, of a flag or a command; nil if there is
// no text.
func (m *model) condition(text string) (*interpreted.Expr, error) {
	if text == "" {
		return nil, nil
	}
	x, list := m.ispl.Condition("condition", text)
	if x == nil {
		var faults []error
		for _, d := range list.Errors() {
			faults = append(faults, fmt.Errorf("column %d: [%s] %s", d.Start.Column, d.Code, d.Message()))
		}
		return nil, errors.Join(faults...)
	}
	return x, nil
}

// jointView shows in each state of a model in ISPL whether conditions are true.
func (m *model) jointView(conditions []string) (func([]trace.Values) []trace.Local, error) {
	var list []*interpreted.Expr
	for _, text := range conditions {
		x, err := m.condition(text)
		if err == nil && x == nil {
			err = errors.New("a condition is missing")
		}
		if err != nil {
			return nil, fmt.Errorf("--show '%s': %w", text, err)
		}
		list = append(list, x)
	}
	in := interpreted.NewInterpreter(m.ispl.System)
	return func(values []trace.Values) (out []trace.Local) {
		s, err := witness.StateOf(m.ispl.System, values)
		for i, x := range list {
			local := trace.Local{Name: conditions[i], Value: "undefined"}
			if err == nil {
				local.Value = fmt.Sprint(in.Holds(x, s))
			}
			out = append(out, local)
		}
		return out
	}, nil
}

// initial is an initial state of a model in ISPL that satisfies a condition, if one is given, drawn
// by the seed or always the same.
func (m *model) initial(ctx context.Context, where *interpreted.Expr, random bool, seed uint64) (interpreted.State, error) {
	model, err := workbench.EncodeInitial(ctx, m.ispl.System)
	if err != nil {
		return nil, err
	}
	defer model.Close()
	k := model.Manager().Calculator(ctx)
	defer k.Close()
	set := model.Init
	if where != nil {
		set = k.And(set, k.Take(model.Condition(k.Scope(), where)))
	}
	if set, err = k.Result(set); err != nil {
		return nil, err
	}
	s, ok := model.Pick(set)
	if random {
		rng := rand.New(rand.NewPCG(seed, 1))
		s, ok = model.Sample(set, func() bool { return rng.Uint32()&1 == 0 })
	}
	if !ok {
		return nil, errors.New("no initial state satisfies it")
	}
	return s, nil
}

// jointRun is a run in the JSON of a file. Each of its steps is one of the model in ISPL.
func (m *model) jointRun(ctx context.Context, text []byte) (*branch.Run, error) {
	run := witness.Run{Loop: -1}
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, fmt.Errorf("not JSON of a trace: %w", err)
	}
	return witness.Replay(ctx, interpreted.NewInterpreter(m.ispl.System), &run)
}

// writeRun writes a run with the names of its model.
func writeRun(ctx context.Context, env *cli.Env, names witness.Names, r *branch.Run, o trace.TextOptions) error {
	run, err := witness.RunOf(ctx, names, r)
	if err != nil {
		return err
	}
	return run.WriteText(ctx, env.Stdout, o)
}
