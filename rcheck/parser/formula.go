package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// quantifierAt reports whether a quantifier over agents or integers begins at token i.
func (p *parser) quantifierAt(i int) bool {
	variable := p.kindAt(i+1) == token.Word
	declared := variable && (p.kindAt(i+2) == token.Colon || p.kindAt(i+2) == token.Comma || p.kindAt(i+2) == token.In)
	switch t := p.peekAt(i); t.Kind {
	case token.BigAnd, token.BigOr, token.ForAll, token.Exists:
		return true
	case token.And, token.Or:
		return declared && (t.Text == "∧" || t.Text == "∨")
	case token.Word:
		if t.Text != "forall" && t.Text != "exists" {
			return false
		}
		switch p.peekAt(i + 1).Text {
		case "U", "W", "R":
			return declared
		}
		return variable
	}
	return false
}

// quantifier parses a quantifier up to and with its dot. Its variables stay in scope until the enclosing expression ends.
func (p *parser) quantifier() item {
	t := p.advance()
	q := &ast.Quantifier{QuantPos: t.Pos, Text: t.Text, Dialect: ast.Classic}
	switch t.Kind {
	case token.BigAnd, token.ForAll, token.And:
		q.Universal = true
	case token.Word:
		q.Universal = t.Text == "forall"
		q.Dialect = ast.Current
	}
	q.Vars = []*ast.Ident{p.ident("the name of a quantified variable")}
	for p.accept(token.Comma) {
		q.Vars = append(q.Vars, p.ident("the name of a quantified variable"))
	}
	if !p.accept(token.In) {
		p.expect(token.Colon, "`:` and agent types or a range")
	}
	dot := p.dotAfter(p.pos)
	if dots := p.rangeDots(p.pos, dot); dots > 0 {
		q.Lo = p.boundExpr(dots, "`..`")
		p.advance()
		q.Hi = p.boundExpr(dot, "`.`")
	} else {
		q.Types = []*ast.Ident{p.ident("an agent type")}
		for p.kind() == token.Or || p.kind() == token.OrOr {
			p.advance()
			q.Types = append(q.Types, p.ident("an agent type"))
		}
	}
	if p.kind() != token.Dot {
		p.failExpected("`.` after the quantifier")
	}
	q.Dot = p.advance().Pos
	for _, v := range q.Vars {
		p.scope = append(p.scope, boundVariable{v.Name, q.Lo == nil})
	}
	return item{kind: prefixItem, pos: q.QuantPos, quant: q}
}

// boundExpr parses a bound of an integer quantifier.
func (p *parser) boundExpr(limit int, follow string) ast.Expr {
	mode := p.mode
	p.mode = command
	x := p.wholeExprTo(limit, follow)
	p.mode = mode
	return x
}

// dotAfter returns the index of the first `.` from token i on, or the limit.
func (p *parser) dotAfter(i int) int {
	for ; i < p.limit; i++ {
		p.watch.Step()
		if p.toks[i].Kind == token.Dot {
			return i
		}
	}
	return p.limit
}

// rangeDots returns the index of a `..` between two tokens, or -1.
func (p *parser) rangeDots(start, end int) int {
	for i := start; i < end; i++ {
		if p.toks[i].Kind == token.DotDot {
			return i
		}
	}
	return -1
}

// predicateQuantifier parses `exists(O)`, `forall(O)`, `•∃(O)` or `•∀(O)`.
func (p *parser) predicateQuantifier() ast.Expr {
	q := p.predicateQuantifierHead()
	q.X = p.paren()
	return q
}

func (p *parser) predicateQuantifierHead() *ast.PredicateQuantifier {
	t := p.advance()
	universal := t.Kind == token.BulletForAll || t.Text == "forall"
	return &ast.PredicateQuantifier{Universal: universal, QuantPos: t.Pos, Text: t.Text}
}

// observe parses the brackets of an observation operator and what is between them.
func (p *parser) observe() item {
	open := p.pos
	o := &ast.Observe{Open: p.toks[open].Pos, Dialect: ast.Classic}
	doubled := p.kindAt(open+1) == p.kind() && p.adjacent(open)
	switch p.kind() {
	case token.LBrack:
		o.Necessary = true
		closing := p.closeOf(open)
		inner := open + 1
		if doubled && p.match[open+1] == closing-1 && p.adjacent(closing-1) {
			o.Dialect = ast.Current
			inner, closing = open+2, closing-1
		}
		p.pos = inner
		o.Obs = p.descriptor(closing, "`]`")
		p.closeObserve(o, closing)
	case token.LAngle:
		closing := p.nextOutside(open+1, func(i int) bool { return p.toks[i].Kind == token.RAngle })
		if closing < 0 {
			p.fail(OpenBracket, p.foundSpan(), "", "the observation that begins here is not closed by `⟩`")
		}
		p.pos = open + 1
		o.Obs = p.descriptor(closing, "`⟩`")
		p.closeObserve(o, closing)
	default:
		if doubled {
			o.Dialect = ast.Current
			closing := p.nextOutside(open+2, func(i int) bool {
				return p.toks[i].Kind == token.Gt && p.kindAt(i+1) == token.Gt && p.adjacent(i)
			})
			if closing < 0 {
				p.fail(OpenBracket, token.Span{Start: o.Open, End: o.Open + 2}, "", "the observation that begins here is not closed by `>>`")
			}
			p.pos = open + 2
			o.Obs = p.descriptor(closing, "`>>`")
			p.closeObserve(o, closing)
			break
		}
		c := p.pickCloser(open)
		o.Obs = c.obs
		p.closeObserve(o, c.at)
	}
	return item{kind: prefixItem, pos: o.Open, observe: o}
}

// closeObserve consumes the closing bracket at the given token, two tokens in the current dialect.
func (p *parser) closeObserve(o *ast.Observe, closing int) {
	o.Close = p.toks[closing].Pos
	p.pos = closing + 1
	if o.Dialect == ast.Current {
		p.pos++
	}
	o.ClosedAt = p.lastEnd()
}

// nextOutside returns the index of the first token from i on, outside of all brackets, that satisfies a condition, or -1.
func (p *parser) nextOutside(i int, ok func(int) bool) int {
	for ; i < p.limit; i++ {
		p.watch.Step()
		if p.match[i] > i {
			i = p.match[i]
		} else if ok(i) {
			return i
		}
	}
	return -1
}

// descriptor parses the tokens up to limit as an observation descriptor.
func (p *parser) descriptor(limit int, follow string) ast.Expr {
	mode := p.mode
	p.mode = observation
	x := p.wholeExprTo(limit, follow)
	p.mode = mode
	return x
}
