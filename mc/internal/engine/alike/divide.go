package alike

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Conjuncts divides a formula, and keeps one part of all that differ by an exchange of agents, by a key
// that is the same at all sizes of a family. Each part may assume conditions of fairness. If
// that is not possible, there is a reason.
func Conjuncts(f *family.Family, formula *ltol.Formula, fair []*ltol.Formula) (map[string]*Conjunct, string) {
	out := map[string]*Conjunct{}
	for _, part := range divided(formula) {
		list, reason := parts(f, part)
		if reason != "" {
			return nil, reason
		}
		for _, c := range list {
			c.assume(f, fair)
			out[keyOf(f, c, map[int]int{})] = c
		}
	}
	return out, ""
}

// parts divides a formula until each part is about a few agents, or about these and some agent. If
// that is not possible, it tries a stronger formula.
func parts(f *family.Family, whole *ltol.Formula) (list []*Conjunct, reason string) {
	if list, reason = exactly(f, whole); reason == "" {
		return list, ""
	}
	if strong, ok := stronger(f, spread(f.System, whole)); ok {
		for _, part := range divided(strong) {
			more, failed := exactly(f, part)
			if failed != "" {
				return nil, reason
			}
			for _, c := range more {
				c.stronger = reason
			}
			list = append(list, more...)
		}
		return list, ""
	}
	return nil, reason
}

// exactly is parts without a stronger formula.
func exactly(f *family.Family, whole *ltol.Formula) (list []*Conjunct, reason string) {
	if c := few(f, whole); c != nil {
		return []*Conjunct{c}, ""
	}
	for _, part := range spread(f.System, whole).Divided(mostParts, MostTracked) {
		c := few(f, part)
		if c == nil {
			c, _ = gathered(f, part)
		}
		if c == nil {
			if c, reason = gathered(f, whole); c == nil {
				return nil, reason
			}
			return []*Conjunct{c}, ""
		}
		list = append(list, c)
	}
	return list, ""
}

// few is a part as a conjunct if it is about a few agents, else nil.
func few(f *family.Family, part *ltol.Formula) *Conjunct {
	c := newConjunct(f, part)
	if len(c.members) > MostTracked {
		return nil
	}
	c.doubted = doubted(f, c)
	return c
}

// mostParts bounds the parts into which a disjunction is divided. It is not divided if more operands than
// agents can be tracked have several parts: then it says of some agent that several things are true of it.
const mostParts = 4096

// doubted lists the classes for whose agents, one by one, a conjunct may be asked.
func doubted(f *family.Family, c *Conjunct) []int {
	if c.formula.Op() != ltol.OpGlobally || !ltol.AboutState(c.formula.Args()[0]) || len(c.members) == MostTracked {
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
	for _, part := range engine.Parts(f, nil) {
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
