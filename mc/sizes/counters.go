package sizes

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// counting makes the views of a conjunct with one agent of each class beside the tracked ones, and
// the question to counters. The caller closes the views.
func (w *work) counting(ctx context.Context, f *family.Family, c *conjunct) (v *views.Views, slots []int, q counters.Question, err error) {
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
	if v, err = views.Explore(ctx, a, w.options.Encoding, w.options.Work); err != nil {
		return nil, nil, q, err
	}
	q = counters.Question{MostLocals: w.options.Locals, Some: c.some}
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
func (w *work) counts(ctx context.Context, f *family.Family, c *conjunct, out *Answer) (bool, error) {
	v, slots, q, err := w.counting(ctx, f, c)
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
			out.Counted = max(out.Counted, space.Locals())
			for _, kept := range v.Abstraction().Kept {
				out.Kept = max(out.Kept, len(kept))
			}
			if n := v.Count(); n.Cmp(out.Views) > 0 {
				out.Views = n
			}
			return true, w.confirmed(w.recount(ctx, f, v, slots, q), out)
		}
		if c.formula.Safety() {
			break
		}
	}
	return false, nil
}

// recount has counters that are found by a SAT solver confirm that a property holds.
func (w *work) recount(ctx context.Context, f *family.Family, v *views.Views, slots []int, q counters.Question) error {
	var text bytes.Buffer
	if err := v.Dump(&text); err != nil {
		return err
	}
	claim := certify.CountedClaim{Views: certify.Of(f, v.Abstraction(), &text), Slots: slots, Formula: q.Formula}
	for _, x := range q.Some {
		claim.Some = append(claim.Some, certify.Some(x))
	}
	return certify.Counted(ctx, claim, w.options.Proof)
}

// byCounters is counts, with a reason if counters cannot tell.
func (w *work) byCounters(ctx context.Context, f *family.Family, c *conjunct, out *Answer) (holds bool, reason string, err error) {
	if w.options.Locals < 0 {
		return false, "", nil
	}
	holds, err = w.counts(ctx, f, c, out)
	reason, err = reasonOf(err)
	switch {
	case reason != "":
		return false, reason, nil
	case errors.Is(err, counters.ErrLocals):
		return false, err.Error(), nil
	case err != nil && limitOf(err) != nil && ctx.Err() == nil:
		return false, "counters do not decide it: " + limitOf(err).Error(), nil
	}
	return holds, "", err
}
