package flow

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// assume narrows the view to where a truth value is as wanted, and reports
// whether it can be. After false, the view means nothing.
func (w *view) assume(e *recipe.Expr, want bool) bool {
	w.spend(1)
	switch f := e.Op.Facts(); f.Class {
	case recipe.ClassConnective:
		return w.assumeOneOf(e, f.Cases(recipe.BoolValue(want)))
	case recipe.ClassChoice:
		other := w.clone()
		first := w.assume(e.Args[0], true) && w.assume(e.Args[1], want)
		second := other.assume(e.Args[0], false) && other.assume(e.Args[2], want)
		return w.join(first, other, second)
	case recipe.ClassComparison:
		op := e.Op
		if !want {
			op = f.Complement
		}
		return w.assumeRelation(op, e.Args[0], e.Args[1])
	}
	return w.narrow(e, Of(recipe.BoolValue(want)))
}

// assumeOneOf narrows to where the operands of a connective are as in one of
// the cases.
func (w *view) assumeOneOf(e *recipe.Expr, cases []recipe.Case) bool {
	others := make([]*view, len(cases))
	for i := 1; i < len(cases); i++ {
		others[i] = w.clone()
	}
	possible := false
	for i, c := range cases {
		if i == 0 {
			possible = w.assumeCase(e, c)
		} else {
			possible = w.join(possible, others[i], others[i].assumeCase(e, c))
		}
	}
	return possible
}

func (w *view) assumeCase(e *recipe.Expr, c recipe.Case) bool {
	return w.assume(e.Args[0], c.Left == recipe.True) && (c.Alone || w.assume(e.Args[1], c.Right == recipe.True))
}

// join makes w the union of two views that are possible or not. That is exact
// if they differ in one set at most.
func (w *view) join(possible bool, other *view, otherPossible bool) bool {
	switch {
	case !otherPossible:
		return possible
	case !possible:
		*w = *other
		return true
	}
	differ := 0
	unite := func(x *Set, y Set) {
		if !y.SubsetOf(*x) || !x.SubsetOf(y) {
			differ++
			*x = x.Union(y)
		}
	}
	for i := range w.locals {
		unite(&w.locals[i], other.locals[i])
	}
	for i := range w.data {
		unite(&w.data[i], other.data[i])
	}
	unite(&w.channel, other.channel)
	w.exact = w.exact && other.exact && differ <= 1
	return true
}

// assumeRelation narrows to where a and b, evaluated, are in a relation. That
// is exact if they always are, or if one of them is a variable, perhaps with
// something fixed added, and the other has one value.
func (w *view) assumeRelation(op recipe.Op, a, b *recipe.Expr) bool {
	x, y := w.eval(a), w.eval(b)
	if a.Type.Kind != b.Type.Kind {
		return op == recipe.OpNe && !x.IsEmpty() && !y.IsEmpty()
	}
	if !relates(op, x, y) {
		return false
	}
	if !relates(op.Facts().Complement, x, y) {
		return true
	}
	_, fixed := x.single()
	if _, also := y.single(); !fixed && !also {
		w.exact = false
	}
	var nx, ny Set
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch op {
	case recipe.OpEq:
		nx = x.intersect(y)
		ny = nx
	case recipe.OpNe:
		nx, ny = x, y
		if _, ok := y.single(); ok {
			nx = x.minus(y)
		}
		if _, ok := x.single(); ok {
			ny = y.minus(x)
		}
	case recipe.OpLt:
		nx, ny = x.intersect(below(yhi-1)), y.intersect(above(xlo+1))
	case recipe.OpLe:
		nx, ny = x.intersect(below(yhi)), y.intersect(above(xlo))
	case recipe.OpGt:
		nx, ny = x.intersect(above(ylo+1)), y.intersect(below(xhi-1))
	default:
		nx, ny = x.intersect(above(ylo)), y.intersect(below(xhi))
	}
	return w.narrow(a, nx) && w.narrow(b, ny)
}

func below(hi int) Set { return Between(minusInfinity, hi) }
func above(lo int) Set { return Between(lo, plusInfinity) }

// narrow records that an expression has a value in s, as far as the expression
// is a variable, or one plus or minus something fixed. It reports whether that
// is possible.
func (w *view) narrow(e *recipe.Expr, s Set) bool {
	if l, ok := leafOf(e); ok {
		at := w.at(l)
		*at = at.intersect(s)
		return !at.IsEmpty()
	}
	switch e.Op {
	case recipe.OpNeg:
		return w.narrow(e.Args[0], s.negated())
	case recipe.OpAdd, recipe.OpSub:
		x, y := e.Args[0], e.Args[1]
		if y.Op == recipe.OpConst {
			d := int(y.Value)
			if e.Op == recipe.OpSub {
				d = -d
			}
			return w.narrow(x, s.shifted(-d))
		}
		if x.Op == recipe.OpConst && e.Op == recipe.OpAdd {
			return w.narrow(y, s.shifted(-int(x.Value)))
		}
	}
	values := w.eval(e)
	w.exact = w.exact && values.SubsetOf(s)
	return values.Meets(s)
}
