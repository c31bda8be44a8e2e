package smv

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// fits is an error if so many operators are too many for a text.
func (t *translation) fits(name string, operators int) error {
	if operators > t.thresholds.MaxWritten {
		return fmt.Errorf("%w: the formula of %s would have more than %d operators in this language, which writes "+
			"operands of W, M and observations more than once; leave the property out", ErrTooLarge, name, t.thresholds.MaxWritten)
	}
	return nil
}

func (r *rewriter) rewrite(f *ltol.Formula) *ltol.Formula {
	return ltol.Fold(f, func(f *ltol.Formula, args []*ltol.Formula) *ltol.Formula {
		switch f.Op() {
		case ltol.OpAtom:
			return r.atom(f.Atom())
		case ltol.OpPossible:
			return r.Apply(ltol.OpAnd, r.atom(f.Atom()), r.Apply(ltol.OpNext, args[0]))
		case ltol.OpNecessary:
			return r.Apply(ltol.OpImplies, r.atom(f.Atom()), r.Apply(ltol.OpNext, args[0]))
		}
		return r.Apply(f.Op(), args...)
	})
}

// atom is the formula over atoms for a proposition.
func (r *rewriter) atom(a ltol.Atom) *ltol.Formula {
	t := r.t
	if a.Kind == ltol.State {
		switch n := t.stateProposition(a.ID); {
		case n.isTrue():
			return ltol.True()
		case n.isFalse():
			return ltol.False()
		default:
			return t.prop(atom{condition: n})
		}
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
	id, known := memo.Number(t.atomOf, a)
	if !known {
		t.atoms = append(t.atoms, a)
	}
	return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
}

// stateProposition is the condition that a state proposition stands for.
func (t *translation) stateProposition(id int) *node {
	if t.joint != nil {
		return t.joint.propositions[id]
	}
	return t.decide(t.Holds(t.sys.Propositions[id].Expr, &setting{Proposition: true}))
}
