package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// stepAtoms says which atom takes the place of each step atom of a formula, by its key.
//
// A step atom is a label, or several labels at once, perhaps under conditions on the state that the
// step leaves. Step atoms that stand in the same disjunctions of a formula become one atom: "one of
// these agents does something" is then one question. Step atoms of different disjunctions stay
// apart, so that the formula shows what its disjunctions have in common.
//
// A label under conditions is no step atom if the label occurs elsewhere too. It is one all the
// same where a disjunction has more of them than [Target.Apart]: automata that know what they have
// in common would be too large.
type stepAtoms map[string]*types.Formula

// Target is a system with the propositions that formulas are about. Equal propositions occur once.
// Lowering does not change the target of the caller: it adds propositions to a copy. A Target made
// only of a system and [types.Limits.Apart] has no propositions.
type Target struct {
	System *recipe.System
	Apart  int
	ids    map[string]int // of propositions, by what they say

	// While a formula is lowered: its step atoms, and those of its conjuncts.
	atoms stepAtoms
	parts map[*types.Formula]stepAtoms
}

// divide finds the step atoms of a formula.
func (t *Target) divide(f *types.Formula) stepAtoms {
	// places lists, for each label, the keys of the disjunctions with a step atom that contains it,
	// and "" if the label stands alone somewhere.
	places := map[string]map[string]bool{}
	// crowded has the keys of the step atoms of large disjunctions.
	crowded := map[string]bool{}
	t.disjunctions(f, func(*types.Formula) bool { return true }, nil, func(list []*types.Formula) {
		several := slices.DeleteFunc(slices.Clone(list), isLabel)
		for _, x := range several {
			if len(several) > t.Apart {
				crowded[key(x)] = true
			}
		}
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
	t.disjunctions(f, func(x *types.Formula) bool { return crowded[key(x)] || alone(x) }, crowded, func(list []*types.Formula) {
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
	atoms, d := map[string]*types.Formula{}, stepAtoms{}
	for sign, list := range like {
		atoms[sign] = anyOf(list)
	}
	for k, sign := range signs {
		d[k] = atoms[sign]
	}
	return d
}

// oneOf replaces the step atoms of a disjunction by the atoms of their classes.
func (t *Target) oneOf(f *types.Formula) *types.Formula {
	if f.Op != ltol.OpOr || f.Modal != 0 {
		return f
	}
	out := *f
	out.Args = nil
	met := map[*types.Formula]bool{}
	for _, a := range operands(f, ltol.OpOr) {
		if x := t.stepAtom(a); x != nil && t.atoms[key(x)] != nil {
			a = t.atoms[key(x)]
		}
		if !met[a] {
			met[a] = true
			out.Args = append(out.Args, a)
		}
	}
	if len(out.Args) == 1 {
		return out.Args[0]
	}
	return &out
}

// divideParts divides the conjuncts of f, also those under G, one by one, as they are checked.
func (t *Target) divideParts(f *types.Formula) {
	if f.Modal == 0 && (f.Op == ltol.OpAnd || f.Op == ltol.OpGlobally) {
		for _, a := range f.Args {
			t.divideParts(a)
		}
		return
	}
	t.parts[f] = t.divide(f)
}

// disjunctions visits the step atoms of each disjunction in f, and each label outside of
// disjunctions. It visits the atoms about the step that leaves a position and those about the step
// that entered it one after the other. An atom under conditions counts if may accepts it; unless it
// is crowded, it must not be the only one.
func (t *Target) disjunctions(
	f *types.Formula, may func(atom *types.Formula) bool, crowded map[string]bool, visit func(atoms []*types.Formula),
) {
	list := operands(f, ltol.OpOr)
	if len(list) == 1 {
		if isLabel(f) {
			visit(list)
		}
		for _, a := range f.Args {
			t.disjunctions(a, may, crowded, visit)
		}
		return
	}
	for _, kind := range []ltol.AtomKind{ltol.Step, ltol.PastStep} {
		var same []*types.Formula
		parts := map[*types.Formula]bool{}
		for _, a := range list {
			if x := t.stepAtom(a); x != nil && x.Kind == kind && (isLabel(x) || may(x)) {
				same = append(same, x)
				parts[a] = true
			}
		}
		if len(same) == 1 && !isLabel(same[0]) && !crowded[key(same[0])] {
			continue
		}
		if len(same) > 0 {
			visit(same)
		}
		list = slices.DeleteFunc(list, func(a *types.Formula) bool { return parts[a] })
	}
	for _, a := range list {
		t.disjunctions(a, may, crowded, visit)
	}
}

// operands flattens nested connectives of one kind.
func operands(f *types.Formula, op ltol.Op) []*types.Formula { return appendOperands(nil, f, op) }

func appendOperands(out []*types.Formula, f *types.Formula, op ltol.Op) []*types.Formula {
	if f.Op != op || f.Modal != 0 {
		return append(out, f)
	}
	for _, a := range f.Args {
		out = appendOperands(out, a, op)
	}
	return out
}

func isLabel(f *types.Formula) bool {
	return f.Op == ltol.OpAtom && f.Modal == 0 && f.Expr != nil && f.Expr.Op == recipe.OpExecuted
}

// stepAtom returns f as one atom about a step, or nil if it is none.
func (t *Target) stepAtom(f *types.Formula) *types.Formula {
	if isLabel(f) {
		return f
	}
	if f.Op != ltol.OpAnd && f.Op != ltol.OpOr || f.Modal != 0 {
		return nil
	}
	var atoms []*types.Formula
	var states []*recipe.Expr
	for _, a := range operands(f, f.Op) {
		if a.IsState() && f.Op == ltol.OpAnd {
			states = append(states, a.Expr)
			continue
		}
		x := t.stepAtom(a)
		if x == nil || len(atoms) > 0 && x.Kind != atoms[0].Kind {
			return nil
		}
		atoms = append(atoms, x)
	}
	switch {
	case len(atoms) == 0:
		return nil
	case f.Op == ltol.OpOr:
		return anyOf(atoms)
	}
	parts := make([]*recipe.Expr, len(atoms))
	for i, x := range atoms {
		parts[i] = x.Expr
	}
	x := recipe.And(append(parts, states...)...)
	if atoms[0].Kind == ltol.PastStep && t.entering(x) == nil {
		return nil
	}
	return &types.Formula{Op: ltol.OpAtom, Kind: atoms[0].Kind, Expr: x}
}

// entering rewrites a step atom about the step that enters a position, with conditions on the state
// there. The result is a step atom about the state that the step leaves: the updates of a command
// tell what is true after it. The result is nil if a condition reads another agent's variables, and
// some command changes them.
func (t *Target) entering(atom *recipe.Expr) *recipe.Expr {
	if atom.Op != recipe.OpOr && atom.Op != recipe.OpAnd {
		return atom
	}
	x, y := atom.Args[0], atom.Args[1]
	if atom.Op == recipe.OpAnd && !y.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpExecuted }) {
		if x = t.entering(x); x == nil {
			return nil
		}
		return t.leaving(x, y)
	}
	if x, y = t.entering(x), t.entering(y); x == nil || y == nil {
		return nil
	}
	out := *atom
	out.Args = []*recipe.Expr{x, y}
	return &out
}

// leaving adds to a step atom, which is about the state that the step leaves, a condition on the
// state that the step enters.
func (t *Target) leaving(done, after *recipe.Expr) *recipe.Expr {
	switch done.Op {
	case recipe.OpOr:
		if a, b := t.leaving(done.Args[0], after), t.leaving(done.Args[1], after); a != nil && b != nil {
			return recipe.Or(a, b)
		}
	case recipe.OpAnd:
		if a := t.leaving(done.Args[0], after); a != nil {
			return recipe.And(a, done.Args[1])
		}
		if b := t.leaving(done.Args[1], after); b != nil {
			return recipe.And(done.Args[0], b)
		}
	case recipe.OpExecuted:
		var labels, conditions []*recipe.Expr
		for _, id := range done.Commands {
			before := t.before(after, &t.System.Commands[id])
			if before == nil {
				return nil
			}
			i := slices.IndexFunc(conditions, func(x *recipe.Expr) bool {
				return exprKey(recipe.StepProposition, x) == exprKey(recipe.StepProposition, before)
			})
			if i < 0 {
				label := *done
				label.Commands = nil
				i, labels, conditions = len(labels), append(labels, &label), append(conditions, before)
			}
			labels[i].Commands = append(labels[i].Commands, id)
		}
		for i, x := range conditions {
			labels[i] = recipe.And(labels[i], x)
		}
		return recipe.Or(labels...)
	}
	return nil
}

// before returns the weakest precondition of a condition for a step that executes the command: a
// condition on the state that the step leaves and on its message. It returns nil if the condition
// after the step depends on what other agents do.
func (t *Target) before(after *recipe.Expr, by *recipe.Command) *recipe.Expr {
	switch after.Op {
	case recipe.OpLocal:
		agent := t.System.Vars[after.Index].Agent
		sets := func(u recipe.Assignment) bool { return u.Var == after.Index }
		if i := slices.IndexFunc(by.Updates, sets); i >= 0 {
			return by.Updates[i].Expr
		}
		if agent == by.Agent {
			return after
		}
		for i := range t.System.Commands {
			if k := &t.System.Commands[i]; slices.ContainsFunc(k.Updates, sets) {
				return nil
			}
		}
		return after
	case recipe.OpControl, recipe.OpEnabled, recipe.OpDeadlock:
		return nil
	}
	x := *after
	x.Args = make([]*recipe.Expr, len(after.Args))
	for i, a := range after.Args {
		if x.Args[i] = t.before(a, by); x.Args[i] == nil {
			return nil
		}
	}
	return &x
}

// anyOf is the disjunction of step atoms as one atom. Their labels become one label.
func anyOf(atoms []*types.Formula) *types.Formula {
	if len(atoms) == 1 {
		return atoms[0]
	}
	label := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType}
	var others []*recipe.Expr
	for _, x := range atoms {
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
	return &types.Formula{Op: ltol.OpAtom, Kind: atoms[0].Kind, Expr: recipe.Or(others...)}
}

// key is equal for equal step atoms.
func key(atom *types.Formula) string {
	return fmt.Sprint(atom.Kind, exprKey(recipe.StepProposition, atom.Expr))
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

// labels returns the keys of the labels in a step atom.
func labels(atom *types.Formula) map[string]bool {
	out := map[string]bool{}
	for e := range atom.Expr.All() {
		if e.Op == recipe.OpExecuted {
			out[fmt.Sprint(atom.Kind, e.Commands)] = true
		}
	}
	return out
}
