package mc

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/inductive"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// induce looks for inductive invariants as long as there is room for it.
func (h *hunt) induce(ctx context.Context) {
	for h.fault == nil && !h.ladder.off && h.ladder.flow != nil && !h.enough(nil) && ctx.Err() == nil {
		if h.limits.InductiveShare <= 0 || h.work < h.limits.InductiveAfter {
			return
		}
		room := h.work/h.limits.InductiveShare - h.induced
		t := h.easiest()
		if t == nil || room <= 0 || room < t.induction.slice || h.ladder.model == nil && !h.build(ctx, room) {
			return
		}
		before := t.induction.work()
		h.fault = h.infer(ctx, t, before+gatesPerStep*room)
		cost := 1 + (t.induction.work()-before)/gatesPerStep
		t.induction.spent, h.induced = t.induction.spent+cost, h.induced+cost
	}
}

// easiest is the target that has cost the least so far of those for which there is an invariant to
// look for.
func (h *hunt) easiest() *target {
	var out *target
	for _, t := range h.targets {
		if !t.decided && t.trace == nil && !t.induction.over && (out == nil || t.induction.spent < out.induction.spent) {
			out = t
		}
	}
	return out
}

func (i *induction) work() int {
	work := 0
	if i.search != nil {
		work = i.search.Work()
	}
	if i.check != nil {
		work += i.check.Work()
	}
	return work
}

// infer goes on with a target until its work comes to a limit. Errors are internal ones.
func (h *hunt) infer(ctx context.Context, t *target, limit int) error {
	i := &t.induction
	if i.search == nil {
		if err := i.begin(ctx, h, t.formula); err != nil || i.over {
			return err
		}
	}
	if i.check == nil {
		before, advances := i.search.Work(), i.search.Advances()
		outcome := i.search.Next(ctx, limit)
		if i.slice = 2 * max(i.slice, i.search.Work()-before); i.search.Advances() > advances {
			i.slice = 0
		}
		switch outcome {
		case inductive.Open:
			return nil
		case inductive.Unsafe:
			i.over = true
			return h.lost(ctx, t)
		}
		i.check, i.slice = inductive.NewCertificate(i.machine, i.goal.Bad, i.search.Invariant()), 0
	}
	switch i.check.Next(ctx, limit-i.search.Work()) {
	case inductive.Unsafe:
		return internal("the invariant that was found of the property is none")
	case inductive.Safe:
		if _, err := h.start(rand.New(rand.NewPCG(0, 6))); err != nil {
			return err // anything holds of a system that has no initial state
		}
		i.over, t.decided, t.since = true, true, h.effort()
		i.clauses = max(1, len(i.search.Invariant()))
	default:
		i.slice = 2 * max(i.slice, 1)
	}
	return nil
}

// begin makes the machine of a formula and a search on it, if its violations are runs to a bad step,
// as its syntax shows: to ask an automaton may take longer than all the rest. Of a formula without
// atoms nothing is looked for: it is asked in order to explore.
func (i *induction) begin(ctx context.Context, h *hunt, f *ltol.Formula) error {
	states := max(h.limits.BoundedStates, 1)
	all := parts(f)
	if i.over = len(all) > states || !f.Safety() || len(f.Atoms()) == 0; i.over {
		return nil
	}
	i.machine = bounded.NewMachine(h.ladder.model, &h.ladder.translator)
	fair, err := i.machine.Fair(nil, nil)
	if err == nil {
		i.goal, err = i.machine.Goal(ctx, "", all, fair, ltol.Options{MaxStates: states, MaxEdges: 16 * states})
	}
	if err != nil {
		i.over = true
		if IsLimit(err) || errors.Is(err, circuit.ErrTooLarge) {
			return nil
		}
		return internal("inductive invariants: %w", err)
	}
	if i.over = len(i.goal.Again) > 0; !i.over {
		i.search = inductive.NewSearch(i.machine, i.goal.Bad, inductive.Thresholds{Queries: h.limits.InductiveQueries})
	}
	return nil
}

// lost makes a lasso of the run to a bad step. Under fairness nobody knows whether it is fair.
func (h *hunt) lost(ctx context.Context, t *target) error {
	if len(h.fair) > 0 {
		return nil
	}
	run, end, err := t.induction.search.Run(h.in)
	if err != nil {
		return internal("inductive invariants: %w", err)
	}
	lasso, err := h.closed(ctx, t, run.Steps, end, rand.New(rand.NewPCG(uint64(len(run.Steps)), 5)))
	if err != nil {
		if IsLimit(err) {
			return nil
		}
		return err
	}
	h.violated(t, lasso)
	return nil
}
