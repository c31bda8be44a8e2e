package mc

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/vacuity"
)

// Show adds to the result of a property that holds a fair run on which the property has something
// to say, if there is one, else any fair run; or, for a property about states, why it holds in an
// initial state. Results of other properties stay as they are. Errors are those of
// [Checker.ExplainStates]; a limit on the search for a run leaves the result without one.
func (c *Checker) Show(ctx context.Context, r *Result) (err error) {
	if err := c.usable(ctx); err != nil {
		return err
	}
	switch {
	case r == nil:
		return misuse("Show: there is no result")
	case r.Verdict != Holds || c.core.Pruned:
	case r.Property.State != nil:
		r.Witness, err = c.ExplainStates(ctx, r.Property)
		if c.sys == nil && (IsLimit(err) || errors.Is(err, branch.ErrStrategy)) {
			err = nil
		}
	default:
		p := r.Property
		telling := ltol.And(append(vacuity.Occasions(p.Formula), p.Formula)...)
		for _, f := range []*ltol.Formula{telling, p.Formula} {
			wanted := Property{Index: p.Index, Name: p.Name, Formula: ltol.Not(f)}
			if r.Trace = c.CheckProperty(ctx, wanted).Trace; r.Trace != nil {
				break
			}
		}
	}
	return err
}
