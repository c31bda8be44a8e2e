package conform

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Departure explains why the model does not explain an entry. It looks at the states of the
// belief and those that hidden steps lead to, up to [Thresholds.Explained].
type Departure struct {
	Place string
	// Says is what the entry says, where its names stand for the agents for which Nearest is nearest.
	Says Observation
	// Belief is the size of the belief before the entry, States are its first states.
	Belief Size
	States []recipe.State
	// All tells that every state was looked at. Otherwise a nearer entry may exist.
	All bool
	// Possible lists the commands that may initiate a step there, ascending.
	Possible []int
	// Nearest is the step for which the fewest conditions of the entry are false; nil if no step is
	// possible.
	Nearest *Nearest
	// At is the state that Nearest leaves, or else the first one of the belief. Blocked says why
	// commands at its control states take part in no step.
	At      recipe.State
	Blocked []recipe.AgentReport
	ways    []*way // in which the entry comes next
}

// A Nearest step is one that the model allows where it does not allow the entry.
type Nearest struct {
	From recipe.State
	Step recipe.Step
	To   recipe.State
	// Wrong are the conditions of the entry that are false of the step.
	Wrong []Wrong
}

// A Wrong condition is one that is false of a step.
type Wrong struct {
	Condition Condition
	// Instead is what the step has in place of the value of the condition; empty if it is not about
	// a value.
	Instead string
}

// ShownStates is how many states of a belief a departure lists.
const ShownStates = 20

// Depart explains why the model does not explain an entry that [Tracker.Step] has refused. The
// belief stays as it was.
func (t *Tracker) Depart(ctx context.Context, e Entry) (*Departure, error) {
	return t.depart(ctx, e, t.ways)
}

// DepartNext is [Tracker.Depart] for one of the entries that [Tracker.Log] has returned as next, by
// its index. The belief is that of the orders in which this entry comes next.
func (t *Tracker) DepartNext(ctx context.Context, next int) (*Departure, error) {
	var ways []*way
	for _, w := range t.ways {
		if t.log != nil && slices.Contains(w.ready, next) {
			ways = append(ways, w)
		}
	}
	if len(ways) == 0 {
		return nil, misuse("DepartNext: entry %d cannot come next", next)
	}
	return t.depart(ctx, t.log.entries[next], ways)
}

// depart explains an entry that is not possible in some ways.
func (t *Tracker) depart(ctx context.Context, e Entry, ways []*way) (*Departure, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	d := &Departure{Place: e.Place, All: true, ways: ways}
	var err error
	if d.Belief, err = t.size(ctx, ways); err != nil {
		return nil, err
	}
	t.each(ways, func(s recipe.State) bool {
		d.States = append(d.States, s.Clone())
		return len(d.States) < ShownStates
	})
	possible := map[int]bool{}
	for _, w := range ways {
		states, all, err := t.m.sample(c, w.belief)
		if err != nil {
			return nil, err
		}
		d.All = d.All && all
		err = t.settle(w.agents, e.Names, func(agents []int) error {
			return t.m.nearest(ctx, d, states, e.Observe(agentsOf(agents, e.Names)), possible)
		})
		if err != nil {
			return nil, err
		}
	}
	for id := range possible {
		d.Possible = append(d.Possible, id)
	}
	slices.Sort(d.Possible)
	if d.At = d.States[0]; d.Nearest != nil {
		d.At = d.Nearest.From
	}
	d.Blocked, err = t.m.in.Blocked(ctx, d.At)
	return d, err
}

// sample lists states of a belief and states that hidden steps lead to, up to a number; all tells
// that these are all of them.
func (m *Model) sample(c *bdd.Calculator, b belief) (list []recipe.State, all bool, err error) {
	d, err := m.diagramsOf(c, b)
	if err != nil {
		return nil, false, err
	}
	from := m.tracks[0].close(c, d[0])[0]
	if err := c.Err(); err != nil {
		return nil, false, err
	}
	all = true
	m.enc.Each(from, func(s recipe.State) bool {
		if all = len(list) < m.thresholds.Explained; all {
			list = append(list, s.Clone())
		}
		return all
	})
	return list, all, nil
}

// nearest looks for a step for which fewer conditions are false than for the nearest so far.
func (m *Model) nearest(ctx context.Context, d *Departure, states []recipe.State, o Observation, possible map[int]bool) error {
	if d.Nearest == nil {
		d.Says = o
	}
	var propositions []int
	for _, one := range o.Conditions {
		propositions = append(propositions, m.condition(one))
	}
	here, there := recipe.NewInstant(m.in), recipe.NewInstant(m.in)
	for _, s := range states {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := here.Enter(s); err != nil {
			return err
		}
		var failed error
		err := m.in.EachSuccessor(s, func(t recipe.Transition) bool {
			if t.Step.Kind == recipe.Stutter {
				return true
			}
			possible[t.Step.Command] = true
			if failed = cmp.Or(here.Leave(t.Step), there.Enter(t.Next)); failed != nil {
				return false
			}
			var wrong []Wrong
			for i, one := range o.Conditions {
				var holds bool
				switch one.When {
				case Before:
					holds, failed = here.StateHolds(propositions[i])
				case During:
					holds, failed = here.StepHolds(ctx, propositions[i])
				default:
					holds, failed = there.StateHolds(propositions[i])
				}
				if failed != nil {
					return false
				}
				if !holds {
					wrong = append(wrong, Wrong{one, m.instead(one, s, t)})
				}
			}
			if d.Nearest == nil || len(wrong) < len(d.Nearest.Wrong) {
				kept := t.Clone()
				d.Nearest, d.Says = &Nearest{From: s, Step: kept.Step, To: kept.Next, Wrong: wrong}, o
			}
			return true
		})
		if err = cmp.Or(failed, err); err != nil {
			return err
		}
	}
	return nil
}

// instead is the value that a step has where a condition asks for another one.
func (m *Model) instead(c Condition, from recipe.State, t recipe.Transition) string {
	if c.Of == nil {
		return ""
	}
	state := from
	if c.When == After {
		state = t.Next
	}
	show := m.sys.ValueString
	switch leaf := c.Of; leaf.Op {
	case recipe.OpLocal:
		return show(leaf.Type, state.Locals[leaf.Index])
	case recipe.OpControl:
		return fmt.Sprint(state.Control[leaf.Index])
	case recipe.OpChannel:
		if t.Step.Kind != recipe.PointToPointStep {
			return show(leaf.Type, t.Step.Channel)
		}
	case recipe.OpInitiator:
		return m.sys.Agents[t.Step.Initiator].Name
	case recipe.OpData:
		data, none := t.Step.Data, "none"
		if t.Step.Kind == recipe.PointToPointStep {
			data, none = t.Step.Participants[0].Data, "none: of an exchange, this is what the supplier gives"
		}
		for _, d := range data {
			if d.Var == leaf.Index {
				return show(leaf.Type, d.Value)
			}
		}
		return none
	}
	return ""
}
