package main

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// witness is a fair run on which a property that holds is true, and not only because the left sides of its implications never
// are, if there is such a run; nil if there is none, or a limit is reached.
func witness(ctx context.Context, checker *mc.Checker, p mc.Property) (t *trace.Trace) {
	for _, f := range []*ltol.Formula{ltol.And(append(occasions(p.Formula, false), p.Formula)...), p.Formula} {
		wanted := mc.Property{Index: p.Index, Name: p.Name, Formula: ltol.Not(f)}
		checker.CheckProperties(ctx, []mc.Property{wanted}, func(r mc.Result) { t = r.Trace })
		if t != nil {
			return t
		}
	}
	return nil
}

// occasions are what gives a property something to say: the left sides of its implications and its observations, sometime if they
// are below a G.
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
