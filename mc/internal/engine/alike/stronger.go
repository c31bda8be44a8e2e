package alike

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// stronger is a formula that implies another one, as long as there is an agent of each class. Where
// that one is about some agent for longer than a state, it is about all agents of the class. For
// example, it is G p for all agents in place of G p for some agent. It is not ok if there is
// nothing of that kind.
func stronger(f *family.Family, formula *ltol.Formula) (out *ltol.Formula, ok bool) {
	x := strengthening{f: f}
	out = x.rewrite(formula, ltol.OpOr, ltol.OpAnd)
	return out, x.changed
}

// strengthening is the work of stronger.
type strengthening struct {
	f       *family.Family
	changed bool
}

// rewrite strengthens a formula. It makes all of some, the connectives: under a negation, it is the
// other way round.
func (x *strengthening) rewrite(f *ltol.Formula, some, all ltol.Op) *ltol.Formula {
	var args []*ltol.Formula
	for i, g := range flat(f) {
		switch {
		case f.Op() == ltol.OpIff:
			args = append(args, g)
		case f.Op() == ltol.OpNot, f.Op() == ltol.OpImplies && i == 0:
			args = append(args, x.rewrite(g, all, some))
		default:
			args = append(args, x.rewrite(g, some, all))
		}
	}
	if f.Op() == some {
		if list, rest := x.perAgent(args); list != nil {
			x.changed = true
			args = append(rest, ltol.Apply(all, list...))
		}
	}
	return rebuilt(f, args)
}

// perAgent finds the formulas about more than a state that are about one agent of a class each,
// beside agents that all of them are about. They must be about all agents of the class.
func (x *strengthening) perAgent(list []*ltol.Formula) (per, rest []*ltol.Formula) {
	var common []int
	about := map[*ltol.Formula][]int{}
	for _, f := range list {
		if members := newConjunct(x.f, f).members; !f.Propositional() && len(members) > 0 {
			if len(about) == 0 {
				common = slices.Clone(members)
			}
			common = slices.DeleteFunc(common, func(a int) bool { return !slices.Contains(members, a) })
			about[f] = members
		}
	}
	agents := map[int]bool{}
	for _, f := range list {
		own := slices.DeleteFunc(slices.Clone(about[f]), func(a int) bool { return slices.Contains(common, a) })
		if len(own) == 1 {
			per, agents[own[0]] = append(per, f), true
		} else {
			rest = append(rest, f)
		}
	}
	complete := slices.ContainsFunc(x.f.Classes, func(class []int) bool {
		return !slices.ContainsFunc(class, func(a int) bool { return !agents[a] && !slices.Contains(common, a) })
	})
	if !complete || len(per) < 2 {
		return nil, list
	}
	return per, rest
}
