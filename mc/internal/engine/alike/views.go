package alike

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// byViews tells whether a conjunct holds by views with so many agents of each class beside those that it
// is about. If no views can tell, there is a reason.
func (p *Prover) byViews(ctx context.Context, f *family.Family, c *Conjunct, beside int) (holds bool, reason string, err error) {
	if len(c.some) > 0 {
		return false, "", nil
	}
	holds, err = p.holds(ctx, f, c, beside)
	reason, err = Reason(err)
	switch {
	case reason != "":
		return false, reason, nil
	case err != nil:
		if limit := Limit(err); limit != nil && ctx.Err() == nil {
			return false, fmt.Sprintf("views of up to %d agents of a class do not decide it: %v", slices.Max(c.kept(f, beside)), limit), nil
		}
		return false, "", err
	}
	if holds {
		p.Kept = max(p.Kept, slices.Max(c.kept(f, beside)))
	}
	return holds, "", nil
}

// holds tells whether views show that a conjunct holds.
func (p *Prover) holds(ctx context.Context, f *family.Family, c *Conjunct, beside int) (bool, error) {
	s := family.Selection{Tracked: c.members, Kept: c.kept(f, beside), Propositions: c.atoms}
	for class := range f.Classes {
		s.Added = append(s.Added, added(f, class))
	}
	if len(c.doubted) == 0 {
		return p.holdsFor(ctx, f, c, s)
	}
	s.Settled = true
	for _, class := range c.doubted {
		witness := slices.IndexFunc(f.Classes[class], func(a int) bool { return !slices.Contains(c.members, a) })
		s.Tracked = append(slices.Clone(c.members), f.Classes[class][witness])
		if holds, err := p.holdsFor(ctx, f, c, s); !holds || err != nil {
			return false, err
		}
	}
	return true, nil
}

// holdsFor is holds for a selection of agents.
func (p *Prover) holdsFor(ctx context.Context, f *family.Family, c *Conjunct, s family.Selection) (bool, error) {
	a, err := f.Abstract(s)
	if err != nil {
		return false, err
	}
	v, err := views.Explore(ctx, a, p.Encoding, p.Work)
	if err != nil {
		return false, err
	}
	defer v.Close()
	p.saw(v)
	space, err := v.Space(ctx)
	if err != nil {
		return false, err
	}
	holds, err := space.Holds(ctx, c.formula, nil, ltol.Options{})
	if holds && err == nil {
		err = p.shown(ctx, Proof{Family: f, Views: v, Condition: c.condition(a), Settled: s.Settled})
	}
	return holds, err
}

// condition is what a conjunct says of each state, nil if it says more than that. Deadlocks are left out: a
// circuit does not know in which views some step is certain.
func (c *Conjunct) condition(a *family.Abstraction) *ltol.Formula {
	if c.formula.Op() != ltol.OpGlobally || !ltol.AboutState(c.formula.Args()[0]) || a.Stuck >= 0 {
		return nil
	}
	return c.formula.Args()[0]
}
