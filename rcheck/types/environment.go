package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// observe notes what a formula reads of messages.
func (e *environment) observe(f *Formula) {
	for x := range f.Expr.All() {
		switch x.Op {
		case recipe.OpData:
			if !slices.Contains(e.observed, x.Index) {
				e.observed = append(e.observed, x.Index)
			}
		case recipe.OpExists, recipe.OpForall:
			e.assignments = true
		}
	}
}

const outsideUnnamed = "agents outside have no names in a model; `<<sender != a>> true` with each agent `a` " +
	"of the system says that a message comes from outside"

// isOutside reports whether runs call an agent outside so.
func (c *Program) isOutside(name string) bool {
	v, known := c.symbolOf[name]
	return known && c.environment != nil && slices.Contains(c.environment.names, v)
}

// alone reports whether agents outside have no part in whether a command is enabled.
func (e *environment) alone(k *recipe.Command) bool {
	if k.Kind != recipe.Send {
		return false
	}
	return k.Channel.IsConst(recipe.Broadcast) || e.decl.Receptive != nil
}

// notOutside restricts the body of a quantifier over assignments to those of agents that are not
// outside.
func (c *Program) notOutside(op recipe.Op, x *recipe.Expr) *recipe.Expr {
	if c.environment == nil {
		return x
	}
	outside := &recipe.Expr{Op: recipe.OpProperty, Type: recipe.BoolType, Index: len(c.props), Pos: x.Pos}
	if op == recipe.OpExists {
		return recipe.And(recipe.Not(outside), x)
	}
	return recipe.Or(outside, x)
}
