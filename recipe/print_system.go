package recipe

import (
	"fmt"
	"strings"
)

// String lists the whole system, one declaration or command per line, close to the language's
// current dialect. It is for reading, in tests and diagnoses; control states are written as from ->
// to.
func (s *System) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "channels: %s\n", s.typeString(s.Channel))
	for _, d := range s.Data {
		fmt.Fprintf(&b, "data %s : %s\n", d.Name, s.typeString(d.Type))
	}
	for _, p := range s.Properties {
		fmt.Fprintf(&b, "property %s : %s\n", p.Name, s.typeString(p.Type))
	}
	for i := range s.Agents {
		s.writeAgent(&b, i)
	}
	for i, p := range s.Propositions {
		fmt.Fprintf(&b, "%s proposition %d %s: %s\n", p.Kind, i, p.Name, s.ExprString(p.Expr, noAgent))
	}
	return b.String()
}

func (s *System) typeString(t *Type) string {
	if t.Kind != Enum {
		return t.Name
	}
	names := make([]string, len(t.Values))
	for i, v := range t.Values {
		names[i] = s.ValueString(t, v)
	}
	return t.Name + " {" + strings.Join(names, ", ") + "}"
}

func (s *System) writeAgent(b *strings.Builder, i int) {
	a := &s.Agents[i]
	fmt.Fprintf(b, "agent %s (%s)\n", a.Name, a.TypeName)
	for v := range a.Vars.All() {
		fmt.Fprintf(b, "  local %s : %s\n", s.Vars[v].Name, s.typeString(s.Vars[v].Type))
	}
	fmt.Fprintf(b, "  init: %s\n", s.ExprString(a.Init, i))
	for p, e := range a.Relabel {
		if e != nil {
			fmt.Fprintf(b, "  relabel %s <- %s\n", s.Properties[p].Name, s.ExprString(e, i))
		}
	}
	fmt.Fprintf(b, "  receive-guard: %s\n", s.ExprString(a.ReceiveGuard, i))
	for c := range a.Commands.All() {
		fmt.Fprintf(b, "  %d -> %d  %s\n", s.Commands[c].From, s.Commands[c].To, s.CommandText(c))
	}
}

// CommandText returns the command as it would be written in the language's current dialect, label
// included.
func (s *System) CommandText(id int) string {
	s.mustHaveCommand(id)
	c := &s.Commands[id]
	expr := func(e *Expr) string { return s.ExprString(e, c.Agent) }
	out := "{" + expr(c.Guard) + "} "
	if c.Label != "" {
		out = c.Label + ": " + out
	}
	data := s.assignmentsText(c.Data, c.Agent, func(i int) string { return s.Data[i].Name })
	switch c.Kind {
	case Send:
		out += fmt.Sprintf("%s ! %s (%s)", expr(c.Channel), expr(c.Predicate), data)
	case Receive:
		out += expr(c.Channel) + " ? "
	case Get:
		where := c.Target
		if where == nil {
			where = c.Predicate
		}
		out += fmt.Sprintf("GET@(%s)(%s)", expr(where), data)
	default:
		where := "any"
		if c.Target != nil {
			where = expr(c.Target)
		}
		out += fmt.Sprintf("SUPPLY@(%s)(%s)", where, data)
	}
	return out + "[" + s.assignmentsText(c.Updates, c.Agent, func(i int) string {
		if s.Vars[i].Agent != c.Agent {
			return s.varName(i)
		}
		return s.Vars[i].Name
	}) + "]"
}

func (s *System) assignmentsText(list []Assignment, agent int, name func(int) string) string {
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = name(a.Var) + " := " + s.ExprString(a.Expr, agent)
	}
	return strings.Join(parts, ", ")
}
