package sizes

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certificate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// confirm has a SAT solver confirm a proof, if that does not take too much work. Otherwise, it notes
// that something is not confirmed. Counters that a SAT solver finds to violate the property are no proof. It
// is an error of the checker if the views are wrong.
func (w *work) confirm(ctx context.Context, p alike.Proof) error {
	err := w.certificate(ctx, p)
	switch {
	case errors.Is(err, certificate.ErrRun):
		return &family.NotSupported{What: err.Error()}
	case errors.Is(err, certificate.ErrWork), errors.Is(err, certificate.ErrDoubt):
		w.doubts = true
	case errors.Is(err, certificate.ErrWrong), errors.Is(err, certificate.ErrBad):
		return fmt.Errorf("%w: %w", mc.ErrInternal, err)
	case err != nil:
		return err
	}
	return nil
}

// certificate confirms a set of views, and that they satisfy a condition; or has counters that are
// found by a SAT solver confirm that a property holds.
func (w *work) certificate(ctx context.Context, p alike.Proof) error {
	var text bytes.Buffer
	if err := p.Views.Dump(&text); err != nil {
		return err
	}
	claim := certificate.Of(p.Family, p.Views.Abstraction(), &text)
	if p.Question == nil {
		claim.Condition, claim.Settled = p.Condition, p.Settled
		return certificate.Views(ctx, claim, w.options.Proof)
	}
	counted := certificate.CountedClaim{Views: claim, Slots: p.Slots, Formula: p.Question.Formula}
	for _, x := range p.Question.Some {
		counted.Some = append(counted.Some, certificate.Some(x))
	}
	return certificate.Counted(ctx, counted, w.options.Proof)
}
