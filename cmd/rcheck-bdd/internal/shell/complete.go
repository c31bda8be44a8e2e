package shell

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// maxValues bounds the values of an integer type that are offered.
const maxValues = 64

// words are what can stand behind a part of a condition: behind a comparison the values of
// what is compared, behind the name of an agent and a dash what the agent has, and else agents and
// what is known of messages.
func (s *Shell) words(word, before string) []string {
	if left := strings.TrimRight(before, "=!<>"); len(left) < len(before) {
		left = strings.TrimRight(left, " )")
		name := left[strings.LastIndexAny(left, " (!&|<[")+1:]
		if values, ok := s.valuesOf(name); ok {
			return values
		}
	}
	sys := s.program.System
	out := strings.Fields("next( sender chan getter supplier locality true false")
	for _, d := range sys.Data {
		out = append(out, d.Name)
	}
	for i := range sys.Agents {
		if sys.Agents[i].Outside {
			continue // conditions cannot name it
		}
		name := sys.Agents[i].Name + "-"
		if !strings.HasPrefix(word, name) {
			out = append(out, name)
			continue
		}
		for _, own := range s.belongings(i) {
			out = append(out, name+own)
		}
	}
	return out
}

// belongings are what an agent has that conditions can name: locals, labels and its control state.
func (s *Shell) belongings(agent int) []string {
	sys := s.program.System
	out := []string{"automaton-state"}
	own := &sys.Agents[agent]
	for _, v := range sys.Vars[own.Vars.Start:own.Vars.End] {
		out = append(out, v.Name)
	}
	for _, c := range sys.Commands[own.Commands.Start:own.Commands.End] {
		if c.Label != "" {
			out = append(out, c.Label)
		}
	}
	return out
}

// valuesOf are the values that a name in a condition can have; ok is false if it is nothing that
// has values.
func (s *Shell) valuesOf(name string) (values []string, ok bool) {
	sys := s.program.System
	var t *recipe.Type
	switch name {
	case "sender", "getter", "supplier", "locality":
		t = sys.Location
	case "chan", "channel", "ch":
		t = sys.Channel
	}
	for _, d := range sys.Data {
		if d.Name == name {
			t = d.Type
		}
	}
	for _, v := range sys.Vars {
		if sys.Agents[v.Agent].Name+"-"+v.Name == name {
			t = v.Type
		}
	}
	if t == nil {
		return nil, false
	}
	for code := range min(t.Size(), maxValues) {
		values = append(values, sys.ValueString(t, t.Value(code)))
	}
	return values, true
}
