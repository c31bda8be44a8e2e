package logs

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Write writes a run as a log of JSON lines that says everything: [FullMap] is its map.
func Write(w io.Writer, t *trace.Trace) error {
	sys := t.System
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for i := 0; t.Next(i) >= 0 && i+1 < len(t.Steps); i++ {
		m := t.Steps[i].Message
		if m.Kind == recipe.Stutter {
			return nil
		}
		line := map[string]any{"event": "step", "agent": sys.Agents[m.Initiator].Name}
		if l := sys.Commands[m.Command].Label; l != "" {
			line["label"] = l
		}
		participants := []string{}
		for _, p := range m.Participants {
			participants = append(participants, sys.Agents[p.Agent].Name)
		}
		line["participants"] = participants
		data := m.Data
		if m.Kind == recipe.PointToPointStep {
			data = m.Participants[0].Data
		} else {
			line["channel"] = sys.ValueString(sys.Channel, m.Channel)
		}
		for _, d := range data {
			line["data."+sys.Data[d.Var].Name] = recipe.Plain(sys, sys.Data[d.Var].Type, d.Value)
		}
		next := t.Steps[i+1].State
		for v, value := range next.Locals {
			if value != t.Steps[i].State.Locals[v] {
				line["after."+sys.VariableName(sys.Vars[v].Agent, v)] = recipe.Plain(sys, sys.Vars[v].Type, value)
			}
		}
		for a, q := range next.Control {
			if q != t.Steps[i].State.Control[a] {
				line["after."+sys.Agents[a].Name+"-"+controlName] = q
			}
		}
		if err := encoder.Encode(ordered(line)); err != nil {
			return err
		}
	}
	return nil
}

// ordered is a line as JSON with its event first and the other fields by name.
func ordered(line map[string]any) json.RawMessage {
	names := slices.Sorted(maps.Keys(line))
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case a == "event" && b != "event":
			return -1
		case b == "event" && a != "event":
			return 1
		}
		return 0
	})
	var b strings.Builder
	b.WriteByte('{')
	for i, n := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(n) // a text
		value, _ := json.Marshal(line[n])
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return json.RawMessage(b.String())
}

// FullMap is the text of the map for logs that [Write] writes.
func FullMap(sys *recipe.System) string {
	var b strings.Builder
	b.WriteString("# The map of logs that `simulate --logs` writes.\non step\n")
	b.WriteString("  command $agent-$label\n  initiator $agent\n  participants $participants\n  channel $channel\n")
	for _, d := range sys.Data {
		fmt.Fprintf(&b, "  data %s = $\"data.%s\"\n", quoted(d.Name), d.Name)
	}
	after := func(name string) { fmt.Fprintf(&b, "  after %s = $\"after.%s\"\n", name, name) }
	for v := range sys.Vars {
		after(sys.VariableName(sys.Vars[v].Agent, v))
	}
	for a := range sys.Agents {
		if sys.Agents[a].States > 1 { // or else it never changes, and no log has it
			after(sys.Agents[a].Name + "-" + controlName)
		}
	}
	return b.String()
}
