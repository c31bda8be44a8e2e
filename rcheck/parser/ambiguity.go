package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// In the classic dialect the brackets of an observation `<O> phi` are also comparisons, so that in `<a & b> c & d> e` either `>`
// can be the bracket. The parser tries every `>` up to which the text is a descriptor, the last one first, with everything that
// stands in the same brackets around it. If several ways parse, those with a number for a formula, a comparison of truth values
// and the like are dropped; what is left is for the types to decide (ast.Ambiguous).

// The bounds of the search.
const (
	maxClosers  = 24 // brackets tried for one observation
	maxAttempts = 48 // ways tried to read one expression
)

// closer is a `>` that can close an observation, and the descriptor before it.
type closer struct {
	at    int
	obs   ast.Expr
	diags diag.List
}

// picks is the choice of closing brackets in one attempt to read an expression.
type picks struct {
	made []pick
	next int
}

type pick struct {
	options, chosen int
}

// choose returns which of several options this attempt uses for the next choice, and notes that there is one.
func (k *picks) choose(options int) int {
	if options == 1 {
		return 0
	}
	if k.next == len(k.made) {
		k.made = append(k.made, pick{options: options})
	}
	k.next++
	return k.made[k.next-1].chosen
}

// advance moves on to the next attempt and reports whether there is one.
func (k *picks) advance() bool {
	k.made = k.made[:k.next]
	k.next = 0
	for n := len(k.made) - 1; n >= 0; n-- {
		if k.made[n].chosen++; k.made[n].chosen < k.made[n].options {
			return true
		}
		k.made = k.made[:n]
	}
	return false
}

// region is a place where an expression is parsed. Its result does not depend on how the expressions around it are read, so that
// attempts at these need not repeat it.
type region struct {
	start, limit int
	mode         mode
}

type regionResult struct {
	x     ast.Expr
	end   int
	err   *syntaxError
	diags diag.List
	// ambiguous reports whether there is an ast.Ambiguous in x. Such alternatives are not nested: their number would grow
	// exponentially with the depth.
	ambiguous bool
}

// expr parses an expression that ends where no operator follows an operand.
func (p *parser) expr() ast.Expr {
	if p.mode != property {
		return p.flatExpr()
	}
	key := region{p.pos, p.limit, p.mode}
	r, known := p.regions[key]
	if !known {
		r = p.readRegion()
		p.regions[key] = r
	}
	p.pos = r.end
	p.rep.Add(r.diags...)
	if r.err != nil {
		panic(r.err)
	}
	p.ambiguous = p.ambiguous || r.ambiguous
	return r.x
}

// readRegion tries the ways to read the expression that begins here.
func (p *parser) readRegion() *regionResult {
	outer := p.picks
	defer func() { p.picks = outer }()
	p.picks = &picks{}
	start := p.pos
	var good []*regionResult
	var best *regionResult // the mistake that shows last
	for attempt := 0; ; attempt++ {
		r := p.attempt(start)
		complete := r.end == p.limit || p.kindAt(r.end) == token.Comma
		if r.err == nil && !r.diags.HasErrors() && (complete || len(p.picks.made) == 0) {
			good = append(good, r)
		} else if best == nil || r.end > best.end {
			best = r
		}
		if !p.picks.advance() {
			break
		}
		if attempt == maxAttempts {
			return p.tooManyReadings(start)
		}
	}
	good = p.dropImplausible(good)
	switch len(good) {
	case 0:
		return best
	case 1:
		return good[0]
	}
	amb := &ast.Ambiguous{}
	for _, r := range good {
		if r.end == good[0].end {
			amb.Alternatives = append(amb.Alternatives, r.x)
		}
	}
	if len(amb.Alternatives) == 1 {
		return good[0]
	}
	if good[0].ambiguous {
		return p.tooManyReadings(start)
	}
	return &regionResult{x: amb, end: good[0].end, diags: good[0].diags, ambiguous: true}
}

func (p *parser) tooManyReadings(start int) *regionResult {
	p.pos = start
	err := p.catch(func() {
		p.fail(TooManyReadings, p.foundSpan(), "put what follows each observation in parentheses",
			"the brackets `<` and `>` of this formula can be matched in too many ways")
	})
	return &regionResult{end: start, err: err}
}

// attempt reads the expression with the closing brackets that have been picked, and keeps its diagnostics apart.
func (p *parser) attempt(start int) *regionResult {
	p.pos = start
	before, ambiguous := p.rep, p.ambiguous
	p.rep, p.ambiguous = &diag.Reporter{Files: before.Files}, false
	r := &regionResult{}
	r.err = p.catch(func() { r.x = p.flatExpr() })
	r.end = p.pos
	r.diags, r.ambiguous = p.rep.List, p.ambiguous
	p.rep, p.ambiguous = before, ambiguous
	return r
}

