// Package witness puts what a witness of mc/branch is made of into words, by the names of the
// model: states, steps, formulas and rules of strategies. There is one shape for all formalisms.
package witness

import (
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Names writes what a witness is made of with the names of the model.
type Names interface {
	// State is a state in words, Text a formula, Values the values of all variables by agent.
	State(s space.State) string
	Text(f *ltol.StateFormula) string
	Values(s space.State) Valuation
	// Seen is what an agent sees in a state.
	Seen(agent int, s space.State) Valuation
	// Message is what agents do in a step that leaves a state.
	Message(s space.State, step space.Step) *Message
	// Agent is the name of an agent.
	Agent(k int) string
	// Rule are the player of a rule, the command of the message that it answers, if any, the
	// condition, and what is done.
	Rule(r branch.Rule) (player, of, when, what string)
	// Command is a command by ID: its agent, its label, where it is written, and how it is called
	// after the agent. In ISPL it is an action, of all actions numbered agent by agent. Term is
	// `commands` or `actions`.
	Command(id int) (agent, label, position, called string)
	Term() string
}

// OfRecipe are the names of a ReCiPe system whose agents see so much of themselves: everything, if
// nothing is said of an agent.
func OfRecipe(sys *recipe.System, sees ...*recipe.View) Names { return recipeNames{sys, sees} }

type recipeNames struct {
	*recipe.System
	sees []*recipe.View
}

func (n recipeNames) State(s space.State) string { return n.StateString(s.(recipe.State)) }

func (n recipeNames) Agent(k int) string {
	if k == len(n.Agents) {
		return schedulerName
	}
	return n.Agents[k].Name
}

func (n recipeNames) Text(f *ltol.StateFormula) string {
	atom := func(id int) string { return n.ExprString(n.Propositions[id].Expr, -1) }
	step := Notation(n.System).Name
	return f.Format(ltol.StateNotation{Atom: atom, Agent: n.Agent, Step: step, Most: ltol.LongText})
}

func (n recipeNames) Values(s space.State) Valuation {
	return trace.ValuesOf(n.System, s.(recipe.State))
}

func (n recipeNames) Seen(agent int, at space.State) Valuation {
	s, own := at.(recipe.State), n.Agents[agent]
	view := &recipe.View{Control: true}
	if agent < len(n.sees) && n.sees[agent] != nil {
		view = n.sees[agent]
	} else {
		for v := range own.Vars.All() {
			view.Vars = append(view.Vars, v)
		}
	}
	out := trace.Values{Agent: own.Name}
	if view.Control {
		out.Locals = append(out.Locals, trace.Local{Name: trace.ControlName, Value: strconv.Itoa(s.Control[agent])})
	}
	for _, v := range view.Vars {
		out.Locals = append(out.Locals, trace.Local{Name: n.Vars[v].Name, Value: n.ValueString(n.Vars[v].Type, s.Locals[v])})
	}
	return Valuation{out}
}

func (n recipeNames) Message(s space.State, step space.Step) *Message {
	message := step.(recipe.Step)
	out := &Message{Kind: message.Kind.String(), Acts: trace.ActsOf(n.System, trace.Step{State: s.(recipe.State), Message: message})}
	for _, a := range out.Acts {
		if out.Data == nil {
			out.Data = map[string]string{}
		}
		out.Data[a.Agent] = strings.TrimPrefix(a.Label, "-")
	}
	return out
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

func (n recipeNames) Command(id int) (agent, label, position, called string) {
	c := &n.Commands[id]
	agent, label = n.Agents[c.Agent].Name, c.Label
	called = strings.TrimPrefix(n.CommandString(id), agent)
	if n.Agents[c.Agent].Outside && c.Kind == recipe.Send {
		on := " on " + n.ValueString(n.Channel, c.Channel.Value)
		label, called = label+on, called+on
	}
	return agent, label, c.Pos.String(), called
}

func (n recipeNames) Term() string { return "commands" }

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
func (n interpretedNames) Values(s space.State) Valuation {
	var out Valuation
	for k := range n.Agents {
		out = append(out, n.values(s, n.Owns(k))...)
	}
	return out
}

// Seen is what an agent sees in a state: variables of its own, and of others those that it names.
func (n interpretedNames) Seen(agent int, s space.State) Valuation {
	return n.values(s, n.Agents[agent].Sees)
}

// values are those of some variables, which are in the order of their agents.
func (n interpretedNames) values(s space.State, vars []int) Valuation {
	var out Valuation
	for _, v := range vars {
		x := &n.Vars[v]
		owner := n.Agents[x.Agent].Name
		if len(out) == 0 || out[len(out)-1].Agent != owner {
			out = append(out, trace.Values{Agent: owner})
		}
		last := &out[len(out)-1]
		last.Locals = append(last.Locals, trace.Local{Name: x.Name, Value: n.Format(x.Type, s.(interpreted.State)[v])})
	}
	return out
}

// Message is the action of each agent, or a stutter if a state without a successor repeats.
func (n interpretedNames) Message(_ space.State, step space.Step) *Message {
	joint := step.(interpreted.Joint)
	if joint == nil {
		return &Message{Kind: recipe.Stutter.String()}
	}
	out := &Message{Kind: jointKind, Data: map[string]string{}}
	for k, action := range joint {
		if action >= 0 {
			out.Data[n.Agents[k].Name] = n.Agents[k].Actions[action]
		}
	}
	return out
}

// Rule writes a rule of a strategy: the agent's name, the condition under which the rule applies,
// and the action. The second result, the message that is answered, is always empty: interpreted
// systems have no messages.
func (n interpretedNames) Rule(r branch.Rule) (agent, of, when, action string) {
	return n.Agent(r.Player), "", r.Condition(" and "), n.Agents[r.Player].Actions[r.Option]
}

func (n interpretedNames) Command(id int) (agent, action, position, called string) {
	k := 0
	for ; id >= len(n.Agents[k].Actions); k++ {
		id -= len(n.Agents[k].Actions)
	}
	action = n.Agents[k].Actions[id]
	return n.Agents[k].Name, action, "", "." + action
}

func (n interpretedNames) Term() string { return "actions" }

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
