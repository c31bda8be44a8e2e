package rcheck

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A Formula is a formula that was read without a model. Its atoms are the parts that have no
// connective of the logic, with their text. Comparisons, names and k-x are atoms about states.
// Observation descriptors are atoms about steps. Atoms with the same text are equal. A Formula is
// immutable.
type Formula struct {
	*ltol.Formula
	names        map[ltol.Atom]string
	observations *ltol.Formula
}

// Name is the text of an atom, in one line.
func (f *Formula) Name(a ltol.Atom) string { return f.names[a] }

// Notation writes formulas over these atoms as they were written.
func (f *Formula) Notation() ltol.Notation { return ltol.Notation{Name: f.Name} }

// Observations is what the observation descriptors of the formula mean together, as a formula that
// is true of every run: P001 Prop. 1. It is true if there are none. For example, `<sender = a>
// true` and `<sender = b> true` cannot both be true, as a step has one sender.
//
// Different names of values stand for different values. A name that is compared is a datum of the
// message. If it is compared in exists(…) or forall(…), it is a property identifier, whose type has
// all values that it is compared with. Calls, and comparisons that do not equate two names or
// values, can be true or false in any step. The predicate of a get tells nothing about the supplier's
// identifiers: the supplier may lack another one, which the predicate compares by `!=`.
//
// The formula has atoms about steps that have no name: what the descriptors are made of.
func (f *Formula) Observations() *ltol.Formula { return f.observations }

// String is the formula with its atoms as they were written.
func (f *Formula) String() string { return f.Format(f.Notation()) }

// ParseFormula reads a formula of LTOL without a model, such as `G (ask -> F answer)`. To read a
// formula about a model, use [Program.WithProperty]. Of the options, only Reading is used. Its zero
// value means that F, G, X and observations bind like `!`, as in textbooks about LTL. Then there is
// a warning if other readings differ. Diagnostics call the text "formula".
//
// The formula is nil if the list has an error. The error says what has no meaning without a model,
// or that ctx ended.
func ParseFormula(ctx context.Context, text string, o Options) (f *Formula, list diag.List, err error) {
	if ctx == nil {
		return nil, nil, misuse("there is no context")
	}
	defer interrupt.Catch(&err)
	files := token.NewFileSet()
	watch := interrupt.New(ctx, "parsing the formula")
	x, list := parser.ParseFormula(files, "formula", []byte(text), parser.Options{Reading: o.Reading, Watch: watch})
	if list.HasErrors() {
		return nil, list, nil
	}
	r := &reader{watch: watch, atoms: map[named]ltol.Atom{}, names: map[ltol.Atom]string{}}
	formula := r.formula(x)
	if r.fault != nil {
		return nil, list, r.fault
	}
	observing := observing{reader: r}
	meaning := observing.meaning(r.observed, formula.Atoms())
	if r.fault != nil {
		return nil, list, r.fault
	}
	return &Formula{formula, r.names, meaning}, list, nil
}