// pickCloser returns the bracket that closes the observation whose `<` is at token open, and its descriptor.
func (p *parser) pickCloser(open int) closer {
	options, known := p.closers[open]
	if !known {
		options = p.findClosers(open)
		p.closers[open] = options
	}
	c := options[0]
	if p.picks != nil {
		c = options[p.picks.choose(len(options))]
	}
	p.rep.Add(c.diags...)
	return c
}

// findClosers returns the brackets up to which the text after open is a descriptor, the last one first. It fails if there is
// none, with the mistake in the text up to the first bracket.
func (p *parser) findClosers(open int) []closer {
	var found []closer
	var mistake *regionResult
	tried := 0
	isGt := func(i int) bool { return p.toks[i].Kind == token.Gt }
	for i := p.nextOutside(open+1, isGt); i >= 0; i = p.nextOutside(i+1, isGt) {
		if tried++; tried > maxClosers {
			p.pos = open
			p.fail(TooManyReadings, p.toks[open].Span(), "put comparisons with `>` in parentheses",
				"more than %d brackets `>` could close the observation that begins here", maxClosers)
		}
		r := p.descriptorAttempt(open+1, i)
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
		p.fail(OpenBracket, p.toks[open].Span(), "", "the observation that begins here is not closed by `>`")
	case mistake.err != nil:
		p.pos = mistake.end
		panic(mistake.err)
	}
	return []closer{{p.nextOutside(open+1, isGt), mistake.x, mistake.diags}}
}

func (p *parser) descriptorAttempt(start, limit int) *regionResult {
	before, pos := p.rep, p.pos
	p.rep, p.pos = &diag.Reporter{Files: before.Files}, start
	r := &regionResult{}
	r.err = p.catch(func() { r.x = p.descriptor(limit, "`>`") })
	r.end = p.pos
	r.diags = p.rep.List
	p.rep, p.pos = before, pos
	return r
}

// dropImplausible leaves out the readings that no types can make sense of, unless that would leave none.
func (p *parser) dropImplausible(list []*regionResult) []*regionResult {
	if len(list) < 2 {
		return list
	}
	var out []*regionResult
	for _, r := range list {
		if p.plausible(r.x) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return list
	}
	return out
}

// plausible reports whether an expression has no part that is a number or a truth value, by its form or its declaration, where
// the other is needed, and no state variable in a descriptor.
func (p *parser) plausible(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Unary:
			ok = ok && (n.Op == ast.Neg || !formNumber(n.X))
		case *ast.Observe:
			ok = ok && !formNumber(n.X) && !formNumber(n.Obs) && !mentionsState(n.Obs)
		case *ast.Quantifier:
			ok = ok && !formNumber(n.X)
		case *ast.Binary:
			switch {
			case n.Op.IsArithmetic(), n.Op.IsComparison() && n.Op != ast.Eq && n.Op != ast.Neq:
				ok = ok && !p.looksBoolean(n.X) && !p.looksBoolean(n.Y)
			case !n.Op.IsComparison():
				ok = ok && !formNumber(n.X) && !formNumber(n.Y)
			}
		}
		return ok
	})
	return ok
}

// mentionsState reports whether a descriptor refers to a variable or label of an agent.
func mentionsState(obs ast.Expr) bool {
	found := false
	ast.Inspect(obs, func(n ast.Node) bool {
		if q, ok := n.(*ast.Qualified); ok {
			id, named := q.Agent.(*ast.Ident)
			found = found || !named || id.Name != "supplier"
		}
		return !found
	})
	return found
}

// formNumber reports whether an expression is a number, or a channel, by its form.
func formNumber(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.IntLit, *ast.Star:
		return true
	case *ast.Unary:
		return x.Op == ast.Neg
	case *ast.Binary:
		return x.Op.IsArithmetic()
	}
	return false
}

// formBoolean reports whether an expression is a truth value by its form.
func formBoolean(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BoolLit, *ast.Observe, *ast.Quantifier, *ast.PredicateQuantifier:
		return true
	case *ast.Ident:
		return x.Name == "p2p" || x.Name == "deadlock" || x.Name == "PROGRESS"
	case *ast.Unary:
		return x.Op != ast.Neg
	case *ast.Binary:
		return !x.Op.IsArithmetic()
	}
	return false
}
