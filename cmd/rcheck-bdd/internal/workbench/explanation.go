package workbench

import (
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Names writes what a witness is made of with the names of the model.
type Names interface {
	State(s space.State) string
	Text(f *ltol.StateFormula) string
	Values(s space.State) map[string]map[string]string
	// Actions are the kind of a step and what agents do in it.
	Actions(step space.Step) (kind string, actions map[string]string)
	Agent(k int) string
	// Rule are the player of a rule, the command of the message that it answers, if any, the condition, and what is done.
	Rule(r branch.Rule) (player, of, when, what string)
}

// NamesOf are the names of a model of R-CHECK.
func NamesOf(sys *recipe.System) Names { return recipeNames{sys} }

type recipeNames struct{ *recipe.System }

func (n recipeNames) State(s space.State) string { return n.StateString(s.(recipe.State)) }

func (n recipeNames) Agent(k int) string {
	if k == len(n.Agents) {
		return "scheduler"
	}
	return n.Agents[k].Name
}

func (n recipeNames) Text(f *ltol.StateFormula) string {
	atom := func(id int) string { return n.ExprString(n.Propositions[id].Expr, -1) }
	step := Notation(n.System).Name
	return f.Format(ltol.StateNotation{Atom: atom, Agent: n.Agent, Step: step, Most: ltol.LongText})
}

func (n recipeNames) Values(at space.State) map[string]map[string]string {
	s, out := at.(recipe.State), map[string]map[string]string{}
	for k, a := range n.Agents {
		out[a.Name] = map[string]string{"automaton-state": strconv.Itoa(s.Control[k])}
	}
	for v, x := range n.Vars {
		out[n.Agents[x.Agent].Name][x.Name] = n.ValueString(x.Type, s.Locals[v])
	}
	return out
}

func (n recipeNames) Actions(step space.Step) (kind string, actions map[string]string) {
	s := step.(recipe.Step)
	if s.Kind == recipe.Stutter {
		return s.Kind.String(), nil
	}
	actions = map[string]string{n.Agents[s.Initiator].Name: n.command(s.Command)}
	for _, p := range s.Participants {
		actions[n.Agents[p.Agent].Name] = n.command(p.Command)
	}
	return s.Kind.String(), actions
}

// command is a command without the name of its agent.
func (n recipeNames) command(id int) string {
	return strings.TrimPrefix(strings.TrimPrefix(n.CommandString(id), n.Agents[n.Commands[id].Agent].Name), "-")
}

func (n recipeNames) Rule(r branch.Rule) (player, of, when, what string) {
	if r.Of >= 0 {
		of = n.CommandString(r.Of)
	}
	option := n.command
	if r.Kind == space.ChoosingInitiator || r.Kind == space.ChoosingSupplier {
		option = n.Agent
	}
	return n.Agent(r.Player), of, r.Condition(" & "), option(r.Option)
}

// Explained adds to a result what the checker found out about a property about states.
func Explained(out *report.Result, r *mc.Result, n Names) {
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
func ExplanationOf(n Names, w *branch.Witness) *report.Explanation {
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
func RunOf(n Names, r *branch.Run) *report.RunGraph {
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
