package sizes

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// A comparison is what is common to two sizes: the families, of which the second one is larger, and the
// conjuncts of the property, by keys that are the same.
type comparison struct {
	fewer, more *family.Family
	few, many   map[string]*alike.Conjunct
	counted     map[string]bool // those which counters decided
}

// byViews shows by views that the property holds at all sizes whose constants have the fixed values, or,
// where these are 0, at least those of bounds. If it does not, there is a reason.
func (w *work) byViews(ctx context.Context, fixed []int) (bounds []int, reason string, err error) {
	room, beside := alike.MostTracked+1, 0 // agents of each class, and in views those beside the tracked ones
	both, reason, err := w.withRoom(ctx, fixed, room)
	if reason != "" || err != nil {
		return nil, reason, err
	}
	keys, counted := sortedKeys(both.many), map[string]bool{}
	for done := 0; done < len(keys); {
		c := both.many[keys[done]]
		if need := c.Room(both.more, beside); need > room {
			room = need
			if both, reason, err = w.withRoom(ctx, fixed, room); reason != "" || err != nil {
				return nil, reason, err
			}
			if !slices.Equal(keys, sortedKeys(both.many)) {
				return nil, notTheSame, nil
			}
			continue
		}
		holds, byCounters, reason, err := w.prover.Decide(ctx, both.more, c, beside)
		switch {
		case err != nil:
			return nil, "", err
		case holds:
			counted[keys[done]] = byCounters
			done++
		case reason != "":
			return nil, reason, nil
		default:
			beside++
		}
	}
	both.counted = counted
	bounds, err = w.bounds(ctx, fixed, w.sized(fixed, w.Least+(room+1)*w.Period), both, beside)
	return bounds, "", err
}

// notTheSame is the reason where a property is divided in different ways.
const notTheSame = "what the property says of agents is not the same at all sizes"

// withRoom compares two sizes that have at least so many agents of each class.
func (w *work) withRoom(ctx context.Context, fixed []int, room int) (both *comparison, reason string, err error) {
	both, reason, err = w.compare(ctx, w.sized(fixed, w.Least+room*w.Period), w.sized(fixed, w.Least+(room+1)*w.Period))
	if reason == "" && err == nil && len(both.more.Classes) == 0 {
		reason = "the number of agents that can be exchanged with each other does not grow"
	}
	return both, reason, err
}

// sized is a size with a number for each constant that is open.
func (w *work) sized(fixed []int, n int) []int {
	out := slices.Clone(fixed)
	for i := range out {
		if out[i] == 0 {
			out[i] = n
		}
	}
	return out
}

// compare finds the classes of agents at two sizes, and the conjuncts of the property, which must be the
// same at both. If they are not, there is a reason.
func (w *work) compare(ctx context.Context, small, large []int) (both *comparison, reason string, err error) {
	x, y := w.at(ctx, small), w.at(ctx, large)
	if err := cmp.Or(x.err, y.err); err != nil {
		return nil, fmt.Sprintf("the model cannot be read at %s: %v", w.sizeString(large), err), ctx.Err()
	}
	both = &comparison{}
	both.fewer, both.more, err = family.Of(ctx, alike.WithOwnPropositions(x.system), alike.WithOwnPropositions(y.system))
	if reason, err := alike.Reason(err); reason != "" || err != nil {
		return nil, reason, err
	}
	p, q := x.propertyOf(w.property), y.propertyOf(w.property)
	if p.Formula == nil {
		return nil, "only properties of LTOL can be checked at all sizes; this is a formula about states", nil
	}
	if both.few, reason = alike.Conjuncts(both.fewer, p.Formula, x.spec.Conditions()); reason != "" {
		return nil, reason, nil
	}
	if both.many, reason = alike.Conjuncts(both.more, q.Formula, y.spec.Conditions()); reason != "" {
		return nil, reason, nil
	}
	if !slices.Equal(sortedKeys(both.few), sortedKeys(both.many)) {
		return nil, notTheSame, nil
	}
	return both, "", nil
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// bounds finds for each open constant the least value from which on sizes are alike and have all agents
// of a view. Larger is a size at which that is so.
func (w *work) bounds(ctx context.Context, fixed, larger []int, both *comparison, beside int) ([]int, error) {
	bounds := w.sized(fixed, larger[slices.Index(fixed, 0)]-w.Period)
	for i, n := range fixed {
		for v := bounds[i] - 1; n == 0 && v >= 1; v-- {
			size := slices.Clone(bounds)
			if size[i] = v; !w.alike(ctx, size, larger, both, beside) {
				break
			}
			bounds[i] = v
		}
	}
	return bounds, ctx.Err()
}

// alike confirms of a size that its system and the property are those of a larger one, with enough
// agents for the views.
func (w *work) alike(ctx context.Context, size, larger []int, both *comparison, beside int) bool {
	at, reason, err := w.compare(ctx, size, larger)
	if reason != "" || err != nil || !slices.Equal(sortedKeys(at.few), sortedKeys(both.many)) {
		return false
	}
	for key, c := range at.few {
		for class, n := range c.Needed(at.fewer, both.counted[key], beside) {
			if len(at.fewer.Classes[class]) < n {
				return false
			}
		}
	}
	return true
}
