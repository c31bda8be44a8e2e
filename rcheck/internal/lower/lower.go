// Package lower turns typed formulas (package types) into formulas of LTOL over numbered propositions of a system. What a formula
// says is settled by then, and nothing can fail. What agents do needs no lowering: the typed tree holds it as package recipe does.
package lower

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Target is a system with the propositions that formulas are about, equal ones once. What callers have of it does not change: lowering
// adds to a copy. Made of a system alone it has no propositions.
type Target struct {
	System *recipe.System
	ids    map[string]int // of propositions, by what they say
}

// Formula is a lowered formula: one of LTOL or, where operators about states occur, one about states, which holds in a state just if
// the formula holds on all paths that begin there. The other one is nil.
type Formula struct {
	Path  *ltol.Formula
	State *ltol.StateFormula
}

// Formulas lowers formulas to ones over the propositions of the target that is returned: the given one with those that the
// formulas need beyond its own.
func (t *Target) Formulas(fs ...*types.Formula) (*Target, []Formula) {
	next := t.clone()
	out := make([]Formula, len(fs))
	for i, f := range fs {
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

// Condition numbers a condition on one state, which has a name.
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
	return &Target{&system, ids}
}

// formula lowers f. Conditions on states are numbered after the other parts of their formula, and the observation of an operator
// before the condition that follows it.
func (t *Target) formula(f *types.Formula) *ltol.Formula {
	if f.IsState() {
		return t.state(f.Expr)
	}
	f = oneOf(f)
	args := make([]*ltol.Formula, len(f.Args))
	for i, a := range f.Args {
		if !a.IsState() {
			args[i] = t.formula(a)
		}
	}
	id := 0
	if f.Expr != nil {
		id = t.proposition(recipe.StepProposition, f.Name, f.Expr)
	}
	for i, a := range f.Args {
		if a.IsState() {
			args[i] = t.formula(a)
		}
	}
	return connective(f, id, args)
}

// oneOf makes one atom of the deeds that a disjunction names, of those about the step that leaves a position and of those about the
// one that entered it: whether one of several agents does something is one question, and not one about each of them.
func oneOf(f *types.Formula) *types.Formula {
	if f.Op != ltol.OpOr || f.Modal != 0 {
		return f
	}
	deeds, place := map[ltol.AtomKind][]*types.Formula{}, map[ltol.AtomKind]int{}
	out := *f
	out.Args = nil
	for _, a := range operands(f, ltol.OpOr) {
		if d := deed(a); d != nil {
			if deeds[d.Kind] = append(deeds[d.Kind], d); len(deeds[d.Kind]) > 1 {
				continue
			}
			place[d.Kind] = len(out.Args)
		}
		out.Args = append(out.Args, a)
	}
	for kind, list := range deeds {
		if len(list) > 1 {
			out.Args[place[kind]] = anyOf(list)
		}
	}
	if len(out.Args) == 1 {
		return out.Args[0]
	}
	return &out
}

// operands are those of nested connectives of one kind.
func operands(f *types.Formula, op ltol.Op) []*types.Formula {
	if f.Op != op || f.Modal != 0 {
		return []*types.Formula{f}
	}
	var out []*types.Formula
	for _, a := range f.Args {
		out = append(out, operands(a, op)...)
	}
	return out
}

// deed is f as one atom about a step: f is a label, several deeds at once, perhaps under conditions on the state that the step leaves,
// or one of several deeds. It is nil of all other formulas.
func deed(f *types.Formula) *types.Formula {
	if f.Op == ltol.OpAtom && f.Expr != nil && f.Expr.Op == recipe.OpExecuted {
		return f
	}
	if f.Op != ltol.OpAnd && f.Op != ltol.OpOr || f.Modal != 0 {
		return nil
	}
	var deeds []*types.Formula
	var states []*recipe.Expr
	for _, a := range operands(f, f.Op) {
		if a.IsState() && f.Op == ltol.OpAnd {
			states = append(states, a.Expr)
			continue
		}
		d := deed(a)
		if d == nil || len(deeds) > 0 && d.Kind != deeds[0].Kind {
			return nil
		}
		deeds = append(deeds, d)
	}
	switch {
	case len(deeds) == 0 || len(states) > 0 && deeds[0].Kind != ltol.Step:
		return nil
	case f.Op == ltol.OpOr:
		return anyOf(deeds)
	}
	parts := make([]*recipe.Expr, len(deeds))
	for i, d := range deeds {
		parts[i] = d.Expr
	}
	return &types.Formula{Op: ltol.OpAtom, Kind: deeds[0].Kind, Expr: recipe.And(append(parts, states...)...)}
}

// anyOf is the atom that one of several deeds is done. Their labels become one.
func anyOf(deeds []*types.Formula) *types.Formula {
	label := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType}
	var others []*recipe.Expr
	for _, d := range deeds {
		if d.Expr.Op == recipe.OpExecuted {
			label.Commands = append(label.Commands, d.Expr.Commands...)
		} else {
			others = append(others, d.Expr)
		}
	}
	if len(label.Commands) > 0 {
		slices.Sort(label.Commands)
		label.Commands = slices.Compact(label.Commands)
		others = slices.Insert(others, 0, label)
	}
	return &types.Formula{Op: ltol.OpAtom, Kind: deeds[0].Kind, Expr: recipe.Or(others...)}
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

// state lowers a condition on a state. An implication between states stays one, so that it can be seen whether its left side ever
// holds, and a negation one, so that a proposition and its negation are not two; every other condition is one proposition.
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

// exprKey is equal for expressions that are equal but for their places in the source.
func exprKey(kind recipe.PropositionKind, x *recipe.Expr) string {
	key := []byte{byte(kind)}
	var walk func(x *recipe.Expr)
	walk = func(x *recipe.Expr) {
		key = append(key, '(')
		key = strconv.AppendInt(key, int64(x.Op), 10)
		switch x.Op {
		case recipe.OpConst:
			key = append(key, ' ', '0'+byte(x.Type.Kind), ' ')
			key = strconv.AppendInt(key, int64(x.Value), 10)
		case recipe.OpExecuted, recipe.OpEnabled:
			for _, id := range x.Commands {
				key = append(key, ' ')
				key = strconv.AppendInt(key, int64(id), 10)
			}
		case recipe.OpLocal, recipe.OpData, recipe.OpProperty, recipe.OpSupplierProperty, recipe.OpControl:
			key = append(key, ' ')
			key = strconv.AppendInt(key, int64(x.Index), 10)
		}
		for _, a := range x.Args {
			walk(a)
		}
		key = append(key, ')')
	}
	walk(x)
	return string(key)
}
