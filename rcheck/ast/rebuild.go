package ast

import "slices"

// LeftSpine splits a chain of binary operators that groups to the left, without recursion, because
// chains can have thousands of operators. The result is the first operand, and the operators from
// the innermost to the outermost. The right operand of each is in Y.
func LeftSpine(x *Binary) (first Expr, chain []*Binary) {
	for b, ok := x, true; ok; b, ok = first.(*Binary) {
		chain = append(chain, b)
		first = b.X
	}
	slices.Reverse(chain)
	return first, chain
}

// Rebuild returns a copy of an expression in which each operand is replaced by the result of f. For
// a chain that groups to the left, these are the operands of the whole chain. An expression without
// operands is returned unchanged.
func Rebuild(x Expr, f func(Expr) Expr) Expr {
	all := func(list []Expr) []Expr {
		out := make([]Expr, len(list))
		for i, a := range list {
			out[i] = f(a)
		}
		return out
	}
	switch x := x.(type) {
	case *Index:
		return changed(x, func(y *Index) { y.X = f(x.X) })
	case *Unary:
		return changed(x, func(y *Unary) { y.X = f(x.X) })
	case *Binary:
		left, chain := LeftSpine(x)
		left = f(left)
		for _, b := range chain {
			y := *b
			y.X, y.Y = left, f(b.Y)
			left = &y
		}
		return left
	case *Conditional:
		return changed(x, func(y *Conditional) { y.Cond, y.Then, y.Else = f(x.Cond), f(x.Then), f(x.Else) })
	case *Call:
		return changed(x, func(y *Call) { y.Args = all(x.Args) })
	case *Group:
		return changed(x, func(y *Group) { y.Members = all(x.Members) })
	case *Observe:
		return changed(x, func(y *Observe) { y.Obs, y.X = f(x.Obs), f(x.X) })
	case *Quantifier:
		return changed(x, func(y *Quantifier) { y.X = f(x.X) })
	case *PredicateQuantifier:
		y, paren := *x, *x.X
		paren.X = f(x.X.X)
		y.X = &paren
		return &y
	case *Paren:
		return changed(x, func(y *Paren) { y.X = f(x.X) })
	}
	return x
}

// changed is a copy of a node to which a change was made.
func changed[N any](x *N, change func(y *N)) *N {
	y := *x
	change(&y)
	return &y
}
