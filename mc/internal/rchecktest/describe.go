package rchecktest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// StateText describes a state as [direct.Graph.StateText] does.
func StateText(sys *recipe.System, s recipe.State) string {
	var out strings.Builder
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		fmt.Fprintf(&out, "%s[%d](", agent.Name, s.Control[a])
		for i := range agent.Vars.All() {
			if i > agent.Vars.Start {
				out.WriteString(",")
			}
			out.WriteString(sys.Vars[i].Name + "=" + sys.ValueString(sys.Vars[i].Type, s.Locals[i]))
		}
		out.WriteString(") ")
	}
	return out.String()
}

// StepText describes a step as [direct.Graph.StepText] does.
func StepText(sys *recipe.System, st recipe.Step) string {
	part := func(command int, data []recipe.Datum) string {
		c := &sys.Commands[command]
		return fmt.Sprintf(" %s@%d:%d(%s)", sys.Agents[c.Agent].Name, c.Pos.Line, c.Pos.Column, dataText(sys, data))
	}
	if st.Kind == recipe.Stutter {
		return "stutter"
	}
	where := sys.ValueString(sys.Channel, st.Channel)
	if st.Kind == recipe.PointToPointStep {
		where = "any"
		if st.Locality != recipe.AnyLocality {
			where = sys.ValueString(sys.Location, st.Locality)
		}
	}
	text := st.Kind.String() + " " + where + part(st.Command, st.Data)
	for _, p := range st.Participants {
		text += part(p.Command, p.Data)
	}
	return text
}

func dataText(sys *recipe.System, data []recipe.Datum) string {
	var parts []string
	for _, d := range data {
		parts = append(parts, sys.Data[d.Var].Name+"="+sys.ValueString(sys.Data[d.Var].Type, d.Value))
	}
	return strings.Join(slices.Sorted(slices.Values(parts)), ",")
}
