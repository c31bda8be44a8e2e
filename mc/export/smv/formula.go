package smv

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// A specification is a formula that the target tools check.
type specification struct {
	name     string
	property int // index in the properties translated
	index    int // the property's number as users count
	text     string
	formula  *ltol.Formula
}

// An atom of a rewritten formula is a condition on the state, or an
// observation bit.
type atom struct {
	condition *node // nil for a bit
	bit       int
}

// formulas rewrites the properties of a specification under its fairness. A
// property that is a conjunction gives several formulas.
func (t *translation) formulas(spec mc.Specification) {
	var fair []*ltol.Formula
	r := &rewriter{t: t, done: map[*ltol.Formula]*ltol.Formula{}}
	gf := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	for _, j := range spec.Justice {
		fair = append(fair, r.rewrite(gf(j)))
	}
	for _, c := range spec.Compassion {
		fair = append(fair, r.rewrite(ltol.Implies(gf(c[0]), gf(c[1]))))
	}
	for i, p := range spec.Properties {
		name := p.Name
		if name == "" {
			name = fmt.Sprintf("property-%d", p.Index)
		}
		parts := r.split(r.rewrite(p.Formula))
		for k, f := range parts {
			part := name
			if len(parts) > 1 {
				part = fmt.Sprintf("%s-%d", name, k+1)
			}
			f = r.binary(ltol.OpImplies, r.join(ltol.OpAnd, fair), f)
			t.specs = append(t.specs, specification{t.names.unique(part), i, p.Index, p.Text, r.atStart(f)})
		}
	}
}

// A rewriter turns formulas over propositions into equal ones over atoms, all
// of kind ltol.State with indices of translation.atoms as identifiers.
//
// What held of the step that leaves a position is known one position later: a
// step atom becomes X bit. Each X and each other temporal operator costs the
// tools' tableau a variable, so X moves outwards where all operands have one,
// disappears in front of what does not depend on the position, and at the
// beginning of a run, where no bit holds, in front of G and F that it does not
// matter to.
type rewriter struct {
	t    *translation
	done map[*ltol.Formula]*ltol.Formula
}

func (r *rewriter) rewrite(f *ltol.Formula) *ltol.Formula {
	if g, ok := r.done[f]; ok {
		return g
	}
	g := r.connective(f)
	r.done[f] = g
	return g
}

func (r *rewriter) connective(f *ltol.Formula) *ltol.Formula {
	var args []*ltol.Formula
	for _, a := range f.Args() {
		args = append(args, r.rewrite(a))
	}
	switch f.Op() {
	case ltol.OpAtom:
		return r.atom(f.Atom())
	case ltol.OpPossible:
		return r.join(ltol.OpAnd, []*ltol.Formula{r.atom(f.Atom()), r.unary(ltol.OpNext, args[0])})
	case ltol.OpNecessary:
		return r.binary(ltol.OpImplies, r.atom(f.Atom()), r.unary(ltol.OpNext, args[0]))
	case ltol.OpAnd, ltol.OpOr:
		return r.join(f.Op(), args)
	case ltol.OpNot, ltol.OpNext, ltol.OpFinally, ltol.OpGlobally:
		return r.unary(f.Op(), args[0])
	case ltol.OpTrue, ltol.OpFalse:
		return f
	}
	return r.binary(f.Op(), args[0], args[1])
}

// atom is the formula over atoms for a proposition.
func (r *rewriter) atom(a ltol.Atom) *ltol.Formula {
	t := r.t
	if a.Kind == ltol.State {
		n := t.stateProposition(a.ID)
		if n.op == opConst {
			return truthFormula(n.isTrue())
		}
		return t.prop(atom{condition: n})
	}
	bit := t.bitOf[a.ID]
	if bit < 0 {
		return ltol.False()
	}
	f := t.prop(atom{bit: bit})
	if a.Kind == ltol.Step {
		return ltol.Next(f)
	}
	return f
}

// prop is the formula of an atom.
func (t *translation) prop(a atom) *ltol.Formula {
	id := slices.Index(t.atoms, a)
	if id < 0 {
		id = len(t.atoms)
		t.atoms = append(t.atoms, a)
	}
	return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
}

// stateProposition is the condition that a state proposition stands for.
func (t *translation) stateProposition(id int) *node {
	return t.decide(t.holds(t.sys.Propositions[id].Expr, &setting{proposition: true}))
}

func truthFormula(b bool) *ltol.Formula {
	if b {
		return ltol.True()
	}
	return ltol.False()
}

func isConstant(f *ltol.Formula) bool { return f.Op() == ltol.OpTrue || f.Op() == ltol.OpFalse }

// unary applies !, X, F or G.
func (r *rewriter) unary(op ltol.Op, f *ltol.Formula) *ltol.Formula {
	switch {
	case op == ltol.OpNot && isConstant(f):
		return truthFormula(f.Op() == ltol.OpFalse)
	case isConstant(f):
		return f
	case op == ltol.OpNot && f.Op() == ltol.OpNot:
		return f.Args()[0]
	case op != ltol.OpNot && timeless(f):
		return f
	case f.Op() == op && (op == ltol.OpFinally || op == ltol.OpGlobally):
		return f
	case f.Op() == ltol.OpNext && op != ltol.OpNext:
		return ltol.Next(r.unary(op, f.Args()[0]))
	}
	switch op {
	case ltol.OpNot:
		return ltol.Not(f)
	case ltol.OpNext:
		return ltol.Next(f)
	case ltol.OpFinally:
		return ltol.Finally(f)
	default:
		return ltol.Globally(f)
	}
}

