package report

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Vacuous looks for trivial reasons for a formula to hold, given that some computation is fair:
// that it is valid, or else the parts that would have to come true for it to say anything, and
// never do (Beer, Ben-David, Eisner, Rodeh, "Efficient detection of vacuity in temporal model
// checking", Formal Methods in System Design 18(2), 2001, doi:10.1023/A:1008779610539, restricted
// to what users can be told in one sentence). Whether some fair computation satisfies a formula is
// for occurs to say. With an error come the parts found so far.
func Vacuous(
	ctx context.Context, f *ltol.Formula, o ltol.Options, occurs func(context.Context, *ltol.Formula) (bool, error),
) (valid bool, parts []Trigger, err error) {
	valid = true
	var large error
	for _, part := range f.Conjuncts() { // each for itself: all together may be too many
		refutation, err := ltol.Satisfiable(ctx, ltol.Not(part), o)
		if errors.Is(err, ltol.ErrTooLarge) {
			large = err
		} else if err != nil {
			return false, nil, err
		}
		if valid = refutation == nil && err == nil; !valid {
			break
		}
	}
	if valid {
		return true, nil, nil
	}
	for _, t := range triggers(f, true) {
		comes, err := occurs(ctx, ltol.Finally(t.Formula))
		if err != nil {
			return false, parts, err
		}
		if !comes {
			parts = append(parts, t)
		}
	}
	return false, parts, large
}

// A Trigger is a part of a formula that must come true for the formula to say anything: the left
// side of an implication, or the observation of a necessity.
type Trigger struct {
	Formula     *ltol.Formula
	Observation bool
}

// triggers lists the antecedents of implications and the observations of necessities that occur
// positively in f (or, if positive is false, in its negation).
func triggers(f *ltol.Formula, positive bool) []Trigger {
	args := f.Args()
	var out []Trigger
	switch f.Op() {
	case ltol.OpNot:
		return triggers(args[0], !positive)
	case ltol.OpImplies:
		if positive {
			out = append(out, Trigger{args[0], false})
		}
		return append(append(out, triggers(args[0], !positive)...), triggers(args[1], positive)...)
	case ltol.OpIff:
		return nil // both sides occur in both ways
	case ltol.OpNecessary:
		if positive {
			out = append(out, Trigger{ltol.Prop(f.Atom()), true})
		}
	}
	for _, arg := range args {
		out = append(out, triggers(arg, positive)...)
	}
	return out
}
