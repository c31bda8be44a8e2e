package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// Explained adds to a result what the checker found out about a property about states.
func Explained(out *report.Result, r *mc.Result, n witness.Names) {
	if r.States != nil {
		out.States = r.States.String()
	}
	if r.Witness == nil {
		return
	}
	if e := ExplanationOf(n, r.Witness); r.Verdict != mc.Holds || e.Shows() {
		out.InitialState, out.Explanation = n.State(r.Witness.State), e
	}
}

// ExplanationOf is a witness with the names of the model.
func ExplanationOf(n witness.Names, w *branch.Witness) *report.Explanation {
	out := &report.Explanation{Formula: n.Text(w.Formula), Holds: w.Holds, State: n.Values(w.State), Run: RunOf(n, w.Run), Reason: w.Unshown}
	from := w.State
	for _, j := range w.Jumps {
		jump := report.Jump{Ideal: j.Ideal, From: n.Values(from), To: n.Values(j.To), Run: RunOf(n, j.Run)}
		for _, k := range j.Agents {
			jump.Agents = append(jump.Agents, n.Agent(k))
		}
		out.Jumps = append(out.Jumps, jump)
		from = j.To
	}
	if w.Strategy != nil {
		rules := map[string][]report.Rule{}
		for _, r := range w.Strategy.Rules {
			player, of, when, what := n.Rule(r)
			rules[player] = append(rules[player], report.Rule{Of: of, When: when, Command: what})
		}
		if out.Strategy = rules; !w.Holds {
			out.Strategy, out.Answer = nil, rules
		}
	}
	if w.Alike != nil {
		out.Alike = w.Alike.String()
	}
	for _, p := range w.Parts {
		out.Parts = append(out.Parts, ExplanationOf(n, p))
	}
	return out
}

// RunOf is a run with the names of the model; nil if there is none.
func RunOf(n witness.Names, r *branch.Run) *report.RunGraph {
	if r == nil {
		return nil
	}
	out := &report.RunGraph{Loop: r.Loop}
	for i, s := range r.States {
		step := report.RunStep{State: n.Values(s)}
		if i < len(r.Steps) {
			kind, actions := n.Actions(r.Steps[i])
			step.Message = &report.JointStep{Kind: kind, Data: actions}
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}
