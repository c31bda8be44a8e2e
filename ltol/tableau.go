package ltol

import (
	"context"
	"slices"
)

// A Tableau is a formula as a few obligations, of which each is kept or not at each position of a
// computation: a variable each, where an automaton has a state for each set of them. It is the
// alternating automaton of P001 Thm 4 whose states may be true at the same time (E. M. Clarke, O.
// Grumberg, K. Hamaguchi, "Another look at LTL model checking", CAV 1994,
// doi:10.1007/3-540-58179-0_72), for one direction: an obligation that is not kept says nothing.
//
// A computation satisfies the formula if, and only if, for each position a set of obligations can
// be chosen such that
//
//   - the obligations of Initial are in the first set,
//   - at each position, the rule of each obligation in the set is true,
//   - each formula of Conditions is true at infinitely many positions.
//
// Rules and conditions are about one position: they have state atoms, step atoms, past-step atoms,
// and atoms of kind [Owed], which are true if the obligation with this number is in the set. Under
// X, rules have only atoms of kind Owed, which are about the next set. All these atoms are positive
// in rules, so that more obligations in the next set never make a rule false.
//
// For example, p U q has the obligation 0 with the rule q ∨ (p ∧ X owed0), and the condition
// ¬owed0 ∨ q: it is not put off forever.
type Tableau struct {
	Initial     []int // in increasing order
	Obligations []Obligation
	Conditions  []*Formula
	// Pasts are the identifiers of the past-step atoms in rules and conditions, in increasing order.
	Pasts []int
}

// An Obligation is a formula, and the rule that makes it true at a position.
type Obligation struct {
	Formula, Rule *Formula
}

// Tabulate returns the tableau of f. The number of its obligations is at most that of the
// subformulas of f, simplified. Errors are those of Translate. Of the options, MaxObligations and
// the thresholds apply.
func Tabulate(ctx context.Context, f *Formula, o Options) (*Tableau, error) {
	o, c, x, err := obligationOf(ctx, f, o)
	if err != nil {
		return nil, err
	}
	b := &tabulating{obligations: c, numbers: map[ob]int{}, known: [2]map[ob]*Formula{{}, {}}}
	for _, y := range c.conjuncts(x) {
		b.tableau.Initial = append(b.tableau.Initial, b.number(y))
	}
	slices.Sort(b.tableau.Initial)
	for i := 0; i < len(b.order); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := b.order[i]
		b.tableau.Obligations = append(b.tableau.Obligations, Obligation{c.decode(x), b.rule(x)})
	}
	if c.overflow {
		return nil, &TooLargeError{"the formula", "obligations", o.MaxObligations}
	}
	slices.Sort(b.tableau.Pasts)
	b.tableau.Pasts = slices.Compact(b.tableau.Pasts)
	return &b.tableau, nil
}

// tabulating is the construction of a tableau.
type tabulating struct {
	*obligations
	tableau Tableau
	numbers map[ob]int
	order   []ob               // by number
	known   [2]map[ob]*Formula // what now has computed, without X and with it
}

func (b *tabulating) number(x ob) int {
	n, ok := b.numbers[x]
	if !ok {
		n = len(b.order)
		b.numbers[x] = n
		b.order = append(b.order, x)
	}
	return n
}

func (b *tabulating) owed(x ob) *Formula { return Prop(Atom{b.number(x), Owed}) }

// now is a formula about a position that implies x there. It has no X unless next is set.
func (b *tabulating) now(x ob, next bool) *Formula {
	known := b.known[0]
	if next {
		known = b.known[1]
	}
	f, ok := known[x]
	if ok {
		return f
	}
	switch b.form(x) {
	case formUntil, formRelease:
		f = b.owed(x)
	case formNext:
		if f = b.owed(x); next {
			f = b.later(b.args(x)[0])
		}
	default:
		f = b.joined(x, next)
	}
	known[x] = f
	return f
}

// joined is now of what begins with no temporal connective.
func (b *tabulating) joined(x ob, next bool) *Formula {
	part := func(x ob) *Formula { return b.now(x, next) }
	switch b.form(x) {
	case formTrue:
		return True()
	case formLiteral:
		l := b.literalOf(x)
		if l.Atom.Kind == PastStep {
			b.tableau.Pasts = append(b.tableau.Pasts, l.Atom.ID)
		}
		return l.formula()
	case formAnd:
		return And(mapped(b.args(x), part)...)
	case formOr:
		return Or(mapped(b.args(x), part)...)
	}
	return False()
}

// later is a formula about a position that implies x at the next one.
func (b *tabulating) later(x ob) *Formula {
	switch {
	case x == obTrue:
		return True()
	case b.form(x) == formAnd && !b.pure(x):
		return And(mapped(b.args(x), b.later)...)
	}
	return Next(b.owed(x))
}

// rule is the rule of x. What x may be put off by has a condition.
func (b *tabulating) rule(x ob) *Formula {
	args, again := b.args(x), Next(b.owed(x))
	switch b.form(x) {
	case formNext:
		return b.later(args[0])
	case formUntil:
		fulfilled := b.now(args[1], false)
		b.tableau.Conditions = append(b.tableau.Conditions, Or(Not(b.owed(x)), fulfilled))
		return Or(fulfilled, And(b.now(args[0], true), again))
	case formRelease:
		if recurrent, ok := b.isFinally(args[1]); ok && args[0] == obFalse { // G F recurrent
			b.tableau.Conditions = append(b.tableau.Conditions, Or(Not(b.owed(x)), b.now(recurrent, false)))
			return again
		}
		return And(b.now(args[1], true), Or(b.now(args[0], true), again))
	}
	return b.joined(x, true)
}
