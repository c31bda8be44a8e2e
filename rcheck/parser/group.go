package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// item is one element of an expression before it is grouped.
type item struct {
	kind    itemKind
	op      ast.Op // of a simple prefix operator or an infix operator
	pos     token.Pos
	text    string
	x       ast.Expr        // the operand
	observe *ast.Observe    // a prefix operator `<O>` or `[O]`, without its operand
	quant   *ast.Quantifier // a prefix operator, without its body
	// predicate is a prefix operator `•∃` or `•∀` before something that is not in parentheses; it
	// binds like `!`.
	predicate *ast.PredicateQuantifier
}

type itemKind uint8

const (
	operandItem itemKind = iota
	prefixItem
	infixItem
	questionItem
	colonItem
)

// grammar is a table of precedences.
type grammar struct {
	// levels gives the precedence of each infix operator, from 1 for the loosest; 0 if the grammar
	// does not have the operator.
	levels [ast.Iff + 1]int
	// right holds the operators that group to the right; comparisons do not group at all, all
	// others group to the left.
	right [ast.Iff + 1]bool
	// negation and minus are the least level of what `!` and unary minus apply to; 0 if the grammar
	// does not have the operator.
	negation, minus int
	// wide operators F, G, X, `<O>` and `[O]` extend to the end; others apply to what `!` applies
	// to.
	wide bool
	// own is set for this program's grammar, which has `c ? a : b`, looser than everything else,
	// and quantifiers elsewhere than at the very beginning.
	own bool
}

// product returns the grammar of this program (see [ast.Op.Level]) in one of its readings.
func product(r ast.Reading) *grammar {
	return &products[r]
}

var products = [...]grammar{ast.Tight: newProduct(false), ast.Wide: newProduct(true)}

func newProduct(wide bool) grammar {
	g := grammar{negation: ast.NegationLevel, minus: ast.MinusLevel, wide: wide, own: true}
	for op := range g.levels {
		g.levels[op] = ast.Op(op).Level()
		g.right[op] = ast.Op(op).GroupsRight()
	}
	return g
}

// grouper groups items by operator precedence. It fails, with ok unset, only if the grammar lacks
// something.
type grouper struct {
	*grammar
	items   []item
	watch   *interrupt.Watch
	next    int
	depth   int
	lacking bool
	chained *ast.Binary // a comparison with an operand that is a comparison
	tooDeep *item
}

// regroup makes a tree of items in a grammar, or returns nil if the grammar does not have such
// expressions.
func (g *grammar) regroup(items []item) ast.Expr {
	gr := grouper{grammar: g, items: items}
	x := gr.whole()
	if gr.lacking || gr.tooDeep != nil || gr.chained != nil || gr.next < len(items) {
		return nil
	}
	return x
}

func (g *grouper) peek() *item {
	g.watch.Step()
	if g.next < len(g.items) {
		return &g.items[g.next]
	}
	return &item{kind: colonItem}
}

// whole groups up to the end or an unmatched colon.
func (g *grouper) whole() ast.Expr {
	c := g.binary(1)
	q := g.peek()
	if q.kind != questionItem {
		return c
	}
	g.lacking = g.lacking || !g.own
	if !g.deeper(q) {
		return c
	}
	g.next++
	x := &ast.Conditional{Cond: c, Question: q.pos, Then: g.whole()}
	x.Colon = g.peek().pos
	g.next++
	x.Else = g.whole()
	g.depth--
	return x
}

// deeper counts a level of nesting at an item and reports whether there may be one more.
func (g *grouper) deeper(at *item) bool {
	if g.depth == MaxDepth {
		if g.tooDeep == nil {
			g.tooDeep = at
		}
		g.next = len(g.items)
		return false
	}
	g.depth++
	return true
}

func (g *grouper) binary(least int) ast.Expr {
	left := g.unary(least)
	start := left.Pos()
	for {
		it := g.peek()
		if it.kind != infixItem {
			return left
		}
		level := g.levels[it.op]
		if level == 0 {
			g.lacking = true
			g.next = len(g.items)
			return left
		}
		if level < least {
			return left
		}
		if !g.deeper(it) {
			return left
		}
		g.next++
		x := &ast.Binary{Op: it.op, OpPos: it.pos, Text: it.text, X: left, Start: start}
		if g.right[it.op] {
			x.Y = g.binary(level)
		} else {
			x.Y = g.binary(level + 1)
		}
		g.depth--
		if it.op.IsComparison() && (isComparison(x.X) || isComparison(x.Y)) && g.chained == nil {
			g.chained = x
		}
		left = x
	}
}

// chainHint tells how `a < b < c` is written.
func chainHint(c *ast.Binary) string {
	left, ok := c.X.(*ast.Binary)
	if !ok {
		return "put parentheses around one of the comparisons"
	}
	show := func(x ast.Expr) string { return ast.Print(x, ast.Style{}) }
	return "write `" + show(left) + " & " + show(left.Y) + " " + c.Text + " " + show(c.Y) + "`"
}

func isComparison(x ast.Expr) bool {
	b, ok := x.(*ast.Binary)
	return ok && b.Op.IsComparison()
}

