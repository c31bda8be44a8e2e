package alike

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Decide tells whether a conjunct holds, by views with so many agents of each class beside those that
// it is about, or by counters. If more agents in views can tell no more, there is a reason. The error
// is that of the context or of the poll, or a fault.
func (p *Prover) Decide(
	ctx context.Context, f *family.Family, c *Conjunct, beside int,
) (holds, counted bool, reason string, err error) {
	holds, reason, err = p.byViews(ctx, f, c, beside)
	last := beside == p.Beside || len(c.some) > 0
	if err == nil && !holds && (reason != "" || last) {
		var why string
		holds, why, err = p.byCounters(ctx, f, c)
		counted, reason = holds, cmp.Or(reason, why)
	}
	switch {
	case err != nil || holds:
		return holds, counted, "", err
	case reason != "":
	case len(c.some) > 0:
		reason = "counters have a run that violates it, which may be none of a real system"
	case last:
		reason = fmt.Sprintf("views of %d agents have a run that violates it, and so have counters; it may be none of a real system",
			slices.Max(c.kept(f, beside)))
	default:
		return false, false, "", nil
	}
	return false, false, c.reason(reason), nil
}
