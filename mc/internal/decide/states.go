package decide

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// States answers questions about the reachable states of any subject, by labels.
type States struct {
	s *subject.Subject
	// compare compares the subject with its explicit semantics.
	compare func(context.Context) (certify.Done, error)
}

// NewStates answers questions about a subject that compare compares.
func NewStates(s *subject.Subject, compare func(context.Context) (certify.Done, error)) *States {
	return &States{s, compare}
}

// Check decides whether all initial states, under fairness those on fair paths, satisfy a formula.
// A violation comes with an initial state that does not, and why.
func (t *States) Check(ctx context.Context, f *ltol.StateFormula) Answer {
	var a Answer
	s := t.s
	if err := s.Reach(ctx); err != nil {
		return a.failed(err)
	}
	if _, err := t.compare(ctx); err != nil && (!fault.IsLimit(err) || ctx.Err() != nil) {
		return a.failed(err)
	}
	if err := ctx.Err(); err != nil { // parts that are known would still be put together
		s.Enter(fault.PhaseLabel)
		return a.failed(s.Fault(err))
	}
	start := time.Now()
	ctx, cancel := s.ForProperty(ctx)
	defer cancel()
	s.Search.Restart()
	err := t.label(ctx, f, &a)
	a.Unfair = t.unfair(f)
	a.Stats.Images, a.Stats.Rounds = s.Effort()
	a.Seconds = time.Since(start).Seconds()
	if err != nil {
		return a.failed(s.Fault(err))
	}
	if err := s.Engines.Board().DecideStates(f, a.Violated); err != nil {
		return a.failed(err)
	}
	if err := t.certify(ctx, f, &a); err != nil {
		return a.failed(err)
	}
	a.Seconds = time.Since(start).Seconds()
	return a
}

// label labels the states, and shows why there is a violation if there is one. A limit that ends
// this leaves the verdict.
func (t *States) label(ctx context.Context, f *ltol.StateFormula, a *Answer) error {
	s := t.s
	s.Enter(fault.PhaseLabel)
	labels := s.Labelling()
	set, whole, err := labels.Initially(ctx, f)
	if err != nil {
		return err
	}
	a.Stats.ProductNodes = s.Space.Manager().NodeCount(set)
	switch reached, _, _ := s.Search.Reached(); {
	case !whole:
	case set == reached: // which is counted already
		a.States = s.Stats.States
	default:
		a.States = s.Space.Count(set)
	}
	initial, violated, err := labels.Example(ctx, set, false)
	if a.Violated = violated && err == nil; !a.Violated || s.Set.Unexplained {
		return err
	}
	a.Witness, err = labels.Explain(ctx, f, initial)
	if fault.IsLimit(err) || errors.Is(err, branch.ErrStrategy) {
		a.Witness, err = &branch.Witness{Formula: f, State: initial}, nil
	}
	if err == nil && !s.Space.Initial(initial) {
		err = fault.Internal("a state that violates the property is not initial")
	}
	return err
}

// certify compares the sets behind a verdict with the interpreter, if that is asked for. A limit
// ends it, which takes nothing from the verdict.
func (t *States) certify(ctx context.Context, f *ltol.StateFormula, a *Answer) (err error) {
	s := t.s
	if !s.Set.Certify || s.Recipe == nil { // package certify compares formulas of interpreted systems
		return nil
	}
	s.Enter(fault.PhaseCertify)
	random := rand.New(rand.NewPCG(1, 2))
	sampling := branch.Sampling{
		Sample: func(set bdd.Node) (space.State, bool) { return s.Space.Sample(set, certify.Coin(random)) },
		Random: random, Samples: s.Set.Samples / 16, Explored: s.Set.Sampling.Branches,
	}
	if r, ok := s.Space.(*space.Recipe); ok {
		sampling.Forces = r.Forces
	}
	a.Tested.Answers, err = s.Labelling().Certify(ctx, f, sampling)
	if err = s.Fault(err); fault.IsLimit(err) {
		a.Tested.Reason, err = err.Error(), nil
	}
	return err
}

// unfair lists the parts of a formula whose coalitions could win only by leaving no path fair, as
// far as it was labelled.
func (t *States) unfair(f *ltol.StateFormula) (out []Unfair) {
	if t.s.Recipe == nil {
		return nil // its warnings are about all formulas together
	}
	for part := range f.All() {
		if set := t.s.Labelling().Unfair(part); set != bdd.False {
			at, _ := t.s.Space.Pick(set)
			out = append(out, Unfair{part, t.s.Space.Count(set), at})
		}
	}
	return out
}

// Explain shows why a formula holds in one of the initial states in which it does: nil if it does
// in none.
func (t *States) Explain(ctx context.Context, f *ltol.StateFormula) (*branch.Witness, error) {
	if a := t.Check(ctx, f); a.Err != nil {
		return nil, a.Err
	}
	labels := t.s.Labelling()
	set, _, err := labels.Initially(ctx, f)
	if err != nil {
		return nil, t.s.Fault(err)
	}
	initial, ok, err := labels.Example(ctx, set, true)
	if !ok || err != nil {
		return nil, t.s.Fault(err)
	}
	w, err := labels.Explain(ctx, f, initial)
	return w, t.s.Fault(err)
}
