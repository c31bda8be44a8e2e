package rcheck

import (
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// The text of an atom names it.
type named struct {
	kind ltol.AtomKind
	text string
}

// A reader makes a formula of a syntax tree without a model.
type reader struct {
	watch *interrupt.Watch
	atoms map[named]ltol.Atom
	count [ltol.PastStep + 1]int // of the atoms of each kind
	names map[ltol.Atom]string
	fault error
	// observed are the descriptors by the IDs of their atoms.
	observed []ast.Expr
}

// text is the text of a part of the formula in one line.
func (r *reader) text(x ast.Expr) string { return ast.Print(x, ast.Style{}) }

// atom is the atom with the text of a part of the formula.
func (r *reader) atom(kind ltol.AtomKind, x ast.Expr) ltol.Atom {
	k := named{kind, r.text(x)}
	a, known := r.atoms[k]
	if !known {
		a = ltol.Atom{ID: r.count[kind], Kind: kind}
		r.count[kind]++
		r.atoms[k], r.names[a] = a, k.text
	}
	return a
}

func (r *reader) formula(x ast.Expr) *ltol.Formula {
	r.watch.Step()
	x = ast.Unparen(x)
	if f := joined(x, r.formula); f != nil {
		return f
	}
	if x, is := x.(*ast.Observe); is {
		o := r.atom(ltol.Step, x.Obs)
		if o.ID == len(r.observed) {
			r.observed = append(r.observed, x.Obs)
		}
		if x.Necessary {
			return ltol.Necessary(o.ID, r.formula(x.X))
		}
		return ltol.Possible(o.ID, r.formula(x.X))
	}
	r.refuse(x)
	return ltol.Prop(r.atom(ltol.State, x))
}

// refuse refuses what has no meaning as an atom. An operator about states could be true and false as
// an atom where it cannot.
func (r *reader) refuse(x ast.Expr) {
	operator := ""
	switch x := x.(type) {
	case *ast.Unary:
		if x.Op == ast.All || x.Op == ast.Exists {
			operator = x.Text
		}
	case *ast.Call:
		if types.IsAgentOperator(x.Fun.Name) {
			operator = x.Fun.Name
		}
	case *ast.Quantifier:
		r.fault = fmt.Errorf("without a model there are no agents to quantify over (%s); give one with --model", x.Text)
	case *ast.Ambiguous:
		r.fault = errors.New("the brackets < > of observations can be matched in several ways; add parentheses")
	}
	if operator != "" {
		r.fault = fmt.Errorf("without a model, a formula is about one run, but %s is about the states of a model; write the formula as a property of a model", operator)
	}
}

// joined is what a connective, or a temporal operator, makes of the meanings of its operands; nil if
// x is something else. An equation in which an operator makes a truth value is an equivalence, and
// `!=` is the negation of `=`.
func joined(x ast.Expr, of func(ast.Expr) *ltol.Formula) *ltol.Formula {
	switch x := x.(type) {
	case *ast.BoolLit:
		if x.Value {
			return ltol.True()
		}
		return ltol.False()
	case *ast.Unary:
		if op, ok := types.FormulaOps[x.Op]; ok {
			return ltol.Apply(op, of(x.X))
		}
	case *ast.Conditional:
		c := of(x.Cond)
		return ltol.And(ltol.Implies(c, of(x.Then)), ltol.Implies(ltol.Not(c), of(x.Else)))
	case *ast.Binary:
		op, ok := types.FormulaOps[x.Op]
		switch {
		case x.Op == ast.Neq:
			is := *x
			is.Op = ast.Eq
			return ltol.Not(of(&is))
		case ok && (x.Op != ast.Eq || types.IsOperator(x.X) || types.IsOperator(x.Y)):
			return ltol.Apply(op, of(x.X), of(x.Y))
		}
	}
	return nil
}
