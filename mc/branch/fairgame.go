package branch

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// winFairly decides the contest under fairness: the coalition wins where it has
// a strategy, which may need memory, every fair outcome of which reaches the
// goal, and which has a fair outcome at all. Fair are the states on fair paths.
//
// A path is pending until it is clear whether it reaches the goal, then done or
// lost. The opponents win where they can make the path fair and keep it from
// being done, or make it lost: a game in which the coalition commits itself first
// is one of turns, hence determined (for generalised Büchi conditions Dziembowski,
// Jurdziński, Walukiewicz, "How much memory is needed to win infinite games?",
// 1997, doi:10.1109/LICS.1997.614939), so that the coalition has the rest, the
// region. Of the region it keeps what admits a fair outcome that reaches the goal;
// where others leave that outcome, they are in the region still.
func (t *contest) winFairly(c *bdd.Calculator, fair bdd.Node) (region, won bdd.Node) {
	lost := t.spoil(c, t.reached, bdd.False)
	pending, failed := c.Diff(t.f, t.g), c.Diff(c.Diff(t.reached, t.f), t.g) // how successors of a pending path continue
	if t.op == ltol.OpNext {
		pending, failed = bdd.False, c.Diff(t.reached, t.g)
	}
	harm := c.And(failed, lost)
	opponents := bdd.False
	switch t.op {
	case ltol.OpNext, ltol.OpGlobally:
		opponents = fixpoint(c, bdd.False, func(c *bdd.Calculator, y bdd.Node) bdd.Node {
			return t.resist(c, c.Or(harm, c.And(pending, y)))
		})
	default:
		opponents = t.spoil(c, pending, harm)
	}
	keep := c.Diff(c.Diff(t.reached, c.And(pending, opponents)), harm) // where the next state of a pending path may lie
	good := c.Diff(pending, opponents)
	switch t.op {
	case ltol.OpNext:
		return c.Diff(t.reached, opponents), c.Diff(t.lead(c, keep, c.And(t.g, fair)), opponents)
	case ltol.OpGlobally:
		return c.Or(good, c.Diff(failed, lost)), t.fairWithin(c, good, keep)
	}
	done := c.And(t.g, fair)
	won = fixpoint(c, done, func(c *bdd.Calculator, y bdd.Node) bdd.Node {
		return c.Or(y, c.And(good, t.lead(c, keep, y)))
	})
	return c.OrAll(t.g, good, c.Diff(failed, lost)), won
}

// resist is where the opponents can enter a set, whatever the coalition does.
func (t *contest) resist(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.Diff(t.reached, t.force(c, c.Diff(t.reached, set)))
}

// lead is where the coalition has actions that keep the next state within a set
// for sure, and may lead to another.
func (t *contest) lead(c *bdd.Calculator, within, set bdd.Node) bdd.Node {
	return c.And(t.moving, t.table.Lead(c, within, set))
}

// spoil is where the opponents can keep the next states in a set while they
// visit every fair set again and again, unless they enter another one: the
// greatest solution of Z = ⋂_k μY. (fair_k ∩ resist(stay ∩ Z ∪ escape)) ∪
// resist(stay ∩ Y ∪ escape).
func (t *contest) spoil(c *bdd.Calculator, stay, escape bdd.Node) bdd.Node {
	enter := func(c *bdd.Calculator, set bdd.Node) bdd.Node { return t.resist(c, c.Or(escape, c.And(stay, set))) }
	return fixpoint(c, t.reached, func(c *bdd.Calculator, z bdd.Node) bdd.Node {
		again := enter(c, z)
		for _, k := range t.justice {
			z = c.And(z, fixpoint(c, c.And(k, again), func(c *bdd.Calculator, y bdd.Node) bdd.Node { return c.Or(y, enter(c, y)) }))
		}
		return z
	})
}

// fairWithin is where a fair path stays in a set by steps of which the coalition
// knows that they lead within another.
func (t *contest) fairWithin(c *bdd.Calculator, set, within bdd.Node) bdd.Node {
	return fixpoint(c, set, func(c *bdd.Calculator, z bdd.Node) bdd.Node {
		again := c.And(z, t.lead(c, within, z))
		for _, k := range t.justice {
			y := fixpoint(c, c.And(k, again), func(c *bdd.Calculator, y bdd.Node) bdd.Node {
				return c.Or(y, c.And(again, t.lead(c, within, y)))
			})
			again = c.And(again, y)
		}
		return again
	})
}
