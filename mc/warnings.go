package mc

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Codes of warnings about systems; see also those of [Checker.Vacuity].
const (
	CodeDeadlock       = "deadlock"        // a reachable state has no step
	CodeUnfairDeadlock = "unfair-deadlock" // fairness discards a reachable deadlock
	CodeRangeFault     = "range"           // a range or a zero divisor alone keeps a command from a step
	CodeIdleCommand    = "never-executed"  // no reachable step executes a command
	CodeIdleState      = "never-reached"   // a control state is not reached
	CodeUnfairStrategy = "unfair-strategy" // a coalition could win by leaving no path fair
)

// Warnings is what users should know about the system, whatever its properties: reachable
// deadlocks and what agents wait for there, fairness that discards them or everything, range
// faults, and what never happens. When a limit ends the work the warnings found so far come with
// the error, which is a [*LimitError] or wraps [ErrInternal].
func (c *Checker) Warnings(ctx context.Context) ([]Warning, error) {
	if err := c.ofRecipe(ctx); err != nil {
		return nil, err
	}
	var out []Warning
	for _, about := range []func(context.Context) ([]Warning, error){
		c.warnOfDeadlocks, c.warnOfUnfairness, c.warnOfRanges, c.warnOfIdleness,
	} {
		list, err := about(ctx)
		if err != nil {
			return out, err
		}
		out = append(out, list...)
	}
	return out, nil
}

func (c *Checker) warning(code string, pos recipe.Position, format string, args ...any) Warning {
	if pos == (recipe.Position{}) { // about the system as a whole
		pos = c.Position()
	}
	return Warning{Code: code, Pos: pos, Message: fmt.Sprintf(format, args...)}
}

func (c *Checker) warnOfDeadlocks(ctx context.Context) ([]Warning, error) {
	r, err := c.Deadlocks(ctx)
	if r == nil || err != nil {
		return nil, err
	}
	return []Warning{c.warning(CodeDeadlock, recipe.Position{},
		"%s of %s reachable states %s no next step. A shortest run to such a state has %s: %s",
		r.States, c.stats.States, plural(r.States, "has", "have"), inSteps(len(r.Trace.Steps)-1), c.waiting(r.Agents))}, nil
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
func (c *Checker) waiting(agents []recipe.AgentReport) string {
	var parts []string
	for _, a := range agents {
		if len(a.Commands) == 0 {
			parts = append(parts, c.sys.Agents[a.Agent].Name+" has ended")
		}
		for _, r := range a.Commands {
			parts = append(parts, c.sys.CommandString(r.Command)+": "+c.sys.HindranceString(r.Hindrance))
		}
	}
	return strings.Join(parts, "; ")
}

func (c *Checker) warnOfUnfairness(ctx context.Context) ([]Warning, error) {
	fair, err := c.FairComputation(ctx)
	if err != nil {
		return nil, err
	}
	if !fair {
		return []Warning{c.warning(CodeNoFairComputation, recipe.Position{}, "no computation is fair: every property holds")}, nil
	}
	r, err := c.UnfairDeadlocks(ctx)
	if r == nil || err != nil {
		return nil, err
	}
	return []Warning{c.warning(CodeUnfairDeadlock, recipe.Position{},
		"the fairness conditions discard %s reachable %s. A shortest run to such a state has %s",
		r.States, plural(r.States, "deadlock", "deadlocks"), inSteps(len(r.Trace.Steps)-1))}, nil
}

func (c *Checker) warnOfRanges(ctx context.Context) ([]Warning, error) {
	reports, err := c.RangeFaults(ctx)
	var out []Warning
	alike := ""
	if c.onOrbits() {
		alike = "for this agent or one that can be exchanged with it, "
	}
	for _, r := range reports {
		out = append(out, c.warning(CodeRangeFault, c.sys.Commands[r.Fault.Command].Pos,
			"%s; %sin %s reachable %s. A shortest run to such a state has %s", c.sys.RangeFaultString(r.Fault), alike,
			r.States, plural(r.States, "state", "states"), inSteps(len(r.Trace.Steps)-1)))
	}
	return out, err
}

func (c *Checker) warnOfIdleness(ctx context.Context) ([]Warning, error) {
	r, err := c.Idle(ctx)
	if err != nil {
		return nil, err
	}
	var out []Warning
	for _, id := range r.Commands {
		out = append(out, c.warning(CodeIdleCommand, c.sys.Commands[id].Pos, "%s is never executed", c.sys.CommandString(id)))
	}
	for _, s := range r.States {
		agent := &c.sys.Agents[s.Agent]
		out = append(out, c.warning(CodeIdleState, agent.Pos, "%s never reaches control state %d", agent.Name, s.State))
	}
	return out, nil
}
