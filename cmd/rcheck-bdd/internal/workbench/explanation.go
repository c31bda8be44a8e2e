package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// Explained adds to a result what the checker found out about a property about states.
func Explained(out *report.Result, r *mc.Result, n witness.Names) {
	if r.States != nil {
		out.States = r.States.String()
	}
	if r.Witness == nil {
		return
	}
	if e := witness.Of(n, r.Witness); r.Verdict != mc.Holds || e.Shows() {
		out.InitialState, out.Explanation = n.State(r.Witness.State), e
	}
}
