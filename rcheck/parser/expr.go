package parser

import (
	"math"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Expressions tries several readings where the text allows them; see ambiguity.go.
type expressions struct {
	mistakes
	picks     *picks
	ambiguous bool // an ast.Ambiguous has been made in the current attempt
	regions   map[region]*regionResult
	closers   map[int][]closer
}

// commandExpr parses the tokens up to limit as one expression, such as one of a guard, an update or
// a declaration. If that fails it reports the mistake, skips to limit and returns a Bad.
func (p *expressions) commandExpr(limit int, follow string) (x ast.Expr) {
	start := p.pos
	if !p.try(func() { x = p.wholeExprTo(limit, follow) }) {
		x = p.bad(start, limit)
	}
	p.pos = limit
	return x
}

// wholeExprTo parses the tokens up to limit as one expression.
func (p *expressions) wholeExprTo(limit int, follow string) (x ast.Expr) {
	p.within(p.pos, limit, func() {
		x = p.expr()
		if p.pos < p.limit {
			p.failExpected("an operator or " + follow)
		}
	})
	return x
}

// exprIn is wholeExprTo in another mode.
func (p *expressions) exprIn(m mode, limit int, follow string) ast.Expr {
	before := p.mode
	p.mode = m
	x := p.wholeExprTo(limit, follow)
	p.mode = before
	return x
}

// flatExpr parses an expression that ends where no operator follows an operand, and groups it.
func (p *expressions) flatExpr() ast.Expr {
	p.enter()
	defer p.leave()
	scope := len(p.scope)
	items := p.items()
	p.scope = p.scope[:scope]
	return p.group(items)
}

// items reads operands and operators alternately.
func (p *expressions) items() []item {
	var items []item
	open := 0 // conditionals without their `:`
	for prefixes := 0; ; {
		if pre := p.prefix(); pre != nil {
			if prefixes += len(pre); prefixes > MaxDepth {
				p.fail(nestedTooDeeply, p.foundSpan(), "", "more than %d prefix operators follow each other here", MaxDepth)
			}
			items = append(items, pre...)
			continue
		}
		prefixes = 0
		items = append(items, item{kind: operandItem, x: p.operand()})
		t := p.peek()
		if op := p.infix(); op != ast.NoOp {
			items = append(items, item{kind: infixItem, op: op, pos: t.Pos, text: t.Text})
		} else if t.Kind == token.Question {
			open++
			items = append(items, item{kind: questionItem, pos: t.Pos})
		} else if t.Kind == token.Colon && open > 0 {
			open--
			items = append(items, item{kind: colonItem, pos: t.Pos})
		} else {
			if open > 0 {
				p.failExpected("`:` and the value for a false condition")
			}
			return items
		}
		p.pos++
	}
}

var infixKinds = map[token.Kind]ast.Op{
	token.Star: ast.Mul, token.Slash: ast.Div, token.Percent: ast.Mod, token.Plus: ast.Add, token.Minus: ast.Sub,
	token.Eq: ast.Eq, token.Neq: ast.Neq, token.Lt: ast.Lt, token.Le: ast.Le, token.Gt: ast.Gt, token.Ge: ast.Ge,
	token.And: ast.And, token.Or: ast.Or, token.OrOr: ast.Or, token.Implies: ast.Implies, token.Iff: ast.Iff,
}

// The temporal operators have signs and words. No token has both.
var (
	untilKinds  = map[token.Kind]ast.Op{token.Until: ast.Until, token.WeakUntil: ast.WeakUntil, token.Release: ast.Release}
	untilWords  = map[string]ast.Op{"U": ast.Until, "W": ast.WeakUntil, "R": ast.Release}
	prefixKinds = map[token.Kind]ast.Op{
		token.Not: ast.Not, token.Minus: ast.Neg, token.Finally: ast.Finally, token.Globally: ast.Globally, token.Next: ast.Next,
	}
	prefixWords = map[string]ast.Op{"F": ast.Finally, "G": ast.Globally, "X": ast.Next}
	pathWords   = map[string]ast.Op{"A": ast.All, "E": ast.Exists}
)

// infix returns the infix operator that stands next, without consuming it.
func (p *expressions) infix() ast.Op {
	t := p.peek()
	if p.mode == property {
		if op := untilKinds[t.Kind] | untilWords[t.Text]; op != ast.NoOp {
			return op
		}
	}
	return infixKinds[t.Kind]
}

// prefix consumes a prefix operator, an observation or a quantifier, if one stands next. A word
// such as AG is two operators.
func (p *expressions) prefix() []item {
	t := p.peek()
	simple := func(op ast.Op) []item {
		p.pos++
		return []item{{kind: prefixItem, op: op, pos: t.Pos, text: t.Text}}
	}
	op := prefixKinds[t.Kind]
	if op == ast.Not || op == ast.Neg {
		return simple(op)
	}
	if p.mode == command {
		return nil
	}
	if p.quantifierAt(p.pos) {
		return []item{p.quantifier()}
	}
	if bullet := t.Kind == token.BulletForAll || t.Kind == token.BulletExists; bullet && p.kindAt(p.pos+1) != token.LParen {
		return []item{{kind: prefixItem, pos: t.Pos, predicate: p.predicateQuantifierHead()}}
	}
	if p.mode != property {
		return nil
	}
	if op != ast.NoOp {
		return simple(op)
	}
	switch t.Kind {
	case token.Word:
		if op := prefixWords[t.Text]; op != ast.NoOp && p.actsAsOperator(p.pos) {
			return simple(op)
		}
		then := prefixWords[t.Text[1:]]
		if op := pathWords[t.Text[:1]]; op != ast.NoOp && (len(t.Text) == 1 || then != ast.NoOp) && p.quantifiesPaths(p.pos) {
			p.pos++
			out := []item{{kind: prefixItem, op: op, pos: t.Pos, text: t.Text[:1]}}
			if then != ast.NoOp {
				out = append(out, item{kind: prefixItem, op: then, pos: t.Pos + 1, text: t.Text[1:]})
			}
			return out
		}
	case token.Lt, token.LAngle, token.LBrack:
		return []item{p.observe()}
	}
	return nil
}

// operand parses an operand without prefix operators.
func (p *expressions) operand() ast.Expr {
	t := p.peek()
	switch t.Kind {
	case token.Int:
		p.pos++
		return p.number(t)
	case token.Word:
		if isTruthValue(t.Text) {
			p.pos++
			return &ast.BoolLit{Literal: literal(t), Value: t.Text[0] == 't' || t.Text[0] == 'T'}
		}
		if p.mode != command && (t.Text == "exists" || t.Text == "forall") && p.kindAt(p.pos+1) == token.LParen {
			return p.predicateQuantifier()
		}
		return p.name()
	case token.At:
		p.pos++
		return &ast.PropertyRef{At: t.Pos, Name: p.ident("a property identifier after `@`")}
	case token.Star:
		p.pos++
		return &ast.Star{Literal: literal(t)}
	case token.LParen:
		return p.paren()
	case token.LBrace:
		if p.mode == property {
			return p.agentGroup()
		}
	case token.BulletForAll, token.BulletExists:
		if p.mode != command {
			return p.predicateQuantifier()
		}
	}
	p.failOperand()
	return nil
}

func (p *expressions) failOperand() {
	hint := p.hint()
	if p.mode == command {
		switch p.kind() {
		case token.Lt, token.LBrack, token.LAngle, token.BigAnd, token.BigOr, token.ForAll, token.Exists:
			hint = "observations and quantifiers are for properties"
		}
	}
	p.fail(expectedExpression, p.foundSpan(), hint, "expected an expression, found %s", p.found().Describe())
}

func (p *expressions) number(t token.Token) ast.Expr {
	v, err := strconv.ParseInt(t.Text, 10, 64)
	if err != nil {
		p.Report(numberTooLarge, t.Span(), "%s is larger than %d", t.Describe(), int64(math.MaxInt64))
		v = math.MaxInt64
	}
	return &ast.IntLit{Literal: literal(t), Value: v}
}

// name parses what begins with a name: `x`, `vmm[e]`, `g(e, …)` and, in properties, `k-x`.
func (p *expressions) name() ast.Expr {
	id := named(p.advance())
	var x ast.Expr = id
	indexed := false
	switch {
	case p.kind() == token.LParen:
		return p.call(id)
	case p.kind() == token.LBrack && !(p.mode == command && p.updatesAt(p.pos)):
		x, indexed = p.index(id), true
	}
	if p.mode == command || p.kind() != token.Minus || p.kindAt(p.pos+1) != token.Word || p.quantifierAt(p.pos+1) ||
		!p.refersTo(id.Name, indexed) {
		return x
	}
	p.advance()
	return &ast.Qualified{Agent: x, Name: p.stateName("a variable or a label")}
}

// stateName parses a name of which `automaton-state` is one.
func (p *expressions) stateName(what string) *ast.Ident {
	name := p.ident(what)
	if name.Name == "automaton" && p.hyphenated(p.pos-1, "state") {
		p.pos += 2
		name.Name = "automaton-state"
	}
	return name
}

func (p *expressions) index(name *ast.Ident) *ast.Index {
	x := &ast.Index{Name: name}
	_, x.Rbrack = p.bracketed(func() { x.X = p.wholeExprTo(p.limit, "`]`") })
	return x
}

func (p *expressions) call(fun *ast.Ident) ast.Expr {
	if text := elsewhere[fun.Name]; text != "" && fun.Name != "next" && !p.names.is(fun.Name, aGuard) &&
		(p.mode == property || fun.Name == "not") {
		p.fail(unexpectedToken, ast.Span(fun), text, "expected a formula, found name `%s`", fun.Name)
	}
	c := &ast.Call{Fun: fun}
	_, c.Args, c.Rparen = p.listed("`)`")
	return c
}

// agentGroup parses `{k, j}`.
func (p *expressions) agentGroup() *ast.Group {
	g := &ast.Group{}
	g.Lbrace, g.Members, g.Rbrace = p.listed("`}`")
	return g
}

// listed parses expressions between brackets.
func (p *expressions) listed(end string) (from token.Pos, list []ast.Expr, to token.Pos) {
	from, to = p.bracketed(func() {
		for p.pos < p.limit {
			list = append(list, p.expr())
			if p.pos == p.limit {
				return
			}
			p.expect(token.Comma, "an operator, `,` or "+end)
			if p.pos == p.limit {
				p.failOperand()
			}
		}
	})
	return from, list, to
}

func (p *expressions) paren() *ast.Paren {
	x := &ast.Paren{}
	x.Lparen, x.Rparen = p.bracketed(func() { x.X = p.wholeExprTo(p.limit, "`)`") })
	return x
}

// group makes a tree of items in the grammar of this program and the reading of the file.
func (p *expressions) group(items []item) ast.Expr {
	g := grouper{grammar: product(p.reading), items: items, watch: p.watch}
	x := g.whole()
	switch {
	case g.tooDeep != nil:
		at := token.Span{Start: g.tooDeep.pos, End: g.tooDeep.pos + 1}
		p.fail(nestedTooDeeply, at, "", "operators nest more than %d deep here", MaxDepth)
	case g.chained != nil:
		c := g.chained
		at := token.Span{Start: c.OpPos, End: c.OpPos + token.Pos(len(c.Text))}
		p.report(chainedComparison, at, chainHint(c), "`%s` compares the result of a comparison", c.Text)
	}
	return x
}
