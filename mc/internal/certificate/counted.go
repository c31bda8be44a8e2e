package certificate

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A CountedClaim says that a property holds at all sizes, as counters have shown.
type CountedClaim struct {
	// Views are those that the counters know. There is no condition on them.
	Views Claim
	// Slots are by class the kept agent that stands for those that are counted. The other kept
	// agents are tracked.
	Slots []int
	// Formula is over propositions of the family. An atom from their number on is one of Some.
	Formula *ltol.Formula
	Some    []Some
}

// Counted confirms that a property holds at all sizes. It confirms the views, and then looks for a
// violation in a graph that it makes state by state: a SAT solver lists what agents can do, and the
// counters are numbers. No part of that is taken from the search with diagrams. The solver may do
// so much work for each of its questions, and the graph may have so many parts.
//
// A state of the graph has the locals of singles and tracked agents, and says of each local state
// of a class whether no agent, one or several are in it.
func Counted(ctx context.Context, claim CountedClaim, work int) error {
	k := &counting{
		views: &views{Claim: claim.Views, work: work}, slots: claim.Slots, formula: claim.Formula, some: claim.Some,
		number: map[string]int{}, bases: map[string]*base{},
	}
	k.base = append(slices.Concat(k.Kept...), k.Family.Singles...)
	k.base = slices.DeleteFunc(k.base, func(a int) bool { return slices.Contains(k.slots, a) })
	k.findAtoms()
	for _, id := range k.propositions {
		if k.Family.System.Propositions[id].Expr.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpEnabled }) {
			return fmt.Errorf("%w: it asks whether a command is possible", ErrDoubt)
		}
	}
	if err := k.read(k.Set); err != nil {
		return err
	}
	if err := k.confirm(ctx); err != nil {
		return err
	}
	if err := k.prepare(ctx); err != nil {
		return err
	}
	return k.search(ctx)
}

// findAtoms finds the atoms of the formula, and all propositions that it reads.
func (k *counting) findAtoms() {
	n := len(k.Family.System.Propositions)
	for _, a := range k.formula.Atoms() {
		if a.Kind == ltol.State {
			k.state = append(k.state, a)
		} else if a.Kind = ltol.Step; !slices.Contains(k.step, a) {
			k.step = append(k.step, a)
		}
		if a.ID < n {
			k.propositions = append(k.propositions, a.ID)
			continue
		}
		some := k.some[a.ID-n]
		k.propositions = append(k.propositions, some.Movers...)
		for _, b := range some.Body.Atoms() {
			k.propositions = append(k.propositions, b.ID)
		}
	}
}

// prepare makes the scenes.
func (k *counting) prepare(ctx context.Context) (err error) {
	if k.plain, err = k.scene(ctx); err != nil {
		return err
	}
	if err := k.happens(k.plain); err != nil {
		return err
	}
	for class := range k.slots {
		s, err := k.scene(ctx, class)
		if err != nil {
			return err
		}
		if err := k.happens(s); err != nil {
			return err
		}
		k.one = append(k.one, s)
		for other := range k.slots {
			s, err := k.scene(ctx, class, other)
			if err == nil {
				err = k.happens(s)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// happens adds the steps of a scene: the first added agent is the initiator.
func (k *counting) happens(s *scene) error {
	for _, exchange := range []bool{false, true} {
		var taken []circuit.Lit
		for _, it := range s.m.Interactions {
			if exchange == (it.Supply >= 0) && slices.Equal(s.counted(it), s.added) {
				taken = append(taken, s.m.All(it.Enabled, it.Taken))
			}
		}
		if len(taken) == 0 {
			continue
		}
		h := &happening{scene: s, exchange: exchange, taken: s.m.And(s.m.Possible, s.m.Any(taken...))}
		if err := k.findBits(h); err != nil {
			return err
		}
		k.happen = append(k.happen, h)
	}
	return nil
}

// findBits finds where the atoms about steps are true.
func (k *counting) findBits(h *happening) error {
	s := h.scene
	n := len(k.Family.System.Propositions)
	for _, a := range k.step {
		if a.ID < n {
			holds, err := s.proposition(a.ID, false)
			if err != nil {
				return err
			}
			h.bits = append(h.bits, whether(holds))
			continue
		}
		some := k.some[a.ID-n]
		received, err := s.condition(some.Body, false)
		if err != nil {
			return err
		}
		never, err := s.never(h.taken, received)
		if err != nil {
			return err
		}
		if !never {
			return fmt.Errorf("%w: some agent may receive a message", ErrDoubt)
		}
		var holds []circuit.Lit
		for _, a := range s.added {
			if k.Family.ClassOf(a) != some.Class {
				continue
			}
			does, err := s.proposition(some.Movers[len(holds)], false)
			if err != nil {
				return err
			}
			holds = append(holds, does)
		}
		h.bits = append(h.bits, whether(s.m.Any(holds...)))
	}
	return nil
}
