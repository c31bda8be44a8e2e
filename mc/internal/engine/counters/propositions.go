package counters

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// addGuesses answers all atoms, and makes a variable for each that may be true and may be false in
// some state that views know.
func (s *Space) addGuesses(c *bdd.Calculator) {
	var bits []bdd.NewBit
	var unsure []int
	for _, atom := range s.atoms() {
		a := s.answer(c, atom)
		s.cares[atom] = answer{c.Keep(a.surely), c.Keep(a.perhaps)}
		if c.AndAll(s.known, a.perhaps, c.Not(a.surely)) != bdd.False {
			unsure = append(unsure, atom)
			bits = append(bits, bdd.NewBit{Name: fmt.Sprint("guess ", atom), Below: views.IDs(s.base)})
		}
	}
	vars := make([]bdd.VarID, len(bits))
	var fill []*bdd.VarID
	for i := range vars {
		fill = append(fill, &vars[i])
	}
	s.extend(c, bits, fill)
	for i, atom := range unsure {
		s.guesses[atom] = vars[i]
	}
}

// answerSome is answer for what is said of some counted agent.
func (s *Space) answerSome(c *bdd.Calculator, q Some) answer {
	x := s.classes[q.Class]
	holds := search.Sets(c).Value(q.Body, func(f *ltol.Formula) bdd.Node {
		return c.Take(s.views.Model().StateProposition(c.Scope(), f.Atom().ID))
	})
	over := func(set bdd.Node) bdd.Node {
		return s.seenBy(c, x, s.Diagrams.VarSet(bdd.Current, s.views.Forgotten()...).Exists(c, set))
	}
	yes, no := over(c.And(s.views.All, holds)), over(c.Diff(s.views.All, holds))
	out := answer{bdd.False, bdd.False}
	for _, l := range x.locals {
		there := c.Eq(l.some, bdd.Current, 1)
		true1, false1 := s.at(c, yes, x.vars, bdd.Current, l.codes), s.at(c, no, x.vars, bdd.Current, l.codes)
		out.surely = c.Or(out.surely, c.And(there, c.Diff(true1, false1)))
		out.perhaps = c.Or(out.perhaps, c.And(there, true1))
	}
	return out
}

// proposition is the set of states in which an atom is true. Where it may be true and false, a
// guess says which; a guess says, too, whether no step is possible.
func (s *Space) proposition(sc *bdd.Scope, atom int) (bdd.Node, error) {
	c := sc.Calculator()
	a := s.cares[atom]
	out := a.surely
	if guess, ok := s.guesses[atom]; ok {
		out = c.Or(out, c.And(a.perhaps, c.Eq(guess, bdd.Current, 1)))
	}
	if s.stuck != nil {
		out = c.Ite(s.may, out, c.Cofactor(out, *s.stuck, bdd.Current, 0))
	}
	return c.Result(out)
}

// answer finds where a state atom is surely true, and where it may be.
func (s *Space) answer(c *bdd.Calculator, atom int) answer {
	if first := len(s.a.System.Propositions); atom >= first {
		return s.answerSome(c, s.question.Some[atom-first])
	}
	holds := c.Take(s.views.Model().StateProposition(c.Scope(), atom))
	over := func(set bdd.Node) bdd.Node {
		set = s.without(bdd.Current, anyBase).Exists(c, s.Diagrams.VarSet(bdd.Current, s.views.Forgotten()...).Exists(c, set))
		return s.blurBase(c, bdd.Current, set)
	}
	perhaps := over(c.And(s.views.All, holds))
	return answer{c.Diff(perhaps, over(c.Diff(s.views.All, holds))), perhaps}
}

// watched are the step propositions of the abstraction that some propositions are made of.
func (s *Space) watched(propositions []int) []int {
	var out []int
	for _, p := range propositions {
		if first := len(s.a.System.Propositions); p >= first {
			x := s.question.Some[p-first]
			out = append(append(out, x.Body.Atom().ID), x.Movers...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// step is the set of configurations in which steps of an interaction satisfy a step proposition.
// What is said of some agent, the movers can satisfy. That a receiver may satisfy it is not
// supported.
func (s *Space) step(c *bdd.Calculator, it *symbolic.Interaction, movers []mover, steps bdd.Node, p int) bdd.Node {
	holds := func(id int) bdd.Node { return c.Take(s.views.Model().StepProposition(c.Scope(), id, it)) }
	first := len(s.a.System.Propositions)
	if p < first {
		return holds(p)
	}
	x := s.question.Some[p-first]
	if id := x.Body.Atom().ID; c.And(steps, holds(id)) != bdd.False {
		c.Fail(&family.NotSupported{Pos: s.a.System.Propositions[id].Expr.Pos, What: "it asks whether some agent receives a message"})
	}
	out, taken := bdd.False, 0
	for _, m := range movers {
		if m.class.number == x.Class {
			out = c.Or(out, holds(x.Movers[taken]))
			taken++
		}
	}
	return out
}
