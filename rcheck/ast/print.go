package ast

import (
	"cmp"
	"strconv"
	"strings"
)

// Style says how expressions are printed.
type Style struct {
	// Reading is the reading for which the text is written: parentheses are added where this
	// reading needs them.
	Reading Reading
	// EitherReading also adds the parentheses that the other reading needs. Then the text has the
	// same meaning in both.
	EitherReading bool
	// Dialect chooses the spelling of observations and quantifiers. NoDialect keeps the spelling of
	// each. In a formula with observations `<O>`, comparisons with `>` get parentheses, so that the
	// brackets match in one way only. This is not done for a formula with [Ambiguous] parts.
	Dialect Dialect
	// Full puts parentheses around every operand that has parts, except in chains of `&` and of
	// `|`. Then readers do not need to know the precedence.
	Full bool
}

// Print returns the text of an expression on one line, with canonical spelling of operators. Unless
// the style is Full, parentheses of the tree are kept, and others are added only where the tree
// could not be read back without them.
func Print(x Expr, s Style) string {
	p := printer{style: s}
	angles, ambiguous := false, false
	Inspect(x, func(n Node) bool {
		switch n := n.(type) {
		case *Observe:
			angles = angles || !n.Necessary && cmp.Or(s.Dialect, n.Dialect) == Classic
		case *Ambiguous:
			ambiguous = true
		}
		return true
	})
	p.guardGt = angles && !ambiguous
	p.expr(x, whole, nothing)
	return p.out.String()
}

// The context of an expression: the least level of infix operators that the parser accepts where
// the expression stands, and the level of the infix operator that follows it.
const (
	whole    = 0  // least: anything may stand here, as in parentheses
	nothing  = -1 // follow: a bracket or the end
	question = 0  // follow: `?`
)

type printer struct {
	out     strings.Builder
	style   Style
	guardGt bool
	joined  bool // what was printed last is the first letter of a word such as AG
}

func (p *printer) text(parts ...string) {
	for _, s := range parts {
		p.out.WriteString(s)
	}
}

func (p *printer) expr(x Expr, least, follow int) {
	if p.style.Full {
		x = Unparen(x)
	}
	if p.needsParens(x, least, follow) {
		p.enclosed(x)
		return
	}
	p.bare(x, least, follow)
}

// enclosed prints x in parentheses.
func (p *printer) enclosed(x Expr) {
	p.text("(")
	p.bare(x, whole, nothing)
	p.text(")")
}

// operand prints a part of an operator's expression.
func (p *printer) operand(x Expr, least, follow int) {
	if p.style.Full && !IsAtom(Unparen(x)) {
		p.enclosed(Unparen(x))
		return
	}
	p.expr(x, least, follow)
}

// IsAtom reports whether an expression never needs parentheses: it is not an operator, a
// conditional or a quantifier.
func IsAtom(x Expr) bool {
	switch x.(type) {
	case *Unary, *Binary, *Conditional, *Observe, *Quantifier:
		return false
	}
	return true
}

// reach returns the least level of what a prefix operator applies to, or whole if it extends to the
// end.
func (p *printer) reach(x Expr, least int) int {
	if u, ok := x.(*Unary); ok && u.Op == Neg {
		return max(MinusLevel, least)
	}
	_, quantifier := x.(*Quantifier)
	if quantifier || p.style.Reading == Wide && !p.style.EitherReading && reachesFar(x) {
		return whole
	}
	return max(NegationLevel, least)
}

// reachesFar reports whether x is a prefix operator that extends to the end in the wide reading.
func reachesFar(x Expr) bool {
	if u, ok := x.(*Unary); ok {
		return u.Op.IsTemporalPrefix()
	}
	_, ok := x.(*Observe)
	return ok
}

// needsParens reports whether the parser would read x differently without parentheses in its
// context.
func (p *printer) needsParens(x Expr, least, follow int) bool {
	switch x := x.(type) {
	case *Conditional:
		return least != whole || follow != nothing
	case *Unary, *Observe, *Quantifier:
		reach := p.reach(x, least)
		if reach == whole || p.style.EitherReading && reachesFar(x) {
			return follow != nothing
		}
		return follow >= reach
	case *Binary:
		level := x.Op.Level()
		if p.guardGt && x.Op == Gt {
			return true
		}
		swallows := level + 1
		if x.Op.GroupsRight() || x.Op.IsComparison() {
			swallows = level
		}
		return level < least || follow >= swallows
	}
	return false
}

// bare prints x without parentheses around it.
func (p *printer) bare(x Expr, least, follow int) {
	switch x := x.(type) {
	case *Binary:
		p.binary(x, least, follow)
	case *Unary:
		p.text(x.Op.String())
		word := x.Op == All || x.Op == Exists || p.joined
		if p.joined = joined(x); x.Op.IsTemporalPrefix() && !p.joined {
			p.text(" ")
		}
		if word && !p.style.Full && readsAsName(x.X) {
			p.inParens("(", x.X)
			return
		}
		p.operand(x.X, p.reach(x, least), p.followInside(x, least, follow))
	case *Observe:
		p.observe(x)
		p.operand(x.X, p.reach(x, least), p.followInside(x, least, follow))
	case *Quantifier:
		p.quantifier(x)
		p.operand(x.X, whole, nothing)
	case *Conditional:
		p.operand(x.Cond, 1, question)
		p.text(" ? ")
		p.operand(x.Then, whole, nothing)
		p.text(" : ")
		p.operand(x.Else, whole, nothing)
	case *Paren:
		p.inParens("(", x.X)
	default:
		p.atom(x)
	}
}

