package trace

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// BlockedText renders why the commands at the control states of s take part in no step: a line per
// command and, where others keep it from happening, one for each of them. Commands that some step
// executes are left out. The text ends with a line end; it is meant for deadlocks. The error is
// that of [recipe.Interpreter.Blocked].
func BlockedText(ctx context.Context, in *recipe.Interpreter, s recipe.State, o TextOptions) (string, error) {
	if err := interprets(in); err != nil {
		return "", err
	}
	agents, err := in.Blocked(ctx, s)
	if err != nil {
		return "", err
	}
	w := newWriter(in.System(), o)
	for _, agent := range agents {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if agent.Absent {
			continue
		}
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
	return w.String(), nil
}

// blocked writes a hindrance: of a command, or of an agent.
func (w *writer) blocked(indent int, h recipe.Hindrance) {
	if h.Command < 0 {
		w.line(indent, w.paint(PartAgent, w.sys.Agents[h.Agent].Name), ": ", w.sys.HindranceString(h))
		return
	}
	w.act(indent, actOf(w.sys, h.Command, w.sys.HindranceString(h)))
}
