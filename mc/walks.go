package mc

import (
	"context"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// walk returns the walk with number k, which does not depend on who asks for it first; nil if it
// would be one too many.
func (c *Checker) walk(ctx context.Context, k int) (*runs.Walk, error) {
	e := c.explicit
	for len(e.walks) <= k {
		if e.kept >= c.set.sampling.Kept {
			return nil, nil
		}
		w, err := c.newWalk(ctx, len(e.walks))
		if err != nil {
			return nil, err
		}
		e.walks = append(e.walks, w)
		e.kept += len(w.Steps)
		e.done.Walks++
		e.done.Steps += len(w.Steps)
	}
	return e.walks[k], nil
}

// newWalk makes a walk. Every other one begins in any reachable state, as far as those are known.
func (c *Checker) newWalk(ctx context.Context, number int) (*runs.Walk, error) {
	random := rand.New(rand.NewPCG(uint64(number), 1))
	w := &runs.Walk{}
	s, ok := recipe.State{}, false
	if number%2 == 1 {
		s, ok = c.sampleReachable(random)
	}
	if !ok {
		w.Initial = true
		s, ok = c.model.Sample(c.model.Init, flip(random))
	}
	if !ok {
		return nil, internal("there is no state to begin a walk in")
	}
	if w.Initial && !c.in.IsInitial(s) {
		return nil, c.differ(s, "is an initial one for the encoding only")
	}
	positions := map[string]int{}
	for len(w.Steps) < c.set.sampling.Length {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i, key := len(w.Steps), c.in.Key(s)
		if _, met := positions[key]; !met || random.IntN(2) == 0 {
			positions[key] = i
		}
		var next recipe.Transition
		var back runs.Closing
		choices, ways := 0, 0
		price, err := c.compareState(s, func(t recipe.Transition) {
			if choices++; random.IntN(choices) == 0 {
				next = t.Clone()
			}
			if loop, met := positions[c.in.Key(t.Next)]; met {
				if ways++; random.IntN(ways) == 0 {
					back = runs.Closing{End: i, Loop: loop, Step: t.Step.Clone()}
				}
			}
		})
		if err != nil {
			return nil, err
		}
		w.Steps = append(w.Steps, trace.Step{State: s, Message: next.Step})
		w.Price += price
		if ways > 0 {
			w.Close(back, c.set.sampling.Lassos, random)
		}
		if next.Step.Kind == recipe.Stutter {
			break
		}
		s = next.Next
	}
	return w, nil
}

// sampleReachable draws a reachable state; ok is false if none is known.
func (c *Checker) sampleReachable(random *rand.Rand) (s recipe.State, ok bool) {
	reached, _, haveReached := c.search.Reached()
	switch {
	case haveReached:
		return c.model.Sample(reached, flip(random))
	case c.finder != nil:
		s, ok = c.finder.Sample(random.IntN)
	}
	return s, ok
}

func flip(random *rand.Rand) func() bool { return func() bool { return random.IntN(2) == 0 } }

// compareState compares the interpreter's view of a reachable state with the checker's, and visits
// the transitions that leave it. It returns what that costs in steps of diagrams.
func (c *Checker) compareState(s recipe.State, visit func(recipe.Transition)) (price int, err error) {
	_, deadlocks, haveReached := c.search.Reached()
	e, point := c.explicit, c.model.Point(s)
	has := func(set bdd.Node) bool { return c.model.Has(set, point) }
	e.done.States++
	branches, dead := 0, false
	var fault error
	before := c.finder.Effort()
	err = c.in.EachSuccessor(s, func(t recipe.Transition) bool {
		branches++
		e.done.Successors++
		e.meet(s, t.Step)
		dead = t.Step.Kind == recipe.Stutter
		if !dead && (haveReached || c.finder == nil) && !c.enables(has, &t.Step) {
			fault = c.differ(s, "has a step "+c.sys.StepString(t.Step)+" for the interpreter only")
			return false
		}
		if in, known := c.inside(t.Next); known && !in {
			fault = c.differ(s, "has a step "+c.sys.StepString(t.Step)+" that leaves the reachable states")
			return false
		}
		visit(t)
		return branches < c.set.sampling.Branches
	})
	price = e.prices.State + branches*e.prices.Successor + e.prices.Orbits(c.finder.Effort()) - e.prices.Orbits(before)
	switch {
	case err != nil:
		return price, internal("%w", err)
	case fault == nil && haveReached && has(deadlocks) != dead:
		return price, c.differ(s, "is a deadlock for one of them")
	}
	return price, fault
}

// enables reports whether the encoding has a step like the given one, of the same command on the
// same channel or with the same supply, in the state of which it is told what sets have it.
func (c *Checker) enables(has func(bdd.Node) bool, step *recipe.Step) bool {
	if c.byCommand == nil {
		c.byCommand = make([][]*symbolic.Interaction, len(c.sys.Commands))
		for _, it := range c.model.Interactions {
			c.byCommand[it.Command] = append(c.byCommand[it.Command], it)
		}
	}
	for _, it := range c.byCommand[step.Command] {
		same := it.Channel == step.Channel
		if step.Kind == recipe.PointToPointStep {
			same = it.Supply == step.Participants[0].Command
		}
		if same && has(it.Enabled) {
			return true
		}
	}
	return false
}

// inside reports whether a state is among the reachable ones; known is false if that cannot be
// told.
func (c *Checker) inside(s recipe.State) (in, known bool) {
	reached, _, haveReached := c.search.Reached()
	switch {
	case haveReached:
		return c.model.Contains(reached, s), true
	case c.finder != nil:
		return c.finder.Contains(s)
	}
	return false, false
}

func (c *Checker) differ(s recipe.State, how string) error {
	return internal("the interpreter and the encoding disagree: the state %s %s", c.sys.StateString(s), how)
}
