package recipe

import "slices"

// An AgentBuilder makes one agent of the system of a [Builder]. By default, the locals of the agent
// start with any value, the agent is connected to every channel, and it relabels no property
// identifier.
type AgentBuilder struct {
	b     *Builder
	index int
}

// Agent starts the next agent. The agents before it are complete.
func (b *Builder) Agent(name, typeName string) *AgentBuilder {
	if name == "" {
		b.fault("an agent has no name")
	}
	vars, commands := len(b.sys.Vars), len(b.sys.Commands)
	b.sys.Agents = append(b.sys.Agents, Agent{
		Name:         name,
		TypeName:     typeName,
		Location:     b.symbol(name),
		Vars:         Range{vars, vars},
		Commands:     Range{commands, commands},
		States:       1,
		Init:         TrueExpr,
		ReceiveGuard: TrueExpr,
		Relabel:      make([]*Expr, len(b.sys.Properties)),
	})
	return &AgentBuilder{b: b, index: len(b.sys.Agents) - 1}
}

// agent returns the agent for changes, which must be the last one: otherwise a copy that is thrown
// away.
func (a *AgentBuilder) agent() *Agent {
	agent := &a.b.sys.Agents[a.index]
	if a.complete() {
		a.b.fault("agent %s is changed after the next one was started", agent.Name)
		lost := *agent
		lost.Relabel = slices.Clone(agent.Relabel)
		return &lost
	}
	return agent
}

// complete reports whether the next agent was started.
func (a *AgentBuilder) complete() bool { return a.index != len(a.b.sys.Agents)-1 }

// Index is the agent's index in System.Agents, by which states and steps name it.
func (a *AgentBuilder) Index() int { return a.index }

// Location returns the agent's location.
func (a *AgentBuilder) Location() *Expr { return a.b.Location(a.b.sys.Agents[a.index].Name) }

// Control returns the agent's control state, for state propositions.
func (a *AgentBuilder) Control() *Expr {
	states := a.b.sys.Agents[a.index].States
	return &Expr{Op: OpControl, Type: IntType(0, states-1), Index: a.index}
}

// Local declares a local and returns the expression that reads it.
func (a *AgentBuilder) Local(name string, t *Type) *Expr {
	agent, i := a.agent(), len(a.b.sys.Vars)
	same := func(v Var) bool { return v.Name == name }
	before := slices.ContainsFunc(a.b.sys.Vars[agent.Vars.Start:agent.Vars.End], same)
	t = a.b.declare("local", name, " of agent "+agent.Name, t, before)
	if a.complete() {
		return stand(t)
	}
	a.b.sys.Vars = append(a.b.sys.Vars, Var{Name: name, Agent: a.index, Type: t})
	agent.Vars.End = i + 1
	return &Expr{Op: OpLocal, Type: t, Index: i}
}

// Init constrains the initial values of the locals, in addition to earlier calls.
func (a *AgentBuilder) Init(e *Expr) *AgentBuilder {
	if agent := a.agent(); agent.Init == TrueExpr {
		agent.Init = e
	} else {
		agent.Init = And(agent.Init, e)
	}
	return a
}

// ReceiveGuard says when the agent is connected to the message's channel.
func (a *AgentBuilder) ReceiveGuard(e *Expr) *AgentBuilder {
	a.agent().ReceiveGuard = e
	return a
}

// Relabel gives the property identifier its value for this agent.
func (a *AgentBuilder) Relabel(property, e *Expr) *AgentBuilder {
	agent := a.agent()
	switch {
	case property == nil || property.Op != OpProperty || property.Index >= len(agent.Relabel):
		a.b.fault("agent %s relabels what is no property identifier", agent.Name)
	case agent.Relabel[property.Index] != nil:
		a.b.fault("agent %s relabels %s twice", agent.Name, a.b.sys.Properties[property.Index].Name)
	default:
		agent.Relabel[property.Index] = e
	}
	return a
}

// A CommandBuilder makes one command. By default, its guard and its predicate are true, and it has
// no data and no updates.
type CommandBuilder struct {
	a    *AgentBuilder
	id   int
	lost *Command // what is built of an agent that was complete
}

