package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/faults"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// addPropositions appends to the propositions of a system the conditions of
// range faults and the control states, and tells where they begin. Nothing else
// in the system changes.
func addPropositions(ctx context.Context, sys *recipe.System) (extended *recipe.System, candidates []faults.Candidate, firstFault, firstControl int, err error) {
	out := *sys
	out.Propositions = append([]recipe.Proposition(nil), sys.Propositions...)
	add := func(e *recipe.Expr) {
		out.Propositions = append(out.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Expr: e})
	}
	firstFault = len(out.Propositions)
	if candidates, err = faults.Candidates(ctx, sys); err != nil {
		return nil, nil, 0, 0, &LimitError{Phase: PhaseEncode, Err: err}
	}
	for _, c := range candidates {
		add(c.Condition)
	}
	firstControl = len(out.Propositions)
	for a := range sys.Agents {
		states := sys.Agents[a].States
		control := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, states-1), Index: a}
		for s := range states {
			add(recipe.Eq(control, recipe.IntExpr(s)))
		}
	}
	return &out, candidates, firstFault, firstControl, nil
}

// inReach is the part of the reachable states that satisfies a state
// proposition.
func (c *Checker) inReach(k *bdd.Calculator, proposition int) bdd.Node {
	if k.Err() != nil {
		return bdd.False
	}
	reached, _, _ := c.search.Reached()
	return k.And(k.Take(c.model.StateProposition(k.Scope(), proposition)), reached)
}

// runTo returns a shortest run from an initial state to a state of the set,
// which must be reachable: its last state is in the set.
func (c *Checker) runTo(ctx context.Context, target bdd.Node) (*trace.Trace, error) {
	aut, err := ltol.Translate(ctx, ltol.True(), c.set.translation)
	if err != nil {
		return nil, err
	}
	r, err := c.search.RunTo(ctx, aut, target)
	if err != nil {
		return nil, err
	}
	t := c.traceOf(r)
	return t, t.Replay(c.in)
}
