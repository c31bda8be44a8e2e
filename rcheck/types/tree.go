package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Stated is what one declaration states: a SpecDecl or FairnessDecl one formula, a CompassionDecl
// two.
type Stated struct {
	Decl     ast.Decl
	Index    int // of a property, from 1
	Formulas []*Formula
}

// Formula is a resolved property, or a part of one. A part that is about one state only stays an
// expression for as long as possible. So a Boolean combination of comparisons is one atom, even if
// it is large after quantifiers are written out.
type Formula struct {
	Op   ltol.Op
	Kind ltol.AtomKind // of an atom
	Expr *recipe.Expr  // of an atom, and what an observation operator observes
	Name string        // of an atom that executes a label, as in `client1-send`
	// Modal is the operator of a formula about states, or StateTrue (0) if there is none. Agents
	// are the agents of the operator.
	Modal  ltol.StateOp
	Agents []int
	Args   []*Formula
	At     ast.Expr // where it is written; nil for a part that is only implied
}

// IsState reports whether f is a condition on one state.
func (f *Formula) IsState() bool { return f.Op == ltol.OpAtom && f.Kind == ltol.State }

// walk visits f and its parts.
func (f *Formula) walk(visit func(*Formula)) {
	visit(f)
	for _, a := range f.Args {
		a.walk(visit)
	}
}

// condition is a condition on one state; nil for nil.
func condition(x *recipe.Expr) *Formula {
	if x == nil {
		return nil
	}
	return &Formula{Op: ltol.OpAtom, Expr: x}
}

// stepAtom is the proposition x about the step that leaves a position.
func stepAtom(x *recipe.Expr, at ast.Expr) *Formula {
	return &Formula{Op: ltol.OpAtom, Kind: ltol.Step, Expr: x, At: at}
}

// operand is f as what is written at e, if f is a condition on a state: everything else knows its
// place.
func operand(f *Formula, e ast.Expr) *Formula {
	if f == nil || !f.IsState() {
		return f
	}
	g := *f
	g.At = e
	return &g
}

// Group is `group G = …`: agents by number, in increasing order.
type Group struct {
	Name   string
	Agents []int
	decl   *ast.GroupDecl
}

// A Contract is what the agents of a type guarantee at each step, and what they assume of the
// others (P001 Section 4).
type Contract struct {
	Decl *ast.ContractDecl
	// Agents are the agents of the type, in order of composition. Assume and Guarantee have a
	// formula about one step for each of them.
	Agents            []int
	Assume, Guarantee []*Formula
}

// AboutState reports whether f is a state formula: a condition on one state, one of the operators
// about states, or a Boolean combination of such.
func (f *Formula) AboutState() bool { return f.aboutPath() == nil }

// aboutPath is the first part of f, under connectives only, that is about a step or a path; nil if
// there is none.
func (f *Formula) aboutPath() *Formula {
	if f.IsState() || f.Modal != ltol.StateTrue {
		return nil
	}
	if !f.Op.Boolean() {
		return f
	}
	for _, a := range f.Args {
		if part := a.aboutPath(); part != nil {
			return part
		}
	}
	return nil
}

// HasModal reports whether an operator about states occurs in f.
func (f *Formula) HasModal() bool {
	found := false
	f.walk(func(f *Formula) { found = found || f.Modal != ltol.StateTrue })
	return found
}