func (a *AgentBuilder) command(kind CommandKind, from, to int) *CommandBuilder {
	agent, id := a.agent(), len(a.b.sys.Commands)
	command := Command{ID: id, Agent: a.index, Kind: kind, From: from, To: to, Guard: TrueExpr}
	if a.complete() {
		return &CommandBuilder{a: a, id: -1, lost: &command}
	}
	a.b.sys.Commands = append(a.b.sys.Commands, command)
	agent.Commands.End = id + 1
	agent.States = max(agent.States, from+1, to+1)
	return &CommandBuilder{a: a, id: id}
}

func (c *CommandBuilder) get() *Command {
	if c.lost != nil {
		return c.lost
	}
	return &c.a.b.sys.Commands[c.id]
}

// fault reports a mistake in the command, unless it is one as a whole.
func (c *CommandBuilder) fault(what string) {
	if c.lost == nil {
		c.a.b.fault("%s %s", c.a.b.sys.CommandString(c.id), what)
	}
}

// Send adds a send on the channel between two control states.
func (a *AgentBuilder) Send(from, to int, channel *Expr) *CommandBuilder {
	c := a.command(Send, from, to)
	c.get().Channel = channel
	c.get().Predicate = TrueExpr
	return c
}

// Receive adds a receive on the channel between two control states.
func (a *AgentBuilder) Receive(from, to int, channel *Expr) *CommandBuilder {
	c := a.command(Receive, from, to)
	c.get().Channel = channel
	return c
}

// Get adds a get from any supplier; see [CommandBuilder.To] and [CommandBuilder.At].
func (a *AgentBuilder) Get(from, to int) *CommandBuilder {
	c := a.command(Get, from, to)
	c.get().Predicate = TrueExpr
	return c
}

// Supply adds a supply that answers gets by predicate; see [CommandBuilder.At].
func (a *AgentBuilder) Supply(from, to int) *CommandBuilder { return a.command(Supply, from, to) }

// ID is the index of the command in System.Commands, by which steps and reports name it. It is -1
// if the call that made the command was a mistake.
func (c *CommandBuilder) ID() int { return c.id }

// Label names the command.
func (c *CommandBuilder) Label(name string) *CommandBuilder {
	c.get().Label = name
	return c
}

// When sets the guard.
func (c *CommandBuilder) When(guard *Expr) *CommandBuilder {
	c.get().Guard = guard
	c.mention(guard)
	return c
}

// To sets the predicate on the receivers of a send, or on the supplier of a get.
func (c *CommandBuilder) To(predicate *Expr) *CommandBuilder {
	c.get().Predicate = predicate
	return c
}

// At names a location. A get asks this location. A supply answers gets that name this location,
// which must be its own.
func (c *CommandBuilder) At(location *Expr) *CommandBuilder {
	c.get().Target, c.get().Predicate = location, nil
	return c
}

// With makes the message carry the value of e in a data variable.
func (c *CommandBuilder) With(data, e *Expr) *CommandBuilder {
	if data == nil || data.Op != OpData {
		c.fault("assigns data to what is no data variable")
		return c
	}
	c.get().Data = append(c.get().Data, Assignment{Var: data.Index, Expr: e})
	return c
}

// Set updates a local of the agent.
func (c *CommandBuilder) Set(local, e *Expr) *CommandBuilder {
	if local == nil || local.Op != OpLocal {
		c.fault("updates what is no local")
		return c
	}
	c.get().Updates = append(c.get().Updates, Assignment{Var: local.Index, Expr: e})
	c.mention(e)
	return c
}

func (c *CommandBuilder) mention(e *Expr) {
	k := c.get()
	for e := range e.All() {
		if at, found := slices.BinarySearch(k.Mentions, e.Index); e.Op == OpData && !found {
			k.Mentions = slices.Insert(k.Mentions, at, e.Index)
		}
	}
}

// Executed returns the observation: a step executes one of the commands.
func Executed(commands ...*CommandBuilder) *Expr {
	return &Expr{Op: OpExecuted, Type: BoolType, Commands: ids(commands)}
}

// Enabled returns the state expression: some step executes one of the commands.
func Enabled(commands ...*CommandBuilder) *Expr {
	return &Expr{Op: OpEnabled, Type: BoolType, Commands: ids(commands)}
}

func ids(commands []*CommandBuilder) []int {
	var out []int
	for _, c := range commands {
		if c != nil && c.lost == nil {
			out = append(out, c.id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
