package mc

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Reach computes the reachable states, unless that is done, and returns the figures of the system.
// A [*LimitError] says that it was interrupted; the time-out or interrupt of one call does not
// spoil later ones.
func (c *Checker) Reach(ctx context.Context) (SystemStats, error) {
	if err := c.usable(ctx); err != nil {
		return SystemStats{}, err
	}
	err := c.known(ctx)
	c.stats.Engine = c.space.Manager().Stats()
	return c.stats, err
}

// known finds out which states are reachable, as a set or as orbits.
func (c *Checker) known(ctx context.Context) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if c.finder != nil {
		defer c.during(ctx, nil, false)()
		return c.countOrbits(ctx)
	}
	return c.explore(ctx, c.sched.Orbits != nil)
}

// reach computes the reachable states as a set.
func (c *Checker) reach(ctx context.Context) error { return c.explore(ctx, false) }

// explore is reach while orbits are explored as well, if racing: when these have answered everything
// there is no set.
func (c *Checker) explore(ctx context.Context, racing bool) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if c.reachErr != nil {
		return c.reachErr
	}
	if c.haveReached() {
		return c.fault(c.assumeFairness(ctx))
	}
	start := time.Now()
	c.search.Restart()
	c.enter(PhaseReach)
	end := c.during(ctx, nil, racing)
	err := c.search.Explore(ctx)
	end()
	if err == nil {
		c.figures()
	}
	switch {
	case racing && err == nil:
		if err = c.sched.LastOrbits(ctx); errors.Is(err, schedule.ErrAnswered) {
			err = nil // and the set is there as well
		}
	case racing && outOfRoom(err):
		err = cmp.Or(c.sched.FinishOrbits(ctx), err)
	}
	if errors.Is(err, schedule.ErrAnswered) {
		c.takeOrbits()
		err = nil
	} else if err == nil {
		c.endOrbits()
	}
	if err == nil && c.haveReached() {
		err = c.assumeFairness(ctx)
	}
	err = c.fault(err)
	c.stats.Seconds += time.Since(start).Seconds()
	if outOfRoom(err) {
		c.reachErr = err
	}
	return err
}

// outOfRoom tells of a limit that will not go away.
func outOfRoom(err error) bool {
	return errors.Is(err, bdd.ErrNodeLimit) || errors.Is(err, bdd.ErrMemoryLimit)
}

// Layers is the number of breadth-first layers of the reachable states, the initial one included.
// To count them may take a thousand times what reaching all states takes; see [Checker.Within]. They
// are explored even if every property was decided without (see [WithDiagramsOnly]). Errors are
// [*LimitError] or wrap [ErrInternal].
func (c *Checker) Layers(ctx context.Context) (int, error) {
	if err := c.usable(ctx); err != nil {
		return 0, err
	}
	defer func(before bool) { c.frozen = before }(c.frozen)
	c.frozen = true
	if err := c.reach(ctx); err != nil {
		return 0, err
	}
	c.enter(PhaseReach)
	layers, err := c.search.Layers(ctx)
	if err == nil {
		c.stats.Layers = layers
	}
	return layers, c.fault(err)
}

// fewStates is how many reachable states a system may have for its layers to be counted one by one.
const fewStates = 20_000

// FewLayers is [Checker.Layers] of a system with at most 20 000 reachable states, which takes next to
// no time; 0 if there are more, or they are not known.
func (c *Checker) FewLayers(ctx context.Context) int {
	if c.ofRecipe(ctx) != nil || !c.stats.Reached || c.stats.States.Cmp(big.NewInt(fewStates)) > 0 {
		return 0
	}
	graph, err := recipe.Explore(ctx, c.in, fewStates)
	if err != nil {
		return 0
	}
	return len(graph.Layers)
}

// figures fills in those of the system from the reachable states.
func (c *Checker) figures() {
	reached, dead, _ := c.search.Reached()
	c.stats.Reached = true
	c.stats.States, c.stats.Deadlocks = c.space.Count(reached), c.space.Count(dead)
	c.stats.ReachableNodes = c.space.Manager().NodeCount(reached)
	c.stats.Images, _, c.stats.Passes = c.search.Effort()
}

// countOrbits fills in the figures of the system from orbits; where there are too many of them,
// from the reachable states as a set.
func (c *Checker) countOrbits(ctx context.Context) error {
	if c.haveReached() || c.stats.Reached {
		return nil
	}
	c.enter(PhaseOrbits)
	states, deadlocks, orbits, err := c.finder.Count(ctx)
	if errors.Is(err, quotient.ErrTooLarge) {
		return c.reach(ctx)
	}
	if err != nil {
		return c.fault(err)
	}
	c.stats.States, c.stats.Deadlocks, c.stats.Orbits, c.stats.Reached = states, deadlocks, orbits, true
	return nil
}
