package space

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// A jointTable is the game of a coalition in which all act at once. A member whose action is a
// function of its state has nothing to choose.
type jointTable struct {
	model     *symbolic.Model
	stuck     bdd.Node // states without a move
	coalition symbolic.Coalition
	decisions []Decision
	vars      []bdd.VarID // of actions, by decision
	own       *bdd.VarSet // all of them
}

// Players are the agents.
func (s *Interpreted) Players() int { return s.Agents() }

// Table is the game of a coalition. The options of a decision are all actions of the agent, whether
// the protocol allows them or not; an action that is part of no step wins nothing.
func (s *Interpreted) Table(_ context.Context, coalition []int, _, _ bdd.Node) (Table, error) {
	t := &jointTable{model: s.Model, stuck: s.stuck, coalition: symbolic.Coalition{Members: coalition}}
	for _, agent := range coalition {
		v := s.Actions[agent]
		if v < 0 {
			continue
		}
		d := Decision{Player: agent, Of: -1}
		for action := range s.System.Agents[agent].Actions {
			d.Options = append(d.Options, action)
		}
		t.decisions, t.vars = append(t.decisions, d), append(t.vars, v)
	}
	t.own = s.Manager().VarSet(bdd.Current, t.vars...)
	return t, nil
}

// LetPathsEnd has every joint action that the protocols allow be a move.
func (t *jointTable) LetPathsEnd(c *bdd.Calculator) (stuck bdd.Node) {
	t.coalition.EmptyMoves = true
	moves := c.Take(t.model.Choose(c.Scope(), t.coalition, t.model.Valid))
	t.stuck = c.Diff(t.model.Valid, t.own.Exists(c, moves))
	return t.stuck
}

func (t *jointTable) Decisions() []Decision                 { return t.decisions }
func (t *jointTable) Cells(*bdd.Calculator, int) []bdd.Node { return []bdd.Node{t.model.Valid} }
func (t *jointTable) Close()                                {}

func (t *jointTable) Possible(c *bdd.Calculator, decision, option int) bdd.Node {
	moves := c.Take(t.model.Choose(c.Scope(), t.coalition, t.model.Valid))
	return t.own.Exists(c, c.And(moves, c.Eq(t.vars[decision], bdd.Current, option)))
}

// allowed are the states and actions that a plan allows.
func (t *jointTable) allowed(c *bdd.Calculator, p Plan) bdd.Node {
	out := bdd.True
	for d, options := range p {
		some := bdd.False
		for o, where := range options {
			some = c.Or(some, c.And(where, c.Eq(t.vars[d], bdd.Current, o)))
		}
		out = c.And(out, some)
	}
	return out
}

// safe are states with actions that a plan allows and with which every step leads into a set,
// closed if that is asked for.
func (t *jointTable) safe(c *bdd.Calculator, p Plan, set bdd.Node, closing Closing) bdd.Node {
	good := c.And(t.allowed(c, p), c.Take(t.model.Choose(c.Scope(), t.coalition, set)))
	if closing == nil {
		return good
	}
	bad := c.Diff(t.model.Valid, t.stuck)
	for _, v := range t.vars {
		bad = c.And(bad, v.Valid(c, bdd.Current))
	}
	return closing(c, t.coalition.Members, good, c.Diff(bad, good))
}

func (t *jointTable) Force(c *bdd.Calculator, p Plan, set bdd.Node, closing Closing) bdd.Node {
	if p == nil && closing == nil {
		return c.Take(t.model.Force(c.Scope(), t.coalition, set))
	}
	return c.Or(c.And(t.stuck, set), t.own.Exists(c, t.safe(c, p, set, closing)))
}

func (t *jointTable) Lead(c *bdd.Calculator, within, set bdd.Node) bdd.Node {
	return c.Take(t.model.Lead(c.Scope(), t.coalition, within, set))
}

// Choose takes the actions with the least numbers.
func (t *jointTable) Choose(c *bdd.Calculator, p Plan, set, where bdd.Node, closing Closing) Plan {
	good := c.And(where, t.safe(c, p, set, closing))
	for _, v := range t.vars {
		done, settled := bdd.False, bdd.False
		for action := range t.model.Manager().Layout().Size(v) {
			with := c.Diff(c.And(good, c.Eq(v, bdd.Current, action)), done)
			done = c.Or(done, t.own.Exists(c, with))
			settled = c.Or(settled, with)
		}
		good = settled
	}
	out := make(Plan, len(t.vars))
	for d, v := range t.vars {
		for action := range t.decisions[d].Options {
			out[d] = append(out[d], t.own.Exists(c, c.And(good, c.Eq(v, bdd.Current, action))))
		}
	}
	return out
}

func (t *jointTable) Image(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node {
	return c.Take(t.model.Image(c.Scope(), c.And(t.allowed(c, p), set)))
}

func (t *jointTable) PreImage(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node {
	return c.Take(t.model.PreImage(c.Scope(), set, t.allowed(c, p)))
}

// Flat lists the sets of a plan, to be held by a scope.
func (p Plan) Flat() []bdd.Node { return slices.Concat(p...) }
