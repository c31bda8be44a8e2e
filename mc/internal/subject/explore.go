package subject

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Known finds out which states are reachable, as a set or as orbits. The time-out or interrupt of
// one call does not spoil later ones.
func (s *Subject) Known(ctx context.Context) error {
	if s.Finder != nil {
		defer s.Engines.During(ctx, nil, false)()
		return s.countOrbits(ctx)
	}
	return s.explore(ctx, s.Engines.Scheduler.Orbits != nil)
}

// Reach computes the reachable states as a set.
func (s *Subject) Reach(ctx context.Context) error { return s.explore(ctx, false) }

// undecided says that the chosen engines can do no more, and how long the runs are in which they
// look for violations.
func (s *Subject) undecided() error {
	text := strings.Join(s.Set.Engines, ", ")
	for _, e := range []struct {
		name string
		most int
	}{{settings.EngineWalks, s.Set.Thresholds.WalkLength}, {settings.EngineBounded, s.Set.Thresholds.BoundedSteps}} {
		if s.Recipe != nil && s.Set.Uses(e.name) {
			text += fmt.Sprintf("; %s only looks at runs of at most %d steps", e.name, e.most)
		}
	}
	return fmt.Errorf("%w: %s", fault.ErrUndecided, text)
}

// explore is Reach while orbits are explored as well, if withOrbits: when these have answered
// everything there is no set.
func (s *Subject) explore(ctx context.Context, withOrbits bool) error {
	if s.ReachErr != nil {
		return s.ReachErr
	}
	if s.HaveReached() {
		return s.Fault(s.assumeFairness(ctx))
	}
	if !s.Set.Uses(settings.EngineDiagrams) {
		return s.Fault(s.undecided())
	}
	start := time.Now()
	s.Search.Restart()
	s.Enter(fault.PhaseReach)
	scheduler := s.Engines.Scheduler
	// Where a trial has found all states before orbits begin, diagrams are soon done.
	found := s.Model != nil && s.Model.Reached != bdd.False
	s.Engines.Board().Explored = found
	withOrbits = withOrbits && !(found && scheduler.Orbits.Spent() == 0)
	end := s.Engines.During(ctx, nil, withOrbits)
	var err error
	if found {
		err = s.Search.AdoptReached(ctx, s.Model.Reached)
	} else {
		err = s.Search.Explore(ctx)
	}
	if outOfRoom(err) {
		err = cmp.Or(scheduler.Stopped(), err)
	}
	end()
	if err == nil {
		s.figures()
		s.Engines.Board().Explored = true
	}
	switch {
	case withOrbits && err == nil:
		if err = scheduler.LastOrbits(ctx); errors.Is(err, schedule.ErrAnswered) {
			err = nil // and the set is there as well
		}
	case withOrbits && outOfRoom(err):
		err = cmp.Or(scheduler.FinishOrbits(ctx), err)
	}
	if errors.Is(err, schedule.ErrAnswered) {
		s.takeOrbits()
		err = nil
	} else if err == nil {
		s.Engines.endOrbits()
	}
	if err == nil && s.HaveReached() {
		err = s.assumeFairness(ctx)
	}
	err = s.Fault(err)
	s.Stats.Seconds += time.Since(start).Seconds()
	if outOfRoom(err) {
		s.ReachErr = err
	}
	return err
}

// outOfRoom tells of a limit that will not go away.
func outOfRoom(err error) bool {
	return errors.Is(err, bdd.ErrNodeLimit) || errors.Is(err, bdd.ErrMemoryLimit)
}

// assumeFairness labels the fairness formulas of the formalism, unless that is done. The reachable
// states must be known.
func (s *Subject) assumeFairness(ctx context.Context) error {
	if s.Recipe != nil || s.assumed {
		return nil
	}
	s.Enter(fault.PhaseFairness)
	plain := branch.New(s.Search, s.Space, search.Fairness{}, labelOptions(s))
	defer plain.Close()
	var justice []*ltol.Formula
	for _, f := range s.Kind.Fairness() {
		set, err := plain.States(ctx, f)
		if err != nil {
			return err
		}
		justice = append(justice, ltol.Prop(s.Search.Derive(set)))
	}
	s.Fair = search.NewFairness(justice, nil)
	s.Search.Assume(s.Fair)
	s.assumed = true
	return nil
}

// Layers counts the breadth-first layers of the reachable states.
func (s *Subject) Layers(ctx context.Context) (int, error) {
	defer func(before bool) { s.Engines.Frozen = before }(s.Engines.Frozen)
	s.Engines.Frozen = true
	if err := s.Reach(ctx); err != nil {
		return 0, err
	}
	s.Enter(fault.PhaseReach)
	layers, err := s.Search.Layers(ctx)
	if err == nil {
		s.Stats.Layers = layers
	}
	return layers, s.Fault(err)
}

// FewStates is how many reachable states a system may have for its layers to be counted one by one.
const FewStates = 20_000

// FewLayers is Layers of a system with few states, by the interpreter; 0 where there are many, or
// they are not known.
func (s *Subject) FewLayers(ctx context.Context) int {
	if s.Recipe == nil || !s.Stats.Reached || s.Stats.States.Cmp(big.NewInt(FewStates)) > 0 {
		return 0
	}
	graph, err := recipe.Explore(ctx, s.Recipe.Interpreter, FewStates)
	if err != nil {
		return 0
	}
	return len(graph.Layers)
}

// figures fills in those of the system from the reachable states.
func (s *Subject) figures() {
	reached, dead, _ := s.Search.Reached()
	s.Stats.Reached = true
	s.Stats.States, s.Stats.Deadlocks = s.Space.Count(reached), s.Space.Count(dead)
	s.Stats.ReachableNodes = s.Space.Manager().NodeCount(reached)
	s.Stats.Images, _, s.Stats.Passes = s.Search.Effort()
}

// countOrbits fills in the figures of the system from orbits; where there are too many of them,
// from the reachable states as a set.
func (s *Subject) countOrbits(ctx context.Context) error {
	if s.HaveReached() || s.Stats.Reached {
		return nil
	}
	s.Enter(fault.PhaseOrbits)
	states, deadlocks, orbits, err := s.Finder.Count(ctx)
	if errors.Is(err, quotient.ErrTooLarge) {
		return s.Reach(ctx)
	}
	if err != nil {
		return s.Fault(err)
	}
	s.Stats.States, s.Stats.Deadlocks, s.Stats.Orbits, s.Stats.Reached = states, deadlocks, orbits, true
	return nil
}
