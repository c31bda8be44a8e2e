package mc

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Codes of warnings about properties that hold.
const (
	// CodeNoFairComputation: no computation is fair, so that everything holds.
	CodeNoFairComputation = "no-fair-computation"
	// CodeValid: the formula is true of all computations of any system.
	CodeValid = "valid-formula"
	// CodeAntecedent: the left side of an implication is true in no fair
	// computation.
	CodeAntecedent = "antecedent-never"
	// CodeObservation: no step that a necessity [O] speaks of occurs in a fair
	// computation.
	CodeObservation = "observation-never"
)

// Vacuity looks for trivial reasons for a property to hold: there is no fair
// computation, the formula is valid whatever its atoms mean, or it holds of
// implications or necessities only because their left sides or observations
// never come true (Beer, Ben-David, Eisner, Rodeh, "Efficient detection of
// vacuity in temporal model checking", Formal Methods in System Design 18(2),
// 2001, doi:10.1023/A:1008779610539, restricted to what users can be told in
// one sentence). It must be asked about properties that hold. Errors are
// [*LimitError] or wrap [ErrInternal].
func (c *Checker) Vacuity(ctx context.Context, p Property) ([]Warning, error) {
	if err := c.about(ctx, p.Formula); err != nil {
		return nil, err
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	warn := func(code, format string, args ...any) Warning {
		return Warning{Code: code, Pos: p.Pos, Message: fmt.Sprintf(format, args...)}
	}
	fair, err := c.FairComputation(ctx)
	if err != nil {
		return nil, err
	}
	if !fair {
		return []Warning{warn(CodeNoFairComputation, "property %s holds because no computation is fair", p.label())}, nil
	}
	c.enter(PhaseTranslate)
	refutation, err := ltol.Satisfiable(ctx, ltol.Not(p.Formula), c.set.translation)
	if err != nil {
		return nil, c.fault(err)
	}
	if refutation == nil {
		return []Warning{warn(CodeValid, "property %s holds of every system: it is valid", p.label())}, nil
	}
	var out []Warning
	for _, trigger := range triggers(p.Formula, true) {
		comes, err := c.occurs(ctx, ltol.Finally(trigger.formula))
		if err != nil {
			return out, err
		}
		if comes {
			continue
		}
		if trigger.code == CodeObservation {
			out = append(out, warn(trigger.code, "in property %s, no step ever satisfies [%s]", p.label(), c.text(trigger.formula)))
		} else {
			out = append(out, warn(trigger.code, "in property %s, the antecedent %s is never true", p.label(), c.text(trigger.formula)))
		}
	}
	return out, nil
}

// FairComputation reports whether the system has a fair computation. Errors
// are [*LimitError] or wrap [ErrInternal].
func (c *Checker) FairComputation(ctx context.Context) (bool, error) {
	if err := c.usable(ctx); err != nil {
		return false, err
	}
	if c.fair.Trivial() {
		return true, nil // every state has a successor, if only by stuttering
	}
	if err := c.reach(ctx); err != nil {
		return false, err
	}
	return c.occurs(ctx, ltol.True())
}

// A trigger is a part of a formula that must come true for the formula to say
// anything.
type trigger struct {
	code    string
	formula *ltol.Formula
}

// triggers lists the antecedents of implications and the observations of
// necessities that occur positively in f (or, if positive is false, in its
// negation).
func triggers(f *ltol.Formula, positive bool) []trigger {
	args := f.Args()
	var out []trigger
	switch f.Op() {
	case ltol.OpNot:
		return triggers(args[0], !positive)
	case ltol.OpImplies:
		if positive {
			out = append(out, trigger{CodeAntecedent, args[0]})
		}
		return append(append(out, triggers(args[0], !positive)...), triggers(args[1], positive)...)
	case ltol.OpIff:
		return nil // both sides occur in both ways
	case ltol.OpNecessary:
		if positive {
			out = append(out, trigger{CodeObservation, ltol.Prop(f.Atom())})
		}
	}
	for _, arg := range args {
		out = append(out, triggers(arg, positive)...)
	}
	return out
}

// text is a formula in the names of the system's propositions.
func (c *Checker) text(f *ltol.Formula) string {
	name := func(a ltol.Atom) string { return c.sys.Propositions[a.ID].Name }
	return f.Format(ltol.Notation{Name: name})
}
