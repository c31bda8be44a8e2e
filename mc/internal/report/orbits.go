package report

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// The reports of an [Inspection] from orbits. What a report asks of representatives must be the
// same for all states that they stand for. Fairness may tell alike agents apart, so the deadlocks
// that it discards are counted in a quotient that keeps the conditions. All such questions are
// listed in representatives_test.go.

// deadlockedOrbits is [Inspection.Deadlocks].
func (n *Inspection) deadlockedOrbits(ctx context.Context) (*Deadlock, error) {
	return n.deadlocksWhere(ctx, nil, func(*trace.Trace) (bool, error) { return true, nil })
}

// unfairOrbits is [Inspection.UnfairDeadlocks].
func (n *Inspection) unfairOrbits(ctx context.Context) (*Deadlock, error) {
	if n.s.Stats.Deadlocks.Sign() == 0 {
		return nil, nil
	}
	fairness := n.s.Recipe.Conditions()
	return n.deadlocksWhere(ctx, fairness, func(t *trace.Trace) (bool, error) {
		fair, err := trace.Read(ctx, n.in, t).SatisfiesAll(fairness)
		return !fair, err
	})
}

// deadlocksWhere is about the deadlocks for whose stuttering some condition is true; nil if there
// are none. The condition tells agents apart at most where the formulas do.
func (n *Inspection) deadlocksWhere(
	ctx context.Context, formulas []*ltol.Formula, is func(stuttering *trace.Trace) (bool, error),
) (*Deadlock, error) {
	survey, err := n.s.Finder.Survey(ctx, formulas...)
	if err != nil {
		return nil, err
	}
	nearest, states := -1, new(big.Int)
	err = survey.Each(ctx, func(k int, s recipe.State, steps []recipe.Step) error {
		if len(steps) != 1 || steps[0].Kind != recipe.Stutter {
			return nil
		}
		ok, err := is(&trace.Trace{System: n.sys, Steps: []trace.Step{{State: s, Message: steps[0]}}})
		if !ok || err != nil {
			return err
		}
		if nearest < 0 {
			nearest = k
		}
		return addSize(states, survey, k)
	})
	if nearest < 0 || err != nil {
		return nil, err
	}
	t, err := survey.RunTo(ctx, nearest)
	if err != nil {
		return nil, err
	}
	return deadlocked(ctx, n.in, states, t)
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

// idleOnOrbits is [Inspection.Idle]: what one agent does, all those do that are interchangeable
// with it.
func (n *Inspection) idleOnOrbits(ctx context.Context) (*Idle, error) {
	survey, err := n.s.Finder.Survey(ctx)
	if err != nil {
		return nil, err
	}
	met := certify.NewMet(n.sys)
	err = survey.Each(ctx, func(_ int, s recipe.State, steps []recipe.Step) error {
		for _, step := range steps {
			met.Meet(s, step)
		}
		return nil
	})
	first := n.firstAlike(survey)
	executed := map[int]bool{} // by text of a first agent
	for a := range n.sys.Agents {
		own := n.sys.Agents[a].Commands
		for id := range own.All() {
			if met.Executed[id] {
				executed[n.alike(first, id)] = true
			}
		}
		for q, visited := range met.Visited[a] {
			met.Visited[first[a]][q] = met.Visited[first[a]][q] || visited
		}
	}
	out := &Idle{}
	for a := range n.sys.Agents {
		own := n.sys.Agents[a].Commands
		for id := range own.All() {
			if !executed[n.alike(first, id)] {
				out.Commands = append(out.Commands, id)
			}
		}
		for q, visited := range met.Visited[first[a]] {
			if !visited {
				out.States = append(out.States, ControlState{Agent: a, State: q})
			}
		}
	}
	slices.Sort(out.Commands)
	return out, err
}

// firstAlike is, by agent, the first agent that the survey exchanges it with.
func (n *Inspection) firstAlike(in *quotient.Survey) []int {
	out := make([]int, len(n.sys.Agents))
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

// alike is the first command that stands for a command: it has its text, in the first agent that it
// is exchanged with. Of the commands with one text, an exchange of agents may map each to each.
func (n *Inspection) alike(first []int, command int) int {
	own := n.sys.Commands[command].Agent
	return recipe.FirstOfText(n.sys, command-n.sys.Agents[own].Commands.Start+n.sys.Agents[first[own]].Commands.Start)
}

// rangesOnOrbits is [Inspection.RangeFaults].
func (n *Inspection) rangesOnOrbits(ctx context.Context) ([]Range, error) {
	if may, err := symbolic.MayFault(ctx, n.sys); len(may) == 0 || err != nil {
		return nil, err
	}
	survey, err := n.s.Finder.Survey(ctx)
	if err != nil {
		return nil, err
	}
	first := n.firstAlike(survey)
	alike := func(command int) int { return n.alike(first, command) }
	// meeting is what a fault is about: the commands that meet, up to exchanging agents.
	meeting := func(f *recipe.RangeFault) [2]int {
		if f.Message.Kind == recipe.PointToPointStep {
			return [2]int{alike(f.Message.Command), alike(f.Message.Participants[0].Command)}
		}
		return [2]int{alike(f.Message.Command), alike(f.Command)}
	}
	var out []Range
	var at []int                // by report, the nearest orbit
	reports := map[[2]int]int{} // by meeting
	err = survey.Each(ctx, func(orbit int, s recipe.State, _ []recipe.Step) error {
		counted := map[int]bool{}
		for _, f := range n.in.RangeFaults(s) {
			k, known := memo.Number(reports, meeting(&f))
			if !known {
				out, at = append(out, Range{States: new(big.Int), Fault: f}), append(at, orbit)
			}
			if !counted[k] {
				counted[k] = true
				if err := addSize(out[k].States, survey, orbit); err != nil {
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
		for _, f := range n.in.RangeFaults(last) {
			if meeting(&f) == m { // of the agents that are concerned in the run
				out[k].Fault = f
				break
			}
		}
		err = out[k].Trace.Replay(n.in)
	}
	return out, err
}
