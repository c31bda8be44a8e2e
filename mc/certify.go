package mc

import (
	"context"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Certify tests the reachable states against the explicit interpreter: its
// initial states lie in them, and so do, for a number of sampled states, all
// successors; a sample counts as deadlocked if and only if the interpreter
// says so. Besides, one image of all reachable states, without chaining, must
// lead nowhere else. Samples are always the same for the same system. A
// failure wraps [ErrInternal].
func (c *Checker) Certify(ctx context.Context, samples int) error {
	if err := c.reach(ctx); err != nil {
		return err
	}
	c.enter(PhaseCertify)
	return c.fault(c.certifyReached(ctx, samples))
}

func (c *Checker) certifyReached(ctx context.Context, samples int) error {
	if err := c.search.CertifyReached(ctx); err != nil {
		return err
	}
	reached, _, _ := c.search.Reached()
	left := c.set.thresholds.MaxInitialSamples
	var fault error
	err := c.in.InitialStates(func(s recipe.State) bool {
		left--
		fault = c.certifyMember(ctx, s, reached, true)
		return fault == nil && left > 0
	})
	if err != nil {
		return internal("%w", err)
	}
	if fault != nil {
		return fault
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range samples {
		s, err := c.sample(ctx, reached, random)
		if err != nil {
			return err
		}
		if err := c.certifyState(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// certifyState compares the interpreter's view of a state with the encoding's.
func (c *Checker) certifyState(ctx context.Context, s recipe.State) error {
	reached, dead, _ := c.search.Reached()
	successors, err := c.in.Successors(s)
	if err != nil {
		return internal("%w", err)
	}
	for _, tr := range successors {
		if err := c.certifyMember(ctx, tr.Next, reached, true); err != nil {
			return err
		}
	}
	return c.certifyMember(ctx, s, dead, successors[0].Step.Kind == recipe.Stutter)
}

// certifyMember tests whether a state is in a set as it should.
func (c *Checker) certifyMember(ctx context.Context, s recipe.State, set bdd.Node, want bool) error {
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	n, err := c.model.StateSet(sc, s)
	if err != nil {
		return err
	}
	in, err := sc.Leq(n, set)
	if err != nil {
		return err
	}
	if in = in && n != bdd.False; in != want {
		return internal("the interpreter and the encoding disagree about the state %s", c.sys.StateString(s))
	}
	return nil
}

// sample draws a state of a set that is not empty: variable by variable a value,
// kept if some state has it together with those before.
func (c *Checker) sample(ctx context.Context, set bdd.Node, random *rand.Rand) (recipe.State, error) {
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	for _, v := range c.model.Variables() {
		value, err := sc.Eq(v, bdd.Current, random.IntN(c.model.Manager.Layout().Size(v)))
		if err != nil {
			return recipe.State{}, err
		}
		narrowed, err := sc.And(set, value)
		if err != nil {
			return recipe.State{}, err
		}
		if narrowed != bdd.False {
			set = narrowed
		}
	}
	s, ok := c.model.Pick(set)
	if !ok {
		return s, internal("no state to sample")
	}
	return s, nil
}
