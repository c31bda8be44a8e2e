package counters

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// blur makes outside of what a copy of some variables holds of counted agents, but for the agent
// itself whose variables they are.
func (s *Space) blur(c *bdd.Calculator, vars []views.Variable, copy bdd.Copy, itself int, set bdd.Node) bdd.Node {
	for _, x := range vars {
		if x.Type.Kind != recipe.Enum {
			continue
		}
		set = x.Blurred(c, s.Diagrams, copy, set, func(y recipe.Value) recipe.Value {
			agent, outside := s.owner(y)
			if agent == itself {
				return y
			}
			return outside
		})
	}
	return set
}

// blurBase is blur of the singles and tracked agents.
func (s *Space) blurBase(c *bdd.Calculator, copy bdd.Copy, set bdd.Node) bdd.Node {
	return s.blur(c, s.base, copy, -1, set)
}

// seenBy are the singles, the tracked agents and the slot of a class in a set of views, blurred.
func (s *Space) seenBy(c *bdd.Calculator, x *class, set bdd.Node) bdd.Node {
	set = s.without(bdd.Current, anyBase, x.slot).Exists(c, set)
	return s.blurBase(c, bdd.Current, s.blur(c, x.vars, bdd.Current, x.slot, set))
}

// at is what remains of a set if a copy of some variables has the given codes.
func (s *Space) at(c *bdd.Calculator, set bdd.Node, vars []views.Variable, copy bdd.Copy, codes []int) bdd.Node {
	for i, x := range vars {
		set = c.Cofactor(set, x.ID, copy, codes[i])
	}
	return set
}

// codesOf are the codes of the variables of another agent of a class in a local state of its slot.
func (s *Space) codesOf(x *class, l *local, agent int, vars []views.Variable) []int {
	if agent == x.slot {
		return l.codes
	}
	out := make([]int, len(vars))
	for i, to := range vars {
		value := x.vars[i].Values[l.codes[i]]
		if to.Type.Kind == recipe.Enum {
			if own := slices.Index(s.a.Symbols(x.slot), value); own >= 0 {
				value = s.a.Symbols(agent)[own]
			}
		}
		out[i] = slices.Index(to.Values, value)
	}
	return out
}

// learn finds what views know of counters: which local states there can be agents in, with which
// states of singles and tracked agents, one by one and two by two.
func (s *Space) learn(c *bdd.Calculator) {
	out := bdd.True
	present := func(l *local) bdd.Node { return c.Eq(l.some, bdd.Current, 1) }
	for i, x := range s.classes {
		alone := s.seenBy(c, x, s.views.All)
		added := s.a.Added[x.number][0]
		vars := s.views.VariablesOf(added)
		two := s.without(bdd.Current, anyBase, x.slot).Exists(c, s.Diagrams.VarSet(bdd.Current, s.views.Forgotten(added)...).Exists(c, s.views.Configurations(c, added)))
		two = s.blurBase(c, bdd.Current, s.blur(c, vars, bdd.Current, added, s.blur(c, x.vars, bdd.Current, x.slot, two)))
		for j, l := range x.locals {
			out = c.And(out, c.Implies(present(l), s.at(c, alone, x.vars, bdd.Current, l.codes)))
			first := s.at(c, two, x.vars, bdd.Current, l.codes)
			for _, m := range x.locals[j:] {
				both := s.at(c, first, vars, bdd.Current, s.codesOf(x, m, added, vars))
				if m == l {
					out = c.And(out, c.Implies(c.Eq(l.many, bdd.Current, 1), both))
				} else {
					out = c.And(out, c.Implies(c.And(present(l), present(m)), both))
				}
			}
		}
		for _, y := range s.classes[i+1:] {
			two := s.without(bdd.Current, anyBase, x.slot, y.slot).Exists(c, s.views.All)
			two = s.blurBase(c, bdd.Current, s.blur(c, y.vars, bdd.Current, y.slot, s.blur(c, x.vars, bdd.Current, x.slot, two)))
			for _, l := range x.locals {
				first := s.at(c, two, x.vars, bdd.Current, l.codes)
				for _, m := range y.locals {
					both := s.at(c, first, y.vars, bdd.Current, m.codes)
					out = c.And(out, c.Implies(c.And(present(l), present(m)), both))
				}
			}
		}
	}
	s.known = c.Keep(out)
}
