package alike

import (
	"bytes"
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certificate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Confirming is a [Prover.Confirm] that has a SAT solver confirm proofs, with so much work for each of
// its questions. It calls doubted, if that is not nil, where this is too little. Counters that the
// solver finds to violate the property are no proof. It is an error of the checker if views are wrong.
func Confirming(work int, doubted func()) func(context.Context, Proof) error {
	return func(ctx context.Context, p Proof) error {
		switch err := p.Certify(ctx, work); {
		case errors.Is(err, certificate.ErrRun):
			return &family.NotSupported{What: err.Error()}
		case errors.Is(err, certificate.ErrWork), errors.Is(err, certificate.ErrDoubt):
			if doubted != nil {
				doubted()
			}
			return nil
		case errors.Is(err, certificate.ErrWrong), errors.Is(err, certificate.ErrBad):
			return fault.Internal("views: %w", err)
		default:
			return err
		}
	}
}

// Certify confirms a set of views, and that they satisfy a condition; or has counters that are found
// by a SAT solver confirm that a property holds.
func (p *Proof) Certify(ctx context.Context, work int) error {
	var text bytes.Buffer
	if err := p.Views.Dump(&text); err != nil {
		return err
	}
	claim := certificate.Of(p.Family, p.Views.Abstraction(), &text)
	if p.Question == nil {
		claim.Condition, claim.Settled = p.Condition, p.Settled
		return certificate.Views(ctx, claim, work)
	}
	counted := certificate.CountedClaim{Views: claim, Slots: p.Slots, Formula: p.Question.Formula}
	for _, x := range p.Question.Some {
		counted.Some = append(counted.Some, certificate.Some(x))
	}
	return certificate.Counted(ctx, counted, work)
}
