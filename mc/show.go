package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Show adds to the result of a property that holds a fair run on which the property has something
// to say, if there is one, else any fair run; or, for a property about states, why it holds in an
// initial state. Results of other properties stay as they are. Errors are those of
// [Checker.ExplainStates]; a limit on the search for a run leaves the result without one.
func (c *Checker) Show(ctx context.Context, r *Result) (err error) {
	if err := c.usable(ctx); err != nil {
		return err
	}
	switch {
	case r == nil:
		return misuse("Show: there is no result")
	case r.Verdict != Holds:
	case r.Property.State != nil:
		r.Witness, err = c.ExplainStates(ctx, r.Property)
	default:
		p := r.Property
		telling := ltol.And(append(occasions(p.Formula, false), p.Formula)...)
		for _, f := range []*ltol.Formula{telling, p.Formula} {
			wanted := Property{Index: p.Index, Name: p.Name, Formula: ltol.Not(f)}
			if r.Trace = c.CheckProperty(ctx, wanted).Trace; r.Trace != nil {
				break
			}
		}
	}
	return err
}

// occasions are what gives a property something to say: the left sides of its implications and its
// observations, sometime if they are below a G.
func occasions(f *ltol.Formula, later bool) []*ltol.Formula {
	wrap := func(g *ltol.Formula) []*ltol.Formula {
		if later {
			g = ltol.Finally(g)
		}
		return []*ltol.Formula{g}
	}
	var out []*ltol.Formula
	switch f.Op() {
	case ltol.OpAnd:
		for _, a := range f.Args() {
			out = append(out, occasions(a, later)...)
		}
	case ltol.OpGlobally:
		return occasions(f.Args()[0], true)
	case ltol.OpImplies:
		return wrap(f.Args()[0])
	case ltol.OpNecessary:
		return wrap(ltol.Possible(f.Atom().ID, ltol.True()))
	}
	return out
}
