package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// A View says what of traces is shown.
type View struct {
	// FullStates shows every local in every state, not only those that changed.
	FullStates bool
	// Agents are names of agents or agent types, of which alone locals and steps are shown; of all if
	// there are none.
	Agents []string
	// Own gives the values of the reader's own expressions in a state; nil if there are none.
	Own func([]trace.Values) []trace.Local
}

// Of is the view of a system whose agents have these names and types: it names agents alone. The
// error is about the first name that is none of the system's.
func (v View) Of(agents, types []string) (View, error) {
	var out []string
	for _, name := range v.Agents {
		found := false
		for i, agent := range agents {
			if agent == name || types[i] == name {
				out, found = append(out, agent), true
			}
		}
		if !found {
			text := fmt.Sprintf("--agents names `%s`, which is neither an agent nor a type of agents", name)
			return v, fmt.Errorf("%s", strings.TrimSuffix(text+"; "+diag.DidYouMean(name, slices.Concat(agents, types)), "; "))
		}
	}
	v.Agents = out
	return v, nil
}

// Selects is the function that selects the agents of the view; nil if it shows all.
func (v View) Selects() func(agent string) bool {
	if len(v.Agents) == 0 {
		return nil
	}
	return func(agent string) bool { return slices.Contains(v.Agents, agent) }
}

// Options are the options of texts about runs in a style.
func (v *View) Options(style terminal.Style) trace.TextOptions {
	return trace.TextOptions{Full: v.FullStates, Own: v.Own, Agents: v.Selects(), Paint: func(p trace.Part, text string) string {
		switch p {
		case trace.PartNumber, trace.PartLoop:
			return style.Strong(text)
		case trace.PartMessage:
			return style.Accent(text)
		case trace.PartPlace:
			return style.Faint(text)
		case trace.PartMark:
			return style.Bad(text)
		}
		return text
	}}
}
