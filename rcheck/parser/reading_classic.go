package parser

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// classicReader reads expressions as the published tool's parser of the classic dialect does. That
// parser is a parsing expression grammar: of several ways the first that succeeds is taken for
// good.
//
// A condition has, tightest first: comparisons of values; `!`; `->` (to the right); `=` and `<->`
// of truth values; `!=` of truth values; `&`; `|`. A formula has prefix operators; `U W R` (to the
// left); `->`, `<->`, `=`, `!=` (to the right); `&` and `|` on one level (to the right). What a
// prefix operator applies to, where it is neither another prefix operator nor in parentheses, is
// the longest condition that begins there: `F a & b` is `F (a & b)`, but `F a & F b` is `(F a) & (F
// b)`.
type classicReader struct {
	p     *language
	items []item
	next  int
	pure  map[*ast.Paren]bool
	bad   bool // the grammar has no such expression
}

// inside reads an expression or what is in a pair of brackets.
func (r *classicReader) inside(x ast.Expr, formula bool) ast.Expr {
	items, ok := flatten(x)
	if !ok || r.bad {
		return nil
	}
	sub := &classicReader{p: r.p, items: items, pure: r.pure}
	var y ast.Expr
	if formula {
		y = sub.formula()
	} else {
		y = sub.or()
	}
	if sub.bad || sub.next < len(items) {
		r.bad = true
		return nil
	}
	return y
}

func (r *classicReader) infix(ops ...ast.Op) (ast.Op, bool) {
	r.p.clock.Step()
	if r.next == len(r.items) || r.items[r.next].kind != infixItem {
		return ast.NoOp, false
	}
	op := r.items[r.next].op
	return op, slices.Contains(ops, op)
}

// The levels of formulas.

func (r *classicReader) formula() ast.Expr { return r.rightward(r.implication, ast.And, ast.Or) }
func (r *classicReader) implication() ast.Expr {
	return r.rightward(r.until, ast.Implies, ast.Iff, ast.Eq, ast.Neq)
}
func (r *classicReader) until() ast.Expr {
	return r.chain(r.prefixed, ast.Until, ast.WeakUntil, ast.Release)
}

func (r *classicReader) prefixed() ast.Expr {
	if r.next >= len(r.items) {
		r.bad = true
		return &ast.Bad{}
	}
	it := r.items[r.next]
	switch {
	case it.quant != nil:
		q := *it.quant
		r.next++
		q.X = r.formula()
		r.bad = r.bad || q.Lo != nil
		return &q
	case it.observe != nil:
		o := *it.observe
		r.next++
		o.Obs = r.inside(it.observe.Obs, false)
		o.X = r.prefixed()
		return &o
	case it.kind == prefixItem && it.op != ast.Neg:
		r.next++
		return &ast.Unary{Op: it.op, X: r.prefixed()}
	}
	if paren, ok := it.x.(*ast.Paren); ok && !r.isValue(r.next) {
		r.next++
		return &ast.Paren{X: r.inside(paren.X, true)}
	}
	x := r.or()
	if x == nil {
		r.bad = true
	}
	return x
}

// The levels of conditions. They return nil, without having consumed anything, where there is no
// condition.

func (r *classicReader) or() ast.Expr      { return r.chain(r.and, ast.Or) }
func (r *classicReader) and() ast.Expr     { return r.chain(r.unequal, ast.And) }
func (r *classicReader) unequal() ast.Expr { return r.chain(r.equal, ast.Neq) }
func (r *classicReader) equal() ast.Expr   { return r.chain(r.implied, ast.Eq, ast.Iff) }
func (r *classicReader) implied() ast.Expr { return r.rightward(r.negated, ast.Implies) }

// chain reads operands of one level with the given operators between them, as far as that goes.
func (r *classicReader) chain(operand func() ast.Expr, ops ...ast.Op) ast.Expr {
	left := operand()
	for left != nil {
		op, ok := r.infix(ops...)
		if !ok {
			break
		}
		before := r.next
		r.next++
		right := operand()
		if right == nil {
			r.next = before
			break
		}
		left = &ast.Binary{Op: op, X: left, Y: right}
	}
	return left
}

