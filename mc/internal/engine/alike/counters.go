package alike

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Counting makes the views of a conjunct with one agent of each class beside the tracked ones, and
// the question to counters. The caller closes the views.
func (p *Prover) Counting(ctx context.Context, f *family.Family, c *Conjunct) (v *views.Views, slots []int, q counters.Question, err error) {
	s := family.Selection{Tracked: c.members, Propositions: c.atoms}
	for class, list := range f.Classes {
		tracked := 0
		for _, a := range c.members {
			if f.ClassOf(a) == class {
				tracked++
			}
		}
		s.Kept, s.Added = append(s.Kept, tracked+1), append(s.Added, added(f, class))
		slots = append(slots, list[slices.IndexFunc(list, func(a int) bool { return !slices.Contains(c.members, a) })])
	}
	a, err := f.Abstract(s)
	if err != nil {
		return nil, nil, q, err
	}
	if v, err = views.Explore(ctx, a, p.Encoding, p.Work); err != nil {
		return nil, nil, q, err
	}
	q = counters.Question{MostLocals: p.Locals, Some: c.some}
	for i := range slots {
		q.Slots = append(q.Slots, a.Of(slots[i]))
	}
	first := len(a.System.Propositions)
	q.Formula = c.formula.MapAtoms(func(x ltol.Atom) ltol.Atom {
		if x.ID >= firstSome {
			x.ID += first - firstSome
		}
		return x
	})
	return v, slots, q, nil
}

// counts tells whether counters show that a conjunct holds. The first question does without the
// condition that the number of agents is finite, which costs much.
func (p *Prover) counts(ctx context.Context, f *family.Family, c *Conjunct) (bool, error) {
	v, slots, q, err := p.Counting(ctx, f, c)
	if err != nil {
		return false, err
	}
	defer v.Close()
	for _, q.Finite = range []bool{false, true} {
		space, err := counters.New(ctx, v, q)
		if err != nil {
			return false, err
		}
		holds, err := space.Decide(ctx)
		if err != nil {
			return false, err
		}
		if holds {
			p.Counted = max(p.Counted, space.Locals())
			for _, kept := range v.Abstraction().Kept {
				p.Kept = max(p.Kept, len(kept))
			}
			p.saw(v)
			return true, p.shown(ctx, Proof{Family: f, Views: v, Slots: slots, Question: &q})
		}
		if c.formula.Safety() {
			break
		}
	}
	return false, nil
}

// byCounters is counts, with a reason if counters cannot tell.
func (p *Prover) byCounters(ctx context.Context, f *family.Family, c *Conjunct) (holds bool, reason string, err error) {
	if p.Locals < 0 {
		return false, "", nil
	}
	holds, err = p.counts(ctx, f, c)
	reason, err = Reason(err)
	switch {
	case reason != "":
		return false, reason, nil
	case errors.Is(err, counters.ErrLocals):
		return false, err.Error(), nil
	case err != nil && Limit(err) != nil && ctx.Err() == nil:
		return false, "counters do not decide it: " + Limit(err).Error(), nil
	}
	return holds, "", err
}
