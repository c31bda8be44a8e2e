package recipetest

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// someCommands picks one to three commands.
func (g *generator) someCommands() []*recipe.CommandBuilder {
	var out []*recipe.CommandBuilder
	for range g.between(1, 3) {
		out = append(out, pick(g, g.commands))
	}
	return out
}

// stateProposition is a boolean about a state.
func (g *generator) stateProposition() *recipe.Expr {
	var e *recipe.Expr
	switch g.Intn(5) {
	case 1:
		e = recipe.Enabled(g.someCommands()...)
	case 2:
		e = g.b.Observe(recipe.OpDeadlock)
	case 3:
		e = recipe.Compare(pick(g, comparisons), pick(g, g.agents).Control(), recipe.IntExpr(g.Intn(g.shape.States)))
	default:
		e = g.condition(g.locals, 2)
	}
	switch g.Intn(5) {
	case 1:
		return recipe.Not(e)
	case 2:
		return recipe.And(e, g.condition(g.locals, 1))
	case 3:
		return recipe.Or(e, g.condition(g.locals, 1))
	}
	return e
}

var roles = []recipe.Op{
	recipe.OpSender, recipe.OpGetter, recipe.OpSupplier, recipe.OpInitiator, recipe.OpProducer, recipe.OpLocality,
}

// observation is a boolean about a step, with quantifiers.
func (g *generator) observation(depth int) *recipe.Expr {
	if depth == 0 {
		return g.observed(g.stepLeaves())
	}
	switch g.Intn(8) {
	case 1:
		return recipe.And(g.observation(depth-1), g.observation(depth-1))
	case 2:
		return recipe.Or(g.observation(depth-1), g.observation(depth-1))
	case 3:
		return recipe.Not(g.observation(depth - 1))
	case 4:
		return recipe.Implies(g.observation(depth-1), g.observation(depth-1))
	case 5, 6, 7:
		inner := g.observed(slices.Concat(g.stepLeaves(), g.properties))
		switch g.Intn(6) {
		case 1:
			inner = recipe.Not(inner)
		case 2:
			inner = recipe.Exists(inner)
		case 3:
			inner = recipe.Or(inner, recipe.Forall(g.observed(g.properties)))
		}
		if g.chance(50) {
			return recipe.Forall(inner)
		}
		return recipe.Exists(inner)
	default:
		return g.observed(g.stepLeaves())
	}
}

// stepAtom adds to a boolean about a step something about the state that it leaves.
func (g *generator) stepAtom(step *recipe.Expr) *recipe.Expr {
	if len(g.receptions) > 0 && g.chance(40) {
		return g.received(3)
	}
	state := g.stateProposition()
	if g.chance(30) {
		step = recipe.Or(step, recipe.Executed(g.someCommands()...))
	}
	if g.chance(50) {
		return recipe.And(step, state)
	}
	return recipe.Or(state, step)
}

// received is a choice of receives, most of them under conditions.
func (g *generator) received(depth int) *recipe.Expr {
	x := recipe.Executed(pick(g, g.receptions))
	for g.chance(60) {
		y := g.condition(slices.Concat(g.locals, g.data), 1)
		if g.chance(10) {
			y = recipe.Executed(pick(g, g.receptions))
		}
		x = recipe.And(x, y)
	}
	if depth > 0 && g.chance(70) {
		return recipe.Or(x, g.received(depth-1))
	}
	return x
}

func (g *generator) stepLeaves() []*recipe.Expr {
	out := append([]*recipe.Expr{g.b.MessageChannel()}, g.data...)
	if g.exchanges {
		for _, p := range g.properties {
			out = append(out, g.b.SupplierProperty(p))
		}
	}
	return out
}

// observed is an atom about a step that may read the leaves.
func (g *generator) observed(leaves []*recipe.Expr) *recipe.Expr {
	switch g.Intn(8) {
	case 1:
		return recipe.Eq(g.b.Observe(pick(g, roles)), pick(g, g.agents).Location())
	case 2:
		return recipe.Ne(g.b.Observe(pick(g, roles)), pick(g, g.agents).Location())
	case 3:
		return recipe.Executed(g.someCommands()...)
	case 4:
		return g.b.Observe(recipe.OpPointToPoint)
	case 5:
		return recipe.Eq(g.b.Observe(recipe.OpLocality), g.b.AnyLocation())
	default:
		return g.condition(leaves, 1)
	}
}
