package branch

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Views say what agents see of a space.
type views struct {
	sp   space.Space
	man  *bdd.Manager // of the space
	opts Options
}

// possible is the dual of an operator of knowledge or obligation: the states,
// reachable or not, for which some of the given states counts,
//
//   - of the domain, one that the agent (K), some agent of the group (GK), or
//     all of the group together (DK) cannot tell from them,
//   - for GCK, they themselves or one at the end of a chain of states of the
//     domain, neighbours in which some agent of the group cannot tell apart:
//     the least fixpoint of Y = set ∪ ⋃ of the states that a member cannot tell
//     from one of Y in the domain,
//   - for O, any state of the domain in which the agent violates no norm.
func (l *Labelling) possible(c *bdd.Calculator, f *ltol.StateFormula, set bdd.Node) bdd.Node {
	switch f.Op() {
	case ltol.StateKnows, ltol.StateDistributed:
		return l.confused(c, f.Agents(), l.domain, set)
	case ltol.StateEveryone:
		return l.confusedOne(c, f.Agents(), set)
	case ltol.StateCommon:
		return fixpoint(c, set, func(c *bdd.Calculator, y bdd.Node) bdd.Node { return c.Or(y, l.confusedOne(c, f.Agents(), y)) })
	}
	if c.And(c.And(set, l.domain), l.green(c, f.Agents()[0])) == bdd.False {
		return bdd.False
	}
	return bdd.True
}

// green is the set of states in which an agent violates no norm.
func (l *Labelling) green(c *bdd.Calculator, agent int) bdd.Node {
	if l.opts.Green == nil {
		return bdd.True
	}
	return c.Take(l.opts.Green(c.Scope(), agent))
}

// confused is the set of states that agree with one that two sets share in
// whatever the agents see, all together.
func (l *views) confused(c *bdd.Calculator, agents []int, within, set bdd.Node) bdd.Node {
	var seen [][]bdd.VarID
	for _, a := range agents {
		seen = append(seen, l.sees(a))
	}
	return l.man.VarSet(bdd.Current, l.others(seen...)...).AndExists(c, within, set)
}

// others lists the variables that none of some lists mentions.
func (l *views) others(lists ...[]bdd.VarID) []bdd.VarID {
	mentioned := map[bdd.VarID]bool{}
	for _, list := range lists {
		for _, v := range list {
			mentioned[v] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(l.sp.Variables()), func(v bdd.VarID) bool { return mentioned[v] })
}

// sees lists the variables of which a player knows the values. Who is no agent, as a
// scheduler, sees everything.
func (l *views) sees(player int) []bdd.VarID {
	if player >= l.sp.Agents() {
		return l.sp.Variables()
	}
	return l.opts.Sees(player)
}

// confusedOne is a set that agrees on the reachable states with that of the states that
// some agent cannot tell from one of the given ones within the domain. A union of what
// agents see, of variables that the order takes apart, can be larger than these by far.
func (l *Labelling) confusedOne(c *bdd.Calculator, agents []int, set bdd.Node) bdd.Node {
	out, most := bdd.False, l.man.NodeCount(l.reached())
	seen := make([][]bdd.VarID, len(agents))
	for i, a := range agents {
		seen[i] = l.opts.Sees(a)
	}
	l.projections(c, c.And(set, l.domain), seen, func(_ int, n bdd.Node) {
		if out = c.Or(out, n); l.man.NodeCount(out) > most {
			out = c.And(out, l.reached())
		}
	})
	return out
}

// projections calls use for each of some lists of variables, with what a set says
// of these variables alone. The variables that no list of one half mentions are
// quantified once for the half, and so on: n agents who each see little of a large
// set take about log n passes over it, not n.
func (l *views) projections(c *bdd.Calculator, set bdd.Node, lists [][]bdd.VarID, use func(i int, projection bdd.Node)) {
	var divide func(set bdd.Node, from, to int)
	divide = func(set bdd.Node, from, to int) {
		set = l.man.VarSet(bdd.Current, l.others(lists[from:to]...)...).Exists(c, set)
		if to-from == 1 {
			use(from, set)
			return
		}
		middle := (from + to) / 2
		divide(set, from, middle)
		divide(set, middle, to)
	}
	if len(lists) > 0 {
		divide(set, 0, len(lists))
	}
}

// foresee labels what one agent, or one group together, knows about propositions,
// wherever a formula asks for that more than once: all of it at once, by projections
// of the domain to what is seen and what the questions mention.
func (l *Labelling) foresee(ctx context.Context, f *ltol.StateFormula) error {
	asked := map[string][]*ltol.StateFormula{}
	var keys []string
	var visit func(f *ltol.StateFormula)
	visit = func(f *ltol.StateFormula) {
		if _, done := l.loose[f]; done {
			return
		}
		if (f.Op() == ltol.StateKnows || f.Op() == ltol.StateDistributed) && f.Args()[0].Propositional() {
			key := fmt.Sprint(f.Agents())
			if asked[key] == nil {
				keys = append(keys, key)
			}
			asked[key] = append(asked[key], f)
			return
		}
		for _, a := range f.Args() {
			visit(a)
		}
	}
	visit(f)
	for _, key := range keys {
		if len(asked[key]) < 2 {
			continue
		}
		if err := l.knowAll(ctx, asked[key]); err != nil {
			return err
		}
	}
	return nil
}

// knowAll labels formulas about what the same agents know.
func (l *Labelling) knowAll(ctx context.Context, list []*ltol.StateFormula) error {
	domain, err := l.Domain(ctx)
	if err != nil {
		return err
	}
	agents := list[0].Agents()
	var seen []bdd.VarID
	for _, a := range agents {
		seen = append(seen, l.opts.Sees(a)...)
	}
	facts, mentioned := make([]bdd.Node, len(list)), make([][]bdd.VarID, len(list))
	for i, f := range list {
		if facts[i], err = l.agreeing(ctx, f.Args()[0]); err != nil {
			return err
		}
		mentioned[i] = slices.Clone(seen)
		for _, b := range l.man.Support(facts[i]) {
			mentioned[i] = append(mentioned[i], b.Var)
		}
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	known := make([]bdd.Node, len(list))
	l.projections(c, domain, mentioned, func(i int, projection bdd.Node) {
		known[i] = c.Not(l.confused(c, agents, projection, c.Not(facts[i])))
	})
	if err := c.Err(); err != nil {
		return err
	}
	for i, f := range list {
		if _, twice := l.loose[f]; !twice {
			l.loose[f] = l.man.Keep(known[i])
		}
	}
	return nil
}
