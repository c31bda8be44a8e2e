package sizes

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// counts tells whether counters show that a conjunct holds. The first question does without the
// condition that the number of agents is finite, which costs much.
func (w *work) counts(ctx context.Context, f *family.Family, c *conjunct, out *Answer) (bool, error) {
	s := family.Selection{Tracked: c.members, Propositions: c.atoms}
	var slots []int
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
		return false, err
	}
	v, err := views.Explore(ctx, a, w.options.Encoding, w.options.Work)
	if err != nil {
		return false, err
	}
	defer v.Close()
	q := counters.Question{MostLocals: w.options.Locals}
	for i := range slots {
		q.Slots = append(q.Slots, a.Of(slots[i]))
	}
	first := len(a.System.Propositions)
	q.Some = c.some
	q.Formula = c.formula.MapAtoms(func(x ltol.Atom) ltol.Atom {
		if x.ID >= firstSome {
			x.ID += first - firstSome
		}
		return x
	})
	for _, q.Finite = range []bool{false, true} {
		space, err := counters.New(ctx, v, q)
		if err != nil {
			return false, err
		}
		holds, err := space.Decide(ctx)
		if err != nil || holds {
			if holds {
				out.Counted, out.Kept = max(out.Counted, space.Locals()), max(out.Kept, slices.Max(s.Kept))
				if n := v.Count(); n.Cmp(out.Views) > 0 {
					out.Views = n
				}
			}
			return holds, err
		}
		if c.formula.Safety() {
			break
		}
	}
	return false, nil
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
