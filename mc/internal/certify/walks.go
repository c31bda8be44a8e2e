package certify

import (
	"context"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Walk returns the walk with number k, which does not depend on who asks for it first; nil if it
// would be one too many.
func (e *Comparison) Walk(ctx context.Context, k int) (*runs.Walk, error) {
	for len(e.walks) <= k {
		if e.kept >= e.s.Set.Sampling.Kept {
			return nil, nil
		}
		w, err := e.newWalk(ctx, len(e.walks))
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
func (e *Comparison) newWalk(ctx context.Context, number int) (*runs.Walk, error) {
	random := rand.New(rand.NewPCG(uint64(number), 1))
	w := &runs.Walk{}
	s, ok := recipe.State{}, false
	if number%2 == 1 {
		s, ok = e.sampleReachable(random)
	}
	if !ok {
		w.Initial = true
		s, ok = e.s.Model.Sample(e.s.Model.Init, Coin(random))
	}
	if !ok {
		return nil, fault.Internal("there is no state to begin a walk in")
	}
	if w.Initial && !e.s.Recipe.Interpreter.IsInitial(s) {
		return nil, e.differ(s, "is an initial one for the encoding only")
	}
	positions := map[string]int{}
	for len(w.Steps) < e.s.Set.Sampling.Length {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i, key := len(w.Steps), e.s.Recipe.Interpreter.Key(s)
		if _, met := positions[key]; !met || random.IntN(2) == 0 {
			positions[key] = i
		}
		var next recipe.Transition
		var back runs.Closing
		choices, ways := 0, 0
		price, err := e.compareState(s, func(t recipe.Transition) {
			if choices++; random.IntN(choices) == 0 {
				next = t.Clone()
			}
			if loop, met := positions[e.s.Recipe.Interpreter.Key(t.Next)]; met {
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
			w.Close(back, e.s.Set.Sampling.Lassos, random)
		}
		if next.Step.Kind == recipe.Stutter {
			break
		}
		s = next.Next
	}
	return w, nil
}

// sampleReachable draws a reachable state; ok is false if none is known.
func (e *Comparison) sampleReachable(random *rand.Rand) (s recipe.State, ok bool) {
	reached, _, haveReached := e.s.Search.Reached()
	switch {
	case haveReached:
		return e.s.Model.Sample(reached, Coin(random))
	case e.s.Finder != nil:
		s, ok = e.s.Finder.Sample(random.IntN)
	}
	return s, ok
}

// Coin is a fair coin.
func Coin(random *rand.Rand) func() bool { return func() bool { return random.IntN(2) == 0 } }

// compareState compares the interpreter's view of a reachable state with the checker's, and visits
// the transitions that leave it. It returns what that costs in steps of diagrams.
func (e *Comparison) compareState(s recipe.State, visit func(recipe.Transition)) (price int, err error) {
	_, deadlocks, haveReached := e.s.Search.Reached()
	point := e.s.Model.Point(s)
	has := func(set bdd.Node) bool { return e.s.Model.Has(set, point) }
	e.done.States++
	branches, dead := 0, false
	var wrong error
	before := e.s.Finder.Effort()
	err = e.s.Recipe.Interpreter.EachSuccessor(s, func(t recipe.Transition) bool {
		branches++
		e.done.Successors++
		e.Met.Meet(s, t.Step)
		dead = t.Step.Kind == recipe.Stutter
		if !dead && (haveReached || e.s.Finder == nil) && !e.enables(has, &t.Step) {
			wrong = e.differ(s, "has a step "+e.s.Recipe.System.StepString(t.Step)+" for the interpreter only")
			return false
		}
		if in, known := e.inside(t.Next); known && !in {
			wrong = e.differ(s, "has a step "+e.s.Recipe.System.StepString(t.Step)+" that leaves the reachable states")
			return false
		}
		visit(t)
		return branches < e.s.Set.Sampling.Branches
	})
	price = e.s.Engines.Prices.State + branches*e.s.Engines.Prices.Successor + e.s.Engines.Prices.Orbits(e.s.Finder.Effort()) - e.s.Engines.Prices.Orbits(before)
	switch {
	case err != nil:
		return price, fault.Internal("%w", err)
	case wrong == nil && haveReached && has(deadlocks) != dead:
		return price, e.differ(s, "is a deadlock for one of them")
	}
	return price, wrong
}

// enables reports whether the encoding has a step like the given one, of the same command on the
// same channel or with the same supply, in the state of which it is told what sets have it.
func (e *Comparison) enables(has func(bdd.Node) bool, step *recipe.Step) bool {
	if e.byCommand == nil {
		e.byCommand = make([][]*symbolic.Interaction, len(e.s.Recipe.System.Commands))
		for _, it := range e.s.Model.Interactions {
			e.byCommand[it.Command] = append(e.byCommand[it.Command], it)
		}
	}
	for _, it := range e.byCommand[step.Command] {
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
func (e *Comparison) inside(s recipe.State) (in, known bool) {
	reached, _, haveReached := e.s.Search.Reached()
	switch {
	case haveReached:
		return e.s.Model.Contains(reached, s), true
	case e.s.Finder != nil:
		return e.s.Finder.Contains(s)
	}
	return false, false
}

func (e *Comparison) differ(s recipe.State, how string) error {
	return fault.Internal("the interpreter and the encoding disagree: the state %s %s", e.s.Recipe.System.StateString(s), how)
}
