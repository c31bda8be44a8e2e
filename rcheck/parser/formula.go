package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// quantifier parses a quantifier up to and with its dot. Its variables stay in scope until the
// enclosing expression ends.
func (p *expressions) quantifier() item {
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
		const agentTypes = "`:` and agent types or a range"
		if p.kind() == token.Dot {
			p.failInstead("write `"+t.Text+" "+q.Vars[0].Name+" : Agent . …` for all agents, or "+
				"the name of an agent type instead of `Agent`", agentTypes)
		}
		if p.isWord(p.pos, "in") {
			p.failInstead("write `"+t.Text+" "+q.Vars[0].Name+" : "+p.peekAt(p.pos+1).Text+" . …`", agentTypes)
		}
		p.expect(token.Colon, agentTypes)
	}
	dot := p.limitBefore(token.Dot)
	if dots := p.before(token.DotDot, dot); dots < dot {
		q.Lo = p.exprIn(command, dots, "`..`")
		p.advance()
		q.Hi = p.exprIn(command, dot, "`.`")
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
	p.advance()
	for _, v := range q.Vars {
		p.scope = append(p.scope, boundVariable{v.Name, q.Lo == nil})
	}
	return item{kind: prefixItem, pos: q.QuantPos, quant: q}
}

// predicateQuantifier parses `exists(O)`, `forall(O)`, `•∃(O)` or `•∀(O)`.
func (p *expressions) predicateQuantifier() ast.Expr {
	q := p.predicateQuantifierHead()
	q.X = p.paren()
	return q
}

func (p *expressions) predicateQuantifierHead() *ast.PredicateQuantifier {
	t := p.advance()
	universal := t.Kind == token.BulletForAll || t.Text == "forall"
	return &ast.PredicateQuantifier{Universal: universal, QuantPos: t.Pos}
}

// observe parses the brackets of an observation operator and what is between them.
func (p *expressions) observe() item {
	open := p.pos
	o := &ast.Observe{Open: p.At(open).Pos, Dialect: ast.Classic}
	doubled := p.kindAt(open+1) == p.kind() && p.adjacent(open)
	width, closing, follow := 1, -1, "" // of either bracket in tokens, where the second one stands, and what it is
	switch p.kind() {
	case token.LBrack:
		o.Necessary = true
		closing, follow = p.closeOf(open), "`]`"
		if doubled && p.match[open+1] == closing-1 && p.adjacent(closing-1) {
			width, closing = 2, closing-1
		}
	case token.LAngle:
		closing, follow = p.nextOutside(open+1, p.Is(token.RAngle)), "`⟩`"
		if closing < 0 {
			p.fail(openBracket, p.foundSpan(), "", "the observation that begins here is not closed by `⟩`")
		}
	default:
		if !doubled {
			c := p.pickCloser(open)
			o.Obs, closing = c.obs, c.at
			break
		}
		width, follow = 2, "`>>`"
		closing = p.nextOutside(open+2, func(i int) bool {
			return p.At(i).Kind == token.Gt && p.kindAt(i+1) == token.Gt && p.adjacent(i)
		})
		if closing < 0 {
			p.fail(openBracket, token.Span{Start: o.Open, End: o.Open + 2}, "", "the observation that begins here is not closed by `>>`")
		}
	}
	if width == 2 {
		o.Dialect = ast.Current
	}
	if o.Obs == nil {
		p.pos = open + width
		o.Obs = p.exprIn(observation, closing, follow)
	}
	p.pos = closing + width
	return item{kind: prefixItem, pos: o.Open, observe: o}
}

// pickCloser returns the bracket that closes the observation whose `<` is at token open, and its
// descriptor.
func (p *expressions) pickCloser(open int) closer {
	options, known := p.closers[open]
	if !known {
		options = p.findClosers(open)
		p.closers[open] = options
	}
	c := options[0]
	if p.picks != nil {
		c = options[p.picks.choose(len(options))]
	}
	p.Add(c.diags...)
	return c
}

// findClosers returns the brackets up to which the text after open is a descriptor, the last one
// first. It fails if there is none, with the mistake in the text up to the first bracket.
func (p *expressions) findClosers(open int) []closer {
	var found []closer
	var mistake *regionResult
	tried := 0
	isGt := p.Is(token.Gt)
	for i := p.nextOutside(open+1, isGt); i >= 0; i = p.nextOutside(i+1, isGt) {
		if tried++; tried > maxClosers {
			p.pos = open
			p.fail(tooManyReadings, p.At(open).Span(), "put comparisons with `>` in parentheses",
				"more than %d brackets `>` could close the observation that begins here", maxClosers)
		}
		r := p.attempt(open+1, func() ast.Expr { return p.exprIn(observation, i, "`>`") })
		if r.err == nil && !r.diags.HasErrors() {
			found = append([]closer{{i, r.x, r.diags}}, found...)
			continue
		}
		if mistake == nil {
			mistake = r
		}
		if r.err == nil || r.err.at < i {
			break // a mistake before the bracket stays one when the text goes on
		}
	}
	switch {
	case len(found) > 0:
		return found
	case mistake == nil:
		p.pos = open
		p.fail(openBracket, p.At(open).Span(), "", "the observation that begins here is not closed by `>`")
	case mistake.err != nil:
		p.pos = mistake.end
		panic(mistake.err)
	}
	return []closer{{p.nextOutside(open+1, isGt), mistake.x, mistake.diags}}
}
