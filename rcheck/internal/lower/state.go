package lower

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// about lowers a formula about states.
func (t *Target) about(f *types.Formula) *ltol.StateFormula {
	if f.IsState() {
		return t.holdsIn(f.Expr)
	}
	if f.Modal == ltol.StateAll || f.Modal == ltol.StateExists || f.Modal == ltol.StateCan {
		p := &pathBuilder{Target: t}
		path := p.path(f.Args[0])
		return ltol.OverPaths(f.Modal, f.Agents, path, p.parts.List())
	}
	args := make([]*ltol.StateFormula, len(f.Args))
	for i, a := range f.Args {
		args[i] = t.about(a)
	}
	if f.Modal != ltol.StateTrue {
		return ltol.OfAgents(f.Modal, f.Agents, args[0])
	}
	return ltol.StateAlgebra.Connect(f.Op, args)
}

// holdsIn is the formula that a condition on a state holds. As in formulas about paths, a
// proposition and its negation are not two.
func (t *Target) holdsIn(x *recipe.Expr) *ltol.StateFormula {
	switch x.Op {
	case recipe.OpConst:
		if x.Value == recipe.True {
			return ltol.TrueState()
		}
		return ltol.NotState(ltol.TrueState())
	case recipe.OpNot:
		return ltol.NotState(t.holdsIn(x.Args[0]))
	case recipe.OpNe:
		eq := *x
		eq.Op = recipe.OpEq
		return ltol.NotState(t.holdsIn(&eq))
	}
	return ltol.StateProp(t.proposition(recipe.StateProposition, "", x))
}

// Formulas lowers formulas. The formulas it returns are over the propositions of the returned
// target, which has the propositions of t and those that the formulas add.
func (t *Target) Formulas(fs ...*types.Formula) (*Target, []Formula) {
	next := t.clone()
	out := make([]Formula, len(fs))
	for i, f := range fs {
		next.atoms, next.parts = next.divide(f), map[*types.Formula]stepAtoms{}
		next.divideParts(f)
		switch {
		case !f.HasModal():
			out[i].Path = next.formula(f)
		case f.AboutState():
			out[i].State = next.about(f)
		default:
			out[i].State = next.about(&types.Formula{Modal: ltol.StateAll, Args: []*types.Formula{f}, At: f.At})
		}
	}
	return next, out
}

// pathBuilder lowers a path formula, whose parts about states become its atoms.
type pathBuilder struct {
	*Target
	parts ltol.StateParts
}

func (b *pathBuilder) path(f *types.Formula) *ltol.Formula {
	if f.IsState() && f.Expr.Op == recipe.OpConst {
		return b.state(f.Expr) // so that `[O] false` is known for what it is
	}
	if f.AboutState() {
		return ltol.Prop(b.parts.Atom(b.about(f)))
	}
	f = b.oneOf(f)
	args := make([]*ltol.Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = b.path(a)
	}
	id := 0
	if f.Expr != nil {
		id = b.step(f)
	}
	return connective(f, id, args)
}
