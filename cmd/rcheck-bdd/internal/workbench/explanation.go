package workbench

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// Explained adds to a result what the checker found out about a property about states. The error is that
// of ctx; then there is no explanation.
func Explained(ctx context.Context, out *report.Result, r *mc.Result, n witness.Names) error {
	if r.States != nil {
		out.States = r.States.String()
	}
	if r.Witness == nil {
		return nil
	}
	e, err := witness.Of(ctx, n, r.Witness)
	if err == nil && (r.Verdict != mc.Holds || e.Shows()) {
		out.InitialState, out.Explanation = n.State(r.Witness.State), e
	}
	return err
}
