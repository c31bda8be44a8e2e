package report

import (
	"context"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// RunsOf is what random runs of a model show: what they cover, without the inside of agents outside
// of the system, and of each property a result.
func RunsOf(p *rcheck.Program, seed uint64, s *simulate.Sample) (*Simulation, []Result) {
	sys, covered, results := p.System, simulationOf(seed, s), []Result{}
	for id, use := range s.Commands {
		c := &sys.Commands[id]
		if sys.Agents[c.Agent].Outside {
			continue
		}
		covered.Commands = append(covered.Commands, CommandUse{
			Command: sys.CommandString(id), Position: c.Pos.String(), Constant: c.Guard.Op == recipe.OpConst,
			Executed: use.Executed, GuardTrue: use.True, GuardFalse: use.False,
		})
	}
	for i, use := range s.Properties {
		x := p.Specs[i]
		r := Result{Index: x.Index, Name: x.Name, Formula: x.Text, Position: x.Pos.String()}
		r.sampled(use, x.Formula != nil)
		results = append(results, r)
	}
	return covered, results
}

// JointRunsOf is [RunsOf] of a model in ISPL, with the options by which the runs were taken.
// Commands are actions, and lines of evolutions. A violation is explained as a check explains it:
// the witness of each property is nil if no run violates it.
func JointRunsOf(ctx context.Context, p *ispl.Program, o simulate.SampleOptions, s *simulate.Sample) (*Simulation, []Result, []*branch.Witness, error) {
	covered, results, shown := simulationOf(o.Seed, s), []Result{}, make([]*branch.Witness, len(s.Properties))
	for id, c := range simulate.JointCommands(p.System) {
		use := CommandUse{Executed: s.Commands[id].Executed, GuardTrue: s.Commands[id].True, GuardFalse: s.Commands[id].False}
		use.Command, use.Position, use.Constant = JointCommandText(p.System, c)
		covered.Commands = append(covered.Commands, use)
	}
	names := witness.OfInterpreted(p.System)
	for i, use := range s.Properties {
		f := p.Formulas[i]
		r := Result{Index: i + 1, Name: f.Name, Formula: f.Text, Position: f.Pos.String()}
		r.sampled(use, o.Properties[i] != nil)
		if use.Joint != nil {
			shown[i] = &branch.Witness{Formula: f.Formula, State: use.Joint.States[0], Run: use.Joint}
			var err error
			if r.Explanation, err = witness.Of(ctx, names, shown[i]); err != nil {
				return nil, nil, nil, err
			}
		}
		results = append(results, r)
	}
	return covered, results, shown, nil
}

// JointCommandText is an action or a line of an evolution as ISPL writes it, its place, and whether
// it has no condition that could be true or false.
func JointCommandText(sys *interpreted.System, c simulate.JointCommand) (text, place string, constant bool) {
	agent := &sys.Agents[c.Agent]
	if c.Line < 0 {
		at := agent.Pos
		for _, l := range slices.Backward(agent.Protocol) {
			if slices.Contains(l.Actions, c.Action) {
				at = l.Pos // of the first line that allows it
			}
		}
		return sys.Text(interpreted.Performs(c.Agent, c.Action)), at.String(), false
	}
	line := &agent.Evolution[c.Line]
	var parts []string
	for _, a := range line.Assign {
		value := sys.Text(a.Value)
		if a.Value.Op == interpreted.OpConst {
			value = sys.Format(sys.Vars[a.Var].Type, a.Value.Value)
		}
		parts = append(parts, sys.VarName(a.Var)+" = "+value)
	}
	return strings.Join(parts, " and ") + " if " + sys.Text(line.When), line.Pos.String(), line.When.Op == interpreted.OpConst
}

func simulationOf(seed uint64, s *simulate.Sample) *Simulation {
	return &Simulation{
		Seed: seed, Runs: s.Runs, Steps: s.Steps, Deadlocks: s.Deadlocks, States: s.States, Transitions: s.Transitions,
		Commands: []CommandUse{},
	}
}

// sampled says in a result what random runs show of its property, if a single run can decide it.
func (r *Result) sampled(use simulate.PropertyUse, decidable bool) {
	r.Verdict, r.Reason = mc.Unknown.String(), "no run violates it"
	if !decidable {
		r.Reason = "it is about states, and no single run decides it"
		return
	}
	r.Runs = &RunCounts{Violated: use.Violated, Satisfied: use.Satisfied, Open: use.Open, First: use.First}
	if use.First > 0 {
		r.Verdict, r.Reason, r.Trace = mc.Violated.String(), "", use.Trace
	}
}
