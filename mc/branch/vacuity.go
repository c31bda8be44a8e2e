package branch

import (
	"context"
	"errors"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/vacuity"
)

// A Trigger is a part of a formula that has to come true for the formula to say
// anything: the left side of an implication, or the observation of a necessity. It
// is a formula about states, or one about paths under E. Observation tells that it is
// the observation of a necessity.
type Trigger struct {
	Formula     *ltol.StateFormula
	Observation bool
}

// Idle lists the triggers of a formula that holds which never come true: in no state
// of the domain, or, of those in formulas about paths, nowhere on a fair path from an
// initial state. Those for which a strategy would
// have to be looked for too long are left out. With an error come those found so far.
func (l *Labelling) Idle(ctx context.Context, f *ltol.StateFormula) ([]Trigger, error) {
	domain, err := l.Domain(ctx)
	if err != nil {
		return nil, err
	}
	var out []Trigger
	for _, t := range stateTriggers(f, true) {
		var set bdd.Node
		within := domain
		if t.Formula.Op() == ltol.StateExists {
			within = l.sp.Init()
			set, _, err = l.Initially(ctx, ltol.ExistsPath(ltol.Finally(t.Formula.Path()), t.Formula.Args()...))
		} else {
			set, err = l.States(ctx, t.Formula)
		}
		if errors.Is(err, ErrStrategy) {
			continue
		}
		if err != nil {
			return out, err
		}
		c := l.man.Calculator(ctx)
		some := c.AndAll(set, within, domain)
		err = c.Err()
		c.Close()
		if err != nil {
			return out, err
		}
		if some == bdd.False {
			out = append(out, t)
		}
	}
	return out, nil
}

// stateTriggers lists the triggers that occur positively in a formula or, if positive
// is false, in its negation.
func stateTriggers(f *ltol.StateFormula, positive bool) []Trigger {
	args := f.Args()
	var out []Trigger
	switch f.Op() {
	case ltol.StateNot:
		return stateTriggers(args[0], !positive)
	case ltol.StateImplies:
		if positive {
			out = append(out, Trigger{Formula: args[0]})
		}
		return append(append(out, stateTriggers(args[0], !positive)...), stateTriggers(args[1], positive)...)
	case ltol.StateIff:
		return nil // both sides occur in both ways
	case ltol.StateAll, ltol.StateExists, ltol.StateCan:
		return pathTriggers(f.Path(), args, positive)
	}
	for _, a := range args {
		out = append(out, stateTriggers(a, positive)...)
	}
	return out
}

// pathTriggers is the same for a formula about paths and its parts.
func pathTriggers(f *ltol.Formula, parts []*ltol.StateFormula, positive bool) (out []Trigger) {
	vacuity.EachTrigger(f, positive, func(part *ltol.Formula, observation bool) {
		t := Trigger{ltol.ExistsPath(part, parts...), observation}
		if part.Op() == ltol.OpAtom && part.Atom().Kind == ltol.State {
			t.Formula = parts[part.Atom().ID]
		}
		out = append(out, t)
	}, func(a ltol.Atom, positive bool) {
		if a.Kind == ltol.State {
			out = append(out, stateTriggers(parts[a.ID], positive)...)
		}
	})
	return out
}

// Text writes the trigger, one about paths without its E.
func (t Trigger) Text(n ltol.StateNotation) string {
	text := t.Formula.Format(n)
	if t.Formula.Op() == ltol.StateExists { // and a text that was cut has no closing parenthesis
		text = strings.TrimSuffix(strings.TrimPrefix(text, "E ("), ")")
	}
	return text
}
