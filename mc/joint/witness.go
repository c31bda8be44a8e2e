package joint

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Witness shows why a formula that was decided holds in a reachable state or does not, confirmed by the explicit interpreter.
func (c *Checker) Witness(ctx context.Context, f *ltol.StateFormula, at interpreted.State) (*branch.Witness, error) {
	if err := c.enter(ctx, fault.PhaseWitness); err != nil {
		return nil, err
	}
	w, err := c.labels.Explain(ctx, f, at)
	return w, c.fault(err)
}

// Names puts into words, by the names of the system, all that a [branch.Witness] is made of.
type Names struct{ System *interpreted.System }

// Text writes a formula.
func (n Names) Text(f *ltol.StateFormula) string { return f.Format(n.notation()) }

func (n Names) notation() ltol.StateNotation {
	return ltol.StateNotation{
		Most:  ltol.LongText,
		Atom:  func(id int) string { return n.System.Propositions[id].Name },
		Agent: n.Agent,
	}
}

// State writes a state as `Agent.x = value` with commas.
func (n Names) State(s space.State) string {
	return interpreted.NewInterpreter(n.System).Format(s.(interpreted.State))
}

// Agent is the name of an agent.
func (n Names) Agent(k int) string { return n.System.Agents[k].Name }

// Values are the values of all variables in a state, by agent.
func (n Names) Values(s space.State) map[string]map[string]string {
	out := map[string]map[string]string{}
	for v, value := range s.(interpreted.State) {
		x := &n.System.Vars[v]
		agent := n.System.Agents[x.Agent].Name
		if out[agent] == nil {
			out[agent] = map[string]string{}
		}
		out[agent][x.Name] = n.System.Format(x.Type, value)
	}
	return out
}

// Actions are the kind of a step, `joint` or, if a state without a successor repeats, `stutter`, and the action of each agent.
func (n Names) Actions(step space.Step) (kind string, actions map[string]string) {
	joint := step.(interpreted.Joint)
	if joint == nil {
		return "stutter", nil
	}
	out := map[string]string{}
	for k, action := range joint {
		if action >= 0 {
			out[n.System.Agents[k].Name] = n.System.Agents[k].Actions[action]
		}
	}
	return "joint", out
}

// Rule writes a rule of a strategy: the agent's name, the condition under which the rule applies,
// and the action. The second result, the message that is answered, is always empty: interpreted
// systems have no messages.
func (n Names) Rule(r branch.Rule) (agent, of, when, action string) {
	return n.Agent(r.Player), "", r.Condition(" and "), n.System.Agents[r.Player].Actions[r.Option]
}