// rightward is chain for operators that group to the right.
func (r *classicReader) rightward(operand func() ast.Expr, ops ...ast.Op) ast.Expr {
	left := operand()
	if left == nil {
		return nil
	}
	if op, ok := r.infix(ops...); ok {
		before := r.next
		r.next++
		if right := r.rightward(operand, ops...); right != nil {
			return &ast.Binary{Op: op, X: left, Y: right}
		}
		r.next = before
	}
	return left
}

func (r *classicReader) negated() ast.Expr {
	before := r.next
	negations := 0
	for r.next < len(r.items) && r.items[r.next].kind == prefixItem && r.items[r.next].op == ast.Not {
		negations++
		r.next++
	}
	x := r.primary()
	if x == nil {
		r.next = before
		return nil
	}
	for range negations {
		x = &ast.Unary{Op: ast.Not, X: x}
	}
	return x
}

// primary reads a comparison of values or a single truth value.
func (r *classicReader) primary() ast.Expr {
	before := r.next
	left, leftParts := r.value()
	if left == nil {
		r.next = before
		return nil
	}
	after := r.next
	if op, ok := r.infix(ast.Eq, ast.Neq, ast.Lt, ast.Le, ast.Gt, ast.Ge); ok {
		r.next++
		right, _ := r.value()
		truth := (op == ast.Eq || op == ast.Neq) && right != nil && (r.p.names.looksBoolean(left) || r.p.names.looksBoolean(right))
		if right != nil && !truth {
			return &ast.Binary{Op: op, X: left, Y: right}
		}
		r.next = after
	}
	if leftParts > 1 {
		r.next = before
		return nil
	}
	return left
}

// value reads operands with arithmetic operators between them; the precedence of these is the same
// everywhere. It also returns how many operands there are.
func (r *classicReader) value() (ast.Expr, int) {
	start := r.next
	for {
		if r.next >= len(r.items) || r.items[r.next].kind != operandItem || !r.isPure(r.items[r.next].x) {
			if r.next == start {
				return nil, 0
			}
			r.next-- // the operator
			break
		}
		r.next++
		if _, ok := r.infix(ast.Add, ast.Sub, ast.Mul, ast.Div); !ok {
			break
		}
		r.next++
	}
	part := slices.Clone(r.items[start:r.next])
	for i, it := range part {
		switch x := it.x.(type) {
		case *ast.Paren:
			part[i].x = &ast.Paren{X: r.parenthesised(x)}
		case *ast.PredicateQuantifier:
			q := *x
			q.X = &ast.Paren{X: r.inside(x.X.X, false)}
			part[i].x = &q
		}
	}
	if r.bad {
		return &ast.Bad{}, 1
	}
	return product(ast.Tight).regroup(part), (r.next - start + 1) / 2
}

// parenthesised reads a value or a condition in parentheses.
func (r *classicReader) parenthesised(x *ast.Paren) ast.Expr {
	if items, ok := flatten(x.X); ok {
		sub := &classicReader{p: r.p, items: items, pure: r.pure}
		if v, n := sub.value(); v != nil && n > 1 && sub.next == len(items) && !sub.bad {
			return v
		}
	}
	return r.inside(x.X, false)
}

// isValue reports whether the operand at item i is compared or computed with.
func (r *classicReader) isValue(i int) bool {
	if i+1 >= len(r.items) || r.items[i+1].kind != infixItem {
		return false
	}
	op := r.items[i+1].op
	return op.IsArithmetic() || op.IsComparison() && !r.p.names.looksBoolean(r.items[i].x)
}

// isPure reports whether an operand has no temporal operator, observation or quantifier in it.
func (r *classicReader) isPure(x ast.Expr) bool {
	paren, ok := x.(*ast.Paren)
	if !ok {
		return true
	}
	if pure, known := r.pure[paren]; known {
		return pure
	}
	pure := true
	ast.Inspect(paren.X, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Unary:
			pure = pure && !n.Op.IsTemporalPrefix()
		case *ast.Binary:
			pure = pure && n.Op != ast.Until && n.Op != ast.WeakUntil && n.Op != ast.Release
		case *ast.Observe, *ast.Quantifier:
			pure = false
		case *ast.Paren:
			pure = pure && r.isPure(n)
			return false
		}
		return pure
	})
	r.pure[paren] = pure
	return pure
}
