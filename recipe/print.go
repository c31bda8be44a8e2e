package recipe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// spelling returns the name of the i-th of a few kinds.
func spelling(i int, names ...string) string {
	if i >= len(names) {
		return "kind " + strconv.Itoa(i)
	}
	return names[i]
}

// Plain is v, a value of type t of a system, as JSON has it: a truth value, a number, or a name.
func Plain(s *System, t *Type, v Value) any {
	if t != nil {
		switch t.Kind {
		case Bool:
			return v == True
		case Int:
			return int(v)
		}
	}
	return s.ValueString(t, v)
}

// ValueString returns the spelling of v as a value of type t.
func (s *System) ValueString(t *Type, v Value) string {
	switch {
	case s == nil || t == nil || t.Kind == Int:
		return strconv.Itoa(int(v))
	case t.Kind == Bool:
		return strconv.FormatBool(v == True)
	case v == AnyLocality:
		return "any"
	case v < 0 || int(v) >= len(s.Symbols):
		return "symbol" + strconv.Itoa(int(v))
	default:
		return s.Symbols[v]
	}
}

// varName is the local's name, qualified by its agent's.
func (s *System) varName(i int) string { return s.VariableName(s.Vars[i].Agent, i) }

// VariableName is the name of a local of an agent in orders and exports, "agent-local". For a
// negative local, it is the name of the control state of the agent, "agent-automaton-state".
func (s *System) VariableName(agent, local int) string {
	if local < 0 {
		return s.Agents[agent].Name + "-automaton-state"
	}
	return s.Agents[agent].Name + "-" + s.Vars[local].Name
}

// HasVariable reports whether an order may contain a name: the name of a variable, or of an agent
// for all its variables.
func (s *System) HasVariable(name string) bool {
	for a := range s.Agents {
		if agent := &s.Agents[a]; name == agent.Name || name == s.VariableName(a, -1) {
			return true
		}
	}
	return slices.ContainsFunc(s.Vars, func(v Var) bool { return name == s.Agents[v.Agent].Name+"-"+v.Name })
}

// Rank is the position in an order of the first name that stands for the variable. If there is
// none, it is len(order).
func (s *System) Rank(order []string, agent, local int) int {
	own := s.VariableName(agent, local)
	if i := slices.IndexFunc(order, func(name string) bool { return name == own || name == s.Agents[agent].Name }); i >= 0 {
		return i
	}
	return len(order)
}

// CommandString returns the name of a command in traces, warnings and pictures. It is the name of
// the agent and the label, such as client1-ask. If the command has no label, it has its number
// among the commands of the agent, counted from 1, such as client1#2.
func (s *System) CommandString(id int) string {
	s.mustHaveCommand(id)
	c := &s.Commands[id]
	agent := &s.Agents[c.Agent]
	if c.Label != "" {
		return agent.Name + "-" + c.Label
	}
	return agent.Name + "#" + strconv.Itoa(id-agent.Commands.Start+1)
}

// StateString returns s on one line: the control state and the locals of each agent. For a state
// that does not belong to the system, it returns the size.
func (s *System) StateString(st State) string {
	if s == nil || len(st.Control) != len(s.Agents) || len(st.Locals) != len(s.Vars) {
		return fmt.Sprintf("a state of another system, of %d locals and %d agents", len(st.Locals), len(st.Control))
	}
	var b strings.Builder
	for i := range s.Agents {
		a := &s.Agents[i]
		if i > 0 {
			b.WriteString("; ")
		}
		if !a.IsPresent(st) {
			b.WriteString(a.Name + " absent")
			continue
		}
		b.WriteString(a.Name + "@" + strconv.Itoa(st.Control[i]))
		for v := range a.Vars.All() {
			b.WriteString(" " + s.Vars[v].Name + "=" + s.ValueString(s.Vars[v].Type, st.Locals[v]))
		}
	}
	return b.String()
}

// StepString returns p on one line: who does what, on which channel or locality, with which data,
// and who takes part. For a step that does not belong to the system, it says so.
func (s *System) StepString(p Step) string {
	switch {
	case p.Kind == Stutter:
		return "stutter"
	case s == nil || !s.has(p):
		return fmt.Sprintf("a step of another system, by its command %d", p.Command)
	}
	var b strings.Builder
	b.WriteString(s.CommandString(p.Command))
	if p.Kind == PointToPointStep {
		b.WriteString(" gets@" + s.ValueString(s.Location, p.Locality))
	} else {
		b.WriteString(" sends on " + s.ValueString(s.Channel, p.Channel))
	}
	b.WriteString(s.dataString(p.Data))
	for i, q := range p.Participants {
		b.WriteString([]string{" -> ", ", "}[min(i, 1)])
		b.WriteString(s.CommandString(q.Command) + s.dataString(q.Data))
	}
	return b.String()
}

func (s *System) dataString(data []Datum) string {
	if len(data) == 0 {
		return ""
	}
	parts := make([]string, len(data))
	for i, d := range data {
		parts[i] = s.Data[d.Var].Name + "=" + s.ValueString(s.Data[d.Var].Type, d.Value)
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
