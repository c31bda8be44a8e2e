package sizes

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// conjuncts divides a formula, and keeps one part of all that differ by an exchange of agents, by a key
// that is the same at all sizes. Each part may assume conditions of fairness.
func conjuncts(f *family.Family, formula *ltol.Formula, fair []*ltol.Formula) (map[string]*conjunct, string) {
	out := map[string]*conjunct{}
	keep := func(c *conjunct) {
		c.assume(f, fair)
		out[keyOf(f, c)] = c
	}
	reason := ""
	var add func(part *ltol.Formula, whole bool) bool
	add = func(part *ltol.Formula, whole bool) bool {
		c := newConjunct(f, part)
		if len(c.members) <= mostTracked {
			c.doubted = doubted(f, c)
			keep(c)
			return true
		}
		if whole && !slices.ContainsFunc(spread(f.System, part).Divided(mostParts), func(p *ltol.Formula) bool { return !add(p, false) }) {
			return true
		}
		if c, reason = gathered(f, part); c != nil {
			keep(c)
		}
		return c != nil
	}
	for _, part := range divided(formula) {
		if !add(part, true) {
			return nil, reason
		}
	}
	return out, ""
}

// mostParts bounds the parts into which a disjunction is divided.
const mostParts = 4096

// doubted lists the classes for whose agents, one by one, a conjunct may be asked.
func doubted(f *family.Family, c *conjunct) []int {
	if c.formula.Op() != ltol.OpGlobally || !c.formula.Args()[0].Propositional() || len(c.members) == mostTracked {
		return nil
	}
	if slices.ContainsFunc(c.formula.Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State }) {
		return nil
	}
	count, classes := 0, []int(nil)
	for _, id := range c.atoms {
		n, more, _ := f.Doubts(f.System.Propositions[id].Expr, c.members)
		count, classes = count+n, append(classes, more...)
	}
	polarity := ltol.Fold(c.formula.Args()[0], func(g *ltol.Formula, args []family.Polarity) family.Polarity {
		switch g.Op() {
		case ltol.OpAtom:
			_, _, p := f.Doubts(f.System.Propositions[g.Atom().ID].Expr, c.members)
			return p
		case ltol.OpNot:
			return args[0].Not()
		case ltol.OpImplies:
			return args[0].Not().And(args[1])
		}
		out := family.Absent
		for _, p := range args {
			if g.Op() == ltol.OpIff && p != family.Absent {
				p = family.Mixed
			}
			out = out.And(p)
		}
		return out
	})
	if count != 1 || polarity != family.Negative {
		return nil
	}
	return classes
}

// divided lists formulas that together say what a formula says.
func divided(f *ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	for _, part := range engine.Parts(f) {
		if list := part.Consequences(); len(list) > 1 {
			for _, x := range list {
				out = append(out, divided(x)...)
			}
		} else {
			out = append(out, part)
		}
	}
	return out
}
