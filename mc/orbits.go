package mc

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The reports of package mc/internal/report, from orbits. What a report asks of representatives must
// be the same for all states that they stand for. Fairness may tell alike agents apart, so the
// deadlocks that it discards are counted in a quotient that keeps the conditions. All such questions
// are listed in representatives_test.go.

// deadlockedOrbits is [Checker.Deadlocks].
func (c *Checker) deadlockedOrbits(ctx context.Context) (*DeadlockReport, error) {
	return c.deadlocksWhere(ctx, nil, func(*trace.Trace) (bool, error) { return true, nil })
}

// unfairOrbits is [Checker.UnfairDeadlocks].
func (c *Checker) unfairOrbits(ctx context.Context) (*DeadlockReport, error) {
	if c.stats.Deadlocks.Sign() == 0 {
		return nil, nil
	}
	fairness := c.spec.formulas()
	return c.deadlocksWhere(ctx, fairness, func(t *trace.Trace) (bool, error) {
		fair, err := runs.NewValuation(ctx, c.in, t).SatisfiesAll(fairness)
		return !fair, err
	})
}

// deadlocksWhere is about the deadlocks for whose stuttering some condition is true; nil if there
// are none. The condition tells agents apart at most where the formulas do.
func (c *Checker) deadlocksWhere(
	ctx context.Context, formulas []*ltol.Formula, is func(stuttering *trace.Trace) (bool, error),
) (*DeadlockReport, error) {
	survey, err := c.finder.Survey(ctx, formulas...)
	if err != nil {
		return nil, err
	}
	nearest, states := -1, new(big.Int)
	err = survey.Each(ctx, func(n int, s recipe.State, steps []recipe.Step) error {
		if len(steps) != 1 || steps[0].Kind != recipe.Stutter {
			return nil
		}
		ok, err := is(&trace.Trace{System: c.sys, Steps: []trace.Step{{State: s, Message: steps[0]}}})
		if !ok || err != nil {
			return err
		}
		if nearest < 0 {
			nearest = n
		}
		return addSize(states, survey, n)
	})
	if nearest < 0 || err != nil {
		return nil, err
	}
	t, err := survey.RunTo(ctx, nearest)
	if err != nil {
		return nil, err
	}
	t.Loop = len(t.Steps) - 1
	t.Steps[t.Loop].Message = recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}
	return &DeadlockReport{States: states, Trace: t, Agents: c.in.Blocked(t.Steps[t.Loop].State)}, t.Replay(c.in)
}

// addSize adds the number of states that a representative stands for. Where it is not known, the
// error says that this quotient does not answer.
func addSize(to *big.Int, of *quotient.Survey, n int) error {
	size, exact := of.Size(n)
	if !exact {
		return fmt.Errorf("%w: orbits of unknown size", quotient.ErrTooLarge)
	}
	to.Add(to, size)
	return nil
}

// idleOnOrbits is [Checker.Idle]: what one agent does, all those do that are interchangeable with it.
func (c *Checker) idleOnOrbits(ctx context.Context) (*IdleReport, error) {
	survey, err := c.finder.Survey(ctx)
	if err != nil {
		return nil, err
	}
	met := newExplicit(c.sys)
	err = survey.Each(ctx, func(_ int, s recipe.State, steps []recipe.Step) error {
		for _, step := range steps {
			met.meet(s, step)
		}
		return nil
	})
	first := c.firstAlike(survey)
	for a := range c.sys.Agents {
		own, of := c.sys.Agents[a].Commands, c.sys.Agents[first[a]].Commands
		for i := range own.Len() {
			met.executed[of.Start+i] = met.executed[of.Start+i] || met.executed[own.Start+i]
		}
		for q, visited := range met.visited[a] {
			met.visited[first[a]][q] = met.visited[first[a]][q] || visited
		}
	}
	out := &IdleReport{}
	for a := range c.sys.Agents {
		for i := range c.sys.Agents[a].Commands.Len() {
			if !met.executed[c.sys.Agents[first[a]].Commands.Start+i] {
				out.Commands = append(out.Commands, c.sys.Agents[a].Commands.Start+i)
			}
		}
		for q, visited := range met.visited[first[a]] {
			if !visited {
				out.States = append(out.States, ControlState{Agent: a, State: q})
			}
		}
	}
	slices.Sort(out.Commands)
	return out, err
}

// firstAlike is, by agent, the first agent that the survey exchanges it with.
func (c *Checker) firstAlike(in *quotient.Survey) []int {
	out := make([]int, len(c.sys.Agents))
	for a := range out {
		out[a] = a
	}
	for _, class := range in.Classes() {
		for _, a := range class {
			out[a] = class[0]
		}
	}
	return out
}

// rangesOnOrbits is [Checker.RangeFaults].
func (c *Checker) rangesOnOrbits(ctx context.Context) ([]RangeReport, error) {
	if may, err := symbolic.MayFault(ctx, c.sys); len(may) == 0 || err != nil {
		return nil, err
	}
	survey, err := c.finder.Survey(ctx)
	if err != nil {
		return nil, err
	}
	first := c.firstAlike(survey)
	alike := func(command int) int {
		own := &c.sys.Commands[command]
		return command - c.sys.Agents[own.Agent].Commands.Start + c.sys.Agents[first[own.Agent]].Commands.Start
	}
	// meeting is what a fault is about: the commands that meet, up to exchanging agents.
	meeting := func(f *recipe.RangeFault) [2]int {
		if f.Message.Kind == recipe.PointToPointStep {
			return [2]int{alike(f.Message.Command), alike(f.Message.Participants[0].Command)}
		}
		return [2]int{alike(f.Message.Command), alike(f.Command)}
	}
	var out []RangeReport
	var at []int                // by report, the nearest orbit
	reports := map[[2]int]int{} // by meeting
	err = survey.Each(ctx, func(n int, s recipe.State, _ []recipe.Step) error {
		counted := map[int]bool{}
		for _, f := range c.in.RangeFaults(s) {
			m := meeting(&f)
			k, known := reports[m]
			if !known {
				k = len(out)
				reports[m] = k
				out, at = append(out, RangeReport{States: new(big.Int), Fault: f}), append(at, n)
			}
			if !counted[k] {
				counted[k] = true
				if err := addSize(out[k].States, survey, n); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for k := range out {
		if err != nil {
			return nil, err
		}
		if out[k].Trace, err = survey.RunTo(ctx, at[k]); err != nil {
			return nil, err
		}
		m := meeting(&out[k].Fault)
		last := out[k].Trace.Steps[len(out[k].Trace.Steps)-1].State
		for _, f := range c.in.RangeFaults(last) {
			if meeting(&f) == m { // of the agents that are concerned in the run
				out[k].Fault = f
				break
			}
		}
		err = out[k].Trace.Replay(c.in)
	}
	return out, err
}

// newFinder has one of so many shares of the memory that diagrams may take, as they may have to
// take over while orbits are there.
func (c *Checker) newFinder(shares int64) *quotient.Finder {
	return quotient.NewFinder(c.in, quotient.Options{
		Poll:        c.pollOrbits,
		Translation: c.set.translation, MaxOrbits: c.set.thresholds.MaxOrbits, Thresholds: c.set.thresholds.Orbits,
		Repeat:   c.set.certify,
		MaxBytes: c.set.symbolic.BDD.MaxBytes / shares,
	})
}