// timeless reports whether f holds at all positions of a run or at none.
func timeless(f *ltol.Formula) bool {
	args := f.Args()
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse:
		return true
	case ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff:
		return !slices.ContainsFunc(args, func(a *ltol.Formula) bool { return !timeless(a) })
	case ltol.OpGlobally:
		return args[0].Op() == ltol.OpFinally || timeless(args[0])
	case ltol.OpFinally:
		return args[0].Op() == ltol.OpGlobally || timeless(args[0])
	}
	return false
}

// join is a conjunction or disjunction. Operands under X are joined under one.
func (r *rewriter) join(op ltol.Op, fs []*ltol.Formula) *ltol.Formula {
	unit, zero, build := ltol.OpTrue, ltol.OpFalse, ltol.And
	if op == ltol.OpOr {
		unit, zero, build = zero, unit, ltol.Or
	}
	var flat, now, later []*ltol.Formula
	for _, f := range fs {
		if f.Op() == op {
			flat = append(flat, f.Args()...)
		} else {
			flat = append(flat, f)
		}
	}
	for _, f := range flat {
		switch {
		case f.Op() == zero:
			return f
		case f.Op() == unit:
		case f.Op() == ltol.OpNext:
			later = append(later, f.Args()[0])
		default:
			now = append(now, f)
		}
	}
	now = r.merged(op, withoutRepetition(now))
	for _, f := range now {
		if f.Op() == ltol.OpNot && slices.ContainsFunc(now, f.Args()[0].Equal) {
			return truthFormula(zero == ltol.OpTrue)
		}
	}
	switch {
	case len(later) == 0:
	case slices.ContainsFunc(now, func(f *ltol.Formula) bool { return !timeless(f) }):
		now = append(now, ltol.Next(r.join(op, later)))
	default: // what is timeless may stand under X as well
		return ltol.Next(r.join(op, append(now, later...)))
	}
	if len(now) == 0 {
		return truthFormula(op == ltol.OpAnd)
	}
	return build(now...)
}

// merged joins the operands of a disjunction under F, and of a conjunction
// under G, under one.
func (r *rewriter) merged(op ltol.Op, fs []*ltol.Formula) []*ltol.Formula {
	over := ltol.OpFinally
	if op == ltol.OpAnd {
		over = ltol.OpGlobally
	}
	var inner []*ltol.Formula
	at := -1
	for i, f := range fs {
		if f.Op() == over && !timeless(f) {
			if inner = append(inner, f.Args()[0]); at < 0 {
				at = i
			}
		}
	}
	if len(inner) < 2 {
		return fs
	}
	var out []*ltol.Formula
	for i, f := range fs {
		switch {
		case i == at:
			out = append(out, r.unary(over, r.join(op, inner)))
		case f.Op() != over || timeless(f):
			out = append(out, f)
		}
	}
	return out
}

func withoutRepetition(fs []*ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	for _, f := range fs {
		if !slices.ContainsFunc(out, f.Equal) {
			out = append(out, f)
		}
	}
	return out
}

// binary applies ->, <->, U, W, R or M.
func (r *rewriter) binary(op ltol.Op, f, g *ltol.Formula) *ltol.Formula {
	if isConstant(f) || isConstant(g) {
		return r.withConstant(op, f, g)
	}
	if f.Equal(g) { // -> and <-> are true, and all others are their operand
		if op == ltol.OpImplies || op == ltol.OpIff {
			return ltol.True()
		}
		return f
	}
	if f.Op() == ltol.OpNext && (g.Op() == ltol.OpNext || timeless(g)) || g.Op() == ltol.OpNext && timeless(f) {
		return ltol.Next(r.binary(op, withoutNext(f), withoutNext(g)))
	}
	switch op {
	case ltol.OpImplies:
		// Where f keeps g from holding now, it is as good to wait for g from now on.
		if g.Op() == ltol.OpNext && g.Args()[0].Op() == ltol.OpFinally && r.exclusive(f, g.Args()[0].Args()[0]) {
			g = g.Args()[0]
		}
		return ltol.Implies(f, g)
	case ltol.OpIff:
		return ltol.Iff(f, g)
	case ltol.OpUntil:
		return ltol.Until(f, g)
	case ltol.OpWeakUntil:
		return ltol.WeakUntil(f, g)
	case ltol.OpRelease:
		return ltol.Release(f, g)
	default:
		return ltol.StrongRelease(f, g)
	}
}

func withoutNext(f *ltol.Formula) *ltol.Formula {
	if f.Op() == ltol.OpNext {
		return f.Args()[0]
	}
	return f
}

// withConstant applies a binary operator of which one operand is a constant.
func (r *rewriter) withConstant(op ltol.Op, f, g *ltol.Formula) *ltol.Formula {
	switch op {
	case ltol.OpImplies:
		return r.join(ltol.OpOr, []*ltol.Formula{r.unary(ltol.OpNot, f), g})
	case ltol.OpIff:
		if isConstant(g) {
			f, g = g, f
		}
		if f.Op() == ltol.OpTrue {
			return g
		}
		return r.unary(ltol.OpNot, g)
	case ltol.OpUntil: // f U true, false U g, true U g
		switch {
		case isConstant(g):
			return g
		case f.Op() == ltol.OpFalse:
			return g
		}
		return r.unary(ltol.OpFinally, g)
	case ltol.OpWeakUntil: // g R (f | g)
		return r.binary(ltol.OpRelease, g, r.join(ltol.OpOr, []*ltol.Formula{f, g}))
	case ltol.OpRelease:
		switch {
		case isConstant(g):
			return g
		case f.Op() == ltol.OpTrue:
			return g
		}
		return r.unary(ltol.OpGlobally, g)
	default: // f M g is g U (f & g)
		return r.binary(ltol.OpUntil, g, r.join(ltol.OpAnd, []*ltol.Formula{f, g}))
	}
}
