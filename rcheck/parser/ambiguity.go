package parser

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// In the classic dialect the brackets of an observation `<O> phi` are also comparisons, so that in
// `<a & b> c & d> e` either `>` can be the bracket. The parser tries every `>` up to which the text
// is a descriptor, the last one first, with everything that stands in the same brackets around it.
// If several ways parse, those with a number for a formula, a comparison of truth values and the
// like are dropped; what is left is for the types to decide (ast.Ambiguous).

// The bounds of the search.
const (
	maxClosers  = 24 // brackets tried for one observation
	maxAttempts = 48 // ways tried to read one expression
)

// expr parses an expression that ends where no operator follows an operand.
func (p *expressions) expr() ast.Expr {
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
	p.Add(r.diags...)
	if r.err != nil {
		panic(r.err)
	}
	p.ambiguous = p.ambiguous || r.ambiguous
	return r.x
}

// readRegion tries the ways to read the expression that begins here.
func (p *expressions) readRegion() *regionResult {
	outer := p.picks
	defer func() { p.picks = outer }()
	p.picks = &picks{}
	start := p.pos
	var good []*regionResult
	var best *regionResult // the mistake that shows last
	for attempt := 0; ; attempt++ {
		r := p.attempt(start, p.flatExpr)
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

func (p *expressions) tooManyReadings(start int) *regionResult {
	p.pos = start
	err := p.catch(func() {
		p.fail(tooManyReadings, p.foundSpan(), "put what follows each observation in parentheses",
			"the brackets `<` and `>` of this formula can be matched in too many ways")
	})
	return &regionResult{end: start, err: err}
}

// attempt reads an expression with the closing brackets that have been picked, and keeps its
// diagnostics apart.
func (p *expressions) attempt(start int, read func() ast.Expr) *regionResult {
	p.pos = start
	before, ambiguous := p.Reporter, p.ambiguous
	p.Reporter, p.ambiguous = &diag.Reporter{Files: before.Files}, false
	r := &regionResult{}
	r.err = p.catch(func() { r.x = read() })
	r.end = p.pos
	r.diags, r.ambiguous = p.List, p.ambiguous
	p.Reporter, p.ambiguous = before, ambiguous
	return r
}

// dropImplausible leaves out the readings that no types can make sense of, unless that would leave
// none.
func (p *expressions) dropImplausible(list []*regionResult) []*regionResult {
	if len(list) < 2 {
		return list
	}
	out := slices.DeleteFunc(slices.Clone(list), func(r *regionResult) bool { return !p.plausible(r.x) })
	if len(out) == 0 {
		return list
	}
	return out
}

// plausible reports whether an expression has no part that is a number or a truth value, by its
// form or its declaration, where the other is needed, and no state variable in a descriptor.
func (p *outline) plausible(x ast.Expr) bool {
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
				ok = ok && !p.names.looksBoolean(n.X) && !p.names.looksBoolean(n.Y)
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
