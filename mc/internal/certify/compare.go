package certify

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Compare compares the system with the explicit interpreter, unless that is done, and says what was
// compared so far: initial states; the steps of reachable states, some of them sampled and some on
// random walks; if the settings ask for certificates, also one image of all of them. It is what a
// checker does before it says that a property holds. Where limits keep the reachable states from
// being known, walks from initial states are what is left. Errors are those of
// [subject.Subject.Fault].
func (e *Comparison) Compare(ctx context.Context) (Done, error) {
	if e.s.Finder == nil {
		if err := e.s.Known(ctx); err != nil && (!fault.IsLimit(err) || ctx.Err() != nil) {
			return Done{Reason: err.Error()}, err
		}
	}
	if !e.compared && (e.s.Set.Sampling.States > 0 || e.s.Set.Certify) {
		e.s.Enter(fault.PhaseCertify)
		e.done.Reason = ""
		err := e.s.Fault(e.compare(ctx))
		if fault.IsLimit(err) {
			e.done.Reason = err.Error()
			return e.done, err
		}
		e.compared, e.err = true, err
	}
	return e.done, e.err
}

// compare does the work of Compare.
func (e *Comparison) compare(ctx context.Context) error {
	size := &e.s.Set.Sampling
	if !e.s.Reachable() {
		e.done.Reason = "the reachable states are not known"
		if why := e.s.ReachErr; why != nil {
			e.done.Reason = why.Error()
		}
	}
	// Half of the share is for samples, half for walks.
	share := 0
	if size.Share > 0 {
		share = e.s.Engines.Meter.Diagrams() / size.Share / 2
	}
	random := rand.New(rand.NewPCG(1, 2))
	if err := e.compareInitial(ctx, random); err != nil {
		return err
	}
	if e.s.Reachable() {
		if err := e.compareSamples(ctx, share, random); err != nil {
			return err
		}
	}
	steps, spent := 0, 0
	for k := 0; e.goesOn(steps, spent, share); k++ {
		w, err := e.Walk(ctx, k)
		if w == nil || err != nil {
			return err
		}
		e.ready = k + 1
		steps, spent = steps+len(w.Steps), spent+w.Price
	}
	if e.s.Set.Certify && e.s.HaveReached() {
		if err := e.s.Search.CertifyReached(ctx); err != nil {
			return err
		}
		e.done.Closed = true
	}
	return nil
}

// goesOn reports whether there is more to compare, of samples or on walks, when so many states have
// cost so much and the share of the work is given.
func (e *Comparison) goesOn(states, spent, share int) bool {
	size := &e.s.Set.Sampling
	return spent < share || states < (size.States+1)/2 && spent < size.States*size.Dearest/2
}

// compareInitial compares initial states of the encoding, and what becomes of them when locals have
// other values, with the interpreter; with certificates also initial states of the
// interpreter.
func (e *Comparison) compareInitial(ctx context.Context, random *rand.Rand) error {
	if e.s.Set.Certify {
		left := e.s.Set.Thresholds.MaxInitialSamples
		var wrong error
		err := e.s.Recipe.Interpreter.InitialStates(func(s recipe.State) bool {
			left--
			wrong = errors.Join(e.compareStart(s), ctx.Err())
			return wrong == nil && left > 0
		})
		if err != nil {
			return fault.Internal("%w", err)
		}
		if wrong != nil {
			return wrong
		}
	}
	for range (e.s.Set.Sampling.States + 15) / 16 {
		s, ok := e.s.Model.Sample(e.s.Model.Init, Coin(random))
		if !ok {
			return fault.Internal("there is no initial state")
		}
		if err := errors.Join(e.compareStart(s), ctx.Err()); err != nil {
			return err
		}
		for range min(2, len(s.Locals)) {
			v := random.IntN(len(s.Locals))
			t := e.s.Recipe.System.Vars[v].Type
			s.Locals[v] = t.Value(random.IntN(t.Size()))
			if err := e.compareStart(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareStart compares whether a state is an initial one, and hence reachable.
func (e *Comparison) compareStart(s recipe.State) error {
	e.done.Initial++
	initial := e.s.Recipe.Interpreter.IsInitial(s)
	if initial != e.s.Model.Contains(e.s.Model.Init, s) {
		return e.differ(s, "is an initial one for one of them")
	}
	if in, known := e.inside(s); initial && known && !in {
		return e.differ(s, "is an initial one, but not reachable")
	}
	return nil
}

// compareSamples compares reachable states: all, if they are few.
func (e *Comparison) compareSamples(ctx context.Context, share int, random *rand.Rand) error {
	states, spent := 0, 0
	compare := func(s recipe.State) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		price, err := e.compareState(s, func(recipe.Transition) {})
		states++
		spent += price
		return err
	}
	reached, _, haveReached := e.s.Search.Reached()
	if haveReached && e.s.Stats.States.Cmp(big.NewInt(int64(e.s.Set.Sampling.States/2))) <= 0 {
		var wrong error
		e.s.Model.Each(reached, func(s recipe.State) bool {
			wrong = compare(s)
			return wrong == nil && e.goesOn(states, spent, share)
		})
		return wrong
	}
	for e.goesOn(states, spent, share) {
		s, ok := e.sampleReachable(random)
		if !ok {
			return fault.Internal("there is no state to sample")
		}
		if err := compare(s); err != nil {
			return err
		}
	}
	return nil
}
