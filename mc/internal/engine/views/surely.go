package views

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// surely finds views from which some step is possible, whatever agents are outside and whatever is
// not known of symbols.
type surely struct {
	*Views
	c       *bdd.Calculator
	unknown *bdd.VarSet
	alone   *cast
	one     []*cast // by class, with one added agent of it
	// configurations are those of each cast all of whose views are there.
	configurations map[*cast]bdd.Node
}

// surelyMoves is the set of views of which some agent can surely do a step: send on the broadcast
// channel, or get from another one; send on a channel where no agent that there may be outside
// prevents it; or any of the first two with an agent outside to which somebody in the view points.
func (v *Views) surelyMoves(c *bdd.Calculator) bdd.Node {
	var unknown []bdd.VarID
	for _, local := range v.abstraction.Unknown {
		unknown = append(unknown, v.model.Seen(v.abstraction.System.Vars[local].Agent, []int{local}, false)...)
	}
	s := &surely{Views: v, c: c, unknown: v.model.Manager.VarSet(bdd.Current, unknown...), alone: v.newCast(c, nil), configurations: map[*cast]bdd.Node{}}
	for _, list := range v.abstraction.Added {
		s.one = append(s.one, v.newCast(c, list[:1]))
	}
	defer v.release(append(s.one, s.alone))
	for _, x := range append(s.one, s.alone) {
		s.configurations[x] = x.configurations(c, v.All)
	}
	out := s.free(s.alone)
	for _, it := range v.model.Interactions {
		if it.Kind != recipe.MulticastStep || !s.within(it, s.alone) {
			continue
		}
		possible := c.Diff(s.possible(it, s.alone), out)
		for _, x := range s.one {
			if possible != bdd.False {
				possible = c.Diff(possible, v.view(c, c.Diff(s.configurations[x], it.Enabled)))
			}
		}
		out = c.Or(out, possible)
	}
	for class, x := range s.one {
		out = c.Or(out, s.byPointers(class, x))
	}
	return out
}

// within tells whether the initiator and the supplier are in a view or among the added agents of a
// cast.
func (s *surely) within(it *symbolic.Interaction, x *cast) bool {
	return !slices.ContainsFunc(s.parties(it), func(a int) bool {
		return s.abstraction.Present[a] >= 0 && !slices.Contains(x.added, a)
	})
}

// possible is the set of configurations of a cast in which an interaction is possible, whatever is
// not known.
func (s *surely) possible(it *symbolic.Interaction, x *cast) bdd.Node {
	var absent []bdd.VarID
	for agent, present := range s.abstraction.Present {
		if present < 0 {
			continue
		}
		absent = append(absent, s.model.Seen(agent, []int{present}, false)...)
		if !slices.Contains(x.added, agent) {
			absent = append(absent, IDs(s.variablesOf(agent, s.abstraction.Locals(agent)))...)
		}
	}
	some := s.model.Manager.VarSet(bdd.Current, absent...).Exists(s.c, s.c.And(it.Enabled, x.there))
	some = s.unknown.Forall(s.c, some)
	if x == s.alone {
		some = s.c.And(some, s.All)
	}
	return some
}

// free is the set of configurations of a cast in which some step is possible that nobody can
// prevent.
func (s *surely) free(x *cast) bdd.Node {
	out := bdd.False
	for _, it := range s.model.Interactions {
		if it.Kind != recipe.MulticastStep && s.within(it, x) {
			out = s.c.Or(out, s.possible(it, x))
		}
	}
	return out
}

// byPointers is the set of views in which a variable holds a symbol of an agent of a class outside,
// and in each configuration with that agent some step is possible that nobody can prevent.
func (s *surely) byPointers(class int, x *cast) bdd.Node {
	a, c := s.abstraction, s.c
	stuck := c.Diff(s.configurations[x], s.free(x))
	out := bdd.False
	for i, symbol := range a.Symbols(x.added[0]) {
		outside := a.Symbols(a.Outside(class))[i]
		for _, p := range s.pointers {
			from, to := slices.Index(p.Values, symbol), slices.Index(p.Values, outside)
			if from < 0 || to < 0 {
				continue
			}
			fails := s.view(c, c.And(stuck, c.Eq(p.ID, bdd.Current, from)))
			out = c.Or(out, c.Diff(c.Eq(p.ID, bdd.Current, to), fails))
		}
	}
	return out
}
