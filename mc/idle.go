package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An IdleReport lists what a system never does.
type IdleReport struct {
	// Commands are the IDs of the commands that no reachable step executes,
	// ascending.
	Commands []int
	// States are the control states that are never reached.
	States []ControlState
}

// A ControlState is a state of an agent's structure automaton.
type ControlState struct{ Agent, State int }

// Idle finds the commands that are never executed and the control states that
// are never reached. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Idle(ctx context.Context) (*IdleReport, error) {
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	out := &IdleReport{}
	for a := range c.sys.Agents {
		if err := c.idleAgent(ctx, a, out); err != nil {
			return nil, c.fault(err)
		}
	}
	return out, c.explicit.refutes(out)
}

// refutes is an error if the interpreter has met what a report says never
// happens.
func (e *explicit) refutes(r *IdleReport) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range r.Commands {
		if e.executed[id] {
			return internal("the interpreter executes %s, which the encoding never does", e.prices.sys.CommandString(id))
		}
	}
	for _, s := range r.States {
		if e.visited[s.Agent][s.State] {
			return internal("%s reaches control state %d for the interpreter, which it never does for the encoding",
				e.prices.sys.Agents[s.Agent].Name, s.State)
		}
	}
	return nil
}

func (c *Checker) idleAgent(ctx context.Context, agent int, out *IdleReport) error {
	k := c.model.Manager.Calculator(ctx)
	defer k.Close()
	a := &c.sys.Agents[agent]
	var receives []int
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		if c.sys.Commands[id].Kind == recipe.Receive {
			receives = append(receives, id)
		}
	}
	list, err := c.model.Refine(ctx, receives)
	if err != nil {
		return err
	}
	defer c.model.Discard(list)
	reached, _, _ := c.search.Reached()
	executed := make([]bool, len(c.sys.Commands))
	for _, it := range list {
		never, err := k.Disjoint(it.Enabled, reached)
		if err != nil {
			return err
		}
		for _, id := range it.Executes {
			executed[id] = executed[id] || !never
		}
	}
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		if !executed[id] {
			out.Commands = append(out.Commands, id)
		}
	}
	for s := range a.States {
		set := c.inReach(k, c.firstControl+s+c.controlOffset(agent))
		if never, err := k.Equal(set, bdd.False); err == nil && never {
			out.States = append(out.States, ControlState{agent, s})
		}
	}
	return k.Err()
}

// controlOffset is the number of control states of the agents before one.
func (c *Checker) controlOffset(agent int) int {
	n := 0
	for i := range agent {
		n += c.sys.Agents[i].States
	}
	return n
}
