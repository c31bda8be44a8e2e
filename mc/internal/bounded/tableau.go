package bounded

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Tableau is like [Machine.Goal], but it needs no automata, which may be too large: it adds a latch
// for each obligation of a tableau. The obligations after a step are chosen by inputs. Only steps at
// which the rules of the obligations are true stay possible.
func (m *Machine) Tableau(ctx context.Context, name string, conjuncts []*ltol.Formula, fair Fairness, o ltol.Options) (Goal, error) {
	t, err := ltol.Tabulate(ctx, ltol.And(ltol.Not(ltol.And(conjuncts...)), fair.Rest), o)
	if err != nil {
		return Goal{}, fmt.Errorf("property %s: %w", name, err)
	}
	b := &obligations{Machine: m, past: map[int]circuit.Lit{}}
	for i := range t.Obligations {
		chosen := m.Input()
		m.Choices = append(m.Choices, Choice{fmt.Sprintf("%s-next[%d]", name, i), chosen})
		b.next = append(b.next, chosen)
		b.owed = append(b.owed, m.latch(fmt.Sprintf("%s-owed[%d]", name, i)))
		m.Latches[len(m.Latches)-1].Next = chosen
	}
	for _, i := range t.Initial {
		m.Init = m.And(m.Init, b.owed[i])
	}
	for _, id := range t.Pasts {
		is := m.atom(ltol.Atom{ID: id, Kind: ltol.Step})
		b.past[id] = m.Remember(fmt.Sprintf("%s-past[%d]", name, id), func(circuit.Lit) circuit.Lit { return is })
	}
	var rules []circuit.Lit
	for i, x := range t.Obligations {
		rules = append(rules, m.Or(b.owed[i].Not(), b.value(x.Rule)))
	}
	m.Possible = m.And(m.Possible, m.All(rules...))
	goal := Goal{Bad: circuit.False, Again: append([]circuit.Lit{}, fair.Again...)}
	for _, f := range t.Conditions {
		goal.Again = append(goal.Again, b.value(f))
	}
	if len(goal.Again) == 0 {
		goal.Again = append(goal.Again, circuit.True)
	}
	return goal, m.err
}

// Obligations are those of a tableau as literals, by number, before and after a step.
type obligations struct {
	*Machine
	owed, next []circuit.Lit
	past       map[int]circuit.Lit // by step proposition: of the step before
}

// value is a rule or a condition as a literal.
func (b *obligations) value(f *ltol.Formula) circuit.Lit {
	algebra := &ltol.Algebra[circuit.Lit]{Not: circuit.Lit.Not, And: b.All, Or: b.Any}
	return algebra.Value(f, func(f *ltol.Formula) circuit.Lit {
		if f.Op() == ltol.OpNext {
			return b.next[f.Args()[0].Atom().ID]
		}
		switch a := f.Atom(); a.Kind {
		case ltol.Owed:
			return b.owed[a.ID]
		case ltol.PastStep:
			return b.past[a.ID]
		default:
			return b.atom(a)
		}
	})
}
