package ast

import "slices"

// LeftSpine takes a chain of binary operators that groups to the left apart, without recursion: chains can be thousands long. The
// result is the first operand and the operators from the innermost on, each with its right operand in Y.
func LeftSpine(x *Binary) (first Expr, chain []*Binary) {
	first = x
	for {
		b, ok := first.(*Binary)
		if !ok {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	slices.Reverse(chain)
	return first, chain
}

// Rebuild returns a copy of an expression with the results of f in place of its operands; of a chain that groups to the left, these
// are the operands of the whole chain. An expression without operands is returned as it is.
func Rebuild(x Expr, f func(Expr) Expr) Expr {
	switch x := x.(type) {
	case *Index:
		y := *x
		y.X = f(x.X)
		return &y
	case *Unary:
		y := *x
		y.X = f(x.X)
		return &y
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
		y := *x
		y.Cond, y.Then, y.Else = f(x.Cond), f(x.Then), f(x.Else)
		return &y
	case *Call:
		y := *x
		y.Args = make([]Expr, len(x.Args))
		for i, a := range x.Args {
			y.Args[i] = f(a)
		}
		return &y
	case *Group:
		y := *x
		y.Members = make([]Expr, len(x.Members))
		for i, a := range x.Members {
			y.Members[i] = f(a)
		}
		return &y
	case *Observe:
		y := *x
		y.Obs, y.X = f(x.Obs), f(x.X)
		return &y
	case *Quantifier:
		y := *x
		y.X = f(x.X)
		return &y
	case *PredicateQuantifier:
		y, paren := *x, *x.X
		paren.X = f(x.X.X)
		y.X = &paren
		return &y
	case *Paren:
		y := *x
		y.X = f(x.X)
		return &y
	}
	return x
}