// readsAsName reports whether what begins with x, after a word such as A or EF, could go on with
// something of that name: a comparison, a member, a difference.
func readsAsName(x Expr) bool {
	switch x := x.(type) {
	case *Binary:
		first, _ := LeftSpine(x)
		return readsAsName(first)
	case *Conditional:
		return readsAsName(x.Cond)
	case *Unary:
		return x.Op == Neg
	}
	_, observes := x.(*Observe)
	return observes
}

// joined reports whether x is printed as one word with the operator that follows, such as AG.
func joined(x *Unary) bool {
	y, ok := x.X.(*Unary)
	return ok && (x.Op == All || x.Op == Exists) && y.Op >= Finally && y.Op <= Next
}

// inParens prints what the tree has parentheses around: a comparison with `>` needs no others.
func (p *printer) inParens(open string, x Expr) {
	p.text(open)
	if b, ok := x.(*Binary); ok && p.guardGt && b.Op == Gt {
		p.bare(x, whole, nothing)
	} else {
		p.expr(x, whole, nothing)
	}
	p.text(")")
}

// followInside returns what follows the operand of a prefix operator.
func (p *printer) followInside(x Expr, least, follow int) int {
	if p.reach(x, least) == whole {
		return nothing
	}
	return follow
}

func (p *printer) binary(x *Binary, least, follow int) {
	// Chains that group to the left can be thousands long.
	var spine []*Binary
	var left Expr = x
	for {
		b, ok := left.(*Binary)
		if !ok {
			break
		}
		if n := len(spine); n > 0 && (p.style.Full && !sameChain(spine[n-1], b) || p.needsParens(b, max(least, 1), spine[n-1].Op.Level())) {
			break
		}
		spine = append(spine, b)
		left = b.X
		if p.style.Full {
			left = Unparen(left)
		}
	}
	p.operand(left, max(least, 1), spine[len(spine)-1].Op.Level())
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		level := b.Op.Level()
		p.text(" ", b.Op.String(), " ")
		after := follow
		if i > 0 {
			after = spine[i-1].Op.Level()
		}
		if right, ok := Unparen(b.Y).(*Binary); ok && p.style.Full && sameChain(b, right) {
			p.bare(right, whole, nothing)
			continue
		}
		if b.Op.GroupsRight() {
			p.operand(b.Y, level, after)
		} else {
			p.operand(b.Y, level+1, after)
		}
	}
}

// sameChain reports whether an operand with operator b needs no parentheses in an expression with
// operator a, however it stands.
func sameChain(a, b *Binary) bool {
	return a.Op == b.Op && (a.Op == And || a.Op == Or)
}

func (p *printer) observe(x *Observe) {
	open, closing := "<", "> "
	if x.Necessary {
		open, closing = "[", "] "
	}
	if cmp.Or(p.style.Dialect, x.Dialect) == Current {
		open, closing = open+open, closing[:1]+closing
	}
	p.text(open)
	p.expr(x.Obs, whole, nothing)
	p.text(closing)
}

func (p *printer) quantifier(x *Quantifier) {
	switch classic := cmp.Or(p.style.Dialect, x.Dialect) == Classic; {
	case classic && x.Universal:
		p.text(`/\ `)
	case classic:
		p.text(`\/ `)
	case x.Universal:
		p.text("forall ")
	default:
		p.text("exists ")
	}
	listed(p, x.Vars, ", ", func(v *Ident) { p.text(v.Name) })
	p.text(" : ")
	listed(p, x.Types, " | ", func(t *Ident) { p.text(t.Name) })
	if x.Lo != nil {
		p.expr(x.Lo, whole, nothing)
		p.text("..")
		p.expr(x.Hi, whole, nothing)
	}
	p.text(" . ")
}

// listed prints items with a sign between them.
func listed[T any](p *printer, items []T, sign string, print func(T)) {
	for i, item := range items {
		if i > 0 {
			p.text(sign)
		}
		print(item)
	}
}

func (p *printer) atom(x Expr) {
	switch x := x.(type) {
	case *Ident:
		p.text(x.Name)
	case *Index:
		p.text(x.Name.Name, "[")
		p.expr(x.X, whole, nothing)
		p.text("]")
	case *IntLit:
		p.text(x.Text)
	case *BoolLit:
		p.text(strconv.FormatBool(x.Value))
	case *Star:
		p.text("*")
	case *PropertyRef:
		p.text("@", x.Name.Name)
	case *Qualified:
		p.atom(x.Agent)
		p.text("-", x.Name.Name)
	case *Call:
		p.text(x.Fun.Name, "(")
		listed(p, x.Args, ", ", func(a Expr) { p.expr(a, whole, nothing) })
		p.text(")")
	case *Group:
		p.text("{")
		listed(p, x.Members, ", ", func(m Expr) { p.expr(m, whole, nothing) })
		p.text("}")
	case *PredicateQuantifier:
		open := "exists("
		if x.Universal {
			open = "forall("
		}
		p.inParens(open, x.X.X)
	case *Ambiguous:
		p.expr(x.Alternatives[0], whole, nothing)
	case *Bad:
		p.text("?")
	}
}
