package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A deed is an atom about a step: a label, or several labels at once, perhaps under conditions on the state that the step leaves.
// Whether one of several agents does something is one question, and not one about each of them: deeds that stand in the same
// disjunctions of a formula become one atom. Those that stand in different ones stay apart, so that the formula shows what the
// disjunctions have in common, and a deed of several conditions is none if its labels stand elsewhere too.
//
// The deeds are by their keys; each is given with the atom that stands for it and those like it.
type deeds map[string]*types.Formula

// divide finds the deeds of a formula.
func divide(f *types.Formula) deeds {
	places := map[string]map[string]bool{} // of a label: the disjunctions, by what they say, of whose deeds it is a part; "" where it stands alone
	disjunctions(f, func(*types.Formula) bool { return true }, func(list []*types.Formula) {
		said := make([]string, len(list))
		for i, x := range list {
			said[i] = key(x)
		}
		here := strings.Join(said, " ")
		for _, x := range list {
			for label := range labels(x) {
				if places[label] == nil {
					places[label] = map[string]bool{}
				}
				if x.Expr.Op == recipe.OpExecuted {
					places[label][""] = true
				} else {
					places[label][here] = true
				}
			}
		}
	})
	alone := func(x *types.Formula) bool {
		for label := range labels(x) {
			if x.Expr.Op != recipe.OpExecuted && len(places[label]) > 1 {
				return false
			}
		}
		return true
	}
	var order []string
	members, signs, n := map[string]*types.Formula{}, map[string]string{}, 0
	disjunctions(f, alone, func(list []*types.Formula) {
		n++
		for _, x := range list {
			k := key(x)
			if members[k] == nil {
				members[k], order = x, append(order, k)
			}
			if sign := fmt.Sprint(" ", n); !strings.HasSuffix(signs[k], sign) {
				signs[k] += sign
			}
		}
	})
	like := map[string][]*types.Formula{}
	for _, k := range order {
		like[signs[k]] = append(like[signs[k]], members[k])
	}
	atoms, d := map[string]*types.Formula{}, deeds{}
	for sign, list := range like {
		atoms[sign] = anyOf(list)
	}
	for k, sign := range signs {
		d[k] = atoms[sign]
	}
	return d
}

// oneOf puts the classes of deeds in the place of the deeds of a disjunction.
func (d deeds) oneOf(f *types.Formula) *types.Formula {
	if f.Op != ltol.OpOr || f.Modal != 0 {
		return f
	}
	out := *f
	out.Args = nil
	for _, a := range operands(f, ltol.OpOr) {
		if x := deed(a); x != nil && d[key(x)] != nil {
			a = d[key(x)]
		}
		if !slices.Contains(out.Args, a) {
			out.Args = append(out.Args, a)
		}
	}
	if len(out.Args) == 1 {
		return out.Args[0]
	}
	return &out
}

// divideParts divides the conjuncts of f, also those under G, one by one, as they are checked.
func divideParts(f *types.Formula, by map[*types.Formula]deeds) {
	if f.Modal == 0 && (f.Op == ltol.OpAnd || f.Op == ltol.OpGlobally) {
		for _, a := range f.Args {
			divideParts(a, by)
		}
		return
	}
	by[f] = divide(f)
}

// disjunctions visits the deeds of each disjunction in f, those about the step that leaves a position apart from those about the one that
// entered it, and each label that stands in none. A deed of several conditions counts where it may, and is not the only one.
func disjunctions(f *types.Formula, may func(deed *types.Formula) bool, visit func(deeds []*types.Formula)) {
	list := operands(f, ltol.OpOr)
	if len(list) == 1 {
		if isLabel(f) {
			visit(list)
		}
		for _, a := range f.Args {
			disjunctions(a, may, visit)
		}
		return
	}
	for _, kind := range []ltol.AtomKind{ltol.Step, ltol.PastStep} {
		var same, parts []*types.Formula
		for _, a := range list {
			if x := deed(a); x != nil && x.Kind == kind && (isLabel(x) || may(x)) {
				same, parts = append(same, x), append(parts, a)
			}
		}
		if len(same) == 1 && !isLabel(same[0]) {
			continue
		}
		if len(same) > 0 {
			visit(same)
		}
		list = slices.DeleteFunc(list, func(a *types.Formula) bool { return slices.Contains(parts, a) })
	}
	for _, a := range list {
		disjunctions(a, may, visit)
	}
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

func isLabel(f *types.Formula) bool {
	return f.Op == ltol.OpAtom && f.Modal == 0 && f.Expr != nil && f.Expr.Op == recipe.OpExecuted
}

// deed is f as one atom about a step; nil if it is none.
func deed(f *types.Formula) *types.Formula {
	if isLabel(f) {
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
		x := deed(a)
		if x == nil || len(deeds) > 0 && x.Kind != deeds[0].Kind {
			return nil
		}
		deeds = append(deeds, x)
	}
	switch {
	case len(deeds) == 0 || len(states) > 0 && deeds[0].Kind != ltol.Step:
		return nil
	case f.Op == ltol.OpOr:
		return anyOf(deeds)
	}
	parts := make([]*recipe.Expr, len(deeds))
	for i, x := range deeds {
		parts[i] = x.Expr
	}
	return &types.Formula{Op: ltol.OpAtom, Kind: deeds[0].Kind, Expr: recipe.And(append(parts, states...)...)}
}

// anyOf is the atom that one of several deeds is done. Their labels become one.
func anyOf(deeds []*types.Formula) *types.Formula {
	if len(deeds) == 1 {
		return deeds[0]
	}
	label := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType}
	var others []*recipe.Expr
	for _, x := range deeds {
		if isLabel(x) {
			label.Commands = append(label.Commands, x.Expr.Commands...)
		} else {
			others = append(others, x.Expr)
		}
	}
	if len(label.Commands) > 0 {
		slices.Sort(label.Commands)
		label.Commands = slices.Compact(label.Commands)
		others = slices.Insert(others, 0, label)
	}
	return &types.Formula{Op: ltol.OpAtom, Kind: deeds[0].Kind, Expr: recipe.Or(others...)}
}

// key is the same of deeds that say the same.
func key(deed *types.Formula) string {
	return fmt.Sprint(deed.Kind, exprKey(recipe.StepProposition, deed.Expr))
}

// labels are the keys of the labels that a deed is made of.
func labels(deed *types.Formula) map[string]bool {
	out := map[string]bool{}
	deed.Expr.Walk(func(e *recipe.Expr) bool {
		if e.Op == recipe.OpExecuted {
			out[fmt.Sprint(deed.Kind, e.Commands)] = true
		}
		return true
	})
	return out
}
