package rcheck

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
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
// message. If it is compared in exists(…) or forall(…), it is a property identifier. Comparisons
// that are not about equality, and calls, can be true or false in any step.
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
	r := &reader{watch: watch, files: files, ids: map[ltol.AtomKind]map[string]int{}, names: map[ltol.Atom]string{}}
	formula := r.formula(x)
	if r.fault != nil {
		return nil, list, r.fault
	}
	var states []ltol.Atom
	for _, a := range formula.Atoms() {
		if a.Kind == ltol.State {
			states = append(states, a)
		}
	}
	observing := observing{text: r.text, visit: r.watch.Step}
	meaning := observing.meaning(r.observed, states)
	return &Formula{formula, r.names, meaning}, list, nil
}

type reader struct {
	watch *interrupt.Watch
	files *token.FileSet
	ids   map[ltol.AtomKind]map[string]int
	names map[ltol.Atom]string
	fault error
	// observed are the descriptors by the IDs of their atoms.
	observed []ast.Expr
}

// text is the text of a part of the formula in one line.
func (r *reader) text(x ast.Node) string {
	return strings.Join(strings.Fields(r.files.Text(ast.Span(x))), " ")
}

// atom is the atom with the text of a part of the formula; blanks do not matter.
func (r *reader) atom(kind ltol.AtomKind, x ast.Node) ltol.Atom {
	text := r.text(x)
	ids := r.ids[kind]
	if ids == nil {
		ids = map[string]int{}
		r.ids[kind] = ids
	}
	id, ok := ids[text]
	if !ok {
		id = len(ids)
		ids[text] = id
	}
	a := ltol.Atom{ID: id, Kind: kind}
	r.names[a] = text
	return a
}

var errAmbiguous = errors.New("the brackets < > of observations can be matched in several ways; add parentheses")

// aboutStates refuses an operator about states: as an atom it could be true and false where it
// cannot.
func (r *reader) aboutStates(operator string) {
	r.fault = fmt.Errorf("without a model, a formula is about one run, but %s is about the states of a model; write the formula as a property of a model", operator)
}

func (r *reader) formula(x ast.Expr) *ltol.Formula {
	r.watch.Step()
	switch x := ast.Unparen(x).(type) {
	case *ast.BoolLit:
		if x.Value {
			return ltol.True()
		}
		return ltol.False()
	case *ast.Unary:
		if op, ok := types.FormulaOps[x.Op]; ok {
			return ltol.Apply(op, r.formula(x.X))
		}
		if x.Op == ast.All || x.Op == ast.Exists {
			r.aboutStates(x.Text)
		}
	case *ast.Call:
		if types.IsAgentOperator(x.Fun.Name) {
			r.aboutStates(x.Fun.Name)
		}
	case *ast.Binary:
		if op, ok := types.FormulaOps[x.Op]; ok && !x.Op.IsComparison() {
			return ltol.Apply(op, r.formula(x.X), r.formula(x.Y))
		}
	case *ast.Observe:
		o := r.atom(ltol.Step, x.Obs)
		if o.ID == len(r.observed) {
			r.observed = append(r.observed, x.Obs)
		}
		if x.Necessary {
			return ltol.Necessary(o.ID, r.formula(x.X))
		}
		return ltol.Possible(o.ID, r.formula(x.X))
	case *ast.Quantifier:
		r.fault = fmt.Errorf("without a model there are no agents to quantify over (%s); give one with --model", x.Text)
	case *ast.Ambiguous:
		r.fault = errAmbiguous
	}
	return ltol.Prop(r.atom(ltol.State, ast.Unparen(x)))
}
