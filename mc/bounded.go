package mc

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// gatesPerStep is the number of gates and clauses that take bounded checking as long as a step of
// diagrams takes, and excessOfBuild how many times the credit a circuit may cost, which later turns pay for.
const gatesPerStep, excessOfBuild = 1, 4

// know tells the hunt what values there are.
func (h *hunt) know(f *symbolic.Flow) {
	if h != nil {
		h.ladder.flow = (*circuit.Flow)(f)
	}
}

// room is what bounded checking may cost for now: more when nothing is left to do but to look for
// shorter traces.
func (h *hunt) room() int {
	total, share := h.work, h.limits.BoundedShare
	if h.allSettled() {
		total, share = 0, h.limits.BoundedRest
		for _, t := range h.targets {
			total = max(total, h.patience(t))
		}
	} else if h.work < h.limits.BoundedAfter {
		return 0
	}
	if share <= 0 {
		return 0
	}
	return total/share - h.ladder.spent
}

// climb does bounded checking as long as there is room for it.
func (h *hunt) climb(ctx context.Context) {
	for h.fault == nil && !h.ladder.off && h.ladder.flow != nil {
		room := h.room()
		if room <= 0 || h.enough(nil) || ctx.Err() != nil || h.ladder.model == nil && !h.build(ctx, room) {
			return
		}
		t := h.cheapest()
		if t == nil || room < t.climb.slice {
			return
		}
		if err := h.pursue(ctx, t, room); err != nil && !IsLimit(err) {
			h.fault = err
		}
	}
}

// cheapest is the target that has cost the least so far of those for which there is something to
// look for.
func (h *hunt) cheapest() *target {
	var out *target
	for _, t := range h.targets {
		if !t.decided && !t.climb.over && (out == nil || t.climb.spent < out.climb.spent) {
			out = t
		}
	}
	return out
}

// build makes the circuit if there is room for it; it returns false if it does not exist yet.
func (h *hunt) build(ctx context.Context, room int) bool {
	l := &h.ladder
	if room < l.next {
		return false
	}
	work := excessOfBuild * room
	if h.allSettled() {
		work = room // there are no later turns
	}
	m, err := circuit.Build(ctx, h.sys, circuit.Options{MaxNodes: room, MaxWork: work, Flow: l.flow})
	switch {
	case errors.Is(err, circuit.ErrTooLarge):
		l.spent += room
		l.next = 4 * room
		return false
	case err != nil:
		l.off = true // the search has the same error, or a limit
		return false
	}
	l.spent += m.Work() / gatesPerStep
	l.model = m
	return true
}

// pursue goes on with the search for a target.
func (h *hunt) pursue(ctx context.Context, t *target, room int) error {
	c := &t.climb
	if c.search == nil {
		if err := h.begin(ctx, t); err != nil {
			c.over = true
			if errors.Is(err, ltol.ErrTooLarge) || errors.Is(err, circuit.ErrTooLarge) {
				return nil
			}
			return err
		}
	}
	most := h.limits.BoundedSteps
	if t.trace != nil {
		most = min(most, len(t.trace.Steps)-1)
	}
	before, steps := c.search.Work(), c.search.Steps()
	run, end, done, err := c.search.Next(ctx, h.in, most, before+gatesPerStep*room)
	cost := 1 + (c.search.Work()-before)/gatesPerStep
	c.spent, h.ladder.spent = c.spent+cost, h.ladder.spent+cost
	if c.slice = 2 * max(c.slice, cost); c.search.Steps() > steps {
		c.slice = 0
	}
	if err != nil {
		if !IsLimit(err) {
			err = internal("bounded checking: %w", err)
		}
		return err
	}
	if c.over = done; run == nil {
		t.shortest = t.shortest || done && t.trace != nil && most == len(t.trace.Steps)-1
		return nil
	}
	if run.Loop < 0 {
		run, err = h.closed(ctx, t, run.Steps, end, rand.New(rand.NewPCG(uint64(len(run.Steps)), 4)))
	} else {
		run, err = h.confirmed(ctx, run, t.formula)
	}
	if err == nil && run != nil {
		t.shortest = true
		h.violated(t, run)
	}
	return err
}

// begin makes the machine of a target and a search on it.
func (h *hunt) begin(ctx context.Context, t *target) error {
	states := max(h.limits.BoundedStates, 1)
	small := ltol.Options{MaxStates: states, MaxEdges: 16 * states}
	m := bounded.NewMachine(h.ladder.model, &h.ladder.translator)
	fair, err := m.Fair(h.ladder.spec.Justice, h.ladder.spec.Compassion)
	if err != nil {
		return err
	}
	all := parts(t.formula)
	goal, err := m.Goal(ctx, "", all[:min(len(all), states)], fair, small)
	if err != nil {
		return err
	}
	t.climb.search = bounded.NewSearch(m, goal)
	return nil
}
