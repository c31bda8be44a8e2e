package trace

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// BlockedText renders why the commands at the control states of s take part in no step: a line per
// command and, where others keep it from happening, one for each of them. Commands that some step
// executes are left out. The text ends with a line end; it is meant for deadlocks.
func BlockedText(in *recipe.Interpreter, s recipe.State, o TextOptions) string {
	mustFit(interprets(in))
	w := newWriter(in.System(), o)
	for _, agent := range in.Blocked(s) {
		if len(agent.Commands) == 0 {
			w.line(4, w.paint(PartAgent, w.sys.Agents[agent.Agent].Name), ": it has ended")
		}
		for _, c := range agent.Commands {
			if c.Obstacle != recipe.NoObstacle {
				w.blocked(4, c.Hindrance)
			}
			for _, other := range c.Others {
				w.blocked(8, other)
			}
		}
	}
	return w.String()
}

// blocked writes a hindrance: of a command, or of an agent.
func (w *writer) blocked(indent int, h recipe.Hindrance) {
	if h.Command < 0 {
		w.line(indent, w.paint(PartAgent, w.sys.Agents[h.Agent].Name), ": ", w.sys.HindranceString(h))
		return
	}
	w.act(indent, actOf(w.sys, h.Command, w.sys.HindranceString(h)))
}
