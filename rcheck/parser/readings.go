package parser

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A foreign reading is another way to group the operators of an expression: with the other reach of
// prefix operators, or with the grammar that the published R-CHECK tool has for the dialect of the
// file.
type foreign struct {
	who string
	// read returns the expression as it is read there, or nil if it is no expression there.
	read func(x ast.Expr) ast.Expr
}

// Reading is how the other dialect or the published tool reads an expression, with all parentheses.
type Reading struct {
	X    ast.Expr
	text string
	who  []string
}

// Readings returns how the other dialect and the published tool read an expression of a file, if
// they read it differently. The parameter formula says whether the expression is part of a
// property. Otherwise it is part of an agent.
func Readings(f *ast.File, formula bool, x ast.Expr) []Reading {
	p := &language{dialect: f.Dialect, reading: f.Reading, names: names{}}
	p.names.addFile(f)
	m := command
	if formula {
		m = property
	}
	return p.differentReadings(m, x)
}

// ReadingsMessage says how an expression is read here, and how others read it.
func ReadingsMessage(x ast.Expr, list []Reading) string {
	message := "this is read as `" + ast.Print(x, ast.Style{Full: true}) + "`"
	for _, r := range list {
		message += "; " + strings.Join(r.who, " and ") + " would read it as `" + r.text + "`"
	}
	return message
}

func (p *language) differentReadings(m mode, x ast.Expr) []Reading {
	own := p.meaning(x)
	var list []Reading
	for _, f := range p.foreignReadings(m, x) {
		y := f.read(x)
		if y == nil || p.meaning(y) == own {
			continue
		}
		text := ast.Print(y, ast.Style{Full: true})
		if i := slices.IndexFunc(list, func(r Reading) bool { return r.text == text }); i >= 0 {
			list[i].who = append(list[i].who, f.who)
		} else {
			list = append(list, Reading{y, text, []string{f.who}})
		}
	}
	return list
}

// ambiguousForm reports whether an expression has two operators without parentheses between them
// anywhere, and nothing that cannot be grouped anew.
func (p *language) ambiguousForm(x ast.Expr) bool {
	operators, bad := false, false
	ast.Inspect(x, func(n ast.Node) bool {
		p.clock.Step()
		switch n := n.(type) {
		case *ast.Binary:
			operators = operators || !ast.IsAtom(n.X) || !ast.IsAtom(n.Y)
		case *ast.Unary:
			operators = operators || !ast.IsAtom(n.X)
		case *ast.Observe:
			operators = operators || !ast.IsAtom(n.X)
		case *ast.Quantifier:
			operators = operators || !ast.IsAtom(n.X)
		case *ast.Ambiguous, *ast.Bad:
			bad = true
		}
		return !bad
	})
	return operators && !bad
}

func (p *language) foreignReadings(m mode, x ast.Expr) []foreign {
	var list []foreign
	if m == property {
		who, other := "current files", ast.Wide
		if p.reading == ast.Wide {
			who, other = "classic files", ast.Tight
		}
		g := product(other)
		list = append(list, foreign{who, regrouper{formula: g.regroupAnywhere, descriptor: g.regroupAnywhere}.read})
	}
	if beyondTool(x) {
		return list
	}
	const tool = "the published R-CHECK tool"
	if p.dialect == ast.Current {
		return append(list, foreign{tool, currentTool.read})
	}
	return append(list, foreign{tool, func(x ast.Expr) ast.Expr { return p.readClassic(m, x) }})
}

// beyondTool reports whether an expression has operators about states, which the published tool
// does not have.
func beyondTool(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		u, ok := n.(*ast.Unary)
		_, group := n.(*ast.Group)
		found = found || group || ok && (u.Op == ast.All || u.Op == ast.Exists)
		return !found
	})
	return found
}

// meaning returns a text that is the same for expressions that differ only in how `&`, `|` and
// `<->` associate, and in whether a negation stands before a comparison of truth values or before
// one of its sides.
func (p *language) meaning(x ast.Expr) string {
	return ast.Print(p.normal(x), ast.Style{Full: true})
}

func (p *language) normal(x ast.Expr) ast.Expr {
	p.clock.Step()
	switch x := x.(type) {
	case *ast.Paren:
		return p.normal(x.X)
	case *ast.Unary:
		inner := p.normal(x.X)
		if x.Op == ast.Not {
			if b, ok := inner.(*ast.Binary); ok && p.comparesTruth(b) {
				return &ast.Binary{Op: opposite(b.Op), X: b.X, Y: b.Y}
			}
		}
		return &ast.Unary{Op: x.Op, X: inner}
	case *ast.Binary:
		return p.normalBinary(x)
	case *ast.Index:
		return x
	}
	return ast.Rebuild(x, p.normal)
}

func (p *language) normalBinary(x *ast.Binary) ast.Expr {
	left, chain := ast.LeftSpine(x)
	left = p.normal(left)
	for _, link := range chain {
		op, right := link.Op, p.normal(link.Y)
		b := &ast.Binary{Op: op, X: left, Y: right}
		if r, ok := right.(*ast.Binary); ok && op == ast.Iff && r.Op == ast.Iff {
			b = &ast.Binary{Op: op, X: &ast.Binary{Op: op, X: left, Y: r.X}, Y: r.Y}
		}
		for p.comparesTruth(b) {
			if u, ok := b.X.(*ast.Unary); ok && u.Op == ast.Not {
				b = &ast.Binary{Op: opposite(b.Op), X: u.X, Y: b.Y}
			} else if u, ok := b.Y.(*ast.Unary); ok && u.Op == ast.Not {
				b = &ast.Binary{Op: opposite(b.Op), X: b.X, Y: u.X}
			} else {
				break
			}
		}
		left = b
	}
	return left
}

func opposite(op ast.Op) ast.Op {
	if op == ast.Eq {
		return ast.Neq
	}
	return ast.Eq
}

// comparesTruth reports whether b is an equation or inequation of truth values, as far as forms and
// declarations tell.
func (p *language) comparesTruth(b *ast.Binary) bool {
	if b.Op != ast.Eq && b.Op != ast.Neq {
		return false
	}
	x, y := b.X, b.Y
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Not {
		x = u.X
	}
	if u, ok := y.(*ast.Unary); ok && u.Op == ast.Not {
		y = u.X
	}
	return p.names.looksBoolean(x) && p.names.looksBoolean(y)
}

// readClassic reads a whole expression, or returns nil if it is none in that grammar.
func (p *language) readClassic(m mode, x ast.Expr) ast.Expr {
	r := &classicReader{p: p, pure: map[*ast.Paren]bool{}}
	return r.inside(x, m == property)
}

// checkReadings warns if an expression means something else in a foreign reading. Mode says whether
// it is a property.
func (p *mistakes) checkReadings(m mode, x ast.Expr) {
	if x == nil || m == property && p.forced || !p.ambiguousForm(x) {
		return
	}
	if list := p.differentReadings(m, x); len(list) > 0 {
		p.Report(ReadingsDiffer, ast.Span(x), "%s", ReadingsMessage(x,
			list)).Suggest("add the parentheses that you mean")
	}
}
