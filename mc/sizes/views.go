package sizes

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// A comparison is what is common to two sizes: the families, of which the second one is larger, and the
// conjuncts of the property, by keys that are the same.
type comparison struct {
	fewer, more *family.Family
	few, many   map[string]*conjunct
	counted     map[string]bool // those which counters decided
}

// byViews shows by views that the property holds at all sizes whose constants have the fixed values, or,
// where these are 0, at least those of bounds. If it does not, there is a reason.
func (w *work) byViews(ctx context.Context, fixed []int, out *Answer) (bounds []int, reason string, err error) {
	room, beside := mostTracked+1, 0 // agents of each class, and in views those beside the tracked ones
	both, reason, err := w.withRoom(ctx, fixed, room)
	if reason != "" || err != nil {
		return nil, reason, err
	}
	keys, counted := sortedKeys(both.many), map[string]bool{}
	for done := 0; done < len(keys); {
		c := both.many[keys[done]]
		if need := c.room(both.more, beside); need > room {
			room = need
			if both, reason, err = w.withRoom(ctx, fixed, room); reason != "" || err != nil {
				return nil, reason, err
			}
			if !slices.Equal(keys, sortedKeys(both.many)) {
				return nil, notTheSame, nil
			}
			continue
		}
		holds, reason, err := w.conjunct(ctx, both.more, c, beside, out)
		if err == nil && !holds && (reason != "" || beside == w.options.Beside || len(c.some) > 0) {
			var why string
			holds, why, err = w.byCounters(ctx, both.more, c, out)
			counted[keys[done]] = holds
			reason = cmp.Or(reason, why)
		}
		switch {
		case err != nil:
			return nil, "", err
		case holds:
			done++
		case reason != "":
			return nil, c.reason(reason), nil
		case len(c.some) > 0:
			return nil, c.reason("counters have a run that violates it, which may be none of a real system"), nil
		case beside == w.options.Beside:
			return nil, c.reason(fmt.Sprintf("views of %d agents have a run that violates it, and so have counters; it may be none of a real system",
				slices.Max(c.kept(both.more, beside)))), nil
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
	if err := cmpErr(x.err, y.err); err != nil {
		return nil, fmt.Sprintf("the model cannot be read at %s: %v", w.sizeString(large), err), ctx.Err()
	}
	both = &comparison{}
	both.fewer, both.more, err = family.Of(ctx, withOwnPropositions(x.system), withOwnPropositions(y.system))
	if reason, err := reasonOf(err); reason != "" || err != nil {
		return nil, reason, err
	}
	p, q := x.propertyOf(w.property), y.propertyOf(w.property)
	if p.Formula == nil {
		return nil, "only properties of LTOL can be checked at all sizes; this is a formula about states", nil
	}
	if both.few, reason = conjuncts(both.fewer, p.Formula, x.spec.Conditions()); reason != "" {
		return nil, reason, nil
	}
	if both.many, reason = conjuncts(both.more, q.Formula, y.spec.Conditions()); reason != "" {
		return nil, reason, nil
	}
	if !slices.Equal(sortedKeys(both.few), sortedKeys(both.many)) {
		return nil, notTheSame, nil
	}
	return both, "", nil
}

// withOwnPropositions is a system to which propositions can be added.
func withOwnPropositions(sys *recipe.System) *recipe.System {
	own := *sys
	own.Propositions = slices.Clone(sys.Propositions)
	return &own
}

func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[T any](m map[string]T) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// holds tells whether views show that a conjunct holds.
func (w *work) holds(ctx context.Context, f *family.Family, c *conjunct, beside int, out *Answer) (bool, error) {
	s := family.Selection{Tracked: c.members, Kept: c.kept(f, beside), Propositions: c.atoms}
	for class := range f.Classes {
		s.Added = append(s.Added, added(f, class))
	}
	if len(c.doubted) == 0 {
		return w.holdsFor(ctx, f, c, s, out)
	}
	s.Settled = true
	for _, class := range c.doubted {
		witness := slices.IndexFunc(f.Classes[class], func(a int) bool { return !slices.Contains(c.members, a) })
		s.Tracked = append(slices.Clone(c.members), f.Classes[class][witness])
		if holds, err := w.holdsFor(ctx, f, c, s, out); !holds || err != nil {
			return false, err
		}
	}
	return true, nil
}

// holdsFor is holds for a selection of agents.
func (w *work) holdsFor(ctx context.Context, f *family.Family, c *conjunct, s family.Selection, out *Answer) (bool, error) {
	a, err := f.Abstract(s)
	if err != nil {
		return false, err
	}
	v, err := views.Explore(ctx, a, w.options.Encoding, w.options.Work)
	if err != nil {
		return false, err
	}
	defer v.Close()
	if n := v.Count(); n.Cmp(out.Views) > 0 {
		out.Views = n
	}
	space, err := v.Space(ctx)
	if err != nil {
		return false, err
	}
	holds, err := space.Holds(ctx, c.formula, nil, ltol.Options{})
	if holds && err == nil {
		err = w.confirm(ctx, f, v, c.condition(a), s.Settled, out)
	}
	return holds, err
}

// condition is what a conjunct says of each state, nil if it says more than that. Deadlocks are left out: a
// circuit does not know in which views some step is certain.
func (c *conjunct) condition(a *family.Abstraction) *ltol.Formula {
	if c.formula.Op() != ltol.OpGlobally || !c.formula.Args()[0].Propositional() || a.Stuck >= 0 ||
		slices.ContainsFunc(c.formula.Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State }) {
		return nil
	}
	return c.formula.Args()[0]
}

// confirm has a SAT solver confirm a set of views, and that they satisfy a condition, if that does not take
// too much work.
func (w *work) confirm(ctx context.Context, f *family.Family, v *views.Views, condition *ltol.Formula, settled bool, out *Answer) error {
	var text bytes.Buffer
	if err := v.Dump(&text); err != nil {
		return err
	}
	claim := certify.Of(f, v.Abstraction(), &text)
	claim.Condition, claim.Settled = condition, settled
	return w.confirmed(certify.Views(ctx, claim, w.options.Proof), out)
}

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
		for class, n := range c.needed(at.fewer, both.counted[key], beside) {
			if len(at.fewer.Classes[class]) < n {
				return false
			}
		}
	}
	return true
}

// conjunct tells whether a conjunct holds by views with so many agents of each class beside those that it
// is about. If no views can tell, there is a reason.
func (w *work) conjunct(ctx context.Context, f *family.Family, c *conjunct, beside int, out *Answer) (holds bool, reason string, err error) {
	if len(c.some) > 0 {
		return false, "", nil
	}
	holds, err = w.holds(ctx, f, c, beside, out)
	reason, err = reasonOf(err)
	switch {
	case reason != "":
		return false, reason, nil
	case err != nil:
		if limit := limitOf(err); limit != nil && ctx.Err() == nil {
			return false, fmt.Sprintf("views of up to %d agents of a class do not decide it: %v", slices.Max(c.kept(f, beside)), limit), nil
		}
		return false, "", err
	}
	if holds {
		out.Kept = max(out.Kept, slices.Max(c.kept(f, beside)))
	}
	return holds, "", nil
}
