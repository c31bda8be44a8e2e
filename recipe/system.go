package recipe

import (
	"iter"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A System is a closed composition of agents (P001 Definition 5): nothing can be added from
// outside. Package open closes a part of a system. Do not change its fields after an interpreter or
// a symbolic encoding has it. [System.Check] reports whether they are consistent.
type System struct {
	// File names where the system came from; empty if built in Go.
	File string
	// Symbols holds the spelling of every enumeration constant, channel and instance name;
	// Symbols[Broadcast] is "*".
	Symbols []string
	// Channel is the type of all channels, Broadcast among them. Location is the type of all
	// instance names in order of Agents.
	Channel, Location *Type
	// Data are the data variables of the message structure.
	Data []DataVar
	// Properties are the property identifiers (P001: PV).
	Properties []PropertyVar
	// Vars are the locals of all agents; those of one agent are contiguous.
	Vars []Var
	// Agents are the instances, in order of composition.
	Agents []Agent
	// Commands are the commands of all agents; those of one agent are contiguous. A command's ID is
	// its index.
	Commands []Command
	// Propositions are the atoms that properties refer to by index.
	Propositions []Proposition
}

// A DataVar is a variable of the message structure (P001: D).
type DataVar struct {
	Name string
	Type *Type
}

// A PropertyVar is a property identifier (P001: PV).
type PropertyVar struct {
	Name string
	Type *Type
}

// A Var is a local variable of one agent. Its initial values are those the agent's Init allows.
type Var struct {
	Name  string
	Agent int
	Type  *Type
	// Free says that no command assigns the local and that its initial condition does not restrict
	// it: it has any value of its type after each step. A stutter keeps it.
	Free bool
	// Start bounds the initial values if the type is unbounded: all values that satisfy the agent's
	// Init lie in it. For other types, it has no meaning.
	Start Interval
	Pos   Position
}

// An Agent is one instance of an agent type (P000 Definition 4). Its structure automaton (P000
// Definition 3) is given by States and by the edges in its Commands.
type Agent struct {
	// Name is the instance's name, TypeName that of its agent type.
	Name, TypeName string
	// Location is the instance's own value of type Location.
	Location Value
	// Vars and Commands are the half-open ranges of the agent's own entries in System.Vars and
	// System.Commands.
	Vars, Commands Range
	// States is the number of control states, numbered from 0, the initial one.
	States int
	// Init constrains the initial values of the agent's locals. Leaves: own OpLocal.
	Init *Expr
	// ReceiveGuard says whether the agent is connected to OpChannel. It is not used for the
	// broadcast channel. Leaves: own OpLocal, OpChannel.
	ReceiveGuard *Expr
	// Relabel gives for each property identifier its value as a function of the locals of the
	// agent. It is nil if the agent has no value. Leaves: own OpLocal.
	Relabel []*Expr
	// Outside says that the agent stands for agents that are no part of the model; see package open.
	Outside bool
	// Present is the Boolean local that says in which states the agent is there. It is nil for an
	// agent that always is. The guards of the agent's commands, and its receive guard, have it as a
	// conjunct.
	Present *Expr
	// Rest holds the values that the agent's locals have while it is absent, in the order of Vars. Its
	// control state is 0 then.
	Rest []Value
	Pos  Position
}

// A Range is the half-open interval of indices from Start to End.
type Range struct{ Start, End int }

// Contains reports whether i lies in the range.
func (r Range) Contains(i int) bool { return r.Start <= i && i < r.End }

// Len is the number of indices in the range.
func (r Range) Len() int { return r.End - r.Start }

// All yields the indices in the range, ascending.
func (r Range) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := r.Start; i < r.End && yield(i); i++ {
		}
	}
}

// CommandKind is one of the four kinds of commands.
type CommandKind uint8

const (
	Send CommandKind = iota
	Receive
	Get
	Supply
)

// String is "send", "receive", "get" or "supply".
func (k CommandKind) String() string {
	return spelling(int(k), "send", "receive", "get", "supply")
}

