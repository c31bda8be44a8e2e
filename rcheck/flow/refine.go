package flow

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// assume narrows the view to where a truth value is as wanted, and reports whether it can be. After false, the view means nothing.
func (w *view) assume(e *recipe.Expr, want bool) bool {
	*w.work++
	switch e.Op {
	case recipe.OpNot:
		return w.assume(e.Args[0], !want)
	case recipe.OpAnd:
		if want {
			return w.assumeBoth(e.Args[0], true, e.Args[1], true)
		}
		return w.assumeEither(e.Args[0], false, e.Args[1], false)
	case recipe.OpOr:
		if want {
			return w.assumeEither(e.Args[0], true, e.Args[1], true)
		}
		return w.assumeBoth(e.Args[0], false, e.Args[1], false)
	case recipe.OpImplies:
		if want {
			return w.assumeEither(e.Args[0], false, e.Args[1], true)
		}
		return w.assumeBoth(e.Args[0], true, e.Args[1], false)
	case recipe.OpIff:
		other := w.clone()
		first := w.assumeBoth(e.Args[0], true, e.Args[1], want)
		second := other.assumeBoth(e.Args[0], false, e.Args[1], !want)
		return w.join(first, other, second)
	case recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe:
		op := e.Op
		if !want {
			op = complements[op]
		}
		return w.assumeRelation(op, e.Args[0], e.Args[1])
	case recipe.OpIte:
		other := w.clone()
		first := w.assumeBoth(e.Args[0], true, e.Args[1], want)
		second := other.assumeBoth(e.Args[0], false, e.Args[2], want)
		return w.join(first, other, second)
	}
	return w.narrow(e, Of(recipe.BoolValue(want)))
}

// assumeBoth narrows by two conditions, one after the other.
func (w *view) assumeBoth(a *recipe.Expr, wantA bool, b *recipe.Expr, wantB bool) bool {
	return w.assume(a, wantA) && w.assume(b, wantB)
}

// assumeEither narrows to where a is as wanted, or is not and b is.
func (w *view) assumeEither(a *recipe.Expr, wantA bool, b *recipe.Expr, wantB bool) bool {
	other := w.clone()
	first := w.assume(a, wantA)
	second := other.assume(a, !wantA) && other.assume(b, wantB)
	return w.join(first, other, second)
}

// join makes w the union of two views that are possible or not.
func (w *view) join(possible bool, other *view, otherPossible bool) bool {
	switch {
	case !otherPossible:
		return possible
	case !possible:
		*w = *other
		return true
	}
	for i := range w.locals {
		w.locals[i] = w.locals[i].union(other.locals[i], false)
	}
	for i := range w.data {
		w.data[i] = w.data[i].union(other.data[i], false)
	}
	w.channel = w.channel.union(other.channel, false)
	return true
}

func (w *view) assumeRelation(op recipe.Op, a, b *recipe.Expr) bool {
	x, y := w.eval(a), w.eval(b)
	if a.Type.Kind != b.Type.Kind {
		return op == recipe.OpNe && !x.IsEmpty() && !y.IsEmpty()
	}
	if !relates(op, x, y) {
		return false
	}
	switch op {
	case recipe.OpEq:
		both := x.intersect(y)
		return w.narrow(a, both) && w.narrow(b, both)
	case recipe.OpNe:
		if v, ok := y.single(); ok {
			x = x.without(v)
		}
		if v, ok := x.single(); ok {
			y = y.without(v)
		}
		return w.narrow(a, x) && w.narrow(b, y)
	}
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch op {
	case recipe.OpLt:
		return w.narrow(a, x.intersect(below(yhi-1))) && w.narrow(b, y.intersect(above(xlo+1)))
	case recipe.OpLe:
		return w.narrow(a, x.intersect(below(yhi))) && w.narrow(b, y.intersect(above(xlo)))
	case recipe.OpGt:
		return w.narrow(a, x.intersect(above(ylo+1))) && w.narrow(b, y.intersect(below(xhi-1)))
	}
	return w.narrow(a, x.intersect(above(ylo))) && w.narrow(b, y.intersect(below(xhi)))
}

func below(hi int) Set { return Between(minusInfinity, hi) }
func above(lo int) Set { return Between(lo, plusInfinity) }

// narrow records that an expression has a value in s, as far as the expression is a variable, or one plus or minus something
// fixed. It reports whether that is possible.
func (w *view) narrow(e *recipe.Expr, s Set) bool {
	switch e.Op {
	case recipe.OpLocal:
		i := e.Index - w.base
		w.locals[i] = w.locals[i].intersect(s)
		return !w.locals[i].IsEmpty()
	case recipe.OpData:
		if w.data == nil {
			return !s.IsEmpty()
		}
		w.data[e.Index] = w.data[e.Index].intersect(s)
		return !w.data[e.Index].IsEmpty()
	case recipe.OpChannel:
		w.channel = w.channel.intersect(s)
		return !w.channel.IsEmpty()
	case recipe.OpAdd, recipe.OpSub:
		x, y := e.Args[0], e.Args[1]
		if y.Op == recipe.OpConst {
			d := int(y.Value)
			if e.Op == recipe.OpSub {
				d = -d
			}
			return w.narrow(x, shift(s, -d))
		}
		if x.Op == recipe.OpConst && e.Op == recipe.OpAdd {
			return w.narrow(y, shift(s, -int(x.Value)))
		}
	}
	return w.eval(e).meets(s)
}

func shift(s Set, d int) Set {
	if s.interval {
		lo, hi := s.lo, s.hi
		if lo > minusInfinity {
			lo += d
		}
		if hi < plusInfinity {
			hi += d
		}
		return Between(lo, hi)
	}
	out := make([]recipe.Value, len(s.values))
	for i, v := range s.values {
		out[i] = v + recipe.Value(d)
	}
	return Set{values: out}
}
