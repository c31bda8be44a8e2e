package mc

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Compare compares the system with the explicit interpreter, unless that is done, and says what was
// compared so far: initial states; the steps of reachable states, some of them sampled and some on
// random walks; with [WithCertificates] also one image of all of them. It is what a checker does
// before it says that a property holds. Where limits keep the reachable states from being known,
// walks from initial states are what is left. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Compare(ctx context.Context) (Certificate, error) {
	if err := c.usable(ctx); err != nil {
		return Certificate{Reason: err.Error()}, err
	}
	if c.kind != nil {
		return Certificate{}, nil // the formalism compares what it encodes
	}
	if c.finder == nil {
		if err := c.known(ctx); err != nil && (!IsLimit(err) || ctx.Err() != nil) {
			return Certificate{Reason: err.Error()}, err
		}
	}
	e := c.explicit
	if !e.compared && (c.set.sampling.States > 0 || c.set.certify) {
		c.enter(PhaseCertify)
		e.done.Reason = ""
		err := c.fault(c.compare(ctx))
		if IsLimit(err) {
			e.done.Reason = err.Error()
			return e.done, err
		}
		e.compared, e.err = true, err
	}
	return e.done, e.err
}

// compare does the work of Compare.
func (c *Checker) compare(ctx context.Context) error {
	e, size := c.explicit, &c.set.sampling
	if !c.reachable() {
		e.done.Reason = "the reachable states are not known"
		if c.reachErr != nil {
			e.done.Reason = c.reachErr.Error()
		}
	}
	// Half of the share is for samples, half for walks.
	share := 0
	if size.Share > 0 {
		share = c.work() / size.Share / 2
	}
	random := rand.New(rand.NewPCG(1, 2))
	if err := c.compareInitial(ctx, random); err != nil {
		return err
	}
	if c.reachable() {
		if err := c.compareSamples(ctx, share, random); err != nil {
			return err
		}
	}
	steps, spent := 0, 0
	for k := 0; c.goesOn(steps, spent, share); k++ {
		w, err := c.walk(ctx, k)
		if w == nil || err != nil {
			return err
		}
		e.ready = k + 1
		steps, spent = steps+len(w.Steps), spent+w.Price
	}
	if c.set.certify && c.haveReached() {
		if err := c.search.CertifyReached(ctx); err != nil {
			return err
		}
		e.done.Closed = true
	}
	return nil
}

// reachable reports whether it is known which states are reachable.
func (c *Checker) reachable() bool { return c.haveReached() || c.finder != nil && c.stats.Reached }

// goesOn reports whether there is more to compare, of samples or on walks, when so many states have
// cost so much and the share of the work is given.
func (c *Checker) goesOn(states, spent, share int) bool {
	size := &c.set.sampling
	return spent < share || states < (size.States+1)/2 && spent < size.States*size.Dearest/2
}

// compareInitial compares initial states of the encoding, and what becomes of them when locals have
// other values, with the interpreter; with [WithCertificates] also initial states of the
// interpreter.
func (c *Checker) compareInitial(ctx context.Context, random *rand.Rand) error {
	if c.set.certify {
		left := c.set.thresholds.MaxInitialSamples
		var fault error
		err := c.in.InitialStates(func(s recipe.State) bool {
			left--
			fault = errors.Join(c.compareStart(s), ctx.Err())
			return fault == nil && left > 0
		})
		if err != nil {
			return internal("%w", err)
		}
		if fault != nil {
			return fault
		}
	}
	for range (c.set.sampling.States + 15) / 16 {
		s, ok := c.model.Sample(c.model.Init, flip(random))
		if !ok {
			return internal("there is no initial state")
		}
		if err := errors.Join(c.compareStart(s), ctx.Err()); err != nil {
			return err
		}
		for range min(2, len(s.Locals)) {
			v := random.IntN(len(s.Locals))
			t := c.sys.Vars[v].Type
			s.Locals[v] = t.Value(random.IntN(t.Size()))
			if err := c.compareStart(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareStart compares whether a state is an initial one, and hence reachable.
func (c *Checker) compareStart(s recipe.State) error {
	c.explicit.done.Initial++
	initial := c.in.IsInitial(s)
	if initial != c.model.Contains(c.model.Init, s) {
		return c.differ(s, "is an initial one for one of them")
	}
	if in, known := c.inside(s); initial && known && !in {
		return c.differ(s, "is an initial one, but not reachable")
	}
	return nil
}

// compareSamples compares reachable states: all, if they are few.
func (c *Checker) compareSamples(ctx context.Context, share int, random *rand.Rand) error {
	states, spent := 0, 0
	compare := func(s recipe.State) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		price, err := c.compareState(s, func(recipe.Transition) {})
		states++
		spent += price
		return err
	}
	reached, _, haveReached := c.search.Reached()
	if haveReached && c.stats.States.Cmp(big.NewInt(int64(c.set.sampling.States/2))) <= 0 {
		var fault error
		c.model.Each(reached, func(s recipe.State) bool {
			fault = compare(s)
			return fault == nil && c.goesOn(states, spent, share)
		})
		return fault
	}
	for c.goesOn(states, spent, share) {
		s, ok := c.sampleReachable(random)
		if !ok {
			return internal("there is no state to sample")
		}
		if err := compare(s); err != nil {
			return err
		}
	}
	return nil
}
