package report

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// SimulationOf is what random runs of a system covered, without the inside of agents outside of it.
func SimulationOf(sys *recipe.System, seed uint64, s *simulate.Sample) *Simulation {
	out := &Simulation{
		Seed: seed, Runs: s.Runs, Steps: s.Steps, Deadlocks: s.Deadlocks, States: s.States, Transitions: s.Transitions,
		Commands: []CommandUse{},
	}
	for id, use := range s.Commands {
		c := &sys.Commands[id]
		if sys.Agents[c.Agent].Outside {
			continue
		}
		out.Commands = append(out.Commands, CommandUse{
			Command: sys.CommandString(id), Position: c.Pos.String(), Constant: c.Guard.Op == recipe.OpConst,
			Executed: use.Executed, GuardTrue: use.True, GuardFalse: use.False,
		})
	}
	return out
}

// Sampled says in a result what random runs show of its property. A run can decide the property unless
// it is about states.
func (r *Result) Sampled(use simulate.PropertyUse, decidable bool) {
	r.Verdict, r.Reason = mc.Unknown.String(), "no run violates it"
	if !decidable {
		r.Reason = "it is about states, and no single run decides it"
		return
	}
	r.Runs = &RunCounts{Violated: use.Violated, Satisfied: use.Satisfied, Open: use.Open, First: use.First}
	if use.Trace != nil {
		r.Verdict, r.Reason, r.Trace = mc.Violated.String(), "", use.Trace
	}
}
