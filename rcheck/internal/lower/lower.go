// Package lower converts typed formulas (package types) into formulas of LTOL over numbered
// propositions of a system. All names and types are known then, so nothing can fail. Commands need
// no lowering: the typed tree has them in the form of package recipe.
package lower

import (
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Formula is a lowered formula. It is either a formula of LTOL, or a formula about states if
// operators about states occur. The other field is nil. A formula about states is true in a state
// if, and only if, the formula holds on all paths from this state.
type Formula struct {
	Path  *ltol.Formula
	State *ltol.StateFormula
}

// Condition adds a condition on one state, under a name, and returns its number.
func (t *Target) Condition(name string, x *recipe.Expr) (*Target, int) {
	next := t.clone()
	id := next.proposition(recipe.StateProposition, name, x)
	return next, id
}

// clone is a target to which propositions can be added; nobody else has it yet.
func (t *Target) clone() *Target {
	system, ids := *t.System, map[string]int{}
	system.Propositions = slices.Clone(system.Propositions)
	maps.Copy(ids, t.ids)
	return &Target{System: &system, Apart: t.Apart, ids: ids}
}

// formula lowers f. Conditions on states are numbered after the other parts of their formula, and
// the observation of an operator before the condition that follows it.
func (t *Target) formula(f *types.Formula) *ltol.Formula {
	if f.IsState() {
		return t.state(f.Expr)
	}
	if d, ok := t.parts[f]; ok {
		t.atoms = d
	}
	f = t.oneOf(f)
	args := make([]*ltol.Formula, len(f.Args))
	for i, a := range f.Args {
		if !a.IsState() {
			args[i] = t.formula(a)
		}
	}
	id := 0
	if f.Expr != nil {
		id = t.step(f)
	}
	for i, a := range f.Args {
		if a.IsState() {
			args[i] = t.formula(a)
		}
	}
	return connective(f, id, args)
}

func connective(f *types.Formula, id int, args []*ltol.Formula) *ltol.Formula {
	switch f.Op {
	case ltol.OpAtom:
		return ltol.Prop(ltol.Atom{ID: id, Kind: f.Kind})
	case ltol.OpPossible:
		return ltol.Possible(id, args[0])
	case ltol.OpNecessary:
		return ltol.Necessary(id, args[0])
	}
	return ltol.Apply(f.Op, args...)
}

// state lowers a condition on a state. An implication between states stays one, so that it can be
// seen whether its left side ever holds, and a negation one, so that a proposition and its negation
// are not two; every other condition is one proposition.
func (t *Target) state(x *recipe.Expr) *ltol.Formula {
	switch {
	case x.Op == recipe.OpConst && x.Value == recipe.True:
		return ltol.True()
	case x.Op == recipe.OpConst:
		return ltol.False()
	case x.Op == recipe.OpNot:
		return ltol.Not(t.state(x.Args[0]))
	case x.Op == recipe.OpNe:
		eq := *x
		eq.Op = recipe.OpEq
		return ltol.Not(t.state(&eq))
	case x.Op == recipe.OpImplies:
		return ltol.Implies(t.state(x.Args[0]), t.state(x.Args[1]))
	}
	return ltol.Prop(ltol.Atom{ID: t.proposition(recipe.StateProposition, "", x), Kind: ltol.State})
}

// step numbers what an atom or an operator says of a step.
func (t *Target) step(f *types.Formula) int {
	if f.Name == "" && f.Kind == ltol.PastStep {
		return t.proposition(recipe.StepProposition, t.System.ExprString(f.Expr, -1), t.entering(f.Expr))
	}
	return t.proposition(recipe.StepProposition, f.Name, f.Expr)
}

// proposition returns the number of a proposition. Without a name it is called as it prints.
func (t *Target) proposition(kind recipe.PropositionKind, name string, x *recipe.Expr) int {
	key := exprKey(kind, x)
	if id, ok := t.ids[key]; ok {
		return id
	}
	if name == "" {
		name = t.System.ExprString(x, -1)
	}
	id := len(t.System.Propositions)
	t.System.Propositions = append(t.System.Propositions, recipe.Proposition{Kind: kind, Name: name, Expr: x})
	t.ids[key] = id
	return id
}