// A Command is an edge of an agent's structure automaton. All its expressions read the current
// state; updates are simultaneous.
type Command struct {
	ID    int
	Agent int
	Kind  CommandKind
	// Label is the user's name of the command, or empty.
	Label    string
	From, To int
	// Guard is the condition psi. Leaves: own OpLocal; on a receive also OpData and OpChannel; on a
	// get or supply OpData, the other side's; on a send OpChannel.
	Guard *Expr
	// Channel is the channel of a send or receive. Leaves: own OpLocal.
	Channel *Expr
	// Target is the location that a get names, or the location for which a supply answers named
	// gets (which must be that of the supplier). It is nil for a get by predicate, and for a supply
	// at any. Leaves: own OpLocal.
	Target *Expr
	// Predicate is the send guard pi, or the predicate of a get without Target. Leaves: own
	// OpLocal, OpProperty; on a send OpChannel and OpData that the command itself assigns.
	Predicate *Expr
	// Data assigns data variables (Var indexes System.Data). Leaves: own OpLocal.
	Data []Assignment
	// Updates assign own locals (Var indexes System.Vars), and all locals of the agents in Spawns.
	// Leaves as in Guard.
	Updates []Assignment
	// Spawns lists other agents, ascending, that are absent before the command and present after it
	// (P001 Section 9). The command is enabled only if all are absent. Two commands of a step never
	// spawn one agent.
	Spawns []int
	// Mentions lists, ascending, the data variables that Guard and Updates mention in the source
	// text. The command is enabled only for messages that carry all of them, even if simplification
	// has removed one from the expressions.
	Mentions []int
	Pos      Position
}

// Exprs are the expressions of a command: those of its guard, its channel, its target and its
// predicate, which may be nil, and then all that it assigns.
func (c *Command) Exprs() []*Expr {
	es := []*Expr{c.Guard, c.Channel, c.Target, c.Predicate}
	for _, a := range slices.Concat(c.Data, c.Updates) {
		es = append(es, a.Expr)
	}
	return es
}

// Rewrite puts what a function makes of each expression in its place, in the order of Exprs. Copies
// of the command keep their expressions.
func (c *Command) Rewrite(f func(*Expr) *Expr) {
	assigned := func(list []Assignment) []Assignment {
		list = slices.Clone(list)
		for i := range list {
			list[i].Expr = f(list[i].Expr)
		}
		return list
	}
	c.Guard, c.Channel, c.Target, c.Predicate = f(c.Guard), f(c.Channel), f(c.Target), f(c.Predicate)
	c.Data, c.Updates = assigned(c.Data), assigned(c.Updates)
}

// An Assignment gives a variable the value of an expression.
type Assignment struct {
	Var  int
	Expr *Expr
	Pos  Position
}

// PropositionKind says what a proposition is about.
type PropositionKind uint8

const (
	// StateProposition is about a state. Leaves: OpLocal of any agent, OpControl, OpEnabled,
	// OpDeadlock.
	StateProposition PropositionKind = iota
	// StepProposition is about a step and the state that it leaves; it is false of the empty
	// stutter. Leaves: those about the state, OpData (on point-to-point the supplier's), OpChannel,
	// OpSender to OpExecuted; OpProperty within OpExists and OpForall.
	StepProposition
)

// String is "state" or "step".
func (k PropositionKind) String() string {
	return spelling(int(k), "state", "step")
}

// A Proposition is an atom of properties: a boolean expression about a state or about a step.
// Comparisons with operands that a step lacks are false.
type Proposition struct {
	Kind PropositionKind
	// Name is the proposition as it is shown in formulas and automata.
	Name string
	Expr *Expr
}

// SameText reports whether two commands are one command of the source: a get from several
// localities has a command for each, and a command that spawns has one for each agent that it may
// spawn. It panics if there is no such command.
func (s *System) SameText(a, b int) bool {
	s.mustHaveCommand(a)
	s.mustHaveCommand(b)
	c, d := &s.Commands[a], &s.Commands[b]
	several := c.Kind == Get && d.Kind == Get || len(c.Spawns) > 0 && len(d.Spawns) > 0
	return a == b || several && c.Agent == d.Agent && c.From == d.From && c.To == d.To &&
		c.Pos == d.Pos && c.Pos != Position{}
}

// IsOpen reports whether there are agents that stand for agents outside of the model.
func (s *System) IsOpen() bool {
	return slices.ContainsFunc(s.Agents, func(a Agent) bool { return a.Outside })
}

// FreeVars lists the locals that have any value after each step, ascending.
func (s *System) FreeVars() []int {
	var out []int
	for i := range s.Vars {
		if s.Vars[i].Free {
			out = append(out, i)
		}
	}
	return out
}

// SymbolOf returns the value spelled name; ok is false if there is none.
func (s *System) SymbolOf(name string) (v Value, ok bool) {
	if s == nil {
		return 0, false
	}
	i := slices.Index(s.Symbols, name)
	return Value(max(i, 0)), i >= 0
}

// AgentsByType lists the agents of each type, in the order of the types' first agents. There are
// none if s is nil.
func AgentsByType(s *System) [][]int {
	if s == nil {
		return nil
	}
	var types [][]int
	at := map[string]int{}
	for a := range s.Agents {
		n, seen := memo.Number(at, s.Agents[a].TypeName)
		if !seen {
			types = append(types, nil)
		}
		types[n] = append(types[n], a)
	}
	return types
}
