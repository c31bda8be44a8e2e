package joint

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Witness shows why a formula that was decided holds in a reachable state or does not, confirmed by the explicit interpreter.
func (c *Checker) Witness(ctx context.Context, f *ltol.StateFormula, at interpreted.State) (*branch.Witness, error) {
	if err := c.enter(ctx, PhaseWitness); err != nil {
		return nil, err
	}
	w, err := c.labels.Explain(ctx, f, at)
	return w, c.fault(err)
}

// Values are the values of all variables in a state, by agent. With Text, Actions, Names and Rule it
// puts into words all that a [branch.Witness] is made of.
func (c *Checker) Values(s space.State) map[string]map[string]string {
	out := map[string]map[string]string{}
	for v, value := range s.(interpreted.State) {
		x := &c.sys.Vars[v]
		agent := c.sys.Agents[x.Agent].Name
		if out[agent] == nil {
			out[agent] = map[string]string{}
		}
		out[agent][x.Name] = c.sys.Format(x.Type, value)
	}
	return out
}

// Actions are the kind of a step, `joint` or, if a state without a successor repeats, `stutter`, and the action of each agent.
func (c *Checker) Actions(step space.Step) (kind string, actions map[string]string) {
	if c.space.IsStutter(step) {
		return "stutter", nil
	}
	out := map[string]string{}
	for k, action := range step.(interpreted.Joint) {
		if action >= 0 {
			out[c.sys.Agents[k].Name] = c.sys.Agents[k].Actions[action]
		}
	}
	return "joint", out
}

// Rule writes a rule of a strategy: the agent's name, the condition under which the rule applies,
// and the action. The second result, the message that is answered, is always empty: interpreted
// systems have no messages.
func (c *Checker) Rule(r branch.Rule) (agent, of, when, action string) {
	return c.sys.Agents[r.Player].Name, "", r.Condition(" and "), c.sys.Agents[r.Player].Actions[r.Option]
}

// Names are the names of agents.
func (c *Checker) Names(agents []int) []string {
	out := make([]string, len(agents))
	for i, k := range agents {
		out[i] = c.sys.Agents[k].Name
	}
	return out
}
