package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A View says what of traces is shown.
type View struct {
	// FullStates shows every local in every state, not only those that changed.
	FullStates bool
	// Agents are names of agents or agent types, of which alone locals and steps are shown; of all if there are none.
	Agents []string
}

// Check returns an error about the first name that is none of the system's.
func (v *View) Check(sys *recipe.System) error {
	var names []string
	for a := range sys.Agents {
		names = append(names, sys.Agents[a].Name, sys.Agents[a].TypeName)
	}
	for _, name := range v.Agents {
		if !slices.Contains(names, name) {
			text := fmt.Sprintf("--agents names `%s`, which is neither an agent nor a type of agents", name)
			return fmt.Errorf("%s", strings.TrimSuffix(text+"; "+diag.DidYouMean(name, names), "; "))
		}
	}
	return nil
}

// Options are the options of texts about a system's traces in a style.
func (v *View) Options(style terminal.Style, sys *recipe.System) trace.TextOptions {
	o := trace.TextOptions{Full: v.FullStates, Paint: func(p trace.Part, text string) string {
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
	if len(v.Agents) > 0 {
		o.Agents = func(a int) bool {
			return slices.Contains(v.Agents, sys.Agents[a].Name) || slices.Contains(v.Agents, sys.Agents[a].TypeName)
		}
	}
	return o
}
