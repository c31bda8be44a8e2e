// Package vacuity finds the parts of a formula that must come true for it to say anything.
package vacuity

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
	var all []Trigger
	EachTrigger(f, true, func(part *ltol.Formula, observation bool) { all = append(all, Trigger{part, observation}) }, func(ltol.Atom, bool) {})
	for _, t := range all {
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

// EachTrigger visits the antecedents of implications and the observations of necessities that occur
// positively in f (or, if positive is false, in its negation), and atoms with how they occur. A step
// that must never come is no trigger, such as O in `G [O] false`.
func EachTrigger(f *ltol.Formula, positive bool, found func(part *ltol.Formula, observation bool), atom func(a ltol.Atom, positive bool)) {
	args := f.Args()
	switch f.Op() {
	case ltol.OpAtom:
		atom(f.Atom(), positive)
	case ltol.OpNot:
		positive = !positive
	case ltol.OpImplies:
		if positive {
			found(args[0], false)
		}
		EachTrigger(args[0], !positive, found, atom)
		args = args[1:]
	case ltol.OpIff:
		return // both sides occur in both ways
	case ltol.OpNecessary:
		if positive && args[0].Op() != ltol.OpFalse {
			found(ltol.Prop(f.Atom()), true)
		}
	}
	for _, arg := range args {
		EachTrigger(arg, positive, found, atom)
	}
}

// Occasions are what gives a formula something to say: the left sides of its implications and its
// observations, sometime if they are below a G.
func Occasions(f *ltol.Formula) (out []*ltol.Formula) {
	switch f.Op() {
	case ltol.OpAnd:
		for _, a := range f.Args() {
			out = append(out, Occasions(a)...)
		}
	case ltol.OpGlobally:
		for _, g := range Occasions(f.Args()[0]) {
			out = append(out, ltol.Finally(g))
		}
	case ltol.OpImplies:
		out = f.Args()[:1]
	case ltol.OpNecessary:
		out = append(out, ltol.Possible(f.Atom().ID, ltol.True()))
	}
	return out
}
