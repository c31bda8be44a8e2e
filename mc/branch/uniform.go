package branch

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Ability is what a coalition needs to have an ability.
type Ability int

const (
	// PerfectInformation: a strategy, whatever it depends on.
	PerfectInformation Ability = iota
	// Uniform: a strategy by which each member makes its choices by what it sees, and
	// which wins from all states that the members cannot tell apart together, so that
	// they know that it does.
	Uniform
	// UniformObjective: such a strategy that wins from the state at hand.
	UniformObjective
)

// uniformly is where a coalition wins by what its members see, right about the states
// of need.
//
// What cannot be won with perfect information cannot be won at all, and what can be
// won by choices that are as good in all states that look alike is won (Jamroga,
// Knapik, Kurpiewski, "Fixpoint approximation of strategic abilities under imperfect
// information", AAMAS 2017). Of what is left one class of states after the other is
// decided by a search.
func (t *contest) uniformly(c *bdd.Calculator, need bdd.Node) bdd.Node {
	able := t.within(c, t.win(c))
	won := t.within(c, t.lower(c))
	t.most = t.labels.opts.SearchSteps
	for {
		left := c.Diff(c.And(need, able), won)
		at, ok := t.labels.sp.Pick(left)
		if !ok || c.Err() != nil {
			return c.And(won, able)
		}
		class := t.class(c, c.Take(t.labels.sp.StateSet(c.Scope(), at)))
		if p := t.search(c, class, t.anything()); p != nil {
			t.plan = p
			won = c.Or(won, t.within(c, t.win(c)))
			if proven, err := c.Leq(class, won); err == nil && !proven {
				c.Fail(errWitness)
			}
		} else {
			able = c.Diff(able, class)
		}
		t.plan = nil
	}
}

// class is the set of states from which a strategy must win to win from those of a
// set; within those from which it wins if it does so from a set.
func (t *contest) class(c *bdd.Calculator, set bdd.Node) bdd.Node {
	if t.labels.opts.Ability == UniformObjective {
		return set
	}
	return c.And(t.reached, t.labels.confused(c, t.coalition, t.reached, set))
}

func (t *contest) within(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.Diff(t.reached, t.class(c, c.Diff(t.reached, set)))
}

// lower is where the coalition wins by choices that are as good in all states of the
// region that look alike to who makes them.
func (t *contest) lower(c *bdd.Calculator) bdd.Node {
	t.live, t.closing = c.Diff(t.win(c), t.g), t.alike
	if t.op == ltol.OpNext {
		t.live = t.moving
	}
	defer func() { t.closing = nil }()
	return t.win(c)
}

// alike leaves of good choices those that are good wherever the players look, and
// where those look in turn: what several decide at once is good for all of them.
func (t *contest) alike(c *bdd.Calculator, players []int, good, bad bdd.Node) bdd.Node {
	bad = fixpoint(c, c.And(bad, t.live), func(c *bdd.Calculator, set bdd.Node) bdd.Node {
		more := set
		for _, k := range players {
			more = c.Or(more, c.And(t.live, t.labels.confused(c, []int{k}, bdd.True, set)))
		}
		return more
	})
	return c.Diff(good, bad)
}

// anything is the plan that allows everything.
func (t *contest) anything() space.Plan {
	var out space.Plan
	for _, d := range t.table.Decisions() {
		out = append(out, slices.Repeat([]bdd.Node{bdd.True}, len(d.Options)))
	}
	return out
}

// find is a plan by what the members see that wins from a class of states, nil if
// there is none.
func (t *contest) find(c *bdd.Calculator, class bdd.Node) space.Plan {
	if wins, err := c.Leq(class, t.lower(c)); err == nil && wins {
		t.closing = t.alike
		defer func() { t.closing = nil }()
		return t.settle(c, class, t.alike)
	}
	t.most = t.labels.opts.SearchSteps
	defer func() { t.plan = nil }()
	return t.search(c, class, t.anything())
}

// search looks for a plan that wins from a class of states, by what the members see
// and within what is allowed: nil if there is none. It decides where a plan with
// perfect information decides differently in states that look alike, the first time
// that it does so, and asks for perfect information again (Busard, Pecheur, Qu,
// Raimondi, "Reasoning about memoryless strategies under partial observability and
// unconditional fairness constraints", 2015, doi:10.1016/j.ic.2015.03.014).
func (t *contest) search(outer *bdd.Calculator, class bdd.Node, allowed space.Plan) space.Plan {
	c := outer.Scope().NewScope().Calculator()
	defer c.Close()
	t.plan = allowed
	won := t.win(c)
	if wins, err := c.Leq(class, won); err != nil || !wins {
		outer.Fail(err)
		return nil
	}
	if t.live = won; t.op != ltol.OpNext {
		t.live = c.Diff(won, t.g)
	}
	p := t.settle(c, class, t.alike)
	layers, _ := t.follow(c, p, class)
	d, option, cell := t.conflict(c, p, layers)
	if cell == bdd.False {
		visited := c.OrAll(layers...)
		return mapped(p, func(d int, n bdd.Node) bdd.Node { return outer.Take(c.Return(t.cell(c, d, c.And(n, visited)))) })
	}
	options := []int{option}
	for o := range p[d] {
		if apart, err := c.Disjoint(cell, c.And(allowed[d][o], t.table.Possible(c, d, o))); o != option && err == nil && !apart {
			options = append(options, o)
		}
	}
	for _, option := range options {
		narrower := slices.Clone(allowed)
		narrower[d] = slices.Clone(allowed[d])
		for o := range narrower[d] {
			if o != option {
				narrower[d][o] = c.Diff(narrower[d][o], cell)
			}
		}
		found := t.search(c, class, narrower)
		if err := c.Err(); err != nil {
			outer.Fail(err)
			return nil
		}
		if found != nil {
			return mapped(found, func(_ int, n bdd.Node) bdd.Node { return outer.Take(c.Return(n)) })
		}
	}
	return nil
}

// conflict is a cell of states that look alike to who decides, in some of which a plan
// takes the option and in others another one; empty if there is none.
func (t *contest) conflict(c *bdd.Calculator, p space.Plan, layers []bdd.Node) (decision, option int, cell bdd.Node) {
	visited := c.OrAll(layers...)
	for _, layer := range layers {
		for d := range p {
			for o, here := range p[d] {
				here, others := c.And(here, layer), bdd.False
				for k, n := range p[d] {
					if k != o {
						others = c.Or(others, c.And(n, visited))
					}
				}
				if here == bdd.False || others == bdd.False {
					continue
				}
				if at, ok := t.labels.sp.Pick(c.And(here, t.cell(c, d, others))); ok {
					return d, o, t.cell(c, d, c.Take(t.labels.sp.StateSet(c.Scope(), at)))
				}
			}
		}
	}
	return 0, 0, bdd.False
}

// cell is the set of states that look like one of a set to who makes a decision.
func (t *contest) cell(c *bdd.Calculator, decision int, set bdd.Node) bdd.Node {
	player := []int{t.table.Decisions()[decision].Player}
	out := bdd.False
	for _, part := range t.table.Cells(c, decision) {
		out = c.Or(out, c.And(part, t.labels.confused(c, player, part, set)))
	}
	return c.And(t.reached, out)
}
