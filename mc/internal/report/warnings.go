package report

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Warnings is what users should know about the system, whatever its properties. It has reachable
// deadlocks and what agents wait for there, and fairness that discards them or everything. It has
// range faults, names of absent agents, and what never happens. When a limit ends the work the
// warnings found so far come with the error.
func (n *Inspection) Warnings(ctx context.Context) ([]Warning, error) {
	var out []Warning
	for _, about := range []func(context.Context) ([]Warning, error){
		n.warnOfDeadlocks, n.warnOfUnfairness, n.warnOfRanges, n.warnOfStaleNames, n.warnOfIdleness,
	} {
		list, err := about(ctx)
		if err != nil {
			return out, err
		}
		out = append(out, list...)
	}
	return out, nil
}

func (n *Inspection) warning(code string, pos recipe.Position, format string, args ...any) Warning {
	if pos == (recipe.Position{}) { // about the system as a whole
		pos = n.s.Kind.Position()
	}
	return Warning{Code: code, Pos: pos, Message: fmt.Sprintf(format, args...)}
}

func (n *Inspection) warnOfDeadlocks(ctx context.Context) ([]Warning, error) {
	if n.sys.IsOpen() {
		return nil, nil // agents outside may always stop
	}
	r, err := n.Deadlocks(ctx)
	if r == nil || err != nil {
		return nil, err
	}
	return []Warning{n.warning(CodeDeadlock, recipe.Position{},
		"%s of %s reachable states %s no next step. A shortest run to such a state has %s (`rcheck-bdd reach` shows it): %s",
		r.States, n.s.Stats.States, plural(r.States, "has", "have"), inSteps(len(r.Trace.Steps)-1), n.waiting(r.Agents))}, nil
}

func plural(n *big.Int, one, many string) string {
	if n.Cmp(big.NewInt(1)) == 0 {
		return one
	}
	return many
}

func inSteps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// waiting says in one sentence what the agents of a report wait for.
func (n *Inspection) waiting(agents []recipe.AgentReport) string {
	var parts []string
	for _, a := range agents {
		if len(a.Commands) == 0 && !a.Absent {
			parts = append(parts, n.sys.Agents[a.Agent].Name+" has ended")
		}
		for _, r := range a.Commands {
			parts = append(parts, n.hindered(r))
		}
	}
	return strings.Join(parts, "; ")
}

// hindered says what keeps a command from a step, and which receivers block it.
func (n *Inspection) hindered(r recipe.CommandReport) string {
	text, sign := r.Reason(n.sys), " ("
	for _, o := range r.Others {
		text, sign = text+sign+o.Reason(n.sys), ", "
	}
	if len(r.Others) > 0 {
		text += ")"
	}
	return text
}

// askedWhy is of how many states, those nearest to the initial ones, a warning asks what blocks a send.
const askedWhy = 200

// blocking says of sends where receivers alone block them, in the nearest state.
func (n *Inspection) blocking(ctx context.Context) (map[int]string, error) {
	out := map[int]string{}
	near, _ := recipe.Explore(ctx, n.in, askedWhy) // a limit leaves what was found before it
	for steps, layer := range near.Layers {
		if !near.Complete && steps == len(near.Layers)-1 {
			break // the steps from there may be too many
		}
		for i := layer.Start; i < layer.End; i++ {
			agents, err := n.in.Blocked(ctx, near.State(i))
			if err != nil {
				return nil, n.s.Fault(err)
			}
			for _, a := range agents {
				for _, c := range a.Commands {
					if c.Obstacle == recipe.ReceiversBlock && out[c.Command] == "" {
						out[c.Command] = fmt.Sprintf(": after %s, %s", inSteps(steps), n.hindered(c))
					}
				}
			}
		}
	}
	return out, nil
}

func (n *Inspection) warnOfUnfairness(ctx context.Context) ([]Warning, error) {
	fair, err := n.fair(ctx)
	if err != nil {
		return nil, err
	}
	if !fair {
		return []Warning{n.warning(CodeNoFairComputation, recipe.Position{}, "no computation is fair: every property holds")}, nil
	}
	r, err := n.UnfairDeadlocks(ctx)
	if r == nil || err != nil {
		return nil, err
	}
	return []Warning{n.warning(CodeUnfairDeadlock, recipe.Position{},
		"the fairness conditions discard %s reachable %s. A shortest run to such a state has %s",
		r.States, plural(r.States, "deadlock", "deadlocks"), inSteps(len(r.Trace.Steps)-1))}, nil
}

func (n *Inspection) warnOfRanges(ctx context.Context) ([]Warning, error) {
	reports, err := n.RangeFaults(ctx)
	var out []Warning
	alike := ""
	if n.s.OnOrbits() {
		alike = "for this agent or one that can be exchanged with it, "
	}
	for _, r := range reports {
		out = append(out, n.warning(CodeRangeFault, n.sys.Commands[r.Fault.Command].Pos,
			"%s; %sin %s reachable %s. A shortest run to such a state has %s", n.sys.RangeFaultString(r.Fault), alike,
			r.States, plural(r.States, "state", "states"), inSteps(len(r.Trace.Steps)-1)))
	}
	return out, err
}

func (n *Inspection) warnOfStaleNames(ctx context.Context) ([]Warning, error) {
	reports, err := n.StaleNames(ctx)
	var out []Warning
	for _, r := range reports {
		v := &n.sys.Vars[r.Local]
		out = append(out, n.warning(CodeStaleName, v.Pos,
			"`%s` is read, but it can have the name of an absent agent, in %s reachable %s. A shortest run to such a state has %s: "+
				"there, %s-%s is %s", v.Name, r.States, plural(r.States, "state", "states"), inSteps(len(r.Trace.Steps)-1),
			n.sys.Agents[v.Agent].Name, v.Name, n.sys.Agents[r.Agent].Name))
	}
	return out, err
}

func (n *Inspection) warnOfIdleness(ctx context.Context) ([]Warning, error) {
	r, err := n.Idle(ctx)
	if err != nil {
		return nil, err
	}
	var out []Warning
	var why map[int]string
	if len(r.Commands) > 0 {
		if why, err = n.blocking(ctx); err != nil {
			return nil, err
		}
	}
	for _, id := range r.Commands {
		out = append(out, n.warning(CodeIdleCommand, n.sys.Commands[id].Pos,
			"%s is never executed%s", n.sys.CommandString(id), why[id]))
	}
	for _, s := range r.States {
		agent := &n.sys.Agents[s.Agent]
		out = append(out, n.warning(CodeIdleState, agent.Pos, "%s never reaches control state %d", agent.Name, s.State))
	}
	return out, nil
}
