package workbench

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// Explained adds to a result what the checker found out about a property about states, and its
// further runs, if more than one run was asked for. The error is that of ctx; then there is no
// explanation.
func Explained(ctx context.Context, out *report.Result, r *mc.Result, n witness.Names, asked int) (err error) {
	if r.States != nil {
		out.States = r.States.String()
	}
	if out.Further, err = report.FurtherOf(ctx, n, r, asked); r.Witness == nil || err != nil {
		return err
	}
	e, err := witness.Of(ctx, n, r.Witness)
	if err == nil && (r.Verdict != mc.Holds || e.Shows()) {
		out.InitialState, out.Explanation = n.State(r.Witness.State), e
	}
	return err
}