// unary groups an operand of an operator whose operands have the given least level.
func (g *grouper) unary(least int) ast.Expr {
	it := g.peek()
	if it.kind != prefixItem {
		g.next++
		if it.x == nil { // the grammar lacks something, or nests too deeply
			return &ast.Bad{}
		}
		return it.x
	}
	if it.op == ast.Not && g.negation == 0 || it.op == ast.Neg && g.minus == 0 {
		g.lacking = true
	}
	if it.quant != nil && !g.own && g.next > 0 && g.items[g.next-1].quant == nil {
		g.lacking = true
	}
	if !g.deeper(it) {
		return &ast.Bad{Start: it.pos, Stop: it.pos}
	}
	g.next++
	x := g.operandOf(it, least)
	g.depth--
	switch {
	case it.quant != nil:
		q := *it.quant
		q.X = x
		return &q
	case it.observe != nil:
		o := *it.observe
		o.X = x
		return &o
	case it.predicate != nil:
		it.predicate.X = &ast.Paren{X: x}
		return it.predicate
	}
	return &ast.Unary{Op: it.op, OpPos: it.pos, Text: it.text, X: x}
}

// operandOf groups what a prefix operator applies to. Where the operator itself is the operand of
// something that binds tighter, it applies to no more than that leaves: `a = !b & c` is `(a = !b) &
// c`.
func (g *grouper) operandOf(it *item, least int) ast.Expr {
	switch {
	case it.quant != nil, g.wide && it.op != ast.Not && it.op != ast.Neg && it.predicate == nil:
		return g.whole()
	case it.op == ast.Neg:
		return g.binary(max(g.minus, least))
	}
	return g.binary(max(g.negation, least))
}

// flatten returns the items of an expression, up to its parentheses: what grouping them in the
// grammar they were read with gives the expression again. It returns ok = false for expressions
// with alternatives or mistakes.
func flatten(x ast.Expr) (items []item, ok bool) {
	f := flattener{ok: true}
	f.add(x)
	return f.items, f.ok
}

type flattener struct {
	items []item
	ok    bool
}

func (f *flattener) add(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Binary:
		first, chain := ast.LeftSpine(x)
		f.add(first)
		for _, b := range chain {
			f.items = append(f.items, item{kind: infixItem, op: b.Op, pos: b.OpPos, text: b.Text})
			f.add(b.Y)
		}
	case *ast.Unary:
		f.items = append(f.items, item{kind: prefixItem, op: x.Op, pos: x.OpPos, text: x.Text})
		f.add(x.X)
	case *ast.Observe:
		head := *x
		head.X = nil
		f.items = append(f.items, item{kind: prefixItem, pos: x.Open, observe: &head})
		f.add(x.X)
	case *ast.Quantifier:
		head := *x
		head.X = nil
		f.items = append(f.items, item{kind: prefixItem, pos: x.QuantPos, quant: &head})
		f.add(x.X)
	case *ast.Conditional:
		f.add(x.Cond)
		f.items = append(f.items, item{kind: questionItem, pos: x.Question})
		f.add(x.Then)
		f.items = append(f.items, item{kind: colonItem, pos: x.Colon})
		f.add(x.Else)
	case *ast.Ambiguous, *ast.Bad:
		f.ok = false
	default:
		f.items = append(f.items, item{kind: operandItem, x: x})
	}
}

// regrouper groups an expression and everything in it anew: formulas in one way, descriptors in
// another. The second argument of the functions tells whether the items are the whole expression,
// and not a part in brackets.
type regrouper struct {
	formula, descriptor func(items []item, root bool) ast.Expr
	failed              bool // some part cannot be grouped
}

// regroupAnywhere is regroup for grammars that are the same in all places.
func (g *grammar) regroupAnywhere(items []item, _ bool) ast.Expr { return g.regroup(items) }

func (r regrouper) read(x ast.Expr) ast.Expr {
	if y := r.group(x, r.formula, true); !r.failed {
		return y
	}
	return nil
}

func (r *regrouper) group(x ast.Expr, how func([]item, bool) ast.Expr, root bool) ast.Expr {
	items, ok := flatten(x)
	for i, it := range items {
		switch {
		case it.kind == operandItem:
			items[i].x = r.inside(it.x, how)
		case it.observe != nil:
			o := *it.observe
			o.Obs = r.group(o.Obs, r.descriptor, false)
			items[i].observe = &o
		}
	}
	if ok && !r.failed {
		if y := how(items, root); y != nil {
			return y
		}
	}
	r.failed = true
	return x
}

// inside groups what is in the brackets of an operand.
func (r *regrouper) inside(x ast.Expr, how func([]item, bool) ast.Expr) ast.Expr {
	switch x.(type) {
	case *ast.PredicateQuantifier:
		how = r.formula // what a descriptor says about property identifiers is an ordinary expression
	case *ast.Paren, *ast.Call:
	default:
		return x
	}
	return ast.Rebuild(x, func(part ast.Expr) ast.Expr { return r.group(part, how, false) })
}
