package smv

import (
	"cmp"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// formulas rewrites the properties of a specification under its fairness. A property that is a
// conjunction gives several formulas.
// Of a property about states it is an error that CTL cannot say it.
func (t *translation) formulas(spec mc.Specification) error {
	var fair []*ltol.Formula
	r := &rewriter{t: t}
	r.Exclusive = r.exclusive
	gf := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	for _, j := range spec.Justice {
		fair = append(fair, r.rewrite(gf(j)))
	}
	for _, c := range spec.Compassion {
		fair = append(fair, r.rewrite(ltol.Implies(gf(c[0]), gf(c[1]))))
	}
	for i, p := range spec.Properties {
		if err := t.ctx.Err(); err != nil {
			return fmt.Errorf("smv: translating stopped: %w", err)
		}
		name := cmp.Or(p.Name, fmt.Sprintf("property-%d", p.Index))
		if p.State != nil {
			f := r.stateFormula(p.State)
			if r.err != nil {
				return fmt.Errorf("%s: %w", name, r.err)
			}
			if err := t.fits(name, writtenStates(f)); err != nil {
				return err
			}
			t.specs = append(t.specs, specification{name: t.names.unique(name), property: i, index: p.Index, text: p.Text, states: f})
			continue
		}
		parts := r.split(r.rewrite(p.Formula))
		for k, f := range parts {
			part := name
			if len(parts) > 1 {
				part = fmt.Sprintf("%s-%d", name, k+1)
			}
			f = r.Apply(ltol.OpImplies, r.Apply(ltol.OpAnd, fair...), f)
			if err := t.fits(name, written(f)); err != nil {
				return err
			}
			t.specs = append(t.specs, specification{name: t.names.unique(part), property: i, index: p.Index, text: p.Text, formula: r.atStart(f)})
		}
	}
	return nil
}

// fits is an error if so many operators are too many for a text.
func (t *translation) fits(name string, operators int) error {
	if operators > t.thresholds.MaxWritten {
		return fmt.Errorf("%w: the formula of %s would have more than %d operators in this language, which writes "+
			"operands of W, M and observations more than once; leave the property out", ErrTooLarge, name, t.thresholds.MaxWritten)
	}
	return nil
}

// A rewriter turns formulas over propositions into equal ones over atoms, all of kind ltol.State
// with indices of translation.atoms as identifiers.
//
// A bit holds one position later than the step that it is about, so that a step atom becomes X bit.
// Each X and each other temporal operator costs the tools' tableau a variable. Therefore X moves
// outwards (see [ltol.Outward]); at the beginning of a run no bit holds, and X goes away in front
// of those G and F for which that makes no difference.
type rewriter struct {
	ltol.Outward
	t   *translation
	err error // of stateFormula
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
	id, ok := t.atomOf[a]
	if !ok {
		id = len(t.atoms)
		t.atoms, t.atomOf[a] = append(t.atoms, a), id
	}
	return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
}

// stateProposition is the condition that a state proposition stands for.
func (t *translation) stateProposition(id int) *node {
	return t.decide(t.Holds(t.sys.Propositions[id].Expr, &setting{Proposition: true}))
}
