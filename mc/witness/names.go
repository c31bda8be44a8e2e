// Package witness puts what a witness of mc/branch is made of into words, by the names of the model:
// states, steps, formulas and rules of strategies. There is one shape for all formalisms.
package witness

import (
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Names writes what a witness is made of with the names of the model.
type Names interface {
	// State is a state in words, Text a formula, Values the values of all variables by agent.
	State(s space.State) string
	Text(f *ltol.StateFormula) string
	Values(s space.State) map[string]map[string]string
	// Actions are the kind of a step and what agents do in it.
	Actions(step space.Step) (kind string, actions map[string]string)
	// Agent is the name of an agent.
	Agent(k int) string
	// Rule are the player of a rule, the command of the message that it answers, if any, the
	// condition, and what is done.
	Rule(r branch.Rule) (player, of, when, what string)
}

// OfRecipe are the names of a ReCiPe system.
func OfRecipe(sys *recipe.System) Names { return recipeNames{sys} }

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

// OfInterpreted are the names of an interpreted system.
func OfInterpreted(sys *interpreted.System) Names { return interpretedNames{sys} }

type interpretedNames struct{ *interpreted.System }

func (n interpretedNames) Text(f *ltol.StateFormula) string {
	atom := func(id int) string { return n.Propositions[id].Name }
	return f.Format(ltol.StateNotation{Most: ltol.LongText, Atom: atom, Agent: n.Agent})
}

// State writes a state as `Agent.x = value` with commas.
func (n interpretedNames) State(s space.State) string {
	return interpreted.NewInterpreter(n.System).Format(s.(interpreted.State))
}

// Agent is the name of an agent.
func (n interpretedNames) Agent(k int) string { return n.Agents[k].Name }

// Values are the values of all variables in a state, by agent.
func (n interpretedNames) Values(s space.State) map[string]map[string]string {
	out := map[string]map[string]string{}
	for v, value := range s.(interpreted.State) {
		x := &n.Vars[v]
		agent := n.Agents[x.Agent].Name
		if out[agent] == nil {
			out[agent] = map[string]string{}
		}
		out[agent][x.Name] = n.Format(x.Type, value)
	}
	return out
}

// Actions are the kind of a step, `joint` or, if a state without a successor repeats, `stutter`, and the action of each agent.
func (n interpretedNames) Actions(step space.Step) (kind string, actions map[string]string) {
	joint := step.(interpreted.Joint)
	if joint == nil {
		return "stutter", nil
	}
	out := map[string]string{}
	for k, action := range joint {
		if action >= 0 {
			out[n.Agents[k].Name] = n.Agents[k].Actions[action]
		}
	}
	return "joint", out
}

// Rule writes a rule of a strategy: the agent's name, the condition under which the rule applies,
// and the action. The second result, the message that is answered, is always empty: interpreted
// systems have no messages.
func (n interpretedNames) Rule(r branch.Rule) (agent, of, when, action string) {
	return n.Agent(r.Player), "", r.Condition(" and "), n.Agents[r.Player].Actions[r.Option]
}

// Notation writes atoms by the names that the system's propositions have in formulas.
func Notation(sys *recipe.System) ltol.Notation {
	return ltol.Notation{Most: ltol.LongText, Name: func(a ltol.Atom) string {
		name := sys.Propositions[a.ID].Name
		switch {
		case a.Kind != ltol.PastStep:
			return name
		case strings.ContainsAny(name, "&|"):
			return "past (" + name + ")"
		}
		return "past " + name
	}}
}
