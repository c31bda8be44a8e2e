package decide

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// refuteSome searches for a fair computation that does not satisfy one of some formulas that are
// alike. One search for all comes first. If it finds a formula, or reaches a limit, formulas are
// searched for one by one. The run is still to be confirmed. A limit is no reason to leave other
// formulas out: one of them may be violated.
func (r *Runs) refuteSome(ctx context.Context, list []*ltol.Formula, stats *Stats) (*trace.Trace, error) {
	stats.Conjuncts += len(list)
	some := false
	if len(list) > 1 {
		number, found, err := r.together(ctx, list, stats)
		switch {
		case err == nil && !found:
			return nil, nil
		case err == nil:
			list, some = list[number:number+1], true
		case !fault.IsLimit(err) || ctx.Err() != nil:
			return nil, err
		}
	}
	var limit error
	for _, f := range list {
		t, err := r.find(ctx, ltol.Not(f), stats)
		switch {
		case err == nil && t != nil:
			return t, nil
		case err == nil && some:
			return nil, fault.Internal("the search for formulas that are alike finds a run against one, the search for that one none")
		case err == nil:
			r.s.Search.Learn(f)
		case !fault.IsLimit(err) || ctx.Err() != nil:
			return nil, err
		case limit == nil:
			limit = err
		}
	}
	return nil, limit
}

// together finds the number of a formula that some fair computation does not satisfy, by one search
// for formulas that are alike.
func (r *Runs) together(ctx context.Context, list []*ltol.Formula, stats *Stats) (number int, found bool, err error) {
	s := r.s
	series, err := search.Join(ctx, s.Search, list)
	if err != nil {
		return 0, false, s.Fault(err)
	}
	defer series.Release()
	goals, err := r.goals(ctx, ltol.Not(series.Form()), stats)
	if err != nil {
		return 0, false, s.Fault(err)
	}
	for _, goal := range goals {
		number, out, err := series.Find(ctx, goal, s.Set.Certify)
		stats.Interactions = max(stats.Interactions, out.Interactions)
		stats.ProductNodes = max(stats.ProductNodes, out.Nodes)
		if err != nil || out.Found {
			return number, out.Found, s.Fault(err)
		}
	}
	return 0, false, nil
}
